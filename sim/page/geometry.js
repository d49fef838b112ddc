// SPDX-License-Identifier: Apache-2.0
// Where links run: quadratic curves, or, for wrap-around links, two stubs at the fabric's edge.
// The two directions of a pair keep to their right, so that they lie apart.
(function (isobar) {
  isobar.Geometry = class {
    constructor(count, x, y) {
      this.x = x;
      this.y = y;
      this.ends = new Float32Array(6 * count);
      this.stub = new Uint8Array(count);
      this.far = new Uint8Array(count);
      this.apart = new Uint8Array(count); // stubs whose ends are far from each other
    }

    /** A curve from a to b; `bulge` is how far its control point lies to the right of the middle
     * when going from the lower number to the higher; both directions bend to the same side. */
    curve(link, a, b, lane, bulge = 0) {
      const [ax, ay, bx, by] = [this.x[a], this.y[a], this.x[b], this.y[b]];
      const length = Math.hypot(bx - ax, by - ay) || 1;
      const [rx, ry] = [(ay - by) / length, (bx - ax) / length];
      const [ox, oy] = [rx * lane, ry * lane];
      const side = lane + (a < b ? bulge : -bulge);
      this.ends.set(
        [ax + ox, ay + oy, (ax + bx) / 2 + rx * side, (ay + by) / 2 + ry * side, bx + ox, by + oy],
        6 * link,
      );
    }

    /** Out of a along (dx, dy), and from the other side into b. */
    wrap(link, a, b, lane, dx, dy) {
      const length = Math.hypot(dx, dy);
      const [ox, oy] = [(-dy / length) * lane, (dx / length) * lane];
      this.stub[link] = 1;
      this.ends.set(
        [this.x[a] + ox, this.y[a] + oy, dx, dy, this.x[b] + ox, this.y[b] + oy],
        6 * link,
      );
    }

    /** The point a share u along the link. */
    at(link, u) {
      const [ax, ay, cx, cy, bx, by] = this.ends.subarray(6 * link, 6 * link + 6);
      if (this.stub[link]) {
        return u < 0.5
          ? [ax + 2 * u * cx, ay + 2 * u * cy]
          : [bx - 2 * (1 - u) * cx, by - 2 * (1 - u) * cy];
      }
      const v = 1 - u;
      return [v * v * ax + 2 * u * v * cx + u * u * bx, v * v * ay + 2 * u * v * cy + u * u * by];
    }

    /** The whole of a link that is drawn as stubs, in a bow, from PE a to PE b. */
    traceWhole(context, a, b, scale, left, top) {
      const [ax, ay, bx, by] = [this.x[a], this.y[a], this.x[b], this.y[b]];
      const [cx, cy] = [(ax + bx) / 2 + 0.12 * (by - ay), (ay + by) / 2 - 0.12 * (bx - ax)];
      context.moveTo(ax * scale + left, ay * scale + top);
      context.quadraticCurveTo(
        cx * scale + left,
        cy * scale + top,
        bx * scale + left,
        by * scale + top,
      );
    }

    trace(context, link, scale, left, top) {
      const e = 6 * link;
      const { ends } = this;
      const [ax, ay] = [ends[e] * scale + left, ends[e + 1] * scale + top];
      const [bx, by] = [ends[e + 4] * scale + left, ends[e + 5] * scale + top];
      context.moveTo(ax, ay);
      if (this.stub[link]) {
        context.lineTo(ax + ends[e + 2] * scale, ay + ends[e + 3] * scale);
        context.moveTo(bx - ends[e + 2] * scale, by - ends[e + 3] * scale);
        context.lineTo(bx, by);
      } else {
        context.quadraticCurveTo(ends[e + 2] * scale + left, ends[e + 3] * scale + top, bx, by);
      }
    }
  };
})((globalThis.isobar ??= {}));
