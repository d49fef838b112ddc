// SPDX-License-Identifier: Apache-2.0
// Who wants to know when something changes.
(function (isobar) {
  const listeners = {};

  isobar.on = (events, listener) => {
    for (const event of events.split(' ')) (listeners[event] ??= []).push(listener);
  };

  isobar.tell = (event) => {
    for (const listener of listeners[event] ?? []) listener();
  };
})((globalThis.isobar ??= {}));
