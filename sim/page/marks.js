// SPDX-License-Identifier: Apache-2.0
// Where runs became shared and balanced, on the time line.
(function (isobar) {
  const { el, state } = isobar;

  function marksOf(run, r) {
    const { to_share: share, to_balance: balance } = run.result.steps;
    const name = (word) => (state.runs.length > 1 ? `${r + 1}: ${word}` : word);
    if (share !== null && share === balance) return [[share, name('shared, balanced')]];
    return [
      [share, name('shared')],
      [balance, name('balanced')],
    ].filter(([step]) => step !== null);
  }

  /** Left to right, each placed where it does not lie on the one before; else it has no words. */
  isobar.drawMarks = (line) => {
    line.querySelectorAll('.mark').forEach((mark) => mark.remove());
    const { runs, timeline } = state;
    const marks = runs
      .flatMap((run, r) =>
        marksOf(run, r).map(([step, words]) => {
          const index = timeline.indexOfStep(run, r, step);
          return { index, words, step, r, share: timeline.last > 0 ? index / timeline.last : 0 };
        }),
      )
      .sort((a, b) => a.index - b.index);
    const width = line.clientWidth || 600;
    let free = -Infinity;
    for (const { index, words, step, r, share } of marks) {
      const text = `${words} ${isobar.count(step)}`;
      const size = 6.2 * text.length;
      const x = share * width;
      const side = x < size / 2 ? 'right' : x > width - size / 2 ? 'left' : 'middle';
      const from = side === 'right' ? x : side === 'left' ? x - size : x - size / 2;
      const crowded = from < free;
      const mark = el(
        'button',
        {
          type: 'button',
          tabindex: -1,
          class: `mark ${side}`,
          title: text,
          'aria-label': text,
          onclick: () => {
            isobar.play(false);
            isobar.goTo(index);
          },
        },
        crowded ? '' : text,
      );
      if (!crowded) free = from + size + 6;
      mark.style.left = `calc(8px + ${share} * (100% - 16px))`;
      mark.style.setProperty('--colour', runs.length > 1 ? `var(--run-${r % 4})` : 'var(--muted)');
      line.append(mark);
    }
  };
})((globalThis.isobar ??= {}));
