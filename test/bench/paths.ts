/**
 * Path steps a second of two payoffs that look at every step, on each backend of this machine, beside the same written by hand in C, in
 * vectors of four floats and at its best of one, two or four of them side by side; and a contract of a new shape against the second of the
 * same. Checks its own answers. `node dist/test/bench/paths.js`
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Backend, type BackendName, openBackend } from '#engine-gpu/backend/backend';
import { discount } from '#engine-gpu/market/curve';
import type { Contract } from '#engine-gpu/product/contract/contract';
import { allRows, componentsFor, layoutFor, MAX_ROW_WIDTH, rowShift, shiftFor } from '#engine-gpu/random/lattice';
import { brownianBridge } from '#engine-gpu/simulation/emit/bridge';
import { argumentsFor } from '#engine-gpu/simulation/emit/launch';
import type { Program } from '#engine-gpu/simulation/emit/program';
import { runTwin } from '#engine-gpu/simulation/emit/twin';
import { composeProgram } from '#engine-gpu/simulation/run/compose';
import { estimate, mean } from '#engine-gpu/simulation/run/monte-carlo';
import { planFor } from '#engine-gpu/simulation/run/plan';
import { packageRoot } from '#services/runtime/version';
import { webgpuLeftOut } from '../support/backends.js';
import { flatMarket, vanilla } from '../support/contract-rows.js';
import { defined } from '../support/defined.js';
import { average, barrier, EVERY_STRUCTURE, optionOn, THREE_ASSETS } from '../support/every-structure.js';

const WORKERS = 2;
/** Rounds go on for so long, and are short: then one falls where nothing else runs. Seconds. */
const ROUNDS_LAST = 3;
const SEED = 42;
/** Paths of a run: fewer where a backend is slow. */
const PATHS: Readonly<Record<BackendName, number>> = { webasm: 2 ** 17, cpu: 2 ** 16, webgpu: 2 ** 16 };
/** Rounding to single precision moves a few paths over a level; else it is 1e-6. In units of the spot. */
const ROUNDING = 1e-4;

const [spot, volatility, dividend] = [100, 0.25, 0.01];
const market = flatMarket(0.03, [{ spot, volatility, dividend }]);
const dates = Array.from({ length: 52 }, (_, i) => (i + 1) / 52);
const LEVEL = 90;
const STRIKE = 100;
const CASES: readonly (readonly [name: string, contract: Contract])[] = [
  ['a call knocked out at 52 dates', barrier(vanilla(STRIKE, 1), LEVEL, 'down', 'knock_out', dates)],
  ['a call on the average of 52 dates', optionOn(average(dates), STRIKE, 1)],
];

const write = (line: string) => process.stdout.write(`${line}\n`);
const millions = (perSecond: number) => `${(perSecond / 1e6).toFixed(0)} M`;

/** The payoff path by path, whatever the method would integrate out or control: what the loop in C does too. */
const plain = (contract: Contract): Program => composeProgram({ ...planFor(contract, market), estimator: undefined });

/** Seconds, and seconds of processor time over all threads: the latter hardly depend on what else the machine does. */
interface Took {
  readonly wall: number;
  readonly processor: number;
}

async function took(run: () => unknown): Promise<Took> {
  const [start, used] = [performance.now(), process.cpuUsage()];
  await run();
  const { user, system } = process.cpuUsage(used);
  return { wall: (performance.now() - start) / 1000, processor: (user + system) / 1e6 };
}

const least = (one: Took, other: Took): Took => ({
  wall: Math.min(one.wall, other.wall),
  processor: Math.min(one.processor, other.processor),
});

/** The least of several: others on the machine only slow one down. */
async function fastest(run: () => unknown, lasting = ROUNDS_LAST): Promise<Took> {
  let best = await took(run);
  for (const start = performance.now(); performance.now() - start < 1000 * lasting; ) best = least(best, await took(run));
  return best;
}

const speedOf = (work: number, { wall, processor }: Took): string =>
  `${millions(work / wall)}, and ${millions(work / processor)} a second of processor time`;

/** Vectors side by side in each of the loops in C. */
const LOOPS = [1, 2, 4];

/** Builds the loop in C; undefined where no gcc is. */
function buildLoops(folder: string): readonly string[] | undefined {
  if (spawnSync('gcc', ['--version']).status !== 0) return undefined;
  return LOOPS.map((vectors) => {
    const binary = path.join(folder, `paths-${vectors}`);
    const flags = ['-O3', '-ffast-math', '-march=native', '-mprefer-vector-width=128', `-DVECTORS=${vectors}`];
    execFileSync('gcc', [...flags, '-o', binary, path.join(packageRoot, 'test/bench/paths.c'), '-lm', '-lpthread']);
    return binary;
  });
}

/** What the loop in C reads: the points of a run of ours, and the construction of its paths. */
function inputOf(kind: number, { dimensions: { components } }: Program, numPaths: number, threads: number): string {
  const { draws, recalled } = brownianBridge(dates);
  const rows = allRows(layoutFor(numPaths));
  const shifts = Array.from({ length: defined(rows.at(-1), 'a row').shift + 1 }, (_, shift) => shiftFor(SEED, 0, shift, components.length));
  const drifts = dates.map((time) => -Math.log(discount(market.curve, time)) - (dividend + volatility ** 2 / 2) * time);
  return [
    [kind, threads, ROUNDS_LAST / LOOPS.length, rows.length, MAX_ROW_WIDTH, dates.length],
    dates.map((_, step) => draws.filter((draw) => draw.step === step).length),
    [...recalled],
    drifts,
    draws.map(({ level }) => level),
    draws.map(({ weight }) => weight),
    draws.map(({ deviation }) => deviation),
    [volatility, Math.log(LEVEL / spot), STRIKE / spot],
    [...componentsFor(components, MAX_ROW_WIDTH)],
    ...rows.map((row) => [...rowShift(row, components, shifts[row.shift])]),
  ]
    .flat()
    .join(' ');
}

async function againstLoop(backends: readonly Backend[], loops: readonly string[] | undefined): Promise<void> {
  for (const [kind, [name, contract]] of CASES.entries()) {
    const program = plain(contract);
    write(`\n${name}, path steps a second`);
    const rows = allRows({ shifts: 1, log2Points: 12 });
    const values = argumentsFor(program, rows, [shiftFor(SEED, 0, 0, program.dimensions.components.length)], SEED);
    const ofTwin = rows.length * MAX_ROW_WIDTH * program.steps;
    const twin = await fastest(() => runTwin(program, values));
    write(`  the kernel's text in double precision, one thread: ${speedOf(ofTwin, twin)}`);

    const work = PATHS.webasm * program.steps;
    let answer = Number.NaN;
    let hand: Took = { wall: Number.POSITIVE_INFINITY, processor: Number.POSITIVE_INFINITY };
    if (loops !== undefined) {
      const input = inputOf(kind, program, PATHS.webasm, WORKERS);
      for (const loop of loops) {
        const [price, wall, processor] = execFileSync(loop, { input, encoding: 'utf8' }).split(' ').map(Number) as [number, number, number];
        answer = price;
        hand = least(hand, { wall, processor });
      }
      write(`  written by hand in C, ${WORKERS} threads: ${speedOf(work, hand)}`);
    }
    for (const backend of backends) {
      const numPaths = PATHS[backend.name];
      const run = () => estimate(program, { numPaths, seed: SEED }, backend);
      const { means, backend: ran } = await run();
      if (ran !== backend.name) throw new Error(`${backend.name} fell back to ${ran}`);
      const price = mean(means) / program.scale;
      if (numPaths === PATHS.webasm && Math.abs(price - answer) > ROUNDING) throw new Error(`${name}: ${price} on ${ran}, ${answer} in C`);
      const ours = numPaths * program.steps;
      const times = await fastest(run);
      const ratio = (clock: keyof Took, other: Took, ofOther: number) => (ours / times[clock] / (ofOther / other[clock])).toFixed(2);
      write(
        `  ${ran} (${backend.reason}): ${speedOf(ours, times)}: ` +
          `${ratio('wall', hand, work)} and ${ratio('processor', hand, work)} of the loop in C, ${ratio('processor', twin, ofTwin)} of double precision`,
      );
    }
  }
}

async function coldAndWarm(name: BackendName): Promise<void> {
  const programs = Object.values(EVERY_STRUCTURE).map((contract) => composeProgram(planFor(contract, THREE_ASSETS)));
  const different = [...new Map(programs.map((program) => [program.source, program])).values()];
  const backend = await openBackend(name, { workers: WORKERS });
  const run = (program: Program) => estimate(program, { numPaths: 2 ** 16, seed: SEED }, backend);
  const fromNothing = (await took(() => run(different[0]))).wall;
  await run(different[1]);
  const times: [first: number, second: number][] = [];
  for (const program of different.slice(2))
    times.push([(await took(() => run(program))).wall, (await fastest(() => run(program), 0.1)).wall]);
  await backend.close();
  const median = (at: 0 | 1) => (times.map((pair) => pair[at]).sort((a, b) => a - b)[times.length >> 1] * 1000).toFixed(1);
  write(
    `\n${name}, 65 536 paths of ${times.length} shapes: median ${median(0)} ms the first time, ${median(1)} ms again; ` +
      `${(fromNothing * 1000).toFixed(0)} ms the first of all, threads started`,
  );
}

const folder = mkdtempSync(path.join(tmpdir(), 'paths-'));
try {
  const loops = buildLoops(folder);
  if (loops === undefined) write('no gcc here: the loop in C is left out');
  const names: BackendName[] = ['webasm', 'cpu', ...(webgpuLeftOut() === undefined ? (['webgpu'] as const) : [])];
  const backends = await Promise.all(names.map((name) => openBackend(name, { workers: WORKERS })));
  await againstLoop(backends, loops);
  for (const backend of backends) await backend.close();
  await coldAndWarm('webasm');
} finally {
  rmSync(folder, { recursive: true });
}
process.exit(0);
