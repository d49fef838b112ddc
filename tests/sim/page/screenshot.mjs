// SPDX-License-Identifier: Apache-2.0
// screenshot.mjs PAGE.html HASH PICTURE.webp light|dark: the fabrics of a run's page, tasks on their
// way; of a campaign's page what stands on top.
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { launch } from './browser.mjs';

const [file, hash, picture, theme] = process.argv.slice(2);
const browser = await launch();
const page = await browser.newPage({
  viewport: { width: 1280, height: 1300 },
  colorScheme: theme === 'dark' ? 'dark' : 'light',
});
await page.goto(pathToFileURL(file).href + hash);
await page.waitForFunction(() => document.documentElement.dataset.state === 'ready');
const fabrics = page.locator('#fabrics');
let clip = { x: 0, y: 0, width: 1280, height: 1300 };
if ((await fabrics.count()) > 0) {
  await page.evaluate(async () => {
    isobar.state.shown = isobar.state.index - 0.45;
    isobar.emit('shown');
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });
  clip = await fabrics.boundingBox();
}
const session = await page.context().newCDPSession(page);
const { data } = await session.send('Page.captureScreenshot', {
  format: 'webp',
  quality: 90,
  clip: { ...clip, scale: 1 },
});
writeFileSync(picture, Buffer.from(data, 'base64'));
await browser.close();
