// SPDX-License-Identifier: Apache-2.0
// Draws a fabric at one instant, with as much detail as there is room for: shades only, then links,
// then loads as numbers.
(function (isobar) {
  const { state } = isobar;
  const linksFrom = 15; // pixels between neighbours from which on links are drawn
  const stepsOfUse = 7;
  const mostTravellers = 6000;
  const fastestTravel = 30; // frames a second; at higher speed moving tasks cannot be seen

  isobar.Painter = class {
    constructor(run, canvas) {
      this.run = run;
      this.layout = isobar.layout(run);
      this.canvas = canvas;
      this.context = canvas.getContext('2d', { alpha: false });
      this.shadeOf = this.tableOfShades();
      this.mostOverCapacity = Math.max(...state.runs.map((each) => each.mostLoadOverCapacity));
      if (this.layout.cells) this.prepareCells();
    }

    tableOfShades() {
      const most = Math.max(...state.runs.map((run) => run.mostLoad));
      const shade = (load) => isobar.loadShade(load, this.run.mean, most);
      if (most > 1e6) return shade;
      const table = Uint8Array.from({ length: most + 1 }, (_, load) => shade(load));
      return (load) => table[load];
    }

    /** Layouts on whole places are pictures of a pixel a PE when PEs are small. */
    prepareCells() {
      const { x, y } = this.layout;
      const width = x.reduce((a, b) => Math.max(a, b)) + 1;
      const height = y.reduce((a, b) => Math.max(a, b)) + 1;
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d');
      const image = context.createImageData(width, height);
      this.cells = {
        canvas,
        context,
        image,
        width,
        height,
        pixels: new Uint32Array(image.data.buffer),
        index: Uint32Array.from(x, (at, pe) => y[pe] * width + at),
      };
    }

    /** Shades of all PEs, 0 to 255. */
    shades(p) {
      const { run } = this;
      const shades = new Uint8Array(run.pes);
      if (state.colour === 'use') {
        for (let pe = 0; pe < run.pes; ++pe) {
          shades[pe] = Math.min(255, 255 * run.peUse(p, pe));
        }
      } else if (state.colour === 'work') {
        for (let pe = 0; pe < run.pes; ++pe) shades[pe] = 255 * run.sharesAt(p, pe)[0];
      } else if (state.colour === 'speed') {
        const loads = run.loadsAt(p);
        const mean = run.machines.meanOverCapacity(run);
        for (let pe = 0; pe < run.pes; ++pe) {
          const load = loads[pe] / run.machines.capacity(pe);
          shades[pe] = isobar.loadShade(load, mean, this.mostOverCapacity);
        }
      } else {
        const loads = run.loadsAt(p);
        for (let pe = 0; pe < run.pes; ++pe) shades[pe] = this.shadeOf(loads[pe]);
      }
      return shades;
    }

    /** `view`: scale, left and top in CSS pixels; p: whose loads are shown; u: how far the tasks
     * of the next frame have come, or null when none travel. */
    draw(view, p, u) {
      const { context, canvas, layout } = this;
      const ratio = devicePixelRatio;
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.fillStyle = isobar.ink('panel');
      context.fillRect(0, 0, canvas.width / ratio, canvas.height / ratio);
      this.view = view;
      this.palette = isobar.palette(isobar.theme(), state.colour);
      this.width = canvas.width / ratio;
      this.height = canvas.height / ratio;
      const shades = this.shades(p);
      const detailed = view.scale >= linksFrom;
      if (detailed) {
        this.groups();
        this.links(p, u);
        this.boxes(p, shades);
      } else if (layout.cells) {
        this.picture(shades);
      } else {
        this.dots(shades);
      }
      this.switches();
      this.chosen();
      if (u !== null && detailed && !this.tooFast()) this.travellers(p + 1, u);
    }

    tooFast() {
      return state.playing && state.speed > fastestTravel;
    }

    /** The Hexa-cells. */
    groups() {
      const { context, view, layout } = this;
      for (const { x, y, width, height, name } of layout.groups ?? []) {
        const left = (x - width / 2) * view.scale + view.left;
        const top = (y - height / 2) * view.scale + view.top;
        context.beginPath();
        context.roundRect(left, top, width * view.scale, height * view.scale, view.scale * 0.5);
        context.fillStyle = isobar.ink('bg');
        context.fill();
        context.fillStyle = isobar.ink('muted');
        context.font = `${Math.min(13, view.scale * 0.3)}px system-ui, sans-serif`;
        context.textAlign = 'left';
        context.textBaseline = 'bottom';
        const bottom = top + (height - 0.15) * view.scale;
        context.fillText(name, left + view.scale * 0.25, bottom);
      }
    }

    place(pe) {
      const { view, layout } = this;
      return [layout.x[pe] * view.scale + view.left, layout.y[pe] * view.scale + view.top];
    }

    visible(pe) {
      const [x, y] = this.place(pe);
      const edge = this.view.scale;
      return x > -edge && y > -edge && x < this.width + edge && y < this.height + edge;
    }

    picture(shades) {
      const { context, cells, palette, view, run } = this;
      for (let pe = 0; pe < run.pes; ++pe)
        cells.pixels[cells.index[pe]] = palette.pixels[shades[pe]];
      cells.context.putImageData(cells.image, 0, 0);
      const [left, top] = [view.left - view.scale / 2, view.top - view.scale / 2];
      const [width, height] = [cells.width * view.scale, cells.height * view.scale];
      context.imageSmoothingEnabled = view.scale * devicePixelRatio < 1;
      context.drawImage(cells.canvas, left, top, width, height);
      if (view.scale < 5) return;
      context.beginPath();
      for (let i = 0; i <= cells.width; ++i) {
        context.moveTo(left + i * view.scale, top);
        context.lineTo(left + i * view.scale, top + height);
      }
      for (let i = 0; i <= cells.height; ++i) {
        context.moveTo(left, top + i * view.scale);
        context.lineTo(left + width, top + i * view.scale);
      }
      context.strokeStyle = isobar.ink('cell');
      context.lineWidth = 1;
      context.stroke();
    }

    dots(shades) {
      const { context, palette, view, layout, run } = this;
      const size = Math.max(1.5, layout.size * view.scale);
      context.strokeStyle = isobar.ink('muted');
      context.lineWidth = 0.5;
      for (let pe = 0; pe < run.pes; ++pe) {
        const [x, y] = this.place(pe);
        if (size > 4) context.strokeRect(x - size / 2, y - size / 2, size, size);
        context.fillStyle = palette.css[shades[pe]];
        context.fillRect(x - size / 2, y - size / 2, size, size);
      }
    }

    /** Diamonds: they have no load. */
    switches() {
      const { context, view, layout, run } = this;
      const reach = Math.max(1.5, 0.4 * layout.size * view.scale);
      for (let node = run.pes; node < run.nodes; ++node) {
        if (!this.visible(node)) continue;
        const [x, y] = this.place(node);
        context.beginPath();
        context.moveTo(x, y - reach);
        context.lineTo(x + reach, y);
        context.lineTo(x, y + reach);
        context.lineTo(x - reach, y);
        context.closePath();
        context.fillStyle = isobar.ink('muted');
        context.fill();
      }
    }

    near(link) {
      const ends = [this.run.from[link], this.run.to[link]];
      return (
        ends.includes(state.pe) ||
        ends.includes(this.hoveredPe) ||
        (state.link !== null && state.runs[state.link[0]] === this.run && state.link[1] === link)
      );
    }

    drawn(link) {
      if (this.layout.geometry.far[link] && !this.near(link)) return false;
      return this.visible(this.run.from[link]) || this.visible(this.run.to[link]);
    }

    /** Links by use so far in a few widths and strengths; those of the last frame in ink. */
    links(p, u) {
      const { context, run, layout, view } = this;
      const { geometry } = layout;
      const tasks = run.tasksSoFar(p);
      const classes = Array.from({ length: stepsOfUse + 1 }, () => []);
      for (let link = 0; link < run.links; ++link) {
        if (!this.drawn(link)) continue;
        const share = Math.sqrt(tasks[link] / run.mostTasks);
        classes[Math.ceil(stepsOfUse * Math.min(1, share))].push(link);
      }
      const stroke = (list, colour, width) => {
        context.beginPath();
        for (const link of list) geometry.trace(context, link, view.scale, view.left, view.top);
        context.strokeStyle = colour;
        context.lineWidth = width;
        context.stroke();
      };
      const wide = Math.min(1, view.scale / 60);
      classes.forEach((list, use) => {
        if (list.length > 0)
          stroke(list, isobar.useColour(use / stepsOfUse), 0.8 + wide * use * 0.55);
      });
      if (u === null && !this.tooFast()) this.lastMoves(p, stroke, wide);
      this.wholeLinks();
      const chosen = state.link;
      if (chosen && state.runs[chosen[0]] === run) {
        stroke([chosen[1]], isobar.ink('accent'), 3 + 2 * wide);
      }
    }

    /** Where the stubs of the PE that is chosen or pointed at lead to. */
    wholeLinks() {
      const { context, run, view } = this;
      const { geometry } = this.layout;
      context.beginPath();
      for (let link = 0; link < run.links; ++link) {
        if (!geometry.apart[link] || !this.near(link)) continue;
        geometry.traceWhole(context, run.from[link], run.to[link], view.scale, view.left, view.top);
      }
      context.strokeStyle = isobar.ink('accent');
      context.lineWidth = 1.5;
      context.setLineDash([5, 3]);
      context.stroke();
      context.setLineDash([]);
    }

    lastMoves(p, stroke, wide) {
      if (this.run.movesIn(p) > mostTravellers) return;
      const list = [];
      this.run.eachMove(p, (link) => {
        if (this.drawn(link)) list.push(link);
      });
      if (list.length === 0) return;
      stroke(list, isobar.ink('ink'), 1 + 1.2 * wide);
      if (this.view.scale > 24) list.forEach((link) => this.arrow(link));
    }

    arrow(link) {
      const { context, view, layout } = this;
      const [u, v] = layout.geometry.stub[link] ? [0.34, 0.36] : [0.52, 0.54];
      const [ax, ay] = layout.geometry.at(link, u);
      const [bx, by] = layout.geometry.at(link, v);
      const size = Math.min(6.5, view.scale * 0.1);
      context.save();
      context.translate(bx * view.scale + view.left, by * view.scale + view.top);
      context.rotate(Math.atan2(by - ay, bx - ax));
      context.beginPath();
      context.moveTo(size, 0);
      context.lineTo(-size, -size * 0.8);
      context.lineTo(-size, size * 0.8);
      context.fillStyle = isobar.ink('ink');
      context.fill();
      context.restore();
    }

    boxes(p, shades) {
      const { context, palette, view, layout, run } = this;
      const size = layout.size * view.scale;
      const loads = run.loadsAt(p);
      const round = size * 0.2;
      const border = isobar.ink('muted');
      const digits = String(run.series.max[p]).length;
      const font = Math.min(size * 0.5, (size * 0.8) / (Math.max(digits, 1.6) * 0.6), 22);
      const addressed = size >= 38 && run.pes <= 256;
      context.textAlign = 'center';
      context.textBaseline = 'middle';
      context.lineWidth = size > 30 ? 1.25 : 1;
      for (let pe = 0; pe < run.pes; ++pe) {
        if (!this.visible(pe)) continue;
        const [x, y] = this.place(pe);
        context.beginPath();
        context.roundRect(x - size / 2, y - size / 2, size, size, round);
        context.fillStyle = palette.css[shades[pe]];
        context.fill();
        context.strokeStyle = border;
        context.stroke();
        if (font < 7.5) continue;
        context.fillStyle = palette.ink[shades[pe]];
        context.font = `600 ${font}px system-ui, sans-serif`;
        context.fillText(String(loads[pe]), x, y + (addressed ? size * 0.09 : 0) + font * 0.05);
        if (addressed) {
          const small = Math.min(12, size * 0.19, (size * 1.55) / run.address(pe).length);
          context.font = `${small}px system-ui, sans-serif`;
          context.fillText(run.address(pe), x, y - size * 0.32);
        }
      }
    }

    chosen() {
      const { context, view, layout } = this;
      for (const [pe, colour] of [
        [this.hoveredPe, 'ink'],
        [state.pe, 'accent'],
      ]) {
        if (pe === null || pe === undefined || pe >= this.run.pes) continue;
        const [x, y] = this.place(pe);
        const size =
          Math.max(layout.size * view.scale, view.scale < linksFrom ? view.scale : 0, 6) + 5;
        context.beginPath();
        context.roundRect(x - size / 2, y - size / 2, size, size, size * 0.22);
        context.strokeStyle = isobar.ink(colour);
        context.lineWidth = colour === 'accent' ? 3 : 1.5;
        context.stroke();
      }
    }

    travellers(p, u) {
      const { context, run, view, layout } = this;
      if (run.movesIn(p) > mostTravellers) return;
      const eased = u * u * (3 - 2 * u);
      context.fillStyle = isobar.ink('ink');
      context.strokeStyle = isobar.ink('panel');
      context.lineWidth = 1.5;
      run.eachMove(p, (link, tasks) => {
        if (!this.drawn(link)) return;
        const [x, y] = layout.geometry.at(link, eased);
        const base = Math.max(2, Math.min(5.5, view.scale * 0.085));
        const radius = Math.min(base * (1 + 0.35 * Math.log2(tasks)), view.scale * 0.26);
        const [px, py] = [x * view.scale + view.left, y * view.scale + view.top];
        context.beginPath();
        context.arc(px, py, radius, 0, 2 * Math.PI);
        context.fill();
        context.stroke();
        if (tasks > 1 && radius > 7) {
          context.save();
          context.fillStyle = isobar.ink('panel');
          context.font = `600 ${Math.min(11, radius * 1.1)}px system-ui, sans-serif`;
          context.fillText(String(tasks), px, py + 0.5);
          context.restore();
        }
      });
    }
  };

  /** Links from grey to green. */
  isobar.useColour = (share) => {
    if (share === 0) return isobar.ink('link');
    const part = `${Math.round(25 + 75 * share)}%`;
    return `color-mix(in oklab, ${isobar.ink('run-2')} ${part}, ${isobar.ink('link')})`;
  };
})((globalThis.isobar ??= {}));
