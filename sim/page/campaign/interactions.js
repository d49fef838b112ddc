// SPDX-License-Identifier: Apache-2.0
// Pairs of factors: how much of a metric's variation is neither's alone, and what it looks like.
(function (isobar) {
  const { el, svg, state } = isobar;
  const height = 330;
  const widest = 1000;
  const enoughForNames = 560; // narrower pictures have the lines' names under them
  const inset = { left: 74, top: 12, bottom: 40 };
  const dashes = ['', '7 4', '2 3', '9 3 2 3'];
  let parts;
  let chosen = null; // "factor second"

  const metric = () => state.campaign.metrics[state.metric];
  const key = (effect) => `${effect.factor} ${effect.second}`;

  /** The factor that goes along the axis: numbers, then the one of more levels. */
  function sides(effect) {
    const { factors } = state.campaign;
    const [first, second] = [factors[effect.factor], factors[effect.second]];
    const columns = second.levels.length;
    const at = (a, b) => effect.levels[a * columns + b];
    const rank = (factor) => (factor.numbers.length > 0 ? 100 : 0) + factor.levels.length;
    const turned = rank(second) > rank(first);
    return turned
      ? { along: second, lines: first, cell: (a, b) => at(b, a) }
      : { along: first, lines: second, cell: at };
  }

  function lineGroup(side, b, x, y, colour) {
    const cells = side.along.levels.map((_, a) => side.cell(a, b));
    const points = cells.map(([mean], a) => (mean === null ? null : [x(a), y.at(mean)]));
    const dash = dashes[Math.floor(b / 8) % 4];
    return svg(
      'g',
      { class: 'line' },
      svg('path', { d: isobar.path(points), stroke: colour, 'stroke-dasharray': dash || null }),
      cells.map(([mean, low, high, cases], a) =>
        mean === null
          ? null
          : svg(
              'g',
              isobar.hint(
                `${side.along.title} ${side.along.titles[a]}\n${side.lines.title} ${side.lines.titles[b]}\n` +
                  `${isobar.words(metric().name)} ${isobar.figure(mean, metric())}` +
                  (low === null
                    ? ''
                    : `\n95 %: ${isobar.figure(low, metric())} to ${isobar.figure(high, metric())}`) +
                  `\n${isobar.count(cases)} settings` +
                  isobar.lostWords(
                    isobar.lostOf([
                      [side.along, a],
                      [side.lines, b],
                    ]),
                  ),
              ),
              low !== null && (!metric().positive || low > 0)
                ? svg('line', { x1: x(a), x2: x(a), y1: y.at(low), y2: y.at(high), stroke: colour })
                : null,
              isobar.markShape(isobar.factorPair(side.lines, b), x(a), y.at(mean), 4.5),
              svg('circle', { cx: x(a), cy: y.at(mean), r: 10, class: 'hit' }),
            ),
      ),
    );
  }

  /** Where labels go so that none lies on another. */
  function spreadLabels(floor, labels) {
    const least = 14;
    const sorted = [...labels].sort((a, b) => a.y - b.y);
    for (let i = 1; i < sorted.length; ++i)
      sorted[i].y = Math.max(sorted[i].y, sorted[i - 1].y + least);
    const over = sorted.length > 0 ? sorted.at(-1).y - floor : 0;
    if (over > 0) {
      sorted.at(-1).y -= over;
      for (let i = sorted.length - 2; i >= 0; --i)
        sorted[i].y = Math.min(sorted[i].y, sorted[i + 1].y - least);
    }
    return sorted;
  }

  function plot(effect) {
    const side = sides(effect);
    const names = side.lines.levels.map((_, b) => isobar.levelName(side.lines, b));
    const width = Math.min(widest, Math.max(300, parts.picture.clientWidth || widest));
    const isNarrow = width < enoughForNames;
    const right = isNarrow ? 16 : Math.min(210, isobar.textWidth(names) + 30);
    const along = side.along.levels.map((_, a) => isobar.levelName(side.along, a));
    const crowded = isobar.textWidth(along) > (width - inset.left - right) / along.length;
    const bottom = inset.bottom + (crowded ? Math.min(100, isobar.textWidth(along) * 0.62 + 6) : 0);
    const every = Math.ceil((14 * along.length) / (width - inset.left - right)); // slanted names
    const values = effect.levels
      .flatMap(([mean, low, high]) => [mean, low, high])
      .filter((value) => value !== null && (!metric().positive || value > 0));
    const y = new isobar.Scale(
      isobar.extentOf(values),
      [height - bottom, inset.top],
      metric().positive,
      0.05,
    );
    const room = width - inset.left - right;
    const x = (a) => inset.left + ((a + 0.5) / side.along.levels.length) * room;
    const labels = spreadLabels(
      height - bottom,
      names
        .map((name, b) => {
          const last = side.along.levels
            .map((_, a) => a)
            .filter((a) => side.cell(a, b)[0] !== null)
            .at(-1);
          return last === undefined
            ? null
            : { name, b, x: x(last), at: y.at(side.cell(last, b)[0]), y: y.at(side.cell(last, b)[0]) };
        })
        .filter(Boolean),
    );
    return svg(
      'svg',
      {
        viewBox: `0 0 ${width} ${height}`,
        style: `max-width: ${width}px`,
        role: 'img',
        class: 'lines',
        'aria-label': `${metric().name} by ${side.along.title} and ${side.lines.title}`,
      },
      y.ticks(6).map((tick) => [
        svg('line', { x1: inset.left, x2: width - right, y1: y.at(tick), y2: y.at(tick), class: 'grid' }),
        svg(
          'text',
          { x: inset.left - 7, y: y.at(tick) + 4, class: 'level' },
          isobar.tickText(tick, metric()),
        ),
      ]).flat(),
      along.map((name, a) => {
        if (crowded && a % every !== 0) return null;
        const y = height - bottom + (crowded ? 12 : 16);
        return svg(
          'text',
          crowded
            ? { x: x(a) + 3, y, class: 'level', transform: `rotate(-38 ${x(a) + 3} ${y})` }
            : { x: x(a), y, class: 'tick' },
          name,
        );
      }),
      svg('text', { x: inset.left + room / 2, y: height - 5, class: 'axis' }, side.along.title),
      side.lines.levels.map((_, b) => lineGroup(side, b, x, y, isobar.factorPair(side.lines, b).colour)),
      (isNarrow ? [] : labels).map(({ name, b, x: from, at, y: to }) => [
        svg('path', {
          d: isobar.path([
            [from + 6, at],
            [width - right + 9, to],
          ]),
          class: 'leader',
        }),
        isobar.markShape(isobar.factorPair(side.lines, b), width - right + 14, to, 4),
        svg('text', { x: width - right + 22, y: to + 4, class: 'name' }, name),
      ]).flat(),
    );
  }

  function pairButton(effect, most) {
    const { factors } = state.campaign;
    const bar = el('span', { class: 'share' });
    bar.style.setProperty('--part', `${most > 0 ? (100 * effect.size) / most : 0}%`);
    return el(
      'button',
      {
        type: 'button',
        'aria-pressed': String(key(effect) === chosen),
        onclick: () => {
          chosen = key(effect);
          show();
        },
      },
      el('span', {}, `${factors[effect.factor].title} and ${factors[effect.second].title}`),
      bar,
      el('b', {}, isobar.percent(effect.size)),
    );
  }

  function show() {
    const all = state.campaign.interactions
      .filter((effect) => effect.metric === state.metric)
      .sort((a, b) => b.size - a.size);
    document.getElementById('interactions').hidden = all.length === 0;
    if (all.length === 0) return;
    const effect = all.find((one) => key(one) === chosen) ?? all[0];
    chosen = key(effect);
    parts.pairs.replaceChildren(...all.map((one) => pairButton(one, all[0].size)));
    parts.picture.replaceChildren(plot(effect));
    const { lines } = sides(effect);
    parts.legend.hidden = parts.picture.clientWidth >= enoughForNames;
    parts.legend.replaceChildren(
      el('b', {}, lines.title),
      ...lines.levels.map((level, b) => {
        const { mark, colour } = isobar.factorPair(lines, b);
        return el('span', { title: level }, isobar.markIcon(mark, colour), ' ', lines.titles[b]);
      }),
    );
    const { lost } = isobar.lostOf([]);
    const words = effect.matched
      ? `${isobar.words(metric().name)}; parallel lines: the two do not depend on each other. ` +
        `${isobar.count(effect.blocks)} sets of settings that differ in nothing else.`
      : 'Not matched: the design has too few settings that differ in nothing else.';
    parts.note.textContent =
      lost > 0 ? `${words} ${isobar.count(lost)} that failed or did not reach their goal are in no mean.` : words;
  }

  isobar.startInteractions = () => {
    parts = {
      pairs: el('div', { class: 'pairs', role: 'group', 'aria-label': 'Pairs of factors' }),
      picture: el('div'),
      legend: el('div', { class: 'keys-legend' }),
      note: el('p', { class: 'note' }),
    };
    document
      .getElementById('interactions')
      .replaceChildren(
        el(
          'header',
          {},
          el('h2', {}, 'Interactions'),
          el('span', { class: 'muted' }, 'share of the variation that neither factor explains alone'),
        ),
        el('div', { class: 'split' }, parts.pairs, el('div', {}, parts.picture, parts.legend, parts.note)),
      );
    isobar.on('metric look', show);
    show();
    let drawnAt = parts.picture.clientWidth;
    new ResizeObserver(() => {
      if (parts.picture.clientWidth === drawnAt) return;
      drawnAt = parts.picture.clientWidth;
      show();
    }).observe(parts.picture);
  };
})((globalThis.isobar ??= {}));
