/** Challenges: a second method prices what receipts hold, and a difference above the errors of both opens a finding. */
import { status } from '@grpc/grpc-js';
import { SOLVERS } from '#engine/schemas';
import { CallFailure } from '#proto/failure';
import type { ReceiptSummary__Output } from '#proto/types/svc/evidence/v1/ReceiptSummary';
import type { ModelChallenge } from '#services/resources/model-challenge';
import { MAX_PAGE_LIMIT } from '#services/resources/page-limit';
import type { ValidationFinding } from '#services/resources/validation-finding';
import { resultOf } from '../contract/computation.js';
import { allOperations, type Dependencies, type OperationCall } from '../contract/operation.js';
import { type RunInputs, recordedInputs } from '../run/inputs.js';
import { lookUpStored } from '../stored/look-up.js';
import { withValues } from '../stored/resolve.js';

/** Newest receipts among which the sample is taken. */
const MAX_CONSIDERED = 1_000;
/** Prices of one receipt that are challenged. */
const MAX_PRICES_PER_RECEIPT = 5;
/** Largest number of standard errors that chance explains: beyond four lies one of 16 000. */
const MAX_STANDARD_ERRORS = 4;

/** Calibrations and hedges, in whose receipts there is nothing for a second pricer. */
const MAKE_NO_PRICE: ReadonlySet<string> = new Set(Object.values(SOLVERS).map(({ id }) => id));

/** A price that a receipt holds, and the request that led to it. */
interface HeldPrice {
  readonly runId: string;
  readonly pricerId: string;
  readonly fingerprint: string;
  readonly today: string;
  readonly request: object;
  readonly price: number;
  readonly standardError: number;
  readonly errorBound: number;
}

interface Comparison extends HeldPrice {
  readonly challengerId: string;
  readonly challengerPrice: number;
  readonly allowed: number;
}

/** The reply of the pricing service (engine-gpu/pricers/challenge.ts). */
interface Challenged {
  readonly challenger?: { readonly id: string; readonly price: number; readonly standardError: number; readonly errorBound: number };
}

type Context = readonly [call: OperationCall, dependencies: Dependencies];

/**
 * The newest receipts of present versions, one of each pricer in turn, so that a pricer of few runs is challenged too.
 *
 * @param fingerprints of the present versions by pricer
 */
async function sampleOf(size: number, fingerprints: ReadonlyMap<string, string>, [call, { evidence }]: Context): Promise<string[]> {
  const byPricer = new Map<string, ReceiptSummary__Output[]>();
  let considered = 0;
  for (let cursor = ''; considered < MAX_CONSIDERED; ) {
    const query = { limit: MAX_PAGE_LIMIT, cursor, operationId: '', pricerId: '', tag: '', fromMs: 0, toMs: 0 };
    const page = await evidence.listReceipts(query, call);
    considered += page.items.length;
    for (const item of page.items)
      if (fingerprints.has(item.pricerId)) byPricer.set(item.pricerId, [...(byPricer.get(item.pricerId) ?? []), item]);
    cursor = page.nextCursor;
    if (cursor === '') break;
  }
  const runIds: string[] = [];
  for (let turn = 0; runIds.length < size && [...byPricer.values()].some((list) => list.length > turn); turn++)
    for (const list of byPricer.values()) {
      const runId = list[turn]?.runId;
      if (runId !== undefined && runIds.length < size) runIds.push(runId);
    }
  return runIds;
}

/** The prices of a receipt; none of one in parts, which is too large to be read for a sample, and of one that retention has removed meanwhile. */
async function heldPrices(runId: string, fingerprints: ReadonlyMap<string, string>, [call, dependencies]: Context): Promise<HeldPrice[]> {
  const receipt = await dependencies.evidence.getReceipt({ runId, leaveParts: true }, call).catch((error: unknown) => {
    if (error instanceof CallFailure && error.code === status.NOT_FOUND) return undefined;
    throw error;
  });
  if (receipt === undefined || receipt.parts.length > 0 || receipt.inputsJson === '') return [];
  const schema = allOperations(dependencies).find(({ id }) => id === receipt.operationId)?.request;
  const inputs = JSON.parse(receipt.inputsJson) as RunInputs;
  const { pricerId, pricerFingerprint: fingerprint } = JSON.parse(receipt.manifestJson) as { pricerId: string; pricerFingerprint: string };
  if (schema === undefined || fingerprints.get(pricerId) !== fingerprint) return [];
  const stored = lookUpStored(recordedInputs(inputs).resolve, call, dependencies);
  const request = (await withValues(JSON.parse(receipt.requestJson), schema, stored)) as Readonly<Record<string, unknown>>;
  const result = JSON.parse(receipt.resultJson) as Readonly<Record<string, unknown>>;
  return pricesOf(request, result)
    .slice(0, MAX_PRICES_PER_RECEIPT)
    .map((each) => ({ ...each, runId, pricerId, fingerprint, today: inputs.today }));
}

type Priced = Pick<HeldPrice, 'request' | 'price' | 'standardError' | 'errorBound'>;

/** A result with a price, or the results of a list of requests. */
function pricesOf(request: Readonly<Record<string, unknown>>, result: Readonly<Record<string, unknown>>): Priced[] {
  const { price, standardError = 0, errorBound = 0, results } = result;
  if (typeof price === 'number') return [{ request, price, standardError: standardError as number, errorBound: errorBound as number }];
  const parts = Object.values(request).find((value) => Array.isArray(value) && Array.isArray(results) && value.length === results.length);
  return ((parts as object[] | undefined) ?? []).flatMap((part, index) =>
    pricesOf(part as Record<string, unknown>, (results as Record<string, unknown>[])[index] ?? {}),
  );
}

async function compared(entry: HeldPrice, [call, { pricing }]: Context): Promise<Comparison | undefined> {
  const { pricerId, request, today, standardError, errorBound } = entry;
  const { challenger } = await resultOf<Challenged>(pricing.challenge, { pricerId, request }, { ...call, today });
  return (
    challenger && {
      ...entry,
      challengerId: challenger.id,
      challengerPrice: challenger.price,
      allowed: MAX_STANDARD_ERRORS * Math.hypot(standardError, challenger.standardError) + errorBound + challenger.errorBound,
    }
  );
}

const differenceOf = ({ price, challengerPrice }: Comparison): number => Math.abs(price - challengerPrice);
/** The difference in terms of what is allowed. */
const ratioOf = (each: Comparison): number => differenceOf(each) / each.allowed;

/** The comparisons of one pricer with one challenger. */
interface Pairing {
  readonly pricerId: string;
  readonly fingerprint: string;
  readonly challengerId: string;
  /** The largest difference in terms of what is allowed first. */
  readonly comparisons: readonly Comparison[];
  readonly drifted: readonly Comparison[];
}

interface Challenge {
  readonly receipts: number;
  readonly unchallenged: number;
  readonly pairings: readonly Pairing[];
}

/** Compares the prices of a sample of receipts. */
export async function challengeReceipts(size: number, context: Context): Promise<Challenge> {
  const [call, { pricing }] = context;
  const { pricers } = await pricing.listPricers({}, call);
  const fingerprints = new Map(pricers.flatMap(({ id, fingerprint }) => (MAKE_NO_PRICE.has(id) ? [] : [[id, fingerprint]])));
  const runIds = await sampleOf(size, fingerprints, context);
  const byPair = new Map<string, Comparison[]>();
  let unchallenged = 0;
  for (const runId of runIds)
    for (const entry of await heldPrices(runId, fingerprints, context)) {
      const comparison = await compared(entry, context);
      if (comparison === undefined) unchallenged += 1;
      else {
        const pair = `${comparison.pricerId} ${comparison.challengerId}`;
        byPair.set(pair, [...(byPair.get(pair) ?? []), comparison]);
      }
    }
  return { receipts: runIds.length, unchallenged, pairings: [...byPair.values()].flatMap(pairingOf) };
}

function pairingOf(all: readonly Comparison[]): Pairing[] {
  const comparisons = all.toSorted((a, b) => ratioOf(b) - ratioOf(a));
  const [worst] = comparisons;
  if (worst === undefined) return [];
  const { pricerId, fingerprint, challengerId } = worst;
  return [{ pricerId, fingerprint, challengerId, comparisons, drifted: comparisons.filter((each) => ratioOf(each) > 1) }];
}

/** Share of the compared prices, and of a price, from which on a drift is of high severity. */
const HIGH_SHARE_OF_PRICES = 0.1;
const HIGH_SHARE_OF_PRICE = 0.01;
const MAX_RUNS = 50;

/** The finding about a pair that has drifted. */
export function findingOf({
  pricerId,
  fingerprint,
  challengerId,
  comparisons,
  drifted,
}: Pairing): Omit<ValidationFinding, 'tenantId' | 'id' | 'version' | 'createdAt' | 'updatedAt'> | undefined {
  const [worst] = drifted;
  if (worst === undefined) return undefined;
  const isHigh =
    drifted.length > HIGH_SHARE_OF_PRICES * comparisons.length ||
    drifted.some((each) => differenceOf(each) > HIGH_SHARE_OF_PRICE * Math.abs(each.challengerPrice));
  const statement = `${challengerId} gives another price than ${pricerId} for ${drifted.length} of ${comparisons.length} requests, by up to ${differenceOf(worst).toPrecision(3)} where ${worst.allowed.toPrecision(3)} is allowed (run ${worst.runId}).`;
  return {
    ...{ pricerId, fingerprint, severity: isHigh ? 'high' : 'medium', statement, source: 'challenger', state: 'open' },
    runIds: [...new Set(drifted.map(({ runId }) => runId))].slice(0, MAX_RUNS),
  };
}

/** A pair as it is stored. */
export function resultOfPairing(
  { pricerId, fingerprint, challengerId, comparisons, drifted }: Pairing,
  findingId: string | undefined,
): ModelChallenge['results'] {
  const [worst] = comparisons;
  if (worst === undefined) return [];
  const { runId, price, challengerPrice, allowed } = worst;
  return [
    {
      ...{ pricerId, fingerprint, challengerId, compared: comparisons.length, drifted: drifted.length },
      worst: { runId, price, challengerPrice, allowed },
      ...(findingId !== undefined && { findingId }),
    },
  ];
}
