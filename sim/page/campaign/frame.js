// SPDX-License-Identifier: Apache-2.0
// A table by columns: all points, or the cases that are left when seeds are averaged.
(function (isobar) {
  /** A column: `kind` is key or metric; keys have `levels` and `codes`, metrics `values`. */
  class Column {
    constructor(about, data) {
      Object.assign(this, about, data);
    }
    /** A number to order and place rows by: the code of a key, the value of a metric. */
    at(row) {
      return this.kind === 'key' ? this.codes[row] : this.values[row];
    }
    text(row) {
      return this.kind === 'key'
        ? this.titles[this.codes[row]]
        : isobar.figure(this.values[row], this);
    }
    /** As a file has it; null if there is none. */
    raw(row) {
      if (this.kind === 'key') return this.levels[this.codes[row]];
      return Number.isNaN(this.values[row]) ? null : this.values[row];
    }
    /** Least and most of the rows that have a value. */
    get extent() {
      return (this.known ??= isobar.extentOf(this.kind === 'key' ? this.codes : this.values));
    }
    /** Whether a logarithmic axis makes sense: zeros have a place of their own on it. */
    get canLog() {
      return this.kind === 'metric' && this.extent[0] >= 0 && this.extent[1] > 0;
    }
    get leastPositive() {
      return (this.small ??= this.values.reduce(
        (least, value) => (value > 0 && value < least ? value : least),
        Infinity,
      ));
    }
    get varies() {
      return this.extent[0] < this.extent[1];
    }
  }
  isobar.Column = Column;

  /** What became of the rows, by the codes of its levels. */
  isobar.Outcome = class extends Column {
    isComplete(row) {
      return this.levels[this.codes[row]] === 'done';
    }
    text(row) {
      return (!this.isComplete(row) && this.words(row)) || super.text(row);
    }
    /** The codes of the named levels: their least and most, for a brush. */
    range(...names) {
      return isobar.extentOf(names.map((name) => this.levels.indexOf(name)));
    }
  };

  isobar.extentOf = (values) => {
    let [low, high] = [Infinity, -Infinity];
    for (const value of values) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
    return [low, high];
  };

  isobar.Frame = class {
    constructor({ name, size, columns, numbers, outcome, onFront, repeats }) {
      Object.assign(this, { name, size, columns, numbers, outcome, onFront, repeats });
      /** By row: 1 if it reached its goal, with all of its seeds. */
      this.complete = numbers.map((_, row) => Number(outcome.isComplete(row)));
      this.byId = new Map([outcome, ...columns].map((column) => [column.id, column]));
      this.rowOf = new Map();
      numbers.forEach((number, row) => this.rowOf.set(number, row));
    }
    column(id) {
      return this.byId.get(id) ?? null;
    }
    get metrics() {
      return this.columns.filter((column) => column.kind === 'metric');
    }
    get keys() {
      return this.columns.filter((column) => column.kind === 'key');
    }
  };
})((globalThis.isobar ??= {}));
