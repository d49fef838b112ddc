// SPDX-License-Identifier: Apache-2.0
// The only script that sends requests, and only to the server that the page came from.
(function (isobar) {
  const everyMs = 1000;

  async function get(path) {
    const answer = await fetch(path, { cache: 'no-store' });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.text();
  }

  /** Fetches all that has come since, in as many pieces as the server makes of it. */
  async function catchUp() {
    let isAll = false;
    while (!isAll) {
      const [run] = isobar.state.runs;
      // The last frame may have grown.
      const after = Math.max(0, run.count - 1);
      const version = encodeURIComponent(run.version);
      isAll = await isobar.update(await get(`data?version=${version}&after=${after}`));
    }
  }

  /** Follows a run on a page that `isobar view` serves: asks for more until the run has ended. */
  isobar.follow = () => {
    let known = '';
    async function look() {
      let ended = false;
      try {
        const text = await get('state');
        if (text !== known) {
          await catchUp();
          known = text;
        }
        ended = JSON.parse(text).ended;
      } catch {
        // The server has gone, or the run was just being written. What the page has stays.
      }
      if (!ended) setTimeout(look, everyMs);
    }
    look();
  };
})((globalThis.isobar ??= {}));
