// SPDX-License-Identifier: Apache-2.0
// A run: loads, moves and series by position. Position 0 is before the first frame, position p
// after frame p - 1.
(function (isobar) {
  /** Changes become loads, in place; `before` are the loads before the first. */
  isobar.addUp = (before, changes) => {
    const pes = before.length;
    for (let i = 0; i < pes && i < changes.length; ++i) changes[i] += before[i];
    for (let i = pes; i < changes.length; ++i) changes[i] += changes[i - pes];
    return changes;
  };

  isobar.joined = (a, b) => {
    const all = new a.constructor(a.length + b.length);
    all.set(a);
    all.set(b, a.length);
    return all;
  };

  /**
   * Entries of `size` numbers, frame and link first, in order of frames: which is the first of each
   * frame. Throws an error that names them if they are out of order or range.
   */
  isobar.startsByFrame = (entries, size, count, links, name) => {
    const start = new Uint32Array(count + 1);
    let before = 0;
    for (let i = 0; i < entries.length; i += size) {
      const frame = entries[i];
      if (frame < before || frame >= count || entries[i + 1] >= links) {
        throw new Error(`${name}: entry ${i / size} is out of order or range`);
      }
      before = frame;
      start[frame + 1] = i / size + 1;
    }
    for (let f = 0; f < count; ++f) start[f + 1] = Math.max(start[f + 1], start[f]);
    return start;
  };

  isobar.Run = class {
    constructor(document, loads, moves, activity, busy) {
      const { frames, fabric } = document;
      this.document = { ...document, frames: undefined };
      this.version = document.version;
      this.name = document.name;
      this.config = document.config;
      this.result = document.result;
      this.fabric = fabric;
      this.frames = frames;
      this.count = frames.count;
      // Frames are cycles where there are no phases, or loads change at any time.
      this.inCycles = frames.cycles_per_frame !== undefined;
      this.activity = activity; // by frame and PE: work, balance, wait, in millionths
      this.initial = Int32Array.from(document.initial);
      this.pes = this.initial.length;
      this.nodes = this.pes + (fabric.switches ?? 0); // switches come after the PEs
      this.total = this.initial.reduce((sum, load) => sum + load, 0);
      this.mean = this.total / this.pes;
      this.machines = new isobar.Machines(document, this.pes);
      this.clockHz = document.clock_hz;
      this.links = fabric.links.length;
      this.hasMoves = moves !== null;
      this.moves = moves ?? new Int32Array(0);
      this.loads = loads;
      this.moveStart = isobar.startsByFrame(this.moves, 3, this.count, this.links, 'frames.moves');
      this.readLinks();
      // Runs that a release before stored do not say when links were busy.
      this.use = busy && new isobar.LinkUse(fabric, this.count, busy);
      this.readTimes(document.phases.length);
      this.readSeries();
      this.soFar = { position: 0, tasks: new Float64Array(this.links) };
    }

    /** A new run with the first frames of this one, and newer ones behind them. */
    with({ after, frames, result }, changes, moves, activity, busy) {
      const merged = { ...frames, count: after + frames.count };
      for (const name of ['step', 'phase', 'from', 'to', 'shifts', 'step_end']) {
        merged[name] = [...this.frames[name].slice(0, after), ...frames[name]];
      }
      const kept = this.moves.subarray(0, 3 * this.moveStart[after]);
      const allMoves = isobar.joined(kept, moves ?? new Int32Array(0));
      const links = this.result.links.map((link) => ({ ...link, tasks: 0 }));
      for (let i = 0; i < allMoves.length; i += 3) links[allMoves[i + 1]].tasks += allMoves[i + 2];
      return new isobar.Run(
        { ...this.document, frames: merged, result: { ...result, links } },
        isobar.joined(
          this.loads.subarray(0, after * this.pes),
          isobar.addUp(this.loadsAt(after), changes),
        ),
        allMoves,
        activity && isobar.joined(this.activity.subarray(0, 3 * after * this.pes), activity),
        busy && this.use.joined(after, busy),
      );
    }

    readLinks() {
      const { links } = this.fabric;
      const results = this.result.links;
      this.from = Uint32Array.from(links, (link) => link[0]);
      this.to = Uint32Array.from(links, (link) => link[1]);
      this.dimension = Uint8Array.from(links, (link) => link[2]);
      this.busyCycles = Float64Array.from(links, (_, l) => {
        const { transfer_cycles = 0, word_cycles = 0, setup_cycles = 0 } = results?.[l] ?? {};
        return transfer_cycles + word_cycles + setup_cycles;
      });
      this.outgoing = this.byEnd(this.from);
      this.incoming = this.byEnd(this.to);
      this.mostTasks = (results ?? []).reduce((most, link) => Math.max(most, link.tasks), 1);
    }

    byEnd(ends) {
      const lists = Array.from({ length: this.nodes }, () => []);
      ends.forEach((node, link) => lists[node].push(link));
      return lists;
    }

    /** Steps so far, with fractions inside a step, and cycles so far, by position. */
    readTimes(phases) {
      const { step, step_end: ends, to } = this.frames;
      this.steps = new Float64Array(this.count + 1);
      this.cycles = Float64Array.from([0, ...to]);
      this.lastStepEnd = new Uint32Array(this.count + 1);
      if (this.inCycles) return;
      for (let first = 0; first < this.count;) {
        let next = first + 1;
        while (next < this.count && step[next] === step[first] && !ends[next - 1]) ++next;
        const parts = ends[next - 1] ? next - first : Math.max(next - first + 1, phases);
        for (let f = first; f < next; ++f) {
          this.steps[f + 1] = step[f] + (f - first + 1) / parts;
        }
        first = next;
      }
      for (let f = 0; f < this.count; ++f) {
        this.lastStepEnd[f + 1] = ends[f] ? f + 1 : this.lastStepEnd[f];
      }
    }

    readSeries() {
      const names = ['max', 'min', 'mean', 'idle', 'moved', 'use', 'shifts'];
      this.series = Object.fromEntries(
        names.map((name) => [name, new Float64Array(this.count + 1)]),
      );
      const { max, min, mean, idle, moved, use, shifts } = this.series;
      for (let p = 0; p <= this.count; ++p) {
        let most = -Infinity;
        let least = Infinity;
        let none = 0;
        let all = 0;
        for (const load of this.loadsAt(p)) {
          if (load > most) most = load;
          if (load < least) least = load;
          if (load === 0) ++none;
          all += load;
        }
        [max[p], min[p], idle[p], mean[p]] = [most, least, none, all / this.pes];
        if (p === 0) continue;
        shifts[p] = this.frames.shifts[p - 1];
        for (let i = this.moveStart[p - 1]; i < this.moveStart[p]; ++i) {
          moved[p] += this.moves[3 * i + 2];
        }
        use[p] = this.useInFrame(p);
      }
      if (this.inCycles) this.mean = this.meanOverTime();
      this.readShares();
      const byIteration = isobar.iterationSeries(this);
      this.hasIterations = byIteration !== null;
      Object.assign(this.series, byIteration);
      this.mostLoad = max.reduce((a, b) => Math.max(a, b), 1);
      this.mostLoadOverCapacity = this.machines.mostOverCapacity(this);
    }

    /** Share of the frame that ends at p in which links were busy; or of the run. */
    useInFrame(p) {
      const [from, to] = this.use ? [p - 1, p] : [0, this.count];
      const busy = this.use ? this.use.inFrame(p) : this.busyCycles.reduce((a, b) => a + b, 0);
      const cycles = this.cycles[to] - this.cycles[from];
      return busy > 0 ? busy / (cycles * this.links) : 0;
    }

    /** What a PE holds on average, for runs in which tasks come and go. */
    meanOverTime() {
      let sum = 0;
      for (let p = 1; p <= this.count; ++p) {
        sum += this.series.mean[p] * (this.cycles[p] - this.cycles[p - 1]);
      }
      return this.count > 0 ? sum / this.cycles[this.count] : this.mean;
    }

    /** The shares of work, balance, wait and the rest in all executors' time of a frame. */
    readShares() {
      if (!this.activity) return;
      const names = ['work', 'balance', 'wait', 'rest'];
      for (const name of names) this.series[name] = new Float64Array(this.count + 1);
      const whole = 1e6 * this.pes;
      for (let p = 1; p <= this.count; ++p) {
        const sums = [0, 0, 0];
        const end = 3 * p * this.pes;
        for (let i = end - 3 * this.pes; i < end; ++i) sums[i % 3] += this.activity[i];
        sums.forEach((sum, k) => {
          this.series[names[k]][p] = sum / whole;
        });
        this.series.rest[p] = Math.max(0, 1 - (sums[0] + sums[1] + sums[2]) / whole);
      }
    }

    /** Shares of work, balance and wait of a PE in the frame that ends at p. */
    sharesAt(p, pe) {
      if (p === 0 || !this.activity) return [0, 0, 0];
      const first = 3 * ((p - 1) * this.pes + pe);
      return Array.from(this.activity.subarray(first, first + 3), (share) => share / 1e6);
    }

    loadsAt(p) {
      return p === 0 ? this.initial : this.loads.subarray((p - 1) * this.pes, p * this.pes);
    }

    loadAt(p, pe) {
      return p === 0 ? this.initial[pe] : this.loads[(p - 1) * this.pes + pe];
    }

    /** Moves of the frame that ends at p, as f(link, tasks). */
    eachMove(p, f) {
      if (p === 0) return;
      for (let i = this.moveStart[p - 1]; i < this.moveStart[p]; ++i) {
        f(this.moves[3 * i + 1], this.moves[3 * i + 2]);
      }
    }

    movesIn(p) {
      return p === 0 ? 0 : this.moveStart[p] - this.moveStart[p - 1];
    }

    /** Tasks over every link up to p. Kept from call to call: positions are asked for in turn. */
    tasksSoFar(p) {
      const { soFar, moves } = this;
      const forward = p > soFar.position;
      const [a, b] = forward ? [soFar.position, p] : [p, soFar.position];
      const sign = forward ? 1 : -1;
      for (let i = this.moveStart[a]; i < this.moveStart[b]; ++i) {
        soFar.tasks[moves[3 * i + 1]] += sign * moves[3 * i + 2];
      }
      soFar.position = p;
      return soFar.tasks;
    }

    /** Share of the cycles up to p in which a link was busy; if frames do not say, the run's. */
    linkUse(p, link) {
      const cycles = this.cycles[p];
      if (cycles === 0) return 0;
      if (this.use) return this.use.upTo(p, link) / cycles;
      return this.busyCycles[link] / this.cycles[this.count];
    }

    /** Mean use of a PE's outgoing links up to p. */
    peUse(p, pe) {
      const links = this.outgoing[pe];
      let sum = 0;
      for (const link of links) sum += this.linkUse(p, link);
      return links.length > 0 ? sum / links.length : 0;
    }

    /** Whether the loads were shared, or balanced, at the last step end before p. */
    sharedAt(p) {
      return this.series.min[this.lastStepEnd[p]] >= 1;
    }

    balancedAt(p) {
      const end = this.lastStepEnd[p];
      return this.series.max[end] - this.series.min[end] <= this.config.tolerance;
    }

    /** The address of a PE, or the name of a switch. */
    address(node) {
      return this.fabric.addresses[node] ?? `switch ${node}`;
    }

    /** A link in words: 0 → 1. */
    linkName(link) {
      return `${this.address(this.from[link])} → ${this.address(this.to[link])}`;
    }
  };
})((globalThis.isobar ??= {}));
