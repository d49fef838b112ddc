// SPDX-License-Identifier: Apache-2.0
// The configuration of a run and its results.
(function (isobar) {
  const { el, state } = isobar;
  const ends = {
    goal: 'goal reached',
    step_limit: 'ended by its step limit',
    interrupted: 'interrupted',
    stopped: 'stopped by an error; this is what it had saved',
    killed: 'killed; this is what it had saved',
  };
  const going = 'still going';

  const isWhole = ({ ended }) => ![null, 'stopped', 'killed'].includes(ended);

  function reached(result, name) {
    const key = name === 'shared' ? 'to_share' : 'to_balance';
    const steps = result.steps[key];
    const { [key]: cycles } = result.cycles;
    if (cycles === null) {
      return el('span', {}, isWhole(result) ? 'never ' : 'not yet ', el('b', {}, name));
    }
    if (cycles === 0) return el('span', {}, el('b', {}, name), ' from the start');
    const seconds = isobar.seconds(result.seconds[key]);
    if (steps === null) {
      const after = el('b', {}, isobar.count(cycles));
      return el('span', {}, el('b', {}, name), ' after ', after, ` cycles, ${seconds}`);
    }
    const shifts = isobar.count(result.shifts[key]);
    const costs = `T = ${shifts}, ${isobar.count(cycles)} cycles, ${seconds}`;
    const after = el('b', {}, isobar.count(steps));
    const unit = steps === 1 ? 'step' : 'steps';
    return el('span', {}, el('b', {}, name), ' after ', after, ` ${unit}, ${costs}`);
  }

  isobar.runSwatch = (r) => {
    const swatch = el('span', { class: r % 2 === 1 ? 'swatch dashed' : 'swatch' });
    swatch.style.setProperty('--colour', `var(--run-${r % 4})`);
    return swatch;
  };

  /** Scheme and fabric; the level too, if runs differ in it. */
  isobar.runTitle = (r) => {
    const { runs } = state;
    const { config, result, fabric } = runs[r];
    const number = runs.length > 1 ? `${r + 1}: ` : '';
    const level = runs.some((run) => run.result.level !== result.level)
      ? `, level ${result.level}`
      : '';
    return `${number}${isobar.schemeName(config.scheme)} on ${fabric.name}${level}`;
  };

  isobar.summary = (run, r) => {
    const { config, result } = run;
    const { steps, cycles, seconds } = result;
    const length =
      (steps.run === null ? '' : `${isobar.steps(steps.run)}, `) +
      `${isobar.count(cycles.run)} cycles`;
    const whole = `${length}, ${isobar.seconds(seconds.run)}`;
    return el(
      'header',
      {},
      el(
        'h2',
        { title: run.name },
        state.runs.length > 1 ? isobar.runSwatch(r) : null,
        isobar.runTitle(r),
      ),
      el(
        'div',
        { class: 'facts' },
        el('span', {}, `${isobar.count(run.pes)} PEs`),
        el(
          'span',
          {},
          config.load === undefined
            ? `application ${config.app}, ${isobar.tasks(run.total)} at the start`
            : `load ${config.load}, ${isobar.tasks(run.total)}`,
        ),
        el('span', {}, `level ${result.level}`),
        el('span', {}, `${whole}: ${ends[result.ended] ?? going}`),
      ),
      el('div', { class: 'facts' }, reached(result, 'shared'), reached(result, 'balanced')),
      run.hasIterations
        ? el('div', { class: 'facts' }, el('span', {}, isobar.iterationWords(run)))
        : null,
    );
  };

  /** The part of the run that totals cover. */
  isobar.extent = (run) => (isWhole(run.result) ? 'whole run' : 'so far');

  /** Where a run stands, in words. */
  isobar.where = (r) => {
    const run = state.runs[r];
    const p = isobar.position(r);
    if (run.inCycles) return `cycle ${isobar.count(run.cycles[p])}`;
    const step = Math.floor(run.steps[p]);
    const inside =
      run.steps[p] !== step ? `, phase ${run.frames.phase[p - 1] + 1} of step ${step + 1}` : '';
    return `after ${isobar.steps(step)}${inside}, cycle ${isobar.count(run.cycles[p])}`;
  };
})((globalThis.isobar ??= {}));
