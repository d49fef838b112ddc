// SPDX-License-Identifier: Apache-2.0
// One ring: a circle while that is readable, then rows that lead back to their beginning.
(function (isobar) {
  const mostOnCircle = 64;

  /** Chords for the links of a graph that has no better picture. Switches lie on a smaller
   * circle, one alone in the middle. */
  isobar.layoutCircle = (run) => {
    const { pes, nodes } = run;
    const radius = Math.max(1.1, (pes * 1.45) / (2 * Math.PI));
    const place = (i, wave) => {
      if (i < pes) return radius * wave((2 * Math.PI * i) / pes);
      const count = nodes - pes;
      return count === 1 ? 0 : 0.5 * radius * wave((2 * Math.PI * (i - pes)) / count);
    };
    const x = Float32Array.from({ length: nodes }, (_, i) => place(i, Math.sin));
    const y = Float32Array.from({ length: nodes }, (_, i) => -place(i, Math.cos));
    const geometry = new isobar.Geometry(run.links, x, y);
    for (let l = 0; l < run.links; ++l) geometry.curve(l, run.from[l], run.to[l], 0.07);
    return { x, y, size: 0.86, margin: 0.8, geometry };
  };

  /** Pairs of rows, out and back, and a first column that closes the ring. */
  function placesOfRing(pes) {
    let rows = 2 * Math.max(1, Math.round(Math.sqrt(pes / 2.6) / 2));
    while (Math.ceil(pes / rows) < 2) rows -= 2;
    const columns = Math.ceil(pes / rows);
    let missing = rows * columns - pes;
    const places = [];
    for (let row = 0; row < rows; row += 2) {
      const cut = Math.min(2, Math.ceil(missing / ((rows - row) / 2)));
      missing -= cut;
      const out = columns - 1 - (cut > 0 ? 1 : 0);
      const back = columns - 1 - (cut > 1 ? 1 : 0);
      for (let c = 1; c <= out; ++c) places.push([c, row]);
      for (let c = back; c >= 1; --c) places.push([c, row + 1]);
    }
    for (let row = rows - 1; row >= 0; --row) places.push([0, row]);
    return places;
  }

  function placesOfLine(pes) {
    const columns = pes <= 24 ? pes : Math.ceil(Math.sqrt(pes * 2));
    return Array.from({ length: pes }, (_, i) => {
      const row = Math.floor(i / columns);
      return [row % 2 === 0 ? i % columns : columns - 1 - (i % columns), row];
    });
  }

  isobar.layoutRing = (run) => {
    if (run.fabric.closed && run.pes <= mostOnCircle) return isobar.layoutCircle(run);
    const places = run.fabric.closed ? placesOfRing(run.pes) : placesOfLine(run.pes);
    const x = Float32Array.from(places, (place) => place[0]);
    const y = Float32Array.from(places, (place) => place[1]);
    const geometry = new isobar.Geometry(run.links, x, y);
    for (let l = 0; l < run.links; ++l) geometry.curve(l, run.from[l], run.to[l], 0.07);
    return { x, y, size: 0.7, margin: 0.6, cells: true, geometry };
  };
})((globalThis.isobar ??= {}));
