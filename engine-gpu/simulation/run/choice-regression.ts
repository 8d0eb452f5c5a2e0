/**
 * Regression coefficients for a holder's choices, fitted on separate paths. The pricing paths then use no information about their own
 * future, so the price has no foresight bias.
 */
import { setImmediate } from 'node:timers/promises';
import { leastSquares, updateTriangle } from '../../math/least-squares.js';
import type { Program } from '../emit/program.js';

/** Coefficients of a program's regressions, in the program's order. */
export type Policy = readonly (readonly number[])[];

/** The program with the coefficients of a policy in place. Coefficients of regressions beyond the end of the policy stay zero. */
export function withPolicy(program: Program, policy: Policy): Program {
  const scalars = program.scalars.slice();
  policy.forEach((coefficients, k) => void scalars.set(coefficients, program.regressions[k].at));
  return { ...program, scalars };
}

/**
 * Fits the choices backwards in time, each under the later ones already fitted.
 *
 * @param valuesOf  runs a program on the fitting paths and returns the output that a selector chooses, one value per path
 */
export async function fitPolicy(
  program: Program,
  valuesOf: (program: Program, selector: number) => Promise<Float64Array>,
): Promise<Policy> {
  const policy: number[][] = [];
  for (const { known, paid, features, basis } of program.regressions) {
    const under = withPolicy(program, policy);
    const state: Float64Array[] = [];
    for (const selector of features) state.push(await valuesOf(under, selector));
    const [knownValues, paidValues] = [await valuesOf(under, known), await valuesOf(under, paid)];
    policy.push(
      await regress(
        basis,
        state,
        paidValues.map((value, i) => value - knownValues[i]),
      ),
    );
  }
  return policy;
}

/** Number of paths added to a regression at once: a millisecond or two, after which the event loop runs other work. */
const PATHS_PER_BLOCK = 512;

/**
 * Smallest distance of a basis function from the span of those before it, relative to its norm. On a few thousand paths a closer function
 * carries no information (the values of a call and a put and a quartic nearly span each other), and its coefficient would be too large for
 * single precision.
 */
const MIN_INDEPENDENT_PART = 1e-3;

/** Least-squares coefficients of the basis functions. @param target  one value per path */
async function regress(basis: readonly (readonly number[])[], features: readonly Float64Array[], target: Float64Array): Promise<number[]> {
  const triangle = Array.from({ length: basis.length + 1 }, () => new Float64Array(basis.length + 1));
  for (let start = 0; start < target.length; start += PATHS_PER_BLOCK) {
    const state = features.map((feature) => feature.subarray(start, start + PATHS_PER_BLOCK));
    const aim = target.slice(start, start + PATHS_PER_BLOCK);
    const columns = basis.map((product) => aim.map((_, i) => product.reduce((value, feature) => value * state[feature][i], 1)));
    updateTriangle(triangle, [...columns, aim]);
    await setImmediate();
  }
  return leastSquares(triangle.slice(0, -1), triangle[basis.length], MIN_INDEPENDENT_PART);
}

/**
 * Least-squares coefficients of columns.
 *
 * @param columns    one array per basis function, one value per row
 * @param target     one value per row
 * @param dependent  smallest distance of a column from the span of those before it, relative to its norm; a closer one gets coefficient 0
 * @param unseen     Tikhonov regularisation: standard deviation added to each column but the first
 */
export function regressOn(columns: readonly Float64Array[], target: Float64Array, dependent: number, unseen = 0): number[] {
  const triangle = Array.from({ length: columns.length + 1 }, () => new Float64Array(columns.length + 1));
  for (let start = 0; start < target.length; start += PATHS_PER_BLOCK)
    updateTriangle(
      triangle,
      [...columns, target].map((column) => column.slice(start, start + PATHS_PER_BLOCK)),
    );
  const spread = unseen * Math.sqrt(target.length);
  if (spread > 0)
    updateTriangle(
      triangle,
      triangle.map((_, k) => Float64Array.from(columns, (_, row) => (row === k && row > 0 ? spread : 0))),
    );
  return leastSquares(triangle.slice(0, -1), triangle[columns.length], dependent);
}
