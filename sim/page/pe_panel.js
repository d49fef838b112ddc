// SPDX-License-Identifier: Apache-2.0
// The chosen PE in every run: load and queue, history, what it sent and received, its links.
(function (isobar) {
  const { el, state } = isobar;
  const mostSquares = 96;
  const lately = 8;
  let parts;
  let sections = [];

  /** Positions and entries of all moves that touch a PE, oldest first. */
  function movesOf(run, pe) {
    const mine = [];
    for (let i = 0; i < run.moves.length; i += 3) {
      const link = run.moves[i + 1];
      if (run.from[link] === pe || run.to[link] === pe) mine.push(i);
    }
    return mine;
  }

  function queue(run, load) {
    const element = el('div', { class: 'queue', 'aria-hidden': 'true' });
    for (let i = 0; i < Math.min(load, mostSquares); ++i) {
      element.append(el('i', { class: i >= run.mean ? 'above' : null }));
    }
    if (load > mostSquares) element.append(el('span', {}, `+ ${isobar.count(load - mostSquares)}`));
    if (load === 0) element.append(el('span', {}, run.activity ? 'empty' : 'empty: this PE is idle'));
    return element;
  }

  function moveLine(run, entry, pe, p) {
    const [frame, link, tasks] = run.moves.subarray(entry, entry + 3);
    const sent = run.from[link] === pe;
    const other = run.address(sent ? run.to[link] : run.from[link]);
    const when = run.inCycles
      ? `cycle ${isobar.count(run.cycles[frame + 1])}`
      : `step ${isobar.count(Math.ceil(run.steps[frame + 1]))}`;
    return el(
      'li',
      { class: frame + 1 === p ? null : 'old' },
      el('span', {}, `${sent ? '→ to' : '← from'} ${other}`),
      el('span', {}, isobar.tasks(tasks)),
      el('span', {}, when),
    );
  }

  function linkRows(run, pe) {
    const row = (link, arrow, other) => {
      const totals = run.result.links[link];
      const use = run.linkUse(run.count, link);
      return el(
        'tr',
        {},
        el('td', {}, `${arrow} ${run.address(other)}`),
        [totals.tasks, totals.transfers, totals.words].map((value) =>
          el('td', {}, isobar.count(value)),
        ),
        el('td', {}, isobar.percent(use)),
      );
    };
    return [
      ...run.outgoing[pe].map((link) => row(link, '→', run.to[link])),
      ...run.incoming[pe].map((link) => row(link, '←', run.from[link])),
    ];
  }

  class Section {
    constructor(run, r, pe) {
      Object.assign(this, { run, r, pe, moves: movesOf(run, pe) });
      const values = Float64Array.from({ length: run.count + 1 }, (_, p) => run.loadAt(p, pe));
      const top = values.reduce((a, b) => Math.max(a, b), run.mean);
      const mean = new Float64Array(run.count + 1).fill(run.mean);
      this.plot = new isobar.Plot({
        top,
        wide: top > 20 * Math.max(1, run.mean),
        lines: [
          { run, values: mean, colour: 'mean', dash: [4, 3], width: 1 },
          { run, values, colour: 'run-0' },
        ],
      });
      this.load = el('div', { class: 'load' });
      this.queue = el('div');
      this.shares = el('div', { class: 'muted' });
      this.list = el('ul');
      this.element = el(
        'section',
        {},
        state.runs.length > 1 ? el('h2', {}, isobar.runSwatch(r), ` ${isobar.runTitle(r)}`) : null,
        run.machines.areGiven
          ? el('div', { class: 'machine' }, run.machines.words(pe))
          : null,
        this.load,
        this.queue,
        run.activity ? this.shares : null,
        el('div', {}, el('h3', {}, 'Load over time'), this.plot.element),
        run.hasMoves
          ? el('div', {}, el('h3', {}, 'Sent and received, latest first'), this.list)
          : null,
        run.result.links
          ? el(
              'table',
              { 'aria-label': 'Its links' },
              el(
                'thead',
                {},
                el(
                  'tr',
                  {},
                  [isobar.extent(run), 'tasks', 'transfers', 'words', 'busy'].map((title) =>
                    el('th', { scope: 'col' }, title),
                  ),
                ),
              ),
              el('tbody', {}, linkRows(run, pe)),
            )
          : null,
      );
    }

    refresh() {
      const { run, pe } = this;
      const p = isobar.position(this.r);
      const load = run.loadAt(p, pe);
      const change = p > 0 ? load - run.loadAt(p - 1, pe) : 0;
      const depth = run.config.queue_depth; // none on an ideal network
      const room = depth === undefined ? '' : `, room for ${isobar.count(depth)}`;
      const busy = isobar.percent(run.peUse(p, pe));
      const forSpeed = run.machines.differInCapacity
        ? `, ${isobar.count(load / run.machines.capacity(pe))} for each unit of capacity`
        : '';
      const sign = change > 0 ? `+${change}` : change < 0 ? `−${-change}` : '±0';
      this.load.replaceChildren(
        el('b', {}, isobar.count(load)),
        el(
          'span',
          { class: 'muted' },
          `task${load === 1 ? '' : 's'} (${sign})${room}${forSpeed}; links busy ${busy}`,
        ),
      );
      this.queue.replaceChildren(queue(run, load));
      const [work, balance, wait] = run.sharesAt(p, pe).map(isobar.percent);
      this.shares.textContent = `in this frame: work ${work}, balancing ${balance}, waiting ${wait}`;
      let end = this.moves.length;
      let start = 0;
      while (start < end) {
        const middle = (start + end) >> 1;
        if (run.moves[this.moves[middle]] < p) start = middle + 1;
        else end = middle;
      }
      const recent = this.moves.slice(Math.max(0, end - lately), end).reverse();
      this.list.replaceChildren(...recent.map((entry) => moveLine(run, entry, pe, p)));
      if (recent.length === 0) this.list.append(el('li', { class: 'old' }, 'nothing yet'));
      this.plot.move();
    }
  }

  function find(text) {
    const wanted = text.trim().toLowerCase();
    if (wanted === '') return null;
    for (const run of state.runs) {
      for (const list of [run.fabric.addresses, run.machines.names ?? []]) {
        const pe = list.findIndex((name) => name.toLowerCase() === wanted);
        if (pe >= 0) return pe;
      }
    }
    return /^\d+$/.test(wanted) ? Number(wanted) : null;
  }

  function build(changed = true) {
    const { pe, runs } = state;
    for (const section of sections) section.plot?.sized.disconnect();
    if (pe === null) {
      sections = runs.map((run, r) => new isobar.Spread(run, r));
      parts.body.replaceChildren(
        el(
          'p',
          { class: 'muted' },
          'Click a PE, or write its address or number ' +
            'here, to see its queue, its history and what it sends and receives.',
        ),
      );
    } else {
      sections = runs.flatMap((run, r) => (pe < run.pes ? [new Section(run, r, pe)] : []));
      parts.body.replaceChildren();
    }
    const name = pe === null ? '' : sections[0].run.address(pe);
    parts.title.textContent = `PE ${name}`;
    if (document.activeElement !== parts.input || changed) parts.input.value = name;
    parts.body.append(...sections.map((section) => section.element));
    sections.forEach((section) => section.refresh());
  }

  isobar.startPePanel = () => {
    const title = el('h2', {}, 'PE');
    const input = el('input', {
      type: 'text',
      'aria-label': 'Address or number of a PE',
      placeholder: 'address',
      spellcheck: 'false',
      onchange: () => isobar.choosePe(find(input.value)),
    });
    const go = (by, label, sign) => isobar.button(label, label, () => isobar.nextPe(by), sign);
    const body = el('div');
    body.style.cssText = 'display: flex; flex-direction: column; gap: 18px';
    parts = { title, input, body };
    document
      .getElementById('pe')
      .replaceChildren(
        el(
          'div',
          { class: 'pick' },
          title,
          input,
          go(-1, 'The PE before ([)', '‹'),
          go(1, 'The next PE (])', '›'),
        ),
        body,
      );
    isobar.on('choice', build);
    isobar.on('data', () => build(false));
    isobar.on('position', () => sections.forEach((section) => section.refresh()));
    isobar.on('time look', () => sections.forEach((section) => section.plot?.draw()));
  };

  isobar.nextPe = (by) => isobar.choosePe(state.pe === null ? 0 : state.pe + by);
})((globalThis.isobar ??= {}));
