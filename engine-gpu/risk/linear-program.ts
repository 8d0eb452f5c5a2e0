/** Linear, mixed-integer and convex quadratic programs, solved by HiGHS (Huangfu and Hall 2018) in WebAssembly. */
import highsModule, { type Highs, type ModelData } from 'highs';
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
  /** Q of ½xᵀQx over the first `quadratic.length` columns, symmetric and positive semi-definite; absent: a linear program. */
  readonly quadratic?: readonly (readonly number[])[];
}

export type Status = 'optimal' | 'infeasible' | 'unbounded' | 'limit';

export interface Solution {
  readonly status: Status;
  /** Values of the columns; empty unless the status is optimal or limit. */
  readonly values: Float64Array;
}

/** The package's types describe its CommonJS form; the ES module that Node loads exports the loader itself. */
const loadHighs = highsModule as unknown as typeof highsModule.default;

/** Nodes of a search over whole numbers: the 2 GiB that the solver may have are for a few hundred thousand. */
const MAX_NODES = 20_000;

let loading: Promise<Highs> | undefined;

/**
 * Solves a program. The solver holds the thread until it ends, at most `seconds`; the status is `limit` where it takes longer, or more nodes or
 * memory than it may have.
 *
 * @throws EngineFailure optimisation, where the solver fails or a number is beyond its range
 */
export async function solve({ columns, rows, quadratic }: Program, seconds: number): Promise<Solution> {
  loading ??= loadHighs();
  const highs: Highs = await loading;
  const { infinity } = highs;
  const bound = (value: number) => (value === Number.POSITIVE_INFINITY ? infinity : value === Number.NEGATIVE_INFINITY ? -infinity : value);
  const starts = [0];
  for (const row of rows) starts.push(starts[starts.length - 1] + row.columns.length);
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
    ...(quadratic && { hessian: lowerTriangle(quadratic, columns.length) }),
  } as ModelData;
  try {
    return highs.withModel(model, (made) => {
      made.options.set({ output_flag: false, time_limit: seconds, mip_rel_gap: 0, mip_abs_gap: 0, mip_max_nodes: MAX_NODES });
      made.run();
      const status = statusOf(made.getModelStatus(), highs.constants.modelStatus);
      const values = status === 'optimal' || status === 'limit' ? Float64Array.from(made.getSolution().colValue) : new Float64Array();
      return values.every(Number.isFinite) ? { status, values } : { status: 'limit' as const, values: new Float64Array() };
    });
  } catch (error) {
    if (error instanceof EngineFailure) throw error;
    // A module that has ended answers no further call.
    loading = undefined;
    if ((error as Error).name === 'RuntimeError') return { status: 'limit', values: new Float64Array() };
    // The solver refuses numbers beyond its range, which products of admitted ones can be.
    throw new EngineFailure('optimisation', `the solver cannot take these numbers: ${(error as Error).message}`);
  }
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

/** The lower triangle column by column, padded with empty columns. */
function lowerTriangle(q: readonly (readonly number[])[], dimension: number) {
  const starts = [0];
  const indices: number[] = [];
  const values: number[] = [];
  for (let j = 0; j < dimension; j++) {
    for (let i = j; i < q.length; i++) {
      if (q[i][j] === 0) continue;
      indices.push(i);
      values.push(q[i][j]);
    }
    starts.push(indices.length);
  }
  return {
    format: 'triangular',
    dimension,
    starts: Int32Array.from(starts),
    indices: Int32Array.from(indices),
    values: Float64Array.from(values),
  };
}
