// SPDX-License-Identifier: Apache-2.0
// The pages that the tests open: name and runs.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const table3 = { fabric: 'ring:8', load: 'spike:2' };

export const pages = {
  ring: [{ ...table3, scheme: 'lm-c5' }],
  torus: [{ fabric: 'torus:8x8', scheme: 'lm-c5', load: 'spike:5' }],
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
      until: 'steps:1500',
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

function call(program, words) {
  const { status, stderr } = spawnSync(program, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`isobar ${words.join(' ')}: ${stderr}`);
}

export function makePages(program, folder) {
  for (const [name, runs] of Object.entries(pages)) {
    const stores = runs.map((experiment, i) => {
      const store = join(folder, `${name}${i}.db`);
      call(program, runWords({ ...experiment, save: store }));
      return store;
    });
    call(program, ['report', ...stores, '-o', join(folder, `${name}.html`)]);
  }
}
