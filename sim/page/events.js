// SPDX-License-Identifier: Apache-2.0
// Listeners for changes of what the page shows.
(function (isobar) {
  const listeners = {};

  isobar.on = (events, listener) => {
    for (const event of events.split(' ')) (listeners[event] ??= []).push(listener);
  };

  isobar.emit = (event) => {
    for (const listener of listeners[event] ?? []) listener();
  };
})((globalThis.isobar ??= {}));
