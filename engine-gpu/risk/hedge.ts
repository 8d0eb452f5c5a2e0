/**
 * Hedge quantities: what to trade of given instruments so that the least risk is left.
 *
 *   minimise  Σ_k ½ w_k (e_k + F_k·q)² + c·q + Σ_i κ_i |q_i|   over min ≤ q ≤ max,   Σ κ_i |q_i| ≤ budget
 *
 * covers Greeks (a row F_k per Greek, w = 1), least squares over scenarios (a row per scenario, w = 2) and variance (rows from the
 * eigenvectors of the correlation, w = 2): least squares with bounds, by an active set. Conditional value at risk is the linear program of
 * Rockafellar and Uryasev (2000), which HiGHS solves. Whole lots of a quadratic objective are found by outer approximation (Duran and
 * Grossmann 1986): tangents are added to a mixed-integer linear program until its bound meets the objective.
 */
import { EngineFailure } from '../base/failure.js';
import { refusal } from '../base/faults.js';
import { eigenvalueRounding } from '../market/correlation.js';
import { boundedLeastSquares } from '../math/bounded-least-squares.js';
import { symmetricEigenpairs, symmetricEigenvalues } from '../math/eigenvalues.js';
import { squareOf } from '../math/elementary/pow.js';
import { directionsOf, endless, FALLING } from './endless-hedge.js';
import {
  columnsOf,
  type HedgeInstrument,
  type HedgeLimits,
  isWithinBudget,
  lotsNear,
  quantitiesOf,
  type Trades,
  totalCost,
  tradesOf,
} from './hedge-trades.js';
import { type Status, solve } from './linear-program.js';
import { meanBeyond } from './tail.js';

/** Weighted squares of affine functions of the quantities, and a linear term. */
interface Squares {
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

/** Time limits of one solver call, and of a search for whole lots. */
const MAX_SOLVER_SECONDS = 10;
/** Tangent rounds of the outer approximation. */
const MAX_ROUNDS = 200;
/** Relative gap at which whole lots count as optimal. */
const GAP = 1e-9;
/** The same relative to the squares of a lot: their rounding. */
const LOT_ROUNDING = 1e-15;
/** Smallest eigenvalue of a correlation whose covariances are given to six digits. */
const COVARIANCE_PSD_TOLERANCE = 1e-6;
/** Error of an eigenvalue, relative to the largest and to their number. */
const EIGENVALUE_ROUNDING = 4 * Number.EPSILON;
/** Relative cost from which on no trade lowers squares: slopes of the squares are at most of the order of the condition number that doubles resolve. */
const PROHIBITIVE_SLOPE = 1e9;
/** Lots from the best quantities of any size within which lots are sought, where nothing shows how far better ones may be. */
const LOTS_FROM_RELAXED = 1_000;
/** Most lots on either side among which the solver searches. */
const MAX_LOTS = 1e6;
/** Rounds in which lots are traded one by one after a solution. */
const MAX_LOT_ROUNDS = 10;
/** A shortfall is a mean of losses: it falls by at most the largest profit of a unit. */
const LARGEST_SHORTFALL_SLOPE = 1;
/** Factors by which a tangent is scaled: beyond them the solver drops one of its coefficients or refuses it. */
const MAX_ROW_SCALE = 1e8;

/**
 * The squares whose sum is q'Cq + 2x·q + ridge |q|², up to a constant. The rows are those of the correlation, so that they are right to the
 * rounding of each entry where deviations differ by many orders of magnitude.
 *
 * @throws EngineFailure where the covariance is none
 */
export function varianceSquares(cross: readonly number[], covariance: readonly (readonly number[])[], ridge: number): Squares {
  const deviations = covariance.map((row, i) => Math.sqrt(Math.max(row[i]!, 0) + ridge));
  const inDeviations = (value: number, i: number, j: number): number =>
    deviations[i]! > 0 && deviations[j]! > 0 ? value / deviations[i]! / deviations[j]! : value;
  const pairs = symmetricEigenpairs(covariance.map((row, i) => row.map((c, j) => inDeviations(c + (i === j ? ridge : 0), i, j))));
  const negative = pairs.find(({ value }) => value < -COVARIANCE_PSD_TOLERANCE);
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
  // Below it an eigenvalue is the rounding of the others: its direction has no risk.
  const rounding = EIGENVALUE_ROUNDING * pairs.length * Math.max(...pairs.map(({ value }) => value));
  return {
    rows: pairs.map(({ value, vector }) =>
      Array.from(vector, (part, i) => (value > rounding ? Math.sqrt(value) : 0) * part * deviations[i]!),
    ),
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
  const largest = instruments.map((_, i) => rows.reduce((most, row) => Math.max(most, Math.abs(row[i]!)), 0));
  // Entries are in units of the largest: squares of tiny ones are then not below the range of doubles.
  const perUnit = largest.map((most, i) =>
    most === 0 ? 0 : most * Math.sqrt(weight * rows.reduce((total, row) => total + squareOf(row[i]! / most), 0)),
  );
  // The slope of the objective in the risk of an instrument.
  const slopes = perUnit.map((risk, i) =>
    risk > 0 ? Math.abs(linear[i]! / risk + weight * rows.reduce((total, row, k) => total + (row[i]! / risk) * offsets[k]!, 0)) : 0,
  );
  const demanded = instruments.map(({ min, max }, i) => Math.max(min, -max, 0) * perUnit[i]!);
  const size = Math.max(...slopes, ...demanded);
  if (size === 0) return tradesOf(instruments, limits, { size: 1, perUnit: perUnit.map(() => 0), objective: 1, prohibitive: 1 });
  // Of whole lots, one may be far larger than what is hedged.
  const objective = squareOf(limits.integer ? Math.max(size, ...perUnit) : size);
  if (objective === 0 || !Number.isFinite(objective))
    throw new EngineFailure('optimisation', `the square of the risk without a hedge, ${size}, is beyond the range of double precision`);
  return tradesOf(instruments, limits, { size, perUnit, objective, prohibitive: PROHIBITIVE_SLOPE });
}

/** The squares as a function of the scaled quantities sought, the others where they stay, in units of the objective's size. */
function scaledSquares({ rows, offsets, weight, linear }: Squares, { free, idle, unit, size }: Trades): Squares {
  const scale = Math.sqrt(size);
  const isFree = new Set(free);
  const fixed = (row: readonly number[]): number => idle.reduce((total, q, i) => total + (isFree.has(i) ? 0 : row[i]! * q), 0);
  return {
    rows: rows.map((row) => free.map((i) => (row[i]! / scale) * unit[i]!)),
    offsets: offsets.map((offset, k) => (offset + fixed(rows[k]!)) / scale),
    weight,
    linear: free.map((i) => (linear[i]! / size) * unit[i]!),
  };
}

/** @throws EngineFailure that names the missing bounds, where quantities may grow so that no square does and the linear term falls */
function anyQuantity(squares: Squares, trades: Trades): Hedge {
  const { free, idle, unit, instruments, limits, size } = trades;
  const { rows, offsets, weight, linear } = scaledSquares(squares, trades);
  const root = Math.sqrt(weight);
  const isFree = new Set(free);
  const spent = instruments.reduce((total, { cost }, i) => total + (isFree.has(i) ? 0 : cost * Math.abs(idle[i]!)), 0);
  const { values, gap, tolerance, direction } = boundedLeastSquares({
    columns: free.map((_, k) => Float64Array.from(rows, (row) => root * row[k]!)),
    offsets: Float64Array.from(offsets, (offset) => root * offset),
    linear,
    terms: free.map((i) => ({
      cost: (instruments[i]!.cost * unit[i]!) / size,
      min: instruments[i]!.min / unit[i]!,
      max: instruments[i]!.max / unit[i]!,
    })),
    budget: limits.budget === undefined ? Number.POSITIVE_INFINITY : (limits.budget - spent) / size,
  });
  if (direction !== undefined) {
    const growth = instruments.map(() => 0);
    for (const [k, i] of free.entries()) growth[i] = direction[k]! * unit[i]!;
    const perUnit = unit.map((each) => 1 / each);
    throw endless(growth, perUnit, ', or a ridge, or covariance.cross of one joint law with the instruments');
  }
  return { status: gap <= tolerance ? 'optimal' : 'limit', quantities: quantitiesOf(trades, values) };
}

export const squaresAt = ({ rows, offsets, weight, linear }: Squares, quantities: readonly number[]): number =>
  rows.reduce((total, row, k) => total + 0.5 * weight * squareOf(offsets[k]! + dot(row, quantities)), dot(linear, quantities));

const dot = (x: readonly number[], y: readonly number[]): number => x.reduce((total, value, i) => total + value * y[i]!, 0);

/**
 * Lots of each instrument from the best quantities of any size q* within which all are that have less than an objective: it rises by
 * ½ w λ Σ (F'F)ᵢᵢ (qᵢ − q*ᵢ)² at least, λ the least eigenvalue of F'F with a unit diagonal.
 *
 * @param above the objective above that of q*
 * @returns infinite where some trade has no risk of its own
 */
function lotsOfLess({ rows, weight, linear }: Squares, above: number): number[] {
  const risks = linear.map((_, i) => Math.sqrt(rows.reduce((total, row) => total + squareOf(row[i]!), 0)));
  const alike = risks.map((risk, i) =>
    risks.map((other, j) => rows.reduce((total, row) => total + (row[i]! / risk) * (row[j]! / other), 0)),
  );
  const smallest = symmetricEigenvalues(alike)[0]!;
  if (!(smallest > eigenvalueRounding(risks.length))) return risks.map(() => Number.POSITIVE_INFINITY);
  return risks.map((risk) => Math.ceil(Math.sqrt((2 * Math.max(above, 0)) / (weight * smallest)) / risk));
}

async function wholeLots(squares: Squares, trades: Trades): Promise<Hedge> {
  const { instruments, limits, free, idle } = trades;
  const relaxed = await hedgeSquares(squares, instruments, { ...limits, integer: false });
  if (relaxed.status === 'infeasible') return relaxed;
  const { rows: functions, offsets, weight, linear } = scaledSquares(squares, trades);
  const scaled: Squares = { rows: functions, offsets, weight, linear };
  const costs = free.map((i) => instruments[i]!.cost / trades.size);
  const objective = (q: readonly number[]) => squaresAt(scaled, q) + costs.reduce((total, cost, k) => total + cost * Math.abs(q[k]!), 0);
  const soughtOf = (quantities: readonly number[]) => free.map((i) => quantities[i]!);
  const lots = (quantities: ArrayLike<number>): readonly number[] => {
    const whole = quantitiesOf(trades, quantities);
    return isWithinBudget(trades, whole) ? whole : idle;
  };
  let best = lots(soughtOf(relaxed.quantities));
  if (relaxed.status === 'limit') return { status: 'limit', quantities: best };
  const least = objective(soughtOf(relaxed.quantities));
  const isBounded = free.every((i) => {
    const [lower, upper] = lotsNear(relaxed.quantities[i]!, MAX_LOTS, instruments[i]!);
    return lower === instruments[i]!.min && upper === instruments[i]!.max;
  });
  const reach = isBounded ? free.map(() => MAX_LOTS) : lotsOfLess(scaled, objective(soughtOf(best)) - least);
  const isKnown = Math.max(...reach) <= MAX_LOTS;
  const near = { quantities: relaxed.quantities, reach: isKnown ? reach : reach.map(() => LOTS_FROM_RELAXED) };
  const { columns, rows } = columnsOf(trades, (k) => linear[k]!, near);
  const first = columns.length;
  for (const _ of functions) columns.push({ cost: 1, lower: 0, upper: Number.POSITIVE_INFINITY });
  // t_k ≥ w y₀ (e_k + F_k·q) − ½ w y₀².
  const tangents = (point: readonly number[]) =>
    functions.forEach((row, k) => {
      const slope = weight * (offsets[k]! + dot(row, point));
      const steepest = Math.max(...row.map((f) => Math.abs(slope * f)));
      if (steepest === 0) return;
      const rowScale = Math.min(Math.max(1 / steepest, 1 / MAX_ROW_SCALE), MAX_ROW_SCALE);
      rows.push({
        columns: [first + k, ...row.keys()],
        coefficients: [rowScale, ...row.map((f) => -rowScale * slope * f)],
        lower: rowScale * (slope * offsets[k]! - (0.5 * slope * slope) / weight),
        upper: Number.POSITIVE_INFINITY,
      });
    });
  tangents(free.map((i) => relaxed.quantities[i]!));
  const size = Math.max(Math.abs(objective(free.map(() => 0))), Math.abs(least)) || 1;
  /** Better lots may be farther away than the solver looked, unless they cannot be better than the best quantities of any size. */
  const proven = (): Hedge => {
    const isLeast = isKnown || objective(soughtOf(best)) - least <= GAP * size;
    return { status: isLeast ? 'optimal' : 'limit', quantities: best };
  };
  const touched = new Set<string>();
  const deadline = performance.now() + 1000 * MAX_SOLVER_SECONDS;
  for (let round = 0; round < MAX_ROUNDS && performance.now() < deadline; round++) {
    const { status, values } = await solve({ columns, rows }, MAX_SOLVER_SECONDS);
    if (values.length > 0) {
      const wholeLots = lots(values);
      if (objective(soughtOf(wholeLots)) < objective(soughtOf(best))) best = wholeLots;
      // Where the tangents at these lots are there, the program has their objective, and no other lots have less in it.
      if (status === 'optimal' && touched.has(wholeLots.join())) return proven();
      touched.add(wholeLots.join());
      tangents(soughtOf(wholeLots));
    }
    if (status !== 'optimal') break;
    const bound = columns.reduce((total, { cost }, j) => total + cost * values[j]!, 0);
    if (objective(soughtOf(best)) - bound <= Math.max(GAP * size, GAP * Math.abs(bound), LOT_ROUNDING)) return proven();
  }
  return { status: 'limit', quantities: best };
}

/** Profit and loss per scenario: of what is hedged, and per unit of each instrument. */
interface HedgeScenarios {
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
  const perUnit = instruments.map((_, i) => scenarios.reduce((most, row) => Math.max(most, Math.abs(row[i]!)), 0));
  const bounds = instruments.flatMap(({ min, max }, i) => [Math.abs(min) * perUnit[i]!, Math.abs(max) * perUnit[i]!]);
  const demanded = instruments.map(({ min, max }, i) => Math.max(min, -max, 0) * perUnit[i]!);
  const size =
    Math.max(...exposure.map(Math.abs), ...demanded) || Math.max(...bounds.filter(Number.isFinite), 0) || Math.max(...perUnit) || 1;
  const trades = tradesOf(instruments, limits, { size, perUnit, objective: size, prohibitive: LARGEST_SHORTFALL_SLOPE });
  if (trades === undefined) return infeasible(instruments);
  const { free, idle, unit } = trades;
  // It fails where the objective falls without end, which the solver does not see of whole numbers.
  const relaxed = limits.integer
    ? await hedgeShortfall({ exposure, instruments: scenarios }, instruments, confidence, { ...limits, integer: false })
    : undefined;
  const { columns, rows } = columnsOf(trades, () => 0, relaxed && { quantities: relaxed.quantities, reach: free.map(() => MAX_LOTS) });
  const alpha = columns.length;
  columns.push({ cost: 1, lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY });
  const share = 1 / ((1 - confidence) * exposure.length);
  const isFree = new Set(free);
  exposure.forEach((pnl, k) => {
    const fixed = idle.reduce((total, q, i) => total + (isFree.has(i) ? 0 : scenarios[k]![i]! * q), pnl);
    const excess = columns.length;
    columns.push({ cost: share, lower: 0, upper: Number.POSITIVE_INFINITY });
    const moves = free.map((i) => (scenarios[k]![i]! / size) * unit[i]!);
    // One lot may move next to nothing, and the solver takes small coefficients as 0.
    const largest = Math.max(...moves.map(Math.abs));
    const rowScale = limits.integer && largest > 0 ? Math.min(Math.max(1 / largest, 1), MAX_ROW_SCALE) : 1;
    rows.push({
      columns: [excess, alpha, ...free.keys()],
      coefficients: [rowScale, rowScale, ...moves.map((move) => rowScale * move)],
      lower: (-rowScale * fixed) / size,
      upper: Number.POSITIVE_INFINITY,
    });
  });
  if (free.length === 0) return { status: 'optimal', quantities: idle };
  /** Trades one lot more or less of one instrument after another while that is better. */
  const lotByLot = (
    start: readonly number[],
    itsLosses: Float64Array,
    objective: (losses: Float64Array, quantities: readonly number[]) => number,
  ): readonly number[] => {
    let [best, losses, least] = [start, itsLosses, objective(itsLosses, start)];
    for (let round = 0; round < MAX_LOT_ROUNDS; round++) {
      const former = least;
      for (const i of free)
        for (const step of [1, -1]) {
          const quantities = best.with(i, best[i]! + step);
          if (!isWithin(instruments[i]!, quantities[i]!) || !isWithinBudget(trades, quantities)) continue;
          const moved = losses.map((loss, k) => loss - step * scenarios[k]![i]!);
          const value = objective(moved, quantities);
          if (value < least) [best, losses, least] = [quantities, moved, value];
        }
      if (least === former) break;
    }
    return best;
  };
  const { status, values } = await solve({ columns, rows }, MAX_SOLVER_SECONDS);
  if (status === 'optimal') {
    const lossesOf = (quantities: readonly number[]) => Float64Array.from(scenarios, (row, k) => -(exposure[k]! + dot(row, quantities)));
    const objective = (losses: Float64Array, quantities: readonly number[]): number =>
      meanBeyond(losses, 1 - confidence) + totalCost(instruments, quantities);
    // The solver's tolerance is of the largest amounts: beside them, doing nothing may be better, and so may a lot more or less.
    const solved = quantitiesOf(trades, values);
    const quantities = objective(lossesOf(idle), idle) < objective(lossesOf(solved), solved) ? idle : solved;
    if (relaxed === undefined) return { status, quantities };
    // One lot among many is below the solver's tolerance: lots beside the best quantities of any size may be better.
    const beside = quantitiesOf(
      trades,
      free.map((i) => relaxed.quantities[i]!),
    );
    const isBetter = isWithinBudget(trades, beside) && objective(lossesOf(beside), beside) < objective(lossesOf(quantities), quantities);
    const start = isBetter ? beside : quantities;
    const whole = lotByLot(start, lossesOf(start), objective);
    return {
      status: isAmongSought(whole, relaxed.quantities, instruments) ? status : 'limit',
      quantities: whole,
    };
  }
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
  if (relaxed === undefined) return { status: 'limit', quantities: values.length > 0 ? quantitiesOf(trades, values) : idle };
  const quantities = quantitiesOf(trades, values.length > 0 ? values : free.map((i) => relaxed.quantities[i]!));
  return { status: 'limit', quantities: isWithinBudget(trades, quantities) ? quantities : idle };
}

/** True where no bound of the search, rather than of an instrument, has held lots back: better ones may lie beyond it. */
const isAmongSought = (lots: readonly number[], middle: readonly number[], instruments: readonly HedgeInstrument[]): boolean =>
  instruments.every((instrument, i) => {
    const [lower, upper] = lotsNear(middle[i]!, MAX_LOTS, instrument);
    return (lots[i]! > lower || lower === instrument.min) && (lots[i]! < upper || upper === instrument.max);
  });

const isWithin = ({ min, max }: HedgeInstrument, quantity: number): boolean => quantity >= min && quantity <= max;
