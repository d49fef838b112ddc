// SPDX-License-Identifier: Apache-2.0
// A metric against the number of PEs, with the exponents of its power laws.
(function (isobar) {
  const { el, svg, state } = isobar;
  const width = 420;
  const height = 260;
  const inset = { left: 66, right: 14, top: 10, bottom: 36 };
  let parts;

  const metric = () => state.campaign.metrics[state.metric];
  const factor = (name) =>
    state.campaign.factors.find((one) => one.name === name || one.name.startsWith(`${name} + `));
  const schemeOf = (law) => {
    const schemes = factor('scheme');
    return schemes ? schemes.titles[law.scheme] : 'all';
  };
  const pairOf = (law) => {
    const schemes = factor('scheme');
    return schemes ? isobar.factorPair(schemes, law.scheme) : { mark: 0, colour: isobar.ink('muted') };
  };
  const familyOf = (law) => factor('family')?.levels[law.family] ?? 'all fabrics';

  const lost = (law) =>
    isobar.lostOf([
      [factor('scheme'), law.scheme],
      [factor('family'), law.family],
    ]).lost;

  function curve(law, x, y) {
    const pair = pairOf(law);
    const { colour } = pair;
    const ends = [law.points[0][0], law.points.at(-1)[0]];
    const hint = isobar.hint(
      `${schemeOf(law)} on ${familyOf(law)}\n${isobar.words(metric().name)} ∝ P^${law.b.toFixed(3)}\n` +
        `95 %: ${law.low.toFixed(3)} to ${law.high.toFixed(3)}`,
    );
    const fitted = ends.map((p) => [x.at(p), y.at(law.a * p ** law.b)]);
    return svg(
      'g',
      { class: 'line', ...hint },
      svg('path', { d: isobar.path(fitted), stroke: colour, 'stroke-dasharray': law.bent ? '3 4' : null }),
      svg('path', { d: isobar.path(fitted), class: 'hit-line' }),
      law.points.map(([p, value]) =>
        isobar.markShape(pair, x.at(p), y.at(value), 4.2),
      ),
    );
  }

  function picture(family, laws, x, extent) {
    const y = new isobar.Scale(extent, [height - inset.bottom, inset.top], true, 0.05);
    return el(
      'article',
      { class: 'effect', 'aria-label': `Scaling on ${family}` },
      el('h3', {}, family),
      svg(
        'svg',
        { viewBox: `0 0 ${width} ${height}`, role: 'img', class: 'lines', 'aria-label': `${metric().name} against PEs on ${family}` },
        y.ticks(5).map((tick) => [
          svg('line', { x1: inset.left, x2: width - inset.right, y1: y.at(tick), y2: y.at(tick), class: 'grid' }),
          svg('text', { x: inset.left - 7, y: y.at(tick) + 4, class: 'level' }, isobar.tickText(tick, metric())),
        ]).flat(),
        isobar.apart(x.ticks(5), (tick) => x.at(tick), (tick) => isobar.tickText(tick), width).map((tick) =>
          svg('text', { x: x.at(tick), y: height - inset.bottom + 16, class: 'tick' }, isobar.tickText(tick)),
        ),
        svg('text', { x: (inset.left + width - inset.right) / 2, y: height - 4, class: 'axis' }, 'PEs (P)'),
        laws.map((law) => curve(law, x, y)),
      ),
    );
  }

  /** The interval of an exponent on a scale that all rows share. */
  function interval(law, scale) {
    const y = 9;
    return svg(
      'svg',
      { viewBox: '0 0 200 18', class: 'interval', 'aria-hidden': 'true' },
      svg('line', { x1: scale.at(0), x2: scale.at(0), y1: 0, y2: 18, class: 'grid' }),
      svg('line', { x1: scale.at(1), x2: scale.at(1), y1: 0, y2: 18, class: 'grid' }),
      svg('line', { x1: scale.at(law.low), x2: scale.at(law.high), y1: y, y2: y, class: 'whisker' }),
      isobar.markShape(pairOf(law), scale.at(law.b), y, 4.5),
    );
  }

  function table(laws) {
    const bounds = isobar.extentOf(laws.flatMap((law) => [law.low, law.high, 0, 1]));
    const scale = new isobar.Scale(bounds, [6, 194], false, 0.02);
    const head = ['Fabric', 'Scheme', 'Exponent b', '95 % interval', '', 'R²', 'Sizes', 'Settings', 'Lost', ''];
    return el(
      'table',
      { class: 'laws' },
      el('thead', {}, el('tr', {}, head.map((text) => el('th', { scope: 'col' }, text)))),
      el(
        'tbody',
        {},
        laws.map((law) =>
          el(
            'tr',
            {},
            el('td', { class: 'text' }, familyOf(law)),
            el('td', { class: 'text' }, schemeOf(law)),
            el('td', {}, el('b', {}, law.b.toFixed(3))),
            el('td', {}, `${law.low.toFixed(3)} … ${law.high.toFixed(3)}`),
            el('td', { class: 'text' }, interval(law, scale)),
            el('td', {}, law.r_squared === null ? '–' : law.r_squared.toFixed(3)),
            el('td', {}, law.sizes),
            el('td', {}, isobar.count(law.cases)),
            el('td', {}, lost(law) > 0 ? isobar.count(lost(law)) : ''),
            el('td', { class: 'text muted' }, law.bent ? 'bends: b is the mean slope' : ''),
          ),
        ),
      ),
    );
  }

  function show() {
    const laws = state.campaign.scalings
      .filter((law) => law.metric === state.metric && law.points.length > 1)
      .sort((a, b) => a.family - b.family || a.b - b.b);
    const families = [...new Set(laws.map((law) => law.family))];
    if (laws.length === 0) {
      parts.cards.replaceChildren(
        el('p', { class: 'none' }, 'For a power law, a metric above 0 and three sizes of one fabric family are needed.'),
      );
      parts.table.replaceChildren();
      return;
    }
    const sizes = isobar.extentOf(laws.flatMap((law) => law.points.map(([p]) => p)));
    const fitted = (law) =>
      [law.points[0], law.points.at(-1)].map(([p]) => law.a * p ** law.b);
    const values = isobar.extentOf(
      laws.flatMap((law) => [...law.points.map(([, value]) => value), ...fitted(law)]),
    );
    const x = new isobar.Scale(sizes, [inset.left, width - inset.right], true, 0.05);
    parts.cards.replaceChildren(
      ...families.map((family) => {
        const some = laws.filter((law) => law.family === family);
        return picture(familyOf(some[0]), some, x, values);
      }),
    );
    const schemes = [...new Set(laws.map((law) => law.scheme))].sort((a, b) => a - b);
    parts.legend.replaceChildren(
      ...schemes.map((scheme) => {
        const { mark, colour } = pairOf({ scheme });
        return el('span', {}, isobar.markIcon(mark, colour), ' ', schemeOf({ scheme }));
      }),
    );
    parts.table.replaceChildren(table(laws));
  }

  isobar.startScaling = () => {
    const section = document.getElementById('scaling');
    section.hidden = state.campaign.scalings.length === 0;
    if (section.hidden) return;
    parts = {
      cards: el('div', { class: 'cards' }),
      table: el('div', { class: 'scroll-x' }),
      legend: el('div', { class: 'keys-legend' }),
    };
    parts.select = el('select', {
      'aria-label': 'Metric of the scaling',
      onchange: () => isobar.setMetric(Number(parts.select.value)),
    });
    isobar.fillSelect(parts.select, isobar.metricOptions(state.campaign.scalings), state.metric);
    section.replaceChildren(
      el(
        'header',
        {},
        el('h2', {}, 'Scaling'),
        el('span', { class: 'muted' }, 'a·P^b by least squares of the logarithms; settings that are equal but for the fabric share an a'),
        el('span', { class: 'controls' }, el('label', {}, 'of ', parts.select)),
      ),
      parts.legend,
      parts.cards,
      parts.table,
    );
    isobar.on('metric look', () => {
      parts.select.value = state.metric;
      show();
    });
    show();
  };
})((globalThis.isobar ??= {}));
