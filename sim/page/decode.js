// SPDX-License-Identifier: Apache-2.0
// The data document (docs/page.md), checked as far as the page relies on it.
(function (isobar) {
  const { fail } = isobar;

  function checkFrames(frames, where) {
    for (const name of ['step', 'phase', 'from', 'to', 'shifts', 'step_end']) {
      if (frames[name]?.length !== frames.count)
        fail(`${where}: frames.${name} is not as long as count`);
    }
  }

  /** For how many cycles links were busy (link_use.js). */
  async function decodeBusy(frames, where) {
    if (frames.busy_ports === undefined) return null;
    const [ports, links, cycles] = await Promise.all([
      isobar.unpackNumbers(frames.busy_ports, `${where}: frames.busy_ports`),
      isobar.unpackIntegers(frames.busy_links, `${where}: frames.busy_links`),
      isobar.unpackNumbers(frames.busy_cycles, `${where}: frames.busy_cycles`),
    ]);
    if (links.length !== 2 * cycles.length)
      fail(`${where}: frames.busy_links is not twice as long as frames.busy_cycles`);
    return { ports, links, cycles };
  }

  /** Changes of loads, moves, what executors did and links were busy. */
  async function decodeFrames(frames, pes, where) {
    checkFrames(frames, where);
    const [changes, moves, activity, busy] = await Promise.all([
      isobar.unpackIntegers(frames.loads, `${where}: frames.loads`),
      frames.moves === null ? null : isobar.unpackIntegers(frames.moves, `${where}: frames.moves`),
      frames.activity === undefined
        ? null
        : isobar.unpackIntegers(frames.activity, `${where}: frames.activity`),
      decodeBusy(frames, where),
    ]);
    if (changes.length !== frames.count * pes)
      fail(`${where}: frames.loads is not count × PEs long`);
    if (moves && moves.length % 3 !== 0) fail(`${where}: frames.moves is not in threes`);
    if (activity && activity.length !== 3 * frames.count * pes)
      fail(`${where}: frames.activity is not 3 × count × PEs long`);
    return [changes, moves, activity, busy];
  }

  async function decodeRun(run, where) {
    const { fabric, frames, initial } = run;
    if (!fabric || !frames || !run.config || !run.result) fail(`${where} is incomplete`);
    const pes = initial?.length ?? 0;
    if (pes === 0 || fabric.addresses?.length !== pes)
      fail(`${where}: initial and addresses differ`);
    const [changes, ...others] = await decodeFrames(frames, pes, where);
    return new isobar.Run(run, isobar.addUp(Int32Array.from(initial), changes), ...others);
  }

  function parse(document) {
    const data = typeof document === 'string' ? isobar.parse(document) : document;
    if (data?.schema !== 'isobar.page/1')
      fail(`its schema is not isobar.page/1 but ${data?.schema}`);
    return data;
  }

  /** Runs from the document, given as text or parsed; throws an error with a message for the reader. */
  isobar.decode = async (document) => {
    const data = parse(document);
    if (!Array.isArray(data.runs) || data.runs.length === 0) fail('it holds no run');
    isobar.live = data.live === true;
    isobar.setStatistics(data.statistics);
    return Promise.all(data.runs.map((run, i) => decodeRun(run, `run ${i + 1}`)));
  };

  /** Takes in a server's answer to a page that has part of a run. Returns true if nothing is left to ask for. */
  isobar.update = async (document) => {
    const data = parse(document);
    if (!data.more) {
      await isobar.replaceData(data);
      return true;
    }
    const { more } = data;
    const [run] = isobar.state.runs;
    if (!(more.after <= run.count)) fail('it does not follow what there is');
    const parts = await decodeFrames(more.frames, run.pes, 'what is new');
    isobar.setRuns([run.with(more, ...parts)]);
    return more.frames.count === 0 || more.after + more.frames.count >= more.total;
  };
})((globalThis.isobar ??= {}));
