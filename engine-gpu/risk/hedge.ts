/**
 * Hedge quantities: what to trade of given instruments so that the least risk is left.
 *
 *   minimise  Σ_k ½ w_k (e_k + F_k·q)² + c·q + Σ_i κ_i |q_i|   over min ≤ q ≤ max,   Σ κ_i |q_i| ≤ budget
 *
 * covers Greeks (a row F_k per Greek, w = 1), least squares over scenarios (a row per scenario, w = 2) and variance (rows from the
 * eigenvectors of the correlation, w = 2). Conditional value at risk is the linear program of Rockafellar and Uryasev (2000). The solver is
 * HiGHS; a continuous solution is then made exact by solving the optimality conditions on the bounds that it found active. Whole lots of
 * a quadratic objective are found by outer approximation (Duran and Grossmann 1986): tangents are added to a mixed-integer linear
 * program until its bound meets the objective.
 */
import { EngineFailure } from '../base/failure.js';
import { refusal } from '../base/faults.js';
import { symmetricEigenpairs } from '../math/eigenvalues.js';
import { solveLinear } from '../math/linear-solve.js';
import { directionsOf, endless, FALLING } from './endless-hedge.js';
import { type BoxedCost, descend } from './hedge-descent.js';
import {
  columnsOf,
  type HedgeInstrument,
  type HedgeLimits,
  isWithinBudget,
  quantitiesOf,
  type Trades,
  totalCost,
  tradesOf,
} from './hedge-trades.js';
import { type Status, solve } from './linear-program.js';
import { meanBeyond } from './tail.js';

/** Weighted squares of affine functions of the quantities, and a linear term. */
export interface Squares {
  readonly rows: readonly (readonly number[])[];
  readonly offsets: readonly number[];
  readonly weight: number;
  readonly linear: readonly number[];
}

export interface Hedge {
  readonly status: Exclude<Status, 'unbounded'>;
  /** One per instrument; all 0 where there is no feasible hedge. */
  readonly quantities: readonly number[];
}

/** Of one solver call, and of a search for whole lots. */
const SECONDS = 10;
/** Tangent rounds of the outer approximation. */
const MAX_ROUNDS = 200;
/** Relative gap at which whole lots count as optimal. */
const GAP = 1e-9;
/** The same relative to the squares of a lot: their rounding. */
const LOT_ROUNDING = 1e-15;
/** Distance from a bound, in scaled quantities, at which the solver means the bound itself. */
const ACTIVE = 1e-6;
/** Most that a scaled quantity may move where a solution is made exact. */
const MAX_CORRECTION = 1e-3;
/** Smallest eigenvalue of a correlation whose covariances are given to six digits. */
const PSD_TOLERANCE = 1e-6;
/** Relative cost from which on no trade lowers squares: slopes of the squares are at most of the order of the condition number that doubles resolve. */
const PROHIBITIVE_SLOPE = 1e9;
/** A shortfall is a mean of losses: it falls by at most the largest profit of a unit. */
const LARGEST_SHORTFALL_SLOPE = 1;
/** Factors by which a tangent is scaled: beyond them the solver drops one of its coefficients or refuses it. */
const MAX_TANGENT_SCALE = 1e8;

/**
 * The squares whose sum is q'Cq + 2x·q + ridge |q|², up to a constant. The rows are those of the correlation, so that they are right to the
 * rounding of each entry where deviations differ by many orders of magnitude.
 *
 * @throws EngineFailure where the covariance is none
 */
export function varianceSquares(cross: readonly number[], covariance: readonly (readonly number[])[], ridge: number): Squares {
  const deviations = covariance.map((row, i) => Math.sqrt(Math.max(row[i], 0) + ridge));
  const inDeviations = (value: number, i: number, j: number): number =>
    deviations[i] > 0 && deviations[j] > 0 ? value / deviations[i] / deviations[j] : value;
  const pairs = symmetricEigenpairs(covariance.map((row, i) => row.map((c, j) => inDeviations(c + (i === j ? ridge : 0), i, j))));
  const negative = pairs.find(({ value }) => value < -PSD_TOLERANCE);
  if (negative)
    throw refusal([
      {
        pointer: '/covariance/instruments',
        reason: `must be positive semi-definite; ${ridge > 0 ? 'with the ridge, ' : ''}its correlation has the eigenvalue ${negative.value}`,
      },
    ]);
  if (ridge === 0)
    for (const [i, x] of cross.entries())
      if (x !== 0 && deviations[i] === 0)
        throw refusal([{ pointer: `/covariance/cross/${i}`, reason: `must be 0, since the variance of the instrument is 0; got ${x}` }]);
  return {
    rows: pairs.map(({ value, vector }) => Array.from(vector, (part, i) => Math.sqrt(Math.max(value, 0)) * part * deviations[i])),
    offsets: pairs.map(() => 0),
    weight: 2,
    linear: cross.map((x) => 2 * x),
  };
}

/** @throws EngineFailure where the linear term and the squares are of no joint law, so that the objective may fall without end */
export async function hedgeSquares(squares: Squares, instruments: readonly HedgeInstrument[], limits: HedgeLimits): Promise<Hedge> {
  const trades = squareTrades(squares, instruments, limits);
  if (trades === undefined) return infeasible(instruments);
  if (trades.free.length === 0) return { status: 'optimal', quantities: trades.idle };
  return limits.integer ? wholeLots(squares, trades) : anyQuantity(squares, trades);
}

const infeasible = (instruments: readonly HedgeInstrument[]): Hedge => ({ status: 'infeasible', quantities: instruments.map(() => 0) });

/** The risk of a unit is √Hᵢᵢ; that without a hedge is the slope of the objective in such units, or what the quantities have that bounds demand. */
function squareTrades(squares: Squares, instruments: readonly HedgeInstrument[], limits: HedgeLimits): Trades | undefined {
  const { rows, offsets, weight, linear } = squares;
  const largest = instruments.map((_, i) => rows.reduce((most, row) => Math.max(most, Math.abs(row[i])), 0));
  // In units of the largest entry: squares of tiny ones are not below the range of doubles.
  const perUnit = largest.map((most, i) =>
    most === 0 ? 0 : most * Math.sqrt(weight * rows.reduce((total, row) => total + (row[i] / most) ** 2, 0)),
  );
  // The slope of the objective in the risk of an instrument.
  const slopes = perUnit.map((risk, i) =>
    risk > 0 ? Math.abs(linear[i] / risk + weight * rows.reduce((total, row, k) => total + (row[i] / risk) * offsets[k], 0)) : 0,
  );
  const demanded = instruments.map(({ min, max }, i) => Math.max(min, -max, 0) * perUnit[i]);
  const size = Math.max(...slopes, ...demanded);
  if (size === 0) return tradesOf(instruments, limits, { size: 1, perUnit: perUnit.map(() => 0), objective: 1, prohibitive: 1 });
  // Of whole lots, one may be far larger than what is hedged.
  const objective = (limits.integer ? Math.max(size, ...perUnit) : size) ** 2;
  if (objective === 0 || !Number.isFinite(objective))
    throw new EngineFailure('optimisation', `the square of the risk without a hedge, ${size}, is beyond the range of double precision`);
  return tradesOf(instruments, limits, { size, perUnit, objective, prohibitive: PROHIBITIVE_SLOPE });
}

/** The squares as a function of the scaled quantities sought, the others where they stay, in units of the objective's size. */
function scaledSquares({ rows, offsets, weight, linear }: Squares, { free, idle, unit, size }: Trades): Squares {
  const scale = Math.sqrt(size);
  const isFree = new Set(free);
  const fixed = (row: readonly number[]): number => idle.reduce((total, q, i) => total + (isFree.has(i) ? 0 : row[i] * q), 0);
  return {
    rows: rows.map((row) => free.map((i) => (row[i] / scale) * unit[i])),
    offsets: offsets.map((offset, k) => (offset + fixed(rows[k])) / scale),
    weight,
    linear: free.map((i) => (linear[i] / size) * unit[i]),
  };
}

/**
 * HiGHS calls one of a thousand quadratic programs solved at a point that is no minimum, or fails, depending on their digits. Its answer is
 * checked; what is no minimum is sought once more with the columns in the opposite order, and then by coordinate descent.
 */
async function anyQuantity(squares: Squares, trades: Trades): Promise<Hedge> {
  const { free, idle, unit, instruments, limits, size } = trades;
  let best: Hedge | undefined;
  let failure: unknown;
  let isEndless = false;
  const objective = ({ quantities }: Hedge) => squaresAt(squares, quantities) + totalCost(instruments, quantities);
  for (const order of [free, free.toReversed()]) {
    const scaled = scaledSquares(squares, { ...trades, free: order });
    const hessian = hessianOf(scaled, order.length);
    const gradient = gradientOf(scaled, order.length);
    try {
      const { status, quantities } = await bySolver(hessian, gradient, { ...trades, free: order });
      if (status === 'optimal') {
        // The solver adds a little to every square: where none holds quantities back, it stops at very large ones.
        if (free.some((i) => Math.abs(quantities[i]) > MAX_TRUSTED * unit[i])) await requireEnd(squares, trades);
        return { status, quantities };
      }
      isEndless ||= status === 'unbounded';
      const hedge: Hedge = { status: 'limit', quantities };
      if (best === undefined || objective(hedge) < objective(best)) best = hedge;
    } catch (error) {
      if (!(error instanceof EngineFailure) || error.kind === 'invalid') throw error;
      failure = error;
    }
  }
  const scaled = scaledSquares(squares, trades);
  const hessian = hessianOf(scaled, free.length);
  const gradient = gradientOf(scaled, free.length);
  const least = instruments.reduce((total, { cost }, i) => total + (free.includes(i) ? 0 : cost * Math.abs(idle[i])), 0);
  const found = descend(hessian, gradient, boxedCosts(trades), limits.budget === undefined ? undefined : (limits.budget - least) / size);
  const hedge = hedgeAt(found, hessian, gradient, trades);
  if (hedge.status === 'optimal') return hedge;
  if (isEndless) await requireEnd(squares, trades);
  if (failure !== undefined) throw failure;
  return best !== undefined && objective(best) <= objective(hedge) ? best : hedge;
}

/** Scaled quantity beyond which it is checked that the objective has a minimum at all. */
const MAX_TRUSTED = 1e3;
/** Size of the squares of a direction of size 1 that is rounding. */
const NO_RISK = 1e-9;

/** @throws EngineFailure where quantities without bounds may grow so that no square does, and the linear term falls: no joint law has such covariances */
async function requireEnd(squares: Squares, trades: Trades): Promise<void> {
  const scaled = scaledSquares(squares, trades);
  const { free, unit, limits, instruments } = trades;
  const directions = { ...trades, instruments: directionsOf(instruments, limits, unit), limits: { integer: false } };
  const { columns, rows } = columnsOf(directions, (k) => scaled.linear[k]);
  for (const row of scaled.rows) rows.push({ columns: [...row.keys()], coefficients: row, lower: -NO_RISK, upper: NO_RISK });
  const { values } = await solve({ columns, rows }, SECONDS);
  const slope = columns.reduce((total, { cost }, j) => total + cost * values[j], 0);
  if (!(slope < FALLING)) return;
  const direction = instruments.map(() => 0);
  for (const [k, i] of free.entries()) direction[i] = values[k] * unit[i];
  throw endless(
    direction,
    unit.map((each) => 1 / each),
    ', or a ridge, or covariance.cross of one joint law with the instruments',
  );
}

/** Quantities of which it is not yet known whether they are the hedge. */
interface Candidate {
  readonly status: Status;
  readonly quantities: readonly number[];
}

async function bySolver(hessian: readonly (readonly number[])[], gradient: readonly number[], trades: Trades): Promise<Candidate> {
  const { columns, rows } = columnsOf(trades, (k) => gradient[k]);
  const { status, values } = await solve({ columns, rows, quadratic: hessian }, SECONDS);
  if (values.length === 0) return { status: status === 'unbounded' ? status : 'limit', quantities: trades.idle };
  return hedgeAt(Array.from(values.subarray(0, trades.free.length)), hessian, gradient, trades);
}

/** The hedge of scaled quantities, made exact; the status is `limit` where they are no minimum. */
function hedgeAt(found: readonly number[], hessian: readonly (readonly number[])[], gradient: readonly number[], trades: Trades): Hedge {
  const exact = exactly(found, hessian, gradient, trades);
  const status = isOptimal(exact, hessian, gradient, trades) || isOptimal(found, hessian, gradient, trades) ? 'optimal' : 'limit';
  return { status, quantities: quantitiesOf(trades, exact) };
}

/** Costs and bounds of the scaled quantities sought. */
const boxedCosts = ({ free, unit, instruments, size }: Trades): BoxedCost[] =>
  free.map((i) => ({
    cost: (instruments[i].cost * unit[i]) / size,
    min: instruments[i].min / unit[i],
    max: instruments[i].max / unit[i],
  }));

/** Error of a derivative of the objective that the solver may leave, relative to the terms that make it. */
const SLOPE_TOLERANCE = 1e-5;

/**
 * Whether scaled quantities obey the conditions of a minimum: no quantity that may rise has a falling objective, and none that may fall a rising
 * one. Where the budget is spent, costs count with one multiplier of at least 1, which is the same for all.
 */
function isOptimal(y: readonly number[], hessian: readonly (readonly number[])[], gradient: readonly number[], trades: Trades): boolean {
  const { instruments, limits } = trades;
  const { budget = Number.POSITIVE_INFINITY } = limits;
  const isSpent = totalCost(instruments, quantitiesOf(trades, y)) >= budget * (1 - SLOPE_TOLERANCE);
  let [least, most] = [1, isSpent ? Number.POSITIVE_INFINITY : 1];
  for (const [k, { cost, min, max }] of boxedCosts(trades).entries()) {
    const terms = hessian[k].map((h, j) => h * y[j]);
    const slope = terms.reduce((total, term) => total + term, gradient[k]);
    const tolerance = SLOPE_TOLERANCE * terms.reduce((total, term) => total + Math.abs(term), Math.max(Math.abs(gradient[k]), 1));
    const mayRise = y[k] < max - ACTIVE;
    const mayFall = y[k] > min + ACTIVE;
    if (cost === 0) {
      if ((mayRise && slope < -tolerance) || (mayFall && slope > tolerance)) return false;
      continue;
    }
    // The derivative is slope + multiplier × cost above 0, and slope − multiplier × cost below.
    if (mayRise && y[k] > -ACTIVE) least = Math.max(least, (-slope - tolerance) / cost);
    else if (mayRise) most = Math.min(most, (slope + tolerance) / cost);
    if (mayFall && y[k] < ACTIVE) least = Math.max(least, (slope - tolerance) / cost);
    else if (mayFall) most = Math.min(most, (tolerance - slope) / cost);
  }
  return least <= most;
}

const hessianOf = ({ rows, weight }: Squares, n: number): number[][] =>
  Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (_, j) => weight * rows.reduce((total, row) => total + row[i] * row[j], 0)),
  );

const gradientOf = ({ rows, offsets, weight, linear }: Squares, n: number): number[] =>
  Array.from({ length: n }, (_, i) => linear[i] + weight * rows.reduce((total, row, k) => total + row[i] * offsets[k], 0));

export const squaresAt = ({ rows, offsets, weight, linear }: Squares, quantities: readonly number[]): number =>
  rows.reduce((total, row, k) => total + 0.5 * weight * (offsets[k] + dot(row, quantities)) ** 2, dot(linear, quantities));

const dot = (x: readonly number[], y: readonly number[]): number => x.reduce((total, value, i) => total + value * y[i], 0);

/**
 * The solution of H y + g + κ sign(y) = 0 over the scaled quantities that the solver left free, the others at their bound or at the kink of
 * their cost. Kept only where it obeys every bound and the budget; otherwise the solver's own digits stand.
 */
function exactly(
  found: readonly number[],
  hessian: readonly (readonly number[])[],
  gradient: readonly number[],
  trades: Trades,
): readonly number[] {
  const { free: sought, unit, instruments, idle } = trades;
  const { budget = Number.POSITIVE_INFINITY } = trades.limits;
  const scaled = boxedCosts(trades);
  const fixed = scaled.map(({ cost, min, max }, k) => {
    const targets = [min, max, ...(cost > 0 ? [0] : [])];
    const nearest = targets.reduce((best, target) => (Math.abs(found[k] - target) < Math.abs(found[k] - best) ? target : best));
    return Math.abs(found[k] - nearest) <= ACTIVE ? nearest : undefined;
  });
  const rounded = found.map((y, k) => fixed[k] ?? y);
  const free = [...found.keys()].filter((k) => fixed[k] === undefined);
  if (free.length === 0) return rounded;
  const a = Float64Array.from(free.flatMap((i) => free.map((j) => hessian[i][j])));
  const b = Float64Array.from(free, (i) => {
    const held = fixed.reduce<number>((total, y, j) => total + (y === undefined ? 0 : hessian[i][j] * y), 0);
    return -(gradient[i] + held + scaled[i].cost * Math.sign(found[i]));
  });
  solveLinear(a, b);
  const refined = rounded.slice();
  free.forEach((i, k) => {
    refined[i] = b[k];
  });
  const isValid = free.every(
    (i) =>
      Math.abs(refined[i] - found[i]) <= MAX_CORRECTION * Math.max(1, Math.abs(found[i])) &&
      refined[i] >= scaled[i].min &&
      refined[i] <= scaled[i].max,
  );
  const quantities = [...idle];
  for (const [k, i] of sought.entries()) quantities[i] = refined[k] * unit[i];
  return isValid && totalCost(instruments, quantities) <= budget ? refined : rounded;
}

async function wholeLots(squares: Squares, trades: Trades): Promise<Hedge> {
  const { instruments, limits, free, idle } = trades;
  const relaxed = await hedgeSquares(squares, instruments, { ...limits, integer: false });
  if (relaxed.status !== 'optimal') return relaxed;
  const { rows: functions, offsets, weight, linear } = scaledSquares(squares, trades);
  const scaled: Squares = { rows: functions, offsets, weight, linear };
  const { columns, rows } = columnsOf(trades, (k) => linear[k]);
  const first = columns.length;
  for (const _ of functions) columns.push({ cost: 1, lower: 0, upper: Number.POSITIVE_INFINITY });
  // t_k ≥ w y₀ (e_k + F_k·q) − ½ w y₀².
  const tangents = (at: readonly number[]) =>
    functions.forEach((row, k) => {
      const slope = weight * (offsets[k] + dot(row, at));
      const steepest = Math.max(...row.map((f) => Math.abs(slope * f)));
      if (steepest === 0) return;
      const by = Math.min(Math.max(1 / steepest, 1 / MAX_TANGENT_SCALE), MAX_TANGENT_SCALE);
      rows.push({
        columns: [first + k, ...row.keys()],
        coefficients: [by, ...row.map((f) => -by * slope * f)],
        lower: by * (slope * offsets[k] - (0.5 * slope * slope) / weight),
        upper: Number.POSITIVE_INFINITY,
      });
    });
  const costs = free.map((i) => instruments[i].cost / trades.size);
  const objective = (q: readonly number[]) => squaresAt(scaled, q) + costs.reduce((total, cost, k) => total + cost * Math.abs(q[k]), 0);
  tangents(free.map((i) => relaxed.quantities[i]));
  const size = Math.max(Math.abs(objective(free.map(() => 0))), Math.abs(objective(free.map((i) => relaxed.quantities[i])))) || 1;
  const lots = (quantities: ArrayLike<number>): readonly number[] => {
    const whole = quantitiesOf(trades, quantities);
    return isWithinBudget(trades, whole) ? whole : idle;
  };
  const soughtOf = (quantities: readonly number[]) => free.map((i) => quantities[i]);
  let best = lots(soughtOf(relaxed.quantities));
  const touched = new Set<string>();
  const deadline = performance.now() + 1000 * SECONDS;
  for (let round = 0; round < MAX_ROUNDS && performance.now() < deadline; round++) {
    const { status, values } = await solve({ columns, rows }, SECONDS);
    if (values.length > 0) {
      const found = lots(values);
      if (objective(soughtOf(found)) < objective(soughtOf(best))) best = found;
      // Where the tangents at these lots are there, the program has their objective, and no other lots have less in it.
      if (status === 'optimal' && touched.has(found.join())) return { status, quantities: best };
      touched.add(found.join());
      tangents(soughtOf(found));
    }
    if (status !== 'optimal') break;
    const bound = columns.reduce((total, { cost }, j) => total + cost * values[j], 0);
    if (objective(soughtOf(best)) - bound <= Math.max(GAP * size, GAP * Math.abs(bound), LOT_ROUNDING))
      return { status: 'optimal', quantities: best };
  }
  return { status: 'limit', quantities: best };
}

/** Profit and loss per scenario: of what is hedged, and per unit of each instrument. */
export interface HedgeScenarios {
  readonly exposure: readonly number[];
  /** One row per scenario. */
  readonly instruments: readonly (readonly number[])[];
}

/**
 * minimise α + Σ z_k/((1 − c) n) + Σ κ|q|, z_k ≥ −pnl_k − α, z ≥ 0: the mean loss beyond the c quantile, and what trading costs.
 *
 * @throws EngineFailure that names the missing bounds, where the objective falls without end
 */
export async function hedgeShortfall(
  { exposure, instruments: scenarios }: HedgeScenarios,
  instruments: readonly HedgeInstrument[],
  confidence: number,
  limits: HedgeLimits,
): Promise<Hedge> {
  const perUnit = instruments.map((_, i) => scenarios.reduce((most, row) => Math.max(most, Math.abs(row[i])), 0));
  const bounds = instruments.flatMap(({ min, max }, i) => [Math.abs(min) * perUnit[i], Math.abs(max) * perUnit[i]]);
  const demanded = instruments.map(({ min, max }, i) => Math.max(min, -max, 0) * perUnit[i]);
  const size =
    Math.max(...exposure.map(Math.abs), ...demanded) || Math.max(...bounds.filter(Number.isFinite), 0) || Math.max(...perUnit) || 1;
  const trades = tradesOf(instruments, limits, { size, perUnit, objective: size, prohibitive: LARGEST_SHORTFALL_SLOPE });
  if (trades === undefined) return infeasible(instruments);
  const { free, idle, unit } = trades;
  const { columns, rows } = columnsOf(trades, () => 0);
  const alpha = columns.length;
  columns.push({ cost: 1, lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY });
  const share = 1 / ((1 - confidence) * exposure.length);
  const isFree = new Set(free);
  exposure.forEach((pnl, k) => {
    const fixed = idle.reduce((total, q, i) => total + (isFree.has(i) ? 0 : scenarios[k][i] * q), pnl);
    const excess = columns.length;
    columns.push({ cost: share, lower: 0, upper: Number.POSITIVE_INFINITY });
    rows.push({
      columns: [excess, alpha, ...free.keys()],
      coefficients: [1, 1, ...free.map((i) => (scenarios[k][i] / size) * unit[i])],
      lower: -fixed / size,
      upper: Number.POSITIVE_INFINITY,
    });
  });
  if (free.length === 0) return { status: 'optimal', quantities: idle };
  const { status, values } = await solve({ columns, rows }, SECONDS);
  if (status === 'optimal') return { status, quantities: quantitiesOf(trades, values) };
  if (status === 'unbounded') {
    // With nothing to hedge, the objective is in proportion to the quantities: where it falls in a direction, it falls without end.
    const reach = perUnit.map((risk) => (risk > 0 ? 1 / risk : 0));
    const nothing = { exposure: exposure.map(() => 0), instruments: scenarios };
    const directions = directionsOf(instruments, limits, reach);
    const { quantities: direction } = await hedgeShortfall(nothing, directions, confidence, { integer: false });
    const losses = Float64Array.from(scenarios, (row) => -dot(row, direction));
    if (meanBeyond(losses, 1 - confidence) + totalCost(instruments, direction) < FALLING) throw endless(direction, perUnit);
  }
  // No hedge was found in time, or such as may be no best one. Whole lots beside the best quantities of any size may do.
  if (!limits.integer) return { status: 'limit', quantities: values.length > 0 ? quantitiesOf(trades, values) : idle };
  const beside =
    values.length > 0
      ? values
      : await hedgeShortfall({ exposure, instruments: scenarios }, instruments, confidence, { ...limits, integer: false }).then(
          ({ quantities }) => free.map((i) => quantities[i]),
        );
  const quantities = quantitiesOf(trades, beside);
  return { status: 'limit', quantities: isWithinBudget(trades, quantities) ? quantities : idle };
}
