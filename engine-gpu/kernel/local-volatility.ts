/**
 * Local volatility: y = ln(S_t/F_t) moves by dy = −½σ² dt + σ dB, σ = σ_loc(k, t) at k = ln(S_t/F°_t), F° the forward of the quotes.
 *
 * A step of length Δ takes σ at the middle of its time, where midpoints leave an error of second order, from a table over k, and then
 * Platen's explicit scheme of weak order 2: with σ, σ₊ and σ₋ at y and at y − ½σ²Δ ± σ√Δ, and Z the normal of the step,
 *
 *   y′ = y + c + αZ + β(Z² − 1),   β = ¼(σ₊ − σ₋)√Δ,   α = ¼(σ₊ + 2σ + σ₋)√Δ − σ√Δ β
 *
 * The drift c is such that e^y′ has mean e^y: the forward is exact however few the steps, and nothing of the scheme's order is lost,
 *
 *   c = β − α²/(2(1 − 2β)) + ½ ln(1 − 2β)
 *
 * Steps end at the expiries of the quotes, where σ_loc jumps in time. When a Greek moves the spot or a rate, σ_loc stays a function of
 * the spot's level and time.
 *
 * @see P. Kloeden, E. Platen (1992), Numerical Solution of Stochastic Differential Equations, 15.1.1; B. Dupire (1994)
 */
import { EngineFailure, invalid } from '../failure.js';
import { localVariances, type Surface, surface, totalVariance } from '../model/local-volatility.js';
import { forwardPrice } from '../product/curve.js';
import type { LocalVolModel } from '../product/market.js';
import type { Years } from '../units.js';
import { logarithmNearOne } from './arithmetic.js';
import { SAME_TIME } from './grid.js';
import type { AssetModel, Scene, Written } from './model.js';

const STEPS_A_YEAR = 52;
/** However near the expiry. */
const FEWEST_STEPS = 12;
/** Intervals of a table's k: linear between, they leave 2e-6 of the spot; half as many four times that. */
const INTERVALS = 256;
/** Half-width of a table in deviations of the most volatile smile by then; flat beyond, where 1e-9 of the paths are. */
const DEVIATIONS = 6;
/** Where 1 − 2β stays within the series of its logarithm; no surface that is free of arbitrage comes near at steps of a week. */
const MOST_BENT = 0.25;
/** In place of a variance of zero in a denominator. */
const LEAST = 1e-30;
/** Where single precision holds an index. */
const MOST_ENTRIES = 2 ** 24;

export const localVolatility = (model: LocalVolModel): AssetModel => {
  const { quoted, expiries, volatilities } = model;
  const forwardAt = (time: Years) => forwardPrice(quoted.curve, quoted, time);
  const slices = surface(model, forwardAt);
  const reach = expiries.at(-1)!;
  return {
    motions: 0,
    normals: 0,
    times: expiries,
    steps: (last) => {
      if (last > reach + SAME_TIME)
        throw invalid('/market', `must have quotes of local_vol up to ${last} years, the contract's last payment; they end at ${reach}`);
      return { usual: model.timeSteps ?? Math.max(FEWEST_STEPS, Math.ceil(STEPS_A_YEAR * last)), least: 0 };
    },
    deviation: (from, to) => Math.sqrt(Math.max(varianceAt(slices, 0, to) - varianceAt(slices, 0, from), 0)),
    gaussian: false,
    highest: Math.max(...volatilities.flat()),
    write: (scene) => write(slices, forwardAt, model.spotSteps ?? INTERVALS, scene),
  };
};

/** w(k, t), linear in t between the slices. */
function varianceAt(slices: Surface, k: number, time: Years): number {
  const next = Math.max(
    0,
    slices.findIndex((slice) => slice.time > time - SAME_TIME),
  );
  const [before, after] = [slices[next - 1], slices[next]!];
  const start = before?.time ?? 0;
  const w = before === undefined ? 0 : totalVariance(before, k).value;
  return w + ((totalVariance(after, k).value - w) * (time - start)) / (after.time - start);
}

/** σ_loc of each step, at the middle of its time, over evenly spaced k. */
function tables(slices: Surface, ends: readonly Years[], lengths: readonly Years[], intervals: number) {
  return ends.map((end, i) => {
    const time = end - lengths[i]! / 2;
    if (time === 0) return { low: 0, spacing: 1, volatilities: new Float64Array(intervals + 1) };
    const next = Math.max(
      0,
      slices.findIndex((slice) => slice.time > time),
    );
    const quoted = slices[next]!.spline.xs;
    const widest = Math.sqrt(Math.max(...quoted.map((k) => varianceAt(slices, k, time))));
    const low = -DEVIATIONS * widest;
    const spacing = (-2 * low) / intervals;
    const variances = new Float64Array(intervals + 1);
    localVariances(
      slices[next - 1],
      slices[next]!,
      Float64Array.from(variances, (_, j) => low + j * spacing),
    )(time, variances);
    return { low, spacing, volatilities: variances.map(Math.sqrt) };
  });
}

function write(
  slices: Surface,
  forwardAt: (time: Years) => number,
  intervals: number,
  { sheet, grid, x, spot, carry, spotMotion, bridged }: Scene,
): Written {
  const { fresh, column, local, step } = sheet;
  const all = tables(slices, grid.times, grid.lengths, intervals);
  const starts = all.map(({ volatilities }) => sheet.row(...volatilities));
  if (starts.at(-1)! + intervals > MOST_ENTRIES)
    throw new EngineFailure('cost', `steps × spotSteps of local volatilities must be at most ${MOST_ENTRIES} over all assets`);
  /** ln(F_t/F°_t): where a Greek has moved the one. */
  const apart = (time: Years) => carry(time) + Math.log(spot / forwardAt(time));
  const moved = all.map(({ low }, i) => apart(grid.times[i]! - grid.lengths[i]! / 2) - low);
  const middle = column(moved.map((shift, i) => shift / all[i]!.spacing));
  const inverse = column(all.map(({ spacing }) => 1 / spacing));
  const start = column(starts);

  const [y, before] = [local('0.0'), local('0.0')];
  const [root, z, at, centre, higher, lower] = Array.from({ length: 6 }, fresh);
  /** Declares σ at y, or away from it. */
  const volatility = (name: string, away: string) => {
    const [place, low] = [fresh(), fresh()];
    return `
const ${place} = Math.max(Math.min(${at}${away}, ${intervals - 0.001}), 0.0);
const ${low} = Math.floor(${place});
const ${name} = l[${start} + ${low}] + (${place} - ${low}) * (l[${start} + ${low} + 1.0] - l[${start} + ${low}]);`;
  };
  const [drift, spread, beta, alpha, rest, logarithm] = Array.from({ length: 6 }, fresh);
  const w = fresh();
  step(`const ${w} = ${spotMotion(1)};
const ${root} = ${column(grid.lengths.map(Math.sqrt))};
const ${z} = (${w} - ${before}) * ${column(grid.lengths.map((dt) => (dt > 0 ? 1 / Math.sqrt(dt) : 0)))};
${before} = ${w};
const ${at} = ${y} * ${inverse} + ${middle};${volatility(centre!, '')}
const ${spread} = ${centre} * ${root};
const ${drift} = -0.5 * ${spread} * ${spread};${volatility(higher!, ` + (${drift} + ${spread}) * ${inverse}`)}${volatility(lower!, ` + (${drift} - ${spread}) * ${inverse}`)}
const ${beta} = Math.max(Math.min(0.25 * (${higher} - ${lower}) * ${root}, ${MOST_BENT}), ${-MOST_BENT});
const ${alpha} = 0.25 * (${higher} + 2.0 * ${centre} + ${lower}) * ${root} - ${spread} * ${beta};
const ${rest} = 1.0 - 2.0 * ${beta};${logarithmNearOne(logarithm!, rest!, fresh)}
${y} = ${y} + ${beta} * ${z} * ${z} + ${alpha} * ${z} - 0.5 * ${alpha} * ${alpha} / ${rest} + 0.5 * ${logarithm};
${x} = ${column(grid.times.map(carry))} + ${y};`);
  const inverseVariance = fresh();
  if (bridged) step(`const ${inverseVariance} = 2.0 / Math.max(${alpha} * ${alpha}, ${LEAST});`);
  return { variance: () => `(${alpha} * ${alpha})`, inverse: () => inverseVariance, states: [] };
}
