/** Looks up stored market data by name, in the tenant of the caller, and gives it as values. Each look-up is recorded with the run. */

import { hash } from 'blake3-wasm';
import type { Document__Output } from '#proto/types/svc/common/v1/Document';
import { MAX_PAGE_LIMIT } from '#services/resources/page-limit';
import { quoteId, quoteSeries, quotes } from '#services/resources/quote';
import { type Snapshot, snapshotContents, snapshots } from '#services/resources/snapshot';
import { HttpFailure } from '../contract/errors.js';
import type { Dependencies, OperationCall, ResolveInput } from '../contract/operation.js';
import type { DayQuote, StoredData, StoredDocument, StoredQuote } from '../contract/stored-data.js';

/** Different names in one request: each is a call to the store. */
const MAX_LOOK_UPS = 2_000;

const NOT_FOUND = 'SVC-RES-001';

/** @param resolve records each look-up, or gives what was recorded where the run is a replay */
export function lookUpStored(resolve: ResolveInput, call: OperationCall, { documents }: Dependencies): StoredData {
  const names = new Set<string>();
  const snapshotIds = new Set<string>();
  let oldest: string | undefined;

  async function undated<Fields>(name: string, find: () => Promise<StoredDocument<Fields>>): Promise<StoredDocument<Fields>> {
    names.add(name);
    if (names.size > MAX_LOOK_UPS)
      throw new HttpFailure('SVC-LIMIT-003', `a request may name at most ${MAX_LOOK_UPS} different stored data`);
    return resolve(name, find);
  }

  async function dated<Fields>(name: string, find: () => Promise<StoredDocument<Fields>>): Promise<StoredDocument<Fields>> {
    const result = await undated(name, find);
    if (oldest === undefined || result.asOf < oldest) oldest = result.asOf;
    return result;
  }

  const shared: Pick<StoredData, 'oldest' | 'snapshotIds' | 'undated'> = {
    oldest: () => oldest,
    snapshotIds: () => [...snapshotIds],
    undated: ({ collection }, id, noun) =>
      undated(`${hyphenated(noun)}/${id}`, async () => foundIn(await documents.getDocument({ collection, id, version: 0 }, call))),
  };
  const latest: StoredData = {
    ...shared,
    document: ({ collection }, id, noun, asOf) =>
      dated(`${hyphenated(noun)}/${id}`, async () => foundIn(await documents.getDocument({ collection, id, version: 0 }, call), asOf)),
    quote: (symbol) =>
      dated<StoredQuote>(`quote/${symbol}`, async () => {
        const quote = await latestQuote(symbol, undefined, call, documents);
        if (quote === undefined) throw new HttpFailure(NOT_FOUND, `there is no quote of ${symbol}`);
        return foundIn<StoredQuote>(quote, ({ asOf }) => asOf.slice(0, DATE_LENGTH));
      }),
    series: (symbol, from = '', end = call.today) =>
      undated(`series/${symbol}/${from}/${end}`, async () => {
        const quotesByDay = await lastOfEachDay(symbol, from, end, call, documents);
        const [latest] = quotesByDay;
        if (latest === undefined)
          throw new HttpFailure(NOT_FOUND, `there is no quote of ${symbol} ${from === '' ? '' : `from ${from} on and `}before ${end}`);
        const { id, version, asOf } = latest;
        const fields = quotesByDay.map(({ asOf: date, fields: { value, kind } }): DayQuote => ({ date, value, kind })).reverse();
        return { id, version, asOf, contentHash: contentHash(JSON.stringify(fields)), fields };
      }),
    latestId: async ({ collection }, noun, fields) => {
      const { id } = await resolve(`latest-${noun}`, async () => {
        const query = { collection, limit: 1, cursor: '', sort: '-valuationDate', filtersJson: JSON.stringify(fields), search: '' };
        const [document] = (await documents.listDocuments(query, call)).items;
        if (document === undefined) throw new HttpFailure(NOT_FOUND, `there is no ${noun}`);
        return { id: document.id };
      });
      return id;
    },
    within: async (snapshotId) => {
      const name = `snapshot/${snapshotId}`;
      const { asOf: day } = await dated<Snapshot>(name, async () =>
        foundIn<Snapshot>(await documents.getDocument({ collection: snapshots.collection, id: snapshotId, version: 0 }, call), ({ asOf }) =>
          asOf.slice(0, DATE_LENGTH),
        ),
      );
      snapshotIds.add(snapshotId);
      let content: Promise<SnapshotContent> | undefined;
      const heldBy = async (part: keyof SnapshotContent): Promise<Frozen> => {
        content ??= snapshotText(snapshotId, documents, call).then((text) => JSON.parse(text) as SnapshotContent);
        return (await content)[part] ?? {};
      };
      const frozen = async (part: keyof SnapshotContent, id: string, noun: string): Promise<StoredDocument<never>> => {
        const documents = await heldBy(part);
        if (!Object.hasOwn(documents, id)) throw new HttpFailure(NOT_FOUND, `the ${noun} ${id} is not in the snapshot ${snapshotId}`);
        return documents[id] as StoredDocument<never>;
      };
      return {
        ...shared,
        day,
        latestId: async ({ collection }, noun, condition) => {
          const part = PARTS.find((each) => each === collection);
          if (part === undefined) throw new Error(`a snapshot holds no ${collection}`);
          const isWanted =
            typeof condition === 'function'
              ? condition
              : (fields: Readonly<Record<string, unknown>>) => Object.entries(condition).every(([field, value]) => fields[field] === value);
          const { id } = await resolve(`${name}/latest-${noun}`, async () => {
            const candidates = Object.values(await heldBy(part)).filter(({ fields }) => isWanted(fields));
            if (candidates.length === 0) throw new HttpFailure(NOT_FOUND, `there is no ${noun} in the snapshot ${snapshotId}`);
            return { id: candidates.reduce((one, other) => (other.asOf > one.asOf ? other : one)).id };
          });
          return id;
        },
        document: (resource, id, noun, asOf) => {
          const part = PARTS.find((each) => each === resource.collection);
          if (part === undefined) return latest.document(resource, id, noun, asOf);
          return dated(`${name}/${hyphenated(noun)}/${id}`, () => frozen(part, id, noun));
        },
        quote: (symbol) => dated(`${name}/quote/${symbol}`, () => frozen('quotes', symbol, 'quote')),
        series: (symbol) =>
          Promise.reject(
            new HttpFailure(
              NOT_FOUND,
              `the snapshot ${snapshotId} holds the latest quote of ${symbol} and none before it: give the values`,
            ),
          ),
        within: (other) => latest.within(other),
      };
    },
  };
  return latest;
}

/** Collections whose documents a snapshot holds. */
const PARTS = ['curves', 'surfaces', 'rate_volatilities', 'correlations'] as const;

const hyphenated = (noun: string): string => noun.replaceAll(' ', '-');

/** Every document that a filter admits, read page by page. */
export async function* everyDocument(
  query: { readonly collection: string; readonly sort: string; readonly filtersJson: string },
  call: OperationCall,
  documents: Dependencies['documents'],
): AsyncGenerator<Document__Output> {
  let cursor = '';
  do {
    const { items, nextCursor } = await documents.listDocuments({ ...query, limit: MAX_PAGE_LIMIT, cursor, search: '' }, call);
    yield* items;
    cursor = nextCursor;
  } while (cursor !== '');
}

/** A document as a look-up gives it. @param asOf the date from which its values are; by default that of its last change */
export function foundIn<Fields>(
  { id, version, fieldsJson, updatedAtMs }: Document__Output,
  asOf?: (fields: Fields) => string,
): StoredDocument<Fields> {
  const fields = JSON.parse(fieldsJson) as Fields;
  const date = asOf?.(fields) ?? new Date(updatedAtMs).toISOString().slice(0, DATE_LENGTH);
  return { id, version, contentHash: contentHash(fieldsJson), asOf: date, fields };
}

/** Everything that a snapshot holds, as JSON. */
export async function snapshotText(id: string, documents: Dependencies['documents'], call: OperationCall): Promise<string> {
  const { fieldsJson } = await documents.getDocument({ collection: snapshotContents.collection, id, version: 0 }, call);
  return (JSON.parse(fieldsJson) as { content: string }).content;
}

type Frozen = Readonly<Record<string, StoredDocument<Readonly<Record<string, unknown>>>>>;

/** The content of a snapshot: documents by id, and quotes by symbol. */
export interface SnapshotContent {
  readonly curves: Frozen;
  readonly surfaces: Frozen;
  /** Absent in snapshots of former versions. */
  readonly rate_volatilities?: Frozen;
  readonly correlations: Frozen;
  readonly quotes: Frozen;
}

export const DATE_LENGTH = 'YYYY-MM-DD'.length;

/** The hash by which stored fields are recognised, whatever stores them. @param fieldsJson in the order of the resource's schema */
export const contentHash = (fieldsJson: string): string => `blake3:${hash(fieldsJson).toString('hex')}`;

/** The latest quote of a symbol, at or before a time if one is given. */
export async function latestQuote(
  symbol: string,
  asOf: string | undefined,
  call: OperationCall,
  documents: Dependencies['documents'],
): Promise<Document__Output | undefined> {
  const filters = { series: quoteSeries(symbol), ...(asOf !== undefined && { untilId: quoteId(symbol, asOf) }) };
  const request = { collection: quotes.collection, limit: 1, cursor: '', sort: '-id', filtersJson: JSON.stringify(filters), search: '' };
  const { items } = await documents.listDocuments(request, call);
  return items.at(0);
}

/** Most days of a series, and quotes of one read. */
const MAX_SERIES_DAYS = 4_000;
const SERIES_PAGE = 500;

/** The last quote of each day from one date until before another, the latest first. */
async function lastOfEachDay(
  symbol: string,
  from: string,
  end: string,
  call: OperationCall,
  documents: Dependencies['documents'],
): Promise<StoredDocument<StoredQuote>[]> {
  const quotesOfDays: StoredDocument<StoredQuote>[] = [];
  for (let day = end; ; ) {
    const filters = { series: quoteSeries(symbol), fromId: quoteId(symbol, from), beforeId: quoteId(symbol, day) };
    const filtersJson = JSON.stringify(filters);
    const { items } = await documents.listDocuments(
      { collection: quotes.collection, limit: SERIES_PAGE, cursor: '', sort: '-id', filtersJson, search: '' },
      call,
    );
    for (const item of items) {
      const quote = foundIn<StoredQuote>(item, ({ asOf }) => asOf.slice(0, DATE_LENGTH));
      if (quote.asOf === day) continue;
      if (quotesOfDays.length === MAX_SERIES_DAYS) return quotesOfDays;
      quotesOfDays.push(quote);
      day = quote.asOf;
    }
    if (items.length < SERIES_PAGE) return quotesOfDays;
  }
}
