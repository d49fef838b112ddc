// SPDX-License-Identifier: Apache-2.0
// Colours and marks of rows: eight colours that colour-blind people can distinguish and eight marks,
// of which each pair is one name on the whole page; a scale for numbers.
(function (isobar) {
  const { state } = isobar;
  const kinds = 8;
  const steps = 24;
  const faintest = 50; // of 256 shades: the first ones do not show on the page

  const shade = (share) =>
    isobar.palette(isobar.theme(), 'use').css[Math.round(faintest + share * (255 - faintest))];

  /** The numbers of pairs by key and level: schemes first, so that no other key has theirs. */
  function pairNumbers() {
    const { campaign } = state;
    if (campaign.pairs) return campaign.pairs;
    const keys = campaign.frames.points.keys.filter((key) => key.numbers === null);
    const schemes = keys.find((key) => key.id === 'scheme');
    campaign.pairs = new Map();
    for (const key of keys) {
      const first = key === schemes ? 0 : (schemes?.levels.length ?? 0);
      key.levels.forEach((level, code) => campaign.pairs.set(`${key.id} ${level}`, first + code));
    }
    return campaign.pairs;
  }

  /** The mark and the colour of a level of a key; after 64 they come again. */
  isobar.pair = (id, level, code = 0) => {
    const number = pairNumbers().get(`${id} ${level}`) ?? code;
    const mark = number % kinds;
    return { mark, colour: isobar.ink(`cat-${(mark + Math.floor(number / kinds)) % kinds}`) };
  };

  /** Of a level of a factor, which has the name of its first key. */
  isobar.factorPair = (factor, code) => isobar.pair(factor.name.split(' + ')[0], factor.levels[code].split(' + ')[0], code);

  /** Whether a column's colours are a scale. */
  isobar.isScale = (column) => column.kind === 'metric' || column.numbers !== null;

  /** By row of a column: an index into `colours`, with a mark. */
  isobar.shading = (column) => {
    if (!column) return { of: () => 0, colours: [isobar.ink('muted')], marks: [0] };
    if (column.kind === 'key') {
      const last = Math.max(1, column.levels.length - 1);
      const scale = column.numbers !== null;
      const pairs = column.levels.map((level, code) => isobar.pair(column.id, level, code));
      return {
        of: (row) => column.codes[row],
        colours: pairs.map(({ colour }, code) => (scale ? shade(code / last) : colour)),
        marks: pairs.map(({ mark }) => (scale ? 0 : mark)),
      };
    }
    const [low, high] = column.extent;
    const scale = new isobar.Scale([low, high], [0, 1], column.canLog, 0, column.leastPositive);
    const place = (value) => scale.at(value);
    return {
      of: (row) => {
        const share = place(column.values[row]);
        return share > 0 ? Math.round(share * (steps - 1)) : 0;
      },
      colours: Array.from({ length: steps }, (_, i) => shade(i / (steps - 1))),
      marks: Array(steps).fill(0),
    };
  };

  isobar.shadingNow = () => isobar.shading(state.frame.column(state.colour));

  const polygon = (corners) => (context, x, y, r) => {
    corners.forEach(([dx, dy], i) =>
      context[i === 0 ? 'moveTo' : 'lineTo'](x + dx * r, y + dy * r),
    );
    context.closePath();
  };
  const star = Array.from({ length: 10 }, (_, i) => {
    const [angle, length] = [(i * Math.PI) / 5, i % 2 === 0 ? 1.35 : 0.6];
    return [length * Math.sin(angle), -length * Math.cos(angle)];
  });
  const cross = [
    [-0.4, -1.2],
    [0.4, -1.2],
    [0.4, -0.4],
    [1.2, -0.4],
    [1.2, 0.4],
    [0.4, 0.4],
    [0.4, 1.2],
    [-0.4, 1.2],
    [-0.4, 0.4],
    [-1.2, 0.4],
    [-1.2, -0.4],
    [-0.4, -0.4],
  ];
  const turned = ([x, y]) => [(x - y) * Math.SQRT1_2, (x + y) * Math.SQRT1_2];
  const triangle = [
    [0, -1.25],
    [1.15, 0.85],
    [-1.15, 0.85],
  ];
  const square = [
    [-0.95, -0.95],
    [0.95, -0.95],
    [0.95, 0.95],
    [-0.95, 0.95],
  ];

  /** Adds a mark to the path. */
  isobar.marks = [
    (context, x, y, r) => {
      context.moveTo(x + r, y);
      context.arc(x, y, r, 0, 2 * Math.PI);
    },
    polygon(square),
    polygon(triangle),
    polygon(square.map(turned).map(([x, y]) => [1.05 * x, 1.05 * y])),
    polygon(triangle.map(([x, y]) => [x, -y])),
    polygon(cross),
    polygon(cross.map(turned)),
    polygon(star),
  ];

  /** A mark as an element of a picture, in the place (x, y) with about the radius r. */
  isobar.markShape = ({ mark, colour }, x, y, r) => {
    if (mark === 0) return isobar.svg('circle', { cx: x, cy: y, r, fill: colour });
    let d = '';
    const pen = {
      moveTo: (a, b) => (d += `M${a.toFixed(1)} ${b.toFixed(1)}`),
      lineTo: (a, b) => (d += `L${a.toFixed(1)} ${b.toFixed(1)}`),
      closePath: () => (d += 'Z'),
    };
    isobar.marks[mark](pen, x, y, r);
    return isobar.svg('path', { d, fill: colour, class: 'mark' });
  };

  /** A mark as an element of a legend. */
  isobar.markIcon = (mark, colour) => {
    const canvas = isobar.el('canvas', { class: 'mark-icon', width: 24, height: 24 });
    const context = canvas.getContext('2d');
    context.fillStyle = colour;
    context.beginPath();
    isobar.marks[mark](context, 12, 12, 8);
    context.fill();
    return canvas;
  };
})((globalThis.isobar ??= {}));
