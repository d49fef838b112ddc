// SPDX-License-Identifier: Apache-2.0
// Hypercubes: cubes in parallel projection up to 6 dimensions, then a grid in Gray order, in which
// neighbours in row and column are neighbours in the cube. Hyper Hexa-Cells: two triangles a cell,
// the cells in Gray order.
(function (isobar) {
  const edges = [
    [2.5, 0],
    [0, 2.3],
    [1.1, -1],
    [5.9, 0],
    [0, 5.3],
    [12, 0],
  ];
  /** Control points of the long edges lie aside, so that they pass the PEs in between. */
  const bulges = [0, 0, 0, -1.1, -1.1, -2.6];
  const mostWithArcs = 128;

  const fromGray = (code) => {
    let value = 0;
    for (; code > 0; code >>= 1) value ^= code;
    return value;
  };

  function projected(run) {
    const dimensions = run.fabric.radices.length;
    const place = (pe, axis) =>
      edges.slice(0, dimensions).reduce((sum, edge, d) => sum + ((pe >> d) & 1) * edge[axis], 0);
    const x = Float32Array.from({ length: run.pes }, (_, pe) => place(pe, 0));
    const y = Float32Array.from({ length: run.pes }, (_, pe) => place(pe, 1));
    const geometry = new isobar.Geometry(run.links, x, y);
    for (let l = 0; l < run.links; ++l) {
      geometry.curve(l, run.from[l], run.to[l], 0.06, bulges[run.dimension[l] - 1]);
    }
    return { x, y, size: 0.86, margin: 0.9, geometry };
  }

  /** Bits of a code, split into a column and a row of a grid in Gray order. */
  function grayPlace(code, bits) {
    const across = Math.ceil(bits / 2);
    return [fromGray(code & ((1 << across) - 1)), fromGray(code >> across)];
  }

  function inGrayOrder(run) {
    const bits = run.fabric.radices.length;
    const places = Array.from({ length: run.pes }, (_, pe) => grayPlace(pe, bits));
    const x = Float32Array.from(places, (place) => place[0]);
    const y = Float32Array.from(places, (place) => place[1]);
    const geometry = new isobar.Geometry(run.links, x, y);
    for (let l = 0; l < run.links; ++l) {
      const [a, b] = [run.from[l], run.to[l]];
      const length = Math.abs(x[a] - x[b]) + Math.abs(y[a] - y[b]);
      geometry.curve(l, a, b, 0.07, length > 1 ? 0.2 * length : 0);
      geometry.far[l] = length > 1 ? 1 : 0;
    }
    return { x, y, size: 0.68, margin: 0.6, cells: true, geometry };
  }

  isobar.layoutHypercube = (run) =>
    run.fabric.radices.length <= edges.length ? projected(run) : inGrayOrder(run);

  /** Coordinator, left and right node of a triangle; the other one is its mirror image. */
  const triangle = [
    [-2.05, 0],
    [-0.85, -1.2],
    [-0.85, 1.2],
  ];
  const cellWidth = 6.5;
  const cellHeight = 4.8;

  /** Past the PEs in between, which lie closer in columns than in rows. */
  const bulgeOf = (dx, length) => -(dx === 0 ? 0.27 : 0.21) * length;

  isobar.layoutHhc = (run) => {
    const bits = run.fabric.radices.length - 2;
    const x = new Float32Array(run.pes);
    const y = new Float32Array(run.pes);
    const places = [];
    for (let pe = 0; pe < run.pes; ++pe) {
      const [dx, dy] = triangle[pe % 3];
      const mirrored = Math.floor(pe / 3) % 2 === 1;
      const cell = grayPlace(Math.floor(pe / 6), bits);
      places.push(cell);
      x[pe] = cell[0] * cellWidth + (mirrored ? -dx : dx);
      y[pe] = cell[1] * cellHeight + dy;
    }
    const geometry = new isobar.Geometry(run.links, x, y);
    for (let l = 0; l < run.links; ++l) {
      const [a, b] = [run.from[l], run.to[l]];
      const length = Math.hypot(x[a] - x[b], y[a] - y[b]);
      const cells = Math.abs(places[a][0] - places[b][0]) + Math.abs(places[a][1] - places[b][1]);
      geometry.curve(l, a, b, 0.06, run.dimension[l] > 2 ? bulgeOf(x[a] - x[b], length) : 0);
      geometry.far[l] = cells > 1 && run.pes > mostWithArcs ? 1 : 0;
    }
    const groups = [];
    for (let pe = 0; pe < run.pes; pe += 6) {
      const [column, row] = places[pe];
      const name = (pe / 6).toString(2).padStart(bits, '0');
      groups.push({ x: column * cellWidth, y: row * cellHeight, width: 5.5, height: 3.8, name });
    }
    return { x, y, size: 0.92, margin: 1.15, groups, geometry };
  };
})((globalThis.isobar ??= {}));
