// SPDX-License-Identifier: Apache-2.0
// Tori and meshes: dimension 1 across, 2 down; further dimensions are slices side by side and
// below each other. Wrap-around links are stubs at the edges.
(function (isobar) {
  const mostWithArcs = 256;

  /** How far a step in each dimension goes, across and down. */
  function strides(radices) {
    let [width, height] = [1, 1];
    return radices.map((radix, d) => {
      const across = d % 2 === 0;
      const gap = d < 2 ? 0 : Math.floor(d / 2) + 1;
      const stride = (across ? width : height) + gap;
      if (across) width = stride * (radix - 1) + width;
      else height = stride * (radix - 1) + height;
      return across ? [stride, 0] : [0, stride];
    });
  }

  isobar.layoutGrid = (run) => {
    const radices = run.fabric.radices;
    const steps = strides(radices);
    const x = new Float32Array(run.pes);
    const y = new Float32Array(run.pes);
    const coordinate = (pe, d) => {
      for (let k = 0; k < d; ++k) pe = Math.floor(pe / radices[k]);
      return pe % radices[d];
    };
    for (let pe = 0; pe < run.pes; ++pe) {
      radices.forEach((_, d) => {
        x[pe] += coordinate(pe, d) * steps[d][0];
        y[pe] += coordinate(pe, d) * steps[d][1];
      });
    }
    const geometry = new isobar.Geometry(run.links, x, y);
    for (let l = 0; l < run.links; ++l) {
      const [a, b, d] = [run.from[l], run.to[l], run.dimension[l] - 1];
      const hop = coordinate(b, d) - coordinate(a, d);
      const wraps = Math.abs(hop) > 1;
      if (d < 2) {
        const out = wraps ? -Math.sign(hop) * 0.72 : 0;
        if (wraps) geometry.wrap(l, a, b, 0.08, d === 0 ? out : 0, d === 0 ? 0 : out);
        else geometry.curve(l, a, b, 0.08);
      } else {
        const length = Math.hypot(x[b] - x[a], y[b] - y[a]);
        geometry.curve(l, a, b, 0.05, -0.14 * length);
        geometry.far[l] = wraps || run.pes > mostWithArcs ? 1 : 0;
      }
    }
    const stubs = run.fabric.closed && radices.some((radix, d) => d < 2 && radix > 2);
    return { x, y, size: 0.62, margin: stubs ? 0.85 : 0.5, cells: true, geometry };
  };
})((globalThis.isobar ??= {}));
