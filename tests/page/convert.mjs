// SPDX-License-Identifier: Apache-2.0
// Data of a page (docs/page.md) from `isobar run --json --record`. The record has no transfers: for
// the Liquid model's C5 they follow from the loads, for others from runs that end a step earlier.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';

function run(program, folder, experiment, more = {}) {
  const options = { level: 'steps', ...experiment, ...more };
  const words = Object.entries(options).flatMap(([key, value]) => [`--${key}`, value]);
  try {
    execFileSync(program, ['run', ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    if (error.status !== 1) throw error;
  }
  return options;
}

function addresses(family, radices, pes) {
  const coordinates = (pe) =>
    radices.map((radix) => {
      const c = pe % radix;
      pe = Math.floor(pe / radix);
      return c;
    });
  const bits = (pe) => coordinates(pe).reverse().join('');
  return Array.from({ length: pes }, (_, pe) => {
    if (family === 'ring') return String(pe);
    if (family === 'hypercube') return bits(pe);
    if (family !== 'hhc') return `(${coordinates(pe).join(',')})`;
    const [node, half, ...cell] = coordinates(pe);
    return `P(${cell.reverse().join('')},${half}${['00', '01', '10'][node]})`;
  });
}

function fabricOf(name, result) {
  const [family, size] = name.split(':');
  const radices =
    {
      hypercube: () => Array(Number(size)).fill(2),
      hhc: () => [3, 2, ...Array(Number(size) - 1).fill(2)],
    }[family]?.() ?? size.split('x').map(Number);
  return {
    family,
    name,
    radices,
    closed: family !== 'mesh',
    addresses: addresses(family, radices, result.pes),
    links: result.links.map((link) => [link.from, link.to, link.dimension]),
  };
}

function liquidMoves(fabric, phases, initial) {
  const moves = [];
  const strides = fabric.radices.map((_, d) =>
    fabric.radices.slice(0, d).reduce((a, b) => a * b, 1),
  );
  let loads = initial;
  const linkTo = new Map(
    fabric.links.map(([from, to, dimension], l) => [`${from} ${to} ${dimension}`, l]),
  );
  phases.forEach((phase, f) => {
    const d = phase.dimensions[0];
    const [stride, radix] = [strides[d - 1], fabric.radices[d - 1]];
    loads.forEach((load, pe) => {
      const c = Math.floor(pe / stride) % radix;
      const next = pe + (c === radix - 1 ? 1 - radix : 1) * stride;
      if (load > 0 && loads[next] <= load) moves.push(f, linkTo.get(`${pe} ${next} ${d}`), 1);
    });
    loads = phase.load.values;
  });
  return moves;
}

function otherMoves(program, folder, experiment, fabric, phases, steps) {
  const moves = [];
  let before = fabric.links.map(() => 0);
  for (let step = 0; step < steps; ++step) {
    const file = join(folder, 'part.json');
    run(program, folder, experiment, { until: `steps:${step + 1}`, json: file });
    const now = JSON.parse(readFileSync(file)).links.map((link) => link.tasks);
    phases.forEach((phase, f) => {
      if (phase.step !== step || phase.tasks === 0) return;
      fabric.links.forEach(([, , dimension], l) => {
        if (phase.dimensions.includes(dimension) && now[l] > before[l]) {
          moves.push(f, l, now[l] - before[l]);
          before[l] = now[l];
        }
      });
    });
    before = now;
  }
  return moves;
}

const packed = (integers) =>
  deflateSync(Buffer.from(Int32Array.from(integers).buffer)).toString('base64');

export function runData(program, experiment) {
  const folder = mkdtempSync(join(tmpdir(), 'isobar-page-'));
  try {
    const [json, record] = ['run.json', 'run.jsonl'].map((name) => join(folder, name));
    run(program, folder, experiment, { json, record });
    const result = JSON.parse(readFileSync(json));
    const [header, ...phases] = readFileSync(record, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const fabric = fabricOf(experiment.fabric, result);
    const initial = header.load.values;
    const moves =
      experiment.scheme === 'lm-c5'
        ? liquidMoves(fabric, phases, initial)
        : otherMoves(program, folder, experiment, fabric, phases, result.steps.run);
    const changes = new Int32Array(phases.length * result.pes);
    let [before, shifts] = [initial, 0];
    phases.forEach((phase, f) => {
      phase.load.values.forEach((load, pe) => {
        changes[f * result.pes + pe] = load - before[pe];
      });
      before = phase.load.values;
    });
    const each = (value) => phases.map(value);
    const program_phases = phases.filter((phase) => phase.step === 0);
    return {
      name: `${experiment.scheme} on ${experiment.fabric}, ${experiment.load}`,
      config: result.config,
      result,
      fabric,
      phases: program_phases.map(({ dimensions, shifts: count }) => ({
        dimensions,
        shift: count > 0,
      })),
      clock_hz: 250000000,
      initial,
      frames: {
        count: phases.length,
        phases_per_frame: 1,
        step: each((phase) => phase.step),
        phase: each((phase) => phase.phase),
        from: each((phase) => phase.cycles[0]),
        to: each((phase) => phase.cycles[1]),
        shifts: each((phase) => (shifts += phase.shifts)),
        step_end: each((phase, f) => (phases[f + 1]?.step === phase.step ? 0 : 1)),
        loads: packed(changes),
        moves: packed(moves),
      },
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const pageData = (runs) =>
  JSON.stringify({ schema: 'isobar.page/1', program: 'isobar', runs });
