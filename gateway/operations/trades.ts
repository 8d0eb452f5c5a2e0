/** Stored trades: booked, amended and cancelled, never removed. */
import { status as grpcStatus } from '@grpc/grpc-js';
import { z } from 'zod';
import { tradeExamples } from '#engine/schemas';
import { CallFailure } from '#proto/failure';
import type { Document__Output } from '#proto/types/svc/common/v1/Document';
import { MAX_PAGE_LIMIT } from '#services/resources/page-limit';
import { trades as resource, type TradeFields, tradeFields, tradeSchemas } from '#services/resources/trade';
import { HttpFailure } from '../contract/errors.js';
import { type Dependencies, type OperationCall, operation } from '../contract/operation.js';
import { pageResponse } from '../contract/page.js';
import {
  documentSchema,
  documentView,
  etagHeader,
  fieldSchemas,
  ifMatch,
  listQuery,
  listRequest,
  requiredVersion,
  versionOf,
} from '../resource/crud.js';
import { differences } from '../run/replay.js';
import { bookedFields, bookingRefusals } from '../stored/booking.js';

const { collection } = resource;
const path = '/api/v1/trades';
const shared = { tag: 'Trades', scope: 'portfolio', costClass: 'store' } as const;

/** How often a cancellation that another write has overtaken is tried again. */
const MAX_CANCEL_ATTEMPTS = 20;

const tradeStatuses = ['booked', 'amended', 'cancelled', 'matured'] as const;
const status = z.enum(tradeStatuses).meta({ description: 'matured: not cancelled, and the last payment is before today (UTC)' });

const { maturityDate } = fieldSchemas(resource, 'maturityDate');
const trade = documentSchema(
  {
    shape: {
      ...fieldSchemas(resource, 'tradeDate', 'counterpartyId', 'nettingSetId', 'portfolioId', 'tags'),
      terms: z.record(z.string(), z.unknown()).meta({ description: 'As TradeTerms' }),
      status,
      ...fieldSchemas(resource, 'type', 'underlyings', 'currencies'),
      maturityDate: maturityDate.meta({ description: 'Date of the last payment' }),
    },
  },
  'BookedTrade',
);

const event = z
  .object({
    version: z.int().min(1),
    event: z.enum(['booked', 'amended', 'cancelled']),
    at: z.iso.datetime(),
    by: z.string().optional().meta({ description: 'Id of the key or user' }),
    changes: z
      .array(
        z.object({
          pointer: z.string(),
          from: z.unknown().optional().meta({ description: 'null: absent' }),
          to: z.unknown().optional().meta({ description: 'null: absent' }),
        }),
      )
      .meta({ description: 'Where it differs from the version before, at most 100' }),
  })
  .meta({ id: 'TradeEvent' });

interface Stored extends Omit<TradeFields, 'terms'> {
  readonly terms: object;
  readonly state: 'booked' | 'amended' | 'cancelled';
  readonly cancelled: boolean;
  readonly maturityDate: string;
}

const example = { tradeDate: '2026-03-02', tags: ['macro'], terms: { ...tradeExamples[0], id: undefined } };
const datedExample = {
  tradeDate: '2026-03-02',
  terms: {
    ...{ type: 'interest_rate_swap', currency: 'EUR', notional: 5e6, side: 'payer', fixedRate: 0.025 },
    ...{ startDate: '2026-03-04', tenor: '7Y', fixedFrequency: 1, fixedDayCount: '30E/360', floatingFrequency: 2 },
    ...{ index: 'EURIBOR-6M', fixingDays: 2, calendar: 'TARGET' },
  },
};
const params = z.strictObject({ tradeId: z.string().max(200) });

const query = listQuery(resource, [
  ...['counterpartyId', 'nettingSetId', 'portfolioId', 'type', 'underlying', 'currency', 'tag'],
  ...['tradedFrom', 'tradedTo', 'maturesBefore'],
]).extend({
  status: status.optional(),
  sort: z.enum(['tradeDate', '-tradeDate', 'maturityDate', '-maturityDate', 'createdAt', '-createdAt', 'id', '-id']).optional().meta({
    description:
      'Field to sort by; a leading minus sorts in descending order. Default: -maturityDate with maturesBefore or status matured, -tradeDate with tradedFrom or tradedTo, otherwise -createdAt',
  }),
});

export const trades = [
  operation({
    ...shared,
    id: 'listTrades',
    method: 'GET',
    path,
    summary: 'List trades',
    query,
    response: pageResponse(trade),
    handle: async ({ query, call }, { documents }) => {
      const { items, nextCursor } = await documents.listDocuments({ collection, ...storedQuery(query, call.today) }, call);
      return { data: { items: items.map((each) => view(each, call.today)), ...(nextCursor && { nextCursor }) } as never };
    },
  }),
  operation({
    ...shared,
    id: 'bookTrade',
    method: 'POST',
    path,
    summary: 'Book a trade',
    status: 201,
    schemas: tradeSchemas,
    request: tradeFields,
    example,
    furtherExamples: { 'A swap by its dates': datedExample },
    response: trade,
    responseHeaders: { ...etagHeader, Location: 'Path of the new resource' },
    failures: ['SVC-RES-001', 'SVC-RES-002'],
    handle: async ({ body, call }, { documents }) => {
      await requireBookable(body, true, call, documents);
      const fieldsJson = bookedFields(body, 'booked');
      const document = await documents.createDocument({ collection, fieldsJson, requestId: call.requestId }, call);
      const { data, headers } = withEtag(document, call);
      return { data, headers: { ...headers, Location: `${path}/${encodeURIComponent(document.id)}` } };
    },
  }),
  operation({
    ...shared,
    id: 'getTrade',
    method: 'GET',
    path: `${path}/{tradeId}`,
    summary: 'Get a trade with its history',
    description: 'The history has an event per version, oldest first, at most the latest 500.',
    params,
    response: trade.extend({ history: z.array(event) }).meta({ id: 'BookedTradeWithHistory' }),
    responseHeaders: etagHeader,
    failures: ['SVC-RES-001'],
    handle: async ({ params: { tradeId: id }, call }, { documents }) => {
      const current = await documents.getDocument({ collection, id, version: 0 }, call);
      const { items } = await documents.listVersions({ collection, id, limit: MAX_PAGE_LIMIT, cursor: '' }, call);
      // A version that was written in between is left to the next look.
      const former = items.filter(({ version }) => version < current.version);
      const { data, headers } = withEtag(current, call);
      return { data: { ...(data as object), history: historyOf([current, ...former].reverse()) } as never, headers };
    },
  }),
  operation({
    ...shared,
    id: 'amendTrade',
    method: 'PUT',
    path: `${path}/{tradeId}`,
    summary: 'Amend a trade',
    description:
      'The former version is kept. If-Match must be the ETag of the version to be amended, so that no other caller’s amendment is lost. A cancelled trade cannot be amended.',
    params,
    headers: z.object({ 'if-match': ifMatch }),
    request: tradeFields,
    example,
    response: trade,
    responseHeaders: etagHeader,
    failures: ['SVC-RES-001', 'SVC-RES-002', 'SVC-RES-003', 'SVC-RES-004'],
    handle: async ({ params: { tradeId: id }, headers, body, call }, { documents }) => {
      const expectedVersion = requiredVersion(headers['if-match']);
      const current = await documents.getDocument({ collection, id, version: 0 }, call);
      refuseCancelled(current, 'amended');
      const { counterpartyId: former } = documentView(current) as Stored;
      await requireBookable(body, body.counterpartyId !== former, call, documents);
      const fieldsJson = bookedFields(body, 'amended');
      return withEtag(await documents.replaceDocument({ collection, id, expectedVersion, fieldsJson }, call), call);
    },
  }),
  operation({
    ...shared,
    id: 'cancelTrade',
    method: 'DELETE',
    path: `${path}/{tradeId}`,
    summary: 'Cancel a trade',
    description: 'The record is kept, with status cancelled. With If-Match, only that version is cancelled.',
    params,
    headers: z.object({ 'if-match': ifMatch }),
    response: z.object({ id: z.string(), version: z.int(), status: z.literal('cancelled') }),
    responseHeaders: etagHeader,
    failures: ['SVC-RES-001', 'SVC-RES-002', 'SVC-RES-003'],
    handle: async ({ params: { tradeId: id }, headers, call }, { documents }) => {
      const etag = headers['if-match'];
      const { version } = await cancelled(id, etag === undefined ? undefined : versionOf(etag), call, documents);
      return { data: { id, version, status: 'cancelled' as const }, headers: { ETag: `"${version}"` } };
    },
  }),
];

/** @param expected absent: whatever version is there, also where other writes come in between */
async function cancelled(
  id: string,
  expected: number | undefined,
  call: OperationCall,
  documents: Dependencies['documents'],
): Promise<Document__Output> {
  for (let attempt = 1; ; attempt++) {
    const current = await documents.getDocument({ collection, id, version: 0 }, call);
    refuseCancelled(current, 'cancelled again');
    const fieldsJson = JSON.stringify({ ...JSON.parse(current.fieldsJson), state: 'cancelled', cancelled: true });
    try {
      return await documents.replaceDocument({ collection, id, expectedVersion: expected ?? current.version, fieldsJson }, call);
    } catch (error) {
      const overtaken = error instanceof CallFailure && error.code === grpcStatus.ABORTED;
      if (!overtaken || expected !== undefined || attempt >= MAX_CANCEL_ATTEMPTS) throw error;
    }
  }
}

function refuseCancelled({ id, fieldsJson }: Document__Output, act: string): void {
  if ((JSON.parse(fieldsJson) as Stored).cancelled) throw new HttpFailure('SVC-RES-002', `${id} is cancelled and cannot be ${act}`);
}

/** @throws HttpFailure where the trade cannot be booked */
async function requireBookable(
  trade: TradeFields,
  isNew: boolean,
  call: OperationCall,
  documents: Dependencies['documents'],
): Promise<void> {
  const [refusal] = await bookingRefusals([{ trade, isNew }], call, documents);
  if (refusal !== undefined) throw refusal;
}

function view(document: Document__Output, today: string): never {
  const { state, cancelled: isCancelled, ...fields } = documentView(document) as Stored;
  return { ...fields, status: !isCancelled && fields.maturityDate < today ? 'matured' : state } as never;
}

const withEtag = (document: Document__Output, { today }: OperationCall): { data: never; headers: { ETag: string } } => ({
  data: view(document, today),
  headers: { ETag: `"${document.version}"` },
});

/** @param versions oldest first */
function historyOf(versions: readonly Document__Output[]): z.input<typeof event>[] {
  return versions.map(({ version, updatedAtMs, updatedBy, fieldsJson }, index) => {
    const fields = JSON.parse(fieldsJson) as Stored;
    const earlier = versions[index - 1];
    const previous = earlier === undefined ? undefined : (JSON.parse(earlier.fieldsJson) as Stored);
    return {
      version,
      event: fields.state,
      at: new Date(updatedAtMs).toISOString(),
      ...(updatedBy && { by: updatedBy }),
      changes:
        previous === undefined
          ? []
          : differences(written(previous), written(fields)).map(({ pointer, original, replayed }) => ({
              pointer,
              from: original,
              to: replayed,
            })),
    };
  });
}

/** The fields of a version that the caller wrote. */
const written = ({ tradeDate, counterpartyId, nettingSetId, portfolioId, tags, terms }: Stored) => ({
  ...{ tradeDate, counterpartyId, nettingSetId, portfolioId, tags, terms },
});

/** The query as the reference service takes it: a status is a state and a range of maturities. */
function storedQuery({ status: statedStatus, sort, ...filters }: z.output<typeof query>, today: string) {
  const { maturesBefore, tradedFrom, tradedTo } = filters as { readonly [name: string]: unknown } as Readonly<
    Record<string, string | undefined>
  >;
  const byStatus =
    statedStatus === undefined
      ? {}
      : statedStatus === 'cancelled'
        ? { state: statedStatus }
        : statedStatus === 'matured'
          ? { cancelled: false, maturesBefore: maturesBefore !== undefined && maturesBefore < today ? maturesBefore : today }
          : { state: statedStatus, maturesFrom: today };
  const ranged = statedStatus === 'matured' || maturesBefore !== undefined;
  const byRange = ranged ? '-maturityDate' : tradedFrom !== undefined || tradedTo !== undefined ? '-tradeDate' : '-createdAt';
  return listRequest(resource, { ...filters, ...byStatus, sort: sort ?? byRange });
}
