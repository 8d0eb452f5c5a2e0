/** The estimates by which choices are made, fitted on paths of their own: the price then looks at nothing that a holder could not know. */
import type { Program } from '../kernel/compose.js';
import { leastSquares } from '../math/least-squares.js';

/** Coefficients of each of a program's regressions, in its order. */
export type Policy = readonly (readonly number[])[];

/** The program with a policy's coefficients in place; those of regressions that the policy does not reach stay zero. */
export function withPolicy(program: Program, policy: Policy): Program {
  const scalars = program.scalars.slice();
  policy.forEach((coefficients, k) => void scalars.set(coefficients, program.regressions[k]!.at));
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
    const target = paidValues.map((value, i) => value - knownValues[i]!);
    const columns = basis.map((product) => target.map((_, i) => product.reduce((value, feature) => value * state[feature]![i]!, 1)));
    policy.push(leastSquares(columns, target));
  }
  return policy;
}
