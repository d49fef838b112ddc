// SPDX-License-Identifier: Apache-2.0
// Light or dark: as the system has it, until the reader chooses.
(function (isobar) {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const root = document.documentElement;
  const sun =
    'M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM11 1h2v4h-2zM11 19h2v4h-2zM1 11h4v2H1zM19 11h4v2h-4z' +
    'M4.2 2.8 7 5.6 5.6 7 2.8 4.2zM18.4 17l2.8 2.8-1.4 1.4-2.8-2.8z' +
    'M2.8 19.8 5.6 17 7 18.4l-2.8 2.8zM17 5.6l2.8-2.8 1.4 1.4L18.4 7z';
  const moon = 'M20.7 14.6A9 9 0 0 1 9.4 3.3 9 9 0 1 0 20.7 14.6z';
  let chosen = null;
  let inks = {};

  isobar.theme = () => root.dataset.theme;

  /** The value of a colour of the style sheet. */
  isobar.ink = (name) =>
    (inks[name] ??= getComputedStyle(root).getPropertyValue(`--${name}`).trim());

  function apply() {
    inks = {};
    root.dataset.theme = chosen ?? (system.matches ? 'dark' : 'light');
    document
      .getElementById('theme')
      .replaceChildren(isobar.icon(isobar.theme() === 'dark' ? sun : moon));
    isobar.emit('look');
  }

  isobar.toggleTheme = () => {
    chosen = isobar.theme() === 'dark' ? 'light' : 'dark';
    apply();
  };

  isobar.startTheme = () => {
    system.addEventListener('change', apply);
    document.getElementById('theme').addEventListener('click', isobar.toggleTheme);
    apply();
  };
})((globalThis.isobar ??= {}));
