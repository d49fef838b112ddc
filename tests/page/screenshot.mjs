// SPDX-License-Identifier: Apache-2.0
// screenshot.mjs PAGE.html HASH PICTURE.webp [dark]: the fabrics of a page, tasks on their way.
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { launch } from './browser.mjs';

const [file, hash, picture, theme] = process.argv.slice(2);
const browser = await launch();
const page = await browser.newPage({
  viewport: { width: 1280, height: 840 },
  colorScheme: theme === 'dark' ? 'dark' : 'light',
});
await page.goto(pathToFileURL(file).href + hash);
await page.waitForFunction(() => document.documentElement.dataset.state === 'ready');
await page.evaluate(async () => {
  isobar.state.shown = isobar.state.index - 0.45;
  isobar.tell('shown');
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
});
const { x, y, width, height } = await page.locator('#fabrics').boundingBox();
const session = await page.context().newCDPSession(page);
const { data } = await session.send('Page.captureScreenshot', {
  format: 'webp',
  quality: 90,
  clip: { x, y, width, height, scale: 1 },
});
writeFileSync(picture, Buffer.from(data, 'base64'));
await browser.close();
