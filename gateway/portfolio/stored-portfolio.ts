/**
 * A stored portfolio in place of the positions of a request. What is read, the positions with the terms of their trades and products, is
 * recorded with the run; the request's own operation then gets positions as if the caller had sent them.
 */
import type { Document__Output } from '#proto/types/svc/common/v1/Document';
import { MAX_PAGE_LIMIT } from '#services/resources/page-limit';
import { portfolios } from '#services/resources/portfolio';
import { positions, type StoredPosition } from '#services/resources/position';
import { products } from '#services/resources/product';
import type { TypedTerms } from '#services/resources/terms';
import { type TradeTerms, trades } from '#services/resources/trade';
import { HttpFailure, invalidRequest } from '../contract/errors.js';
import type { Dependencies, OperationCall, ResolveInput } from '../contract/operation.js';
import { everyDocument, contentHash as hashOf } from '../stored/look-up.js';
import { notedAt, ROOT } from '../stored/names.js';

/** Largest number of positions of a stored portfolio, as of a request. */
const MAX_POSITIONS = 100_000;

/** The version of the document from which a value was read. */
interface Source {
  readonly id: string;
  readonly version: number;
  /** `blake3:` and 64 hexadecimal digits: hash of the stored fields as JSON. */
  readonly contentHash: string;
}

/** A position with what it holds. */
export type HeldPosition = Source & { readonly quantity: number } & (
    | { readonly instrument: NonNullable<StoredPosition['instrument']> }
    | {
        readonly trade: Source & HeldTrade /** True of a trade that names the portfolio and stands in no position of it. */;
        readonly isBooked?: true;
      }
    | { readonly product: Source & TypedTerms }
  );

interface HeldTrade {
  readonly tradeDate: string;
  readonly maturityDate: string;
  readonly cancelled: boolean;
  readonly terms: TradeTerms;
}

export interface HeldPortfolio extends Source {
  readonly positions: readonly HeldPosition[];
}

type Context = { readonly resolve: ResolveInput; readonly call: OperationCall };

/** @throws HttpFailure SVC-RES-001 where the tenant has no such portfolio */
export const resolvePortfolio = (
  id: string,
  { resolve, call }: Context,
  { documents }: Pick<Dependencies, 'documents'>,
): Promise<HeldPortfolio> =>
  resolve(`portfolio/${id}`, async () => {
    const portfolio = await notedAt(
      ROOT,
      'portfolioId',
      documents.getDocument({ collection: portfolios.collection, id, version: 0 }, call),
    );
    const heldPositions = await positionsOf(id, call, documents);
    const heldTradeIds = new Set(heldPositions.flatMap((position) => fieldsOf<StoredPosition>(position).tradeId ?? []));
    const booked = (await bookedTrades(id, call, documents)).filter((trade) => !heldTradeIds.has(trade.id));
    if (heldPositions.length + booked.length === 0)
      throw invalidRequest('/portfolioId', `must be of a portfolio with positions; ${id} has none`);
    const tradesById = await documentsById(trades.collection, heldPositions, ({ tradeId }) => tradeId, call, documents);
    const productsById = await documentsById(products.collection, heldPositions, ({ productId }) => productId, call, documents);
    const inForce = new Map<string, Document__Output>();
    for (const [productId, product] of productsById) inForce.set(productId, await versionInForce(product, call, documents));
    return {
      ...sourceOf(portfolio),
      positions: [
        ...heldPositions.map((document): HeldPosition => {
          const { quantity, tradeId, productId, instrument } = fieldsOf<StoredPosition>(document);
          const identity = { ...sourceOf(document), quantity };
          if (instrument !== undefined) return { ...identity, instrument };
          if (tradeId !== undefined) {
            const trade = required(tradesById.get(tradeId), tradeId);
            return { ...identity, trade: heldTrade(trade) };
          }
          const product = required(inForce.get(productId ?? ''), String(productId));
          const { type, terms } = fieldsOf<TypedTerms>(product);
          return { ...identity, product: { ...sourceOf(product), type, terms } as Source & TypedTerms };
        }),
        ...booked.map((document): HeldPosition => ({ ...sourceOf(document), quantity: 1, trade: heldTrade(document), isBooked: true })),
      ],
    };
  });

function heldTrade(document: Document__Output): Source & HeldTrade {
  const { tradeDate, maturityDate, cancelled, terms } = fieldsOf<HeldTrade>(document);
  return { ...sourceOf(document), tradeDate, maturityDate, cancelled, terms };
}

/** The trades that name a portfolio, oldest first. */
async function bookedTrades(portfolioId: string, call: OperationCall, documents: Dependencies['documents']): Promise<Document__Output[]> {
  const all: Document__Output[] = [];
  const query = { collection: trades.collection, sort: 'id', filtersJson: JSON.stringify({ portfolioId, cancelled: false }) };
  for await (const trade of everyDocument(query, call, documents)) {
    all.push(trade);
    if (all.length > MAX_POSITIONS)
      throw new HttpFailure('SVC-LIMIT-003', `${portfolioId} has more than ${MAX_POSITIONS} trades, the most that one request may have`);
  }
  return all;
}

/** Every position of a portfolio, oldest first. */
async function positionsOf(portfolioId: string, call: OperationCall, documents: Dependencies['documents']): Promise<Document__Output[]> {
  const all: Document__Output[] = [];
  const query = { collection: positions.collection, sort: 'createdAt', filtersJson: JSON.stringify({ portfolioId }) };
  for await (const position of everyDocument(query, call, documents)) {
    all.push(position);
    if (all.length > MAX_POSITIONS)
      throw new HttpFailure('SVC-LIMIT-003', `${portfolioId} has more than ${MAX_POSITIONS} positions, the most that one request may have`);
  }
  return all;
}

async function documentsById(
  collection: string,
  heldPositions: readonly Document__Output[],
  idOf: (position: StoredPosition) => string | undefined,
  call: OperationCall,
  documents: Dependencies['documents'],
): Promise<Map<string, Document__Output>> {
  const ids = [...new Set(heldPositions.flatMap((position) => idOf(fieldsOf<StoredPosition>(position)) ?? []))];
  const documentOf = new Map<string, Document__Output>();
  for (let start = 0; start < ids.length; start += MAX_PAGE_LIMIT) {
    const { items } = await documents.getDocuments({ collection, ids: ids.slice(start, start + MAX_PAGE_LIMIT) }, call);
    for (const item of items) documentOf.set(item.id, item);
  }
  return documentOf;
}

/** The published version of a product where a later one is being drafted; otherwise the product as it is. */
export async function versionInForce(
  product: Document__Output,
  call: OperationCall,
  documents: Dependencies['documents'],
): Promise<Document__Output> {
  const { status, publishedVersion = 0 } = fieldsOf<{ status: string; publishedVersion?: number }>(product);
  if (status !== 'draft' || publishedVersion === 0) return product;
  return documents.getDocument({ collection: products.collection, id: product.id, version: publishedVersion }, call);
}

export const fieldsOf = <Fields>({ fieldsJson }: Document__Output): Fields => JSON.parse(fieldsJson) as Fields;

export const sourceOf = ({ id, version, fieldsJson }: Document__Output): Source => ({
  id,
  version,
  contentHash: hashOf(fieldsJson),
});

/** Positions keep what they refer to: the store refuses to remove it. */
function required(document: Document__Output | undefined, id: string): Document__Output {
  if (document === undefined) throw new Error(`a position refers to ${id}, which is not there`);
  return document;
}
