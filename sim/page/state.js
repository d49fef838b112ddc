// SPDX-License-Identifier: Apache-2.0
// What the page shows. Events: data, time (its unit),
// position, playing, choice (PE or link), look (theme, colour).
(function (isobar) {
  const state = {
    runs: [],
    timeline: null,
    index: 0, // in the time line
    shown: 0, // where the picture is, between indices while tasks travel
    by: 'steps',
    usualBy: 'steps',
    colour: 'load',
    pe: null,
    link: null, // [run, link]
    playing: false,
    speed: 1, // indices a second
  };
  isobar.state = state;

  isobar.position = (r, index = state.index) => state.timeline.positions[r][index];

  isobar.speeds = [0.5, 1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 500, 1000, 2000];

  const calm = matchMedia('(prefers-reduced-motion: reduce)');

  /** Goes to an index; after a single step forward the tasks are seen moving. */
  isobar.goTo = (index, { travel = false } = {}) => {
    const to = Math.max(0, Math.min(state.timeline.last, Math.round(index)));
    const forward = travel && to > state.index && !calm.matches;
    state.shown = forward ? to - 1 : to;
    state.index = to;
    isobar.emit('position');
    if (forward) wake();
  };

  isobar.goBy = (count) => {
    isobar.play(false);
    isobar.goTo(state.index + count, { travel: count === 1 });
  };

  isobar.goSteps = (direction) => {
    isobar.play(false);
    const { timeline, index } = state;
    isobar.goTo(direction > 0 ? timeline.stepAfter(index) : timeline.stepBefore(index), {
      travel: direction > 0,
    });
  };

  isobar.play = (on) => {
    if (on === state.playing) return;
    if (on && state.index === state.timeline.last) isobar.goTo(0);
    state.playing = on;
    isobar.emit('playing');
    if (on) wake();
  };

  isobar.setSpeed = (speed) => {
    state.speed = speed;
    isobar.emit('playing');
  };

  isobar.faster = (by) => {
    const i = isobar.speeds.indexOf(state.speed) + by;
    if (i >= 0 && i < isobar.speeds.length) isobar.setSpeed(isobar.speeds[i]);
  };

  let last = null;

  function wake() {
    if (last !== null) return;
    last = performance.now();
    requestAnimationFrame(tick);
  }

  function tick(now) {
    const passed = Math.min(0.25, Math.max(0, (now - last) / 1000));
    last = now;
    if (state.playing) advance(passed);
    else state.shown = Math.min(state.index, state.shown + passed * 2.8);
    isobar.emit('shown');
    if (state.playing || state.shown < state.index) requestAnimationFrame(tick);
    else last = null;
  }

  function advance(passed) {
    state.shown = Math.min(state.timeline.last, state.shown + passed * state.speed);
    const index = Math.floor(state.shown);
    if (index !== state.index) {
      state.index = index;
      isobar.emit('position');
    }
    if (index === state.timeline.last) isobar.play(false);
  }

  isobar.choosePe = (pe) => {
    const most = Math.max(...state.runs.map((run) => run.pes));
    state.pe = pe === null ? null : Math.max(0, Math.min(most - 1, pe));
    isobar.emit('choice');
  };

  isobar.chooseLink = (r, link) => {
    const same = state.link && state.link[0] === r && state.link[1] === link;
    state.link = link === null || same ? null : [r, link];
    isobar.emit('choice');
  };

  isobar.setColour = (colour) => {
    if (!isobar.coloursNow().includes(colour)) return;
    state.colour = colour;
    isobar.emit('look');
  };

  isobar.units = ['steps', 'shifts', 'cycles'];

  /** Those in which all runs can be timed. */
  isobar.unitsNow = () => (state.runs.some((run) => run.inCycles) ? ['cycles'] : isobar.units);

  isobar.colours = ['load', 'speed', 'use', 'work'];

  /** Those that mean something for the runs of the page. */
  isobar.coloursNow = () => {
    const { runs } = state;
    return isobar.colours.filter((colour) => {
      if (colour === 'speed') return runs.some((run) => run.machines.differInCapacity);
      return colour !== 'work' || runs.every((run) => run.activity);
    });
  };

  /** Time in steps, shifts or cycles; the first run stays where it is. */
  isobar.setBy = (by) => {
    if (!isobar.unitsNow().includes(by)) return;
    const p = isobar.position(0);
    state.by = by;
    state.timeline = new isobar.Timeline(state.runs, by);
    isobar.emit('time');
    isobar.goTo(state.timeline.indexAt(isobar.timesOf(state.runs[0], by)[p]));
  };

  /** Steps and shifts of different schemes are different work: only cycles are the same for all. */
  const schemesDiffer = (runs) => runs.some((run) => run.config.scheme !== runs[0].config.scheme);

  function speedFor(last) {
    const wanted = last / 25;
    return isobar.speeds.find((speed) => speed >= wanted && speed >= 1) ?? isobar.speeds.at(-1);
  }

  isobar.setRuns = (runs) => {
    const first = state.runs.length === 0;
    const before = state.timeline;
    const atEnd = before !== null && state.index === before.last;
    const time = before === null ? 0 : before.times[state.index];
    state.runs = runs;
    if (first && (!isobar.unitsNow().includes(state.by) || schemesDiffer(runs))) {
      state.by = state.usualBy = 'cycles';
    }
    state.timeline = new isobar.Timeline(runs, state.by);
    if (first) state.speed = speedFor(state.timeline.last);
    state.index = atEnd ? state.timeline.last : state.timeline.indexAt(time);
    if (state.pe !== null && runs.every((run) => state.pe >= run.pes)) state.pe = null;
    if (state.link !== null && !(state.link[1] < runs[state.link[0]]?.links)) state.link = null;
    isobar.emit('data');
    isobar.emit('time');
    isobar.goTo(state.index);
    isobar.emit('playing');
  };

  /** A newer document of the same runs: the position stays, or follows the end from the end. */
  isobar.replaceData = async (document) => {
    isobar.setRuns(await isobar.decode(document));
  };
})((globalThis.isobar ??= {}));
