// SPDX-License-Identifier: Apache-2.0
// Headless Chromium for the tests of pages: without what a window needs it takes less time.
// CHROMIUM names another browser; ISOBAR_SCREENSHOTS is a folder for pictures.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const pictures = process.env.ISOBAR_SCREENSHOTS;
let browser;

/** It calls nobody by itself. */
export const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

export async function startBrowser() {
  browser = await launch();
}

export const stopBrowser = () => browser?.close();

/** Opens a page, does what is asked, and insists on no request, no error and nothing logged.
 * `before` runs in the page before its own scripts. */
export async function withBrowserPage(
  address,
  act,
  { hash = '', dark = false, reduced = true, before = null, width = 1440, height = 900 } = {},
) {
  const context = await browser.newContext({
    offline: address.startsWith('file:'),
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: reduced ? 'reduce' : 'no-preference',
  });
  const page = await context.newPage();
  const faults = [];
  page.on('console', (message) => faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(error.stack));
  page.on('request', (request) => {
    const own = request.url().startsWith(address) || request.url().startsWith('blob:');
    if (!own) faults.push(`request: ${request.url().slice(0, 80)}`);
  });
  if (before) await page.addInitScript(before);
  await page.goto(address + hash);
  await page.waitForFunction(() => document.documentElement.dataset.state !== undefined, null, {
    timeout: 120000,
  });
  await act(page);
  assert.deepEqual(faults, []);
  await context.close();
}

export async function takePicture(page, name, options = {}) {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`), ...options });
}
