// SPDX-License-Identifier: Apache-2.0
// The data document (docs/explore_report.md), checked as far as the page relies on it.
(function (isobar) {
  const { fail } = isobar;

  async function decodeKeys(data, rows) {
    return Promise.all(
      data.keys.map(async (key) => {
        const codes = await isobar.unpackIntegers(key.codes, `key ${key.name}`);
        if (codes.length !== rows) fail(`key ${key.name} is not as long as there are points`);
        return { ...key, codes };
      }),
    );
  }

  async function decodeTexts(texts, what) {
    const codes = await isobar.unpackIntegers(texts.codes, what);
    return (row) => texts.levels[codes[row]];
  }

  /** The families of fabrics as a key, where there are several. */
  function familyOf(keys) {
    const fabric = keys.find((key) => key.name === 'fabric');
    if (!fabric) return [];
    const families = fabric.levels.map((level) => level.split(':')[0]);
    const levels = [...new Set(families)].sort();
    if (levels.length < 2) return [];
    const codes = fabric.codes.map((code) => levels.indexOf(families[code]));
    return [{ name: 'family', levels, titles: levels, numbers: [], codes }];
  }

  function keyColumns(keys, rows) {
    return keys.map(
      (key) =>
        new isobar.Column(
          { kind: 'key', id: key.name, title: isobar.words(key.name), unit: '' },
          {
            levels: key.levels,
            titles: key.titles,
            numbers: key.numbers?.length > 0 ? key.numbers : null,
            codes: rows === null ? key.codes : rows.map((row) => key.codes[row]),
          },
        ),
    );
  }

  const metricColumn = (metric, values) =>
    new isobar.Column(
      {
        kind: 'metric',
        id: metric.name,
        title: isobar.words(metric.name) + isobar.unitWords(metric),
        unit: metric.unit,
        help: metric.better ? `${metric.help}; ${metric.better} is better` : metric.help,
        whole: metric.whole,
        positive: metric.positive,
        minimise: metric.minimise,
      },
      { values },
    );

  const states = ['waiting', 'done', 'failed', 'unreached'];
  const outcomes = ['done', 'unreached', 'partly', 'failed', 'waiting'];
  const outcomeTitles = ['✓', 'goal not reached', 'some seeds lost', 'failed', 'waiting'];

  /** What became of each row, as a column that can be sorted and filtered by; `words` by row. */
  const outcomeColumn = (codes, words) =>
    new isobar.Outcome(
      { kind: 'key', id: 'state', title: 'State', unit: '' },
      { levels: outcomes, titles: outcomeTitles, numbers: null, codes, words },
    );

  async function pointsFrame(data, keys, numbers, states_) {
    const values = await Promise.all(
      data.metrics.map((metric) => isobar.unpackNumbers(metric.values, `metric ${metric.name}`)),
    );
    const codes = numbers.map((_, row) => outcomes.indexOf(states[states_[row]]));
    return new isobar.Frame({
      name: 'points',
      size: numbers.length,
      columns: [
        ...keyColumns(keys, null),
        ...data.metrics.map((metric, m) => metricColumn(metric, values[m])),
      ],
      numbers,
      outcome: outcomeColumn(codes, () => null),
      onFront: () => false,
      repeats: null,
    });
  }

  /** By case: done if no seed is lost, partly if some are; failed if all have. */
  function caseOutcomes(caseOf, repeats, incomplete, states_) {
    const failed = repeats.map(() => 0);
    caseOf.forEach((at, row) => {
      if (at < repeats.length && states[states_[row]] === 'failed') ++failed[at];
    });
    const outcome = (at) => {
      if (incomplete[at] === 0) return 'done';
      if (incomplete[at] < repeats[at]) return 'partly';
      return failed[at] === repeats[at] ? 'failed' : 'unreached';
    };
    return Array.from(repeats, (_, at) => outcomes.indexOf(outcome(at)));
  }

  async function casesFrame(data, keys, numbers, states_, caseOf) {
    const integers = (name) => isobar.unpackIntegers(data.cases[name], `cases.${name}`);
    const [rows, repeats, incomplete, front] = await Promise.all(
      ['rows', 'repeats', 'incomplete', 'front'].map(integers),
    );
    const values = await Promise.all(
      data.cases.values.map((column, m) => isobar.unpackNumbers(column, `cases.values ${m}`)),
    );
    return new isobar.Frame({
      name: 'cases',
      size: rows.length,
      columns: [
        ...keyColumns(
          keys.filter((key) => key.name !== 'seed'),
          rows,
        ),
        ...data.metrics.map((metric, m) => metricColumn(metric, values[m])),
      ],
      numbers: rows.map((row) => numbers[row]),
      outcome: outcomeColumn(caseOutcomes(caseOf, repeats, incomplete, states_), (row) =>
        repeats[row] > 1 ? `${incomplete[row]} of ${repeats[row]} seeds lost` : null,
      ),
      onFront: (row) => front[row] === 1,
      repeats,
    });
  }

  async function decodeScenarios(data) {
    const integers = (packed, what) => isobar.unpackIntegers(packed, what);
    const columns = (list, what) =>
      Promise.all(list.map((packed, m) => isobar.unpackNumbers(packed, `${what} ${m}`)));
    const { over, ...words } = data.scenarios;
    const [of, candidateOf, scenarios, cases, mean_front, worst_front] = await Promise.all([
      integers(data.cases.scenario, 'cases.scenario'),
      integers(data.cases.candidate, 'cases.candidate'),
      ...['scenarios', 'cases', 'mean_front', 'worst_front'].map((name) =>
        integers(over[name], `scenarios.over.${name}`),
      ),
    ]);
    const [mean, worst] = await Promise.all([
      columns(over.mean, 'scenarios.over.mean'),
      columns(over.worst, 'scenarios.over.worst'),
    ]);
    return {
      ...words,
      of,
      candidateOf,
      over: { lost: over.lost, scenarios, cases: [...cases], mean_front, worst_front, mean, worst },
    };
  }

  async function decodeFactors(data) {
    return Promise.all(
      data.factors.map(async (factor) => ({
        ...factor,
        codes: await isobar.unpackIntegers(factor.codes, `factor ${factor.name}`),
      })),
    );
  }

  /** The campaign from the document's text; throws an error with a message for the reader. */
  isobar.decode = async (text) => {
    const data = isobar.parse(text);
    if (data?.schema !== 'isobar.campaign-page/1')
      fail(`its schema is not isobar.campaign-page/1 but ${data?.schema}`);
    for (const part of ['keys', 'metrics', 'cases', 'factors', 'scenarios', 'effects', 'scalings', 'findings'])
      if (!data[part]) fail(`${part} is missing`);
    const [numbers, states_, caseOf] = await Promise.all([
      isobar.unpackIntegers(data.points, 'points'),
      isobar.unpackIntegers(data.states, 'states'),
      isobar.unpackIntegers(data.cases.of, 'cases.of'),
    ]);
    if (numbers.length === 0) fail('it holds no point');
    if (states_.length !== numbers.length) fail('states is not as long as points');
    const own = await decodeKeys(data, numbers.length);
    const keys = [...own, ...familyOf(own)];
    const frames = {
      points: await pointsFrame(data, keys, numbers, states_),
      cases: await casesFrame(data, keys, numbers, states_, caseOf),
    };
    return {
      ...data,
      keys: own,
      factors: await decodeFactors(data),
      scenarios: await decodeScenarios(data),
      frames,
      caseOf,
      errorOf: await decodeTexts(data.errors, 'errors'),
      levelOf: await decodeTexts(data.run_at, 'run_at'),
      hasRepeats: frames.cases.size < numbers.length,
    };
  };
})((globalThis.isobar ??= {}));
