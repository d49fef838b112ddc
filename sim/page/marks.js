// SPDX-License-Identifier: Apache-2.0
// Where runs became shared and balanced, on the time line.
(function (isobar) {
  const { state } = isobar;
  const letter = 6.2; // pixels, about

  /** The instants of a run that have a name, with their index and their time. */
  function marksOf(run, r) {
    const { timeline, by } = state;
    const prefix = state.runs.length > 1 ? `${r + 1}: ` : '';
    const mark = (key, name) => {
      const index = run.inCycles
        ? timeline.indexOfCycle(run, r, run.result.cycles[key])
        : timeline.indexOfStep(run, r, run.result.steps[key]);
      const text = `${prefix}${name} ${isobar.count(run.result[by][key])}`;
      return { r, index, text, share: timeline.last > 0 ? index / timeline.last : 0 };
    };
    const { to_share: share, to_balance: balance } = run.result[run.inCycles ? 'cycles' : 'steps'];
    if (share !== null && share === balance) return [mark('to_balance', 'shared, balanced')];
    return [
      ...(share === null ? [] : [mark('to_share', 'shared')]),
      ...(balance === null ? [] : [mark('to_balance', 'balanced')]),
    ];
  }

  /** Where the text goes: beside the mark at the ends of the line, else under it. */
  function place(share, width, text) {
    const size = letter * text.length;
    const x = share * width;
    if (x < size / 2) return { side: 'right', from: x, to: x + size };
    if (x > width - size / 2) return { side: 'left', from: x - size, to: x };
    return { side: 'middle', from: x - size / 2, to: x + size / 2 };
  }

  function draw({ r, index, text, share }, side, crowded) {
    const go = () => {
      isobar.play(false);
      isobar.goTo(index);
    };
    const mark = isobar.button(text, text, go, crowded ? '' : text);
    mark.tabIndex = -1;
    mark.className = `mark ${side}`;
    mark.style.left = `calc(8px + ${share} * (100% - 16px))`;
    const colour = state.runs.length > 1 ? `var(--run-${r % 4})` : 'var(--muted)';
    mark.style.setProperty('--colour', colour);
    return mark;
  }

  /** Left to right; a text that would lie on the one before is left to the hint. */
  isobar.drawMarks = (line) => {
    line.querySelectorAll('.mark').forEach((mark) => mark.remove());
    const marks = state.runs.flatMap(marksOf).sort((a, b) => a.index - b.index);
    const width = line.clientWidth || 600;
    let free = -Infinity;
    for (const mark of marks) {
      const { side, from, to } = place(mark.share, width, mark.text);
      const crowded = from < free;
      if (!crowded) free = to + letter;
      line.append(draw(mark, side, crowded));
    }
  };
})((globalThis.isobar ??= {}));
