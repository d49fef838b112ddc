// SPDX-License-Identifier: Apache-2.0
(function (isobar) {
  const { state } = isobar;

  function tools() {
    const colour = document.getElementById('colour');
    const frame = document.getElementById('frame');
    const fill = () => {
      const columns = isobar.colourColumns();
      const entries = (kind) =>
        columns.filter((column) => column.kind === kind).map((column) => [column.id, column.title]);
      isobar.fillSelect(
        colour,
        [
          ['Varied', entries('key')],
          ['Measured', entries('metric')],
        ].filter(([, list]) => list.length > 0),
        state.colour,
      );
      frame.value = state.frame.name;
    };
    colour.addEventListener('change', () => isobar.setColour(colour.value));
    frame.addEventListener('change', () => isobar.setFrame(frame.value));
    document.getElementById('repeats').hidden = !state.campaign.hasRepeats;
    isobar.on('frame shade', fill);
    fill();
  }

  function title() {
    const { name } = state.campaign;
    const words = `Campaign ${name}`;
    document.getElementById('title').textContent = words;
    document.title = `${name} – Isobar`;
  }

  function startPictures() {
    isobar.startFront();
    isobar.startScenarios();
    isobar.startEffects();
    isobar.startInteractions();
    isobar.startScaling();
    isobar.startParallel();
  }

  /** Hides parts that have nothing to show, for example where every point failed. */
  function hideNothings() {
    for (const part of document.querySelectorAll('main > section')) {
      part.hidden ||= part.childElementCount === 0;
      const link = document.querySelector(`#nav a[href="#${part.id}"]`);
      if (link) link.hidden = part.hidden;
    }
  }

  async function start() {
    isobar.startTheme();
    try {
      const block = document.getElementById('isobar-data');
      if (block === null) throw new Error('it is missing');
      isobar.startState(await isobar.decode(block.textContent));
      block.remove();
    } catch (error) {
      isobar.showFailure(error, 'isobar explore report');
      return;
    }
    for (const part of ['main', 'nav']) document.getElementById(part).hidden = false;
    title();
    tools();
    isobar.startFilters();
    isobar.startOverview();
    isobar.startPointPanel();
    if (state.campaign.metrics.length > 0) startPictures();
    isobar.startTable();
    hideNothings();
    isobar.startKeys();
    isobar.startDeepLinks();
    document.documentElement.dataset.state = 'ready';
  }

  start();
})((globalThis.isobar ??= {}));
