// SPDX-License-Identifier: Apache-2.0
// Shades of PEs: loads around the mean, blue below and orange above, which colour-blind people
// can distinguish, too, in dark pictures from dark to light; link use and work from none to all.
(function (isobar) {
  const stops = {
    light: {
      load: ['#08306b', '#6baed6', '#ffffff', '#fdae61', '#a63603'],
      use: ['#f4f3f8', '#cbc9e2', '#9e9ac8', '#756bb1', '#45197a'],
      work: ['#f7fcf5', '#c7e9c0', '#74c476', '#238b45', '#00441b'],
    },
    dark: {
      load: ['#0b2036', '#2a6ca6', '#7d8894', '#d9822b', '#ffd199'],
      use: ['#262a31', '#4a4370', '#7566ad', '#a491dc', '#e2d8ff'],
      work: ['#262a31', '#24533a', '#2f8a54', '#6cc48c', '#d3f5dd'],
    },
  };

  const channels = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));

  function mix(list, share) {
    const at = share * (list.length - 1);
    const i = Math.min(Math.floor(at), list.length - 2);
    const [a, b] = [channels(list[i]), channels(list[i + 1])];
    return a.map((channel, k) => Math.round(channel + (b[k] - channel) * (at - i)));
  }

  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((c) =>
      c / 255 <= 0.04 ? c / 3295 : ((c / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };

  /** 256 shades: for CSS, for pixels (little-endian RGBA), and the ink to write on them. */
  class Palette {
    constructor(list) {
      const shades = Array.from({ length: 256 }, (_, i) => mix(list, i / 255));
      this.css = shades.map(([r, g, b]) => `rgb(${r},${g},${b})`);
      this.pixels = Uint32Array.from(shades, ([r, g, b]) => (255 << 24) | (b << 16) | (g << 8) | r);
      // Where black and white are as readable as each other, with 4.58 to 1.
      this.ink = shades.map((rgb) => (luminance(rgb) > 0.179 ? '#000000' : '#ffffff'));
      this.gradient = `linear-gradient(to right, ${list.join(', ')})`;
    }
  }

  const palettes = {};
  for (const [theme, kinds] of Object.entries(stops)) {
    palettes[theme] = {};
    for (const [kind, list] of Object.entries(kinds)) palettes[theme][kind] = new Palette(list);
  }

  isobar.palette = (theme, kind) => palettes[theme][kind === 'speed' ? 'load' : kind];

  /** 0 idle, 127.5 the mean, 255 the largest load there was; above the mean by doublings. */
  isobar.loadShade = (load, mean, most) => {
    if (load <= mean) return mean > 0 ? Math.round((127.5 * load) / mean) : 128;
    return Math.min(255, Math.round(127.5 * (1 + Math.log(load / mean) / Math.log(most / mean))));
  };
})((globalThis.isobar ??= {}));
