/**
 * Hedge quantities: what to trade of given instruments so that the least risk is left.
 *
 *   minimise  Σ_k ½ w_k (e_k + F_k·q)² + c·q + Σ_i κ_i |q_i|   over min ≤ q ≤ max,   Σ κ_i |q_i| ≤ budget
 *
 * covers Greeks (a row F_k per Greek, w = 1), least squares over scenarios (a row per scenario, w = 2) and variance (rows from the
 * eigenvectors of the covariance, w = 2). Conditional value at risk is the linear program of Rockafellar and Uryasev (2000). The solver is
 * HiGHS; a continuous solution is then made exact by solving the optimality conditions on the bounds that it found active. Whole lots of
 * a quadratic objective are found by outer approximation (Duran and Grossmann 1986): tangents are added to a mixed-integer linear
 * program until its bound meets the objective.
 */
import { EngineFailure } from '../base/failure.js';
import { symmetricEigenpairs } from '../math/eigenvalues.js';
import { solveLinear } from '../math/linear-solve.js';
import { type Column, type Row, type Status, solve } from './linear-program.js';

export interface HedgeInstrument {
  /** Cost per unit traded, ≥ 0. */
  readonly cost: number;
  readonly min: number;
  readonly max: number;
}

export interface HedgeLimits {
  /** The most that all trades together may cost. */
  readonly budget?: number | undefined;
  /** Whole quantities alone. */
  readonly integer: boolean;
}

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
/** Distance from a bound, in scaled quantities, at which the solver means the bound itself. */
const ACTIVE = 1e-6;

/** The squares whose sum is q'Cq + 2x·q + ridge |q|², up to a constant. */
export function varianceSquares(cross: readonly number[], covariance: readonly (readonly number[])[], ridge: number): Squares {
  const pairs = symmetricEigenpairs(covariance);
  const largest = Math.max(...pairs.map(({ value }) => Math.abs(value)), 0);
  const negative = pairs.find(({ value }) => value < -1e-9 * largest);
  if (negative)
    throw new EngineFailure('invalid', `covariance.instruments must be positive semi-definite; it has the eigenvalue ${negative.value}`, [
      { pointer: '/covariance/instruments', reason: `must be positive semi-definite; it has the eigenvalue ${negative.value}` },
    ]);
  return {
    rows: pairs.map(({ value, vector }) => Array.from(vector, (part) => Math.sqrt(Math.max(value, 0) + ridge) * part)),
    offsets: pairs.map(() => 0),
    weight: 2,
    linear: cross.map((x) => 2 * x),
  };
}

/** @throws EngineFailure optimisation, where the objective falls without end because quantities have no bounds */
export const hedgeSquares = (squares: Squares, instruments: readonly HedgeInstrument[], limits: HedgeLimits): Promise<Hedge> =>
  limits.integer ? wholeLots(squares, instruments, limits) : anyQuantity(squares, instruments, limits);

async function anyQuantity(squares: Squares, instruments: readonly HedgeInstrument[], limits: HedgeLimits): Promise<Hedge> {
  const n = instruments.length;
  const hessian = hessianOf(squares, n);
  const gradient = gradientOf(squares, n);
  // The solver's tolerances are absolute: quantities are scaled to a unit Hessian diagonal, the objective to its size without a hedge.
  const scale = hessian.map((row, i) => (row[i] > 0 ? 1 / Math.sqrt(row[i]) : 1));
  const size = Math.max(...gradient.map((g, i) => Math.abs(g) * scale[i]), ...instruments.map(({ cost }, i) => cost * scale[i]), 0) || 1;
  const { columns, rows } = tradeColumns(
    instruments,
    limits,
    scale.map((s) => s * size),
    (i) => (gradient[i] * scale[i]) / size,
    1 / (size * size),
  );
  const quadratic = hessian.map((row, i) => row.map((h, j) => h * scale[i] * scale[j]));
  const { status, values } = await solve({ columns, rows, quadratic }, SECONDS);
  if (status !== 'optimal') return outcome(status, [], n);
  const found = instruments.map((_, i) => values[i] * scale[i] * size);
  return { status, quantities: exactly(found, { hessian, gradient, instruments, limits, unit: scale.map((s) => s * size) }) };
}

const outcome = (status: Status, quantities: readonly number[], n: number): Hedge => {
  if (status === 'unbounded')
    throw new EngineFailure('optimisation', 'the objective falls without end: give min and max to the instruments, or a ridge');
  return { status, quantities: quantities.length === n ? quantities : Array.from({ length: n }, () => 0) };
};

/**
 * Columns of quantities, and beside those with a cost of their sizes a_i ≥ |q_i|; the rows that tie them, and the budget.
 *
 * @param unit      quantity that 1 of a column stands for
 * @param objective coefficient of a quantity's column
 * @param costScale units of the columns' objective per unit of cost
 */
function tradeColumns(
  instruments: readonly HedgeInstrument[],
  { budget, integer }: HedgeLimits,
  unit: readonly number[],
  objective: (i: number) => number,
  costScale: number,
): { columns: Column[]; rows: Row[]; sizes: ReadonlyMap<number, number> } {
  const columns: Column[] = instruments.map(({ min, max }, i) => ({
    cost: objective(i),
    lower: min / unit[i],
    upper: max / unit[i],
    integer,
  }));
  const rows: Row[] = [];
  const sizes = new Map<number, number>();
  instruments.forEach(({ cost }, i) => {
    if (cost === 0) return;
    const size = columns.length;
    sizes.set(i, size);
    columns.push({ cost: cost * unit[i] * costScale, lower: 0, upper: Number.POSITIVE_INFINITY });
    rows.push({ columns: [size, i], coefficients: [1, -1], lower: 0, upper: Number.POSITIVE_INFINITY });
    rows.push({ columns: [size, i], coefficients: [1, 1], lower: 0, upper: Number.POSITIVE_INFINITY });
  });
  if (budget !== undefined && sizes.size > 0)
    rows.push({
      columns: [...sizes.values()],
      coefficients: [...sizes.keys()].map((i) => instruments[i].cost * unit[i]),
      lower: Number.NEGATIVE_INFINITY,
      upper: budget,
    });
  return { columns, rows, sizes };
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

interface Conditions {
  readonly hessian: readonly (readonly number[])[];
  readonly gradient: readonly number[];
  readonly instruments: readonly HedgeInstrument[];
  readonly limits: HedgeLimits;
  readonly unit: readonly number[];
}

/**
 * The solution of H q + g + κ sign(q) = 0 over the quantities that the solver left free, the others at their bound or at the kink of their
 * cost. Kept only where it obeys every bound and keeps its signs; otherwise the solver's own digits stand.
 */
function exactly(found: readonly number[], { hessian, gradient, instruments, limits, unit }: Conditions): number[] {
  const fixed = instruments.map(({ cost, min, max }, i) => {
    const near = (target: number) => Math.abs(found[i] - target) <= ACTIVE * unit[i];
    return near(min) ? min : near(max) ? max : cost > 0 && near(0) ? 0 : undefined;
  });
  const free = [...found.keys()].filter((i) => fixed[i] === undefined);
  const rounded = found.map((q, i) => fixed[i] ?? q);
  if (free.length === 0) return rounded;
  const a = Float64Array.from(free.flatMap((i) => free.map((j) => hessian[i][j])));
  const b = Float64Array.from(free, (i) => {
    const held = fixed.reduce<number>((total, q, j) => total + (q === undefined ? 0 : hessian[i][j] * q), 0);
    return -(gradient[i] + held + instruments[i].cost * Math.sign(found[i]));
  });
  solveLinear(a, b);
  const refined = rounded.slice();
  free.forEach((i, k) => {
    refined[i] = b[k];
  });
  const isValid = free.every(
    (i) =>
      Math.abs(refined[i] - found[i]) <= 1e-3 * Math.max(unit[i], Math.abs(found[i])) &&
      refined[i] >= instruments[i].min &&
      refined[i] <= instruments[i].max,
  );
  return isValid && totalCost(instruments, refined) <= (limits.budget ?? Number.POSITIVE_INFINITY) ? refined : rounded;
}

export const totalCost = (instruments: readonly HedgeInstrument[], quantities: readonly number[]): number =>
  instruments.reduce((total, { cost }, i) => total + cost * Math.abs(quantities[i]), 0);

async function wholeLots(squares: Squares, instruments: readonly HedgeInstrument[], limits: HedgeLimits): Promise<Hedge> {
  const n = instruments.length;
  const relaxed = await anyQuantity(squares, instruments, { ...limits, integer: false });
  if (relaxed.status !== 'optimal') return relaxed;
  const { rows: functions, offsets, weight, linear } = squares;
  const size =
    Math.max(
      Math.abs(
        squaresAt(
          squares,
          Array.from({ length: n }, () => 0),
        ),
      ),
      Math.abs(squaresAt(squares, relaxed.quantities)),
    ) || 1;
  const { columns, rows } = tradeColumns(
    instruments,
    limits,
    instruments.map(() => 1),
    (i) => linear[i] / size,
    1 / size,
  );
  const first = columns.length;
  for (const _ of functions) columns.push({ cost: 1, lower: 0, upper: Number.POSITIVE_INFINITY });
  // t_k ≥ w y₀ (e_k + F_k·q) − ½ w y₀², in units of `size`.
  const tangents = (at: readonly number[]) =>
    functions.forEach((row, k) => {
      const slope = (weight * (offsets[k] + dot(row, at))) / size;
      if (slope === 0) return;
      rows.push({
        columns: [first + k, ...row.keys()],
        coefficients: [1, ...row.map((f) => -slope * f)],
        lower: slope * offsets[k] - (0.5 * slope * slope * size) / weight,
        upper: Number.POSITIVE_INFINITY,
      });
    });
  const objective = (q: readonly number[]) => squaresAt(squares, q) + totalCost(instruments, q);
  tangents(relaxed.quantities);
  let best: readonly number[] | undefined;
  const deadline = performance.now() + 1000 * SECONDS;
  for (let round = 0; round < MAX_ROUNDS && performance.now() < deadline; round++) {
    const { status, values } = await solve({ columns, rows }, SECONDS);
    if (status === 'infeasible') return outcome('infeasible', [], n);
    if (status !== 'optimal') break;
    const at = instruments.map((_, i) => Math.round(values[i]));
    if (best === undefined || objective(at) < objective(best)) best = at;
    const bound = size * columns.reduce((total, { cost }, j) => total + cost * values[j], 0);
    if (objective(best) - bound <= GAP * Math.max(size, Math.abs(bound))) return { status: 'optimal', quantities: best };
    tangents(at);
  }
  return outcome('limit', best ?? [], n);
}

/** Profit and loss per scenario: of what is hedged, and per unit of each instrument. */
export interface HedgeScenarios {
  readonly exposure: readonly number[];
  /** One row per scenario. */
  readonly instruments: readonly (readonly number[])[];
}

/** minimise α + Σ z_k/((1 − c) n) + Σ κ|q|, z_k ≥ −pnl_k − α, z ≥ 0: the mean loss beyond the c quantile, and what trading costs. */
export async function hedgeShortfall(
  { exposure, instruments: scenarios }: HedgeScenarios,
  instruments: readonly HedgeInstrument[],
  confidence: number,
  limits: HedgeLimits,
): Promise<Hedge> {
  const n = instruments.length;
  const size = Math.max(...exposure.map(Math.abs), ...scenarios.flat().map(Math.abs)) || 1;
  const { columns, rows } = tradeColumns(
    instruments,
    limits,
    instruments.map(() => 1),
    () => 0,
    1 / size,
  );
  const alpha = columns.length;
  columns.push({ cost: 1, lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY });
  const share = 1 / ((1 - confidence) * exposure.length);
  exposure.forEach((pnl, k) => {
    const excess = columns.length;
    columns.push({ cost: share, lower: 0, upper: Number.POSITIVE_INFINITY });
    rows.push({
      columns: [excess, alpha, ...instruments.keys()],
      coefficients: [1, 1, ...scenarios[k].map((value) => value / size)],
      lower: -pnl / size,
      upper: Number.POSITIVE_INFINITY,
    });
  });
  const { status, values } = await solve({ columns, rows }, SECONDS);
  return outcome(
    status,
    instruments.map((_, i) => (limits.integer ? Math.round(values[i]) : values[i])),
    n,
  );
}
