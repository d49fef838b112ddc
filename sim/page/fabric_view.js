// SPDX-License-Identifier: Apache-2.0
// A pane for each run: its configuration, its current state, the fabric with zoom, choice and tooltips.
(function (isobar) {
  const { el, state } = isobar;
  const most = 110; // pixels between neighbours; more room makes nothing clearer
  let panes = [];

  class Pane {
    constructor(run, r) {
      this.r = r;
      this.canvas = el('canvas', { tabindex: 0, role: 'img' });
      this.now = el('div', { class: 'now' });
      this.legend = el('div', { class: 'legend' });
      const zoom = [
        isobar.button('Zoom in', 'Zoom in (Z)', () => this.zoom(1.4), '+'),
        isobar.button('Zoom out', 'Zoom out (Shift+Z)', () => this.zoom(1 / 1.4), '−'),
        isobar.button('Fit', 'The whole fabric (0)', () => this.fit(), '⤢'),
      ];
      this.element = el(
        'article',
        { class: 'panel fabric', 'aria-label': run.name },
        el('header'),
        el('div', { class: 'bar' }, this.now, el('div', { class: 'zoom' }, zoom)),
        el('div', { class: 'stage' }, this.canvas),
        this.legend,
      );
      this.show(run);
      this.listen();
      this.sized = new ResizeObserver(() => this.resize());
      this.sized.observe(this.canvas);
    }

    /** Shows another run, or more of the same, on an equal fabric. */
    show(run) {
      this.run = run;
      this.painter = new isobar.Painter(run, this.canvas);
      this.element.firstChild.replaceWith(isobar.summary(run, this.r));
    }

    resize() {
      const { width, height } = this.canvas.getBoundingClientRect();
      if (width === 0 || height === 0) return;
      this.canvas.width = Math.round(width * devicePixelRatio);
      this.canvas.height = Math.round(height * devicePixelRatio);
      [this.width, this.height] = [width, height];
      if (!this.moved) this.fit();
      this.draw();
    }

    fit() {
      const { left, right, top, bottom } = this.painter.layout;
      const scale = Math.min(this.width / (right - left), this.height / (bottom - top), most);
      this.view = {
        scale,
        left: this.width / 2 - (scale * (left + right)) / 2,
        top: this.height / 2 - (scale * (top + bottom)) / 2,
      };
      this.moved = false;
      this.draw();
    }

    zoom(factor, x = this.width / 2, y = this.height / 2) {
      const { view } = this;
      const scale = Math.max(0.3, Math.min(160, view.scale * factor));
      view.left = x - ((x - view.left) * scale) / view.scale;
      view.top = y - ((y - view.top) * scale) / view.scale;
      view.scale = scale;
      this.moved = true;
      this.draw();
    }

    listen() {
      const { canvas } = this;
      canvas.addEventListener(
        'wheel',
        (event) => {
          if (!event.ctrlKey && !event.metaKey) return;
          event.preventDefault();
          this.zoom(Math.exp(-event.deltaY / 300), event.offsetX, event.offsetY);
        },
        { passive: false },
      );
      canvas.addEventListener('pointerdown', (event) => {
        this.drag = { x: event.clientX, y: event.clientY, far: false };
        canvas.setPointerCapture(event.pointerId);
      });
      canvas.addEventListener('pointermove', (event) => {
        if (this.drag) this.pan(event);
        else this.hover(event);
      });
      canvas.addEventListener('pointerup', (event) => {
        if (this.drag && !this.drag.far) this.choose(event);
        this.drag = null;
      });
      canvas.addEventListener('pointercancel', () => {
        this.drag = null;
      });
      canvas.addEventListener('pointerleave', () => {
        this.painter.hoveredPe = null;
        isobar.tooltip(null);
        this.draw();
      });
    }

    pan(event) {
      const [dx, dy] = [event.clientX - this.drag.x, event.clientY - this.drag.y];
      if (!this.drag.far && Math.hypot(dx, dy) < 4) return;
      this.view.left += dx;
      this.view.top += dy;
      this.moved = true;
      this.drag = { x: event.clientX, y: event.clientY, far: true };
      this.draw();
    }

    peAt(px, py) {
      const { x, y, size } = this.painter.layout;
      const { scale, left, top } = this.view;
      const [ux, uy] = [(px - left) / scale, (py - top) / scale];
      const reach = Math.max(size / 2 + 0.06, scale < 15 ? 0.5 : 0, 4 / scale);
      let [found, nearest] = [null, reach];
      for (let pe = 0; pe < this.run.pes; ++pe) {
        const away = Math.max(Math.abs(x[pe] - ux), Math.abs(y[pe] - uy));
        if (away < nearest) [found, nearest] = [pe, away];
      }
      return found;
    }

    linkAt(px, py) {
      const { run, painter } = this;
      const { scale, left, top } = this.view;
      if (scale < 24) return null;
      let [found, nearest] = [null, 6];
      for (let link = 0; link < run.links; ++link) {
        if (!painter.drawn(link)) continue;
        for (let u = 0.05; u < 1; u += 0.05) {
          const [x, y] = painter.layout.geometry.at(link, u);
          const away = Math.hypot(x * scale + left - px, y * scale + top - py);
          if (away < nearest) [found, nearest] = [link, away];
        }
      }
      return found;
    }

    hover(event) {
      const pe = this.peAt(event.offsetX, event.offsetY);
      const link = pe === null ? this.linkAt(event.offsetX, event.offsetY) : null;
      this.canvas.style.cursor = pe === null && link === null ? '' : 'pointer';
      isobar.tooltip(this.words(pe, link), event.clientX, event.clientY);
      if (pe === this.painter.hoveredPe) return;
      this.painter.hoveredPe = pe;
      this.draw();
    }

    words(pe, link) {
      const { run } = this;
      const p = isobar.position(this.r);
      const busy = (use) => `busy ${isobar.percent(use)} of the time so far`;
      if (pe !== null) {
        const load = `${isobar.tasks(run.loadAt(p, pe))}, mean ${isobar.count(run.mean)}`;
        const machine = run.machines.areGiven ? `${run.machines.words(pe)}\n` : '';
        return `PE ${run.address(pe)}\n${machine}${load}\nits links ${busy(run.peUse(p, pe))}`;
      }
      if (link === null) return null;
      const tasks = run.tasksSoFar(p);
      const name = `Link ${run.linkName(link)}, dimension ${run.dimension[link]}`;
      const carried = `${isobar.tasks(tasks[link])} so far`;
      return `${name}\n${carried}\n${busy(run.linkUse(p, link))}`;
    }

    choose(event) {
      const pe = this.peAt(event.offsetX, event.offsetY);
      const link = pe === null ? this.linkAt(event.offsetX, event.offsetY) : null;
      if (link !== null) isobar.chooseLink(this.r, link);
      else isobar.choosePe(pe);
    }

    draw() {
      if (!this.view) return;
      const { index, shown } = state;
      const travelling = shown < index || (state.playing && shown > index);
      const before = Math.floor(shown);
      const p = isobar.position(this.r, travelling ? before : index);
      const next = isobar.position(this.r, Math.min(before + 1, state.timeline.last));
      this.painter.draw(this.view, p, travelling && next > p ? shown - before : null);
    }

    /** Against the first run, if it has as many PEs. */
    difference(p) {
      const [first] = state.runs;
      if (this.r === 0 || first.pes !== this.run.pes) return '';
      const other = first.loadsAt(isobar.position(0));
      const count = this.run
        .loadsAt(p)
        .reduce((sum, load, pe) => sum + (load !== other[pe] ? 1 : 0), 0);
      const words =
        count === 0 ? 'all loads as in 1' : `${isobar.count(count)} loads differ from 1`;
      return el('span', { class: 'muted' }, words);
    }

    refresh() {
      const { run } = this;
      const p = isobar.position(this.r);
      const { max, min, idle, shifts } = run.series;
      const fact = (name, value) => el('span', { class: 'muted' }, `${name} `, el('b', {}, value));
      const badge = (yes, name, no) =>
        el('span', { class: yes ? 'badge yes' : 'badge' }, yes ? name : no);
      this.now.replaceChildren(
        ...(run.inCycles
          ? []
          : [
              badge(run.sharedAt(p), '✓ shared', 'not shared'),
              badge(run.balancedAt(p), '✓ balanced', 'not balanced'),
              fact('step', isobar.count(Math.floor(run.steps[p]))),
              fact('T', isobar.count(shifts[p])),
            ]),
        fact('cycle', isobar.count(run.cycles[p])),
        fact('max', isobar.count(max[p])),
        fact('min', isobar.count(min[p])),
        fact(run.activity ? 'empty' : 'idle', isobar.count(idle[p])),
        run.activity ? fact('work', isobar.percent(run.series.work[p])) : '',
        this.difference(p),
      );
      this.canvas.setAttribute(
        'aria-label',
        `${run.fabric.name}, ${isobar.where(this.r)}: ` +
          `loads from ${min[p]} to ${max[p]}, ${idle[p]} idle PEs. [ and ] choose PEs.`,
      );
    }
  }

  isobar.panes = () => panes;

  isobar.startFabrics = () => {
    isobar.on('data', () => {
      const same = (pane, r) => pane.run.fabric.name === state.runs[r]?.fabric.name;
      if (panes.length === state.runs.length && panes.every(same)) {
        panes.forEach((pane, r) => pane.show(state.runs[r]));
        return;
      }
      for (const pane of panes) pane.sized.disconnect();
      panes = state.runs.map((run, r) => new Pane(run, r));
      document.getElementById('fabrics').replaceChildren(...panes.map((pane) => pane.element));
    });
    isobar.on('position', () => panes.forEach((pane) => pane.refresh()));
    isobar.on('position shown choice look', () => panes.forEach((pane) => pane.draw()));
    isobar.on('data look', () => panes.forEach((pane) => isobar.drawLegend(pane.legend, pane.run)));
  };
})((globalThis.isobar ??= {}));
