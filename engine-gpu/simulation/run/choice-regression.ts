/** The estimates by which choices are made, fitted on paths of their own: the price then looks at nothing that a holder could not know. */
import { setImmediate } from 'node:timers/promises';
import { leastSquares, updateTriangle } from '../../math/least-squares.js';
import type { Program } from '../emit/program.js';

/** Coefficients of each of a program's regressions, in its order. */
export type Policy = readonly (readonly number[])[];

/** The program with a policy's coefficients in place; those of regressions that the policy does not reach stay zero. */
export function withPolicy(program: Program, policy: Policy): Program {
  const scalars = program.scalars.slice();
  policy.forEach((coefficients, k) => void scalars.set(coefficients, program.regressions[k].at));
  return { ...program, scalars };
}

/**
 * Fits the later choices first, each under those already fitted.
 *
 * @param probe  the values of a selector on the fitting paths
 */
export async function fitPolicy(program: Program, probe: (program: Program, selector: number) => Promise<Float64Array>): Promise<Policy> {
  const policy: number[][] = [];
  for (const { known, paid, features, basis } of program.regressions) {
    const under = withPolicy(program, policy);
    const state: Float64Array[] = [];
    for (const selector of features) state.push(await probe(under, selector));
    const [knownValues, paidValues] = [await probe(under, known), await probe(under, paid)];
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

/** Paths taken in at once: a millisecond or two, after which whoever else waits for the thread has it. */
const BLOCK = 512;

/**
 * A function of which less stands out of the others' span tells nothing on a few thousand paths (the values of a call and a put and a
 * quartic nearly span each other), and would have a coefficient that single precision cannot carry.
 */
const DEPENDENT = 1e-3;

/** Coefficients of products of features by which they come nearest the target. */
async function regress(basis: readonly (readonly number[])[], features: readonly Float64Array[], target: Float64Array): Promise<number[]> {
  const triangle = Array.from({ length: basis.length + 1 }, () => new Float64Array(basis.length + 1));
  for (let start = 0; start < target.length; start += BLOCK) {
    const state = features.map((feature) => feature.subarray(start, start + BLOCK));
    const aim = target.slice(start, start + BLOCK);
    const columns = basis.map((product) => aim.map((_, i) => product.reduce((value, feature) => value * state[feature][i], 1)));
    updateTriangle(triangle, [...columns, aim]);
    await setImmediate();
  }
  return leastSquares(triangle.slice(0, -1), triangle.at(-1)!, DEPENDENT);
}

/**
 * Coefficients of columns by which they come nearest the target.
 *
 * @param dependent  what of a column must stand out of the span of those before it, relative to its length
 * @param unseen     standard deviation that each column but the first may have beside what is seen of it (Tikhonov's regularisation)
 */
export function regressOn(columns: readonly Float64Array[], target: Float64Array, dependent: number, unseen = 0): number[] {
  const triangle = Array.from({ length: columns.length + 1 }, () => new Float64Array(columns.length + 1));
  for (let start = 0; start < target.length; start += BLOCK)
    updateTriangle(
      triangle,
      [...columns, target].map((column) => column.slice(start, start + BLOCK)),
    );
  const spread = unseen * Math.sqrt(target.length);
  if (spread > 0)
    updateTriangle(
      triangle,
      triangle.map((_, k) => Float64Array.from(columns, (_, row) => (row === k && row > 0 ? spread : 0))),
    );
  return leastSquares(triangle.slice(0, -1), triangle.at(-1)!, dependent);
}
