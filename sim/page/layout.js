// SPDX-License-Identifier: Apache-2.0
// The layout of a fabric: places of PEs (neighbours about 1 apart), size of a PE, links.
(function (isobar) {
  function chosen(run) {
    const { family, radices } = run.fabric;
    if (family === 'hypercube') return isobar.layoutHypercube(run);
    if (family === 'hhc') return isobar.layoutHhc(run);
    if (family !== 'ring' && family !== 'torus' && family !== 'mesh') {
      return isobar.layoutGraph(run);
    }
    return radices.filter((radix) => radix > 1).length <= 1
      ? isobar.layoutRing(run)
      : isobar.layoutGrid(run);
  }

  isobar.layout = (run) => {
    const layout = chosen(run);
    const { x, y, margin } = layout;
    const range = (values) => [
      values.reduce((a, b) => Math.min(a, b)) - margin,
      values.reduce((a, b) => Math.max(a, b)) + margin,
    ];
    [layout.left, layout.right] = range(x);
    [layout.top, layout.bottom] = range(y);
    return layout;
  };
})((globalThis.isobar ??= {}));
