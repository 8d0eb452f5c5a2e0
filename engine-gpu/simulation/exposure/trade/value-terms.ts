/** The terms into which the contributions of trades fall at a date (paths/dated-terms.ts). */
import type { Years } from '../../../base/units.js';
import { type CrossAssetModel, logarithmsAt, stateLaw } from '../../../model/cross-asset.js';
import type { ContractTerm, DatedTerms, FixingTerm, Mask, TableTerm } from '../paths/dated-terms.js';
import type { DatedModel } from '../swaption/swaption-legs.js';
import { bondLoads, suffixOf } from './flows.js';
import { rateTable, singleNode } from './table-grid.js';
import { type Contribution, type Fixing, numberOfStarts, type PaymentLeg, type TradeValuer } from './valuer.js';

/** A list of trades that are valued together, each with the first mask of its option. */
export interface ValuedTrades {
  readonly valuers: readonly TradeValuer[];
  readonly masks: readonly Mask[];
}

/** Collects the fixings of all dates, each once. */
export interface FixingList {
  readonly list: readonly Fixing[];
  readonly indexOf: (fixing: Fixing) => number;
}

export function openFixings(): FixingList {
  const list: Fixing[] = [];
  const indices = new Map<string, number>();
  const indexOf = (fixing: Fixing): number => {
    if (typeof fixing.accrual === 'object') indexOf(fixing.accrual.opened);
    const key = keyOf(fixing);
    const index = indices.get(key) ?? list.push(fixing) - 1;
    indices.set(key, index);
    return index;
  };
  return { list, indexOf };
}

const keyOf = ({ currency, start, end, constant, isDiscount, grown, accrual, compounded }: Fixing): string =>
  [
    ...[currency, start, end, constant, isDiscount, grown, typeof accrual === 'object' ? 'closed' : accrual],
    ...(compounded === undefined ? [] : [numberOfStarts(compounded)]),
  ].join(' ');

/**
 * The key of a payment's term. Payments in a currency whose short rate has one factor are one table in it; with two factors the payments of each
 * date are a term of their own, an exponential of both.
 */
export const paymentKey = ({ market }: CrossAssetModel, currency: number, time: Years, mask: Mask): string =>
  market.currencies[currency]!.second === undefined
    ? `rates ${currency}${suffixOf(mask)}`
    : `rates ${currency} at ${time}${suffixOf(mask)}`;

/** The terms of a netting set at a date. */
export function termsAt(
  model: CrossAssetModel,
  { valuers, masks }: ValuedTrades,
  time: Years,
  unpaidSince: Years,
  fixings: FixingList,
): DatedTerms {
  const dated: DatedModel = { model, logs: logarithmsAt(model, time), time };
  const law = stateLaw(model, time);
  const tables = new Map<string, TableTerm>();
  const fixed = new Map<string, FixingTerm>();
  const contracts = new Map<string, ContractTerm>();
  const add = (contribution: Contribution): void => {
    if (contribution.kind === 'payments') {
      addPayments(contribution);
      return;
    }
    const { key } = contribution;
    if (contribution.kind === 'contract') {
      contracts.set(key, { key, terms: contribution.terms });
      return;
    }
    const { mask } = contribution;
    if (contribution.kind === 'option') {
      if (!tables.has(key)) tables.set(key, { key, ...contribution.table(dated, law), mask });
    } else if (contribution.fixing === undefined) {
      if (!tables.has(key))
        tables.set(key, { key, amplitude: contribution.amplitude(dated), grid: singleNode(model.coordinates.length, law), mask });
    } else if (!fixed.has(key))
      fixed.set(key, { key, amplitude: contribution.amplitude(dated), fixing: fixings.indexOf(contribution.fixing), mask });
  };
  /** Currencies of one factor that have the table of their unconditional payments. */
  const hasPaymentTable: boolean[] = [];
  const addPayments = ({ currency, mask, times }: PaymentLeg): void => {
    if (mask === undefined && hasPaymentTable[currency]) return;
    const isOneFactor = model.market.currencies[currency]!.second === undefined;
    if (mask === undefined) hasPaymentTable[currency] = isOneFactor;
    for (const paid of isOneFactor ? times.slice(0, 1) : times) {
      const key = paymentKey(model, currency, paid, mask);
      if (tables.has(key)) continue;
      const table = isOneFactor
        ? rateTable(dated, law, currency)
        : { amplitude: bondLoads(dated, currency, paid), grid: singleNode(model.coordinates.length, law) };
      tables.set(key, { key, ...table, mask });
    }
  };
  valuers.forEach((valuer, i) => {
    for (const contribution of valuer.contributions({ time, unpaidSince }, masks[i])) add(contribution);
  });
  return { time, unpaidSince, tables: [...tables.values()], fixings: [...fixed.values()], contracts: [...contracts.values()] };
}
