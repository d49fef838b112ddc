// SPDX-License-Identifier: Apache-2.0
// What each factor does to a metric: a mean and its interval for every level, all on one scale.
(function (isobar) {
  const { el, svg, state } = isobar;
  const width = 420;
  const rowHeight = 22;
  const top = 6;
  const bottom = 24;
  const gap = 9;
  let parts;

  const metric = () => state.campaign.metrics[state.metric];

  /** A level as it is written beside a mark. */
  isobar.levelName = (factor, code) => {
    return isobar.fitted(factor.titles[code], 26, (text) => text.length);
  };

  /** Lines of text as wide as they are, about. */
  isobar.textWidth = (texts) => Math.max(...texts.map(isobar.wordWidth));

  function range(effects) {
    const values = effects
      .flatMap((effect) => effect.levels.flatMap(([mean, low, high]) => [mean, low, high]))
      .filter((value) => value !== null && (!metric().positive || value > 0));
    return isobar.extentOf(values);
  }

  function sizeWords(effect) {
    if (metric().positive) return isobar.times(effect.size);
    return `Δ ${isobar.figure(effect.size, metric())}`;
  }

  /** Settings of a level that failed or did not reach their goal: they are in no mean. */
  isobar.lostOf = (tests) => {
    const { cases } = state.campaign.frames;
    let [lost, all] = [0, 0];
    for (let row = 0; row < cases.size; ++row) {
      if (!tests.every(([factor, code]) => !factor || factor.codes[row] === code)) continue;
      ++all;
      if (!cases.complete[row]) ++lost;
    }
    return { lost, all };
  };

  isobar.lostWords = ({ lost, all }) =>
    lost > 0 ? `; ${isobar.count(lost)} of ${isobar.count(all)} did not get there` : '';

  function words(factor, effect, code) {
    const [mean, low, high, cases] = effect.levels[code];
    const interval =
      low === null ? '' : `\n95 %: ${isobar.figure(low, metric())} to ${isobar.figure(high, metric())}`;
    return (
      `${factor.title} ${factor.titles[code]}\n` +
      `${isobar.words(metric().name)} ${isobar.figure(mean, metric())}${interval}\n` +
      `${isobar.count(cases)} settings${isobar.lostWords(isobar.lostOf([[factor, code]]))}`
    );
  }

  function card(effect, extent) {
    const factor = state.campaign.factors[effect.factor];
    const group = (code) => effect.levels[code][4];
    const codes = factor.levels
      .map((_, code) => code)
      .filter((code) => effect.levels[code][0] !== null)
      .sort((a, b) => group(a) - group(b) || a - b);
    const anyLost = codes.some((code) => isobar.lostOf([[factor, code]]).lost > 0);
    const names = codes.map((code) => isobar.levelName(factor, code));
    const left = Math.min(180, Math.max(50, isobar.textWidth(names) + 12));
    const scale = new isobar.Scale(extent, [left, width - (anyLost ? 66 : 14)], metric().positive, 0.05);
    const breaks = codes.map((code, i) => (i > 0 && group(code) !== group(codes[i - 1]) ? 1 : 0));
    const gaps = breaks.map((_, i) => gap * breaks.slice(0, i + 1).reduce((a, b) => a + b, 0));
    const ticks = isobar.apart(
      scale.ticks(4),
      (tick) => scale.at(tick),
      (tick) => isobar.tickText(tick, metric()),
      width,
    );
    const baseline = top + codes.length * rowHeight + gaps.at(-1);
    const height = baseline + bottom;
    const marks = codes.map((code, i) => {
      const [mean, low, high] = effect.levels[code];
      const y = top + (i + 0.5) * rowHeight + gaps[i];
      const { lost, all } = isobar.lostOf([[factor, code]]);
      const share = `${Math.max(1, Math.round((100 * lost) / all))}\u00a0%`;
      return svg(
        'g',
        isobar.hint(words(factor, effect, code)),
        svg('rect', { x: 0, y: y - rowHeight / 2, width, height: rowHeight, class: 'hit' }),
        svg('text', { x: left - 8, y: y + 4, class: 'level' }, names[i]),
        low !== null && (!metric().positive || low > 0)
          ? svg('line', { x1: scale.at(low), x2: scale.at(high), y1: y, y2: y, class: 'whisker' })
          : null,
        factor.name.split(' + ')[0] === 'scheme'
          ? isobar.markShape(isobar.factorPair(factor, code), scale.at(mean), y, 5)
          : svg('circle', { cx: scale.at(mean), cy: y, r: 4.5, class: 'dot' }),
        breaks[i]
          ? svg('line', {
              x1: 0,
              x2: width,
              y1: y - (rowHeight + gap) / 2,
              y2: y - (rowHeight + gap) / 2,
              class: 'apart',
            })
          : null,
        lost > 0 ? svg('text', { x: width, y: y + 4, class: 'lost' }, `${share} lost`) : null,
      );
    });
    const notes = [
      effect.matched
        ? `${isobar.count(effect.blocks)} sets of settings that differ in nothing else`
        : 'not matched: the design has too few settings that differ in nothing else',
    ];
    if (anyLost) notes.push('lost: failed or did not reach the goal, and in no mean');
    if (factor.binned) notes.push('levels are ranges');
    if (breaks.includes(1)) notes.push('levels on two sides of a line never meet, and do not compare');
    return el(
      'article',
      { class: 'effect', 'aria-label': `${metric().name} by ${factor.title}` },
      el('h3', {}, factor.title, el('span', { class: 'badge' }, sizeWords(effect))),
      svg(
        'svg',
        { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': `${factor.title}: ${sizeWords(effect)}` },
        ticks.map((tick) =>
          svg('line', { x1: scale.at(tick), x2: scale.at(tick), y1: top, y2: baseline, class: 'grid' }),
        ),
        marks,
        ticks.map((tick) =>
          svg(
            'text',
            { x: scale.at(tick), y: baseline + 15, class: 'tick' },
            isobar.tickText(tick, metric()),
          ),
        ),
      ),
      el('p', { class: 'note' }, notes.join('; ')),
    );
  }

  /** The metrics that have statistics, for a select. */
  isobar.metricOptions = (list) => {
    const { campaign } = state;
    const some = [...new Set(list.map((entry) => entry.metric))].sort((a, b) => a - b);
    const wanted = new Set(campaign.objectives.map((objective) => objective.metric));
    const is = (index) => wanted.has(campaign.metrics[index].name);
    const entry = (index) => [
      index,
      isobar.words(campaign.metrics[index].name) + isobar.unitWords(campaign.metrics[index]),
    ];
    return [
      ['Objectives', some.filter(is).map(entry)],
      ['Metrics', some.filter((index) => !is(index)).map(entry)],
    ].filter(([, options]) => options.length > 0);
  };

  function show() {
    parts.select.value = state.metric;
    const effects = state.campaign.effects
      .filter((effect) => effect.metric === state.metric)
      .sort((a, b) => b.size - a.size);
    if (effects.length === 0) {
      parts.cards.replaceChildren(
        el('p', { class: 'none' }, 'No factor is known to change this metric.'),
      );
      return;
    }
    const extent = range(effects);
    parts.cards.replaceChildren(...effects.map((effect) => card(effect, extent)));
  }

  isobar.startEffects = () => {
    const section = document.getElementById('effects');
    parts = { cards: el('div', { class: 'cards' }) };
    parts.select = el('select', {
      'aria-label': 'Metric of the effects',
      onchange: () => isobar.setMetric(Number(parts.select.value)),
    });
    isobar.fillSelect(parts.select, isobar.metricOptions(state.campaign.effects), state.metric);
    section.replaceChildren(
      el(
        'header',
        {},
        el('h2', {}, 'Main effects'),
        el(
          'span',
          { class: 'muted' },
          'mean of each level, all else equal (geometric where all values are above 0), with 95 % intervals',
        ),
        el('span', { class: 'controls' }, el('label', {}, 'of ', parts.select)),
      ),
      parts.cards,
    );
    isobar.on('metric', show);
    show();
  };
})((globalThis.isobar ??= {}));
