/**
 * Regression coefficients for a holder's choices, fitted on separate paths. The pricing paths then use no information about their own
 * future, so the price has no foresight bias.
 */
import { setImmediate } from 'node:timers/promises';
import { openLeastSquares, ROWS_PER_BLOCK } from '../../math/least-squares.js';
import type { Program } from '../emit/program.js';

/** Coefficients of a program's regressions, in the program's order. */
export type Policy = readonly (readonly number[])[];

/** The program with the coefficients of a policy in place. Coefficients of regressions beyond the end of the policy stay zero. */
export function withPolicy(program: Program, policy: Policy): Program {
  const scalars = program.scalars.slice();
  policy.forEach((coefficients, k) => void scalars.set(coefficients, program.regressions[k]!.at));
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
  for (const { known: paidBefore, paid, features, basis } of program.regressions) {
    const under = withPolicy(program, policy);
    const state: Float64Array[] = [];
    for (const selector of features) state.push(await valuesOf(under, selector));
    const [knownValues, paidValues] = [await valuesOf(under, paidBefore), await valuesOf(under, paid)];
    policy.push(
      await regressInTurns(
        basis,
        state,
        paidValues.map((value, i) => value - knownValues[i]!),
      ),
    );
  }
  return policy;
}

/**
 * Smallest distance of a basis function from the span of those before it, relative to its norm. On a few thousand paths a closer function
 * carries no information (the values of a call and a put and a quartic nearly span each other), and its coefficient would be too large for
 * single precision.
 */
const MIN_INDEPENDENT_PART = 1e-3;

/** Least-squares coefficients of the basis functions. @param target  one value per path */
async function regressInTurns(
  basis: readonly (readonly number[])[],
  features: readonly Float64Array[],
  target: Float64Array,
): Promise<number[]> {
  const problem = openLeastSquares(basis.length);
  for (let start = 0; start < target.length; start += ROWS_PER_BLOCK) {
    const state = features.map((feature) => feature.subarray(start, start + ROWS_PER_BLOCK));
    const aim = target.slice(start, start + ROWS_PER_BLOCK);
    problem.add(
      basis.map((product) => aim.map((_, i) => product.reduce((value, feature) => value * state[feature]![i]!, 1))),
      aim,
    );
    await setImmediate();
  }
  return problem.solve(MIN_INDEPENDENT_PART);
}
