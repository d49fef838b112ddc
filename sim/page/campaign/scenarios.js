// SPDX-License-Identifier: Apache-2.0
// What the front is of: one scenario, or candidates over all scenarios that they share, by the mean
// or the worst of their ratios to each scenario's best.
(function (isobar) {
  const { el, state } = isobar;
  let parts;

  const scenarios = () => state.campaign.scenarios;

  isobar.isOver = () => typeof state.scenario === 'string';
  isobar.hasOver = () => scenarios().over.cases.length > 1;

  /** Of a row of the frame. */
  isobar.scenarioOf = (row) => {
    const { campaign, frame } = state;
    return scenarios().of[frame.name === 'cases' ? row : campaign.caseOf[row]];
  };

  isobar.setScenario = (scenario) => {
    state.scenario = scenario;
    isobar.emit('scenario');
  };

  /** Settings and those on the front by scenario. */
  function tally() {
    const { cases } = state.campaign.frames;
    const all = scenarios().titles.map(() => ({ settings: 0, front: 0 }));
    for (let row = 0; row < cases.size; ++row) {
      const one = all[scenarios().of[row]];
      if (cases.complete[row]) ++one.settings;
      if (cases.onFront(row)) ++one.front;
    }
    return all;
  }

  /** How many are on the front of the objectives, of how many, as the findings say. */
  isobar.frontTally = () => {
    const { over } = scenarios();
    if (!isobar.isOver()) return tally()[state.scenario];
    const flags = state.scenario === 'mean' ? over.mean_front : over.worst_front;
    return { settings: flags.length, front: flags.reduce((sum, flag) => sum + flag, 0) };
  };

  /** Whether that row is on the front of the objectives that is shown. */
  isobar.onObjectiveFront = (row) => {
    if (!isobar.isOver()) return state.campaign.frames.cases.onFront(row);
    const { over } = scenarios();
    const flags = state.scenario === 'mean' ? over.mean_front : over.worst_front;
    return flags[over.cases.indexOf(row)] === 1;
  };

  isobar.candidateName = (row) => scenarios().candidates[scenarios().candidateOf[row]];

  /** What the scenarios are, in words. */
  isobar.scenarioWords = () => {
    const { over, titles } = scenarios();
    if (!isobar.isOver()) return titles[state.scenario];
    const which = over.scenarios.length < titles.length ? `${over.scenarios.length} of ${titles.length}` : 'all';
    const all = `${which === 'all' ? `all ${titles.length}` : which} scenarios`;
    return state.scenario === 'mean' ? `mean of ${all}` : `worst of ${all}`;
  };

  function options() {
    const own = scenarios().titles.map((title, i) => [i, title || 'all']);
    if (!isobar.hasOver() || state.frame.name !== 'cases') return [['Within', own]];
    return [
      ['Over scenarios', [['mean', 'mean of all'], ['worst', 'worst of all']]],
      ['Within', own],
    ];
  }

  function fill() {
    if (isobar.isOver() && state.frame.name !== 'cases') state.scenario = 0;
    isobar.fillSelect(parts.select, options(), state.scenario);
  }

  /** The select that stands over the front. */
  isobar.scenarioTools = () => {
    const select = el('select', {
      'aria-label': 'Scenario',
      onchange: () =>
        isobar.setScenario(['mean', 'worst'].includes(select.value) ? select.value : Number(select.value)),
    });
    parts = { ...parts, select };
    fill();
    isobar.on('frame scenario', fill);
    return el('label', { hidden: scenarios().titles.length < 2 }, 'Scenario ', select);
  };

  function names(rows, most = 3) {
    const all = [...new Set(rows.map(isobar.candidateName))];
    const some = all.slice(0, most).join('; ');
    return all.length > most ? `${some}; and ${all.length - most} more` : some;
  }

  function row(title, { settings, front }, words, chosen, go) {
    return el(
      'tr',
      { class: chosen ? 'chosen' : null },
      el('td', { class: 'text' }, el('button', { type: 'button', 'aria-pressed': String(chosen), onclick: go }, title)),
      el('td', {}, isobar.count(front)),
      el('td', {}, isobar.count(settings)),
      el('td', { class: 'text' }, words),
    );
  }

  function show() {
    const { over, titles, of } = scenarios();
    const { cases } = state.campaign.frames;
    const members = titles.map(() => []);
    for (let at = 0; at < cases.size; ++at) if (cases.onFront(at)) members[of[at]].push(at);
    const body = tally().map((counts, i) =>
      row(titles[i], counts, names(members[i]), state.scenario === i, () => isobar.setScenario(i)),
    );
    const overRow = (kind, title, flags) => {
      const some = over.cases.filter((_, i) => flags[i] === 1);
      return row(title, { settings: flags.length, front: some.length }, names(some), state.scenario === kind, () =>
        isobar.setScenario(kind),
      );
    };
    if (isobar.hasOver() && state.frame.name === 'cases')
      body.unshift(
        overRow('mean', 'Mean over scenarios', over.mean_front),
        overRow('worst', 'Worst of scenarios', over.worst_front),
      );
    parts.table.replaceChildren(...body);
  }

  isobar.startScenarios = () => {
    const section = document.getElementById('scenarios');
    section.hidden = scenarios().titles.length < 2;
    if (section.hidden) return;
    const { over, titles } = scenarios();
    parts = { ...parts, table: el('tbody') };
    const notes = ['settings of different scenarios are not compared'];
    if (over.scenarios.length > 0 && over.scenarios.length < titles.length)
      notes.push(`over scenarios: the ${over.scenarios.length} of ${titles.length} that the most candidates share`);
    if (over.lost > 0)
      notes.push(`${isobar.count(over.lost)} candidate${over.lost === 1 ? '' : 's'} did not get there in all, and ${over.lost === 1 ? 'is' : 'are'} not in it`);
    section.replaceChildren(
      el(
        'header',
        {},
        el('h2', {}, `Scenarios: ${isobar.count(titles.length)}`),
        el('span', { class: 'muted' }, notes.join('; ')),
      ),
      el(
        'div',
        { class: 'scroll', tabindex: 0, 'aria-label': 'Fronts by scenario' },
        el(
          'table',
          { class: 'scenario-table' },
          el('thead', {}, el('tr', {}, ['Scenario', 'On the front', 'Of', 'These'].map((text) => el('th', { scope: 'col' }, text)))),
          parts.table,
        ),
      ),
    );
    isobar.on('scenario frame', show);
    show();
  };
})((globalThis.isobar ??= {}));
