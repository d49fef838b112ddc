// SPDX-License-Identifier: Apache-2.0
// What the program says of each statistic, and all those of a run in a table. The page knows no
// statistic by name: a new one appears here by its declaration alone.
(function (isobar) {
  const { el, state } = isobar;
  let all = [];
  let parts;

  /** The page's document has them; one that an older program wrote has none. */
  isobar.setStatistics = (list) => {
    all = list ?? [];
  };

  /** What a statistic means, for a tooltip; empty if nothing is known of it. */
  isobar.statisticHelp = (path) => {
    const one = all.find((statistic) => statistic.path === path);
    if (!one) return '';
    const unit = one.unit ? ` [${one.unit}]` : '';
    const better = one.better ? `; ${one.better} is better` : '';
    return `${one.help}${unit}${better}`;
  };

  const at = (result, path) =>
    path.split('.').reduce((value, name) => (value === null ? undefined : value?.[name]), result);

  /** A run's value; a run that an older program saved may have it by its deprecated path. */
  const valueOf = (run, { path, was }) =>
    at(run.result, path) ?? (was === undefined ? undefined : at(run.result, was)) ?? null;

  function valueText(value, { unit, type }) {
    if (value === null) return '–';
    if (type === 'flag') return value ? 'yes' : 'no';
    if (typeof value === 'string') return value;
    if (unit === 's') return isobar.seconds(value);
    return `${isobar.count(value)}${unit ? `\u00a0${unit}` : ''}`;
  }

  /** One value a run: neither lists nor rows by name. */
  const isPlain = ({ path }) => !path.includes('[]') && !path.endsWith('*');

  function rowsOf(group) {
    return all
      .filter((one) => one.group === group && isPlain(one))
      .map((one) => [one, state.runs.map((run) => valueOf(run, one))])
      .filter(([, values]) => values.some((value) => value !== null))
      .map(([one, values]) =>
        el(
          'tr',
          { title: isobar.statisticHelp(one.path) },
          el('th', { scope: 'row' }, one.path),
          values.map((value) => el('td', {}, valueText(value, one))),
        ),
      );
  }

  function build() {
    const groups = [...new Set(all.map((one) => one.group))];
    const bodies = groups
      .map((group) => [group, rowsOf(group)])
      .filter(([, rows]) => rows.length > 0)
      .map(([group, rows]) =>
        el(
          'tbody',
          {},
          el('tr', {}, el('th', { scope: 'colgroup', colspan: 1 + state.runs.length }, group)),
          rows,
        ),
      );
    parts.table.replaceChildren(
      state.runs.length > 1
        ? el(
            'thead',
            {},
            el(
              'tr',
              {},
              el('th'),
              state.runs.map((run, r) => el('th', { scope: 'col' }, isobar.runTitle(r))),
            ),
          )
        : '',
      ...bodies,
    );
    parts.whole.hidden = bodies.length === 0;
  }

  isobar.startStatistics = () => {
    const whole = document.getElementById('statistics');
    const table = el('table', { 'aria-label': 'Statistics' });
    parts = { whole, table };
    whole.replaceChildren(
      el('details', {}, el('summary', {}, 'All statistics'), el('div', { class: 'scroll' }, table)),
    );
    isobar.on('data', build);
  };
})((globalThis.isobar ??= {}));
