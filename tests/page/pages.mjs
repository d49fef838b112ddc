// SPDX-License-Identifier: Apache-2.0
// The pages that the tests open: name and runs.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assemble } from '../../sim/page/assemble.mjs';
import { pageData, runData } from './convert.mjs';

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
  big: [{ fabric: 'torus:64x64', scheme: 'lm-c5', load: 'uniform:0..100', until: 'steps:1500' }],
};

export function makePages(program, folder) {
  for (const [name, runs] of Object.entries(pages)) {
    const data = pageData(runs.map((experiment) => runData(program, experiment)));
    writeFileSync(join(folder, `${name}.html`), assemble(data));
  }
}
