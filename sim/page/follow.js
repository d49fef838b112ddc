// SPDX-License-Identifier: Apache-2.0
// The one thing that asks for anything, and only of the server that the page came from.
(function (isobar) {
  const everyMs = 1000;

  /** Of a page that `isobar view` serves: asks for more until the run has ended. */
  isobar.follow = () => {
    let known = '';
    async function look() {
      let ended = false;
      try {
        const text = await (await fetch('state', { cache: 'no-store' })).text();
        ended = JSON.parse(text).ended;
        if (text !== known) {
          await isobar.replaceData(await (await fetch('data', { cache: 'no-store' })).text());
          known = text;
        }
      } catch {
        // The server has gone, or the run was just being written: what there is stays.
      }
      if (!ended) setTimeout(look, everyMs);
    }
    look();
  };
})((globalThis.isobar ??= {}));
