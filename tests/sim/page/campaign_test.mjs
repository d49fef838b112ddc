// SPDX-License-Identifier: Apache-2.0
// The page of a campaign of 10,000 points in headless Chromium. ISOBAR_PROGRAM is the program that
// runs it; ISOBAR_CAMPAIGN is a folder with one that has been run, to save the time.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { startBrowser, stopBrowser, takePicture, withBrowserPage } from './browser.mjs';

const folder = mkdtempSync(join(tmpdir(), 'isobar-campaign-'));
const program = process.env.ISOBAR_PROGRAM;
const kept = process.env.ISOBAR_CAMPAIGN;

const plan = `
objectives = ["min seconds", "min word_cycles"]
repeats = 5

[base]
tolerance = 6
max_steps = 1000

[[axis]]
key = "fabric"
values = ["ring:8", "ring:16", "torus:4x4", "torus:4x8", "torus:8x8", "torus:4x16", "hypercube:2",
          "hypercube:3", "hypercube:4", "hypercube:5", "hypercube:6", "hhc:2", "hhc:3", "hhc:4"]

[[axis]]
key = "scheme"
values = ["lm-c3", "lm-c5", "nna", "nna-portions", "de",
  {value = "hhc-a", when = {fabric = "hhc:*"}}, {value = "hhc-b", when = {fabric = "hhc:*"}}]

[[axis]]
key = "link.bandwidth"
values = ["25Mb/s", "100Mb/s", "250Mb/s", "500Mb/s", "1Gb/s", "2.5Gb/s", "10Gb/s"]

[[axis]]
key = "load"
values = ["spike:5", "spike:20", "uniform:0..20", "uniform:0..100"]
`;

function call(words, accepted = [0]) {
  const { status, stdout, stderr } = spawnSync(program, words, {
    encoding: 'utf8',
    cwd: folder,
    maxBuffer: 1 << 28,
  });
  assert.ok(accepted.includes(status), `isobar ${words.join(' ')}: ${stderr}`);
  return stdout;
}

const campaign = kept ?? join(folder, 'big');
const page = join(folder, 'big.html');

before(async () => {
  assert.ok(program, 'ISOBAR_PROGRAM is not set');
  writeFileSync(join(folder, 'big.toml'), plan);
  if (!kept) call(['explore', 'big.toml', '-o', 'big']);
  call(['explore', 'report', campaign, '-o', page, '--run-pages', '3']);
  writeFileSync(
    join(folder, 'small.toml'),
    `[base]\nfabric = "torus:512x512"\nlevel = "cycles"\nload = "spike:5"\n[[axis]]\nkey = "scheme"\nvalues = ["nna"]\n`,
  );
  call(['explore', 'small.toml', '-o', 'small', '--timeout', '1'], [1]);
  call(['explore', 'report', 'small', '-o', 'small.html']);
  await startBrowser();
});

after(async () => {
  await stopBrowser();
  rmSync(folder, { recursive: true });
});

const address = (file) => pathToFileURL(file).href;

const open = (act, options) =>
  withBrowserPage(
    address(page),
    async (shown) => {
      assert.equal(await shown.evaluate(() => document.documentElement.dataset.state), 'ready');
      await act(shown);
    },
    options,
  );

/** Once what waits for the next frame has been drawn. */
const drawn = (shown) =>
  shown.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );

const number = (text) => Number(text.replaceAll('\u202f', ''));
const rowsOf = (sql) => JSON.parse(call(['explore', 'query', campaign, sql, '--json']));

/** What a column of the table shows. */
async function cells(shown, title) {
  const heads = await shown.locator('#table thead tr:first-child th').allInnerTexts();
  const at = heads.findIndex((head) => head.replace(/ [▲▼]$/, '') === title);
  assert.ok(at >= 0, `${title} in ${heads}`);
  return shown
    .locator('#table tr.row')
    .evaluateAll((rows, i) => rows.map((row) => row.children[i].textContent), at);
}

test('it opens with 10,000 points, findings first', () =>
  open(async (shown) => {
    const [{ points, seconds }] = rowsOf('SELECT count(*) AS points, min(seconds) AS seconds FROM results');
    assert.ok(points >= 10000);
    const tile = await shown.locator('.tile b').first().innerText();
    assert.equal(number(tile), points);
    assert.ok(seconds > 0);
    const time = await shown.evaluate(() => performance.getEntriesByType('navigation')[0].duration);
    console.log(`${points} points: loaded after ${time.toFixed(0)} ms`);
    assert.ok(time < 10000);
    assert.ok((await shown.locator('.findings li:visible').count()) >= 5);
    await drawn(shown);
    await takePicture(shown, 'campaign', { fullPage: true });
  }));

test('means of cases are those of their points', () =>
  open(async (shown) => {
    const wanted = rowsOf(
      'SELECT min(point) AS point, exp(avg(ln(seconds))) AS whole, count(*) AS n, ' +
        "exp(avg(ln(seconds)) FILTER (WHERE state = 'done')) AS seconds, sum(state = 'unreached') AS lost " +
        'FROM results GROUP BY fabric, scheme, "link.bandwidth", load ORDER BY 1',
    );
    const found = await shown.evaluate(() => {
      const { frame } = isobar.state;
      return Array.from({ length: frame.size }, (_, row) => [
        frame.numbers[row],
        frame.column('seconds').values[row],
        frame.repeats[row],
        frame.outcome.raw(row),
        frame.complete[row],
      ]);
    });
    assert.equal(found.length, wanted.length);
    wanted.forEach(({ point, seconds, whole, n, lost }, i) => {
      assert.equal(found[i][0], point);
      assert.ok(Math.abs(found[i][1] / (seconds ?? whole) - 1) < 1e-12);
      assert.equal(found[i][2], n);
      assert.equal(found[i][3], lost === 0 ? 'done' : lost === n ? 'unreached' : 'partly');
      assert.equal(found[i][4], Number(lost === 0));
    });
    // Some of each, so that the test says something.
    for (const outcome of ['done', 'unreached', 'partly'])
      assert.ok(found.some((row) => row[3] === outcome), outcome);
  }));

test('points without their goal are counted, marked, and can be filtered', () =>
  open(async (shown) => {
    const [{ n }] = rowsOf("SELECT count(*) AS n FROM results WHERE state = 'unreached'");
    await shown.evaluate(() => {
      const { frame } = isobar.state;
      const row = frame.numbers.findIndex((_, at) => frame.outcome.raw(at) === 'unreached');
      isobar.setScenario(isobar.scenarioOf(row));
    });
    const tile = shown.locator('button.tile', { hasText: 'did not reach their goal' });
    assert.equal(number(await tile.locator('b').innerText()), n);
    await tile.click();
    await drawn(shown);
    const states = new Set(await cells(shown, 'State'));
    assert.ok(states.size > 0 && !states.has('✓'));
    for (const part of ['#front', '#parallel'])
      assert.match(await shown.locator(`${part} header`).innerText(), /that did not reach their goal/);
    await takePicture(shown, 'campaign-unreached', { fullPage: true });
    await shown.getByRole('button', { name: 'All points' }).click();
    await shown.locator('#frame').selectOption('points');
    await shown.getByLabel('Filter State').fill('not reached');
    assert.equal(await shown.evaluate(() => isobar.countIn()), n);
    const lines = (await shown.evaluate(() => isobar.jsonLines())).trim().split('\n');
    assert.ok(lines.every((line) => JSON.parse(line).state === 'unreached'));
    assert.equal(lines.length, n);
    await shown.locator('#table tr.row').first().click();
    assert.match(await shown.locator('#point .error').innerText(), /^The goal was not reached/);
  }));

/** Shows the front of the scenario whose name begins so. */
const setScenario = async (shown, begin) => {
  await shown.evaluate((wanted) => {
    const { titles } = isobar.state.campaign.scenarios;
    isobar.setScenario(titles.findIndex((title) => title.startsWith(wanted)));
  }, begin);
  await drawn(shown);
};

test('the front of a scenario is what its points say, with filters too', () =>
  open(async (shown) => {
    await setScenario(shown, 'torus:8x8');
    const front = () =>
      shown.evaluate(() => {
        const { frame } = isobar.state;
        const value = (id, row) => frame.column(id).values[row];
        const rows = isobar.frontRows();
        const all = Array.from({ length: frame.size }, (_, row) => row).filter(
          (row) =>
            isobar.isIn(row) && frame.complete[row] && isobar.scenarioOf(row) === isobar.state.scenario,
        );
        const beats = (a, b) =>
          value('seconds', a) <= value('seconds', b) &&
          value('word_cycles', a) <= value('word_cycles', b) &&
          (value('seconds', a) < value('seconds', b) ||
            value('word_cycles', a) < value('word_cycles', b));
        const right = all.filter((row) => !all.some((other) => beats(other, row)));
        return { rows: [...rows].sort((a, b) => a - b), right, all: all.length };
      });
    const whole = await front();
    assert.deepEqual(whole.rows, whole.right);
    const marked = await shown.evaluate(() =>
      Array.from({ length: isobar.state.frame.size }, (_, row) => row).filter((row) =>
        isobar.state.frame.onFront(row) && isobar.scenarioOf(row) === isobar.state.scenario,
      ),
    );
    assert.deepEqual(marked, whole.right);
    await shown.getByLabel('Filter scheme').fill('nna');
    await drawn(shown);
    const some = await front();
    assert.ok(some.all < whole.all && some.all > 0);
    assert.deepEqual(some.rows, some.right);
  }));

test('a click on the front chooses the point everywhere, and leads to its run', () =>
  open(async (shown) => {
    await setScenario(shown, 'torus:8x8');
    await shown.locator('#front').scrollIntoViewIfNeeded();
    await drawn(shown);
    const place = await shown.evaluate(() => isobar.placeOf(isobar.frontRows()[0]));
    await shown.locator('#front canvas').first().click({ position: { x: place[0], y: place[1] } });
    const chosen = await shown.evaluate(() => isobar.state.chosen);
    assert.ok(chosen !== null);
    assert.match(await shown.locator('#point h2').innerText(), new RegExp(`\\b${chosen}\\b`));
    assert.equal(await shown.locator('#table tr.chosen').count(), 1);
    const command = await shown.locator('#point code').innerText();
    assert.match(command, /^isobar run --fabric \S+ .*--level steps$/);
    const [{ seconds }] = rowsOf(`SELECT seconds FROM results WHERE point = ${chosen}`);
    const words = command.split(' ').slice(1);
    const result = JSON.parse(call([...words, '--json', '-', '--summary'], [0, 1]));
    assert.equal(result.seconds.run, seconds);
    await drawn(shown);
    await takePicture(shown, 'campaign-chosen');
    const page = await shown.evaluate(() => Number(Object.keys(isobar.state.campaign.run_pages)[0]));
    await shown.evaluate((point) => isobar.choosePoint(point), page);
    const link = shown.locator('#point a.run-page');
    assert.match(await link.getAttribute('href'), /^big\.runs\/point-\d+\.html$/);
    const file = join(folder, await link.getAttribute('href'));
    await withBrowserPage(address(file), async (run) => {
      assert.equal(await run.evaluate(() => document.documentElement.dataset.state), 'ready');
    });
  }));

test('hovering says what a point is, and what a candidate is', () =>
  open(async (shown) => {
    await shown.locator('#front').scrollIntoViewIfNeeded();
    const words = async () => {
      await drawn(shown);
      const place = await shown.evaluate(() => isobar.placeOf(isobar.frontRows()[0]));
      await shown.locator('#front canvas').first().hover({ position: { x: place[0], y: place[1] } });
      return shown.locator('#tooltip').innerText();
    };
    assert.match(await words(), /^.+\nmean of (?:all|\d+ of) 56 scenarios\n(.*[\d.]+ times the best\n?){2}$/);
    await setScenario(shown, 'torus:8x8');
    assert.match(await words(), /^Point \d+\nfabric \S+/);
  }));

test('the table sorts and filters, with rows only for what is in sight', () =>
  open(async (shown) => {
    assert.ok((await shown.locator('#table tr.row').count()) < 60);
    const order = () =>
      shown.evaluate(() =>
        isobar.tableRows().map((row) => isobar.state.frame.column('seconds').values[row]),
      );
    const head = shown.locator('#table thead').getByRole('button', { name: /^seconds/ });
    await head.click();
    let values = await order();
    assert.ok(values.every((value, i) => i === 0 || values[i - 1] <= value));
    await head.click();
    values = await order();
    assert.ok(values.every((value, i) => i === 0 || values[i - 1] >= value));
    assert.equal(await shown.locator('#table th[aria-sort]').getAttribute('aria-sort'), 'descending');
    await shown.getByLabel('Filter scheme').fill('Liquid C5');
    await shown.getByLabel('Filter seconds').fill('1e-6..1e-5');
    assert.ok((await cells(shown, 'scheme')).every((text) => text === 'Liquid C5'));
    const [{ n }] = rowsOf(
      "SELECT count(*) AS n FROM (SELECT exp(avg(ln(seconds))) AS s FROM results WHERE scheme = 'lm-c5' " +
        'GROUP BY fabric, "link.bandwidth", load) WHERE s BETWEEN 1e-6 AND 1e-5',
    );
    assert.equal(number((await shown.locator('#table h2').innerText()).split(':')[1]), n);
    assert.equal(await shown.evaluate(() => isobar.countIn()), n);
    await shown.getByLabel('Filter seconds').fill('quick');
    assert.equal(await shown.getByLabel('Filter seconds').getAttribute('aria-invalid'), 'true');
    await shown.getByRole('button', { name: 'All points' }).click();
    assert.ok(await shown.locator('#filters').isHidden());
    await shown.locator('#table .scroll').evaluate((element) => element.scrollTo(0, 1e9));
    await drawn(shown);
    assert.ok((await shown.locator('#table tr.row').count()) < 60);
    const last = (await cells(shown, 'Point')).at(-1);
    const rows = await shown.evaluate(() => isobar.state.frame.numbers[isobar.tableRows().at(-1)]);
    assert.equal(Number(last), rows);
  }));

test('a brush along an axis filters, a click takes it away', () =>
  open(async (shown) => {
    const canvas = shown.locator('#parallel canvas');
    await canvas.scrollIntoViewIfNeeded();
    await drawn(shown);
    const axis = await shown.evaluate(() => {
      const { x, y } = isobar.parallelAxis('link.bandwidth');
      return { x, from: y(4) + 8, to: y(6) - 8 };
    });
    const box = await canvas.boundingBox();
    await shown.mouse.move(box.x + axis.x, box.y + axis.from);
    await shown.mouse.down();
    await shown.mouse.move(box.x + axis.x, box.y + axis.to, { steps: 4 });
    await shown.mouse.up();
    await drawn(shown);
    await takePicture(shown, 'campaign-brush');
    const levels = await shown.evaluate(() => {
      const { frame } = isobar.state;
      const column = frame.column('link.bandwidth');
      return [...new Set(isobar.tableRows().map((row) => column.text(row)))];
    });
    assert.deepEqual(levels.sort(), ['10Gb/s', '1Gb/s', '2.5Gb/s']);
    assert.match(await shown.locator('#filters').innerText(), /link\.bandwidth: 1Gb\/s, 2\.5Gb\/s, 10Gb\/s/);
    await shown.mouse.click(box.x + axis.x, box.y + axis.from - 3);
    assert.equal(await shown.evaluate(() => isobar.isFiltered()), false);
    const time = await shown.evaluate(async () => {
      isobar.setFrame('points');
      const start = performance.now();
      for (let i = 0; i < 10; ++i) {
        isobar.setBrush('seconds', [0, 1e-6 * (i + 1)]);
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      }
      return (performance.now() - start) / 10;
    });
    console.log(`a brush over 10,000 lines: ${time.toFixed(0)} ms`);
    assert.ok(time < 1000);
  }));

test('files have the rows that are shown, with all digits', () =>
  open(async (shown) => {
    await shown.locator('#frame').selectOption('points');
    await shown.getByLabel('Filter fabric').fill('=torus:4x4');
    const [download] = await Promise.all([
      shown.waitForEvent('download'),
      shown.getByRole('button', { name: 'Download JSON lines' }).click(),
    ]);
    assert.match(download.suggestedFilename(), /\.jsonl$/);
    const found = readFileSync(await download.path(), 'utf8').trim().split('\n').map(JSON.parse);
    const wanted = rowsOf("SELECT * FROM results WHERE fabric = 'torus:4x4' ORDER BY point");
    assert.equal(found.length, wanted.length);
    wanted.forEach((row, i) => {
      for (const name of ['point', 'scheme', 'link.bandwidth', 'seed', 'seconds', 'steps'])
        assert.equal(found[i][name], row[name], name);
    });
    const csv = await shown.evaluate(() => isobar.csv());
    assert.equal(csv.trim().split('\n').length, wanted.length + 1);
  }));

test('effects, interactions and scaling show another metric', () =>
  open(async (shown) => {
    const effects = shown.locator('#effects');
    assert.ok((await effects.locator('article').count()) >= 5);
    await effects.getByLabel('Metric of the effects').selectOption({ label: 'shifts' });
    assert.match(await effects.locator('article').first().getAttribute('aria-label'), /^shifts by/);
    const row = effects.locator('article svg g').first();
    await row.hover();
    assert.match(await shown.locator('#tooltip').innerText(), /shifts [\d.]+/);
    const pairs = shown.locator('.pairs button');
    assert.ok((await pairs.count()) >= 6);
    await pairs.nth(2).click();
    assert.equal(await pairs.nth(2).getAttribute('aria-pressed'), 'true');
    const laws = await shown.locator('.laws tbody tr').count();
    assert.equal(
      laws,
      await shown.evaluate(
        () =>
          isobar.state.campaign.scalings.filter((law) => law.metric === isobar.state.metric).length,
      ),
    );
    assert.ok(laws >= 10);
  }));

test('every finding shows where it comes from', () =>
  open(async (shown) => {
    await shown.locator('.more').click();
    const count = await shown.locator('.findings li').count();
    for (let i = 0; i < count; ++i) await shown.locator('.findings button').nth(i).click();
    assert.equal(await shown.locator('.more').count(), 0);
  }));

test('the keyboard does it all, and the address says what is shown', async () => {
  let hash;
  await open(async (shown) => {
    const state = (name) => shown.evaluate((key) => isobar.state[key], name);
    await shown.keyboard.press('ArrowRight');
    const first = await state('chosen');
    assert.ok(first !== null);
    await shown.keyboard.press(']');
    assert.notEqual(await state('chosen'), first);
    await shown.keyboard.press('c');
    const colour = await state('colour');
    assert.notEqual(colour, 'scheme');
    await shown.keyboard.press('s');
    assert.equal(await shown.evaluate(() => isobar.state.frame.name), 'points');
    await shown.keyboard.press('f');
    await shown.keyboard.type('hyper');
    assert.ok(await shown.evaluate(() => isobar.isFiltered()));
    assert.equal(await state('colour'), colour); // letters in a field are no keys
    await shown.keyboard.press('Tab');
    await shown.evaluate(() => document.activeElement.blur());
    await shown.keyboard.press('Escape');
    assert.equal(await state('chosen'), null);
    await shown.keyboard.press('Escape');
    assert.equal(await shown.evaluate(() => isobar.isFiltered()), false);
    await shown.keyboard.press('?');
    assert.ok(await shown.getByRole('dialog').isVisible());
    await shown.keyboard.press('Escape');
    await shown.keyboard.press('ArrowRight');
    await shown.selectOption('#colour', 'family');
    await shown.getByLabel('Across').selectOption('shifts');
    await shown.waitForFunction(
      () => location.hash.includes('colour=family') && location.hash.includes('x=shifts'),
    );
    hash = await shown.evaluate(() => location.hash);
  });
  await open(
    async (shown) => {
      assert.match(hash, /point=\d+/);
      assert.deepEqual(
        await shown.evaluate(() => [isobar.state.x, isobar.state.colour]),
        ['shifts', 'family'],
      );
      assert.ok(await shown.evaluate(() => isobar.state.chosen !== null));
    },
    { hash },
  );
});

test('dark as the system has it, and by choice', () =>
  open(
    async (shown) => {
      const theme = () => shown.evaluate(() => document.documentElement.dataset.theme);
      assert.equal(await theme(), 'dark');
      await drawn(shown);
      await takePicture(shown, 'campaign-dark', { fullPage: true });
      await shown.keyboard.press('d');
      assert.equal(await theme(), 'light');
    },
    { dark: true },
  ));

test('a campaign of which every point failed says so', () =>
  withBrowserPage(address(join(folder, 'small.html')), async (shown) => {
    assert.equal(await shown.evaluate(() => document.documentElement.dataset.state), 'ready');
    assert.match(await shown.locator('.findings').innerText(), /1 point failed/);
    await shown.locator('#table tr.row').first().click();
    assert.match(await shown.locator('#point .error').first().innerText(), /time limit/);
  }));

for (const [what, change, message] of [
  ['cut short', (data) => data.slice(0, data.length / 2), 'it is not JSON'],
  ['of another schema', (data) => data.replace('campaign-page/1', 'campaign-page/9'), 'but isobar.campaign-page/9'],
  ['damaged', (data) => data.replace(/"points":"...../, '"points":"AAAAA'), 'points does not unpack'],
]) {
  test(`data ${what}: one clear message`, async () => {
    const broken = join(folder, 'broken.html');
    writeFileSync(
      broken,
      readFileSync(page, 'utf8').replace(
        /(id="isobar-data">)(.*)(<\/script>)/,
        (_, a, data, b) => a + change(data) + b,
      ),
    );
    await withBrowserPage(address(broken), async (shown) => {
      assert.equal(await shown.evaluate(() => document.documentElement.dataset.state), 'failed');
      const words = await shown.getByRole('alert').innerText();
      assert.ok(words.includes(message), words);
      assert.match(words, /Make the page again with isobar explore report\.$/);
      assert.ok(await shown.locator('main').isHidden());
    });
  });
}
