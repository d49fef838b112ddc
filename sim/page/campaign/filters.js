// SPDX-License-Identifier: Apache-2.0
// Which rows pass the filters: all conditions of brushes and of the table's fields hold.
(function (isobar) {
  const { el, state } = isobar;
  const brushes = new Map(); // column id → [low, high] of values or codes
  const fields = new Map(); // column id → text
  let mask = null;
  let count = 0;

  const number = '[-+]?\\d*\\.?\\d+(?:e[-+]?\\d+)?';
  const comparison = new RegExp(`^(<=|>=|<|>|=)\\s*(${number})$`, 'i');
  const range = new RegExp(`^(${number})\\s*\\.\\.\\s*(${number})$`, 'i');
  const compare = {
    '<': (a, b) => a < b,
    '>': (a, b) => a > b,
    '<=': (a, b) => a <= b,
    '>=': (a, b) => a >= b,
    '=': (a, b) => a === b,
  };

  /** What a field's text asks of a value, as a function; null if it is not understood. */
  isobar.readField = (column, text) => {
    const wanted = text.trim().toLowerCase();
    if (wanted === '') return () => true;
    if (column.kind === 'key') {
      const fits = column.levels.map((level, code) =>
        wanted.startsWith('=')
          ? level.toLowerCase() === wanted.slice(1).trim()
          : `${level}\n${column.titles[code]}`.toLowerCase().includes(wanted),
      );
      return (row) => fits[column.codes[row]];
    }
    const one = comparison.exec(wanted);
    if (one) return (row) => compare[one[1]](column.values[row], Number(one[2]));
    const two = range.exec(wanted);
    if (two)
      return (row) => column.values[row] >= Number(two[1]) && column.values[row] <= Number(two[2]);
    if (wanted === '-') return (row) => Number.isNaN(column.values[row]);
    return null;
  };

  function update() {
    const { frame } = state;
    const tests = [];
    for (const [id, [low, high]] of brushes) {
      const column = frame.column(id);
      if (column) tests.push((row) => column.at(row) >= low && column.at(row) <= high);
    }
    for (const [id, text] of fields) {
      const column = frame.column(id);
      const test = column && isobar.readField(column, text);
      if (test) tests.push(test);
    }
    mask = new Uint8Array(frame.size);
    count = 0;
    for (let row = 0; row < frame.size; ++row) {
      mask[row] = tests.every((test) => test(row)) ? 1 : 0;
      count += mask[row];
    }
  }

  isobar.isIn = (row) => mask[row] === 1;
  isobar.countIn = () => count;
  isobar.brushOf = (id) => brushes.get(id) ?? null;
  isobar.fieldOf = (id) => fields.get(id) ?? '';
  isobar.isFiltered = () => brushes.size + fields.size > 0;

  isobar.setBrush = (id, ends) => {
    if (ends === null) brushes.delete(id);
    else brushes.set(id, ends);
    isobar.emit('filter');
  };

  isobar.setField = (id, text) => {
    if (text.trim() === '') fields.delete(id);
    else fields.set(id, text);
    isobar.emit('filter');
  };

  isobar.clearFilters = () => {
    brushes.clear();
    fields.clear();
    isobar.emit('filter');
  };

  function brushWords(id, [low, high]) {
    const column = state.frame.column(id);
    if (!column) return id;
    if (column.kind === 'metric') {
      const ends = [...new Set([low, high].map((value) => isobar.figure(value, column)))];
      return `${column.title}: ${ends.join(' – ')}`;
    }
    const some = column.titles.filter((_, code) => code >= low && code <= high);
    return `${column.title}: ${some.length > 3 ? `${some[0]} … ${some.at(-1)}` : some.join(', ')}`;
  }

  function show() {
    const bar = document.getElementById('filters');
    bar.hidden = !isobar.isFiltered();
    const chip = (words, remove) =>
      isobar.button(`Without ${words}`, 'Take this filter away', remove, words, el('i', {}, '✕'));
    bar.replaceChildren(
      el('b', {}, `${isobar.count(count)} of ${isobar.count(state.frame.size)}`),
      ...[...brushes].map(([id, ends]) =>
        chip(brushWords(id, ends), () => isobar.setBrush(id, null)),
      ),
      ...[...fields].map(([id, text]) =>
        chip(`${state.frame.column(id)?.title ?? id}: ${text}`, () => isobar.setField(id, '')),
      ),
      isobar.button('All points', 'Take all filters away (Esc)', isobar.clearFilters, 'All points'),
    );
  }

  isobar.startFilters = () => {
    isobar.on('filter', () => {
      update();
      show();
    });
    update();
  };
})((globalThis.isobar ??= {}));
