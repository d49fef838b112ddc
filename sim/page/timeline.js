// SPDX-License-Identifier: Apache-2.0
// One time for all runs: every instant at which any of them has a frame's end. A run that has
// ended stays at its end.
(function (isobar) {
  /** Times of a run's positions, in steps, shifts (T) or cycles. */
  isobar.timesOf = (run, by) =>
    ({ steps: run.steps, shifts: run.series.shifts, cycles: run.cycles })[by];

  isobar.unitName = (by) => (by === 'shifts' ? 'shifts (T)' : by);

  isobar.Timeline = class {
    constructor(runs, by) {
      this.by = by;
      const all = Float64Array.from(runs.flatMap((run) => [...isobar.timesOf(run, by)])).sort();
      this.times = all.filter((time, i) => i === 0 || time !== all[i - 1]);
      this.last = this.times.length - 1;
      this.positions = runs.map((run) => this.positionsOf(isobar.timesOf(run, by)));
      this.stepEnds = this.findStepEnds(runs);
    }

    positionsOf(times) {
      const positions = new Uint32Array(this.times.length);
      let p = 0;
      this.times.forEach((time, i) => {
        while (p + 1 < times.length && times[p + 1] <= time) ++p;
        positions[i] = p;
      });
      return positions;
    }

    findStepEnds(runs) {
      const ends = [0];
      for (let i = 1; i <= this.last; ++i) {
        const ended = runs.some((run, r) => {
          const p = this.positions[r][i];
          return p !== this.positions[r][i - 1] && run.frames.step_end[p - 1];
        });
        if (ended) ends.push(i);
      }
      if (ends.at(-1) !== this.last) ends.push(this.last);
      return ends;
    }

    /** The last index whose time is no later. */
    indexAt(time) {
      let [low, high] = [0, this.last];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (this.times[middle] <= time) low = middle;
        else high = middle - 1;
      }
      return low;
    }

    stepAfter(index) {
      return this.stepEnds.find((end) => end > index) ?? this.last;
    }

    stepBefore(index) {
      return this.stepEnds.findLast((end) => end < index) ?? 0;
    }

    /** Where a run has come to a cycle, or the first frame after it. */
    indexOfCycle(run, r, cycle) {
      let p = 0;
      while (p < run.count && run.cycles[p] < cycle) ++p;
      const found = this.positions[r].findIndex((position) => position >= p);
      return found < 0 ? this.last : found;
    }

    /** Where a run's step k has ended, or the first frame after it. */
    indexOfStep(run, r, step) {
      let p = 0;
      while (p < run.count && run.steps[p] < step) ++p;
      const found = this.positions[r].findIndex((position) => position >= p);
      return found < 0 ? this.last : found;
    }
  };
})((globalThis.isobar ??= {}));
