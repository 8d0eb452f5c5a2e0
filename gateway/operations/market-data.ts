/** Market data that is stored: quotes. */
import { z } from 'zod';
import { failedItem } from '#engine/schemas';
import type { DocumentPage__Output } from '#proto/types/svc/common/v1/DocumentPage';
import { quoteFields, quoteId, quoteKinds, quoteSeries, quoteSymbol, quotes, quoteTime } from '#services/resources/quote';
import { HttpFailure, invalidRequests } from '../contract/errors.js';
import { type FailedItem, failedItemAt, itemError } from '../contract/failed-item.js';
import { type Dependencies, type OperationCall, operation } from '../contract/operation.js';
import { pageQuery, pageResponse } from '../contract/page.js';
import { documentSchema, documentView, etagHeader, withEtag } from '../resource/crud.js';
import { latestQuote } from '../stored/look-up.js';
import { countsOf, WRITTEN, writeQuotes } from '../stored/quote-writing.js';

const { collection } = quotes;

const MAX_QUOTES = 100_000;
/** Room for 100 000 quotes with every field. */
const QUOTES_BODY_LIMIT = 32 * 1024 * 1024;

const shared = { tag: 'Market Data', scope: 'price', costClass: 'store' } as const;
const path = '/api/v1/market-data/quotes';
const example = { symbol: 'EUR/USD', value: 1.0842, asOf: '2026-03-02T17:00:00Z', kind: 'fx', currency: 'USD', source: 'desk' };

const quote = documentSchema(quotes, 'Quote');
const params = z.strictObject({ symbol: quoteSymbol });

const quoteOutcome = z
  .union([z.object({ symbol: z.string(), asOf: z.iso.datetime(), outcome: z.enum(WRITTEN) }), failedItem])
  .meta({ id: 'QuoteOutcome', description: 'What happened to one quote' });

/** The names by which quotes are sorted, and the fields they stand for: ids begin with the symbol and go on with the time. */
const SORTS = { symbol: 'id', '-symbol': '-id', asOf: 'asOf', '-asOf': '-asOf' } as const;
/** Within one symbol the order of ids is that of time. */
const HISTORY_SORTS = { asOf: 'id', '-asOf': '-id' } as const;

interface ListRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly sort: string;
  readonly filters: Readonly<Record<string, string | undefined>>;
}

async function listQuotes({ limit, cursor = '', sort, filters }: ListRequest, call: OperationCall, { documents }: Dependencies) {
  const filtersJson = JSON.stringify(filters);
  return documents.listDocuments({ collection, limit, cursor, sort, filtersJson, search: '' }, call);
}

const pageView = ({ items, nextCursor }: DocumentPage__Output) => ({
  data: { items: items.map(documentView), ...(nextCursor && { nextCursor }) },
});

export const marketData = [
  operation({
    ...shared,
    id: 'listQuotes',
    method: 'GET',
    path,
    summary: 'List quotes',
    query: pageQuery.extend({
      sort: z
        .enum(Object.keys(SORTS) as (keyof typeof SORTS)[])
        .default('symbol')
        .meta({ description: 'By symbol and then time, or by time' }),
      symbol: quoteSymbol.optional().meta({ description: 'Beginning of the symbol' }),
      kind: z.enum(quoteKinds).optional(),
      source: z.string().min(1).max(100).optional(),
    }),
    response: pageResponse(quote),
    handle: async ({ query: { limit, cursor, sort, ...filters }, call }, dependencies) =>
      pageView(await listQuotes({ limit, cursor, sort: SORTS[sort], filters }, call, dependencies)),
  }),
  operation({
    ...shared,
    id: 'putQuotes',
    method: 'POST',
    path,
    costClass: 'batch',
    summary: 'Insert or update quotes',
    description:
      'A quote is identified by its symbol and time. Each is written or refused alone; of two with the same symbol and time the second is ' +
      'written over the first.',
    bodyLimit: QUOTES_BODY_LIMIT,
    schemas: [quoteFields],
    request: z
      .strictObject({
        quotes: z
          .array(z.unknown())
          .min(1)
          .max(MAX_QUOTES)
          .meta({
            description: 'QuoteFields objects; one that is refused fails alone',
            items: { $ref: '#/components/schemas/QuoteFields' },
          }),
      })
      .meta({ id: 'PutQuotesRequest', description: '1 to 100 000 quotes' }),
    example: { quotes: [example, { ...example, symbol: 'SOFR', value: 0.0431, kind: 'rate' }] },
    response: z.object({
      results: z.array(quoteOutcome).meta({ description: 'One per quote, in order' }),
      summary: z.object({ inserted: z.int(), updated: z.int(), unchanged: z.int(), succeeded: z.int(), failed: z.int() }),
    }),
    handle: async ({ body, call }, { documents }) => {
      const failures: FailedItem[] = [];
      const writings = await writeQuotes(body.quotes, call, documents);
      const results = writings.map(({ written, faults }, index): z.infer<typeof quoteOutcome> => {
        if (written !== undefined) {
          const { symbol, asOf } = body.quotes[index] as { symbol: string; asOf: string };
          return { symbol, asOf: new Date(asOf).toISOString(), outcome: written };
        }
        const failure = failedItemAt('quotes', index, body.quotes[index], itemError(invalidRequests(faults)));
        failures.push(failure);
        return failure;
      });
      if (failures.length === results.length) throw invalidRequests(failures.flatMap(({ error: { details = [] } }) => details));
      const summary = { ...countsOf(writings), succeeded: results.length - failures.length, failed: failures.length };
      return { data: { results, summary } };
    },
  }),
  operation({
    ...shared,
    id: 'getQuote',
    method: 'GET',
    path: `${path}/{symbol}`,
    summary: 'Get the latest quote of a symbol',
    params,
    query: z.strictObject({ asOf: quoteTime.optional().meta({ description: 'The latest at or before this time' }) }),
    response: quote,
    responseHeaders: etagHeader,
    failures: ['SVC-RES-001'],
    handle: async ({ params: { symbol }, query: { asOf }, call }, dependencies) => {
      const latest = await latestQuote(symbol, asOf, call, dependencies.documents);
      if (latest === undefined) throw noQuote(symbol, asOf === undefined ? '' : ` at or before ${asOf}`);
      return withEtag(latest);
    },
  }),
  operation({
    ...shared,
    id: 'getQuoteHistory',
    method: 'GET',
    path: `${path}/{symbol}/history`,
    summary: 'List the quotes of a symbol in the order of time',
    params,
    query: pageQuery.extend({
      from: quoteTime.optional().meta({ description: 'At or after this time' }),
      to: quoteTime.optional().meta({ description: 'Before this time' }),
      sort: z.enum(['asOf', '-asOf']).default('-asOf').meta({ description: 'Earliest or latest first' }),
    }),
    response: pageResponse(quote),
    failures: ['SVC-RES-001'],
    handle: async ({ params: { symbol }, query: { from, to, limit, cursor, sort }, call }, dependencies) => {
      const filters = {
        series: quoteSeries(symbol),
        ...(from !== undefined && { fromId: quoteId(symbol, from) }),
        ...(to !== undefined && { beforeId: quoteId(symbol, to) }),
      };
      const page = await listQuotes({ limit, cursor, sort: HISTORY_SORTS[sort], filters }, call, dependencies);
      // A symbol without quotes in this period is not one without quotes.
      if (page.items.length === 0 && (await latestQuote(symbol, undefined, call, dependencies.documents)) === undefined)
        throw noQuote(symbol);
      return pageView(page);
    },
  }),
  operation({
    ...shared,
    id: 'deleteQuote',
    method: 'DELETE',
    path: `${path}/{symbol}`,
    summary: 'Delete the quotes of a symbol',
    params,
    query: z.strictObject({ asOf: quoteTime.optional().meta({ description: 'Only the quote of exactly this time' }) }),
    response: z.object({
      id: z.string().meta({ description: 'The symbol, or the id of the one quote' }),
      deleted: z.int().meta({ description: 'Number of quotes deleted' }),
    }),
    failures: ['SVC-RES-001'],
    handle: async ({ params: { symbol }, query: { asOf }, call }, { documents }) => {
      if (asOf !== undefined) {
        const id = quoteId(symbol, asOf);
        await documents.removeDocument({ collection, id, expectedVersion: 0 }, call);
        return { data: { id, deleted: 1 } };
      }
      const filtersJson = JSON.stringify({ series: quoteSeries(symbol) });
      const { removed } = await documents.removeDocuments({ collection, filtersJson }, call);
      if (removed === 0) throw noQuote(symbol);
      return { data: { id: symbol, deleted: removed } };
    },
  }),
];

const noQuote = (symbol: string, period = ''): HttpFailure => new HttpFailure('SVC-RES-001', `there is no quote of ${symbol}${period}`);
