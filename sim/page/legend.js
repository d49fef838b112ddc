// SPDX-License-Identifier: Apache-2.0
(function (isobar) {
  const { el, state } = isobar;

  function scale(words, gradient, tick) {
    const bar = el('span', { class: 'bar' }, tick ? el('i') : null);
    bar.style.background = gradient;
    return el('span', { class: 'scale' }, words[0], bar, words[1]);
  }

  function links(run) {
    const sample = (share, width) => {
      const line = el('span', { class: 'link' });
      line.style.borderTopWidth = `${width}px`;
      line.style.borderTopColor = isobar.useColour(share);
      return line;
    };
    return el(
      'span',
      { class: 'scale' },
      'tasks over a link so far: 0',
      sample(0, 1),
      sample(0.4, 2),
      sample(1, 4),
      isobar.count(run.mostTasks),
    );
  }

  const isGrid = ({ fabric }) => ['torus', 'mesh'].includes(fabric.family);

  isobar.drawLegend = (element, run) => {
    const { gradient } = isobar.palette(isobar.theme(), state.colour);
    const most = Math.max(...state.runs.map((each) => each.mostLoad));
    const shades = {
      speed: () =>
        scale(
          [
            'idle',
            `${isobar.count(Math.max(...state.runs.map((each) => each.mostLoadOverCapacity)))} ` +
              'tasks for each unit of speed (middle: all tasks by all speed, ' +
              `${isobar.count(run.machines.meanOverCapacity(run))})`,
          ],
          gradient,
          true,
        ),
      use: () => scale(['PE’s links busy 0', '100 % of the cycles so far'], gradient, false),
      work: () => scale(['PE works 0', '100 % of the frame’s cycles'], gradient, false),
      load: () =>
        scale(
          ['idle', `${isobar.count(most)} tasks (middle: the mean, ${isobar.count(run.mean)})`],
          gradient,
          true,
        ),
    }[state.colour]();
    element.replaceChildren(
      shades,
      run.hasMoves ? links(run) : 'transfers were left out of this page',
      isGrid(run) && run.dimension.some((d) => d > 2)
        ? 'oblique: links to the next plane, whole for the PE chosen'
        : '',
    );
  };
})((globalThis.isobar ??= {}));
