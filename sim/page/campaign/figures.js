// SPDX-License-Identifier: Apache-2.0
// Numbers with their units, short enough for an axis, whole enough for a table.
(function (isobar) {
  const prefixes = [
    [1e12, 'T'],
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
    [1, ''],
  ];
  const digits = (value, count) => String(Number(value.toPrecision(count)));

  function prefixed(value, count) {
    const size = Math.abs(value);
    if (size !== 0 && size < 1e-3) return value.toExponential(Math.max(0, count - 2));
    const [factor, prefix] = prefixes.find(([least]) => size >= least) ?? [1, ''];
    return digits(value / factor, count) + prefix;
  }

  /** A value of a metric with its unit. */
  isobar.figure = (value, { unit, whole } = {}, count = 4) => {
    if (value === null || value === undefined || Number.isNaN(value)) return '–';
    if (unit === 's') return isobar.seconds(value);
    if (unit === 'bit/s') return `${prefixed(value, count)}b/s`;
    if (whole && value >= 1000 && value < 1e15) return isobar.count(Math.round(value));
    if (Number.isInteger(value) && Math.abs(value) < 1e15) return isobar.count(value);
    return prefixed(value, count);
  };

  /** The same for an axis. */
  isobar.tickText = (value, { unit } = {}) => {
    if (unit === 's') return value === 0 ? '0' : isobar.seconds(value);
    if (unit === 'bit/s') return `${prefixed(value, 3)}b/s`;
    return prefixed(value, 3);
  };

  /** 3.1 times, 1 230 times. */
  isobar.times = (ratio) =>
    `${ratio >= 100 ? isobar.count(Math.round(ratio)) : digits(ratio, ratio >= 10 ? 2 : 3)} times`;

  /** A metric's or a key's name for people. */
  isobar.words = (name) => name.replaceAll('_', ' ').replace(/ pj$/, '');

  isobar.unitWords = ({ unit }) => (unit && unit !== 's' && unit !== 'bit/s' ? ` [${unit}]` : '');
})((globalThis.isobar ??= {}));
