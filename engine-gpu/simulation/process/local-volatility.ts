/**
 * Local volatility: y = ln(S_t/F_t) moves by dy = −½σ² dt + σ dB, σ = σ_loc(k, t) at k = ln(S_t/F°_t), F° the forward of the quotes.
 *
 * A step of length Δ takes σ at its midpoint in time, which leaves an error of second order, and applies Platen's explicit scheme of weak
 * order 2: with σ, σ₊ and σ₋ at y and at y − ½σ²Δ ± σ√Δ, and Z the normal of the step,
 *
 *   y′ = y + c + αZ + β(Z² − 1),   β = ¼(σ₊ − σ₋)√Δ,   α = ¼(σ₊ + 2σ + σ₋)√Δ − σ√Δ β
 *
 * α and β are functions of k and of the step, so they are tabulated. The drift c makes the mean of e^y′ equal to e^y, so the forward is
 * exact for any number of steps without a loss of the scheme's order:
 *
 *   c = β − α²/(2(1 − 2β)) + ½ ln(1 − 2β)
 *
 * A step across a quoted expiry, where σ_loc jumps in time, takes the time-weighted mean of σ² on both sides. When a Greek bumps the spot
 * or a rate, σ_loc stays a function of the spot's level and time.
 *
 * Of an asset with dividends in cash, y is ln of the part that moves over its forward, and ln(S_t/S₀) = G(t) + ln((1 − p)e^y + c(t)), p = c(0)
 * and c(t) S₀ the value today of the dividends after t (market/cash-dividends.ts). σ_loc is then a function of that part's level and time.
 *
 * @see P. Kloeden, E. Platen (1992), Numerical Solution of Stochastic Differential Equations, 15.1.1; B. Dupire (1994)
 */
import { EngineFailure, invalid } from '../../base/failure.js';
import type { Price, Volatility, Years } from '../../base/units.js';
import { holdsCash, movingPart, movingSurface } from '../../market/cash-dividends.js';
import { MIN_SHARE_KEPT } from '../../market/growth.js';
import { forwardOf, type LocalVolModel } from '../../market/market.js';
import { totalVarianceAt } from '../../market/surface.js';
import { powerOfTwo } from '../../math/elementary/binary.js';
import { log } from '../../math/elementary/log.js';
import { fitLocalVolatility, type LocalVolatility, localVariances } from '../../method/local-volatility-fit.js';
import { tailVolatility } from '../../method/surface-evaluation.js';
import { exponential, logarithmOfAny, MIN_DENOMINATOR, twiceArtanh } from '../emit/arithmetic.js';
import { type Grid, SAME_TIME } from '../emit/grid.js';
import type { AssetModel, Scene, Written } from './process.js';

const STEPS_PER_YEAR = 52;
/**
 * Minimum number of steps, for short expiries: the error of the scheme depends on their number and hardly on their length. Of the price of a
 * digital on a steep smile 13 steps leave 3e-5, half of its standard error with 65 536 paths, and 26 steps a quarter of that.
 */
const MIN_LOCAL_VOLATILITY_STEPS = 26;
/** Number of intervals of a table in k. Linear interpolation of α and β leaves 2e-6 of the spot; with half as many intervals, four times that. */
const TABLE_INTERVALS = 256;
/** Half-width of a table in standard deviations of the largest implied volatility; the table is flat beyond, where 1e-9 of the paths lie. */
const TABLE_DEVIATIONS = 6;
/** Largest |β| for which the series of ln(1 − 2β) converges fast. Arbitrage-free surfaces stay far below it with weekly steps. */
const MAX_ABS_BETA = 0.25;
/** Part of a step, as a share of its length, below which it is rounding and is ignored. */
const MIN_STEP_SHARE = 1e-6;
/** Maximum number of table entries: single precision represents integers exactly up to here. */
const MAX_TABLE_ENTRIES = powerOfTwo(24);

/** F°: of the part of the asset that moves, where it pays dividends in cash. */
const forwardsOf = ({ quoted, expiries }: LocalVolModel): ((time: Years) => Price) =>
  holdsCash(quoted) ? movingPart(quoted, expiries[expiries.length - 1]!).forwardAt : (time) => forwardOf(quoted.curve, quoted, time);

/** Fits by model: bumped markets have assets of their own with the same model. */
const fits = new WeakMap<LocalVolModel, LocalVolatility>();

/** The local volatility of a model's quotes, with what it makes of them. */
export function localVolatilityOf(model: LocalVolModel): LocalVolatility {
  const fit = fits.get(model) ?? fitLocalVolatility(movingSurface(model));
  fits.set(model, fit);
  return fit;
}

export const localVolatility = (model: LocalVolModel): AssetModel => {
  const { expiries, volatilities } = model;
  const forwardAt = forwardsOf(model);
  const fit = localVolatilityOf(model);
  const { slices } = fit;
  const reach = expiries[expiries.length - 1]!;
  return {
    drivers: 0,
    normals: 0,
    steps: (last) => {
      if (last > reach + SAME_TIME)
        throw invalid('/market', `must have quotes of local_vol up to ${last} years, the contract's last payment; they end at ${reach}`);
      return { usual: model.timeSteps ?? Math.max(MIN_LOCAL_VOLATILITY_STEPS, Math.ceil(STEPS_PER_YEAR * last)), least: 0 };
    },
    deviation: (from, to) => Math.sqrt(Math.max(totalVarianceAt(slices, 0, to) - totalVarianceAt(slices, 0, from), 0)),
    tailVolatility: (last) => tailVolatility(slices, last),
    gaussian: false,
    relative: false,
    highest: Math.max(...volatilities.flat()),
    ...(holdsCash(model.quoted) && { holdsCashUntil: reach }),
    write: (scene) => write(fit, forwardAt, model.spotSteps ?? TABLE_INTERVALS, scene),
  };
};

/** The coefficients of a step of the scheme at evenly spaced k. */
interface Table {
  readonly low: number;
  readonly spacing: number;
  /** α and β in turn, one pair per node. */
  readonly moves: Float64Array;
}

/** The tables of a grid's steps. Steps between the same quoted expiries share one grid of k, as wide as the later expiry requires. */
function tablesOf(fit: LocalVolatility, { times, lengths }: Grid, intervals: number): Table[] {
  const { slices } = fit;
  const grids = slices.map((slice) => {
    const end = Math.min(slice.time, times[times.length - 1]!);
    const widest = Math.sqrt(Math.max(...(slice.spline?.xs ?? [0]).map((k) => totalVarianceAt(slices, k, end))));
    return Float64Array.from({ length: intervals + 1 }, (_, i) => TABLE_DEVIATIONS * widest * ((2 * i) / intervals - 1));
  });
  const variances = new Map<string, ReturnType<typeof localVariances>>();
  const variancesOf = (stretch: number, grid: number) => {
    const key = `${stretch} on ${grid}`;
    const table = variances.get(key) ?? localVariances(fit, stretch, grids[grid]!);
    variances.set(key, table);
    return table;
  };
  return times.map((end, i) => {
    const dt = lengths[i]!;
    const moves = new Float64Array(2 * (intervals + 1));
    if (dt === 0) return { low: 0, spacing: 1, moves };
    const start = end - dt;
    const grid = slices.findIndex((slice, last) => slice.time > end - dt / 2 || last === slices.length - 1);
    const ks = grids[grid]!;
    const mean = new Float64Array(intervals + 1);
    const part = new Float64Array(intervals + 1);
    slices.forEach((slice, stretch) => {
      const from = Math.max(start, slices[stretch - 1]?.time ?? 0);
      const to = stretch === slices.length - 1 ? end : Math.min(end, slice.time);
      if (to - from < MIN_STEP_SHARE * dt) return;
      variancesOf(stretch, grid)((from + to) / 2, part);
      part.forEach((variance, j) => {
        mean[j]! += ((to - from) / dt) * variance;
      });
    });
    const [low, spacing] = [ks[0], ks[1]! - ks[0]!];
    writeMoves(mean.map(Math.sqrt), spacing, dt, moves);
    return { low: low!, spacing, moves };
  });
}

/** α and β of a step at each node, from σ at the nodes and linear between. */
function writeMoves(volatilities: Float64Array, spacing: number, dt: Years, into: Float64Array): void {
  const last = volatilities.length - 1;
  const root = Math.sqrt(dt);
  const volatilityAt = (place: number): Volatility => {
    const below = Math.max(0, Math.min(last - 1, Math.floor(place)));
    const part = Math.max(0, Math.min(1, place - below));
    return (1 - part) * volatilities[below]! + part * volatilities[below + 1]!;
  };
  volatilities.forEach((sigma, i) => {
    const [drift, spread] = [(-sigma * sigma * dt) / 2 / spacing, (sigma * root) / spacing];
    const [higher, lower] = [volatilityAt(i + drift + spread), volatilityAt(i + drift - spread)];
    const beta = Math.max(-MAX_ABS_BETA, Math.min(MAX_ABS_BETA, ((higher - lower) * root) / 4));
    into[2 * i] = ((higher + 2 * sigma + lower) * root) / 4 - sigma * root * beta;
    into[2 * i + 1] = beta;
  });
}

function write(
  fit: LocalVolatility,
  forwardAt: (time: Years) => number,
  intervals: number,
  { builder, grid, x, spot, carry, cash, spotDriver, bridged }: Scene,
): Written {
  const { fresh, column, local, step } = builder;
  const middles = grid.times.map((end, i) => end - grid.lengths[i]! / 2);
  const tables = tablesOf(fit, grid, intervals);
  const starts = tables.map(({ moves }) => builder.row(...moves));
  if (starts[starts.length - 1]! + 2 * intervals > MAX_TABLE_ENTRIES)
    throw new EngineFailure('cost', `steps × spotSteps of local volatilities must be at most ${MAX_TABLE_ENTRIES / 2} over all assets`);
  const moving = cash === undefined ? 1 : Math.max(1 - cash(0), MIN_SHARE_KEPT);
  /** ln(F_t/F°_t), which differs from 0 where a Greek has bumped the forward. */
  const apart = (time: Years) => carry(time) + log((moving * spot) / forwardAt(time));
  const place = column(tables.map(({ low, spacing }, i) => (apart(middles[i]!) - low) / spacing));
  const density = column(tables.map(({ spacing }) => 1 / spacing));

  const [y, previous] = [local('0.0'), local('0.0')];
  const [driver, z, position, below, entry, part, alpha, beta, w] = Array.from({ length: 9 }, fresh);
  step(`const ${driver} = ${spotDriver(1)};
const ${z} = (${driver} - ${previous}) * ${column(grid.lengths.map((dt) => (dt > 0 ? 1 / Math.sqrt(dt) : 0)))};
${previous} = ${driver};
const ${position} = Math.max(Math.min(${y} * ${density} + ${place}, ${intervals - 0.001}), 0.0);
const ${below} = Math.floor(${position});
const ${part} = ${position} - ${below};
const ${entry} = ${column(starts)} + 2.0 * ${below};
const ${alpha}b = l[${entry}];
const ${beta}b = l[${entry} + 1.0];
const ${alpha} = ${alpha}b + ${part} * (l[${entry} + 2.0] - ${alpha}b);
const ${beta} = ${beta}b + ${part} * (l[${entry} + 3.0] - ${beta}b);
const ${w} = -${beta} / (1.0 - ${beta});
${y} = ${y} + (${beta} * ${z} + ${alpha}) * ${z} - 0.5 * ${alpha} * ${alpha} / (1.0 - 2.0 * ${beta}) + 0.5 * ${twiceArtanh(w!)};`);
  const deviation = cash === undefined ? alpha : fresh();
  if (cash === undefined) step(`${x} = ${column(grid.times.map(carry))} + ${y};`);
  else {
    const [grown, moved, whole, logSpot] = [fresh(), fresh(), fresh(), fresh()];
    step(`${exponential(grown, y, fresh)}
const ${moved} = ${builder.scalar(moving)} * ${grown};
const ${whole} = ${moved} + ${column(grid.times.map(cash))};${logarithmOfAny(logSpot, whole, fresh)}
${x} = ${column(grid.times.map(carry))} + ${logSpot};
const ${deviation} = ${alpha} * ${moved} / Math.max(${whole}, ${MIN_DENOMINATOR});`);
  }
  const inverseVariance = fresh();
  if (bridged) step(`const ${inverseVariance} = 2.0 / Math.max(${deviation} * ${deviation}, ${MIN_DENOMINATOR});`);
  return {
    variance: () => `(${deviation} * ${deviation})`,
    inverse: () => inverseVariance,
    states: [],
    martingales: () => ({ spotSquared: `${alpha} * ${alpha} * (${z} * ${z} - 1.0)` }),
  };
}
