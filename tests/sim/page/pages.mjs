// SPDX-License-Identifier: Apache-2.0
// The pages that the tests open: name and runs.
import { spawnSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const table3 = { fabric: 'ring:8', load: 'spike:2' };

export const pages = {
  ring: [{ ...table3, scheme: 'lm-c5' }],
  torus: [{ fabric: 'torus:8x8', scheme: 'lm-c5', load: 'spike:5' }],
  torus3: [{ fabric: 'torus:4x4x4', scheme: 'lm-c5', load: 'spike:5' }],
  odd: [{ fabric: 'torus:3x2x5x2', scheme: 'lm-c5', load: 'spike:5' }],
  hypercube: [{ fabric: 'hypercube:5', scheme: 'nna', load: 'uniform:0..50' }],
  hhc: [{ fabric: 'hhc:3', scheme: 'hhc-a', load: 'spike:5' }],
  two: [
    { ...table3, scheme: 'lm-c5' },
    { ...table3, scheme: 'nna-portions' },
  ],
  none: [{ fabric: 'ring:4', scheme: 'lm-c5', load: 'uniform:5..5' }],
  thinned: [{ fabric: 'torus:8x8', scheme: 'lm-c5', load: 'spike:5', history: 50 }],
  messages: [{ fabric: 'torus:4x4', scheme: 'rid', app: 'uts', level: 'cycles', history: 60 }],
  application: [{ fabric: 'torus:4x4', scheme: 'lm-c5', app: 'uts', history: 60 }],
  iterations: [
    {
      fabric: 'torus:4x4',
      scheme: 'hetero-hbm',
      app: 'iterations:n=8,tasks=8,start=first',
      level: 'cycles',
      history: 400,
    },
  ],
  ties: [
    {
      fabric: 'torus:4x4',
      scheme: 'hetero-hbm',
      app: 'iterations:n=8,tasks=8,start=first,ties=ring',
      level: 'cycles',
      history: 400,
    },
  ],
  // Ten unequal machines around a switch.
  star: [
    {
      fabric: 'graph:star.graph',
      scheme: 'steal',
      app: 'loops:g=200',
      machines: 'machines.csv',
      level: 'cycles',
      history: 200,
    },
  ],
  // Switches that hang on a switch.
  tree: [
    {
      fabric: 'graph:tree.graph',
      scheme: 'steal',
      app: 'uts',
      level: 'cycles',
      history: 60,
    },
  ],
  unequal: [
    {
      fabric: 'mesh:4x4',
      scheme: 'diffusion:weighted=yes',
      load: 'uniform:0..200',
      speed: '1,2,1,4,1,2,1,4,1,2,1,4,1,2,1,4',
      until: 'efficiency:0.8',
      level: 'cycles',
    },
  ],
  // Transfers that take longer than a frame.
  slow: [
    {
      fabric: 'torus:4x4',
      scheme: 'hetero-diffusion',
      app: 'iterations:n=4',
      speed: 'loguniform:1..4',
      level: 'cycles',
    },
  ],
  circuits: [
    {
      fabric: 'torus:4x4',
      scheme: 'steal',
      app: 'uts',
      switching: 'circuit',
      'link-setup': 9,
      until: 'cycles:2345',
      level: 'cycles',
    },
  ],
  mixed: [
    { fabric: 'torus:4x4', scheme: 'lm-c5', load: 'spike:9' },
    { fabric: 'torus:4x4', scheme: 'rid', load: 'spike:9', level: 'cycles', until: 'cycles:5000' },
  ],
  big: [
    {
      fabric: 'torus:64x64',
      scheme: 'lm-c5',
      load: 'uniform:0..100',
      until: 'steps:500',
      history: 3000,
    },
  ],
};

/** The words of `isobar run` for an experiment. */
export const runWords = (experiment) => [
  'run',
  ...Object.entries({ level: 'steps', ...experiment }).flatMap(([key, value]) => [
    `--${key}`,
    String(value),
  ]),
];

function call(program, words, cwd) {
  const { status, stderr } = spawnSync(program, words, { encoding: 'utf8', cwd });
  if (status !== 0) throw new Error(`isobar ${words.join(' ')}: ${stderr}`);
}

/** The pages of these names, of all without. */
export function makePages(program, folder, names = Object.keys(pages)) {
  const here = dirname(fileURLToPath(import.meta.url));
  const examples = process.env.ISOBAR_EXAMPLES ?? join(here, '../../../sim/examples');
  for (const file of ['star.graph', 'machines.csv']) {
    copyFileSync(join(examples, file), join(folder, file));
  }
  // Hosts 0 to 5 at three switches, of which 7 is in the middle.
  writeFileSync(
    join(folder, 'tree.graph'),
    'switch 6\nswitch 7\nswitch 8\n0 6\n1 6\n2 7\n3 7\n4 8\n5 8\n6 7\n7 8\n',
  );
  for (const name of names) {
    const stores = pages[name].map((experiment, i) => {
      const store = join(folder, `${name}${i}.db`);
      call(program, runWords({ ...experiment, save: store }), folder);
      return store;
    });
    call(program, ['report', ...stores, '-o', join(folder, `${name}.html`)], folder);
  }
}
