// SPDX-License-Identifier: Apache-2.0
// How evenly PEs worked in each iteration, for applications with persistent tasks.
(function (isobar) {
  /** By position of a run: the statistics of the current iteration; null for runs without iterations. */
  isobar.iterationSeries = (run) => {
    const iterations = run.result.application?.iterations ?? [];
    if (iterations.length === 0) return null;
    // Bytes to tasks on other PEs; runs that a release before stored do not say.
    const talk = iterations.some((one) => one.off_pe_bytes > 0);
    const names = ['efficiency', 'longest', 'average', ...(talk ? ['offPe'] : [])];
    const series = Object.fromEntries(
      names.map((name) => [name, new Float64Array(run.count + 1)]),
    );
    let i = 0;
    for (let p = 0; p <= run.count; ++p) {
      while (i + 1 < iterations.length && iterations[i].end < run.cycles[p]) ++i;
      const { efficiency, longest, total } = iterations[i];
      series.efficiency[p] = efficiency;
      series.longest[p] = longest;
      series.average[p] = total / run.pes;
      if (talk) series.offPe[p] = iterations[i].off_pe_bytes;
    }
    return series;
  };

  /** The first beside the last, in words. */
  isobar.iterationWords = (run) => {
    const iterations = run.result.application?.iterations ?? [];
    if (iterations.length === 0) return null;
    const [first, last] = [iterations[0], iterations.at(-1)].map((one) =>
      isobar.percent(one.efficiency),
    );
    return `${isobar.count(iterations.length)} iterations: efficiency ${first} in the first, ${last} in the last`;
  };
})((globalThis.isobar ??= {}));
