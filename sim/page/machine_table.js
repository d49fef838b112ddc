// SPDX-License-Identifier: Apache-2.0
// The PEs as machines, where any were described: name, speed, executors, memory, and what each has now
// for its capacity, sorted by any column. Only the rows in sight are elements.
(function (isobar) {
  const { el, state } = isobar;
  const rowHeight = 28;
  const all = [
    { title: 'PE', text: true, value: (run, pe) => pe, words: (run, pe) => run.address(pe) },
    {
      title: 'Name',
      text: true,
      given: ({ names }) => names,
      value: ({ machines }, pe) => machines.names[pe],
    },
    {
      title: 'Speed',
      given: ({ speeds }) => speeds,
      value: ({ machines }, pe) => machines.speeds[pe],
    },
    {
      title: 'Executors',
      given: ({ executors }) => executors,
      value: ({ machines }, pe) => machines.executors[pe],
    },
    {
      title: 'Memory',
      given: ({ memories }) => memories,
      value: ({ machines }, pe) => machines.memories[pe] ?? Infinity,
      words: ({ machines }, pe) =>
        machines.memories[pe] === null ? '–' : isobar.memory(machines.memories[pe]),
    },
    { title: 'Tasks now', value: (run, pe, p) => run.loadAt(p, pe) },
    {
      title: 'Tasks / capacity',
      given: ({ speeds, executors }) => speeds || executors,
      value: (run, pe, p) => run.loadAt(p, pe) / run.machines.capacity(pe),
    },
  ];
  const table = { run: 0, column: all[0], down: false, order: [] };
  let columns = [];
  let parts;

  const place = () => isobar.position(table.run);

  function sort() {
    const run = state.runs[table.run];
    const p = place();
    const keys = Array.from({ length: run.pes }, (_, pe) => table.column.value(run, pe, p));
    const compare = (a, b) => (keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : 0);
    table.order = keys
      .map((_, pe) => pe)
      .sort((a, b) => (table.down ? compare(b, a) : compare(a, b)) || a - b);
    columns.forEach((column, i) => {
      const head = parts.heads.children[i];
      if (column !== table.column) head.removeAttribute('aria-sort');
      else head.setAttribute('aria-sort', table.down ? 'descending' : 'ascending');
    });
    rows();
  }

  function cell(run, pe, p, { text, value, words }) {
    const shown = words
      ? words(run, pe)
      : text
        ? value(run, pe, p)
        : isobar.count(value(run, pe, p));
    return el('td', { class: text ? 'text' : null }, shown);
  }

  function rows() {
    const run = state.runs[table.run];
    const p = place();
    const first = Math.max(0, Math.floor(parts.scroll.scrollTop / rowHeight) - 6);
    const count = Math.ceil(parts.scroll.clientHeight / rowHeight) + 12;
    const some = table.order.slice(first, first + count);
    const space = (number) => {
      const row = el('tr', { 'aria-hidden': 'true' }, el('td', { colspan: columns.length }));
      row.firstChild.style.cssText = `height: ${number * rowHeight}px; padding: 0`;
      return row;
    };
    parts.body.replaceChildren(
      space(first),
      ...some.map((pe) =>
        el(
          'tr',
          { class: pe === state.pe ? 'row chosen' : 'row', 'data-pe': pe },
          columns.map((column) => cell(run, pe, p, column)),
        ),
      ),
      space(Math.max(0, table.order.length - first - some.length)),
    );
  }

  const head = (column) =>
    el(
      'th',
      { class: column.text ? 'text' : null, scope: 'col' },
      el(
        'button',
        {
          type: 'button',
          onclick: () => {
            table.down = table.column === column ? !table.down : !column.text;
            table.column = column;
            parts.scroll.scrollTop = 0;
            sort();
          },
        },
        column.title,
      ),
    );

  function build() {
    const { runs } = state;
    const described = runs.flatMap((run, r) => (run.machines.areGiven ? [r] : []));
    parts.whole.hidden = described.length === 0;
    if (described.length === 0) return;
    if (!described.includes(table.run)) [table.run] = described;
    const { machines } = runs[table.run];
    columns = all.filter((column) => !column.given || column.given(machines));
    if (!columns.includes(table.column)) [table.column] = columns;
    parts.heads.replaceChildren(...columns.map(head));
    parts.pick.replaceChildren(
      ...described.map((r) => el('option', { value: r }, `${r + 1}: ${runs[r].name}`)),
    );
    parts.pick.hidden = described.length < 2;
    parts.pick.value = table.run;
    parts.title.textContent = `PEs: ${isobar.count(runs[table.run].pes)}`;
    sort();
  }

  isobar.startMachineTable = () => {
    const whole = document.getElementById('machines');
    const heads = el('tr');
    const body = el('tbody', {
      onclick: (event) => {
        const row = event.target.closest('tr.row');
        if (row) isobar.choosePe(Number(row.dataset.pe));
      },
    });
    const pick = el('select', {
      'aria-label': 'Run',
      onchange: () => {
        table.run = Number(pick.value);
        build();
      },
    });
    const title = el('h2');
    const scroll = el(
      'div',
      { class: 'scroll', tabindex: 0, 'aria-label': 'Table of PEs', onscroll: rows },
      el('table', {}, el('thead', {}, heads), body),
    );
    parts = { whole, heads, body, pick, title, scroll };
    whole.replaceChildren(el('header', {}, title, pick), scroll);
    isobar.on('data', build);
    isobar.on('position choice', () => !whole.hidden && rows());
    new ResizeObserver(() => !whole.hidden && state.runs.length > 0 && rows()).observe(scroll);
  };
})((globalThis.isobar ??= {}));
