/** Gathers what a snapshot freezes: every curve, surface, correlation matrix and quote as of a date, each as a look-up gives it. */
import type { Document__Output } from '#proto/types/svc/common/v1/Document';
import { correlations } from '#services/resources/correlation';
import { curves } from '#services/resources/curve';
import { quoteId, quotes } from '#services/resources/quote';
import { rateVolatilities } from '#services/resources/rate-volatility';
import type { AnyResource } from '#services/resources/resource';
import { surfaces } from '#services/resources/surface';
import { HttpFailure, invalidRequest } from '../contract/errors.js';
import type { Dependencies, OperationCall } from '../contract/operation.js';
import type { StoredDocument } from '../contract/stored-data.js';
import { DATE_LENGTH, everyDocument, foundIn, latestQuote, type SnapshotContent } from './look-up.js';
import { notedAt, ROOT } from './names.js';

type AnyFound = StoredDocument<Readonly<Record<string, unknown>>>;

interface Wanted {
  /** ISO date, or a time in UTC. */
  readonly asOf: string;
  readonly curveIds?: readonly string[] | undefined;
  readonly surfaceIds?: readonly string[] | undefined;
  readonly rateVolatilitiesIds?: readonly string[] | undefined;
  readonly correlationIds?: readonly string[] | undefined;
  readonly symbols?: readonly string[] | undefined;
}

/** Symbols of a snapshot at most: each is a look-up. */
export const MAX_SYMBOLS = 5_000;
/** Curves, surfaces and matrices of a snapshot at most, of each. */
export const MAX_DOCUMENTS = 1_000;
/** Look-ups at the same time. */
const CONCURRENT_LOOKUPS = 32;

interface Kind {
  readonly resource: AnyResource;
  readonly field: 'curveIds' | 'surfaceIds' | 'rateVolatilitiesIds' | 'correlationIds';
  readonly noun: string;
  /** True for documents with a valuation date. Others are in every snapshot. */
  readonly dated: boolean;
  /** Fields that documents of different days share. */
  readonly sameAs: readonly string[];
}

const KINDS: Readonly<Record<'curves' | 'surfaces' | 'rate_volatilities' | 'correlations', Kind>> = {
  curves: { resource: curves, field: 'curveIds', noun: 'curve', dated: true, sameAs: ['name', 'currency', 'kind'] },
  surfaces: { resource: surfaces, field: 'surfaceIds', noun: 'surface', dated: true, sameAs: ['name', 'underlying'] },
  rate_volatilities: {
    ...{ resource: rateVolatilities, field: 'rateVolatilitiesIds', noun: 'table of volatilities', dated: true },
    sameAs: ['name', 'underlying'],
  },
  correlations: { resource: correlations, field: 'correlationIds', noun: 'correlation matrix', dated: false, sameAs: ['name'] },
};

interface Source {
  readonly call: OperationCall;
  readonly documents: Dependencies['documents'];
}

/** @throws HttpFailure SVC-RES-001 for what is not there, SVC-REQ-001 for what is of a later day, SVC-LIMIT-003 where there is too much */
export async function gatherSnapshot(selection: Wanted, source: Source): Promise<SnapshotContent> {
  const day = selection.asOf.slice(0, DATE_LENGTH);
  const documents = (kind: Kind) => {
    const ids = selection[kind.field];
    return ids === undefined ? latestDocuments(kind, day, source) : namedDocuments(kind, ids, day, source);
  };
  const [ofCurves, ofSurfaces, ofRates, ofCorrelations] = [
    await documents(KINDS.curves),
    await documents(KINDS.surfaces),
    await documents(KINDS.rate_volatilities),
    await documents(KINDS.correlations),
  ];
  const until = selection.asOf.length === DATE_LENGTH ? `${day}T23:59:59.999Z` : new Date(selection.asOf).toISOString();
  const ofQuotes = await (selection.symbols === undefined ? everyQuote(until, source) : namedQuotes(selection.symbols, until, source));
  const byId = (documents: readonly AnyFound[]) => Object.fromEntries(documents.map((each) => [each.id, each]));
  return {
    curves: byId(ofCurves),
    surfaces: byId(ofSurfaces),
    rate_volatilities: byId(ofRates),
    correlations: byId(ofCorrelations),
    quotes: Object.fromEntries(ofQuotes.map((each) => [String(each.fields.symbol), each])),
  };
}

const read = (document: Document__Output, dated: boolean): AnyFound =>
  foundIn<Readonly<Record<string, unknown>>>(document, dated ? ({ valuationDate }) => String(valuationDate) : undefined);

/** The documents of the ids, each of the day or before. */
const namedDocuments = (
  { resource: { collection }, field, noun, dated }: Kind,
  ids: readonly string[],
  day: string,
  { call, documents }: Source,
) =>
  inTurn(ids, async (id, i) => {
    const list = { ...ROOT, pointer: `/${field}` };
    const frozen = read(await notedAt(list, String(i), documents.getDocument({ collection, id, version: 0 }, call)), dated);
    if (dated && frozen.asOf > day)
      throw invalidRequest(`/${field}/${i}`, `must name a ${noun} of ${day} or before; it is of ${frozen.asOf}`);
    return frozen;
  });

/** The latest document of every name, of the day or before. */
async function latestDocuments(
  { resource: { collection }, field, dated, sameAs }: Kind,
  day: string,
  { call, documents }: Source,
): Promise<AnyFound[]> {
  const latest = new Map<string, AnyFound>();
  for await (const document of everyDocument({ collection, sort: 'createdAt', filtersJson: '' }, call, documents)) {
    const frozen = read(document, dated);
    const key = JSON.stringify(sameAs.map((name) => frozen.fields[name]));
    const previous = latest.get(key);
    // Documents come in the order of creation: of two of one day the later one counts.
    if ((!dated || frozen.asOf <= day) && (previous === undefined || !dated || frozen.asOf >= previous.asOf)) latest.set(key, frozen);
    if (latest.size > MAX_DOCUMENTS) throw tooMuch(`more than ${MAX_DOCUMENTS} ${collection}`, field);
  }
  return [...latest.values()];
}

const tooMuch = (noun: string, field: string): HttpFailure =>
  new HttpFailure('SVC-LIMIT-003', `a snapshot cannot hold ${noun}: name those that it shall hold in ${field}`);

const namedQuotes = (symbols: readonly string[], until: string, { call, documents }: Source) =>
  inTurn([...new Set(symbols)], async (symbol) => {
    const latest = await latestQuote(symbol, until, call, documents);
    const pointer = `/symbols/${symbols.indexOf(symbol)}`;
    const reason = `there is no quote of ${symbol} at or before ${until}`;
    if (latest === undefined) throw new HttpFailure('SVC-RES-001', reason, [{ pointer, reason }]);
    return quoteFound(latest);
  });

const quoteFound = (document: Document__Output): AnyFound =>
  foundIn<Readonly<Record<string, unknown>>>(document, ({ asOf }) => String(asOf).slice(0, DATE_LENGTH));

/** Sorts after every time of a symbol, and before the next symbol. */
const END_OF_TIME = '\u{10FFFF}';

/** The latest quote of every symbol until a time. It goes from symbol to symbol, whatever number of quotes each has. */
async function everyQuote(until: string, { call, documents }: Source): Promise<AnyFound[]> {
  const { collection } = quotes;
  const symbols: string[] = [];
  let firstId = '';
  for (;;) {
    const filtersJson = firstId === '' ? '' : JSON.stringify({ fromId: firstId });
    const { items } = await documents.listDocuments({ collection, limit: 1, cursor: '', sort: 'id', filtersJson, search: '' }, call);
    const [first] = items;
    if (first === undefined) break;
    const { symbol } = JSON.parse(first.fieldsJson) as { readonly symbol: string };
    symbols.push(symbol);
    if (symbols.length > MAX_SYMBOLS) throw tooMuch(`more than ${MAX_SYMBOLS} quotes`, 'symbols');
    firstId = quoteId(symbol, END_OF_TIME);
  }
  const latestQuotes = await inTurn(symbols, async (symbol) => latestQuote(symbol, until, call, documents));
  return latestQuotes.filter((quote) => quote !== undefined).map(quoteFound);
}

/** Some at a time, in order. */
async function inTurn<Item, Result>(items: readonly Item[], work: (item: Item, index: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += CONCURRENT_LOOKUPS)
    results.push(...(await Promise.all(items.slice(start, start + CONCURRENT_LOOKUPS).map((item, i) => work(item, start + i)))));
  return results;
}
