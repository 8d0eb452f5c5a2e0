/** Priced replies of the services: their manifests as callers see them, and requests and results that cross as JSON. */

import { sideWarning } from '#engine/schemas';
import type { Manifest__Output } from '#proto/types/svc/common/v1/Manifest';
import type { ComputeReply__Output } from '#proto/types/svc/compute/v1/ComputeReply';
import type { ComputeRequest } from '#proto/types/svc/compute/v1/ComputeRequest';
import type { ClientCall } from '#services/rpc/client-call';
import { defined } from '#services/runtime/defined';
import type { KeptManifest, Manifest } from './envelope.js';
import type { OperationCall, Outcome } from './operation.js';

/** Capability statuses from the weakest to the strongest. */
export const STATUSES_BY_STRENGTH = ['roadmap', 'retired', 'experimental', 'production-candidate', 'ga-validated'] as const;

/** A manifest as a service replies it, with the blocks of a computation that workers shared. */
type ReceivedManifest = Manifest__Output & Pick<Manifest, 'blocks'>;

export function received(manifest: ReceivedManifest | null): KeptManifest {
  if (manifest === null) throw new Error('a priced reply came without its manifest');
  const { warnings, pricerSources, ...rest } = manifest;
  return { ...rest, ...(warnings.length > 0 && { warnings }), ...(pricerSources && { pricerSources }) };
}

/**
 * The manifest of the pricer with the weakest status, with the oldest market data and the warnings of all.
 *
 * @param manifests  at least one
 * @param named      a clause that says where a caller finds the pricer of each number, if there are several
 */
export function weakestManifest(manifests: readonly KeptManifest[], named?: string): KeptManifest {
  const strength = ({ capabilityStatus }: Manifest) => (STATUSES_BY_STRENGTH as readonly string[]).indexOf(capabilityStatus);
  // Instruments end in any order: the same portfolio must have the same manifest.
  const [first] = [...manifests].sort((a, b) => strength(a) - strength(b) || (a.pricerId < b.pricerId ? -1 : 1));
  const weakest = defined(first, 'a manifest');
  const marketDataAsOf = manifests.reduce(
    (oldest, each) => (each.marketDataAsOf < oldest ? each.marketDataAsOf : oldest),
    weakest.marketDataAsOf,
  );
  const several = new Set(manifests.map(({ pricerId }) => pricerId)).size > 1;
  const warnings = [
    ...new Set([
      ...manifests.flatMap((each) => each.warnings ?? []),
      ...(several
        ? [`several pricers gave these numbers: ${named ? `${named}, and ` : ''}this manifest is that of the weakest status`]
        : []),
    ]),
  ].sort();
  return { ...weakest, marketDataAsOf, ...(warnings.length > 0 && { warnings }) };
}

/** Matches a side that is neither call nor put. */
const OTHER_SIDE = /"optionType"\s*:\s*(?!"(?:call|put|payer|receiver)"\s*[,}])/;
/** Largest length of a request of one option, characters; longer ones are batches, whose items have warnings of their own. */
const MAX_OPTION_CHARACTERS = 100_000;

interface Sided {
  readonly optionType?: unknown;
  readonly instrument?: { readonly optionType?: unknown } | null;
}

/** The manifest with a warning where an `optionType` of the request was read as a call although it does not say so. Items of a batch warn themselves. */
export function withSideWarnings(manifest: Manifest, bodyText: string): Manifest {
  if (bodyText.length > MAX_OPTION_CHARACTERS || !OTHER_SIDE.test(bodyText)) return manifest;
  const { optionType, instrument } = JSON.parse(bodyText) as Sided;
  const added = [sideWarning(optionType), sideWarning(instrument?.optionType, 'instrument.optionType')].filter(
    (warning) => warning !== undefined,
  );
  return added.length === 0 ? manifest : { ...manifest, warnings: [...(manifest.warnings ?? []), ...added] };
}

/** The manifest of a run that also used stored market data: its market data is as old as the oldest of all. @param oldest ISO date; undefined: none was used */
export const asOfOldest = (manifest: Manifest, oldest: string | undefined): Manifest =>
  oldest === undefined || oldest >= manifest.marketDataAsOf ? manifest : { ...manifest, marketDataAsOf: oldest };

/** The pricers of contracts: under constant volatilities, and under models. */
export const CONTRACT_PRICERS = ['contract_gbm_mc', 'contract_model_mc'] as const;

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

/** The result of a method of a service that makes no manifest, such as a calibration. */
export const resultOf = async <Result>(
  ask: (request: ComputeRequest, call: ClientCall) => Promise<ComputeReply__Output>,
  body: object,
  call: OperationCall,
): Promise<Result> => JSON.parse((await ask(documentRequest(body, call), call)).resultJson) as Result;

/** The outcome of a computed document. A simulated result names its backend itself; a result that no pricer made has no manifest. */
export function documentOutcome<Data extends object>({ resultJson, manifest }: ComputeReply__Output): Outcome<Data> {
  const data = JSON.parse(resultJson) as Data & { backend?: string };
  return { data, ...(manifest && { manifest: received(manifest) }), ...(data.backend && { backend: data.backend }) };
}
