// SPDX-License-Identifier: Apache-2.0
(function (isobar) {
  const { state } = isobar;
  const all = (action) => () => isobar.panes().forEach(action);

  const following = (list, now) => list[(list.indexOf(now) + 1) % list.length];

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
    c: () => isobar.setColour(following(isobar.coloursNow(), state.colour)),
    t: () => isobar.setBy(following(isobar.unitsNow(), state.by)),
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
    [['C'], 'colour by load, by load over speed, by link use, by work'],
    [['T'], 'time in steps, shifts or cycles'],
    [['Z', 'Shift Z', '0'], 'zoom in, zoom out, fit (also Ctrl and wheel; drag to move)'],
    [['D'], 'light or dark'],
    [['?'], 'this list'],
  ];

  isobar.startKeys = () => isobar.listenToKeys(keys, words);
})((globalThis.isobar ??= {}));
