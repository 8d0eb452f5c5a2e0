/** Lets an operation take a stored netting set in place of the trades, the counterparty and the collateral of its request. */

import { z } from 'zod';
import { type Alternative, faultsOf, oneOfRequired, parsedWith, type StatedTrade } from '#engine/schemas';
import { nettingSets } from '#services/resources/netting-set';
import { noted } from '../contract/computation.js';
import { invalidRequest, invalidRequests } from '../contract/errors.js';
import type { TakesStored } from '../contract/operation.js';
import type { StoredData } from '../contract/stored-data.js';
import { placing } from '../run/part.js';
import {
  agreementOf,
  collateralTerms,
  type ExcludedTrade,
  livingTrades,
  neededBy,
  type SimulatedTrade,
  withoutUnfit,
} from '../stored/booked-trades.js';
import { crossRate, storedExposureMarket } from '../stored/exposure-market.js';
import { notedAt, ROOT } from '../stored/names.js';
import { SNAPSHOT, withValues } from '../stored/resolve.js';

const id = z.string().max(200).optional();
const nettingSetId = id.meta({
  description:
    'A stored netting set: its living trades, its collateral agreement and the credit curve of its counterparty are taken. Its currency is the ' +
    'default of reportingCurrency, and market may be left out: the stored market is taken, as a limit’s utilisation takes it',
});
const snapshotId = id.meta({
  description: 'A stored snapshot: names are looked up in it, and so is the market that the request leaves out',
});
const correlationId = id.meta({
  description:
    'A stored correlation matrix, for the market that a request with nettingSetId leaves out: of shares (ACME), short rates (USD) and exchange ' +
    'rates with the reporting currency (EURUSD or USDEUR). Pairs that it lacks are uncorrelated, and the result warns',
});

interface StoredNettingSet {
  readonly counterpartyId: string;
  readonly agreement: string;
  readonly currency: string;
}

/** The fields of a request that names a netting set. */
interface OfNettingSet {
  readonly nettingSetId?: string;
  readonly snapshotId?: string;
  readonly correlationId?: string;
  readonly market?: { readonly valuationDate?: string; readonly fx?: Readonly<Record<string, number>> };
  readonly reportingCurrency?: string;
  readonly newTrades?: readonly StatedTrade[];
}

/**
 * @param alternatives what a request without a netting set has one of, each with the fields that it needs
 * @param mayBeEmpty whether the netting set may have no trade: where new ones are added
 */
export function takesNettingSet<Schema extends z.ZodObject>(
  schema: Schema,
  alternatives: readonly Alternative[],
  { mayBeEmpty = false }: { readonly mayBeEmpty?: boolean } = {},
): TakesStored<z.output<Schema>> {
  return {
    request: withNettingSet(schema, alternatives) as z.ZodType<z.output<Schema>>,
    handle: (operationHandler) => async (input, dependencies) => {
      const { nettingSetId: id, snapshotId: frozen, correlationId: correlated, ...request } = input.body as OfNettingSet & object;
      if (id === undefined) return operationHandler({ ...input, body: request as z.output<Schema> }, dependencies);
      const { reportingCurrency, market: ownMarket, newTrades = [] } = request;
      const within = frozen === undefined ? undefined : await notedAt(ROOT, SNAPSHOT, input.stored.within(frozen));
      const stored = within ?? input.stored;
      const context = { ...input, stored };
      const set = await nettingSetOf(id, stored);
      const valuationDate = ownMarket?.valuationDate ?? within?.day ?? input.call.today;
      const { simulated, excluded } = await livingTrades('nettingSetId', id, valuationDate, context, dependencies);
      const booked = simulated.map(({ trade }) => trade);
      const requireTrades = (remaining: readonly unknown[]): void => {
        if (remaining.length === 0 && !mayBeEmpty)
          throw invalidRequest(
            '/nettingSetId',
            `must be of a netting set with trades that are simulated on ${valuationDate}; ${id} has none`,
          );
      };
      requireTrades(booked);

      const reporting = reportingCurrency ?? set.currency;
      const everyDay = within && input.stored;
      const exposureMarket = storedExposureMarket({ resolve: input.resolve, stored, everyDay, valuationDate });
      const needs = neededBy([...booked, ...newTrades]);
      const storedMarket =
        ownMarket === undefined
          ? await exposureMarket.market(needs.currencies, needs.shares, reporting, {
              correlationId: correlated,
              observed: needs.observed,
              indices: needs.indices,
            })
          : undefined;
      const agreement = await agreementOf(id, context);
      const perUnit = async (currency: string): Promise<number> =>
        ownMarket === undefined ? exposureMarket.rate(currency, reporting) : statedRate(ownMarket.fx ?? {}, currency, reporting);
      const body = {
        ...request,
        trades: booked,
        market: storedMarket?.market ?? ownMarket,
        reportingCurrency: reporting,
        ...(agreement && { collateral: collateralTerms(agreement, await perUnit(agreement.currency)) }),
        ...('counterparty' in schema.shape && { counterparty: { counterpartyId: set.counterpartyId } }),
      };
      const { filled, fit, unfit } = await placing(
        (pointer) => (pointer.startsWith('/market') && ownMarket !== undefined ? pointer : '/nettingSetId'),
        async () => {
          const filled = (await withValues(body, schema, stored)) as SimulatedBody;
          const setting = { market: filled.market, reportingCurrency: reporting, valuationDate };
          return { filled, ...takenBy(schema, filled, await withoutUnfit(filled.trades, setting, input.call, dependencies)) };
        },
      );
      requireTrades(fit);
      const result = await operationHandler({ ...input, body: ownBody(schema, { ...filled, trades: fit }, request) }, dependencies);
      return noted(result, { warnings: [...(storedMarket?.warnings ?? []), ...excludedNote([...excluded, ...unfit])] });
    },
  };
}

type FitTrades = Awaited<ReturnType<typeof withoutUnfit>>;

interface SimulatedBody {
  readonly trades: readonly SimulatedTrade[];
  readonly market: object;
}

/** The trades without the contracts that the operation does not take with the rest of its request. */
function takenBy(schema: z.ZodType, body: SimulatedBody, { fit, unfit }: FitTrades): FitTrades {
  const [otherTrades, contracts] = [fit.filter(({ type }) => type !== 'contract'), fit.filter(({ type }) => type === 'contract')];
  if (contracts.length === 0 || otherTrades.length === 0) return { fit, unfit };
  const together = parsedWith(schema, { ...body, trades: fit });
  if (together.success || !schema.safeParse({ ...body, trades: otherTrades }).success) return { fit, unfit };
  const [{ reason, pointer }] = faultsOf(together.error, body);
  const refused = contracts.map(({ id: tradeId, type }) => ({
    tradeId,
    type,
    reason: `${pointer.slice(1).replaceAll('/', '.')} ${reason}`,
  }));
  return { fit: otherTrades, unfit: [...unfit, ...refused] };
}

/** @throws HttpFailure SVC-REQ-001 where its trades are not netted */
async function nettingSetOf(id: string, stored: StoredData): Promise<StoredNettingSet> {
  const { fields } = await notedAt(ROOT, 'nettingSetId', stored.undated<StoredNettingSet>(nettingSets, id, 'netting set'));
  if (fields.agreement !== 'none') return fields;
  throw invalidRequest('/nettingSetId', `must be of a netting set with an agreement; without one the trades of ${id} are not netted`);
}

function statedRate(fx: Readonly<Record<string, number>>, from: string, to: string): number {
  const rate = crossRate(fx, from, to);
  if (Number.isNaN(rate)) throw invalidRequest('/market/fx', `must have ${from}${to}: the collateral agreement is in ${from}`);
  return rate;
}

/** Fields that a stored netting set stands for. */
const STANDS_FOR = ['trades', 'nettingSets', 'exposure', 'counterparty', 'collateral'];

function withNettingSet(schema: z.ZodObject, alternatives: readonly Alternative[]): z.ZodType {
  const { shape } = schema;
  const replaced = STANDS_FOR.filter((field) => field in shape);
  const optional = [...replaced, 'market'].map((field) => [field, withoutDefault(shape[field] as z.ZodType).optional()]);
  const all = [...alternatives, { required: ['nettingSetId'] }];
  const choices = all.map(({ required }) => (required.length > 1 ? `(${required.join(', ')})` : required[0])).join(' or ');
  return z
    .strictObject({ ...shape, ...Object.fromEntries(optional), nettingSetId, snapshotId, correlationId })
    .superRefine(({ nettingSetId: id, snapshotId: _, correlationId: correlated, ...body }: Readonly<Record<string, unknown>>, context) => {
      const fault = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message, input: body });
      if (correlated !== undefined && (id === undefined || body.market !== undefined))
        fault(['correlationId'], 'must be left out: it is of the stored market of a netting set; a market names its own in correlations');
      const stated = replaced.filter((field) => body[field] !== undefined);
      if (id !== undefined) for (const field of stated) fault([field], 'must be left out: nettingSetId stands for it');
      else if (stated.length === 0) fault([], `must have ${choices}`);
      else for (const issue of parsedWith(schema, body).error?.issues ?? []) context.addIssue({ ...issue, input: body } as never);
    })
    .meta({ ...schema.meta(), ...oneOfRequired(...all) });
}

const withoutDefault = (schema: z.ZodType): z.ZodType => (schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : schema);

/** @throws HttpFailure SVC-REQ-001 that names what of the netting set the operation's own request does not admit */
function ownBody<Schema extends z.ZodType>(schema: Schema, body: object, request: object): z.output<Schema> {
  const parsed = parsedWith(schema, body);
  if (parsed.success) return parsed.data;
  const { trades } = body as { readonly trades: readonly { readonly id: string }[] };
  const faults = faultsOf(parsed.error, body).map(({ pointer, reason }) => {
    const [, field = '', index, ...rest] = pointer.split('/');
    if (field in request) return { pointer, reason };
    const path = field === 'trades' && index !== undefined ? [trades[Number(index)]?.id ?? index, ...rest] : pointer.split('/').slice(1);
    return { pointer: '/nettingSetId', reason: `must be of a netting set that this operation takes: ${path.join('.')} ${reason}` };
  });
  throw invalidRequests(faults);
}

/** Largest number of trades that a warning names. */
const MAX_NAMED_TRADES = 10;

function excludedNote(excluded: readonly ExcludedTrade[]): string[] {
  if (excluded.length === 0) return [];
  const named = excluded
    .slice(0, MAX_NAMED_TRADES)
    .map(({ tradeId, type, reason }) => `${tradeId} (${type}${reason === undefined ? '' : `: ${reason}`})`);
  const more = excluded.length > MAX_NAMED_TRADES ? ` and ${excluded.length - MAX_NAMED_TRADES} more` : '';
  return [`not simulated, and left out: ${named.join(', ')}${more}`];
}
