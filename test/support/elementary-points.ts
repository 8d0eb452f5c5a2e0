/** The engine's elementary functions with their references, the arguments that tests draw for them, and the errors that their comments state. */
import { exp, expm1 } from '#engine-gpu/math/elementary/exp';
import { asinh, sinh, tanh } from '#engine-gpu/math/elementary/hyperbolic';
import { asin, atan2 } from '#engine-gpu/math/elementary/inverse-trigonometric';
import { log, log1p } from '#engine-gpu/math/elementary/log';
import { pow } from '#engine-gpu/math/elementary/pow';
import { cbrt, hypot } from '#engine-gpu/math/elementary/roots';
import { cos, sin } from '#engine-gpu/math/elementary/trigonometric';
import {
  angleOf,
  asinhOf,
  asinOf,
  cosOf,
  cubeRootOf,
  type Double2,
  exactly,
  expm1Of,
  expOf,
  hypotOf,
  log1pOf,
  logOf,
  powOf,
  sinhOf,
  sinOf,
  tanhOf,
  ulpsFrom,
} from './double-double.js';
import { uniforms } from './random.js';

interface Elementary {
  readonly name: string;
  /** Largest error that its comment states, in ulp. */
  readonly bound: number;
  readonly compute: (x: number, y: number) => number;
  readonly reference: (x: Double2, y: Double2) => Double2;
  /** An argument, or two, of 53 random bits. */
  readonly draw: (uniform: () => number) => readonly [x: number, y: number];
}

const between =
  (low: number, high: number) =>
  (uniform: () => number): number =>
    low + (high - low) * uniform();
/** Numbers of either sign whose binary exponents are uniform. */
const ofExponents =
  (low: number, high: number) =>
  (uniform: () => number): number =>
    (uniform() < 0.5 ? -1 : 1) * 2 ** Math.floor(between(low, high)(uniform)) * (1 + uniform());
type Source = (uniform: () => number) => number;
const oneOf =
  (...sources: readonly Source[]) =>
  (uniform: () => number): number =>
    sources[Math.floor(uniform() * sources.length)]!(uniform);
const single =
  (...sources: readonly Source[]) =>
  (uniform: () => number): readonly [number, number] => [oneOf(...sources)(uniform), 0];
const pair =
  (x: Source, y: Source) =>
  (uniform: () => number): readonly [number, number] => [x(uniform), y(uniform)];
const positive =
  (source: Source) =>
  (uniform: () => number): number =>
    Math.abs(source(uniform));

export const ELEMENTARY: readonly Elementary[] = [
  { name: 'exp', bound: 0.52, compute: exp, reference: expOf, draw: single(between(-707, 709), between(-1, 1), ofExponents(-60, 3)) },
  { name: 'expm1', bound: 0.65, compute: expm1, reference: expm1Of, draw: single(between(-2, 2), ofExponents(-60, 6), between(-40, 700)) },
  {
    name: 'log',
    bound: 0.52,
    compute: log,
    reference: logOf,
    draw: single(between(0.5, 2), between(0.99, 1.01), positive(ofExponents(-1020, 1022))),
  },
  {
    name: 'log1p',
    bound: 0.52,
    compute: log1p,
    reference: log1pOf,
    draw: single(between(-0.5, 1), between(-0.01, 0.01), ofExponents(-60, -1), positive(ofExponents(-60, 1000))),
  },
  {
    name: 'pow',
    bound: 0.55,
    compute: pow,
    reference: powOf,
    draw: oneOfPairs(
      pair(between(0.5, 2), between(-500, 500)),
      pair(between(0.1, 100), between(-4, 4)),
      pair(positive(ofExponents(-200, 200)), between(-5, 5)),
    ),
  },
  { name: 'sin', bound: 0.8, compute: sin, reference: sinOf, draw: single(between(-4, 4), ofExponents(-30, 16), between(-1e5, 1e5)) },
  { name: 'cos', bound: 0.8, compute: cos, reference: cosOf, draw: single(between(-4, 4), ofExponents(-30, 16), between(-1e5, 1e5)) },
  { name: 'asin', bound: 0.8, compute: asin, reference: asinOf, draw: single(between(-1, 1), ofExponents(-40, -1)) },
  {
    name: 'atan2',
    bound: 0.8,
    compute: atan2,
    reference: angleOf,
    draw: oneOfPairs(pair(between(-1, 1), between(-1, 1)), pair(ofExponents(-20, 20), ofExponents(-20, 20))),
  },
  { name: 'sinh', bound: 0.6, compute: sinh, reference: sinhOf, draw: single(between(-4, 4), ofExponents(-40, 9), between(-700, 700)) },
  { name: 'tanh', bound: 0.7, compute: tanh, reference: tanhOf, draw: single(between(-3, 3), ofExponents(-40, 4)) },
  { name: 'asinh', bound: 0.6, compute: asinh, reference: asinhOf, draw: single(between(-4, 4), ofExponents(-40, 40)) },
  { name: 'cbrt', bound: 0.67, compute: cbrt, reference: cubeRootOf, draw: single(between(1, 8), ofExponents(-300, 300)) },
  {
    name: 'hypot',
    bound: 0.52,
    compute: hypot,
    reference: hypotOf,
    draw: oneOfPairs(pair(between(0, 1), between(0, 1)), pair(ofExponents(-30, 30), ofExponents(-30, 30))),
  },
];

function oneOfPairs(...sources: readonly Elementary['draw'][]): Elementary['draw'] {
  return (uniform) => sources[Math.floor(uniform() * sources.length)]!(uniform);
}

/** The largest error in ulp over random arguments, and where it is. */
export function worstError({ compute, reference, draw }: Elementary, points: number, seed: number): { ulps: number; x: number; y: number } {
  const coarse = uniforms(seed);
  const uniform = () => coarse() + (coarse() - 0.5) / 2 ** 32;
  let [ulps, worstX, worstY] = [-1, 0, 0];
  for (let i = 0; i < points; i++) {
    const [x, y] = draw(uniform);
    const error = ulpsFrom(compute(x, y), reference(exactly(x), exactly(y)));
    // Written so that NaN counts as the worst.
    if (!(error <= ulps)) [ulps, worstX, worstY] = [error, x, y];
  }
  return { ulps, x: worstX, y: worstY };
}
