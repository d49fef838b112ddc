// SPDX-License-Identifier: Apache-2.0
// Tori and meshes: dimension 1 across, 2 down. The planes of dimension 3 lie in two rows, out and
// back, so that neighbours lie side by side; further dimensions are such blocks, below each other
// and side by side. Links that wrap around are stubs at the edges, those from plane to plane are
// oblique stubs at each PE, and whole for the PE that is chosen or pointed at.
(function (isobar) {
  const twoRowsFrom = 4; // planes
  const gap = 2; // between planes, beyond a step
  /** Where the stubs of dimensions 3, 4, … towards successors point: never at another's. */
  const oblique = [
    [0.42, 0.42],
    [-0.42, 0.42],
    [0.2, 0.46],
    [-0.2, 0.46],
  ];

  /** Column and row of a plane among those of dimension 3: the last is next to the first. */
  function planePlace(plane, planes) {
    if (planes < twoRowsFrom) return [plane, 0];
    const columns = Math.ceil(planes / 2);
    if (plane < columns) return [plane, 0];
    // One place fewer below is left out in the middle: the last one is below the first.
    const left = planes - 1 - plane;
    return [planes % 2 === 0 || left < Math.floor(columns / 2) ? left : left + 1, 1];
  }

  /** By dimension: the place of each coordinate, across and down. */
  function placesOf(radices) {
    let [width, height] = [1, 1];
    return radices.map((radix, d) => {
      const between = d < 2 ? 0 : gap + d - 2;
      const [across, down] = [width + between, height + between];
      const list = Array.from({ length: radix }, (_, c) => {
        if (d === 2) {
          const [column, row] = planePlace(c, radix);
          return [column * across, row * down];
        }
        return d % 2 === 0 ? [c * across, 0] : [0, c * down];
      });
      width += Math.max(...list.map((place) => place[0]));
      height += Math.max(...list.map((place) => place[1]));
      return list;
    });
  }

  /** A frame around each plane, with its coordinates beyond the second. */
  function planes(run, coordinate, x, y, edge) {
    const { radices } = run.fabric;
    const size = radices[0] * (radices[1] ?? 1);
    const [right, down] = [radices[0] - 1, (radices[1] ?? 1) - 1];
    const groups = [];
    for (let first = 0; first < run.pes; first += size) {
      const rest = radices.slice(2).map((_, d) => coordinate(first, d + 2));
      groups.push({
        x: x[first] + right / 2,
        y: y[first] + down / 2 + 0.2,
        width: right + 2 * edge,
        height: down + 2 * edge + 0.4,
        name: `( · , · , ${rest.join(' , ')} )`,
      });
    }
    return groups;
  }

  isobar.layoutGrid = (run) => {
    const radices = run.fabric.radices;
    const places = placesOf(radices);
    const x = new Float32Array(run.pes);
    const y = new Float32Array(run.pes);
    const coordinate = (pe, d) => {
      for (let k = 0; k < d; ++k) pe = Math.floor(pe / radices[k]);
      return pe % radices[d];
    };
    for (let pe = 0; pe < run.pes; ++pe) {
      radices.forEach((_, d) => {
        const [across, down] = places[d][coordinate(pe, d)];
        x[pe] += across;
        y[pe] += down;
      });
    }
    const geometry = new isobar.Geometry(run.links, x, y);
    for (let l = 0; l < run.links; ++l) {
      const [a, b, d] = [run.from[l], run.to[l], run.dimension[l] - 1];
      const hop = coordinate(b, d) - coordinate(a, d);
      const wraps = Math.abs(hop) > 1;
      const towards = wraps ? -Math.sign(hop) : Math.sign(hop);
      if (d < 2) {
        const out = towards * 0.72;
        if (wraps) geometry.wrap(l, a, b, 0.08, d === 0 ? out : 0, d === 0 ? 0 : out);
        else geometry.curve(l, a, b, 0.08);
      } else {
        const [dx, dy] = oblique[(d - 2) % oblique.length];
        geometry.wrap(l, a, b, 0.05, towards * dx, towards * dy);
        geometry.apart[l] = 1;
      }
    }
    const stubs = run.fabric.closed && radices.some((radix, d) => d < 2 && radix > 2);
    const margin = stubs ? 0.85 : 0.5;
    if (radices.length < 3) return { x, y, size: 0.62, margin, cells: true, geometry };
    const groups = planes(run, coordinate, x, y, 0.85);
    return { x, y, size: 0.62, margin: 1.3, cells: true, geometry, groups };
  };
})((globalThis.isobar ??= {}));
