// SPDX-License-Identifier: Apache-2.0
// A canvas that is as sharp as the screen and draws itself anew when its size changes, once a frame.
(function (isobar) {
  const { el } = isobar;

  isobar.Picture = class {
    constructor(attributes, draw) {
      this.canvas = el('canvas', attributes);
      this.element = el('div', { class: 'picture' }, this.canvas);
      this.draw = draw;
      this.waiting = false;
      new ResizeObserver(() => this.later()).observe(this.element);
    }
    later() {
      if (this.waiting) return;
      this.waiting = true;
      requestAnimationFrame(() => {
        this.waiting = false;
        this.now();
      });
    }
    now() {
      const { width, height } = this.element.getBoundingClientRect();
      if (width === 0) return;
      Object.assign(this, { width, height });
      this.canvas.width = Math.round(width * devicePixelRatio);
      this.canvas.height = Math.round(height * devicePixelRatio);
      this.context = this.canvas.getContext('2d');
      this.context.scale(devicePixelRatio, devicePixelRatio);
      this.draw(this.context, width, height);
    }
  };
})((globalThis.isobar ??= {}));
