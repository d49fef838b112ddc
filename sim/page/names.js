// SPDX-License-Identifier: Apache-2.0
// Elements, numbers and units, as they are written everywhere in the page.
(function (isobar) {
  const svg = 'http://www.w3.org/2000/svg';

  /** An element with attributes (on… are listeners) and children; false and null are left out. */
  isobar.el = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value === false || value === null || value === undefined) continue;
      if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
      else element.setAttribute(name, value === true ? '' : value);
    }
    element.append(...children.flat().filter((child) => child !== null && child !== false));
    return element;
  };

  /** A button with a name for those who do not see it and a longer hint. */
  isobar.button = (label, title, onclick, ...children) =>
    isobar.el('button', { type: 'button', 'aria-label': label, title, onclick }, children);

  isobar.icon = (path) => {
    const icon = document.createElementNS(svg, 'svg');
    icon.setAttribute('viewBox', '0 0 24 24');
    icon.setAttribute('aria-hidden', 'true');
    const shape = document.createElementNS(svg, 'path');
    shape.setAttribute('d', path);
    icon.append(shape);
    return icon;
  };

  /** Not counted (yet). */
  const unknown = (value) => value === null || value === undefined || Number.isNaN(value);

  /** 1699342 as 1 699 342, with narrow spaces. */
  isobar.count = (value) => {
    if (unknown(value)) return '–';
    if (!Number.isInteger(value)) {
      const rounded = Number(value.toPrecision(4));
      return Number.isInteger(rounded) ? isobar.count(rounded) : String(rounded);
    }
    return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');
  };

  isobar.percent = (share) =>
    unknown(share) ? '–' : `${(100 * share).toFixed(share === 1 ? 0 : share > 0 && share < 0.1 ? 2 : 1)}\u00a0%`;

  isobar.seconds = (seconds) => {
    for (const [unit, size] of [
      ['s', 1],
      ['ms', 1e-3],
      ['µs', 1e-6],
      ['ns', 1e-9],
    ]) {
      if (seconds >= size || unit === 'ns')
        return `${Number((seconds / size).toPrecision(4))}\u00a0${unit}`;
    }
  };

  isobar.steps = (count) => `${isobar.count(count)} step${count === 1 ? '' : 's'}`;

  isobar.tasks = (count) => `${isobar.count(count)} task${count === 1 ? '' : 's'}`;

  /** What the program calls a scheme, in words. */
  isobar.schemeName = (scheme) => {
    const name = String(scheme).split(':')[0];
    const liquid = /^lm-c(\d)$/.exec(name);
    if (liquid) return `Liquid C${liquid[1]}`;
    return (
      {
        nna: 'Nearest-neighbour averaging',
        'nna-portions': 'Nearest-neighbour averaging, portions',
        diffusion: 'Diffusion',
        diffusion2: 'Diffusion, second order',
        multilevel: 'Multilevel diffusion',
        de: 'Dimension exchange',
        gde: 'Generalised dimension exchange',
        dem: 'Dimension exchange method',
        'hhc-a': 'HHC algorithm A',
        'hhc-b': 'HHC algorithm B',
        'hhc-c': 'HHC algorithm C',
      }[name] ?? name
    );
  };
})((globalThis.isobar ??= {}));
