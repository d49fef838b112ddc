// SPDX-License-Identifier: Apache-2.0
// The name of the campaign, its number of points, and its findings.
(function (isobar) {
  const { el, state } = isobar;
  const shownFirst = 8;

  const tile = (value, words, warn) =>
    el('div', { class: warn ? 'tile warn' : 'tile' }, el('b', {}, value), el('span', {}, words));

  /** A tile whose click leaves only the rows that it counts. */
  const lostTile = (value, words, ...outcomes) =>
    el(
      'button',
      {
        type: 'button',
        class: 'tile warn',
        title: 'Show only these',
        onclick: () => {
          isobar.setBrush('state', state.frame.outcome.range(...outcomes));
          document.getElementById('table').scrollIntoView({ block: 'start' });
        },
      },
      el('b', {}, value),
      el('span', {}, words),
    );

  function tiles() {
    const { campaign } = state;
    const { points, failed, waiting, unreached } = campaign.counts;
    const { cases } = campaign.frames;
    const several = campaign.scenarios.titles.length > 1;
    const front = isobar.frontTally();
    return el(
      'div',
      { class: 'tiles' },
      tile(isobar.count(points), points === 1 ? 'point' : 'points'),
      campaign.hasRepeats && tile(isobar.count(cases.size), 'settings, seeds averaged'),
      failed > 0 ? lostTile(isobar.count(failed), 'failed', 'partly', 'failed') : tile('0', 'failed'),
      unreached > 0 &&
        lostTile(isobar.count(unreached), 'did not reach their goal', 'unreached', 'partly'),
      waiting > 0 && tile(isobar.count(waiting), 'wait to be run', true),
      several && tile(isobar.count(campaign.scenarios.titles.length), 'scenarios'),
      (!several || isobar.hasOver()) &&
        tile(
          isobar.count(front.front),
          several
            ? `of ${isobar.count(front.settings)} candidates on the front over scenarios`
            : `of ${isobar.count(front.settings)} on the Pareto front`,
        ),
    );
  }

  function objectives() {
    const { campaign } = state;
    const words = campaign.objectives.map(
      ({ metric, minimise }) => `${minimise ? 'least' : 'most'} ${isobar.words(metric)}`,
    );
    const list = (given) =>
      campaign.factors
        .filter((factor) => factor.given === given)
        .map((factor) => `${factor.title} (${factor.levels.length})`)
        .join(', ');
    return el(
      'p',
      { class: 'facts' },
      el('span', {}, 'wanted ', el('b', {}, words.join(', ') || '–')),
      el('span', {}, 'design ', el('b', {}, campaign.design || '–')),
      el('span', { title: 'Each combination is a scenario' }, 'given ', el('b', {}, list(true) || '–')),
      el('span', { title: 'Each combination is a candidate' }, 'chosen ', el('b', {}, list(false) || '–')),
      el('span', {}, 'made by ', el('b', {}, campaign.made_by || campaign.program)),
    );
  }

  function show(finding) {
    const { campaign } = state;
    const metric = campaign.metrics.findIndex((one) => one.name === finding.metric);
    if (metric >= 0) isobar.setMetric(metric);
    const part = finding.factor === 'pes' ? 'scaling' : finding.factor ? 'effects' : 'front';
    document.getElementById(part).scrollIntoView({ block: 'start' });
  }

  function findings() {
    const { findings: all } = state.campaign;
    const list = el(
      'ol',
      { class: 'findings' },
      all.map((finding, i) =>
        el(
          'li',
          { hidden: i >= shownFirst },
          el(
            'button',
            { type: 'button', title: 'Show where it comes from', onclick: () => show(finding) },
            el('strong', {}, finding.text),
            finding.basis ? el('span', {}, finding.basis) : null,
          ),
        ),
      ),
    );
    const more = el(
      'button',
      {
        type: 'button',
        class: 'more',
        onclick: () => {
          for (const item of list.children) item.hidden = false;
          more.remove();
        },
      },
      `All ${all.length} findings`,
    );
    return el(
      'div',
      { class: 'panel' },
      el(
        'header',
        {},
        el('h2', {}, 'Findings'),
        el(
          'span',
          { class: 'muted' },
          'levels are compared where all else is equal; 95 % confidence',
        ),
      ),
      all.length > 0 ? list : el('p', { class: 'none' }, 'There is too little to compare.'),
      all.length > shownFirst ? more : null,
    );
  }

  isobar.startOverview = () => {
    document.getElementById('overview').replaceChildren(tiles(), objectives(), findings());
  };
})((globalThis.isobar ??= {}));
