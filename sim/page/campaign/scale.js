// SPDX-License-Identifier: Apache-2.0
// From values to pixels and back, linear or logarithmic, with round ticks.
(function (isobar) {
  function linearTicks(low, high, most) {
    if (!(high > low)) return [low];
    const rough = (high - low) / Math.max(1, most);
    const size = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].find((factor) => factor * size >= rough * 0.999) * size;
    const ticks = [];
    for (let i = Math.ceil(low / step); i * step <= high * (1 + 1e-12); ++i)
      ticks.push(Number((i * step).toPrecision(12)));
    return ticks;
  }

  function logTicks(low, high, most) {
    const decades = Math.log10(high / low);
    const factors = decades > most * 0.6 ? [1] : decades > most * 0.35 ? [1, 3] : [1, 2, 5];
    const every = Math.max(1, Math.ceil(decades / most));
    const ticks = [];
    for (let e = Math.floor(Math.log10(low)); e <= Math.ceil(Math.log10(high)); ++e) {
      if (factors.length === 1 && e % every !== 0) continue;
      for (const factor of factors) {
        const tick = Number(`${factor}e${e}`);
        if (tick >= low * 0.9999 && tick <= high * 1.0001) ticks.push(tick);
      }
    }
    return ticks.length >= 2 ? ticks : linearTicks(low, high, most).filter((tick) => tick > 0);
  }

  isobar.Scale = class {
    /** `margin`: what is added at both ends, as a share. A logarithmic scale that begins at 0 gets a
     * place for it before `least`, the smallest value above. */
    constructor([low, high], [from, to], log, margin = 0.04, least = low) {
      this.log = log && high > 0;
      this.zero = this.log && low <= 0;
      if (this.zero) low = least;
      if (low === high) [low, high] = this.log ? [low / 2, high * 2] : [low - 1, high + 1];
      const [a, b] = this.log ? [Math.log(low), Math.log(high)] : [low, high];
      this.a = a - (this.zero ? 0.1 : margin) * (b - a);
      this.b = b + margin * (b - a);
      this.floor = a;
      this.from = from;
      this.to = to;
    }
    at(value) {
      const below = this.a + 0.25 * (this.floor - this.a);
      const place = !this.log ? value : value > 0 ? Math.log(value) : below;
      return this.from + ((place - this.a) / (this.b - this.a)) * (this.to - this.from);
    }
    value(pixel) {
      const place = this.a + ((pixel - this.from) / (this.to - this.from)) * (this.b - this.a);
      if (this.zero && place < (this.a + this.floor) / 2) return 0;
      return this.log ? Math.exp(place) : place;
    }
    ticks(most) {
      if (!this.log) return linearTicks(this.a, this.b, most);
      const begin = this.zero ? this.floor : this.a;
      const ticks = logTicks(Math.exp(begin), Math.exp(this.b), most);
      return this.zero ? [0, ...ticks] : ticks;
    }
  };
})((globalThis.isobar ??= {}));
