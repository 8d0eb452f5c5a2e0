/**
 * A book of instruments of any type, each valued in its own currency and in that of the totals. Closed forms are priced by the risk service, many
 * in a call; what simulates or takes long, by the operation of its kind. A position that is refused fails alone.
 */

import { status } from '@grpc/grpc-js';
import {
  type BookSetting,
  type CashFlow,
  closedFormPricer,
  defaultReportingCurrency,
  EngineFailure,
  type FailedValue,
  faultsOf,
  type InstrumentTypeName,
  type InstrumentValue,
  instrumentPosition,
  type OperationKind,
  type PricingPlan,
  parsedWith,
  placedFailure,
  pricingPlan,
  spotOf,
} from '#engine/schemas';
import { CallFailure } from '#proto/failure';
import type { ComputeReply__Output } from '#proto/types/svc/compute/v1/ComputeReply';
import { defined } from '#services/runtime/defined';
import { documentRequest, notedOutcome } from '../contract/computation.js';
import { invalidRequest, invalidRequests, requireFinite } from '../contract/errors.js';
import { type FailedItem, failedItemAt, type ItemError, itemError } from '../contract/failed-item.js';
import type { InstrumentPrice } from '../contract/instrument.js';
import { type KeptManifest, received, weakestManifest } from '../contract/manifest.js';
import type { Dependencies, Outcome, RunContext } from '../contract/operation.js';
import { RefusedEntry } from '../stored/resolve.js';
import { incompleteWarning } from './book-valuation.js';
import { CONCURRENT_INSTRUMENTS } from './instrument-prices.js';
import { pricesInTime } from './instrument-time.js';

/** Instruments of a call to the risk service: some 0.1 s of closed forms, so that threads share a book and other callers have their turn. */
const INSTRUMENTS_PER_CALL = 250;

/** A position as it was read, with what prices it. */
export interface ReadPosition {
  readonly id?: string;
  readonly quantity: number;
  readonly type: InstrumentTypeName;
  /** Its fields but for id, quantity and type. */
  readonly terms: Readonly<Record<string, unknown>>;
  readonly plan: PricingPlan;
}

interface PositionValue {
  readonly id?: string;
  readonly type: InstrumentTypeName;
  readonly underlying?: string;
  readonly quantity: number;
  readonly price: number;
  readonly value: number;
  readonly currency?: string;
  readonly valueInReporting: number;
  readonly standardError?: number;
  readonly errorBound?: number;
  readonly marketDataAsOf: string;
  readonly pricerId: string;
  readonly capabilityStatus: string;
  readonly cashflows?: CashFlow[];
}

interface InstrumentBook {
  readonly totalValue?: number;
  readonly complete: boolean;
  readonly currency?: string;
  /** Bound on that of the total, where some price is simulated: prices simulated from one seed err together. */
  readonly standardError?: number;
  readonly positions: (PositionValue | FailedItem)[];
  readonly byUnderlying: { readonly underlying: string; readonly value: number }[];
  readonly byCurrency: { readonly currency: string; readonly value: number; readonly valueInReporting: number }[];
  readonly byType: { readonly type: string; readonly count: number; readonly value: number }[];
  readonly summary: { readonly count: number; readonly succeeded: number; readonly failed: number; readonly priced: number };
}

type Priced = Omit<InstrumentPrice, 'backend'> & { readonly cashflows?: readonly CashFlow[] };

/** Values the positions of a book. @param setting  with cashflows, those of positions without a choice too */
export async function valueInstruments(
  positions: readonly unknown[],
  setting: BookSetting & { readonly cashflows?: boolean | undefined },
  run: RunContext,
  dependencies: Dependencies,
): Promise<Outcome<InstrumentBook>> {
  const read = readPositions(positions, setting);
  const context = asOf(setting, run);
  const prices: (Priced | ItemError)[] = read.map((each) => ('error' in each ? each : NO_PRICE));
  const ofPricer = ({ plan }: ReadPosition) => ('pricerId' in plan ? plan.pricerId : undefined);
  await Promise.all([
    priceByPricers(read, ofPricer, setting, context, dependencies, prices),
    priceByOperations(read, context, dependencies, prices),
  ]);
  return bookOfPrices(positions, read, prices, setting);
}

/** A book of closed forms, with its positions as they were read; without a manifest where none was priced. */
interface ClosedFormBook {
  readonly read: readonly (ReadPosition | ItemError)[];
  readonly book: InstrumentBook;
  readonly manifest?: KeptManifest;
}

/**
 * Values the positions of a book that have closed forms in its market. The others fail alone.
 *
 * @param reasonOf  why one of them is left out
 */
export async function valueClosedForms(
  positions: readonly unknown[],
  setting: BookSetting,
  reasonOf: (position: ReadPosition) => ItemError,
  run: RunContext,
  dependencies: Dependencies,
): Promise<ClosedFormBook> {
  const read = readPositions(positions, setting);
  const prices: (Priced | ItemError)[] = read.map((each) => ('error' in each ? each : reasonOf(each)));
  await priceByPricers(read, ({ plan }) => closedFormPricer(plan), setting, asOf(setting, run), dependencies, prices);
  const { data, manifest } = bookOfPrices(positions, read, prices, setting);
  return { read, book: data as InstrumentBook, ...(manifest && { manifest }) };
}

function readPositions(positions: readonly unknown[], setting: BookSetting): (ReadPosition | ItemError)[] {
  requireOneSpot(positions, setting);
  return positions.map((position) => readPosition(position, setting));
}

/** The market of a book is as of its valuation date, whatever part of it a price rests on. */
const asOf = ({ valuationDate }: BookSetting, run: RunContext): RunContext => ({ ...run, call: { ...run.call, today: valuationDate } });

/** Stands where a price is still to come. */
const NO_PRICE: ItemError = { error: { code: 'SVC-SYS-001', message: 'no price came' } };

function bookOfPrices(
  positions: readonly unknown[],
  read: readonly (ReadPosition | ItemError)[],
  prices: readonly (Priced | ItemError)[],
  setting: BookSetting,
): Outcome<InstrumentBook> {
  const currency =
    defaultReportingCurrency(setting) ??
    read.flatMap((each) => ('plan' in each ? (each.plan.currency ?? []) : [])).find((each) => each !== '');
  return bookOf(
    read.map((each, index) => outcomeOf(positions[index], each, index, defined(prices[index], 'a price'), setting, currency)),
    currency,
    prices,
  );
}

/** The type of a position that states none is that of the positions of option books. */
export function readPosition(position: unknown, setting: BookSetting): ReadPosition | ItemError {
  if (position instanceof RefusedEntry) return itemError(position.failure);
  const { kind, ...stated } = (typeof position === 'object' && position !== null ? position : {}) as Readonly<Record<string, unknown>>;
  const candidate = typeof position !== 'object' || position === null ? position : { ...stated, type: stated.type ?? kind ?? 'vanilla' };
  if (kind !== undefined && stated.type !== undefined)
    return itemError(invalidRequest('/kind', 'must be left out: it is another name of type'));
  const parsed = parsedWith(instrumentPosition, candidate);
  if (!parsed.success) return itemError(invalidRequests(faultsOf(parsed.error, candidate)));
  const { id, quantity, type, ...terms } = parsed.data;
  try {
    return { ...(id !== undefined && { id }), quantity, type, terms, plan: pricingPlan(type, terms, setting) };
  } catch (error) {
    return itemError(error);
  }
}

/** A call to the risk service about instruments of one pricer, by their indices in the book. */
interface PricerCall {
  readonly pricerId: string;
  readonly indices: readonly number[];
}

/**
 * Asks the risk service about the instruments of a book: those of one pricer in calls of some hundreds, a few calls at a time.
 *
 * @param pricerOf  the pricer of an instrument; undefined where the service is not asked
 * @param receive   is given the value of each, with the manifest of its call
 */
export async function askByPricer<Value>(
  read: readonly (ReadPosition | ItemError)[],
  pricerOf: (position: ReadPosition) => string | undefined,
  ask: (pricerId: string, instruments: readonly Pick<ReadPosition, 'type' | 'terms'>[]) => Promise<ComputeReply__Output>,
  receive: (index: number, value: Value, manifest: KeptManifest) => void,
): Promise<void> {
  const indicesByPricer = new Map<string, number[]>();
  for (const [index, each] of read.entries()) {
    const pricerId = 'plan' in each ? pricerOf(each) : undefined;
    if (pricerId === undefined) continue;
    const indices = indicesByPricer.get(pricerId) ?? [];
    indicesByPricer.set(pricerId, indices);
    indices.push(index);
  }
  const calls = [...indicesByPricer].flatMap(([pricerId, indices]) =>
    Array.from(
      { length: Math.ceil(indices.length / INSTRUMENTS_PER_CALL) },
      (_, i): PricerCall => ({ pricerId, indices: indices.slice(i * INSTRUMENTS_PER_CALL, (i + 1) * INSTRUMENTS_PER_CALL) }),
    ),
  );
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < calls.length) {
      const { pricerId, indices } = defined(calls[next++], 'a call');
      const instruments = indices.map((index) => {
        const { type, terms } = read[index] as ReadPosition;
        return { type, terms };
      });
      const reply = await ask(pricerId, instruments);
      const { values } = JSON.parse(reply.resultJson) as { readonly values: readonly Value[] };
      const manifest = received(reply.manifest);
      for (const [row, index] of indices.entries()) receive(index, defined(values[row], 'a value'), manifest);
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENT_INSTRUMENTS, calls.length) }, work));
}

/** Prices the instruments that have a closed form. */
const priceByPricers = (
  read: readonly (ReadPosition | ItemError)[],
  pricerOf: (position: ReadPosition) => string | undefined,
  setting: BookSetting,
  { call }: RunContext,
  { risk }: Dependencies,
  into: (Priced | ItemError)[],
): Promise<void> =>
  askByPricer<InstrumentValue>(
    read,
    pricerOf,
    (pricerId, instruments) => risk.instrumentPrices(documentRequest({ pricerId, ...setting, instruments }, call), call),
    (index, value, manifest) => {
      into[index] = 'price' in value ? { ...value, manifest } : failureOf(value);
    },
  );

/** A failure that crossed as data, for the caller. */
export function failureOf({ failure: { kind, message, faults } }: FailedValue): ItemError {
  if (kind === 'invalid' || kind === 'cost') return itemError(new EngineFailure(kind, message, faults));
  return itemError(new CallFailure(status.FAILED_PRECONDITION, message, [...faults], kind === 'calibration' ? 'calibration' : 'pricing'));
}

/** Prices the other instruments, each by the operation of its kind. */
async function priceByOperations(
  read: readonly (ReadPosition | ItemError)[],
  context: RunContext,
  dependencies: Dependencies,
  into: (Priced | ItemError)[],
): Promise<void> {
  const planned = read.flatMap((each, index) => ('plan' in each && 'kind' in each.plan ? [{ index, plan: each.plan }] : []));
  if (planned.length === 0) return;
  const instrumentOf = (row: number): { readonly kind: OperationKind; readonly request: object } =>
    defined(planned[row], 'an instrument').plan;
  const priced = await pricesInTime(
    { field: 'positions', instruments: planned.map(({ plan: { kind, request } }) => ({ kind, ...request })), read: instrumentOf },
    context,
    dependencies,
  );
  const outcomes = await priced(0, planned.length);
  for (const [row, { index, plan }] of planned.entries()) {
    const outcome = defined(outcomes[row], 'an outcome');
    into[index] = 'error' in outcome ? placedError(plan, outcome) : outcome;
  }
}

/** A failure of the request that a plan made of a position, with its pointers in the position or in the market of the book. */
function placedError(plan: PricingPlan, { error }: ItemError): ItemError {
  const { details } = error;
  if (details === undefined) return { error };
  const { faults } = placedFailure(plan, new EngineFailure('invalid', error.message, details));
  return { error: { ...error, details: [...faults] } };
}

function outcomeOf(
  position: unknown,
  read: ReadPosition | ItemError,
  index: number,
  priced: Priced | ItemError,
  { market }: BookSetting,
  reporting: string | undefined,
): PositionValue | FailedItem {
  if ('error' in priced || 'error' in read)
    return failedPosition(position, read, index, 'error' in priced ? priced : (read as ItemError), market);
  const { id, type, quantity, plan } = read;
  const { currency = reporting, underlying } = plan;
  const { price, standardError, errorBound, manifest, cashflows } = priced;
  const value = quantity * price;
  const rate =
    currency === undefined || reporting === undefined || currency === reporting ? 1 : spotOf(market?.fx ?? {}, currency, reporting);
  if (rate === undefined) {
    const failure = invalidRequest('/market/fx', `must lead from ${currency}, the currency of the position, to ${reporting}`);
    return failedItemAt('positions', index, position, itemError(failure), () => true);
  }
  const valueInReporting = rate === 1 ? value : value * rate;
  requireFinite({ value, valueInReporting });
  return {
    ...(id !== undefined && { id }),
    type,
    ...(underlying !== undefined && { underlying }),
    ...{ quantity, price, value },
    ...(currency !== undefined && { currency }),
    valueInReporting,
    ...(standardError !== undefined && { standardError }),
    ...(errorBound !== undefined && { errorBound }),
    ...{ marketDataAsOf: manifest.marketDataAsOf, pricerId: manifest.pricerId, capabilityStatus: manifest.capabilityStatus },
    ...(cashflows && { cashflows: cashflows.map((each) => ({ ...each, amount: quantity * each.amount })) }),
  };
}

/** The reason why a type is valued by no closed form, and how it may be stated so that it is. */
export const withoutClosedForm = (type: InstrumentTypeName): string =>
  `${type} is priced by a simulation or a grid of its own${type === 'american' ? '; with pricer.exercise continuous and no further term or setting it is not' : ''}`;

/** A position without a result: its faults are in the position, or in the market that all share. */
export const failedPosition = (
  position: unknown,
  read: ReadPosition | ItemError,
  index: number,
  error: ItemError,
  market: BookSetting['market'],
): FailedItem => {
  const isOfBook = market !== undefined && !('plan' in read && read.plan.hasOwnMarket);
  return failedItemAt('positions', index, position, error, (pointer) => isOfBook && pointer.startsWith('/market'));
};

/** The sums over the positions, in their order, so that the total is that of the values shown to the bit. */
function bookOf(
  outcomes: (PositionValue | FailedItem)[],
  currency: string | undefined,
  prices: readonly (Priced | ItemError)[],
): Outcome<InstrumentBook> {
  const byUnderlying = new Map<string, number>();
  const byCurrency = new Map<string, { value: number; valueInReporting: number }>();
  const byType = new Map<string, { count: number; value: number }>();
  let totalValue = 0;
  let standardError = 0;
  let priced = 0;
  for (const outcome of outcomes) {
    if ('error' in outcome) continue;
    const { underlying, type, value, valueInReporting } = outcome;
    priced++;
    totalValue += valueInReporting;
    // The standard error is converted as the value is.
    if (outcome.standardError !== undefined)
      standardError += Math.abs(outcome.quantity * (value === 0 ? 1 : valueInReporting / value)) * outcome.standardError;
    if (underlying !== undefined) byUnderlying.set(underlying, (byUnderlying.get(underlying) ?? 0) + valueInReporting);
    const ofType = byType.get(type) ?? { count: 0, value: 0 };
    byType.set(type, { count: ofType.count + 1, value: ofType.value + valueInReporting });
    if (outcome.currency === undefined) continue;
    const ofCurrency = byCurrency.get(outcome.currency) ?? { value: 0, valueInReporting: 0 };
    byCurrency.set(outcome.currency, {
      value: ofCurrency.value + value,
      valueInReporting: ofCurrency.valueInReporting + valueInReporting,
    });
  }
  requireFinite({ totalValue, standardError });
  const count = outcomes.length;
  const data: InstrumentBook = {
    ...(priced > 0 && { totalValue }),
    complete: priced === count,
    ...(currency !== undefined && { currency }),
    ...(standardError > 0 && { standardError }),
    positions: outcomes,
    byUnderlying: Array.from(byUnderlying, ([underlying, value]) => ({ underlying, value })),
    byCurrency: Array.from(byCurrency, ([code, sums]) => ({ currency: code, ...sums })),
    byType: Array.from(byType, ([type, sums]) => ({ type, ...sums })),
    summary: { count, succeeded: priced, failed: count - priced, priced },
  };
  const manifests = manifestsOf(prices);
  if (manifests.length === 0) return { data };
  return notedOutcome(
    { data, manifest: weakestManifest(manifests, 'each position names its own') },
    { warnings: incompleteWarning(data.summary) },
  );
}

/** Each manifest once, by its content, in the order of the positions. */
export function manifestsOf(prices: readonly ({ readonly manifest: KeptManifest } | ItemError)[]): KeptManifest[] {
  const manifests = new Map<string, KeptManifest>();
  let latest: KeptManifest | undefined;
  for (const each of prices) {
    if ('error' in each || each.manifest === latest) continue;
    latest = each.manifest;
    const content = JSON.stringify({ ...latest, runId: '' });
    if (!manifests.has(content)) manifests.set(content, latest);
  }
  return [...manifests.values()];
}

/** @throws HttpFailure SVC-REQ-001 where a position states another spot of an asset than the market */
export function requireOneSpot(positions: readonly unknown[], { market }: BookSetting): void {
  if (market === undefined) return;
  const faults = positions.flatMap((position, index) => {
    const { underlying, spot } = (position ?? {}) as { readonly underlying?: unknown; readonly spot?: unknown };
    if (typeof underlying !== 'string' || typeof spot !== 'number' || !Object.hasOwn(market.assets, underlying)) return [];
    const { spot: stated } = defined(market.assets[underlying], 'an asset');
    if (spot === stated) return [];
    return [
      {
        pointer: `/positions/${index}/spot`,
        reason: `must be ${stated}, the spot of ${underlying} in the market, or left out; got ${spot}`,
      },
      {
        pointer: `/market/assets/${underlying}/spot`,
        reason: `must be the spot of every position on ${underlying}; positions.${index} has ${spot}`,
      },
    ];
  });
  if (faults.length > 0) throw invalidRequests(faults);
}
