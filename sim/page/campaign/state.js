// SPDX-License-Identifier: Apache-2.0
// What the page shows. Events: frame (another table), axes (of the front), shade (the colour's
// column), filter (which rows are in), scenario (what the front is of), choice (a row), hover, metric (of effects and scaling), look.
(function (isobar) {
  const state = {
    campaign: null,
    frame: null,
    x: null, // column ids of the front
    y: null,
    log: { x: true, y: true },
    colour: null,
    scenario: 0, // of the front: an index, or over all of them 'mean' or 'worst'
    metric: null, // index into campaign.metrics
    chosen: null, // a point's number
    hovered: null, // a row
  };
  isobar.state = state;

  /** Row of the chosen point in the frame, or null. */
  isobar.chosenRow = () => {
    if (state.chosen === null) return null;
    return state.frame.rowOf.get(state.chosen) ?? null;
  };

  /** The case of a point that the frame has averaged away. */
  function numberIn(frame, number) {
    if (number === null || frame.rowOf.has(number)) return number;
    const { campaign } = state;
    const row = campaign.frames.points.rowOf.get(number);
    return row === undefined ? null : (frame.numbers[campaign.caseOf[row]] ?? null);
  }

  isobar.setFrame = (name) => {
    state.frame = state.campaign.frames[name];
    state.chosen = numberIn(state.frame, state.chosen);
    state.hovered = null;
    if (state.frame.column(state.colour) === null) state.colour = isobar.usualColour();
    isobar.emit('frame');
    isobar.emit('filter');
    isobar.emit('choice');
  };

  isobar.setAxis = (axis, id) => {
    state[axis] = id;
    state.log[axis] = state.frame.column(id).canLog;
    isobar.emit('axes');
  };

  isobar.setColour = (id) => {
    state.colour = id;
    isobar.emit('shade');
  };

  isobar.setMetric = (index) => {
    state.metric = index;
    isobar.emit('metric');
  };

  /** A row of the frame, or none. */
  isobar.choose = (row) => {
    const number = row === null ? null : state.frame.numbers[row];
    state.chosen = number === state.chosen ? null : number;
    isobar.emit('choice');
  };

  isobar.choosePoint = (number) => {
    state.chosen = numberIn(state.frame, number);
    isobar.emit('choice');
  };

  isobar.hover = (row) => {
    if (row === state.hovered) return;
    state.hovered = row;
    isobar.emit('hover');
  };

  /** Columns that distinguish points: what is varied, then what was measured. */
  isobar.colourColumns = () => {
    const { frame } = state;
    return [...frame.keys, ...frame.metrics].filter((column) => column.varies);
  };

  isobar.usualColour = () => {
    const { frame } = state;
    const wanted = ['scheme', 'family', 'fabric'].map((id) => frame.column(id));
    const some = wanted.find((column) => column?.varies) ?? isobar.colourColumns()[0];
    return some?.id ?? null;
  };

  /** The objectives, or metrics that stand for them. */
  isobar.startState = (campaign) => {
    state.campaign = campaign;
    state.frame = campaign.frames.cases.size > 0 ? campaign.frames.cases : campaign.frames.points;
    const { frame } = state;
    const wanted = [
      ...campaign.objectives.map((objective) => objective.metric),
      'seconds',
      'energy_pj',
      'balancing_logic_cells',
      'word_cycles',
      'shifts',
    ].filter((id) => frame.column(id)?.varies);
    const [first, second] = [...new Set(wanted), ...frame.metrics.map((column) => column.id)];
    state.x = second ?? first ?? null;
    state.y = first ?? null;
    for (const axis of ['x', 'y']) state.log[axis] = frame.column(state[axis])?.canLog ?? false;
    state.colour = isobar.usualColour();
    if (isobar.hasOver()) state.scenario = 'mean';
    const about = campaign.metrics.findIndex((metric) => metric.name === first);
    const shown = campaign.effects.find((effect) => effect.metric === about) ?? campaign.effects[0];
    state.metric = shown?.metric ?? about;
  };
})((globalThis.isobar ??= {}));
