// SPDX-License-Identifier: Apache-2.0
// All rows by two metrics, with the Pareto front of those that are in.
(function (isobar) {
  const { el, state } = isobar;
  const inset = { left: 78, right: 18, top: 14, bottom: 46 };
  let parts;
  let picture;
  let placed = null; // rows, x, y of what is drawn
  let front = [];

  const column = (axis) => state.frame.column(state[axis]);

  /** What the picture is of: rows (of candidates their first one), with x, y, whether filters
   * leave them and whether they got there. */
  function entries() {
    const { frame, campaign } = state;
    if (isobar.isOver()) {
      const { over, candidateOf } = campaign.scenarios;
      const left = new Set();
      for (let row = 0; row < frame.size; ++row) if (isobar.isIn(row)) left.add(candidateOf[row]);
      const values = (axis) =>
        over[state.scenario][campaign.metrics.findIndex((metric) => metric.name === state[axis])];
      const [x, y] = [values('x'), values('y')];
      return over.cases
        .map((row, i) => ({ row, x: x[i], y: y[i], isIn: left.has(candidateOf[row]), complete: true }))
        .filter((entry) => !Number.isNaN(entry.x) && !Number.isNaN(entry.y));
    }
    const [x, y] = [column('x'), column('y')];
    const found = [];
    for (let row = 0; row < frame.size; ++row) {
      if (isobar.scenarioOf(row) !== state.scenario) continue;
      const entry = { row, x: x.values[row], y: y.values[row], isIn: isobar.isIn(row), complete: frame.complete[row] };
      if (!Number.isNaN(entry.x) && !Number.isNaN(entry.y)) found.push(entry);
    }
    return found;
  }

  /** Ratios to the best are small where all is well, also of what is to be large. */
  const isRatio = (of) => isobar.isOver() && of.positive;
  const isLess = (of) => isRatio(of) || of.minimise;

  function place(width, height) {
    const all = entries();
    const inside = all.filter((entry) => entry.isIn);
    const seen = inside.length > 0 ? inside : all;
    const scale = (axis, span) => {
      const values = seen.map((entry) => entry[axis]);
      const least = Math.min(...values.filter((value) => value > 0));
      const log = state.log[axis] && seen.length > 0 && Math.min(...values) >= 0;
      return new isobar.Scale(seen.length > 0 ? isobar.extentOf(values) : [0, 1], span, log, 0.04, least);
    };
    const scales = {
      x: scale('x', [inset.left, width - inset.right]),
      y: scale('y', [height - inset.bottom, inset.top]),
    };
    placed = {
      all,
      rows: all.map((entry) => entry.row),
      scales,
      px: Float64Array.from(all, (entry) => scales.x.at(entry.x)),
      py: Float64Array.from(all, (entry) => scales.y.at(entry.y)),
    };
  }

  /** Places (in `placed`) of those that no other one beats in both metrics, from best x on. */
  function findFront() {
    const signs = { x: isLess(column('x')) ? 1 : -1, y: isLess(column('y')) ? 1 : -1 };
    const value = (i, axis) => signs[axis] * placed.all[i][axis];
    const order = placed.all
      .map((_, i) => i)
      .filter((i) => placed.all[i].isIn && placed.all[i].complete)
      .sort((a, b) => value(a, 'x') - value(b, 'x') || value(a, 'y') - value(b, 'y'));
    front = [];
    let best = Infinity;
    let at = NaN;
    for (const i of order) {
      const [vx, vy] = [value(i, 'x'), value(i, 'y')];
      if (vy < best || (vy === best && vx === at)) front.push(i);
      if (vy < best) [best, at] = [vy, vx];
    }
  }

  function axes(context, width, height) {
    const { x, y } = placed.scales;
    const labels = new isobar.Labels(context, width, height);
    const figure = (axis) => (isRatio(column(axis)) ? {} : column(axis));
    context.font = '11px system-ui, sans-serif';
    context.strokeStyle = isobar.ink('grid');
    context.fillStyle = isobar.ink('muted');
    context.beginPath();
    for (const tick of x.ticks(Math.max(2, Math.floor(width / 110)))) {
      const at = Math.round(x.at(tick)) + 0.5;
      context.moveTo(at, inset.top);
      context.lineTo(at, height - inset.bottom);
      labels.write(isobar.tickText(tick, figure('x')), at, height - inset.bottom + 13, { align: 'middle' });
    }
    for (const tick of y.ticks(Math.max(2, Math.floor(height / 60)))) {
      const at = Math.round(y.at(tick)) + 0.5;
      context.moveTo(inset.left, at);
      context.lineTo(width - inset.right, at);
      labels.write(isobar.tickText(tick, figure('y')), inset.left - 7, at, { align: 'right' });
    }
    context.stroke();
    context.font = '600 12px system-ui, sans-serif';
    context.fillStyle = isobar.ink('ink');
    const words = (of) =>
      isRatio(of)
        ? `${isobar.words(of.id)}, times the best (${state.scenario})`
        : `${of.title}, ${of.minimise ? 'less' : 'more'} is better`;
    const room = { x: width - inset.left - inset.right, y: height - inset.top - inset.bottom };
    labels.write(words(column('x')), (inset.left + width - inset.right) / 2, height - 12, { align: 'middle', room: room.x });
    context.save();
    context.translate(14, (inset.top + height - inset.bottom) / 2);
    context.rotate(-Math.PI / 2);
    context.textBaseline = 'middle';
    context.textAlign = 'center';
    const upright = isobar.fitted(words(column('y')), room.y, (text) => context.measureText(text).width);
    context.fillText(upright, 0, 0);
    context.restore();
    isobar.frontLabels = () => labels.boxes;
  }

  /** Points of one colour in one path: ten thousand strokes would take too long. */
  function cloud(context, shading, rows, size, alpha) {
    const byShade = new Map();
    for (const i of rows) {
      const shade = shading.of(placed.rows[i]);
      if (!byShade.has(shade)) byShade.set(shade, []);
      byShade.get(shade).push(i);
    }
    context.globalAlpha = alpha;
    for (const [shade, members] of byShade) {
      context.fillStyle = shading.colours[shade];
      const mark = isobar.marks[shading.marks[shade]];
      context.beginPath();
      for (const i of members) mark(context, placed.px[i], placed.py[i], size);
      context.fill();
    }
    context.globalAlpha = 1;
  }

  function ring(context, i, size) {
    context.beginPath();
    context.arc(placed.px[i], placed.py[i], size, 0, 2 * Math.PI);
    context.stroke();
  }

  function frontLine(context) {
    context.strokeStyle = isobar.ink('ink');
    context.globalAlpha = 0.55;
    context.lineWidth = 1.5;
    context.beginPath();
    front.forEach((i, k) => {
      if (k === 0) context.moveTo(placed.px[i], placed.py[i]);
      else {
        context.lineTo(placed.px[i], placed.py[front[k - 1]]);
        context.lineTo(placed.px[i], placed.py[i]);
      }
    });
    context.stroke();
    context.globalAlpha = 1;
  }

  function draw(context, width, height) {
    place(width, height);
    findFront();
    axes(context, width, height);
    const shading = shadingHere();
    const onFront = new Set(front);
    const all = placed.all.map((_, i) => i);
    const is = (i) => placed.all[i];
    const out = all.filter((i) => !is(i).isIn);
    const lost = all.filter((i) => is(i).isIn && !is(i).complete);
    const beaten = all.filter((i) => is(i).isIn && is(i).complete && !onFront.has(i));
    const grey = { of: () => 0, colours: [isobar.ink('link')], marks: [0] };
    const many = all.length - out.length > 1500;
    context.save();
    context.beginPath();
    context.rect(inset.left, inset.top, width - inset.left - inset.right, height - inset.top - inset.bottom);
    context.clip();
    cloud(context, grey, out, 1.6, 0.3);
    context.restore();
    crosses(context, lost);
    cloud(context, shading, beaten, many ? 2.6 : 3.4, many ? 0.35 : 0.45);
    frontLine(context);
    cloud(context, shading, front, 5.5, 1);
    context.strokeStyle = isobar.ink('panel');
    context.lineWidth = 1;
    for (const i of front) ring(context, i, 7.6);
    highlight(context);
    const words = countWords();
    parts.count.textContent = lost.length
      ? `${words}; ${isobar.count(lost.length)} that did not reach their goal (×) are not compared`
      : words;
  }

  /** Of all settings in the plain metrics of two objectives the count is that of the findings. */
  function countWords() {
    const { objectives, scenarios } = state.campaign;
    const wanted = objectives.map((objective) => objective.metric);
    const areObjectives = state.x !== state.y && [state.x, state.y].every((id) => wanted.includes(id));
    const what = isobar.isOver() ? 'candidates' : state.frame.name === 'cases' ? 'settings' : 'points';
    const where = scenarios.titles.length > 1 ? `, ${isobar.scenarioWords()}` : '';
    const isWhole = areObjectives && !isobar.isFiltered() && state.frame.name === 'cases';
    if (isWhole && wanted.length === 2) {
      const { front: members, settings } = isobar.frontTally();
      return `${isobar.count(members)} of ${isobar.count(settings)} ${what} on the front${where}`;
    }
    const compared = placed.all.filter((entry) => entry.isIn && entry.complete).length;
    const here = `${isobar.count(front.length)} of ${isobar.count(compared)} ${what} best in these two metrics${where}`;
    if (!isWhole) return here;
    return `${here}; ${isobar.count(isobar.frontTally().front)} on the front of all ${wanted.length} objectives`;
  }

  /** Colours of what is one value of a candidate; what differs by scenario has none. */
  function shadingHere() {
    const shown = state.frame.column(state.colour);
    const isGiven = shown && (shown.kind === 'metric' || givenKeys().includes(shown.id));
    return isobar.isOver() && isGiven ? isobar.shading(null) : isobar.shading(shown);
  }
  const givenKeys = () => {
    const { keys } = state.campaign.scenarios;
    return keys.includes('fabric') ? [...keys, 'family'] : keys;
  };

  function crosses(context, lost) {
    context.strokeStyle = isobar.ink('muted');
    context.globalAlpha = 0.4;
    context.lineWidth = 1;
    context.beginPath();
    for (const i of lost) {
      const [x, y, r] = [placed.px[i], placed.py[i], 2.6];
      context.moveTo(x - r, y - r);
      context.lineTo(x + r, y + r);
      context.moveTo(x - r, y + r);
      context.lineTo(x + r, y - r);
    }
    context.stroke();
    context.globalAlpha = 1;
  }

  function highlight(context) {
    for (const [row, colour, width] of [
      [state.hovered, 'muted', 1.5],
      [isobar.chosenRow(), 'ink', 2.5],
    ]) {
      const i = row === null ? -1 : placed.rows.indexOf(row);
      if (i < 0) continue;
      context.strokeStyle = isobar.ink(colour);
      context.lineWidth = width;
      ring(context, i, 10);
    }
  }

  /** The row that is nearest to a place, of those within reach; front rows first. */
  function nearest(x, y) {
    const reach = 14;
    let [best, least] = [null, reach * reach];
    const look = (i, bonus) => {
      const distance = (placed.px[i] - x) ** 2 + (placed.py[i] - y) ** 2 - bonus;
      if (distance < least) [best, least] = [placed.rows[i], distance];
    };
    placed.all.forEach((entry, i) => entry.isIn && look(i, 0));
    for (const i of front) look(i, 25);
    return best;
  }

  /** What a row is, in a few lines. */
  isobar.rowWords = (row) => {
    const { frame } = state;
    const lines = frame.keys
      .filter((key) => key.varies && key.id !== 'family')
      .map((key) => `${key.title} ${key.text(row)}`);
    const some = [...new Set([state.x, state.y])].map((id) => frame.column(id));
    if (isobar.isOver() && placed.rows.includes(row)) return candidateWords(row);
    return [
      `Point ${frame.numbers[row]}`,
      ...(frame.complete[row] ? [] : [frame.outcome.text(row)]),
      ...lines,
      ...some.map((metric) => `${metric.title}: ${metric.text(row)}`),
    ].join('\n');
  };

  /** A candidate over scenarios. */
  function candidateWords(row) {
    const { all } = placed;
    const entry = all.find((one) => one.row === row);
    const figure = (axis) => {
      const of = column(axis);
      if (!isRatio(of)) return `${of.title}: ${isobar.figure(entry[axis], of)}`;
      return `${isobar.words(of.id)}: ${Number(entry[axis].toPrecision(3))} times the best`;
    };
    return [isobar.candidateName(row), isobar.scenarioWords(), ...new Set(['x', 'y'].map(figure))].join('\n');
  }

  function along(step) {
    if (front.length === 0) return;
    const rows = front.map((i) => placed.rows[i]);
    const at = rows.indexOf(isobar.chosenRow());
    const next = at < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, at + step));
    if (next !== at) isobar.choose(rows[next]);
    document.getElementById('live').textContent = isobar.rowWords(rows[next]);
  }
  isobar.alongFront = along;
  isobar.frontRows = () => front.map((i) => placed.rows[i]);
  isobar.placeOf = (row) => {
    const i = placed.rows.indexOf(row);
    return i < 0 ? null : [placed.px[i], placed.py[i]];
  };

  function legend() {
    const shown = state.frame.column(state.colour);
    if (!shown) return parts.legend.replaceChildren();
    const shading = isobar.shading(shown);
    if (isobar.isOver() && (shown.kind === 'metric' || givenKeys().includes(shown.id))) {
      return parts.legend.replaceChildren(
        el('b', {}, shown.title),
        'differs by scenario; choose one scenario to see it in colours',
      );
    }
    if (shown.kind === 'metric') {
      const bar = el('span', { class: 'ramp' });
      bar.style.background = `linear-gradient(to right, ${shading.colours.join(', ')})`;
      const [low, high] = shown.extent;
      return parts.legend.replaceChildren(
        el('b', {}, shown.title),
        isobar.figure(low, shown),
        bar,
        isobar.figure(high, shown),
      );
    }
    const brush = isobar.brushOf(shown.id);
    const entries = shown.levels.map((level, code) => {
      const alone = brush && brush[0] === code && brush[1] === code;
      return el(
        'button',
        {
          type: 'button',
          'aria-pressed': String(Boolean(alone)),
          title: alone ? `All of them again, not only ${level}` : `Only ${level}`,
          onclick: () => isobar.setBrush(shown.id, alone ? null : [code, code]),
        },
        isobar.markIcon(shading.marks[code], shading.colours[code]),
        shown.titles[code],
      );
    });
    return parts.legend.replaceChildren(el('b', {}, shown.title), ...entries);
  }

  function axisTools(axis) {
    const select = el('select', {
      'aria-label': axis === 'x' ? 'Across' : 'Up',
      onchange: () => isobar.setAxis(axis, select.value),
    });
    const log = el('input', {
      type: 'checkbox',
      onchange: () => {
        state.log[axis] = log.checked;
        isobar.emit('axes');
      },
    });
    parts[axis] = { select, log };
    return el(
      'span',
      { class: 'axis-tools' },
      el('label', {}, axis === 'x' ? 'Across ' : 'Up ', select),
      el('label', {}, log, ' log'),
    );
  }

  function fill() {
    for (const axis of ['x', 'y']) {
      const wanted = new Set(state.campaign.objectives.map((objective) => objective.metric));
      const options = state.frame.metrics.filter((metric) => metric.varies);
      const entry = (metric) => [metric.id, metric.title];
      isobar.fillSelect(
        parts[axis].select,
        [
          ['Objectives', options.filter((metric) => wanted.has(metric.id)).map(entry)],
          ['Metrics', options.filter((metric) => !wanted.has(metric.id)).map(entry)],
        ].filter(([, list]) => list.length > 0),
        state[axis],
      );
      const { canLog } = column(axis);
      if (!canLog) state.log[axis] = false;
      parts[axis].log.checked = state.log[axis];
      parts[axis].log.disabled = !canLog;
    }
  }

  isobar.startFront = () => {
    parts = { legend: el('div', { class: 'keys-legend' }), count: el('span', { class: 'muted' }) };
    picture = new isobar.Picture(
      {
        tabindex: 0,
        role: 'img',
        'aria-label': 'Points by two metrics; arrow keys go along the Pareto front',
        onpointermove: (event) => {
          const row = nearest(event.offsetX, event.offsetY);
          isobar.hover(row);
          isobar.tooltip(row === null ? null : isobar.rowWords(row), event.clientX, event.clientY);
        },
        onpointerleave: () => {
          isobar.hover(null);
          isobar.tooltip(null);
        },
        onclick: (event) => isobar.choose(nearest(event.offsetX, event.offsetY)),
        onkeydown: (event) => {
          const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
          if (!step) return;
          event.preventDefault();
          event.stopPropagation();
          along(step);
        },
      },
      draw,
    );
    document
      .getElementById('front')
      .replaceChildren(
        el(
          'header',
          {},
          el('h2', {}, 'Pareto front'),
          parts.count,
          el('span', { class: 'controls' }, isobar.scenarioTools(), axisTools('x'), axisTools('y')),
        ),
        picture.element,
        parts.legend,
      );
    isobar.on('axes frame', fill);
    isobar.on('axes frame filter shade look choice hover scenario', () => picture.later());
    isobar.on('frame filter shade look scenario', legend);
    fill();
    legend();
    picture.now(); // keys go along the front from the start
  };
})((globalThis.isobar ??= {}));
