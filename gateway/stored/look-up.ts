/** Looks up stored market data by name, in the tenant of the caller, and gives it as values. Each look-up is recorded with the run. */
import { hash } from 'blake3-wasm';
import type { Document__Output } from '#proto/types/svc/reference/v1/Document';
import { quoteId, quoteSeries, quotes } from '#services/resources/quote';
import type { AnyResource } from '#services/resources/resource';
import { HttpFailure } from '../http/errors.js';
import type { Dependencies, OperationCall, ResolveInput } from '../operation.js';

/** What a receipt keeps of each look-up beside the values. */
export interface LookedUp {
  readonly id: string;
  readonly version: number;
  /** `blake3:` and 64 hexadecimal digits: hash of the stored fields as JSON. */
  readonly contentHash: string;
  /** ISO date from which the values are. */
  readonly asOf: string;
}

/** Fields of a stored document, parsed, with what identifies them. */
export type Found<Fields> = LookedUp & { readonly fields: Fields };

export interface LookUp {
  /**
   * A document by its id.
   *
   * @param what the kind of data, as messages name it
   * @param asOf the date from which its values are; by default that of its last change
   */
  document<Fields>(resource: AnyResource, id: string, what: string, asOf?: (fields: Fields) => string): Promise<Found<Fields>>;
  /** The latest quote of a symbol. */
  quote(symbol: string): Promise<Found<StoredQuote>>;
  /** The oldest date of everything that was looked up; undefined where nothing was. */
  oldest(): string | undefined;
}

export interface StoredQuote {
  readonly symbol: string;
  readonly value: number;
  readonly asOf: string;
  readonly kind: string;
  readonly currency?: string;
}

/** Different names in one request: each is a call to the store. */
const MAX_LOOK_UPS = 2_000;

const NOT_FOUND = 'SVC-RES-001';

/** @param resolve records each look-up, or gives what was recorded where the run is a replay */
export function lookUpStored(resolve: ResolveInput, call: OperationCall, { reference }: Dependencies): LookUp {
  const names = new Set<string>();
  let oldest: string | undefined;

  async function found<Fields>(name: string, asOf: ((fields: Fields) => string) | undefined, find: () => Promise<Document__Output>) {
    names.add(name);
    if (names.size > MAX_LOOK_UPS)
      throw new HttpFailure('SVC-LIMIT-003', `a request may name at most ${MAX_LOOK_UPS} different stored data`);
    const result = await resolve(name, async (): Promise<Found<Fields>> => {
      const { id, version, fieldsJson, updatedAtMs } = await find();
      const fields = JSON.parse(fieldsJson) as Fields;
      return {
        id,
        version,
        contentHash: contentHash(fieldsJson),
        asOf: asOf?.(fields) ?? new Date(updatedAtMs).toISOString().slice(0, 'YYYY-MM-DD'.length),
        fields,
      };
    });
    if (oldest === undefined || result.asOf < oldest) oldest = result.asOf;
    return result;
  }

  return {
    document: ({ collection }, id, what, asOf) =>
      found(`${what.replaceAll(' ', '-')}/${id}`, asOf, () => reference.getDocument({ collection, id, version: 0 }, call)),
    quote: (symbol) =>
      found<StoredQuote>(
        `quote/${symbol}`,
        ({ asOf }) => asOf.slice(0, 'YYYY-MM-DD'.length),
        async () => {
          const latest = await latestQuote(symbol, undefined, call, reference);
          if (latest === undefined) throw new HttpFailure(NOT_FOUND, `there is no quote of ${symbol}`);
          return latest;
        },
      ),
    oldest: () => oldest,
  };
}

/** The hash by which stored fields are recognised, whatever stores them. @param fieldsJson in the order of the resource's schema */
export const contentHash = (fieldsJson: string): string => `blake3:${hash(fieldsJson).toString('hex')}`;

/** The latest quote of a symbol, at or before a time if one is given. */
export async function latestQuote(
  symbol: string,
  asOf: string | undefined,
  call: OperationCall,
  reference: Dependencies['reference'],
): Promise<Document__Output | undefined> {
  const filters = { series: quoteSeries(symbol), ...(asOf !== undefined && { untilId: quoteId(symbol, asOf) }) };
  const request = { collection: quotes.collection, limit: 1, cursor: '', sort: '-id', filtersJson: JSON.stringify(filters), search: '' };
  const { items } = await reference.listDocuments(request, call);
  return items.at(0);
}
