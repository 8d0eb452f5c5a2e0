/** The payments of quoted instruments, from the pricers of positions: in the market that reproduces the quotes each position is worth nothing. */
import { EngineFailure, type Fault, invalid } from '../base/failure.js';
import { parse, refusal } from '../base/faults.js';
import type { QuotedInstrument, QuotedPayment } from '../calibration/curve-set.js';
import { spotOf } from '../market/resolve-cross-asset.js';
import { datedLegs } from '../product/rates/legs.js';
import { datedSwap } from '../product/rates/swap.js';
import { dateAfter } from '../time/date.js';
import type { QuotedInstrumentInput } from './curve-set-request.js';
import { statesDates } from './dated-trade.js';
import { pricingPlan } from './instrument-types.js';
import { flowsWithAgreements, type LinearFlows, projectionOf } from './linear-flows.js';
import { type MarketSetting, type PricingPlan, placedFailure, type Terms } from './pricing-plan.js';
import { type Quoted, quoteOf } from './quoted-types.js';
import { paymentsOf, schedulesOfLegs, schedulesOfSwap } from './schedule-size.js';

/** Payments of all schedules of a set, weighted by what their dates take: some 0.2 s. A full market of three curves has a tenth. */
const MAX_SCHEDULED_PAYMENTS = 50_000;
/** Step of a quote for differences of amounts, relative to one above 1: amounts are linear in it, or nearly. */
const QUOTE_STEP = 1e-6;

/** The index of a curve in a set. */
export type PlaceOf = (field: 'curves' | 'projections' | 'projectionCurves', name: string) => number;

/** An instrument, with the JSON pointer to it and the index that it has by its curve. */
export interface StatedInstrument {
  readonly input: QuotedInstrumentInput;
  readonly pointer: string;
  readonly index?: string | undefined;
}

type PricerPlan = Extract<PricingPlan, { readonly pricerId: string }>;

/** An instrument read, whose schedules are yet to be made. */
interface ReadInstrument {
  readonly quoted: Quoted;
  readonly planAt: (quote: number) => PricerPlan;
  readonly index: unknown;
  readonly placed: <Result>(act: () => Result) => Result;
}

/**
 * The instruments with what they pay.
 *
 * @param setting  a market with all curves, whose rates are not used
 * @throws EngineFailure `invalid` with the faults of the first instrument that has some; `cost` where their schedules would take too long
 */
export function quotedInstruments(stated: readonly StatedInstrument[], setting: MarketSetting, placeOf: PlaceOf): QuotedInstrument[] {
  let scheduled = 0;
  const instruments = stated.map((each) => {
    const read = readInstrument(each, setting);
    scheduled += read.placed(() => sizeOf(read.planAt(read.quoted.quote)));
    if (scheduled > MAX_SCHEDULED_PAYMENTS)
      throw new EngineFailure(
        'cost',
        `instruments have schedules that count as more than ${MAX_SCHEDULED_PAYMENTS} payments together, each the more, the more calendars and lags it has`,
      );
    return read;
  });
  return instruments.map((read) => read.placed(() => instrumentOf(read, setting, placeOf)));
}

function readInstrument({ input: { type, ...terms }, pointer, index: ofCurve }: StatedInstrument, setting: MarketSetting): ReadInstrument {
  const placed = <Result>(act: () => Result): Result => {
    try {
      return act();
    } catch (error) {
      if (!(error instanceof EngineFailure) || error.kind !== 'invalid') throw error;
      throw refusal(error.faults.map((fault) => placedFault(fault, pointer)));
    }
  };
  return placed(() => {
    const quoted = quoteOf(type, terms);
    const named = ofCurve !== undefined && terms.index === undefined && PROJECTED.has(quoted.type) ? { index: ofCurve } : {};
    const positionAt = (quote: number): Terms => ({ ...quoted.at(quote), ...named, type: quoted.type });
    if (!statesDates(positionAt(quoted.quote))) throw invalid('', 'must state its dates, as tenor or maturity');
    const planAt = (quote: number): PricerPlan => {
      const plan = pricingPlan(quoted.type, positionAt(quote), setting);
      if (!('pricerId' in plan)) throw new Error(`${quoted.type} is priced by no pricer`);
      return plan;
    };
    return { quoted, planAt, index: terms.index ?? named.index, placed };
  });
}

/** Types with one floating leg, whose index is that of the curve where it is not stated. */
const PROJECTED: ReadonlySet<string> = new Set(['fra', 'interest_rate_swap', 'zero_coupon_swap']);

/** Faults in the market are those of the request, which has its fields. */
const placedFault = ({ pointer: place, reason }: Fault, pointer: string): Fault => ({
  pointer: place.startsWith('/market/') ? place.slice('/market'.length) : `${pointer}${place}`,
  reason,
});

/** The payments that the schedules of a plan count as. */
function sizeOf(plan: PricerPlan): number {
  try {
    switch (plan.pricerId) {
      case 'rates_swap_multi_curve':
        return paymentsOf(schedulesOfSwap(parse(datedSwap, plan.instrument, '/instrument')));
      case 'rates_dated_legs':
        return paymentsOf(schedulesOfLegs(parse(datedLegs, plan.instrument, '/instrument').legs));
      default:
        return 1;
    }
  } catch (error) {
    throw error instanceof EngineFailure ? placedFailure(plan, error) : error;
  }
}

function instrumentOf({ quoted, planAt, index }: ReadInstrument, setting: MarketSetting, placeOf: PlaceOf): QuotedInstrument {
  const { quote, type, rate } = quoted;
  const { market, valuationDate } = setting;
  const flowsAt = (each: number): LinearFlows['payments'] => flowsOf(planAt(each), index, valuationDate);
  const flows = flowsAt(quote);
  const [first] = flows;
  if (first === undefined) throw invalid('', `must have a payment after ${valuationDate}, the valuation date`);
  const inCommon = (currency: string): number => {
    const spot = spotOf(market.fx, currency, first.currency);
    if (spot === undefined) throw invalid('/market/fx', `must have an entry for ${currency}${first.currency}`);
    return spot;
  };
  const payments = flows.map(({ currency, time, amount, floating }): QuotedPayment => {
    const spot = inCommon(currency);
    const discounted = { curve: placeOf('curves', currency), time, amount: spot * amount };
    if (floating === undefined) return discounted;
    const { field, name } = projectionOf(market, floating.index, currency);
    const { notional, growths } = floating;
    return { ...discounted, floating: { notional: spot * notional, growths, curve: placeOf(field, name) } };
  });
  // Backwards from 0, since a field may have bounds beyond the quote.
  const step =
    (quote > 0 ? -QUOTE_STEP : QUOTE_STEP) * (rate === undefined && quote !== 0 ? Math.abs(quote) : Math.max(1, Math.abs(quote)));
  const [here, near, far] = [flows, flowsAt(quote + step), flowsAt(quote + 2 * step)].map(amountsByDate);
  const byQuote = [...near!.values()].flatMap(({ currency, time }): QuotedPayment[] => {
    const amountIn = (amounts: AmountsByDate): number => amounts.get(`${currency} ${time}`)?.amount ?? 0;
    const change = (4 * amountIn(near!) - 3 * amountIn(here!) - amountIn(far!)) / (2 * step);
    return change === 0 ? [] : [{ curve: placeOf('curves', currency), time, amount: inCommon(currency) * change }];
  });
  if (byQuote.length === 0) throw invalid('/notional', 'must not be 0: its quote would say nothing');
  const last = flows.reduce((latest, { time, floating }) => Math.max(latest, time, ...(floating?.growths ?? []).map(({ to }) => to)), 0);
  return { label: `${type} to ${dateAfter(valuationDate, last)}`, quote, rate, payments, byQuote };
}

type AmountsByDate = ReadonlyMap<string, { readonly currency: string; readonly time: number; readonly amount: number }>;

/** Known amounts by currency and time. */
function amountsByDate(flows: LinearFlows['payments']): AmountsByDate {
  const sums = new Map<string, { currency: string; time: number; amount: number }>();
  for (const { currency, time, amount } of flows) {
    const key = `${currency} ${time}`;
    const present = sums.get(key);
    if (present === undefined) sums.set(key, { currency, time, amount });
    else present.amount += amount;
  }
  return sums;
}

function flowsOf(plan: PricerPlan, index: unknown, valuationDate: string): LinearFlows['payments'] {
  try {
    const { payments, areSettledAtStart } = flowsWithAgreements(plan, index, valuationDate);
    // An agreement that is worth nothing is so whatever it is discounted by when it is settled, where it has one period.
    if (areSettledAtStart && payments.length > 1) throw invalid('/instrument/legs/0/frequency', 'must leave one period of an agreement');
    return payments;
  } catch (error) {
    throw error instanceof EngineFailure ? placedFailure(plan, error) : error;
  }
}
