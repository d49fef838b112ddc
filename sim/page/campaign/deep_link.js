// SPDX-License-Identifier: Apache-2.0
// page.html#point=17&x=seconds&y=word_cycles&colour=scheme&scenario=mean&metric=seconds opens so. The address bar
// always has the link to what is shown.
(function (isobar) {
  const { state } = isobar;
  let written = '';
  let waiting = null;

  function read() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    for (const axis of ['x', 'y']) {
      const column = state.frame.column(wanted.get(axis));
      if (column?.kind === 'metric' && column.varies) isobar.setAxis(axis, column.id);
    }
    if (isobar.colourColumns().some((column) => column.id === wanted.get('colour')))
      isobar.setColour(wanted.get('colour'));
    const scenario = wanted.get('scenario');
    if (['mean', 'worst'].includes(scenario) && isobar.hasOver()) isobar.setScenario(scenario);
    else if (scenario && state.campaign.scenarios.titles[scenario] !== undefined)
      isobar.setScenario(Number(scenario));
    const metric = state.campaign.metrics.findIndex((one) => one.name === wanted.get('metric'));
    if (metric >= 0) isobar.setMetric(metric);
    const number = Number(wanted.get('point'));
    if (wanted.has('point') && state.campaign.frames.points.rowOf.has(number))
      isobar.choosePoint(number);
  }

  function write() {
    waiting = null;
    const parts = [
      ...(state.chosen === null ? [] : [`point=${state.chosen}`]),
      `x=${state.x}`,
      `y=${state.y}`,
      `colour=${state.colour}`,
      `scenario=${state.scenario}`,
      `metric=${state.campaign.metrics[state.metric]?.name}`,
    ];
    written = `#${parts.join('&')}`;
    history.replaceState(null, '', written);
  }

  isobar.startDeepLinks = () => {
    read();
    const later = () => {
      waiting ??= setTimeout(write, 250);
    };
    isobar.on('choice axes shade metric scenario', later);
    addEventListener('hashchange', () => {
      if (location.hash !== written && location.hash.includes('=')) read();
    });
  };
})((globalThis.isobar ??= {}));
