// SPDX-License-Identifier: Apache-2.0
// What is known of the PEs as machines: names, speeds (work per cycle of an executor), numbers of
// executors, memories in bytes.
(function (isobar) {
  isobar.Machines = class {
    /** A run of a release before says it in its result alone, and while it goes on not at all. */
    constructor({ machines, result }, pes) {
      const given = machines ?? result.machines ?? {};
      this.names = given.names ?? null;
      this.speeds = given.speeds ? Float64Array.from(given.speeds) : null;
      this.executors = given.executors ?? null;
      this.memories = given.memories ?? null; // null: no bound
      this.areGiven = Boolean(this.names || this.speeds || this.executors || this.memories);
      const capacities = Float64Array.from({ length: pes }, (_, pe) => this.capacity(pe));
      this.differInCapacity = capacities.some((c) => c !== capacities[0]);
      this.totalCapacity = capacities.reduce((sum, capacity) => sum + capacity, 0);
    }

    /** Work per cycle of all executors of a PE. */
    capacity(pe) {
      return (this.speeds?.[pe] ?? 1) * (this.executors?.[pe] ?? 1);
    }

    /** What all PEs would have, if loads were as their capacities. */
    meanOverCapacity(run) {
      return (run.mean * run.pes) / this.totalCapacity;
    }

    /** The most that any PE ever had for its capacity. */
    mostOverCapacity(run) {
      if (!this.differInCapacity) return run.mostLoad / this.capacity(0);
      let most = 0;
      for (let p = 0; p <= run.count; ++p) {
        const loads = run.loadsAt(p);
        for (let pe = 0; pe < run.pes; ++pe) most = Math.max(most, loads[pe] / this.capacity(pe));
      }
      return most || 1;
    }

    /** What is known of a PE, in words; empty if nothing is. */
    words(pe) {
      return [
        this.names?.[pe],
        this.speeds && `speed ${isobar.count(this.speeds[pe])}`,
        this.executors && (this.executors[pe] === 1 ? '1 executor' : `${this.executors[pe]} executors`),
        this.memories && isobar.memory(this.memories[pe]),
      ]
        .filter(Boolean)
        .join(', ');
    }
  };

  /** Bytes of a memory in the largest unit in which they are whole. */
  isobar.memory = (bytes) => {
    if (bytes === null) return 'memory without bound';
    for (const [unit, size] of [
      ['TB', 1e12],
      ['GiB', 2 ** 30],
      ['GB', 1e9],
      ['MiB', 2 ** 20],
      ['MB', 1e6],
      ['KiB', 2 ** 10],
      ['kB', 1e3],
    ]) {
      if (bytes >= size && bytes % size === 0) return `${isobar.count(bytes / size)}\u00a0${unit}`;
    }
    return `${isobar.count(bytes)}\u00a0B`;
  };
})((globalThis.isobar ??= {}));
