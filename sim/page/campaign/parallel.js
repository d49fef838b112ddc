// SPDX-License-Identifier: Apache-2.0
// A line for each row across an axis for each column; ranges of axes are brushed to filter.
(function (isobar) {
  const { el, state } = isobar;
  const inset = { left: 70, right: 100, top: 34, bottom: 16 };
  const leastRoom = 92; // between two axes, for their labels
  const bunch = 120; // lines of one path: so many cover each other without adding up
  const brushWidth = 22;
  let parts;
  let picture;
  let shown = new Set();
  let axes = [];
  let drag = null;

  function usual() {
    const { frame, campaign } = state;
    const keys = campaign.factors
      .map((factor) => factor.name.split(' + ')[0])
      .map((id) => frame.column(id))
      .filter((column) => column?.varies);
    const wanted = [...campaign.objectives.map((objective) => objective.metric), 'shifts', 'link_use'];
    const metrics = [...new Set(wanted)].map((id) => frame.column(id)).filter((column) => column?.varies);
    return new Set([...keys, ...metrics].slice(0, 9).map((column) => column.id));
  }

  const columnsShown = () =>
    state.frame.columns.filter((column) => shown.has(column.id) && column.varies);

  /** Where axes have no room for their labels the picture is wider, and is scrolled. */
  function widen() {
    const least = inset.left + inset.right + (columnsShown().length - 1) * leastRoom;
    picture.element.style.minWidth = `${least}px`;
    picture.later();
  }

  function layout(width, height) {
    const columns = columnsShown();
    const room = (width - inset.left - inset.right) / Math.max(1, columns.length - 1);
    axes = columns.map((column, i) => {
      const x = inset.left + i * room;
      const span = [height - inset.bottom, inset.top];
      const scale =
        column.kind === 'key'
          ? new isobar.Scale([0, column.levels.length - 1], span, false, 0.03)
          : new isobar.Scale(column.extent, span, column.canLog, 0.02, column.leastPositive);
      const y = new Float64Array(state.frame.size);
      for (let row = 0; row < state.frame.size; ++row) {
        const value = column.at(row);
        y[row] = Number.isNaN(value) ? NaN : scale.at(value);
      }
      return { column, x, scale, y };
    });
  }

  function trace(context, row) {
    let pen = false;
    for (const axis of axes) {
      const y = axis.y[row];
      if (Number.isNaN(y)) {
        pen = false;
        continue;
      }
      if (pen) context.lineTo(axis.x, y);
      else context.moveTo(axis.x, y);
      pen = true;
    }
  }

  function lines(context, rows, colour, alpha, width = 1) {
    context.strokeStyle = colour;
    context.globalAlpha = alpha;
    context.lineWidth = width;
    for (let i = 0; i < rows.length; i += bunch) {
      context.beginPath();
      for (let k = i; k < Math.min(rows.length, i + bunch); ++k) trace(context, rows[k]);
      context.stroke();
    }
    context.globalAlpha = 1;
  }

  function axisLabels(context, axis, labels) {
    const { column, scale, x } = axis;
    const next = axes[axes.indexOf(axis) + 1];
    const room = (next ? next.x : picture.width) - x - 14;
    const halo = isobar.ink('panel');
    context.font = '11px system-ui, sans-serif';
    context.fillStyle = isobar.ink('ink');
    const entries =
      column.kind === 'key'
        ? column.titles.map((title, code) => [code, title])
        : scale.ticks(6).map((tick) => [tick, isobar.tickText(tick, column)]);
    const every = Math.max(1, Math.ceil((entries.length * 12) / (picture.height - inset.top)));
    entries.forEach(([value, text], i) => {
      if (i % every !== 0) return;
      labels.write(text, x + 7, scale.at(value), { room, halo });
    });
    context.font = '600 12px system-ui, sans-serif';
    const before = axes[axes.indexOf(axis) - 1];
    const beside = Math.min(next ? next.x - x : Infinity, before ? x - before.x : Infinity);
    labels.write(column.title, x, 13, { align: 'middle', room: beside - 8 });
  }

  function brush(context, axis) {
    const ends = drag?.id === axis.column.id ? drag.ends : isobar.brushOf(axis.column.id);
    if (!ends) return;
    const margin = axis.column.kind === 'key' ? 7 : 0;
    const [a, b] = ends.map((value) => axis.scale.at(value)).sort((p, q) => p - q);
    context.fillStyle = isobar.ink('accent');
    context.globalAlpha = 0.22;
    context.fillRect(axis.x - brushWidth / 2, a - margin, brushWidth, b - a + 2 * margin);
    context.globalAlpha = 1;
    context.strokeStyle = isobar.ink('accent');
    context.lineWidth = 1.5;
    context.strokeRect(axis.x - brushWidth / 2, a - margin, brushWidth, b - a + 2 * margin);
  }

  function draw(context, width, height) {
    layout(width, height);
    const { frame } = state;
    const shading = isobar.shadingNow();
    const out = [];
    const lost = []; // dashed
    const byShade = shading.colours.map(() => []);
    for (let row = 0; row < frame.size; ++row) {
      if (!isobar.isIn(row)) out.push(row);
      else if (!frame.complete[row]) lost.push(row);
      else byShade[shading.of(row)].push(row);
    }
    const count = isobar.countIn();
    const alpha = Math.max(0.08, Math.min(0.8, 90 / Math.max(1, count) + 0.1));
    if (count < frame.size) lines(context, out, isobar.ink('line'), 0.25);
    context.setLineDash([2, 4]);
    lines(context, lost, isobar.ink('muted'), alpha);
    context.setLineDash([]);
    byShade.forEach((rows, shade) => lines(context, rows, shading.colours[shade], alpha));
    for (const axis of axes) {
      context.strokeStyle = isobar.ink('muted');
      context.lineWidth = 1;
      context.beginPath();
      context.moveTo(axis.x, inset.top - 6);
      context.lineTo(axis.x, height - inset.bottom + 6);
      context.stroke();
      brush(context, axis);
    }
    for (const [row, ink, wide] of [
      [state.hovered, 'ink', 2],
      [isobar.chosenRow(), 'ink', 3],
    ]) {
      if (row !== null) lines(context, [row], isobar.ink(ink), 1, wide);
    }
    const labels = new isobar.Labels(context, width, height);
    for (const axis of axes) axisLabels(context, axis, labels);
    isobar.parallelLabels = () => labels.boxes;
    const words = `${isobar.count(count)} lines`;
    parts.count.textContent =
      lost.length > 0
        ? `${words}; ${isobar.count(lost.length)} that did not reach their goal are dashed`
        : words;
  }

  const nearestAxis = (x) =>
    axes.reduce(
      (best, axis) => (Math.abs(axis.x - x) < Math.abs((best?.x ?? Infinity) - x) ? axis : best),
      null,
    );

  /** The nearest line at a place between two axes. */
  function nearestRow(x, y) {
    const right = axes.findIndex((axis) => axis.x > x);
    if (right < 1) return null;
    const [a, b] = [axes[right - 1], axes[right]];
    const share = (x - a.x) / (b.x - a.x);
    let [best, least] = [null, 6];
    for (let row = 0; row < state.frame.size; ++row) {
      if (!isobar.isIn(row)) continue;
      const distance = Math.abs(a.y[row] + share * (b.y[row] - a.y[row]) - y);
      if (distance < least) [best, least] = [row, distance];
    }
    return best;
  }

  function ends(axis, y0, y1) {
    const [low, high] = [axis.scale.value(y0), axis.scale.value(y1)].sort((p, q) => p - q);
    return axis.column.kind === 'key' ? [Math.ceil(low - 0.5), Math.floor(high + 0.5)] : [low, high];
  }

  function begin(event) {
    const axis = nearestAxis(event.offsetX);
    if (!axis || Math.abs(axis.x - event.offsetX) > brushWidth) {
      isobar.choose(nearestRow(event.offsetX, event.offsetY));
      return;
    }
    picture.canvas.setPointerCapture(event.pointerId);
    drag = { id: axis.column.id, axis, from: event.offsetY, ends: null };
  }

  function move(event) {
    if (!drag) {
      const axis = nearestAxis(event.offsetX);
      const onAxis = axis && Math.abs(axis.x - event.offsetX) <= brushWidth;
      picture.canvas.style.cursor = onAxis ? 'ns-resize' : 'pointer';
      const row = onAxis ? null : nearestRow(event.offsetX, event.offsetY);
      isobar.hover(row);
      isobar.tooltip(row === null ? null : isobar.rowWords(row), event.clientX, event.clientY);
      return;
    }
    const axis = axes.find((one) => one.column.id === drag.id);
    drag.ends = ends(axis, drag.from, event.offsetY);
    picture.later();
  }

  function end(event) {
    if (!drag) return;
    const { id, from } = drag;
    const found = Math.abs(event.offsetY - from) > 3 ? drag.ends : null;
    drag = null;
    isobar.setBrush(id, found && found[0] <= found[1] ? found : null);
  }

  function menu() {
    const choices = state.frame.columns.filter((column) => column.varies);
    parts.menu.replaceChildren(
      el('summary', {}, 'Axes'),
      el(
        'div',
        { class: 'choices' },
        choices.map((column) => {
          const box = el('input', {
            type: 'checkbox',
            checked: shown.has(column.id),
            onchange: () => {
              if (box.checked) shown.add(column.id);
              else shown.delete(column.id);
              widen();
            },
          });
          return el('label', {}, box, ` ${column.title}`);
        }),
      ),
    );
  }

  /** Where an axis stands and the ends of its scale, in pixels. */
  isobar.parallelAxis = (id) => {
    const axis = axes.find((one) => one.column.id === id);
    return axis && { x: axis.x, y: (value) => axis.scale.at(value) };
  };

  isobar.startParallel = () => {
    parts = { menu: el('details', { class: 'menu' }), count: el('span', { class: 'muted' }) };
    shown = usual();
    picture = new isobar.Picture(
      {
        role: 'img',
        'aria-label': 'Parallel coordinates; the fields of the table below filter by keyboard',
        onpointerdown: begin,
        onpointermove: move,
        onpointerup: end,
        onpointerleave: () => {
          if (drag) return;
          isobar.hover(null);
          isobar.tooltip(null);
        },
      },
      draw,
    );
    document
      .getElementById('parallel')
      .replaceChildren(
        el(
          'header',
          {},
          el('h2', {}, 'Parallel coordinates'),
          el('span', { class: 'muted' }, 'drag along an axis to filter, click it to take the filter away'),
          parts.count,
          el('span', { class: 'controls' }, parts.menu),
        ),
        el('div', { class: 'scroll-picture' }, picture.element),
      );
    isobar.on('frame', menu);
    isobar.on('frame', widen);
    isobar.on('frame filter shade look choice hover', () => picture.later());
    menu();
    widen();
  };
})((globalThis.isobar ??= {}));
