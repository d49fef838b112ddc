// SPDX-License-Identifier: Apache-2.0
(function (isobar) {
  const { el, state } = isobar;
  const all = (action) => () => isobar.panes().forEach(action);

  const keys = {
    ' ': () => isobar.play(!state.playing),
    ArrowRight: () => isobar.goBy(1),
    ArrowLeft: () => isobar.goBy(-1),
    'Shift+ArrowRight': () => isobar.goSteps(1),
    'Shift+ArrowLeft': () => isobar.goSteps(-1),
    Home: () => isobar.goBy(-Infinity),
    End: () => isobar.goBy(Infinity),
    '+': () => isobar.faster(1),
    '-': () => isobar.faster(-1),
    '[': () => isobar.nextPe(-1),
    ']': () => isobar.nextPe(1),
    Escape: () => isobar.choosePe(null),
    c: () => isobar.setColour(state.colour === 'load' ? 'use' : 'load'),
    t: () => isobar.setBy(isobar.units[(isobar.units.indexOf(state.by) + 1) % isobar.units.length]),
    d: () => isobar.toggleTheme(),
    z: all((pane) => pane.zoom(1.4)),
    Z: all((pane) => pane.zoom(1 / 1.4)),
    0: all((pane) => pane.fit()),
    '?': () => document.getElementById('keys').showModal(),
  };

  const words = [
    [['Space'], 'play, pause'],
    [['←', '→'], 'a phase back, on'],
    [['Shift ←', 'Shift →'], 'a step back, on'],
    [['Home', 'End'], 'to the start, to the end'],
    [['+', '−'], 'faster, slower'],
    [['[', ']'], 'the PE before, the next PE'],
    [['Esc'], 'no PE'],
    [['C'], 'colour by load or by link use'],
    [['T'], 'time in steps, shifts or cycles'],
    [['Z', 'Shift Z', '0'], 'zoom in, zoom out, fit (also Ctrl and wheel; drag to move)'],
    [['D'], 'light or dark'],
    [['?'], 'this list'],
  ];

  function nameOf(event) {
    const { key } = event;
    if (event.shiftKey && key.startsWith('Arrow')) return `Shift+${key}`;
    if (key === 'Z') return 'Z';
    if (key === '=') return '+';
    return key.length === 1 ? key.toLowerCase() : key;
  }

  /** Whether the element in focus uses the key itself. */
  function taken(target, key) {
    if (target.matches('input[type=text], select')) return true;
    return key === ' ' && target.matches('button, input[type=checkbox]');
  }

  isobar.startKeys = () => {
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
