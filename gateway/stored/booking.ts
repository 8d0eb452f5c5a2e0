/** The rules by which trades are booked, beyond those of their own fields. */
import { counterparties } from '#services/resources/counterparty';
import { nettingSets } from '#services/resources/netting-set';
import { MAX_PAGE_LIMIT } from '#services/resources/page-limit';
import { portfolios } from '#services/resources/portfolio';
import { derivedFields, type TradeFields } from '#services/resources/trade';
import { HttpFailure, invalidRequest } from '../contract/errors.js';
import type { Dependencies, OperationCall } from '../contract/operation.js';

type Documents = Pick<Dependencies['documents'], 'getDocuments'>;

/** Documents by id. */
async function found(collection: string, ids: readonly (string | undefined)[], call: OperationCall, documents: Documents) {
  const distinct = [...new Set(ids)].filter((id) => id !== undefined);
  const byId = new Map<string, Readonly<Record<string, unknown>>>();
  for (let start = 0; start < distinct.length; start += MAX_PAGE_LIMIT) {
    const part = { collection, ids: distinct.slice(start, start + MAX_PAGE_LIMIT) };
    for (const { id, fieldsJson } of (await documents.getDocuments(part, call)).items) byId.set(id, JSON.parse(fieldsJson));
  }
  return byId;
}

const missing = (field: string, id: string): HttpFailure =>
  new HttpFailure('SVC-RES-001', `${field} ${id} is not there`, [{ pointer: `/${field}`, reason: `${id} is not there` }]);

const isSuspended = (id: string): HttpFailure =>
  new HttpFailure('SVC-RES-002', `${id} is suspended: no new trade is booked with it`, [
    { pointer: '/counterpartyId', reason: 'is the id of a suspended counterparty' },
  ]);

/** A trade, and whether it is new with its counterparty: those that a suspended one has are amended and cancelled as before. */
interface Booking {
  readonly trade: TradeFields;
  readonly isNew: boolean;
}

/** @returns for each trade why it cannot be booked; undefined where it can */
export async function bookingRefusals(
  bookings: readonly Booking[],
  call: OperationCall,
  documents: Documents,
): Promise<(HttpFailure | undefined)[]> {
  const idsOf = (field: 'counterpartyId' | 'nettingSetId' | 'portfolioId') => bookings.map(({ trade }) => trade[field]);
  const [parties, sets, books] = await Promise.all([
    found(counterparties.collection, idsOf('counterpartyId'), call, documents),
    found(nettingSets.collection, idsOf('nettingSetId'), call, documents),
    found(portfolios.collection, idsOf('portfolioId'), call, documents),
  ]);
  return bookings.map(({ trade: { counterpartyId, nettingSetId, portfolioId }, isNew }) => {
    if (counterpartyId !== undefined && !parties.has(counterpartyId)) return missing('counterpartyId', counterpartyId);
    if (nettingSetId !== undefined && !sets.has(nettingSetId)) return missing('nettingSetId', nettingSetId);
    if (portfolioId !== undefined && !books.has(portfolioId)) return missing('portfolioId', portfolioId);
    if (isNew && counterpartyId !== undefined && parties.get(counterpartyId)?.status === 'suspended') return isSuspended(counterpartyId);
    if (nettingSetId !== undefined && sets.get(nettingSetId)?.counterpartyId !== counterpartyId)
      return invalidRequest('/nettingSetId', `must be a netting set of the trade’s counterparty; got ${nettingSetId}`);
    return undefined;
  });
}

/** The fields of a trade as they are stored, with those that follow from the terms. */
export const bookedFields = (fields: TradeFields, state: 'booked' | 'amended'): string =>
  JSON.stringify({ ...fields, state, cancelled: false, ...derivedFields(fields) });
