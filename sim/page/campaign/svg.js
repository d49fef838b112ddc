// SPDX-License-Identifier: Apache-2.0
// Small pictures of few things, as elements.
(function (isobar) {
  const space = 'http://www.w3.org/2000/svg';

  isobar.svg = (tag, attributes = {}, ...children) => {
    const element = document.createElementNS(space, tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null || value === undefined || value === false) continue;
      if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
      else element.setAttribute(name, value);
    }
    element.append(...children.flat().filter((child) => child !== null && child !== false));
    return element;
  };

  isobar.hint = (text) => ({
    onpointermove: (event) => isobar.tooltip(text, event.clientX, event.clientY),
    onpointerleave: () => isobar.tooltip(null),
  });

  /** A path through points, which begins anew after a gap (null). */
  isobar.path = (points) => {
    let text = '';
    let pen = 'M';
    for (const point of points) {
      if (point === null) {
        pen = 'M';
        continue;
      }
      text += `${pen}${point[0].toFixed(1)} ${point[1].toFixed(1)}`;
      pen = 'L';
    }
    return text;
  };

  /** A select of columns or the like: `options` are [value, text] or [group, [[value, text] …]]. */
  isobar.fillSelect = (select, options, value) => {
    const make = ([key, text]) => isobar.el('option', { value: key }, text);
    select.replaceChildren(
      ...options.map(([key, text]) =>
        Array.isArray(text) ? isobar.el('optgroup', { label: key }, text.map(make)) : make([key, text]),
      ),
    );
    select.value = value;
  };
})((globalThis.isobar ??= {}));
