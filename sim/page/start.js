// SPDX-License-Identifier: Apache-2.0
(function (isobar) {
  function title() {
    const words = isobar.state.runs.map((run) => run.name).join('  against  ');
    document.getElementById('title').textContent = words;
    document.getElementById('title').title = words;
    document.title = `${words} – Isobar`;
  }

  async function start() {
    isobar.startTheme();
    let runs;
    try {
      const block = document.getElementById('isobar-data');
      if (block === null) throw new Error('it is missing');
      runs = await isobar.decode(block.textContent);
      block.remove();
    } catch (error) {
      isobar.showFailure(error, 'isobar report');
      return;
    }
    document.getElementById('main').hidden = false;
    document.getElementById('controls').hidden = false;
    isobar.startFabrics();
    isobar.startControls();
    isobar.startCurves();
    isobar.startMachineTable();
    isobar.startLinkTable();
    isobar.startStatistics();
    isobar.startPePanel();
    isobar.startKeys();
    isobar.on('data', title);
    isobar.setRuns(runs);
    // A run that goes on opens where it is now, and is followed from there.
    if (isobar.live) isobar.goTo(isobar.state.timeline.last);
    isobar.startDeepLinks();
    document.documentElement.dataset.state = 'ready';
    if (isobar.live) isobar.follow();
  }

  start();
})((globalThis.isobar ??= {}));
