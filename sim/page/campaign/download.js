// SPDX-License-Identifier: Apache-2.0
// The table's rows, as they are filtered and sorted, with all columns, as files.
(function (isobar) {
  const { el, state } = isobar;

  /** Names and values of all columns; keys and metrics as `isobar explore export` has them. */
  function columns() {
    const { frame } = state;
    const all = [['point', (row) => frame.numbers[row]]];
    if (frame.repeats !== null) all.push(['seeds', (row) => frame.repeats[row]]);
    all.push(['state', (row) => frame.outcome.raw(row)]);
    all.push(['complete', (row) => frame.complete[row]]);
    for (const column of frame.columns) {
      if (column.id !== 'family') all.push([column.id, (row) => column.raw(row)]);
    }
    return all;
  }

  const inCsv = (value) => {
    const text = value === null ? '' : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };

  isobar.csv = () => {
    const all = columns();
    const lines = isobar.tableRows().map((row) => all.map(([, value]) => inCsv(value(row))).join(','));
    return `${[all.map(([name]) => inCsv(name)).join(','), ...lines].join('\n')}\n`;
  };

  isobar.jsonLines = () => {
    const all = columns();
    const lines = isobar
      .tableRows()
      .map((row) => JSON.stringify(Object.fromEntries(all.map(([name, value]) => [name, value(row)]))));
    return lines.map((line) => `${line}\n`).join('');
  };

  function save(text, type, ending) {
    const address = URL.createObjectURL(new Blob([text], { type }));
    const link = el('a', { href: address, download: `${state.campaign.name || 'campaign'}${ending}` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  }

  isobar.downloadButtons = () => [
    isobar.button(
      'Download CSV',
      'These rows, all columns, comma-separated',
      () => save(isobar.csv(), 'text/csv', '.csv'),
      'CSV',
    ),
    isobar.button(
      'Download JSON lines',
      'These rows, all columns, a line of JSON each',
      () => save(isobar.jsonLines(), 'application/x-ndjson', '.jsonl'),
      'JSON lines',
    ),
  ];
})((globalThis.isobar ??= {}));
