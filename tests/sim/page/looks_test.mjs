// SPDX-License-Identifier: Apache-2.0
// How pages of runs look, in a wide window and on a phone, light and dark: nothing sticks out or is
// cut, all texts can be read, no share of time is above 100 %.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launch, startBrowser, stopBrowser, takePicture, withBrowserPage } from './browser.mjs';
import * as looks from './looks.mjs';
import { makePages } from './pages.mjs';

const folder = mkdtempSync(join(tmpdir(), 'isobar-looks-'));
const program = process.env.ISOBAR_PROGRAM;
const names = [
  ...['ring', 'torus', 'torus3', 'odd', 'hypercube', 'hhc', 'star', 'tree', 'unequal'],
  ...['two', 'application', 'ties'],
];
const sizes = [
  [1400, 1000],
  [420, 900],
];

before(async () => {
  assert.ok(program, 'ISOBAR_PROGRAM is not set');
  makePages(program, folder, names);
  await startBrowser();
});

after(async () => {
  await stopBrowser();
  rmSync(folder, { recursive: true });
});

const address = (name) => pathToFileURL(join(folder, `${name}.html`)).href;
const open = (name, act, options = {}) =>
  withBrowserPage(address(name), act, { before: looks.watchTexts, ...options });

const settled = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

// Each page is seen in both windows, light in one and dark in the other; the next page the other way round.
for (const [number, name] of names.entries()) {
  for (const [place, [width, height]] of sizes.entries()) {
    const dark = (number + place) % 2 === 1;
    const what = `${name} at ${width}×${height}, ${dark ? 'dark' : 'light'}`;
    test(`${what}: nothing sticks out, all can be read`, () =>
      open(
        name,
        async (page) => {
          const look = async () => {
            await settled(page);
            assert.deepEqual(await page.evaluate(looks.overflow), []);
            assert.deepEqual(await page.evaluate(looks.cutTexts), []);
            assert.deepEqual(await page.evaluate(looks.clippedElements), []);
            assert.deepEqual(await page.evaluate(looks.weakTexts), []);
            assert.deepEqual(await page.evaluate(looks.overfull), []);
          };
          await page.evaluate(() => isobar.goTo(0.4 * isobar.state.timeline.last));
          await look();
          await takePicture(page, `${name}-${width}-${dark ? 'dark' : 'light'}`);
          const colours = await page.evaluate(() => isobar.coloursNow());
          for (const colour of colours) {
            await page.evaluate((to) => isobar.setColour(to), colour);
            await page.evaluate(() => isobar.choosePe(1));
            await look();
          }
        },
        { dark, width, height },
      ));
  }
}

test('what is written on PEs can be read on every shade, and idle PEs are dark in the dark', () =>
  open('ring', async (page) => {
    assert.deepEqual(await page.evaluate(looks.weakShades), []);
    const shades = await page.evaluate(() => isobar.palette('dark', 'load').css);
    const light = shades.map((css) => {
      const [r, g, b] = css.match(/\d+/g).map(Number);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    });
    assert.ok(light[0] < 40, `idle PEs are of lightness ${light[0]}`);
    assert.ok(light.every((value, i) => i === 0 || value >= light[i - 1] - 1));
  }));

test('the player is small on a phone', () =>
  open(
    'two',
    async (page) => {
      const { height } = await page.locator('#controls').boundingBox();
      assert.ok(height <= 90, `${height} pixels`);
      for (const name of ['Play (space)', 'A phase on (→)', 'To the end (End)']) {
        assert.ok(await page.getByRole('button', { name, exact: true }).isVisible());
      }
    },
    { width: 420, height: 900 },
  ));

const placesOf = (page) =>
  page.evaluate(() => {
    const pane = isobar.panes()[0];
    const { x, y, geometry } = pane.painter.layout;
    return { x: [...x], y: [...y], stub: [...geometry.stub], apart: [...geometry.apart] };
  });

test('planes of a torus lie in two rows, each beside the next, the last beside the first', () =>
  open('torus3', async (page) => {
    const { x, y, apart } = await placesOf(page);
    const corners = [0, 16, 32, 48].map((pe) => [x[pe], y[pe]]);
    assert.equal(new Set(corners.map((corner) => corner[1])).size, 2);
    corners.forEach(([cx, cy], k) => {
      const [nx, ny] = corners[(k + 1) % 4];
      assert.ok((cx === nx) !== (cy === ny), 'a plane is right beside the next');
    });
    const dimensions = await page.evaluate(() => [...isobar.state.runs[0].dimension]);
    dimensions.forEach((d, l) => assert.equal(apart[l], d === 3 ? 1 : 0));
  }));

for (const name of ['torus3', 'odd']) {
  test(`no two PEs of ${name} are in one place`, () =>
    open(name, async (page) => {
      const { x, y } = await placesOf(page);
      assert.equal(new Set(x.map((_, pe) => `${x[pe]},${y[pe]}`)).size, x.length);
    }));
}

/** Angles clockwise from the top, in turns. */
const turns = (x, y, hub) =>
  x.map((_, i) => (Math.atan2(x[i] - x[hub], y[hub] - y[i]) / (2 * Math.PI) + 1) % 1);

test('a star is drawn as a star, its PEs in order', () =>
  open('star', async (page) => {
    const { x, y } = await placesOf(page);
    const hub = 10;
    const away = x.slice(0, hub).map((_, pe) => Math.hypot(x[pe] - x[hub], y[pe] - y[hub]));
    assert.ok(Math.max(...away) - Math.min(...away) < 1e-4);
    const around = turns(x, y, hub).slice(0, hub);
    around.forEach((turn, pe) => {
      const wrapped = Math.min(Math.abs(turn - pe / 10), 1 - Math.abs(turn - pe / 10));
      assert.ok(wrapped < 1e-4, `PE ${pe} at ${turn}`);
    });
  }));

test('switches around a switch: the middle in the middle, hosts at their switch', () =>
  open('tree', async (page) => {
    const { x, y } = await placesOf(page);
    const apart = (a, b) => Math.hypot(x[a] - x[b], y[a] - y[b]);
    assert.ok(Math.hypot(x[7], y[7]) < 1e-4);
    const around = turns(x, y, 7).slice(0, 6);
    around.forEach((turn, pe) => assert.ok(pe === 0 || turn > around[pe - 1] || pe === 1));
    for (const [host, at] of [
      [0, 6],
      [1, 6],
      [4, 8],
      [5, 8],
    ]) {
      for (const other of [6, 8]) assert.ok(other === at || apart(host, at) < apart(host, other));
    }
  }));

test('unequal machines: names, speeds and memories in the panel and in the table', () =>
  open('star', async (page) => {
    await page.evaluate(() => isobar.choosePe(9));
    assert.match(
      await page.locator('#pe .machine').innerText(),
      /^266 MHz Pentium II \(x2\), speed 39, 256\sMB$/,
    );
    const rows = await page.locator('#machines tr.row').allInnerTexts();
    assert.equal(rows.length, 10);
    assert.match(rows[8], /^8\s+180 MHz R10000 \(x2\)\s+38\s+128\sMB\s/);
    await page.locator('#machines th button', { hasText: 'Speed' }).first().click();
    assert.match(await page.locator('#machines tr.row').first().innerText(), /^9\s/);
    await page.locator('#machines tr.row').nth(1).click();
    assert.equal(await page.evaluate(() => isobar.state.pe), 8);
  }));

test('the colour of load over speed is offered where speeds differ, and only there', async () => {
  for (const [name, offered] of [
    ['star', true],
    ['unequal', true],
    ['ring', false],
    ['application', false],
  ]) {
    await open(name, async (page) => {
      assert.equal(await page.evaluate(() => isobar.coloursNow().includes('speed')), offered);
      assert.equal(await page.locator('#colour option[value=speed]:not([hidden])').count(), +offered);
    });
  }
  await open('unequal', async (page) => {
    const shades = await page.evaluate(() => {
      const run = isobar.state.runs[0];
      isobar.setColour('speed');
      const { painter } = isobar.panes()[0];
      const even = { ...run, loadsAt: () => Int32Array.from(run.machines.speeds, (s) => 10 * s) };
      Object.setPrototypeOf(even, Object.getPrototypeOf(run));
      even.mean = even.loadsAt().reduce((sum, load) => sum + load, 0) / run.pes;
      painter.run = even;
      return [...painter.shades(0)];
    });
    assert.deepEqual(new Set(shades).size, 1, 'loads as the speeds have one colour');
  });
});

test('bytes to other PEs by iteration are those of the result', () =>
  open('ties', async (page) => {
    const curves = await page.locator('#curves .curve h2').allInnerTexts();
    assert.ok(curves.includes('Bytes to other PEs in an iteration'));
    const [shown, said, scheme] = await page.evaluate(() => {
      const [run] = isobar.state.runs;
      const { iterations } = run.result.application;
      return [
        iterations.map(({ end }) => run.series.offPe[run.cycles.findIndex((c) => c >= end) - 1]),
        iterations.map((one) => one.off_pe_bytes),
        run.result.scheme,
      ];
    });
    assert.deepEqual(shown, said);
    assert.equal(said.at(0), scheme.off_pe_bytes_first);
    assert.equal(said.at(-1), scheme.off_pe_bytes_last);
    assert.ok(said.at(-1) > 0);
  }));

for (const [name, words] of [
  ['synchronous', ['--fabric', 'hhc:3', '--scheme', 'lm-c5', '--load', 'spike:16', '--level', 'steps']],
  ['application', ['--fabric', 'torus:4x4', '--scheme', 'steal', '--app', 'uts']],
]) {
  for (const dark of [false, true]) {
    test(`--picture of a run (${name}), ${dark ? 'dark' : 'light'}: nothing is cut, all can be read`, async () => {
      const file = join(folder, `${name}.svg`);
      const { status } = spawnSync(program, ['run', ...words, '--picture', file]);
      assert.equal(status, 0);
      const browser = await launch();
      try {
        const page = await browser.newPage({
          colorScheme: dark ? 'dark' : 'light',
          viewport: { width: 900, height: 600 },
        });
        await page.goto(pathToFileURL(file).href);
        await takePicture(page, `picture-${name}-${dark ? 'dark' : 'light'}`);
        const { texts, cut, ground, inks, images } = await page.evaluate(() => {
          const svg = document.documentElement;
          const [width, height] = ['width', 'height'].map((side) => svg[side].baseVal.value);
          const all = [...svg.querySelectorAll('text')].filter((one) => one.textContent.trim());
          const shown = (element) => element.getClientRects().length > 0;
          const boxes = all.map((one) => [one.textContent.trim(), one.getBoundingClientRect()]);
          return {
            texts: all.map((one) => one.textContent.trim()),
            cut: boxes
              .filter(([, b]) => b.left < 0 || b.top < 0 || b.right > width || b.bottom > height)
              .map(([text]) => text),
            ground: getComputedStyle(svg.querySelector('rect')).fill,
            inks: [...new Set(all.map((one) => getComputedStyle(one).fill))],
            images: [...svg.querySelectorAll('image')].filter(shown).length,
          };
        });
        assert.deepEqual(cut, []);
        assert.ok(texts.includes('cycles') && texts.includes('0') && texts.includes('tasks of a PE'));
        assert.equal(texts.filter((text) => text === '0').length, 3, 'zero is on three axes');
        assert.equal(images, 2, 'shades and their scale are there once');
        const luminance = (css) => {
          const [r, g, b] = css.match(/\d+/g).map((c) => (c / 255) ** 2.2);
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        assert.equal(luminance(ground) < 0.1, dark);
        for (const ink of inks) {
          const [a, b] = [luminance(ink), luminance(ground)];
          assert.ok((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) >= 4.5, `${ink} on ${ground}`);
        }
      } finally {
        await browser.close();
      }
    });
  }
}
