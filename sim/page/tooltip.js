// SPDX-License-Identifier: Apache-2.0
(function (isobar) {
  isobar.tooltip = (text, x, y) => {
    const box = document.getElementById('tooltip');
    box.hidden = text === null;
    if (text === null) return;
    box.textContent = text;
    const { width, height } = box.getBoundingClientRect();
    box.style.left = `${Math.min(x + 14, innerWidth - width - 8)}px`;
    box.style.top = `${y + 18 + height > innerHeight ? y - height - 10 : y + 18}px`;
  };
})((globalThis.isobar ??= {}));
