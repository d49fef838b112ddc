// SPDX-License-Identifier: Apache-2.0
// How the page of a campaign looks, of several schemes with parameters over several scenarios: on a
// desk and on a phone, light and dark, nothing overflows, no label lies on another or is cut, text
// has the contrast of WCAG AA, and a mark with its colour is one scheme.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { startBrowser, stopBrowser, takePicture, withBrowserPage } from './browser.mjs';

const folder = mkdtempSync(join(tmpdir(), 'isobar-looks-'));
const program = process.env.ISOBAR_PROGRAM;
const page = join(folder, 'page.html');

const plan = `
objectives = ["min seconds", "min word_cycles"]
repeats = 2
[base]
tolerance = 20
max_steps = 3000
[[axis]]
key = "fabric"
values = ["ring:16", "torus:4x4", "torus:8x8", "hypercube:4", "hypercube:6", "torus:4x8"]
[[axis]]
key = "load"
values = ["spike:50", "uniform:0..100"]
[[axis]]
key = "scheme"
values = ["lm-c5", "nna", "nna-portions", "de",
  "diffusion:alpha=0.1,decision=3", "diffusion:alpha=0.2,decision=3", "diffusion:alpha=0.25,decision=3",
  "diffusion2:alpha=0.2,beta=1.2", "diffusion2:alpha=0.2,beta=1.5",
  "gde:lambda=0.4", "gde:lambda=0.5", "gde:lambda=0.6"]
[[axis]]
key = "link.bandwidth"
values = ["100Mb/s", "1Gb/s"]
`;

function call(words) {
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8', cwd: folder });
  assert.equal(status, 0, `isobar ${words.join(' ')}: ${stderr}`);
  return stdout;
}

before(async () => {
  assert.ok(program, 'ISOBAR_PROGRAM is not set');
  writeFileSync(join(folder, 'looks.toml'), plan);
  call(['explore', 'looks.toml', '-o', 'looks']);
  call(['explore', 'report', 'looks', '-o', page, '--run-pages', '0']);
  await startBrowser();
});

after(async () => {
  await stopBrowser();
  rmSync(folder, { recursive: true });
});

const sizes = { desk: { width: 1400, height: 1000 }, phone: { width: 420, height: 900 } };

/** Opens the page at a size. */
const open = (act, { size = 'desk', ...options } = {}) =>
  withBrowserPage(
    pathToFileURL(page).href,
    async (shown) => {
      await shown.setViewportSize(sizes[size]);
      await drawn(shown);
      assert.equal(await shown.evaluate(() => document.documentElement.dataset.state), 'ready');
      await act(shown);
    },
    options,
  );

/** Once what waits for the next frames has been drawn. */
const drawn = (shown) =>
  shown.evaluate(
    () =>
      new Promise((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))),
      ),
  );

for (const size of Object.keys(sizes)) {
  for (const dark of [false, true]) {
    test(`${size}, ${dark ? 'dark' : 'light'}: fits, and can be read`, () =>
      open(
        async (shown) => {
          await takePicture(shown, `campaign-${size}-${dark ? 'dark' : 'light'}`, { fullPage: true });
          assert.deepEqual(await shown.evaluate(overflowing), []);
          assert.deepEqual(await shown.evaluate(overprinted), []);
          for (const pair of await shown.locator('.pairs button').all()) {
            await pair.click();
            assert.deepEqual(await shown.evaluate(overprinted), [], await pair.innerText());
          }
          await drawn(shown);
          assert.deepEqual(await shown.evaluate(canvasFaults), []);
          assert.deepEqual(await shown.evaluate(faint), []);
        },
        { size, dark },
      ));
  }
}

/** What is wider than the window, and is in nothing that scrolls. */
function overflowing() {
  const width = document.documentElement.clientWidth;
  const found = [];
  if (document.documentElement.scrollWidth > width)
    found.push(`the page is ${document.documentElement.scrollWidth} wide`);
  for (const element of document.querySelectorAll('body *')) {
    const box = element.getBoundingClientRect();
    if (box.width === 0 || element.closest('[hidden], .unseen, dialog')) continue;
    let scrolls = element.parentElement;
    while (scrolls && !['auto', 'scroll', 'hidden'].includes(getComputedStyle(scrolls).overflowX))
      scrolls = scrolls.parentElement;
    if (scrolls && scrolls !== document.body) continue;
    if (box.right > width + 1 || box.left < -1)
      found.push(`${element.tagName}.${element.className} ${Math.round(box.left)}…${Math.round(box.right)}`);
  }
  return found;
}

/** Texts of small pictures that lie on one another, or are cut at their picture's edge. */
function overprinted() {
  const found = [];
  for (const picture of document.querySelectorAll('main svg')) {
    const frame = picture.getBoundingClientRect();
    if (frame.width === 0) continue;
    const texts = [...picture.querySelectorAll('text:not([transform])')].map((text) => ({
      words: text.textContent,
      box: text.getBoundingClientRect(),
    }));
    texts.forEach(({ words, box }, i) => {
      if (box.left < frame.left - 1 || box.right > frame.right + 1) found.push(`cut: ${words}`);
      for (const other of texts.slice(i + 1)) {
        const meets =
          box.left < other.box.right - 1 &&
          other.box.left < box.right - 1 &&
          box.top < other.box.bottom - 3 &&
          other.box.top < box.bottom - 3;
        if (meets) found.push(`${words} on ${other.words} (${picture.getAttribute('aria-label')})`);
      }
    });
  }
  return found;
}

/** The same of canvases, which say where they have written. */
function canvasFaults() {
  const found = [];
  for (const [name, part] of [
    ['frontLabels', '#front'],
    ['parallelLabels', '#parallel'],
  ]) {
    const boxes = isobar[name]();
    const { width } = document.querySelector(`${part} .picture`).getBoundingClientRect();
    if (boxes.length < 4) found.push(`${name}: only ${boxes.length}`);
    boxes.forEach((box, i) => {
      if (box.x < 0 || box.x + box.width > width + 1) found.push(`${name}: cut: ${box.text}`);
      for (const other of boxes.slice(i + 1)) {
        const meets =
          box.x < other.x + other.width &&
          other.x < box.x + box.width &&
          box.y < other.y + other.height &&
          other.y < box.y + box.height;
        if (meets) found.push(`${name}: ${box.text} on ${other.text}`);
      }
    });
  }
  return found;
}

/** Texts with less contrast to what is behind them than 4.5. */
function faint() {
  const channels = (text) => (text.match(/[\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
  const luminance = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((c) =>
      c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = channels(getComputedStyle(at).backgroundColor);
      if (colour.length < 4 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const found = new Set();
  for (const element of document.querySelectorAll('body *')) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || element.getBoundingClientRect().width === 0) continue;
    const style = getComputedStyle(element);
    const ink = channels(element instanceof SVGElement ? style.fill : style.color);
    const [a, b] = [luminance(ink), luminance(behind(element))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (contrast < 4.5)
      found.add(`${element.tagName}.${element.className.baseVal ?? element.className} ${contrast.toFixed(2)}`);
  }
  return [...found];
}

test('a mark with its colour is one scheme, wherever it stands', () =>
  open(async (shown) => {
    const pairs = await shown.evaluate(() => {
      const { frames, factors } = isobar.state.campaign;
      const scheme = frames.cases.column('scheme');
      const words = ({ mark, colour }) => `${mark} ${colour}`;
      const others = frames.cases.keys
        .filter((key) => key.numbers === null && key !== scheme)
        .flatMap((key) => key.levels.map((level) => words(isobar.pair(key.id, level))));
      const factor = factors.find((one) => one.name === 'scheme');
      const shading = isobar.shading(scheme);
      return {
        cloud: scheme.levels.map((_, code) => words({ mark: shading.marks[code], colour: shading.colours[code] })),
        factor: factor.levels.map((_, code) => words(isobar.factorPair(factor, code))),
        others,
      };
    });
    assert.equal(pairs.cloud.length, 12);
    assert.equal(new Set(pairs.cloud).size, 12);
    assert.deepEqual(pairs.factor, pairs.cloud);
    assert.deepEqual(pairs.others.filter((pair) => pairs.cloud.includes(pair)), []);
  }));

test('schemes have the parameters in which they differ, and the whole name on hovering', () =>
  open(async (shown) => {
    const legend = shown.locator('#front .keys-legend button');
    const names = await legend.allInnerTexts();
    assert.ok(names.some((name) => /alpha=0\.25$/.test(name)), names.join(' | '));
    assert.ok(names.every((name) => !name.includes('decision')), names.join(' | '));
    const titles = await legend.evaluateAll((all) => all.map((one) => one.title));
    assert.ok(titles.includes('Only diffusion:alpha=0.25,decision=3'));
  }));

test('the front has one count: of the program, of the picture and of the findings', () =>
  open(async (shown) => {
    const number = (text, pattern) => Number(pattern.exec(text)?.[1]);
    const findings = (await shown.locator('.findings strong').allInnerTexts()).join('\n');
    const said = {
      mean: number(findings, /scenarios, (\d+) of \d+ candidates? (?:is|are) on the front of mean/),
      worst: number(findings, /By the worst of all 12 scenarios, (\d+) of/),
    };
    const tiles = await shown.locator('.tiles').innerText();
    assert.equal(number(tiles.replaceAll('\n', ' '), /(\d+) of \d+ candidates on the front/), said.mean);
    for (const kind of ['mean', 'worst']) {
      await shown.getByLabel('Scenario', { exact: true }).selectOption(kind);
      await drawn(shown);
      assert.equal(number(await shown.locator('#front header').innerText(), /(\d+) of \d+ candidates on the front/), said[kind]);
      assert.equal(await shown.evaluate(() => isobar.frontRows().length), said[kind]);
    }
    const scenarios = await shown.evaluate(() => isobar.state.campaign.scenarios.titles.length);
    assert.equal(scenarios, 12);
    const rows = shown.locator('.scenario-table tbody tr');
    assert.equal(await rows.count(), 14);
    for (const i of [0, 5, 11]) {
      await rows.nth(i + 2).locator('button').click();
      await drawn(shown);
      const told = Number(await rows.nth(i + 2).locator('td').nth(1).innerText());
      assert.equal(await shown.evaluate(() => isobar.frontRows().length), told);
      const all = await shown.evaluate(() => isobar.frontRows().every((row) => isobar.scenarioOf(row) === isobar.state.scenario));
      assert.ok(all);
    }
    assert.equal(await shown.evaluate(() => isobar.setColour('fabric')), undefined);
    assert.ok(!/have load|From load/.test(findings), findings);
    assert.ok(!/\d× (?:less|fewer)/.test(findings), findings);
  }));

test('a chosen candidate is shown in all its scenarios, and each leads to its own point', () =>
  open(async (shown) => {
    await shown.getByRole('button', { name: 'First of the front' }).click();
    const first = await shown.evaluate(() => isobar.state.chosen);
    const links = shown.locator('#point .elsewhere button');
    assert.equal(await links.count(), 11);
    await links.nth(4).click();
    assert.notEqual(await shown.evaluate(() => isobar.state.chosen), first);
    assert.equal(await links.count(), 11);
    await shown.setViewportSize(sizes.phone);
    await drawn(shown);
    assert.deepEqual(await shown.evaluate(overflowing), []);
    assert.deepEqual(await shown.evaluate(faint), []);
  }));
