// SPDX-License-Identifier: Apache-2.0
// page.html#step=7&pe=3: after 7 steps of the first run, PE 3 chosen. `phase=2` are phases beyond;
// `by=shifts`, `by=cycles` and `colour=use` as in the tools. For runs that are timed in cycles only:
// page.html#cycle=1024.
(function (isobar) {
  const { state } = isobar;
  let written = '';
  let waiting = null;

  const whole = (text) => (/^\d+$/.test(text ?? '') ? Number(text) : null);

  function read() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    if (isobar.units.includes(wanted.get('by')) && wanted.get('by') !== state.by) {
      isobar.setBy(wanted.get('by'));
    }
    if (isobar.colours.includes(wanted.get('colour'))) isobar.setColour(wanted.get('colour'));
    const step = whole(wanted.get('step'));
    if (step !== null) {
      isobar.play(false);
      const index =
        state.by === 'steps'
          ? state.timeline.indexAt(step)
          : state.timeline.indexOfStep(state.runs[0], 0, step);
      isobar.goTo(index + (whole(wanted.get('phase')) ?? 0));
    }
    const cycle = whole(wanted.get('cycle'));
    if (cycle !== null && state.by === 'cycles') {
      isobar.play(false);
      isobar.goTo(state.timeline.indexAt(cycle));
    }
    const pe = whole(wanted.get('pe'));
    if (pe !== null) isobar.choosePe(pe);
  }

  function place() {
    const { timeline, index, runs } = state;
    if (runs.some((run) => run.inCycles)) return [`cycle=${timeline.times[index]}`];
    const time =
      timeline.by === 'steps' ? timeline.times[index] : runs[0].steps[isobar.position(0)];
    const step = Math.floor(time);
    const begin =
      timeline.by === 'steps' ? timeline.indexAt(step) : timeline.indexOfStep(runs[0], 0, step);
    const parts = [`step=${step}`];
    if (index > begin) parts.push(`phase=${index - begin}`);
    return parts;
  }

  function address() {
    // The newest frame of a run that goes on has no address but the page's.
    const newest = isobar.live && state.index === state.timeline.last;
    const parts = newest ? [] : place();
    if (state.pe !== null) parts.push(`pe=${state.pe}`);
    if (state.by !== state.usualBy) parts.push(`by=${state.by}`);
    if (state.colour !== 'load') parts.push(`colour=${state.colour}`);
    return `#${parts.join('&')}`;
  }

  function write() {
    waiting = null;
    if (state.playing) return;
    written = address();
    history.replaceState(null, '', written);
  }

  isobar.startDeepLinks = () => {
    read();
    const later = () => {
      waiting ??= setTimeout(write, 250);
    };
    isobar.on('position choice time look playing', later);
    addEventListener('hashchange', () => {
      if (location.hash !== written) read();
    });
  };
})((globalThis.isobar ??= {}));
