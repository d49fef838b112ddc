// SPDX-License-Identifier: Apache-2.0
// The chosen point: what it was given, what was measured, and how to run it again.
(function (isobar) {
  const { el, state } = isobar;

  /** As a shell reads it. */
  const quoted = (text) =>
    /^[\w.,:=/+%@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

  /** The command that runs the point of a row of all points. */
  isobar.commandOf = (row) => {
    const { campaign } = state;
    const words = ['isobar run'];
    for (const key of campaign.keys) {
      const value = key.levels[key.codes[row]];
      if (value === key.standard || key.name === 'level') continue;
      words.push(
        key.option.startsWith('--set ')
          ? `--set ${quoted(`${key.name}=${value}`)}`
          : `${key.option} ${quoted(value)}`,
      );
    }
    const level = campaign.levelOf(row);
    if (level) words.push(`--level ${level}`);
    return words.join(' ');
  };

  /** Rows of all points that the chosen row stands for. */
  function members(row) {
    const { campaign, frame } = state;
    if (frame.name === 'points') return [row];
    return [...campaign.caseOf.keys()].filter((i) => campaign.caseOf[i] === row);
  }

  /** From least to most over the seeds that the mean is of: those that reached their goal, if any. */
  function spread(metric, rows) {
    const { complete } = state.campaign.frames.points;
    const done = rows.filter((row) => complete[row]);
    const members = done.length > 0 ? done : rows;
    if (members.length < 2) return null;
    const { values } = state.campaign.frames.points.column(metric.id);
    const [low, high] = isobar.extentOf(members.map((row) => values[row]));
    if (!(low < high)) return null;
    return `${isobar.figure(low, metric)} … ${isobar.figure(high, metric)}`;
  }

  function keyTable(row) {
    return el(
      'table',
      {},
      state.frame.keys
        .filter((key) => key.id !== 'family')
        .map((key) =>
          el(
            'tr',
            { class: key.varies ? null : 'muted' },
            el('th', { scope: 'row' }, key.title),
            el('td', {}, key.text(row)),
          ),
        ),
    );
  }

  function metricTable(row, rows) {
    const { frame, campaign } = state;
    const wanted = new Set(campaign.objectives.map((objective) => objective.metric));
    const order = [...frame.metrics].sort((a, b) => wanted.has(b.id) - wanted.has(a.id));
    return el(
      'table',
      {},
      order
        .filter((metric) => !Number.isNaN(metric.values[row]))
        .map((metric) =>
          el(
            'tr',
            { title: metric.help, class: wanted.has(metric.id) ? 'wanted' : null },
            el('th', { scope: 'row' }, metric.title),
            el('td', {}, metric.text(row), el('i', {}, spread(metric, rows) ?? '')),
          ),
        ),
    );
  }

  async function copy(text, button) {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = 'Copied';
    } catch {
      const range = document.createRange();
      range.selectNodeContents(button.previousSibling);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      button.textContent = 'Selected';
    }
    setTimeout(() => (button.textContent = 'Copy'), 1500);
  }

  function command(rows) {
    const text = isobar.commandOf(rows[0]);
    const button = el('button', { type: 'button', onclick: () => copy(text, button) }, 'Copy');
    return el('div', { class: 'command' }, el('code', { tabindex: 0 }, text), button);
  }

  function pageLink(rows) {
    const { campaign } = state;
    const { numbers } = campaign.frames.points;
    const number = rows.map((row) => numbers[row]).find((one) => campaign.run_pages[one]);
    if (number === undefined) {
      return el('p', { class: 'muted' }, 'To see it step by step, run it with --save run.db and make its page with isobar report run.db.');
    }
    return el(
      'a',
      { class: 'run-page', href: campaign.run_pages[number], target: '_blank', rel: 'noopener' },
      rows.length > 1 ? `See the run of point ${number}, step by step` : 'See the run, step by step',
    );
  }

  function none() {
    return [
      el('h2', {}, 'Point'),
      el('p', { class: 'muted' }, 'Choose a point: click one, or go along the front with ← and →.'),
      isobar.button('First of the front', 'The first point of the front (→)', () => isobar.alongFront(1), 'First of the front'),
    ];
  }

  function unreachedWords(rows) {
    const { outcome } = state.campaign.frames.points;
    const lost = rows.filter((row) => outcome.raw(row) === 'unreached').length;
    if (lost === 0) return '';
    const words =
      lost === rows.length
        ? 'The goal was not reached: figures are those of the run’s end.'
        : `${lost} of ${rows.length} seeds did not reach the goal: means are of the others, and the setting is compared with none.`;
    return el('p', { class: 'error' }, words);
  }

  /** The candidate of the chosen row in every scenario, where there are several. */
  function elsewhere(row) {
    const { campaign, frame } = state;
    const { titles, of, candidateOf } = campaign.scenarios;
    if (titles.length < 2) return [];
    const own = frame.name === 'cases' ? row : campaign.caseOf[row];
    const { cases } = campaign.frames;
    const same = [...candidateOf.keys()].filter((at) => candidateOf[at] === candidateOf[own]);
    const y = cases.column(state.y);
    const words = (at) => (cases.complete[at] ? y.text(at) : cases.outcome.text(at));
    return [
      el('h3', {}, `${isobar.candidateName(own)} in ${isobar.count(same.length)} of ${isobar.count(titles.length)} scenarios: ${y.title}`),
      el(
        'table',
        { class: 'elsewhere' },
        same.map((at) =>
          el(
            'tr',
            {},
            el(
              'th',
              { scope: 'row' },
              at === own
                ? el('b', {}, titles[of[at]])
                : el('button', { type: 'button', onclick: () => isobar.choosePoint(cases.numbers[at]) }, titles[of[at]]),
            ),
            el('td', {}, words(at)),
          ),
        ),
      ),
    ];
  }

  function show() {
    const panel = document.getElementById('point');
    const row = isobar.chosenRow();
    panel.scrollTop = 0;
    if (row === null) {
      panel.replaceChildren(...none());
      return;
    }
    const { campaign } = state;
    const rows = members(row);
    const numbers = rows.map((one) => campaign.frames.points.numbers[one]);
    const errors = [...new Set(rows.map(campaign.errorOf).filter(Boolean))];
    const close = isobar.button('No point', 'No point (Esc)', () => isobar.choose(null), '✕');
    panel.replaceChildren(
      el(
        'header',
        {},
        el('h2', {}, rows.length > 1 ? `Points ${numbers.join(', ')}` : `Point ${numbers[0]}`),
        close,
      ),
      rows.length > 1 ? el('p', { class: 'muted' }, `${rows.length} seeds, averaged`) : '',
      ...errors.map((error) => el('p', { class: 'error' }, error)),
      unreachedWords(rows),
      pageLink(rows),
      keyTable(row),
      ...elsewhere(row),
      el('h3', {}, 'Run it again'),
      command(rows),
      el('h3', {}, 'Measured'),
      metricTable(row, rows),
    );
  }

  isobar.startPointPanel = () => {
    isobar.on('choice frame axes', show);
    show();
  };
})((globalThis.isobar ??= {}));
