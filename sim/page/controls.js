// SPDX-License-Identifier: Apache-2.0
// Play, step, speed, time line.
(function (isobar) {
  const { el, state } = isobar;
  const paths = {
    first: 'M5 5h2.5v14H5zM19 5v14L9 12z',
    stepBack: 'M12 5v14L3 12zM21 5v14l-9-7z',
    back: 'M16 5v14L6 12z',
    play: 'M7 4v16l13-8z',
    pause: 'M6 5h4.5v14H6zM13.5 5H18v14h-4.5z',
    forward: 'M8 5v14l10-7z',
    stepForward: 'M12 5v14l9-7zM3 5v14l9-7z',
    last: 'M16.500 5H19v14h-2.500zM5 5v14l10-7z',
  };

  const button = (icon, label, onclick) =>
    isobar.button(label, label, onclick, isobar.icon(paths[icon]));

  /** One that a narrow window has no room for. */
  function spare(icon, label, onclick) {
    const element = button(icon, label, onclick);
    element.classList.add('spare');
    return element;
  }

  function timeNow() {
    const time = state.timeline.times[state.index];
    if (state.by === 'shifts') return `T = ${isobar.count(time)}`;
    if (state.by === 'cycles') return `Cycle ${isobar.count(time)}`;
    return `Step ${isobar.count(Math.floor(time))}${time % 1 > 0 ? ' +' : ''}`;
  }

  function placesNow() {
    const steps = state.runs.map((run, r) =>
      run.inCycles
        ? `cycle ${isobar.count(run.cycles[isobar.position(r)])}`
        : `step ${isobar.count(Math.floor(run.steps[isobar.position(r)]))}`,
    );
    if (state.runs.length > 1) return steps.map((step, r) => `${r + 1}: ${step}`).join(', ');
    const run = state.runs[0];
    const cycles = run.cycles[isobar.position(0)];
    const seconds = isobar.seconds(cycles / run.clockHz);
    if (run.inCycles) return seconds;
    return state.by === 'cycles'
      ? `${steps[0]}, ${seconds}`
      : `cycle ${isobar.count(cycles)}, ${seconds}`;
  }

  isobar.startControls = () => {
    const play = button('play', 'Play (space)', () => isobar.play(!state.playing));
    play.classList.add('play');
    const slider = el('input', {
      type: 'range',
      min: 0,
      step: 1,
      'aria-label': 'Time',
      oninput: () => {
        isobar.play(false);
        isobar.goTo(Number(slider.value));
      },
    });
    const speed = el(
      'select',
      {
        'aria-label': 'Speed',
        title: 'Frames a second (+ and -)',
        onchange: () => isobar.setSpeed(Number(speed.value)),
      },
      isobar.speeds.map((value) => el('option', { value }, `${value} /s`)),
    );
    const line = el('div', { class: 'line' }, slider);
    const where = el('div', { class: 'where' });
    document.getElementById('controls').replaceChildren(
      el(
        'div',
        { class: 'buttons', role: 'group', 'aria-label': 'Play' },
        button('first', 'To the start (Home)', () => isobar.goBy(-Infinity)),
        spare('stepBack', 'A step back (Shift+←)', () => isobar.goSteps(-1)),
        button('back', 'A phase back (←)', () => isobar.goBy(-1)),
        play,
        button('forward', 'A phase on (→)', () => isobar.goBy(1)),
        spare('stepForward', 'A step on (Shift+→)', () => isobar.goSteps(1)),
        button('last', 'To the end (End)', () => isobar.goBy(Infinity)),
      ),
      where,
      line,
      el('label', {}, el('span', { class: 'spare' }, 'speed '), speed),
    );

    isobar.on('time', () => {
      slider.max = state.timeline.last;
      isobar.drawMarks(line);
    });
    isobar.on('position', () => {
      const { index, timeline } = state;
      slider.value = index;
      slider.style.setProperty(
        '--done',
        `${timeline.last > 0 ? (100 * index) / timeline.last : 0}%`,
      );
      const words = isobar.where(0);
      slider.setAttribute('aria-valuetext', words);
      where.replaceChildren(el('b', {}, timeNow()), el('span', {}, placesNow()));
      if (!state.playing) document.getElementById('live').textContent = words;
    });
    isobar.on('playing', () => {
      const label = state.playing ? 'Pause (space)' : 'Play (space)';
      play.replaceChildren(isobar.icon(paths[state.playing ? 'pause' : 'play']));
      play.title = label;
      play.setAttribute('aria-label', label);
      speed.value = state.speed;
    });

    const colour = document.getElementById('colour');
    const by = [...document.querySelectorAll('#by button')];
    colour.addEventListener('change', () => isobar.setColour(colour.value));
    by.forEach((unit) => unit.addEventListener('click', () => isobar.setBy(unit.value)));
    isobar.on('look', () => {
      colour.value = state.colour;
    });
    isobar.on('time', () => {
      by.forEach((unit) => unit.setAttribute('aria-pressed', unit.value === state.by));
    });
    isobar.on('data', () => {
      const offer = (options, values) => {
        for (const option of options) option.hidden = !values.includes(option.value);
      };
      offer(by, isobar.unitsNow());
      offer(colour.options, isobar.coloursNow());
    });
  };
})((globalThis.isobar ??= {}));
