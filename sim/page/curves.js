// SPDX-License-Identifier: Apache-2.0
// Curves over time, drawn once a size; the cursor alone follows the position. A click goes there.
(function (isobar) {
  const { el, state } = isobar;
  const inset = { right: 10, top: 6, bottom: 18 };
  const leastLeft = 46;
  const font = '11px system-ui, sans-serif';
  let plots = [];

  const times = (run) => isobar.timesOf(run, state.by);
  const endOfTime = () => state.timeline.times[state.timeline.last] || 1;

  /** Round values from 0 to the top; powers of ten when loads are spread widely. */
  function ticks(top, wide, whole) {
    if (wide) {
      const list = [0, 1];
      while (list.at(-1) * 10 <= top) list.push(list.at(-1) * 10);
      return list;
    }
    const rough = top / 3;
    const size = 10 ** Math.floor(Math.log10(rough));
    const round = [1, 2, 5, 10].find((factor) => factor * size >= rough) * size;
    const step = whole ? Math.max(1, round) : round;
    return Array.from({ length: Math.floor(top / step + 1e-9) + 1 }, (_, i) =>
      Number((i * step).toPrecision(6)),
    );
  }

  /** A plot of lines { run, values, colour, dash, width, band }. */
  isobar.Plot = class {
    constructor({ lines, top, wide = false, unit = isobar.count }) {
      Object.assign(this, { lines, wide, unit, top: top > 0 ? top * (wide ? 1 : 1.06) : 1 });
      this.canvas = el('canvas');
      this.cursor = el('div', { class: 'cursor' });
      this.element = el('div', { class: 'plot' }, this.canvas, this.cursor);
      this.sized = new ResizeObserver(() => this.draw());
      this.sized.observe(this.element);
      const seek = (event) => {
        const share = (event.offsetX - this.left) / (this.width - this.left - inset.right);
        isobar.play(false);
        isobar.goTo(state.timeline.indexAt(Math.max(0, Math.min(1, share)) * endOfTime()));
      };
      this.element.addEventListener('pointerdown', (event) => {
        this.element.setPointerCapture(event.pointerId);
        seek(event);
      });
      this.element.addEventListener('pointermove', (event) => {
        if (event.buttons & 1) seek(event);
      });
    }

    x(time) {
      return this.left + (time / endOfTime()) * (this.width - this.left - inset.right);
    }

    y(value) {
      const share = this.wide ? Math.log1p(value) / Math.log1p(this.top) : value / this.top;
      return this.height - inset.bottom - share * (this.height - inset.top - inset.bottom);
    }

    draw() {
      const { width, height } = this.element.getBoundingClientRect();
      if (width === 0) return;
      Object.assign(this, { width, height });
      this.canvas.width = Math.round(width * devicePixelRatio);
      this.canvas.height = Math.round(height * devicePixelRatio);
      const context = this.canvas.getContext('2d');
      context.scale(devicePixelRatio, devicePixelRatio);
      context.font = font;
      this.marks = this.marksOfAxis();
      const widest = this.marks.map(([, text]) => context.measureText(text).width);
      this.left = Math.max(leastLeft, Math.ceil(Math.max(...widest)) + 10);
      this.axes(context);
      for (const line of this.lines) this.line(context, line);
      this.move();
    }

    /** Values of the axis with their texts. */
    marksOfAxis() {
      const percent = (share) => `${Number((100 * share).toPrecision(4))}\u00a0%`;
      const text = this.unit === isobar.percent ? percent : this.unit;
      const whole = this.unit === isobar.count;
      return ticks(this.top, this.wide, whole).map((value) => [value, text(value)]);
    }

    axes(context) {
      context.strokeStyle = isobar.ink('grid');
      context.fillStyle = isobar.ink('muted');
      context.textAlign = 'right';
      context.textBaseline = 'middle';
      context.beginPath();
      for (const [value, text] of this.marks) {
        const y = Math.round(this.y(value)) + 0.5;
        context.moveTo(this.left, y);
        context.lineTo(this.width - inset.right, y);
        context.fillText(text, this.left - 6, y);
      }
      context.stroke();
      context.textBaseline = 'alphabetic';
      context.textAlign = 'left';
      context.fillText('0', this.left, this.height - 4);
      context.textAlign = 'right';
      const end = endOfTime();
      context.fillText(
        `${isobar.count(Math.ceil(end))} ${isobar.unitName(state.by)}`,
        this.width - inset.right,
        this.height - 4,
      );
    }

    /** Staircases: what holds after a frame holds until the next one ends; what happens `during`
     * a frame holds from its beginning. From the values in one pixel column the first, the extremes
     * and the last are drawn. */
    line(context, { run, values, colour, dash = [], width = 1.75, band = null, during = false }) {
      const at = times(run);
      const path = (list) => {
        let [column, low, high, held] = [
          -1,
          0,
          0,
          this.y(list[during ? Math.min(1, run.count) : 0]),
        ];
        context.moveTo(this.x(0), held);
        for (let p = 1; p < list.length; ++p) {
          const [x, y] = [this.x(at[during ? p - 1 : p]), this.y(list[p])];
          if (Math.floor(x) !== column) {
            if (column >= 0 && low !== high) {
              context.lineTo(column + 0.5, low);
              context.lineTo(column + 0.5, high);
            }
            context.lineTo(x, held);
            context.lineTo(x, y);
            [column, low, high] = [Math.floor(x), y, y];
          } else {
            [low, high] = [Math.min(low, y), Math.max(high, y)];
          }
          held = y;
        }
        context.lineTo(this.x(at[list.length - 1]), held);
      };
      const ink = isobar.ink(colour);
      context.save();
      context.beginPath();
      context.rect(0, 0, this.width, this.height - inset.bottom + 2);
      context.clip();
      if (band) {
        context.beginPath();
        path(values);
        context.lineTo(this.x(at[run.count]), this.y(band[run.count]));
        for (let p = run.count; p >= 1; --p) {
          context.lineTo(this.x(at[p]), this.y(band[p]));
          context.lineTo(this.x(at[p]), this.y(band[p - 1]));
        }
        context.lineTo(this.x(0), this.y(band[0]));
        context.fillStyle = ink;
        context.globalAlpha = 0.1;
        context.fill();
        context.globalAlpha = 1;
      }
      context.beginPath();
      path(values);
      context.strokeStyle = ink;
      context.setLineDash(dash);
      context.lineWidth = width;
      context.lineJoin = 'round';
      context.stroke();
      context.restore();
    }

    move() {
      if (!this.width) return;
      this.cursor.style.top = `${inset.top}px`;
      this.cursor.style.height = `${this.height - inset.top - inset.bottom}px`;
      const x = this.x(state.timeline.times[state.index]);
      this.cursor.style.transform = `translateX(${x - 0.75}px)`;
    }
  };

  function swatch(colour, dashed) {
    const line = el('span', { class: dashed ? 'swatch dashed' : 'swatch' });
    line.style.setProperty('--colour', `var(--${colour})`);
    return line;
  }

  const duringFrames = [
    ...['moved', 'use', 'work', 'balance', 'wait', 'rest'],
    ...['efficiency', 'longest', 'average', 'offPe'],
  ];
  const dashes = [[], [6, 3], [2, 3], [8, 3, 2, 3]];

  /** One curve: title, the values now, the plot. `parts`: names of series with a colour each. */
  function curve(title, parts, { unit = isobar.count, wide = false } = {}) {
    const { runs } = state;
    const several = runs.length > 1;
    const lines = runs.flatMap((run, r) =>
      parts.map(({ name, colour, dash }) => ({
        run,
        r,
        name,
        values: run.series[name],
        colour: several ? `run-${r % 4}` : colour,
        dash: several ? (name === 'mean' ? [1, 3] : dashes[r % 4]) : dash,
        width: name === 'mean' ? 1 : 1.75,
        band: name === 'max' ? run.series.min : null,
        during: duringFrames.includes(name),
      })),
    );
    const top = lines.reduce((most, line) => line.values.reduce((a, b) => Math.max(a, b), most), 0);
    const plot = new isobar.Plot({ lines, top, wide, unit });
    const values = el('div', { class: 'values' });
    plot.name = title;
    plot.refresh = () =>
      values.replaceChildren(
        ...(several
          ? runs.map((run, r) =>
              el(
                'span',
                {},
                isobar.runSwatch(r),
                parts.map(({ name }) => unit(run.series[name][isobar.position(r)])).join(' / '),
              ),
            )
          : parts.map(({ name, colour, dash }) =>
              el(
                'span',
                {},
                swatch(colour, dash?.length > 0),
                parts.length > 1 ? `${name} ` : '',
                unit(runs[0].series[name][isobar.position(0)]),
              ),
            )),
      );
    const words =
      several && parts.length > 1
        ? `${title}: ${parts.map((part) => part.name).join(' / ')}`
        : title;
    plot.card = el(
      'div',
      { class: 'panel curve', role: 'group', 'aria-label': title },
      el('header', {}, el('h2', {}, words), values),
      plot.element,
    );
    return plot;
  }

  function build() {
    const { runs } = state;
    for (const plot of plots) plot.sized.disconnect();
    const widest = Math.max(...runs.map((run) => run.mostLoad));
    const wide = widest > 20 * Math.max(1, runs[0].mean);
    plots = [
      curve(
        'Load of a PE',
        [
          { name: 'max', colour: 'max' },
          { name: 'mean', colour: 'mean', dash: [4, 3] },
          { name: 'min', colour: 'min' },
        ],
        { wide },
      ),
      curve(runs.some((run) => run.activity) ? 'PEs with empty queues' : 'Idle PEs', [{ name: 'idle', colour: 'run-0' }]),
    ];
    if (runs.every((run) => !run.inCycles)) {
      plots.push(curve('T, shifts so far', [{ name: 'shifts', colour: 'run-0' }]));
    }
    if (runs.every((run) => run.activity)) {
      plots.push(
        curve(
          'Executors’ time',
          [
            { name: 'work', colour: 'run-0' },
            { name: 'balance', colour: 'max', dash: [6, 3] },
            { name: 'wait', colour: 'run-2', dash: [2, 3] },
            { name: 'rest', colour: 'mean', dash: [8, 3, 2, 3] },
          ],
          { unit: isobar.percent },
        ),
      );
    }
    if (runs.every((run) => run.hasIterations)) {
      plots.push(
        curve('Efficiency of an iteration', [{ name: 'efficiency', colour: 'run-0' }], {
          unit: isobar.percent,
        }),
      );
      plots.push(
        curve('Work of a PE in an iteration, cycles', [
          { name: 'longest', colour: 'max' },
          { name: 'average', colour: 'mean', dash: [4, 3] },
        ]),
      );
    }
    if (runs.every((run) => run.series.offPe)) {
      plots.push(curve('Bytes to other PEs in an iteration', [{ name: 'offPe', colour: 'run-3' }]));
    }
    if (runs.some((run) => run.hasMoves)) {
      plots.push(curve('Tasks moved in a frame', [{ name: 'moved', colour: 'run-2' }]));
    }
    if (runs.some((run) => run.use)) {
      plots.push(
        curve('Links busy', [{ name: 'use', colour: 'run-2' }], { unit: isobar.percent }),
      );
    }
    document.getElementById('curves').replaceChildren(...plots.map((plot) => plot.card));
  }

  isobar.startCurves = () => {
    isobar.on('data', build);
    isobar.on('time look', () => plots.forEach((plot) => plot.draw()));
    isobar.on('position', () =>
      plots.forEach((plot) => {
        plot.move();
        plot.refresh();
      }),
    );
  };
})((globalThis.isobar ??= {}));
