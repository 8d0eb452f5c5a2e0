/** The booked trades of a counterparty or of a netting set that are still alive, and the agreement by which they are collateralised. */
import {
  act365f,
  type ContractRefusals,
  inYears,
  type NettedTrade,
  nettedCurrencies,
  nettedMaturity,
  nettedUnderlyings,
  notSimulated,
  type StatedTrade,
  startedTerms,
  statesDates,
  swapEnd,
  type Trade,
  underlyings,
} from '#engine/schemas';
import { type CollateralAgreement, collateralAgreements } from '#services/resources/collateral-agreement';
import { ageOf, datedOf, productTermsOf, remainingTrade, type TradeFields, trades } from '#services/resources/trade';
import { resultOf } from '../contract/computation.js';
import { HttpFailure } from '../contract/errors.js';
import type { Dependencies, OperationCall, RunContext } from '../contract/operation.js';
import { ifStored } from './exposure-market.js';
import { everyDocument } from './look-up.js';
import { namedBy } from './named-by.js';

/** Largest number of trades that one simulation takes. */
const MAX_TRADES = 10_000;

type Terms = Readonly<Record<string, unknown>>;

interface BookedTrade extends TradeFields {
  readonly id: string;
  readonly maturityDate: string;
}

export interface LivingTrades {
  /** The trades as xva/calculate takes them: times count from the valuation date. */
  readonly simulated: readonly {
    readonly nettingSetId?: string;
    readonly trade: SimulatedTrade;
    /** Years to its last payment. */
    readonly maturity: number;
  }[];
  /** Instruments of the pricing operations other than contracts, which are not simulated. */
  readonly excluded: readonly ExcludedTrade[];
}

export type SimulatedTrade = StatedTrade & { readonly id: string };

export interface ExcludedTrade {
  readonly tradeId: string;
  readonly type: string;
  /** The reason why a contract or a trade with dates is not simulated; absent for the types that never are. */
  readonly reason?: string;
}

/**
 * Trades that are neither cancelled nor have made their last payment by a day; a replay has those of the first run.
 *
 * @throws HttpFailure SVC-LIMIT-003 where there are more than one simulation takes
 */
export async function livingTrades(
  ownerField: 'counterpartyId' | 'nettingSetId',
  id: string,
  valuationDate: string,
  { resolve, call }: RunContext,
  { documents }: Dependencies,
): Promise<LivingTrades> {
  const booked = await resolve(`trades/${id}`, async () => {
    const alive: BookedTrade[] = [];
    const filtersJson = JSON.stringify({ [ownerField]: id, cancelled: false });
    for await (const { id: tradeId, fieldsJson } of everyDocument(
      { collection: trades.collection, sort: 'id', filtersJson },
      call,
      documents,
    )) {
      const trade = JSON.parse(fieldsJson) as BookedTrade;
      if (trade.maturityDate > valuationDate) alive.push({ ...trade, id: tradeId });
      if (alive.length > MAX_TRADES)
        throw new HttpFailure('SVC-LIMIT-003', `${id} has more than ${MAX_TRADES} trades, and is not simulated`);
    }
    return alive;
  });
  const isProduct = ({ terms }: BookedTrade) =>
    terms.type !== 'contract' && (productTermsOf(terms) !== undefined || terms.type === 'credit_default_swap');
  const remainingOf = (trade: BookedTrade): StatedTrade | undefined => {
    const { terms, tradeDate } = trade;
    const dated = datedOf(terms);
    if (dated !== undefined)
      return notSimulated(dated) === undefined
        ? ((inYears(dated, valuationDate) ?? startedTerms(dated, tradeDate)) as StatedTrade)
        : undefined;
    // The dates of a contract are dates of the calendar: what of it has passed is found by its fixings.
    if (terms.type === 'contract') return terms as NettedTrade;
    return isProduct(trade) ? undefined : remainingTrade(terms as Trade, ageOf(trade, valuationDate));
  };
  return {
    simulated: booked.flatMap((trade) => {
      const { id: tradeId, nettingSetId } = trade;
      const remaining = remainingOf(trade);
      if (remaining === undefined) return [];
      const maturity = isOfDates(remaining)
        ? act365f(valuationDate, swapEnd(remaining as Terms) ?? trade.maturityDate)
        : nettedMaturity(remaining as NettedTrade, valuationDate);
      return [{ ...(nettingSetId && { nettingSetId }), trade: { ...remaining, id: tradeId }, maturity }];
    }),
    excluded: booked.flatMap((trade): ExcludedTrade[] => {
      const { id: tradeId, terms } = trade;
      if (isProduct(trade)) return [{ tradeId, type: terms.type }];
      const dated = datedOf(terms);
      const reason = dated && notSimulated(dated);
      return reason === undefined ? [] : [{ tradeId, type: terms.type, reason }];
    }),
  };
}

/** The collateral agreement of a netting set; undefined where it has none. */
export async function agreementOf(nettingSetId: string, { stored, resolve }: RunContext): Promise<CollateralAgreement | undefined> {
  const noun = 'collateral agreement';
  const agreement = await ifStored(resolve, `${noun}/${nettingSetId}`, () =>
    stored.undated<CollateralAgreement>(collateralAgreements, nettingSetId, noun),
  );
  return agreement?.fields;
}

/** The agreement as xva/calculate takes it. @param perUnit units of the reporting currency per unit of the agreement's */
export const collateralTerms = (agreement: CollateralAgreement, perUnit: number): object => ({
  threshold: perUnit * agreement.threshold,
  minimumTransfer: perUnit * agreement.minimumTransfer,
  marginPeriodDays: agreement.marginPeriodDays,
  ...(agreement.initialMargin !== undefined && { initialMargin: { amount: perUnit * agreement.initialMargin } }),
});

const isOfDates = (trade: StatedTrade): boolean => trade.type !== 'contract' && statesDates(trade as Terms);

/** The currencies and shares of trades, what contracts observe, and the indices of floating rates: a market must have them. */
export function neededBy(stated: readonly StatedTrade[]) {
  const inYearsAlone = stated.filter((trade) => !isOfDates(trade)) as NettedTrade[];
  const dated = namedBy(stated.filter(isOfDates));
  return {
    currencies: [...new Set([...inYearsAlone.flatMap((trade) => nettedCurrencies(trade)), ...dated.currencies])],
    shares: [...new Set([...inYearsAlone.flatMap((trade) => nettedUnderlyings(trade)), ...dated.assets])],
    observed: [...new Set(inYearsAlone.flatMap((trade) => (trade.type === 'contract' ? underlyings(trade.contract) : [])))],
    indices: dated.indices,
  };
}

/**
 * Divides trades into those that are simulated with a netting set and contracts that are not, of which the risk service says why.
 *
 * @param setting the market, with values in place of names, and the reporting currency and valuation date of the simulation
 */
export async function withoutUnfit(
  booked: readonly SimulatedTrade[],
  setting: { readonly market: object; readonly reportingCurrency: string; readonly valuationDate: string },
  call: OperationCall,
  { risk }: Pick<Dependencies, 'risk'>,
): Promise<{ readonly fit: readonly SimulatedTrade[]; readonly unfit: readonly ExcludedTrade[] }> {
  const contracts = booked.filter(({ type }) => type === 'contract');
  if (contracts.length === 0) return { fit: booked, unfit: [] };
  const { reasons } = await resultOf<ContractRefusals>(risk.contractRefusals, { contracts, ...setting }, call);
  const unfit = contracts.flatMap(({ id: tradeId, type }, i) => {
    const reason = reasons[i];
    return typeof reason === 'string' ? [{ tradeId, type, reason }] : [];
  });
  const refused = new Set(unfit.map(({ tradeId }) => tradeId));
  return { fit: booked.filter(({ id }) => !refused.has(id)), unfit };
}
