// SPDX-License-Identifier: Apache-2.0
// What can be said of how a page looks. These run in the page.

/** Before a page's scripts: notes each text on a canvas with its box in pixels of the canvas. */
export function watchTexts() {
  const { fillRect, fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillRect = function (x, y, width, height) {
    if (x === 0 && y === 0) this.canvas.texts = [];
    fillRect.call(this, x, y, width, height);
  };
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
    const { width, actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } =
      this.measureText(text);
    const left = x - { left: 0, start: 0, center: width / 2, right: width, end: width }[this.textAlign];
    const { a, d, e, f } = this.getTransform();
    (this.canvas.texts ??= []).push({
      text,
      left: a * left + e,
      right: a * (left + width) + e,
      top: d * (y - up) + f,
      bottom: d * (y + down) + f,
    });
    fillText.call(this, text, x, y);
  };
  // A canvas of another size is empty.
  const { get, set } = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, 'width');
  Object.defineProperty(HTMLCanvasElement.prototype, 'width', {
    get,
    set(value) {
      this.texts = [];
      set.call(this, value);
    },
  });
}

/** Texts on canvases that are cut at an edge. */
export const cutTexts = () =>
  [...document.querySelectorAll('canvas')].flatMap((canvas) =>
    (canvas.texts ?? [])
      .filter(
        ({ left, right, top, bottom }) =>
          left < -0.5 || right > canvas.width + 0.5 || top < -0.5 || bottom > canvas.height + 0.5,
      )
      .map(({ text, left, right }) => `${text} from ${left} to ${right} of ${canvas.width}`),
  );

/** How far the page is wider than the window, and what sticks out. */
export const overflow = () => {
  const over = document.documentElement.scrollWidth - innerWidth;
  const scrolls = (element) => element.closest('.scroll, [hidden], .unseen') !== null;
  const out = [...document.querySelectorAll('body *')]
    .filter((element) => !scrolls(element) && element.getClientRects().length > 0)
    .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5)
    .map((element) => `${element.tagName} ${element.id || element.className}`);
  return over > 0 ? [`${over} pixels`, ...out] : out;
};

/** Elements whose own text does not fit them, but for those that say so with an ellipsis. */
export const clippedElements = () =>
  [...document.querySelectorAll('button, h1, h2, h3, th, td, label, .facts span, .now span, .where *')]
    .filter((element) => element.getClientRects().length > 0)
    .filter((element) => getComputedStyle(element).textOverflow !== 'ellipsis')
    .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
    .map((element) => `${element.tagName}: ${element.textContent}`);

/** Texts of less contrast than WCAG's AA asks for: 4.5 to 1. */
export const weakTexts = () => {
  const colourOf = (text) => {
    const context = (globalThis.probe ??= new OffscreenCanvas(1, 1).getContext('2d', {
      willReadFrequently: true,
    }));
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = text;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data];
  };
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((c) => (c <= 10 ? c / 3295 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const [r, g, b, alpha] = colourOf(getComputedStyle(at).backgroundColor);
      if (alpha === 255) return [r, g, b];
    }
    return [255, 255, 255];
  };
  const hasText = (element) =>
    [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
  const weak = [];
  for (const element of document.querySelectorAll('body *')) {
    if (!hasText(element) || element.matches('script, style, noscript, option')) continue;
    if (element.getClientRects().length === 0 || element.closest('.unseen')) continue;
    const ink = colourOf(getComputedStyle(element).color).slice(0, 3);
    const [a, b] = [luminance(ink), luminance(ground(element))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5) weak.push(`${element.textContent.slice(0, 40)}: ${contrast.toFixed(2)}`);
  }
  return weak;
};

/** Shades of PEs on which what is written has less contrast than that, by palette. */
export const weakShades = () => {
  const numbers = (css) => css.match(/\d+/g).map(Number);
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((c) => (c <= 10 ? c / 3295 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return ['light', 'dark'].flatMap((theme) =>
    ['load', 'speed', 'use', 'work'].flatMap((kind) => {
      const { css, ink } = isobar.palette(theme, kind);
      return css
        .map((shade, i) => {
          const a = luminance(numbers(shade));
          const b = ink[i] === '#ffffff' ? 1 : 0;
          return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), i];
        })
        .filter(([contrast]) => contrast < 4.5)
        .map(([contrast, i]) => `${theme} ${kind} ${i}: ${contrast.toFixed(2)}`);
    }),
  );
};

/** Shares of time above 1: of links and PEs at every position, and as they are written. */
export const overfull = () => {
  const most = 1 + 1e-9;
  const found = isobar.state.runs.flatMap((run, r) => {
    const bad = [];
    for (let p = 0; p <= run.count; p += Math.max(1, Math.floor(run.count / 20))) {
      for (let link = 0; link < run.links; ++link) {
        if (run.linkUse(p, link) > most) bad.push(`run ${r}, position ${p}, link ${link}`);
      }
      if (run.series.use[p] > most) bad.push(`run ${r}, position ${p}`);
    }
    return bad;
  });
  const written = document.body.innerText.match(/\d+(\.\d+)?(?=\u00a0%)/g) ?? [];
  return [...found, ...written.filter((share) => Number(share) > 100)];
};
