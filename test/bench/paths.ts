/**
 * Path steps per second of two payoffs that depend on every step, on each backend of this machine, compared with a hand-written loop in C
 * that works on one, two or four vectors of four floats at a time, whichever is fastest; and the time of the first contract of a structure
 * compared with the second. All prices are checked. `node dist/test/bench/paths.js`
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
import { defined } from '#services/runtime/defined';
import { packageRoot } from '#services/runtime/version';
import { webgpuLeftOut } from '../support/backends.js';
import { flatMarket, vanilla } from '../support/contract-rows.js';
import { average, barrier, EVERY_STRUCTURE, optionOn, THREE_ASSETS } from '../support/every-structure.js';

const WORKERS = 2;
/** Total time of the rounds of one measurement, seconds. Each round is short, so that at least one is not disturbed by other load. */
const TIMING_SECONDS = 3;
const SEED = 42;
/** Number of paths per run: fewer on a slow backend. */
const PATHS: Readonly<Record<BackendName, number>> = { webasm: 2 ** 17, cpu: 2 ** 16, webgpu: 2 ** 16 };
/** Allowed price difference, relative to the spot. Single-precision rounding moves a few paths across the barrier; without one it is 1e-6. */
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

/** The plain payoff of each path without variance reduction, as in the loop in C. */
const plain = (contract: Contract): Program => composeProgram({ ...planFor(contract, market), estimator: undefined });

/** Wall time, and processor time of all threads, in seconds. The latter hardly depends on other load on the machine. */
interface Timing {
  readonly wall: number;
  readonly processor: number;
}

async function timed(run: () => unknown): Promise<Timing> {
  const [start, used] = [performance.now(), process.cpuUsage()];
  await run();
  const { user, system } = process.cpuUsage(used);
  return { wall: (performance.now() - start) / 1000, processor: (user + system) / 1e6 };
}

const faster = (one: Timing, other: Timing): Timing => ({
  wall: Math.min(one.wall, other.wall),
  processor: Math.min(one.processor, other.processor),
});

/** The fastest of several runs, because other load on the machine only slows a run down. */
async function fastest(run: () => unknown, lasting = TIMING_SECONDS): Promise<Timing> {
  let best = await timed(run);
  for (const start = performance.now(); performance.now() - start < 1000 * lasting; ) best = faster(best, await timed(run));
  return best;
}

const speedOf = (work: number, { wall, processor }: Timing): string =>
  `${millions(work / wall)}, and ${millions(work / processor)} per second of processor time`;

/** Number of vectors that each variant of the loop in C processes at a time. */
const VECTOR_COUNTS = [1, 2, 4];

/** Builds the variants of the loop in C; undefined if gcc is not installed. */
function buildLoops(folder: string): readonly string[] | undefined {
  if (spawnSync('gcc', ['--version']).status !== 0) return undefined;
  return VECTOR_COUNTS.map((vectors) => {
    const binary = path.join(folder, `paths-${vectors}`);
    const flags = ['-O3', '-ffast-math', '-march=native', '-mprefer-vector-width=128', `-DVECTORS=${vectors}`];
    execFileSync('gcc', [...flags, '-o', binary, path.join(packageRoot, 'test/bench/paths.c'), '-lm', '-lpthread']);
    return binary;
  });
}

/** Input of the loop in C: the lattice points of one of our runs, and the Brownian bridge of its paths. */
function inputOf(kind: number, { dimensions: { components } }: Program, numPaths: number, threads: number): string {
  const { draws, recalled } = brownianBridge(dates);
  const rows = allRows(layoutFor(numPaths));
  const shifts = Array.from({ length: defined(rows.at(-1), 'a row').shift + 1 }, (_, shift) => shiftFor(SEED, 0, shift, components.length));
  const drifts = dates.map((time) => -Math.log(discount(market.curve, time)) - (dividend + volatility ** 2 / 2) * time);
  return [
    [kind, threads, TIMING_SECONDS / VECTOR_COUNTS.length, rows.length, MAX_ROW_WIDTH, dates.length],
    dates.map((_, step) => draws.filter((draw) => draw.step === step).length),
    [...recalled],
    drifts,
    draws.map(({ level }) => level),
    draws.map(({ weight }) => weight),
    draws.map(({ deviation }) => deviation),
    [volatility, Math.log(LEVEL / spot), STRIKE / spot],
    [...componentsFor(components, MAX_ROW_WIDTH)],
    ...rows.map((row) => [...rowShift(row, components, shifts[row.shift]!)]),
  ]
    .flat()
    .join(' ');
}

async function againstLoop(backends: readonly Backend[], loops: readonly string[] | undefined): Promise<void> {
  for (const [kind, [name, contract]] of CASES.entries()) {
    const program = plain(contract);
    write(`\n${name}, path steps per second`);
    const rows = allRows({ shifts: 1, log2Points: 12 });
    const values = argumentsFor(program, rows, [shiftFor(SEED, 0, 0, program.dimensions.components.length)], SEED);
    const ofTwin = rows.length * MAX_ROW_WIDTH * program.steps;
    const twin = await fastest(() => runTwin(program, values));
    write(`  the kernel in double-precision JavaScript, one thread: ${speedOf(ofTwin, twin)}`);

    const work = PATHS.webasm * program.steps;
    let answer = Number.NaN;
    let hand: Timing = { wall: Number.POSITIVE_INFINITY, processor: Number.POSITIVE_INFINITY };
    if (loops !== undefined) {
      const input = inputOf(kind, program, PATHS.webasm, WORKERS);
      for (const loop of loops) {
        const [price, wall, processor] = execFileSync(loop, { input, encoding: 'utf8' }).split(' ').map(Number) as [number, number, number];
        answer = price;
        hand = faster(hand, { wall, processor });
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
      const ratio = (clock: keyof Timing, other: Timing, ofOther: number) => (ours / times[clock] / (ofOther / other[clock])).toFixed(2);
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
  const fromNothing = (await timed(() => run(different[0]!))).wall;
  await run(different[1]!);
  const times: [first: number, second: number][] = [];
  for (const program of different.slice(2))
    times.push([(await timed(() => run(program))).wall, (await fastest(() => run(program), 0.1)).wall]);
  await backend.close();
  const median = (index: 0 | 1) => (times.map((pair) => pair[index]).sort((a, b) => a - b)[times.length >> 1]! * 1000).toFixed(1);
  write(
    `\n${name}, 65 536 paths of ${times.length} contract structures: median ${median(0)} ms for the first run, ${median(1)} ms for the second; ` +
      `${(fromNothing * 1000).toFixed(0)} ms for the very first, including the start of the threads`,
  );
}

const folder = mkdtempSync(path.join(tmpdir(), 'paths-'));
try {
  const loops = buildLoops(folder);
  if (loops === undefined) write('gcc is not installed: the loop in C is skipped');
  const names: BackendName[] = ['webasm', 'cpu', ...(webgpuLeftOut() === undefined ? (['webgpu'] as const) : [])];
  const backends = await Promise.all(names.map((name) => openBackend(name, { workers: WORKERS })));
  await againstLoop(backends, loops);
  for (const backend of backends) await backend.close();
  await coldAndWarm('webasm');
} finally {
  rmSync(folder, { recursive: true });
}
process.exit(0);
