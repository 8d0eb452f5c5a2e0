/**
 * The engine's elementary functions against those of V8, in nanoseconds per value, and the ratio.
 *
 *   node dist/test/bench/elementary.js
 */
import { ELEMENTARY } from '#test/support/elementary-points';
import { uniforms } from '#test/support/random';

const POINTS = 4_096;
const ROUNDS = 400;

type Sum = (compute: (x: number, y: number) => number, xs: Float64Array, ys: Float64Array) => number;

/** A loop of its own for each function, so that V8 compiles the function into it: functions of one text would share what V8 learns. */
const loopOf = (callee: string, name: string): Sum =>
  new Function(
    'compute',
    'xs',
    'ys',
    `let sum = 0; for (let i = 0; i < xs.length; i++) sum += ${callee}(xs[i]${['pow', 'atan2', 'hypot'].includes(name) ? ', ys[i]' : ''}); return sum; // ${name}`,
  ) as Sum;

/** Arguments of ordinary size: those of a price. */
const RANGES: Readonly<Record<string, readonly [low: number, high: number]>> = {
  exp: [-20, 20],
  log: [0.01, 3],
  log1p: [-0.5, 1],
  asin: [-1, 1],
  pow: [0, 3],
};

for (const { name, compute } of ELEMENTARY) {
  const [low, high] = RANGES[name] ?? [-4, 4];
  const uniform = uniforms(1);
  const [xs, ys] = [0, 1].map(() => Float64Array.from({ length: POINTS }, () => low + (high - low) * uniform())) as [
    Float64Array,
    Float64Array,
  ];
  const [ours, theirs] = [loopOf('compute', name), loopOf(`Math.${name}`, name)];
  let [ourBest, theirBest] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    ours(compute, xs, ys);
    const middle = performance.now();
    theirs(compute, xs, ys);
    ourBest = Math.min(ourBest, middle - start);
    theirBest = Math.min(theirBest, performance.now() - middle);
  }
  const perValue = (milliseconds: number): string => ((milliseconds * 1e6) / POINTS).toFixed(1).padStart(6);
  process.stdout.write(
    `${name.padEnd(6)} ${perValue(ourBest)} ns, V8 ${perValue(theirBest)} ns, ratio ${(ourBest / theirBest).toFixed(2)}\n`,
  );
}
