import type { Contract, Sum } from './contract.js';

/** One sum of the terms, sums among them opened; a single term of weight 1 stands for itself. */
export function sum(terms: Sum['terms']): Contract {
  const opened = terms.flatMap(({ weight, contract }) =>
    contract.type === 'sum' ? contract.terms.map((term) => ({ ...term, weight: weight * term.weight })) : [{ weight, contract }],
  );
  const [only] = opened;
  return opened.length === 1 && only!.weight === 1 ? only!.contract : { type: 'sum', terms: opened };
}
