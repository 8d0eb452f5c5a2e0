/** Priced replies of the services: their manifests as callers see them, and requests and results that cross as JSON. */
import { sideWarning } from '#engine/schemas';
import { EVERY_PRICER, type Identity } from '#proto/caller';
import type { Manifest__Output } from '#proto/types/svc/common/v1/Manifest';
import { STATUSES_BY_STRENGTH } from '#services/resources/approval';
import { defined } from '#services/runtime/defined';
import { HttpFailure } from './errors.js';

/** The run manifest as callers see it (interface specification, 2.3). */
export interface Manifest {
  readonly engineVersion: string;
  readonly runId: string;
  readonly pricerId: string;
  readonly pricerVersion: number;
  readonly pricerFingerprint: string;
  readonly capabilityStatus: string;
  readonly marketDataAsOf: string;
  /** The runtime that computed the number, such as `node/20.20.0 v8/11.3.244.8-node.30 x64`; absent from manifests made before it was recorded. */
  readonly runtime?: string;
  /** The stored market data that a calibration fitted, by the names of their look-ups, and the runs of which it is the result. */
  readonly calibrations?: readonly { readonly name: string; readonly runId: string }[];
  readonly warnings?: readonly string[];
  /** The blocks of a job that workers shared, in their order, and the arithmetic that computed them. */
  readonly blocks?: readonly BlockArithmetic[];
}

/** Consecutive blocks that one arithmetic computed. */
export interface BlockArithmetic {
  readonly count: number;
  /** A backend (webgpu, webasm or cpu), or double. */
  readonly arithmetic: string;
}

/** A manifest as the services give it: with what receipts keep and callers do not see. */
export interface KeptManifest extends Manifest {
  /** SHA-256 of the code that the pricer reaches, hexadecimal; absent where it is not registered. */
  readonly pricerSources?: string;
}

/** A manifest as a service replies it, with the blocks of a computation that workers shared. */
type ReceivedManifest = Manifest__Output & Pick<Manifest, 'blocks'>;

export function received(manifest: ReceivedManifest | null): KeptManifest {
  if (manifest === null) throw new Error('a priced reply came without its manifest');
  const { warnings, pricerSources, runtime, ...rest } = manifest;
  return { ...rest, ...(runtime && { runtime }), ...(warnings.length > 0 && { warnings }), ...(pricerSources && { pricerSources }) };
}

const strengthOf = (status: string): number => (STATUSES_BY_STRENGTH as readonly string[]).indexOf(status);

/** @throws HttpFailure SVC-AUTH-004 where the tenant's policy asks for a stronger status than that of the pricer */
export function requireLeastStatus({ statuses }: Identity, { pricerId, capabilityStatus }: Manifest): void {
  const policy = statuses.find((each) => each.pricerId === EVERY_PRICER);
  if (policy === undefined || strengthOf(capabilityStatus) >= strengthOf(policy.status)) return;
  throw new HttpFailure(
    'SVC-AUTH-004',
    `the pricer ${pricerId} has the status ${capabilityStatus}, and the tenant's policy admits ${policy.status} at least`,
  );
}

/** The warning of a manifest that stands for several pricers. @param named  where the others are named */
export const severalPricers = (named?: string): string =>
  `several pricers gave these numbers: ${named ? `${named}, and ` : ''}this manifest is that of the weakest status`;

/**
 * The manifest of the pricer with the weakest status, with the oldest market data and the warnings of all.
 *
 * @param manifests  at least one
 * @param named      a clause that says where a caller finds the pricer of each number, if there are several
 */
export function weakestManifest(manifests: readonly KeptManifest[], named?: string): KeptManifest {
  const strength = ({ capabilityStatus }: Manifest) => strengthOf(capabilityStatus);
  // Instruments end in any order: the same portfolio must have the same manifest.
  const [first] = [...manifests].sort((a, b) => strength(a) - strength(b) || (a.pricerId < b.pricerId ? -1 : 1));
  const weakest = defined(first, 'a manifest');
  const marketDataAsOf = manifests.reduce(
    (oldest, each) => (each.marketDataAsOf < oldest ? each.marketDataAsOf : oldest),
    weakest.marketDataAsOf,
  );
  const runtimes = [...new Set(manifests.flatMap(({ runtime }) => runtime ?? []))].sort();
  const several = new Set(manifests.map(({ pricerId }) => pricerId)).size > 1;
  const all = new Set([...manifests.flatMap((each) => each.warnings ?? []), ...(several ? [severalPricers(named)] : [])]);
  // One instrument has the warnings that its own operation gives, in the same order.
  const warnings = manifests.length > 1 ? [...all].sort() : [...all];
  return {
    ...weakest,
    marketDataAsOf,
    ...(runtimes.length > 0 && { runtime: runtimes.join(', ') }),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** Sides of swaptions, under the same name. */
const RATE_SIDES: readonly unknown[] = ['payer', 'receiver'];

/** Matches a side that is neither call nor put. */
const OTHER_SIDE = /"optionType"\s*:\s*(?!"(?:call|put|payer|receiver)"\s*[,}])/;
/** Sides of one request that the manifest names; it counts the others. */
const MAX_NAMED_SIDES = 10;

/**
 * The manifest with a warning for each `optionType` of the request or of what it looked up, wherever it stands, that was read as a call although it
 * does not say so.
 */
function withSideWarnings(manifest: Manifest, bodyText: string, lookedUp: Readonly<Record<string, unknown>>): Manifest {
  const all = [
    ...(OTHER_SIDE.test(bodyText) ? sideWarningsIn(JSON.parse(bodyText), []) : []),
    ...Object.entries(lookedUp).flatMap(([name, value]) => sideWarningsIn(value, [name])),
  ];
  if (all.length === 0) return manifest;
  const unnamed = all.length - MAX_NAMED_SIDES;
  const named = all.slice(0, MAX_NAMED_SIDES);
  const added = unnamed > 0 ? [...named, `${unnamed} more values of optionType were read as call`] : named;
  return { ...manifest, warnings: [...(manifest.warnings ?? []), ...added] };
}

/** @param path names of the fields and indices under which the value stands */
function sideWarningsIn(value: unknown, path: readonly string[]): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]) => {
    const place = [...path, field];
    if (field !== 'optionType') return sideWarningsIn(inner, place);
    return RATE_SIDES.includes(inner) ? [] : (sideWarning(inner, place.join('.')) ?? []);
  });
}

/** The manifest with the calibrations of the stored market data that the run looked up. */
function withCalibrations(manifest: Manifest, lookedUp: Readonly<Record<string, unknown>>): Manifest {
  const calibrations = Object.entries(lookedUp)
    .flatMap(([name, value]) => {
      const { calibrationRunId: runId } = (value as { readonly fields?: { readonly calibrationRunId?: unknown } } | null)?.fields ?? {};
      return typeof runId === 'string' ? [{ name, runId }] : [];
    })
    // Names are looked up side by side: a replay has them in the same order.
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  return calibrations.length === 0 ? manifest : { ...manifest, calibrations };
}

/** The manifest with what follows from the request and from what the run looked up by name. */
export const withLookUps = (manifest: Manifest, bodyText: string, lookedUp: Readonly<Record<string, unknown>> = {}): Manifest =>
  withCalibrations(withSideWarnings(manifest, bodyText, lookedUp), lookedUp);

/** The manifest of a run that also used stored market data: its market data is as old as the oldest of all. @param oldest ISO date; undefined: none was used */
export const asOfOldest = (manifest: Manifest, oldest: string | undefined): Manifest =>
  oldest === undefined || oldest >= manifest.marketDataAsOf ? manifest : { ...manifest, marketDataAsOf: oldest };
