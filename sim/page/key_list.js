// SPDX-License-Identifier: Apache-2.0
(function (isobar) {
  const { el } = isobar;

  function nameOf(event) {
    const { key } = event;
    if (event.shiftKey && key.startsWith('Arrow')) return `Shift+${key}`;
    if (key === 'Z') return 'Z';
    if (key === '=') return '+';
    return key.length === 1 ? key.toLowerCase() : key;
  }

  /** Whether the element in focus uses the key itself. */
  function taken(target, key) {
    if (target.matches('input[type=text], input[type=search], select')) return true;
    return key === ' ' && target.matches('button, input[type=checkbox]');
  }

  /** The actions of keys by name, and the list of them that ? shows. */
  isobar.listenToKeys = (keys, words) => {
    const dialog = document.getElementById('keys');
    const close = el('button', { type: 'button', onclick: () => dialog.close() }, 'Close');
    dialog.replaceChildren(
      el('h2', {}, 'Keys'),
      el(
        'dl',
        {},
        words.flatMap(([names, does]) => [
          el(
            'dt',
            {},
            names.flatMap((name) => [el('kbd', {}, name), ' ']),
          ),
          el('dd', {}, does),
        ]),
      ),
      close,
    );
    document.getElementById('help').addEventListener('click', () => dialog.showModal());
    document.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
      const name = nameOf(event);
      if (!Object.hasOwn(keys, name) || taken(event.target, event.key)) return;
      event.preventDefault();
      keys[name]();
    });
  };
})((globalThis.isobar ??= {}));
