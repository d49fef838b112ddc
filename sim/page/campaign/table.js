// SPDX-License-Identifier: Apache-2.0
// All rows with a field to filter each column, sorted by any of them. Only the rows in sight are
// elements.
(function (isobar) {
  const { el, state } = isobar;
  const rowHeight = 28;
  const sorting = { id: 'point', down: false };
  let order = [];
  let parts;
  let shown = new Set();
  let columns = [];

  const point = {
    id: 'point',
    title: 'Point',
    at: (row) => state.frame.numbers[row],
    text: (row) => String(state.frame.numbers[row]),
  };

  function usual() {
    const { frame, campaign } = state;
    const keys = frame.keys.filter((key) => key.varies && key.id !== 'family');
    const wanted = [
      ...campaign.objectives.map((objective) => objective.metric),
      'pes',
      'seconds',
      'steps',
      'shifts',
      'word_cycles',
      'transfer_cycles',
      'link_use',
      'energy_pj',
      'balancing_logic_cells',
    ];
    return new Set([...keys.map((key) => key.id), ...wanted]);
  }

  const tested = (column) => column.id !== 'point';

  /** Rows that are in, in the table's order. */
  isobar.tableRows = () => order;

  function sort() {
    const { frame } = state;
    const column = columns.find((one) => one.id === sorting.id) ?? point;
    const sign = sorting.down ? -1 : 1;
    const values = new Float64Array(frame.size);
    for (let row = 0; row < frame.size; ++row) values[row] = column.at(row);
    order = [];
    for (let row = 0; row < frame.size; ++row) if (isobar.isIn(row)) order.push(row);
    const missing = (row) => Number(Number.isNaN(values[row]));
    order.sort(
      (a, b) =>
        missing(a) - missing(b) || (missing(a) ? 0 : sign * (values[a] - values[b])) || a - b,
    );
    parts.title.textContent = `Points: ${isobar.count(order.length)}`;
    for (const [id, head] of parts.heads) {
      if (id !== sorting.id) head.removeAttribute('aria-sort');
      else head.setAttribute('aria-sort', sorting.down ? 'descending' : 'ascending');
    }
    rows();
  }

  const space = (count) => {
    const row = el('tr', { 'aria-hidden': 'true' }, el('td', { colspan: columns.length }));
    row.firstChild.style.cssText = `height: ${count * rowHeight}px; padding: 0`;
    return row;
  };

  function rows() {
    const first = Math.max(0, Math.floor(parts.scroll.scrollTop / rowHeight) - 6);
    const some = order.slice(first, first + Math.ceil(parts.scroll.clientHeight / rowHeight) + 14);
    const chosen = isobar.chosenRow();
    parts.body.replaceChildren(
      space(first),
      ...some.map((row) =>
        el(
          'tr',
          {
            class: row === chosen ? 'row chosen' : 'row',
            'data-row': row,
            'aria-selected': row === chosen ? 'true' : null,
          },
          columns.map((column) =>
            el('td', { class: column.kind === 'key' ? 'text' : null }, column.text(row)),
          ),
        ),
      ),
      space(Math.max(0, order.length - first - some.length)),
    );
  }

  function field(column) {
    if (!tested(column)) return el('th');
    const hint =
      column.kind === 'key' ? 'A part of it, or =all of it' : '<5, >=2e3, 10..20; in plain units; - none';
    const input = el('input', {
      type: 'search',
      title: hint,
      placeholder: column.kind === 'key' ? 'any' : 'all',
      value: isobar.fieldOf(column.id),
      'aria-label': `Filter ${column.title}`,
      oninput: () => {
        const bad = isobar.readField(column, input.value) === null;
        input.setAttribute('aria-invalid', String(bad));
        if (!bad) isobar.setField(column.id, input.value);
      },
    });
    return el('th', { class: column.kind === 'key' ? 'text' : null }, input);
  }

  function build() {
    const { frame } = state;
    columns = [point, frame.outcome, ...frame.columns.filter((column) => shown.has(column.id))];
    const heads = columns.map((column) =>
      el(
        'th',
        { scope: 'col', class: column.kind === 'key' ? 'text' : null, title: column.help ?? null },
        el(
          'button',
          {
            type: 'button',
            onclick: () => {
              sorting.down = sorting.id === column.id ? !sorting.down : false;
              sorting.id = column.id;
              parts.scroll.scrollTop = 0;
              sort();
            },
          },
          column.title,
        ),
      ),
    );
    parts.heads = columns.map((column, i) => [column.id, heads[i]]);
    parts.head.replaceChildren(el('tr', {}, heads), el('tr', { class: 'fields' }, columns.map(field)));
    menu();
    sort();
  }

  function menu() {
    parts.menu.replaceChildren(
      el('summary', {}, 'Columns'),
      el(
        'div',
        { class: 'choices' },
        state.frame.columns.map((column) => {
          const box = el('input', {
            type: 'checkbox',
            checked: shown.has(column.id),
            onchange: () => {
              if (box.checked) shown.add(column.id);
              else shown.delete(column.id);
              build();
              parts.menu.open = true;
            },
          });
          return el('label', { title: column.help ?? null }, box, ` ${column.title}`);
        }),
      ),
    );
  }

  /** The chosen row comes into sight of the table, without moving the page. */
  function reveal() {
    const row = isobar.chosenRow();
    const at = row === null ? -1 : order.indexOf(row);
    const { scroll } = parts;
    if (at >= 0) {
      const y = at * rowHeight;
      const hidden = y < scroll.scrollTop || y > scroll.scrollTop + scroll.clientHeight - 3 * rowHeight;
      if (hidden) scroll.scrollTop = Math.max(0, y - scroll.clientHeight / 2);
    }
    rows();
  }

  /** Up and down through the rows. */
  isobar.alongTable = (step) => {
    const at = order.indexOf(isobar.chosenRow());
    const next = order[Math.max(0, Math.min(order.length - 1, at + step))];
    if (next !== undefined && next !== isobar.chosenRow()) isobar.choose(next);
  };

  isobar.startTable = () => {
    parts = {
      title: el('h2'),
      head: el('thead'),
      menu: el('details', { class: 'menu' }),
      heads: [],
    };
    parts.body = el('tbody', {
      onclick: (event) => {
        const row = event.target.closest('tr.row');
        if (row) isobar.choose(Number(row.dataset.row));
      },
    });
    parts.scroll = el(
      'div',
      {
        class: 'scroll',
        tabindex: 0,
        'aria-label': 'Table of points',
        onscroll: rows,
        onkeydown: (event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (!step || event.target !== parts.scroll) return;
          event.preventDefault();
          isobar.alongTable(step);
        },
      },
      el('table', {}, parts.head, parts.body),
    );
    shown = usual();
    document
      .getElementById('table')
      .replaceChildren(
        el(
          'header',
          {},
          parts.title,
          el('span', { class: 'controls' }, isobar.downloadButtons(), parts.menu),
        ),
        parts.scroll,
      );
    isobar.on('frame', build);
    isobar.on('filter', () => {
      parts.scroll.scrollTop = 0;
      sort();
      for (const input of parts.head.querySelectorAll('input')) {
        const id = columns[[...input.closest('tr').children].indexOf(input.parentElement)].id;
        if (document.activeElement !== input) input.value = isobar.fieldOf(id);
      }
    });
    isobar.on('choice', reveal);
    new ResizeObserver(rows).observe(parts.scroll);
    build();
  };
})((globalThis.isobar ??= {}));
