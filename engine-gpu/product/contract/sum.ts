import type { Contract, Sum } from './contract.js';

/** The sum of the terms, with nested sums flattened; a single term with weight 1 is returned as it is. */
export function sum(terms: Sum['terms']): Contract {
  const flattened = terms.flatMap(({ weight, contract }) =>
    contract.type === 'sum' ? contract.terms.map((term) => ({ ...term, weight: weight * term.weight })) : [{ weight, contract }],
  );
  const [only] = flattened;
  return only !== undefined && flattened.length === 1 && only.weight === 1 ? only.contract : { type: 'sum', terms: flattened };
}
