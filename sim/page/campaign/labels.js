// SPDX-License-Identifier: Apache-2.0
// Words on a canvas and in small pictures: cut to the room there is, and none on another.
(function (isobar) {
  const height = 12;

  /** The text, or its two ends with … between, so that it is not wider than `room`. Names differ at
   * their ends as often as at their beginnings. */
  isobar.fitted = (text, room, widthOf) => {
    if (widthOf(text) <= room) return text;
    for (let keep = text.length - 1; keep > 1; --keep) {
      const head = Math.ceil(keep / 2);
      const some = `${text.slice(0, head)}…${text.slice(text.length - (keep - head))}`;
      if (widthOf(some) <= room) return some;
    }
    return '…';
  };

  /** What writes on a canvas and keeps where. A label that would lie on one before is left out. */
  isobar.Labels = class {
    constructor(context, width, bottom) {
      Object.assign(this, { context, width, bottom, boxes: [] });
    }
    /** Returns whether it was written; `halo` is the colour around the letters. */
    write(text, x, y, { align = 'left', room = Infinity, halo = null } = {}) {
      const { context } = this;
      const widthOf = (words) => context.measureText(words).width;
      const words = isobar.fitted(text, room, widthOf);
      const size = widthOf(words);
      const left = align === 'left' ? x : align === 'right' ? x - size : x - size / 2;
      const at = Math.min(Math.max(left, 0), this.width - size);
      const box = { text: words, x: at, y: y - height / 2, width: size, height };
      const meets = (other) =>
        box.x < other.x + other.width + 3 &&
        other.x < box.x + box.width + 3 &&
        box.y < other.y + other.height &&
        other.y < box.y + box.height;
      if (this.boxes.some(meets)) return false;
      this.boxes.push(box);
      context.textAlign = 'left';
      context.textBaseline = 'middle';
      if (halo) {
        context.lineWidth = 3;
        context.strokeStyle = halo;
        context.strokeText(words, at, y);
      }
      context.fillText(words, at, y);
      return true;
    }
  };

  /** The ticks whose texts, around `at(tick)`, leave each other room and end before `end`. */
  isobar.apart = (ticks, at, text, end) => {
    let free = -Infinity;
    return ticks.filter((tick) => {
      const half = isobar.wordWidth(text(tick)) / 2 + 4;
      const place = at(tick);
      if (place - half < free || place + half > end) return false;
      free = place + half;
      return true;
    });
  };

  /** About as wide as it is at 12 px. */
  isobar.wordWidth = (text) => text.length * 6.6;
})((globalThis.isobar ??= {}));
