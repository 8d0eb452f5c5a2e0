/** Computations in which handlers end: a run computes them at once, or the workers of a job share them in blocks. */

import { marketDate } from '#engine/schemas';
import type { ComputeReply__Output } from '#proto/types/svc/compute/v1/ComputeReply';
import type { ComputeRequest } from '#proto/types/svc/compute/v1/ComputeRequest';
import { type CalibrationMethod, calibrationMethods } from '#services/calibration/methods';
import { type PricingMethod, pricingMethods } from '#services/pricing/methods';
import { type RiskMethod, riskMethods } from '#services/risk/methods';
import type { ClientCall } from '#services/rpc/method-table';
import { defined } from '#services/runtime/defined';
import { received } from './manifest.js';
import type { Computation, Dependencies, ManifestNotes, OperationCall, Outcome } from './operation.js';

/** A method of a service's table. */
export type ServiceMethod = `risk.${RiskMethod}` | `pricing.${PricingMethod}` | `calibration.${CalibrationMethod}`;

const TABLES: Readonly<Record<'risk' | 'pricing' | 'calibration', Readonly<Record<string, object>>>> = {
  risk: riskMethods,
  pricing: pricingMethods,
  calibration: calibrationMethods,
};

/**
 * The computation of a method of a service, in which an operation ends.
 *
 * @param body  request of the method, with the values of what it names
 */
export function computation<Data extends object>(
  serviceMethod: ServiceMethod,
  body: object,
  call: OperationCall,
  dependencies: Dependencies,
): Computation<Data> {
  const [service, method] = serviceMethod.split('.') as [keyof typeof TABLES, string];
  const client = dependencies[service] as unknown as Readonly<
    Record<string, (request: ComputeRequest, call: ClientCall) => Promise<ComputeReply__Output>>
  >;
  const ask = defined(client[method], serviceMethod);
  const { backend, fresh } = call;
  // A request of several markets states the dates of all.
  const today = marketDate(body, call.today);
  const isShared = 'job' in defined(TABLES[service][method], serviceMethod);
  return {
    compute: async () => documentOutcome(await ask(documentRequest(body, { today, backend, fresh }), call)),
    ...(isShared && { shared: () => ({ method: serviceMethod, bodyJson: JSON.stringify(body), today, notes: { warnings: [] } }) }),
  };
}

/** Adds notes to the manifest of a result. */
export function noted<Data>(result: Outcome<Data> | Computation<Data>, notes: ManifestNotes): Outcome<Data> | Computation<Data> {
  if (!('compute' in result)) return notedOutcome(result, notes);
  const { compute, shared } = result;
  return {
    compute: async () => notedOutcome(await compute(), notes),
    ...(shared && {
      shared: () => {
        const computed = shared();
        const warnings = [...computed.notes.warnings, ...notes.warnings];
        return { ...computed, notes: { ...computed.notes, ...notes, warnings } };
      },
    }),
  };
}

export function notedOutcome<Data>(outcome: Outcome<Data>, { warnings, marketDataAsOf }: ManifestNotes): Outcome<Data> {
  const { manifest } = outcome;
  if (manifest === undefined) return outcome;
  const all = [...(manifest.warnings ?? []), ...warnings];
  const isOlder = marketDataAsOf !== undefined && marketDataAsOf < manifest.marketDataAsOf;
  return { ...outcome, manifest: { ...manifest, ...(isOlder && { marketDataAsOf }), ...(all.length > 0 && { warnings: all }) } };
}

/** A request whose shape is recursive or open, which the pricing service receives as JSON. */
export const documentRequest = (
  body: object,
  { today, backend, fresh }: Pick<OperationCall, 'today' | 'backend' | 'fresh'>,
): ComputeRequest => ({
  bodyJson: JSON.stringify(body),
  today,
  ...(backend && { backend }),
  ...(fresh && { fresh }),
});

/** The result of a method of a service alone: of one that makes no manifest, or of a step within a run. */
export const resultOf = async <Result>(
  ask: (request: ComputeRequest, call: ClientCall) => Promise<ComputeReply__Output>,
  body: object,
  call: OperationCall,
): Promise<Result> => JSON.parse((await ask(documentRequest(body, call), call)).resultJson) as Result;

/**
 * The outcome of a computed document. A simulated result names its backend itself, or `double`, which is the arithmetic of the processor and not a
 * backend; a result that no pricer made has no manifest. What a result warns of as a whole stands in the manifest.
 */
export function documentOutcome<Data extends object>({ resultJson, manifest }: ComputeReply__Output): Outcome<Data> {
  const { warnings = [], ...data } = JSON.parse(resultJson) as { readonly warnings?: readonly string[]; readonly backend?: string };
  const { backend } = data;
  const isBackend = backend !== undefined && backend !== 'double';
  const outcome = { data: data as Data, ...(manifest && { manifest: received(manifest) }), ...(isBackend && { backend }) };
  return notedOutcome(outcome, { warnings });
}
