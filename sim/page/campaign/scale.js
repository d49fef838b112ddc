// SPDX-License-Identifier: Apache-2.0
// From values to pixels and back, linear or logarithmic, with round ticks.
(function (isobar) {
  function linearTicks(low, high, most) {
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
    /** `margin`: what is added at both ends, as a share. */
    constructor([low, high], [from, to], log, margin = 0.04) {
      this.log = log && low > 0;
      if (low === high) [low, high] = this.log ? [low / 2, high * 2] : [low - 1, high + 1];
      const [a, b] = this.log ? [Math.log(low), Math.log(high)] : [low, high];
      this.a = a - margin * (b - a);
      this.b = b + margin * (b - a);
      this.from = from;
      this.to = to;
    }
    at(value) {
      const place = this.log ? Math.log(value) : value;
      return this.from + ((place - this.a) / (this.b - this.a)) * (this.to - this.from);
    }
    value(pixel) {
      const place = this.a + ((pixel - this.from) / (this.to - this.from)) * (this.b - this.a);
      return this.log ? Math.exp(place) : place;
    }
    ticks(most) {
      const ends = this.log ? [Math.exp(this.a), Math.exp(this.b)] : [this.a, this.b];
      return this.log ? logTicks(...ends, most) : linearTicks(...ends, most);
    }
  };
})((globalThis.isobar ??= {}));
