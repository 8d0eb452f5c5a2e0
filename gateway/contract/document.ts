/** Requests and results that cross to the pricing service as JSON, because their shape is recursive or open. */
import type { DocumentRequest } from '#proto/types/svc/pricing/v1/DocumentRequest';
import type { PricedDocument__Output } from '#proto/types/svc/pricing/v1/PricedDocument';
import { received } from './manifest.js';
import type { OperationCall, Outcome } from './operation.js';

/** What prices contracts: under constant volatilities, and under models. */
export const CONTRACT_PRICERS = ['contract_gbm_mc', 'contract_model_mc'] as const;

export const documentRequest = (body: object, { today, backend, fresh }: OperationCall): DocumentRequest => ({
  bodyJson: JSON.stringify(body),
  today,
  ...(backend && { backend }),
  ...(fresh && { fresh }),
});

/** The outcome of a priced document. A simulated result names its backend itself. */
export function pricedDocument<Data extends object>({ resultJson, manifest }: PricedDocument__Output): Outcome<Data> {
  const data = JSON.parse(resultJson) as Data & { backend?: string };
  return { data, manifest: received(manifest), ...(data.backend && { backend: data.backend }) };
}
