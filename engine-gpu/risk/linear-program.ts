/** Linear and mixed-integer programs, solved by HiGHS (Huangfu and Hall 2018) in WebAssembly. */
import highsModule, { type Highs, type HighsOptions, type ModelData } from 'highs';
import { EngineFailure } from '../base/failure.js';

/** A constraint lower ≤ Σ coefficient · column ≤ upper. */
export interface Row {
  readonly columns: readonly number[];
  readonly coefficients: readonly number[];
  readonly lower: number;
  readonly upper: number;
}

export interface Column {
  /** Coefficient in the objective, which is minimised. */
  readonly cost: number;
  readonly lower: number;
  readonly upper: number;
  readonly integer?: boolean;
}

export interface Program {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

export type Status = 'optimal' | 'infeasible' | 'unbounded' | 'limit';

interface Solution {
  readonly status: Status;
  /** Values of the columns; empty unless the status is optimal or limit. */
  readonly values: Float64Array;
}

/** The package's types describe its CommonJS form; the ES module that Node loads exports the loader itself. */
const loadHighs = highsModule as unknown as typeof highsModule.default;

/** Nodes of a search over whole numbers: the 2 GiB that the solver may have are for a few hundred thousand. */
const MAX_SEARCH_NODES = 20_000;

/** Coefficients below it are taken as 0: the least that the solver admits. */
const SMALLEST_COEFFICIENT = 1e-12;
/** Reduced costs below it are taken as 0: the least that the solver admits. */
const LEAST_REDUCED_COST = 1e-10;

let loading: Promise<Highs> | undefined;

/**
 * The ways in which a linear program is solved until one gives an answer that passes its check. HiGHS loses programs with numbers of very different
 * sizes now and then, most often while it simplifies them.
 */
const WAYS: readonly Partial<HighsOptions>[] = [{}, { presolve: 'off' }, { solver: 'ipm' }];
/** Whole numbers are found by branching in any case. */
const INTEGER_WAYS = WAYS.slice(0, 2);

/** Violation of a bound or a row that a solution may have, relative to the terms of the row where these are above 1: ten times the solver's tolerance. */
const FEASIBLE = 1e-6;
/** The same for reduced costs, and for the gap between the objective and its dual bound, relative to the terms of each. */
const OPTIMAL = 1e-6;

/**
 * Solves a program. The solver holds the thread until it ends, at most `seconds`; the status is `limit` where it takes longer, or more nodes or
 * memory than it may have, or where no way gives a solution that passes its check. That there is none, or that the objective falls without end,
 * counts where two ways say so.
 *
 * @throws EngineFailure optimisation, where the solver fails in every way or a number is beyond its range
 */
export async function solve(program: Program, seconds: number): Promise<Solution> {
  const isInteger = program.columns.some(({ integer }) => integer);
  const ways = isInteger ? INTEGER_WAYS : WAYS;
  const deadline = performance.now() + 1_000 * seconds;
  let unchecked: Solution | undefined;
  let claimed: Status | undefined;
  let failure: unknown;
  for (const way of ways) {
    const remainingSeconds = (deadline - performance.now()) / 1_000;
    if (remainingSeconds <= 0) break;
    try {
      const { duals, ...solution } = await solvedFrom(originOf(program), way, program, remainingSeconds);
      if (isInteger && solution.status === 'limit') return solution;
      if (solution.status === 'infeasible' || solution.status === 'unbounded') {
        if (solution.status === claimed) return solution;
        claimed ??= solution.status;
      } else if (solution.values.length > 0) {
        const isChecked = isFeasible(program, solution.values) && (isInteger || isOptimal(program, solution.values, duals));
        if (solution.status === 'optimal' && isChecked) return solution;
        unchecked ??= { ...solution, status: 'limit' };
      }
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error;
      failure ??= error;
    }
  }
  if (unchecked === undefined && claimed === undefined && failure !== undefined) throw failure;
  return unchecked ?? { status: 'limit', values: new Float64Array() };
}

/** Whole numbers count from the middle of their bounds where 0 is not between them: of large ones the solver now and then finds no end. */
const originOf = ({ columns }: Program): readonly number[] =>
  columns.map(({ integer, lower, upper }) =>
    integer && Number.isFinite(lower) && Number.isFinite(upper) && (lower > 0 || upper < 0) ? Math.round(lower + (upper - lower) / 2) : 0,
  );

/** Solves a program in the distances of its columns from an origin. */
async function solvedFrom(
  origin: readonly number[],
  way: Partial<HighsOptions>,
  { columns, rows }: Program,
  seconds: number,
): Promise<Answer> {
  const moved: Program = {
    columns: columns.map(({ lower, upper, ...column }, j) => ({ ...column, lower: lower - origin[j]!, upper: upper - origin[j]! })),
    rows: rows.map((row) => {
      const { sum } = activityOf(row, origin);
      return { ...row, lower: row.lower - sum, upper: row.upper - sum };
    }),
  };
  const { values, ...answer } = await solvedBy(way, moved, seconds);
  return { ...answer, values: values.map((value, j) => value + origin[j]!) };
}

interface Answer extends Solution {
  /** One per row: what its bound is worth. */
  readonly duals: Float64Array;
}

const NOTHING = { values: new Float64Array(), duals: new Float64Array() };

async function solvedBy(way: Partial<HighsOptions>, { columns, rows }: Program, seconds: number): Promise<Answer> {
  loading ??= loadHighs();
  const highs: Highs = await loading;
  const { infinity } = highs;
  const bound = (value: number) => (value === Number.POSITIVE_INFINITY ? infinity : value === Number.NEGATIVE_INFINITY ? -infinity : value);
  const starts = [0];
  for (const row of rows) starts.push(starts[starts.length - 1]! + row.columns.length);
  const model: ModelData = {
    numCols: columns.length,
    numRows: rows.length,
    colCost: Float64Array.from(columns, ({ cost }) => cost),
    colLower: Float64Array.from(columns, ({ lower }) => bound(lower)),
    colUpper: Float64Array.from(columns, ({ upper }) => bound(upper)),
    rowLower: Float64Array.from(rows, ({ lower }) => bound(lower)),
    rowUpper: Float64Array.from(rows, ({ upper }) => bound(upper)),
    matrix: {
      format: 'csr',
      numRows: rows.length,
      numCols: columns.length,
      starts: Int32Array.from(starts),
      indices: Int32Array.from(rows.flatMap((row) => row.columns)),
      values: Float64Array.from(rows.flatMap((row) => row.coefficients)),
    },
    ...(columns.some(({ integer }) => integer) && {
      integrality: columns.map(({ integer }) => highs.constants.variableType[integer ? 'integer' : 'continuous']),
    }),
  } as ModelData;
  try {
    return highs.withModel(model, (handle) => {
      handle.options.set({
        output_flag: false,
        time_limit: seconds,
        mip_rel_gap: 0,
        mip_abs_gap: 0,
        mip_max_nodes: MAX_SEARCH_NODES,
        small_matrix_value: SMALLEST_COEFFICIENT,
        // One whole lot among many changes the objective by little, which is no rounding.
        ...(columns.some(({ integer }) => integer) && { dual_feasibility_tolerance: LEAST_REDUCED_COST }),
        ...way,
      });
      handle.run();
      const status = statusOf(handle.getModelStatus(), highs.constants.modelStatus);
      if (status !== 'optimal' && status !== 'limit') return { status, ...NOTHING };
      const { colValue, rowDual } = handle.getSolution();
      const values = Float64Array.from(colValue);
      return values.every(Number.isFinite)
        ? { status, values, duals: Float64Array.from(rowDual) }
        : { status: 'limit' as const, ...NOTHING };
    });
  } catch (error) {
    if (error instanceof EngineFailure) throw error;
    // A module that has ended answers no further call.
    loading = undefined;
    if ((error as Error).name === 'RuntimeError') return { status: 'limit', ...NOTHING };
    // The solver refuses numbers beyond its range, which products of admitted ones can be.
    throw new EngineFailure('optimisation', `the solver cannot take these numbers: ${(error as Error).message}`);
  }
}

/** True if values keep to bounds and rows. */
export function isFeasible({ columns, rows }: Program, values: ArrayLike<number>): boolean {
  const isWithin = (value: number, lower: number, upper: number, size: number) => {
    const slack = FEASIBLE * Math.max(1, size);
    return value >= lower - slack && value <= upper + slack;
  };
  return (
    columns.every(({ lower, upper }, j) => isWithin(values[j]!, lower, upper, Math.abs(values[j]!))) &&
    rows.every((row) => {
      const { sum, size } = activityOf(row, values);
      return isWithin(sum, row.lower, row.upper, size);
    })
  );
}

/**
 * True if feasible values of a linear program are a minimum: with the reduced costs c − Aᵀy, no column may move to where the objective is less, and
 * the objective is that of the dual.
 *
 * @param duals y, one per row
 */
export function isOptimal({ columns, rows }: Program, values: ArrayLike<number>, duals: ArrayLike<number>): boolean {
  const reduced = columns.map(({ cost }) => cost);
  const sizes = columns.map(({ cost }) => Math.abs(cost));
  let gap = 0;
  let objective = 0;
  /** @param price of moving up by 1, above 0 where the lower bound holds it back */
  const add = (price: number, value: number, lower: number, upper: number, size: number): boolean => {
    const bound = price > 0 ? lower : upper;
    // Without a bound the price is 0 but for rounding, and what that makes of the value is part of the gap.
    const distance = Number.isFinite(bound) ? Math.abs(value - bound) : Math.abs(value);
    gap += Math.abs(price) * distance;
    return Number.isFinite(bound) || Math.abs(price) <= OPTIMAL * Math.max(1, size);
  };
  for (const [r, row] of rows.entries()) {
    const y = duals[r]!;
    if (y === 0) continue;
    for (const [k, j] of row.columns.entries()) {
      reduced[j]! -= y * row.coefficients[k]!;
      sizes[j]! += Math.abs(y * row.coefficients[k]!);
    }
    if (!add(y, activityOf(row, values).sum, row.lower, row.upper, 1)) return false;
  }
  for (const [j, { cost, lower, upper }] of columns.entries()) {
    objective += Math.abs(cost * values[j]!);
    if (!add(reduced[j]!, values[j]!, lower, upper, sizes[j]!)) return false;
  }
  return gap <= OPTIMAL * Math.max(1, objective);
}

/** The sum of a row, and that of the sizes of its terms. */
function activityOf({ columns, coefficients }: Row, values: ArrayLike<number>): { readonly sum: number; readonly size: number } {
  let [sum, size] = [0, 0];
  for (const [k, j] of columns.entries()) {
    const term = coefficients[k]! * values[j]!;
    sum += term;
    size += Math.abs(term);
  }
  return { sum, size };
}

function statusOf(code: number, codes: Highs['constants']['modelStatus']): Status {
  switch (code) {
    case codes.optimal:
    case codes.empty:
      return 'optimal';
    case codes.infeasible:
      return 'infeasible';
    case codes.unbounded:
    case codes.unboundedOrInfeasible:
      return 'unbounded';
    case codes.timeLimit:
    case codes.iterationLimit:
    case codes.solutionLimit:
      return 'limit';
    default:
      throw new EngineFailure('optimisation', `the solver ended with status ${code}`);
  }
}
