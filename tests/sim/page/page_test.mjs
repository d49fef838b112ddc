// SPDX-License-Identifier: Apache-2.0
// The page in headless Chromium. ISOBAR_PROGRAM is the program that makes the pages;
// ISOBAR_SCREENSHOTS is a folder for pictures.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { deflateSync } from 'node:zlib';
import { startBrowser, stopBrowser, takePicture as picture, withBrowserPage } from './browser.mjs';
import { makePages, runWords } from './pages.mjs';

const folder = mkdtempSync(join(tmpdir(), 'isobar-pages-'));
const program = process.env.ISOBAR_PROGRAM;

before(async () => {
  assert.ok(program, 'ISOBAR_PROGRAM is not set');
  makePages(program, folder);
  await startBrowser();
});

after(async () => {
  await stopBrowser();
  rmSync(folder, { recursive: true });
});

const packed = (bytes) => deflateSync(Buffer.alloc(bytes)).toString('base64');

/** Notes what was last written on each canvas. */
function watchCanvases() {
  const { fillRect, fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillRect = function (x, y, width, height) {
    if (x === 0 && y === 0) this.canvas.written = [];
    fillRect.call(this, x, y, width, height);
  };
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
    this.canvas.written?.push(text);
    fillText.call(this, text, x, y);
  };
}

const withPage = (address, act, options) =>
  withBrowserPage(address, act, { before: watchCanvases, ...options });

const fileAddress = (name) => pathToFileURL(join(folder, `${name}.html`)).href;

const open = (name, act, options) =>
  withPage(
    fileAddress(name),
    async (page) => {
      assert.equal(await page.evaluate(() => document.documentElement.dataset.state), 'ready');
      await act(page);
    },
    options,
  );

/** The loads as numbers in the fabric's picture. Each PE of a small fabric has its address too. */
async function loadsShown(page, pane = 0) {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  const written = await page.evaluate(
    (r) => document.querySelectorAll('.stage canvas')[r].written,
    pane,
  );
  return written.filter((_, i) => i % 2 === 0).map(Number);
}

const finalLoads = (page) =>
  page.evaluate(() =>
    isobar.state.runs.map((run) => [
      Array.from(run.loadsAt(run.count)),
      run.result.load.final.values,
    ]),
  );

const badges = (page) =>
  page
    .locator('.fabric')
    .evaluateAll((panes) =>
      panes.map((pane) => [...pane.querySelectorAll('.badge')].map((badge) => badge.textContent)),
    );

for (const name of ['ring', 'torus', 'hypercube', 'hhc', 'none', 'thinned']) {
  test(`a ${name} loads, and ends as its result says`, () =>
    open(name, async (page) => {
      for (const [shown, result] of await finalLoads(page)) assert.deepEqual(shown, result);
      await page.keyboard.press('End');
      assert.equal(
        await page.evaluate(() => isobar.state.index),
        await page.evaluate(() => isobar.state.timeline.last),
      );
      await page.keyboard.press('Shift+ArrowLeft');
      await picture(page, name);
    }));
}

for (const name of ['messages', 'application']) {
  test(`a page of a run in cycles (${name}) plays by time, and shows executors`, () =>
    open(name, async (page) => {
      for (const [shown, result] of await finalLoads(page)) assert.deepEqual(shown, result);
      const told = await page.evaluate(() => {
        const [run] = isobar.state.runs;
        const { work, balance, wait, rest } = run.series;
        const totals = [0, 0, 0, 0];
        for (let p = 1; p <= run.count; ++p) {
          const cycles = (run.cycles[p] - run.cycles[p - 1]) * run.pes;
          [work, balance, wait, rest].forEach((series, k) => (totals[k] += series[p] * cycles));
        }
        return { totals, by: isobar.state.by, result: run.result, last: run.cycles[run.count] };
      });
      const { cycles } = told.result.application;
      assert.equal(told.by, 'cycles');
      assert.equal(told.last, told.result.cycles.run);
      [cycles.work, cycles.balance, cycles.wait, cycles.idle].forEach((sum, k) =>
        // Shares are rounded to a millionth.
        assert.ok(Math.abs(told.totals[k] - sum) <= 1e-6 * told.last * 16 + 1e-3, `${k}`),
      );
      await page.keyboard.press('End');
      await page.waitForFunction((hash) => location.hash === hash, `#cycle=${told.last}`);
      await page.keyboard.press('t');
      assert.equal(await page.evaluate(() => isobar.state.by), 'cycles');
      await page.keyboard.press('c');
      await page.keyboard.press('c');
      assert.equal(await page.evaluate(() => isobar.state.colour), 'work');
      assert.match(await page.locator('.fabric').innerText(), /PE works/);
      const curves = await page.locator('#curves .curve h2').allInnerTexts();
      assert.ok(curves.includes('Executors’ time'));
      assert.ok(!curves.some((curve) => curve.startsWith('T,')));
      await page.keyboard.press('Home');
      await page.keyboard.press(']');
      await page.keyboard.press('ArrowRight');
      assert.match(await page.locator('#pe').innerText(), /in this frame: work/);
      await page.keyboard.press(' ');
      await page.waitForFunction(() => isobar.state.index > 3);
    }));
}

test('a page of tasks that live on shows how even their iterations were', () =>
  open('iterations', async (page) => {
    const curves = await page.locator('#curves .curve h2').allInnerTexts();
    assert.ok(curves.includes('Efficiency of an iteration'));
    assert.ok(curves.includes('Work of a PE in an iteration, cycles'));
    const { iterations, shown } = await page.evaluate(() => {
      const [run] = isobar.state.runs;
      const { iterations } = run.result.application;
      const shown = iterations.map(({ end }) => {
        // The frame in which it ends, if none before does: its beginning is still of this one.
        const p = run.cycles.findIndex((cycle) => cycle >= end) - 1;
        const { efficiency, longest, average } = run.series;
        return [efficiency[p], longest[p], average[p] * run.pes];
      });
      return { iterations, shown };
    });
    assert.equal(iterations.length, 8);
    assert.equal(iterations[0].efficiency, 1 / 16);
    assert.ok(iterations[7].efficiency > 0.8);
    iterations.forEach((one, i) => {
      assert.deepEqual(shown[i], [one.efficiency, one.longest, one.total], `${i}`);
    });
    assert.match(
      await page.locator('.fabric header').innerText(),
      /8 iterations: efficiency 6(\.\d+)?\s% in the first, \d\d(\.\d+)?\s% in the last/,
    );
    await page.keyboard.press('End');
    await picture(page, 'iterations');
  }));

test('what is new of a run in cycles is put after what there is', () =>
  open('messages', async (page) => {
    const same = await page.evaluate(() => {
      const [whole] = isobar.state.runs;
      const { pes, count } = whole;
      const after = 20;
      const changes = whole.loads.slice(after * pes);
      for (let i = changes.length - 1; i >= 0; --i) {
        changes[i] -= whole.loadAt(after + Math.floor(i / pes), i % pes);
      }
      const frames = { count: count - after, cycles_per_frame: whole.frames.cycles_per_frame };
      for (const name of ['step', 'phase', 'from', 'to', 'shifts', 'step_end']) {
        frames[name] = whole.frames[name].slice(after);
      }
      const moves = whole.moves.slice(3 * whole.moveStart[after]);
      const activity = whole.activity.slice(3 * after * pes);
      const { use } = whole;
      const busy = {
        ports: use.busy.ports.slice(after * use.linksOf.length),
        links: use.busy.links.slice(2 * use.start[after]),
        cycles: use.busy.cycles.slice(use.start[after]),
      };
      const more = { after, frames, result: whole.result };
      const run = whole.with(more, changes, moves, activity, busy);
      const alike = (a, b) => a.length === b.length && a.every((value, i) => value === b[i]);
      return [
        ...['loads', 'moves', 'activity', 'cycles'].map((name) => alike(run[name], whole[name])),
        ...['ports', 'links', 'cycles'].map((name) => alike(run.use.busy[name], use.busy[name])),
        alike(run.series.use, whole.series.use),
      ];
    });
    assert.deepEqual(same, Array(8).fill(true));
  }));

test('a run in steps beside one in cycles: time is in cycles', () =>
  open('mixed', async (page) => {
    for (const [shown, result] of await finalLoads(page)) assert.deepEqual(shown, result);
    assert.equal(await page.evaluate(() => isobar.state.by), 'cycles');
    assert.equal(await page.locator('#by button:not([hidden])').count(), 1);
    await page.keyboard.press('End');
  }));

test('Table 3, step by step', () =>
  open('ring', async (page) => {
    const shown = {};
    for (let step = 0; step <= 18; ++step) {
      shown[step] = await loadsShown(page);
      await page.keyboard.press('Shift+ArrowRight');
    }
    assert.deepEqual(shown[0], [16, 0, 0, 0, 0, 0, 0, 0]);
    assert.deepEqual(shown[7], [9, 1, 1, 1, 1, 1, 1, 1]);
    assert.deepEqual(shown[13], [3, 1, 2, 1, 2, 1, 3, 3]);
    assert.deepEqual(shown[18], [2, 2, 2, 2, 2, 2, 2, 2]);
  }));

test('a deep link opens a step and a PE, and follows', () =>
  open(
    'ring',
    async (page) => {
      assert.deepEqual(await loadsShown(page), [9, 1, 1, 1, 1, 1, 1, 1]);
      assert.match(await page.locator('#controls .where').innerText(), /Step 7\s+cycle 581/);
      assert.match(await page.locator('#pe').innerText(), /^PE 3/);
      assert.match(await page.locator('#pe').innerText(), /← from 2\s+1 task\s+step 7/);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press(']');
      await page.waitForFunction(() => location.hash === '#step=8&pe=4');
      await page.evaluate(() => {
        location.hash = '#step=13';
      });
      await page.waitForFunction(() => isobar.state.index === 13);
    },
    { hash: '#step=7&pe=3' },
  ));

test('a phase inside a step has its deep link', () =>
  open(
    'torus',
    async (page) => {
      assert.equal(await page.evaluate(() => isobar.state.index), 61);
      await page.keyboard.press('ArrowRight');
      await page.waitForFunction(() => location.hash === '#step=31');
      await page.keyboard.press('ArrowLeft');
      await page.waitForFunction(() => location.hash === '#step=30&phase=1');
    },
    { hash: '#step=30&phase=1' },
  ));

test('two runs of different schemes: Liquid is balanced at cycle 1494, T is a click away', () =>
  open(
    'two',
    async (page) => {
      assert.equal(await page.evaluate(() => isobar.state.by), 'cycles');
      assert.match(await page.locator('#controls .where').innerText(), /Cycle 1\u202f494/);
      await page.locator('#by button[value=shifts]').click();
      assert.equal(await page.locator('#by [aria-pressed=true]').innerText(), 'T');
      await page.evaluate(() => isobar.goTo(isobar.state.timeline.indexAt(18)));
      assert.deepEqual(await badges(page), [
        ['✓ shared', '✓ balanced'],
        ['not shared', 'not balanced'],
      ]);
      assert.deepEqual(await loadsShown(page, 0), [2, 2, 2, 2, 2, 2, 2, 2]);
      assert.match(await page.locator('#controls .where').innerText(), /T = 18/);
      const marks = await page.locator('.mark').evaluateAll((all) => all.map((mark) => mark.title));
      assert.deepEqual(marks, ['1: shared 7', '1: balanced 18', '2: shared 19', '2: balanced 24']);
      await picture(page, 'two');
      await page.keyboard.press('Home');
      await page.keyboard.press('Shift+ArrowRight');
      assert.deepEqual(await page.evaluate(() => [0, 1].map((r) => isobar.position(r))), [1, 0]);
      await page.keyboard.press('End');
      assert.deepEqual(await badges(page), [
        ['✓ shared', '✓ balanced'],
        ['✓ shared', '✓ balanced'],
      ]);
      for (const unit of ['steps', 'cycles', 'shifts']) {
        await page.locator(`#by button[value=${unit}]`).click();
        await page.keyboard.press('End');
        for (const [shown, result] of await finalLoads(page)) assert.deepEqual(shown, result);
      }
    },
    { hash: '#step=18' },
  ));

test('64x64 PEs play at 20 frames a second or more', () =>
  open(
    'big',
    async (page) => {
      const measured = await page.evaluate(async () => {
        const last = isobar.state.timeline.last;
        isobar.setSpeed(250);
        isobar.play(true);
        const start = performance.now();
        let frames = 0;
        while (performance.now() - start < 4000) {
          await new Promise(requestAnimationFrame);
          ++frames;
        }
        const passed = performance.now() - start;
        const { index } = isobar.state;
        isobar.play(false);
        return { last, index, rate: (1000 * frames) / passed };
      });
      console.log(`64x64, ${measured.last} frames: ${measured.rate.toFixed(1)} pictures a second`);
      assert.ok(measured.last >= 1000);
      assert.ok(measured.index > 500, `only ${measured.index} frames were played`);
      assert.ok(measured.rate >= 20, `${measured.rate} pictures a second`);
      await page.keyboard.press('Home');
      await page.evaluate(() => isobar.goTo(40));
      await picture(page, 'big');
    },
    { reduced: false },
  ));

test('the link table sorts', () =>
  open('ring', async (page) => {
    const column = (i) =>
      page
        .locator('#links tr.row')
        .evaluateAll((rows, k) => rows.map((row) => row.children[k].textContent), i);
    const sorted = async (i, direction) => {
      const numbers = (await column(i)).map((text) => parseFloat(text.replaceAll('\u202f', '')));
      const right = [...numbers].sort((a, b) => direction * (a - b));
      assert.deepEqual(numbers, right);
      assert.equal(numbers.length, 16);
    };
    await sorted(6, -1);
    await page.getByRole('button', { name: 'Idle cycles' }).click();
    await sorted(10, -1);
    await page.getByRole('button', { name: 'Idle cycles' }).click();
    await sorted(10, 1);
    assert.equal(await page.locator('th[aria-sort]').innerText(), 'Idle cycles');
    await page.getByRole('button', { name: 'From', exact: true }).click();
    await sorted(0, 1);
    await page.keyboard.press(']');
    await page.getByLabel('of the chosen PE only').check();
    assert.equal((await column(0)).length, 4);
  }));

test('a long link table makes rows only for what is in sight', () =>
  open('big', async (page) => {
    assert.ok((await page.locator('#links tr.row').count()) < 60);
    await page
      .locator('#links .scroll')
      .evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await page.waitForFunction(() => {
      const most = isobar.state.runs[0].result.links.reduce(
        (a, link) => Math.max(a, link.idle_cycles),
        0,
      );
      const last = [...document.querySelectorAll('#links tr.row')].at(-1).lastChild;
      return Number(last.textContent.replaceAll('\u202f', '')) === most;
    });
    assert.ok((await page.locator('#links tr.row').count()) < 60);
  }));

test('the keyboard does it all', () =>
  open('torus', async (page) => {
    const index = () => page.evaluate(() => isobar.state.index);
    await page.keyboard.press('ArrowRight');
    assert.equal(await index(), 1);
    await page.keyboard.press('Shift+ArrowRight');
    assert.equal(await index(), 2);
    await page.keyboard.press('ArrowLeft');
    assert.equal(await index(), 1);
    await page.keyboard.press('Space');
    assert.equal(await page.evaluate(() => isobar.state.playing), true);
    await page.waitForFunction(() => isobar.state.index > 8);
    await page.keyboard.press('Space');
    assert.equal(await page.evaluate(() => isobar.state.playing), false);
    const speed = await page.evaluate(() => isobar.state.speed);
    await page.keyboard.press('+');
    assert.ok((await page.evaluate(() => isobar.state.speed)) > speed);
    await page.keyboard.press('-');
    assert.equal(await page.evaluate(() => isobar.state.speed), speed);
    await page.keyboard.press('?');
    assert.ok(await page.getByRole('dialog').isVisible());
    await page.keyboard.press('Escape');
    assert.ok(await page.getByRole('dialog').isHidden());
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    assert.equal(await index(), 0);
    await page.keyboard.press('c');
    await page.keyboard.press('t');
    assert.deepEqual(await page.evaluate(() => [isobar.state.colour, isobar.state.by]), [
      'use',
      'shifts',
    ]);
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'colour');
  }));

test('a PE is chosen by mouse, by address and by key', () =>
  open('torus', async (page) => {
    const canvas = page.locator('.stage canvas');
    const place = await page.evaluate(() => {
      const { view, painter } = isobar.panes()[0];
      return [
        painter.layout.x[18] * view.scale + view.left,
        painter.layout.y[18] * view.scale + view.top,
      ];
    });
    await canvas.click({ position: { x: place[0], y: place[1] } });
    assert.match(await page.locator('#pe').innerText(), /^PE \(2,2\)/);
    await canvas.hover({ position: { x: place[0] + 1, y: place[1] } });
    assert.match(await page.locator('#tooltip').innerText(), /^PE \(2,2\)\n0 tasks/);
    await page.getByLabel('Address or number').fill('(7,1)');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => isobar.state.pe), 15);
  }));

test('dark as the system has it, and by choice', async () => {
  const theme = (page) => page.evaluate(() => document.documentElement.dataset.theme);
  await open(
    'torus',
    async (page) => {
      assert.equal(await theme(page), 'dark');
      await picture(page, 'dark');
      await page.getByRole('button', { name: 'Light or dark' }).click();
      assert.equal(await theme(page), 'light');
    },
    { dark: true, hash: '#step=50&pe=9' },
  );
  await open('ring', async (page) => assert.equal(await theme(page), 'light'));
});

for (const name of [
  'ring',
  'hypercube',
  'hhc',
  'thinned',
  'messages',
  'application',
  'iterations',
  'slow',
  'circuits',
]) {
  test(`${name}: links are busy in frames for as long as the result counts`, () =>
    open(name, async (page) => {
      const [wrong, most] = await page.evaluate(() => {
        const run = isobar.state.runs[0];
        const busy = run.result.links.map(() => 0);
        const wrong = [];
        for (let p = 1; p <= run.count; ++p) {
          const length = run.cycles[p] - run.cycles[p - 1];
          let sum = 0;
          for (let l = 0; l < busy.length; ++l) {
            const cycles = run.use.upTo(p, l) - busy[l];
            if (!(cycles >= 0 && cycles <= length)) wrong.push([p, l, cycles, length]);
            busy[l] += cycles;
            sum += cycles;
          }
          if (Math.abs(run.series.use[p] - sum / length / busy.length) > 1e-12) wrong.push([p]);
        }
        run.result.links.forEach((link, l) => {
          const { transfer_cycles, word_cycles, setup_cycles } = link;
          if (busy[l] !== transfer_cycles + word_cycles + setup_cycles) wrong.push([l, busy[l]]);
          const use = 1 - link.idle_cycles / run.result.cycles.run;
          if (Math.abs(use - run.linkUse(run.count, l)) > 1e-9) wrong.push([l, use]);
        });
        const tasks = run.tasksSoFar(run.count);
        run.result.links.forEach((link, l) => tasks[l] !== link.tasks && wrong.push([l, tasks[l]]));
        return [wrong, Math.max(...run.series.use)];
      });
      assert.deepEqual(wrong.slice(0, 9), []);
      assert.ok(most > 0 && most <= 1, `${most}`);
      assert.ok((await page.locator('#curves').innerText()).includes('Links busy'));
      await page.keyboard.press('End');
      await picture(page, `links-${name}`);
    }));
}

test('a run that a release before stored has the use of links of its whole run', () =>
  open('messages', async (page) => {
    const text = readFileSync(join(folder, 'messages.html'), 'utf8');
    const data = JSON.parse(/id="isobar-data">(.*)<\/script>/.exec(text)[1]);
    for (const name of ['ports', 'links', 'cycles']) delete data.runs[0].frames[`busy_${name}`];
    delete data.runs[0].fabric.ports;
    const uses = await page.evaluate(async (old) => {
      await isobar.replaceData(old);
      const [run] = isobar.state.runs;
      return run.result.links.flatMap((link, l) => {
        const use = 1 - link.idle_cycles / run.result.cycles.run;
        return [1, run.count].map((p) => Math.abs(run.linkUse(p, l) - use));
      });
    }, JSON.stringify(data));
    assert.ok(uses.length > 0 && uses.every((difference) => difference < 1e-9));
    assert.ok(!(await page.locator('#curves').innerText()).includes('Links busy'));
  }));

test('link use is the same from either side of time', () =>
  open('torus', async (page) => {
    assert.deepEqual(
      ...(await page.evaluate(() => {
        const run = isobar.state.runs[0];
        const uses = (p) =>
          run.result.links.map((_, l) => [run.tasksSoFar(p)[l], run.linkUse(p, l)]);
        const forward = uses(100);
        uses(run.count);
        return [forward, uses(100)];
      })),
    );
  }));

test('newer data keep the position, or follow the end', () =>
  open('ring', async (page) => {
    const text = readFileSync(join(folder, 'ring.html'), 'utf8');
    const data = /id="isobar-data">(.*)<\/script>/.exec(text)[1];
    const longer = JSON.parse(
      readFileSync(join(folder, 'torus.html'), 'utf8').match(/id="isobar-data">(.*)<\/script>/)[1],
    );
    assert.deepEqual(
      await page.evaluate(
        async ([same, other]) => {
          isobar.goTo(7);
          await isobar.replaceData(same);
          const kept = isobar.state.index;
          isobar.goTo(Infinity);
          await isobar.replaceData(other);
          return [kept, isobar.state.index === isobar.state.timeline.last, isobar.state.index];
        },
        [data, longer],
      ),
      [7, true, 314],
    );
  }));

test('a page that is served follows the run, and keeps what is looked at', async () => {
  const store = join(folder, 'live.db');
  const run = spawn(
    program,
    runWords({
      fabric: 'torus:16x16',
      scheme: 'lm-c5',
      load: 'spike:5',
      level: 'cycles',
      until: 'steps:100000000',
      history: 200,
      save: store,
    }),
    { stdio: 'ignore' },
  );
  const ended = new Promise((done) => run.on('exit', done));
  while (!existsSync(store)) await new Promise((done) => setTimeout(done, 50));
  await new Promise((done) => setTimeout(done, 1000));
  const server = spawn(program, ['view', store, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise((done) =>
    server.stdout.on('data', (text) => done(/http:\S+/.exec(text)[0])),
  );
  try {
    await withPage(address, async (page) => {
      const cycles = () => page.evaluate(() => isobar.state.runs[0].cycles.at(-1));
      const pieces = [];
      page.on('response', async (response) => {
        if (response.url().includes('/data?')) pieces.push(JSON.parse(await response.text()).more);
      });
      const first = await cycles();
      assert.match(await page.locator('.fabric header').innerText(), /still going/);
      const newest = () =>
        page.evaluate(() => [isobar.state.index, isobar.state.timeline.last, location.hash]);
      const [index, last] = await newest();
      assert.ok(index > 0 && index === last, `opens at ${index} of ${last}`);
      await page.waitForTimeout(400);
      // Opened again from what the address bar has, it is at the newest frame once more.
      assert.doesNotMatch((await newest())[2], /step=/);
      await page.evaluate(() => {
        isobar.choosePe(5);
        isobar.chooseLink(0, 3);
        isobar.panes()[0].zoom(3, 0, 0);
        isobar.goTo(isobar.state.timeline.last);
      });
      await page.waitForFunction((then) => isobar.state.runs[0].cycles.at(-1) > then, first);
      assert.deepEqual(
        await page.evaluate(() => [
          isobar.state.pe,
          isobar.state.link,
          isobar.panes()[0].moved,
          isobar.state.index === isobar.state.timeline.last,
        ]),
        [5, [0, 3], true, true],
      );
      const halfway = await page.evaluate(() => {
        isobar.goTo(isobar.state.timeline.last / 2);
        return isobar.state.runs[0].cycles[isobar.position(0)];
      });
      // Only what is new is sent, but after thinning and at the end.
      while (!pieces.some((more) => more?.after > 0 && more.frames.count < more.total / 2)) {
        await page.waitForTimeout(100);
      }
      run.kill('SIGINT');
      await page.waitForFunction(() => isobar.state.runs[0].result.ended === 'interrupted', null, {
        timeout: 120000,
      });
      // At the end the whole is sent; a piece before may be read here after it.
      for (let i = 0; i < 100 && !pieces.includes(undefined); ++i) await page.waitForTimeout(100);
      assert.ok(pieces.includes(undefined));
      const now = await page.evaluate(() => isobar.state.runs[0].cycles[isobar.position(0)]);
      assert.ok(now > 0.9 * halfway && now <= halfway, `from cycle ${halfway} to ${now}`);
      for (const [shown, result] of await finalLoads(page)) assert.deepEqual(shown, result);
      await page.waitForTimeout(1500);
    });
  } finally {
    server.kill('SIGINT');
    run.kill('SIGINT');
    await ended;
  }
});

test('what is new is put after what there is, whatever the piece', () =>
  open('torus', async (page) => {
    const differences = await page.evaluate(async () => {
      const whole = isobar.state.runs[0];
      const text = async (numbers) => {
        const packed = new Blob([numbers]).stream().pipeThrough(new CompressionStream('deflate'));
        const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
        return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
      };
      const { pes, count } = whole;
      const { busy, start } = whole.use;
      const ports = whole.use.linksOf.length;
      const piece = async (after, end) => {
        const changes = whole.loads.slice(after * pes, end * pes);
        for (let i = 0; i < changes.length; ++i) {
          changes[i] -= whole.loadAt(after + Math.floor(i / pes), i % pes);
        }
        const frames = {
          count: end - after,
          steps_per_frame: 0,
          loads: await text(changes),
          moves: await text(whole.moves.slice(3 * whole.moveStart[after], 3 * whole.moveStart[end])),
          busy_ports: await text(busy.ports.slice(after * ports, end * ports)),
          busy_links: await text(busy.links.slice(2 * start[after], 2 * start[end])),
          busy_cycles: await text(busy.cycles.slice(start[after], start[end])),
        };
        for (const name of ['step', 'phase', 'from', 'to', 'shifts', 'step_end']) {
          frames[name] = whole.frames[name].slice(after, end);
        }
        return {
          schema: 'isobar.page/1',
          more: { after, total: count, frames, result: whole.result },
        };
      };
      const all = [];
      for (const [after, end] of [
        [0, 7],
        [6, 100],
        [99, 100],
        [50, count],
      ]) {
        all.push((await isobar.update(await piece(after, end))) === (end === count));
        all.push(isobar.state.runs[0].count === end);
      }
      const [run] = isobar.state.runs;
      all.push(run.loads.every((load, i) => load === whole.loads[i]));
      all.push(run.moves.length === whole.moves.length);
      all.push(run.moves.every((move, i) => move === whole.moves[i]));
      all.push(run.result.links.every(({ tasks }, l) => tasks === whole.result.links[l].tasks));
      all.push(run.series.use.every((use, i) => use === whole.series.use[i]));
      return all.map((right, i) => (right ? -1 : i)).filter((i) => i >= 0);
    });
    assert.deepEqual(differences, []);
  }));

test('a mark of a thinned run goes to the first frame that shows it', () =>
  open('thinned', async (page) => {
    await page.getByRole('button', { name: 'shared 41', includeHidden: true }).click();
    assert.deepEqual(await badges(page), [['✓ shared', 'not balanced']]);
    assert.match(await page.locator('#controls .where').innerText(), /Step 44/);
  }));

const loads = (bytes) => (data) =>
  data.replace(/"loads":"[^"]*"(?=,"moves)/, `"loads":"${packed(bytes)}"`);
const moves = (bytes) => (data) => data.replace(/"moves":"[^"]*"/, `"moves":"${packed(bytes)}"`);

for (const [what, change, message] of [
  ['cut short', (data) => data.slice(0, data.length / 2), 'it is not JSON'],
  ['damaged', (data) => data.replace(/"loads":"...../, '"loads":"AAAAA'), 'does not unpack'],
  ['without base64', (data) => data.replace(/"loads":"./, '"loads":"*'), 'is not base64'],
  ['of another schema', (data) => data.replace('page/1', 'page/9'), 'but isobar.page/9'],
  ['without one move’s end', moves(16), 'run 1: frames.moves is not in threes'],
  ['cut inside a number', moves(11), 'run 1: frames.moves is cut off'],
  [
    'with a port too few',
    (data) => data.replace(/"busy_ports":"[^"]*"/, `"busy_ports":"${packed(8)}"`),
    'frames.busy_ports is not count × ports long',
  ],
  [
    'without a link’s cycles',
    (data) => data.replace(/"busy_links":"[^"]*"/, `"busy_links":"${packed(8)}"`),
    'run 1: frames.busy_links is not twice as long as frames.busy_cycles',
  ],
  ['with a frame too few', loads(17 * 32), 'run 1: frames.loads is not count × PEs long'],
]) {
  test(`data ${what}: one clear message`, async () => {
    const text = readFileSync(join(folder, 'ring.html'), 'utf8');
    writeFileSync(
      join(folder, 'broken.html'),
      text.replace(/(id="isobar-data">)(.*)(<\/script>)/, (_, a, data, b) => a + change(data) + b),
    );
    await withPage(fileAddress('broken'), async (page) => {
      assert.equal(await page.evaluate(() => document.documentElement.dataset.state), 'failed');
      const words = await page.getByRole('alert').innerText();
      assert.match(words, /^This page’s data cannot be read: .+\. Make the page again/);
      assert.ok(words.includes(message), words);
      assert.ok(await page.locator('main').isHidden());
    });
  });
}
