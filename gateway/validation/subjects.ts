/** The subjects of validation: pricers, and the operations whose measures of risk have reference cases of their own. */
import type { Pricer__Output } from '#proto/types/svc/pricing/v1/Pricer';
import type { PricerCatalogue__Output } from '#proto/types/svc/pricing/v1/PricerCatalogue';
import type { Operation } from '../contract/operation.js';
import { referenceCases } from './cases.js';

export type Subject = Pick<Pricer__Output, 'id' | 'version' | 'fingerprint' | 'sources' | 'status' | 'summary'>;

/** An operation has no version of its own: it is tested anew with each version of the engine. */
const OPERATION_VERSION = 1;

export function subjectsOf(
  { pricers, engineVersion }: Pick<PricerCatalogue__Output, 'pricers' | 'engineVersion'>,
  operations: readonly Operation[],
): Subject[] {
  const tested = new Set(referenceCases().map(({ pricerId }) => pricerId));
  return [
    ...pricers,
    ...operations
      .filter(({ id }) => tested.has(id))
      .map(({ id, summary }) => ({
        ...{ id, version: OPERATION_VERSION, fingerprint: `engine:${engineVersion}:${id}`, sources: '', summary },
        status: 'that of its pricers',
      })),
  ];
}
