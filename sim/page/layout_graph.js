// SPDX-License-Identifier: Apache-2.0
// A graph with cycles: links pull, nodes push each other away (Fruchterman and Reingold's method),
// from a circle, so that the same graph looks the same each time. Large graphs stay circles.
(function (isobar) {
  const most = 400;
  const rounds = 300;

  isobar.layoutGraph = (run) => {
    if (run.nodes > most) return isobar.layoutCircle(run);
    const tree = isobar.layoutTree(run);
    if (tree !== null) return tree;
    const layout = isobar.layoutCircle(run);
    const { x, y } = layout;
    const wanted = 2;
    for (let round = 0; round < rounds; ++round) {
      relax(run, x, y, wanted, wanted * (1 - round / rounds));
    }
    inOrder(run.pes, x, y);
    const geometry = new isobar.Geometry(run.links, x, y);
    for (let l = 0; l < run.links; ++l) geometry.curve(l, run.from[l], run.to[l], 0.07);
    return { x, y, size: sizeFor(x, y), margin: 0.8, geometry };
  };

  /** Turns a picture so that PE 0 is on top, and mirrors one whose numbers go against the clock. */
  function inOrder(pes, x, y) {
    const middle = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const [mx, my] = [middle(x), middle(y)];
    const turn = Math.atan2(x[0] - mx, my - y[0]);
    const [sine, cosine] = [Math.sin(turn), Math.cos(turn)];
    for (let i = 0; i < x.length; ++i) {
      const [dx, dy] = [x[i] - mx, y[i] - my];
      x[i] = dx * cosine + dy * sine;
      y[i] = dy * cosine - dx * sine;
    }
    let area = 0;
    for (let i = 0; i < pes; ++i) {
      const next = (i + 1) % pes;
      area += x[i] * y[next] - x[next] * y[i];
    }
    if (area < 0) x.forEach((value, i) => (x[i] = -value));
  }

  /** So large that no two PEs touch, within reason. */
  function sizeFor(x, y) {
    let least = Infinity;
    for (let a = 0; a < x.length; ++a) {
      for (let b = 0; b < a; ++b) least = Math.min(least, Math.hypot(x[a] - x[b], y[a] - y[b]));
    }
    return Math.max(0.4, Math.min(0.86, 0.85 * least));
  }

  /** One round; no PE goes further than `reach`. */
  function relax(run, x, y, wanted, reach) {
    const dx = new Float64Array(run.nodes);
    const dy = new Float64Array(run.nodes);
    const push = (a, b, force) => {
      const [ux, uy] = [x[a] - x[b], y[a] - y[b]];
      const length = Math.hypot(ux, uy) || 0.01;
      const f = force(length) / length;
      dx[a] += ux * f;
      dy[a] += uy * f;
      dx[b] -= ux * f;
      dy[b] -= uy * f;
    };
    for (let a = 0; a < run.nodes; ++a) {
      for (let b = 0; b < a; ++b) push(a, b, (length) => (wanted * wanted) / length);
    }
    for (let l = 0; l < run.links; ++l) {
      push(run.from[l], run.to[l], (length) => (-length * length) / wanted / 2);
    }
    for (let pe = 0; pe < run.nodes; ++pe) {
      const length = Math.hypot(dx[pe], dy[pe]) || 1;
      x[pe] += (dx[pe] / length) * Math.min(length, reach);
      y[pe] += (dy[pe] / length) * Math.min(length, reach);
    }
  }
})((globalThis.isobar ??= {}));
