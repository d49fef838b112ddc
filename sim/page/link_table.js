// SPDX-License-Identifier: Apache-2.0
// All links with what they did in the whole run, sorted by any column. Only the rows in sight are
// elements.
(function (isobar) {
  const { el, state } = isobar;
  const rowHeight = 28;
  const busy = (link) => {
    const cycles = link.transfer_cycles + link.word_cycles + link.setup_cycles;
    return cycles / (cycles + link.idle_cycles);
  };
  const columns = [
    { name: 'from', title: 'From', text: true, value: (link) => link.from },
    { name: 'to', title: 'To', text: true, value: (link) => link.to },
    { name: 'dimension', title: 'Dimension', value: (link) => link.dimension },
    { name: 'tasks', title: 'Tasks', value: (link) => link.tasks },
    { name: 'transfers', title: 'Transfers', value: (link) => link.transfers },
    { name: 'words', title: 'Words', value: (link) => link.words },
    { name: 'busy', title: 'Busy', value: busy },
    { name: 'transfer_cycles', title: 'Transfer cycles', value: (link) => link.transfer_cycles },
    { name: 'word_cycles', title: 'Word cycles', value: (link) => link.word_cycles },
    { name: 'setup_cycles', title: 'Set-up cycles', value: (link) => link.setup_cycles },
    { name: 'idle_cycles', title: 'Idle cycles', value: (link) => link.idle_cycles },
  ];
  const table = { run: 0, column: 'busy', down: true, only: false, order: [] };
  let parts;

  function sort() {
    const run = state.runs[table.run];
    const links = run.result.links ?? [];
    const { value } = columns.find((column) => column.name === table.column);
    const keys = links.map((link) => value(link) || 0);
    const kept = (l) =>
      !table.only || state.pe === null || links[l].from === state.pe || links[l].to === state.pe;
    table.order = links
      .map((_, l) => l)
      .filter(kept)
      .sort((a, b) => (table.down ? keys[b] - keys[a] : keys[a] - keys[b]) || a - b);
    parts.title.textContent = `Links: ${isobar.count(table.order.length)}, ${isobar.extent(run)}`;
    parts.heads.forEach((head, i) => {
      if (columns[i].name !== table.column) head.removeAttribute('aria-sort');
      else head.setAttribute('aria-sort', table.down ? 'descending' : 'ascending');
    });
    rows();
  }

  function cell(run, link, column) {
    const value = column.value(link);
    if (column.text) return el('td', { class: 'text' }, run.address(value));
    if (column.name !== 'busy') return el('td', {}, isobar.count(value));
    const bar = el('span', { class: 'share' });
    bar.style.setProperty('--part', `${100 * (value || 0)}%`);
    return el('td', {}, bar, isobar.percent(value));
  }

  function rows() {
    const run = state.runs[table.run];
    const { links } = run.result;
    const first = Math.max(0, Math.floor(parts.scroll.scrollTop / rowHeight) - 6);
    const some = table.order.slice(
      first,
      first + Math.ceil(parts.scroll.clientHeight / rowHeight) + 12,
    );
    const space = (count) => {
      const row = el('tr', { 'aria-hidden': 'true' }, el('td', { colspan: columns.length }));
      row.firstChild.style.cssText = `height: ${count * rowHeight}px; padding: 0`;
      return row;
    };
    const chosen = state.link !== null && state.link[0] === table.run ? state.link[1] : null;
    parts.body.replaceChildren(
      space(first),
      ...some.map((l) =>
        el(
          'tr',
          { class: l === chosen ? 'row chosen' : 'row', 'data-link': l },
          columns.map((column) => cell(run, links[l], column)),
        ),
      ),
      space(Math.max(0, table.order.length - first - some.length)),
    );
  }

  function build() {
    const { runs } = state;
    table.run = Math.min(table.run, runs.length - 1);
    parts.pick.replaceChildren(
      ...runs.map((run, r) => el('option', { value: r }, `${r + 1}: ${run.name}`)),
    );
    parts.pick.hidden = runs.length < 2;
    parts.pick.value = table.run;
    parts.scroll.hidden = !runs[table.run].result.links;
    sort();
  }

  isobar.startLinkTable = () => {
    const heads = columns.map((column) =>
      el(
        'th',
        { class: column.text ? 'text' : null, scope: 'col' },
        el(
          'button',
          {
            type: 'button',
            'data-column': column.name,
            title: isobar.statisticHelp(`links[].${column.name}`) || null,
            onclick: () => {
              table.down = table.column === column.name ? !table.down : !column.text;
              table.column = column.name;
              parts.scroll.scrollTop = 0;
              sort();
            },
          },
          column.title,
        ),
      ),
    );
    const body = el('tbody', {
      onclick: (event) => {
        const row = event.target.closest('tr.row');
        if (row) isobar.chooseLink(table.run, Number(row.dataset.link));
      },
    });
    const only = el('input', {
      type: 'checkbox',
      onchange: () => {
        table.only = only.checked;
        sort();
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
      { class: 'scroll', tabindex: 0, 'aria-label': 'Link table', onscroll: rows },
      el('table', {}, el('thead', {}, el('tr', {}, heads)), body),
    );
    parts = { heads, body, pick, title, scroll };
    document
      .getElementById('links')
      .replaceChildren(
        el('header', {}, title, pick, el('label', {}, only, ' of the chosen PE only')),
        scroll,
      );
    isobar.on('data', build);
    isobar.on('choice', () => (table.only ? sort() : rows()));
    new ResizeObserver(() => state.runs.length > 0 && rows()).observe(scroll);
  };
})((globalThis.isobar ??= {}));
