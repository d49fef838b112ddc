// SPDX-License-Identifier: Apache-2.0
(function (isobar) {
  const { state } = isobar;

  function nextColour() {
    const ids = isobar.colourColumns().map((column) => column.id);
    isobar.setColour(ids[(ids.indexOf(state.colour) + 1) % ids.length]);
  }

  function escape() {
    if (state.chosen !== null) isobar.choose(isobar.chosenRow());
    else isobar.clearFilters();
  }

  const go = (part) => () => document.getElementById(part).scrollIntoView({ block: 'start' });
  const otherFrame = () => {
    if (state.campaign.hasRepeats)
      isobar.setFrame(state.frame.name === 'cases' ? 'points' : 'cases');
  };

  const keys = {
    ArrowRight: () => isobar.alongFront(1),
    ArrowLeft: () => isobar.alongFront(-1),
    ']': () => isobar.alongTable(1),
    '[': () => isobar.alongTable(-1),
    Escape: escape,
    c: nextColour,
    s: otherFrame,
    d: () => isobar.toggleTheme(),
    f: () => document.querySelector('#table input[type=search]').focus(),
    1: go('overview'),
    2: go('front'),
    3: go('effects'),
    4: go('scaling'),
    5: go('parallel'),
    6: go('table'),
    '?': () => document.getElementById('keys').showModal(),
  };

  const words = [
    [['←', '→'], 'along the Pareto front'],
    [['[', ']'], 'the point before, the next one, in the table’s order'],
    [['Esc'], 'no point; then no filters'],
    [['F'], 'to the fields that filter (<5, 10..20, a part of a name)'],
    [['C'], 'the next colour'],
    [['S'], 'seeds averaged or each'],
    [['1', '…', '6'], 'findings, front, effects, scaling, coordinates, points'],
    [['D'], 'light or dark'],
    [['?'], 'this list'],
  ];

  isobar.startKeys = () => isobar.listenToKeys(keys, words);
})((globalThis.isobar ??= {}));
