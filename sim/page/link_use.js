// SPDX-License-Identifier: Apache-2.0
// For how many cycles links were busy, in a frame and up to a position. Of each frame there is what
// all links of a port have in common, and what some links have besides.
(function (isobar) {
  isobar.LinkUse = class {
    /** `busy`: of ports the cycles by frame, of links pairs of frame and link and their cycles. */
    constructor({ links, ports: portOf }, count, busy) {
      this.portOf = Uint32Array.from(portOf);
      this.linksOf = [];
      for (const port of portOf) this.linksOf[port] = (this.linksOf[port] ?? 0) + 1;
      this.linksOf = Float64Array.from(this.linksOf, (number) => number ?? 0);
      this.busy = busy;
      if (busy.ports.length !== count * this.linksOf.length) {
        throw new Error('frames.busy_ports is not count × ports long');
      }
      this.start = isobar.startsByFrame(busy.links, 2, count, links.length, 'frames.busy_links');
      this.soFar = {
        position: 0,
        ports: new Float64Array(this.linksOf.length),
        links: new Float64Array(links.length),
      };
    }

    /** This use before frame `after`, and `busy` from there on. */
    joined(after, busy) {
      const end = this.start[after];
      return {
        ports: isobar.joined(this.busy.ports.subarray(0, after * this.linksOf.length), busy.ports),
        links: isobar.joined(this.busy.links.subarray(0, 2 * end), busy.links),
        cycles: isobar.joined(this.busy.cycles.subarray(0, end), busy.cycles),
      };
    }

    /** Busy cycles of all links together in the frame that ends at p. */
    inFrame(p) {
      const first = (p - 1) * this.linksOf.length;
      let sum = 0;
      this.linksOf.forEach((links, port) => {
        sum += links * this.busy.ports[first + port];
      });
      for (let i = this.start[p - 1]; i < this.start[p]; ++i) sum += this.busy.cycles[i];
      return sum;
    }

    /** Busy cycles of a link up to p. Kept from call to call: positions are asked for in turn. */
    upTo(p, link) {
      if (p !== this.soFar.position) this.goTo(p);
      return this.soFar.ports[this.portOf[link]] + this.soFar.links[link];
    }

    goTo(p) {
      const { soFar, busy } = this;
      const forward = p > soFar.position;
      const [a, b] = forward ? [soFar.position, p] : [p, soFar.position];
      const sign = forward ? 1 : -1;
      const ports = soFar.ports.length;
      for (let i = a * ports; i < b * ports; ++i) soFar.ports[i % ports] += sign * busy.ports[i];
      for (let i = this.start[a]; i < this.start[b]; ++i) {
        soFar.links[busy.links[2 * i + 1]] += sign * busy.cycles[i];
      }
      soFar.position = p;
    }
  };
})((globalThis.isobar ??= {}));
