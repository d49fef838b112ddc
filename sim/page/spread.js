// SPDX-License-Identifier: Apache-2.0
// How the loads are spread over the PEs now: how many PEs hold how much, and the fullest.
(function (isobar) {
  const { el, state } = isobar;
  const mostBars = 12;
  const fullest = 5;

  /** Beginnings of ranges of loads: every load, or equal ranges, or, if loads are spread widely,
   * doublings. */
  function beginnings(min, max, mean) {
    if (max - min < mostBars) return Array.from({ length: max - min + 1 }, (_, i) => min + i);
    if (max <= 4 * mean) {
      const size = Math.ceil((max - min + 1) / mostBars);
      return Array.from({ length: Math.ceil((max - min + 1) / size) }, (_, i) => min + i * size);
    }
    const list = [min];
    for (let next = 1; next <= max; next *= 2) {
      if (next > min) list.push(next);
    }
    return list;
  }

  isobar.Spread = class {
    constructor(run, r) {
      Object.assign(this, { run, r });
      this.bars = el('div', { class: 'bars' });
      this.list = el('ul');
      this.element = el(
        'section',
        {},
        state.runs.length > 1 ? el('h2', {}, isobar.runSwatch(r), ` ${isobar.runTitle(r)}`) : null,
        el('div', {}, el('h3', {}, 'PEs by load'), this.bars),
        el('div', {}, el('h3', {}, 'Fullest'), this.list),
      );
    }

    refresh() {
      const { run } = this;
      const p = isobar.position(this.r);
      const loads = run.loadsAt(p);
      const [min, max] = [run.series.min[p], run.series.max[p]];
      const list = beginnings(min, max, run.mean);
      const counts = new Uint32Array(list.length);
      for (const load of loads) {
        let i = list.length - 1;
        while (list[i] > load) --i;
        ++counts[i];
      }
      this.bars.replaceChildren(
        ...list.map((low, i) =>
          this.bar(low, i + 1 < list.length ? list[i + 1] - 1 : max, counts[i]),
        ),
      );
      this.list.replaceChildren(
        ...this.top(loads).map((pe) =>
          el(
            'li',
            {},
            el('button', { type: 'button', onclick: () => isobar.choosePe(pe) }, run.address(pe)),
            el('span', {}, isobar.tasks(loads[pe])),
          ),
        ),
      );
    }

    bar(low, high, count) {
      const bar = el('i', { class: low > this.run.mean ? 'above' : null });
      bar.style.width = `${(100 * count) / this.run.pes}%`;
      const name =
        low === high ? isobar.count(low) : `${isobar.count(low)} – ${isobar.count(high)}`;
      return el(
        'div',
        {},
        el('span', {}, name),
        el('span', { class: 'track' }, bar),
        el('span', {}, isobar.count(count)),
      );
    }

    top(loads) {
      const best = [];
      for (let pe = 0; pe < loads.length; ++pe) {
        if (best.length === fullest && loads[pe] <= loads[best[fullest - 1]]) continue;
        let i = best.length;
        while (i > 0 && loads[best[i - 1]] < loads[pe]) --i;
        best.splice(i, 0, pe);
        best.length = Math.min(best.length, fullest);
      }
      return best;
    }
  };
})((globalThis.isobar ??= {}));
