/** The payments of quoted instruments, from the pricers of positions: in the market that reproduces the quotes each position is worth nothing. */
import { EngineFailure, type Fault, invalid } from '../../base/failure.js';
import { parse, refusal } from '../../base/faults.js';
import type { QuotedInstrument, QuotedPayment } from '../../calibration/curve-set.js';
import { spotOf } from '../../market/resolve-cross-asset.js';
import { periodsOf } from '../../product/rates/conventions.js';
import { datedLegs } from '../../product/rates/legs.js';
import { datedSwap } from '../../product/rates/swap.js';
import { dateAfter } from '../../time/date.js';
import { statesDates } from '../dated-trade.js';
import { pricingPlan } from '../instrument-types.js';
import { flowsOfToday, type LinearFlows, linearFlows, projectionOf } from '../linear-flows.js';
import { type MarketSetting, type PricingPlan, placedFailure, type Terms } from '../pricing-plan.js';
import { paymentsOf, schedulesOfLegs, schedulesOfSwap } from '../schedule-size.js';
import type { QuotedInstrumentInput } from './curve-set-request.js';
import { type Quoted, quoteOf } from './quoted-types.js';

/** Payments of all schedules of a set, weighted by what their dates take: some 0.2 s. A full market of three curves has a tenth. */
const MAX_SCHEDULED_PAYMENTS = 50_000;
/** Step of a quote for differences of what is paid, which is linear in it or nearly; a share of an amount, or of a rate above 1. */
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
  readonly statedType: string;
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
      throw refusal(error.faults.map((fault) => placedFault(fault, pointer, renamed)));
    }
  };
  let renamed: Quoted['renamed'];
  return placed(() => {
    const quoted = quoteOf(type, terms);
    renamed = quoted.renamed;
    const named = ofCurve !== undefined && terms.index === undefined && PROJECTED.has(quoted.type) ? { index: ofCurve } : {};
    const positionAt = (quote: number): Terms => ({ ...quoted.at(quote), ...named, type: quoted.type });
    if (!statesDates(positionAt(quoted.quote))) throw invalid('', 'must state its dates, as tenor or maturity');
    const planAt = (quote: number): PricerPlan => {
      const plan = pricingPlan(quoted.type, positionAt(quote), setting);
      if (!('pricerId' in plan)) throw new Error(`${quoted.type} is priced by no pricer`);
      return plan;
    };
    return { quoted, statedType: type, planAt, index: terms.index ?? named.index, placed };
  });
}

/** Types with one floating leg, whose index is that of the curve where it is not stated. */
const PROJECTED: ReadonlySet<string> = new Set(['fra', 'interest_rate_swap', 'zero_coupon_swap']);

/** Faults in the market are those of the request, which has its fields. */
function placedFault({ pointer: place, reason }: Fault, pointer: string, renamed: Quoted['renamed']): Fault {
  if (place.startsWith('/market/')) return { pointer: place.slice('/market'.length), reason };
  if (renamed !== undefined && place === `/${renamed.position}`)
    return { pointer: `${pointer}/${renamed.stated}`, reason: `gives a rate that ${reason}` };
  return { pointer: `${pointer}${place}`, reason };
}

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

function instrumentOf({ quoted, statedType, planAt, index }: ReadInstrument, setting: MarketSetting, placeOf: PlaceOf): QuotedInstrument {
  const { quote, rate, isAmount = false } = quoted;
  const { market, valuationDate } = setting;
  const flowsAt = (each: number): LinearFlows['payments'] => flowsOf(planAt(each), index, valuationDate);
  const flows = flowsAt(quote);
  const [first] = flows;
  if (first === undefined || flows.every(({ time }) => time === 0))
    throw invalid('', `must have a payment after ${valuationDate}, the valuation date`);
  const inCommon = (currency: string): number => {
    const spot = spotOf(market.fx, currency, first.currency);
    if (spot === undefined) throw invalid('/market/fx', `must have an entry for ${currency}${first.currency}`);
    return spot;
  };
  const placeIn = (currency: string): number => {
    if (!Object.hasOwn(market.curves, currency)) throw invalid('/market/curves', `must have an entry for ${currency}`);
    return placeOf('curves', currency);
  };
  const payments = flows.map(({ currency, time, amount, floating }): QuotedPayment => {
    const spot = inCommon(currency);
    const discounted = { curve: placeIn(currency), time, amount: spot * amount };
    if (floating === undefined) return discounted;
    const { field, name } = projectionOf(market, floating.index, currency);
    const { notional, growths } = floating;
    return { ...discounted, floating: { notional: spot * notional, growths, curve: placeOf(field, name) } };
  });
  // Towards 0, since a field may end at the quote.
  const step = (quote > 0 ? -QUOTE_STEP : QUOTE_STEP) * (isAmount ? Math.abs(quote) : Math.max(1, Math.abs(quote)));
  const [here, near, far] = [flows, flowsAt(quote + step), flowsAt(quote + 2 * step)].map(amountsByDate);
  const byQuote = [...near!.values()].flatMap(({ currency, time }): QuotedPayment[] => {
    const amountIn = (amounts: AmountsByDate): number => amounts.get(`${currency} ${time}`)?.amount ?? 0;
    const change = (4 * amountIn(near!) - 3 * amountIn(here!) - amountIn(far!)) / (2 * step);
    return change === 0 ? [] : [{ curve: placeIn(currency), time, amount: inCommon(currency) * change }];
  });
  if (byQuote.length === 0) throw invalid('/notional', 'must not be 0: its quote would say nothing');
  const last = flows.reduce((latest, { time }) => Math.max(latest, time), 0);
  return { label: `${statedType} to ${dateAfter(valuationDate, last)}`, quote, rate, payments, byQuote };
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
    const flows = linearFlows(paidAtEnd(plan), index, valuationDate);
    if (flows === undefined) throw new Error(`${plan.pricerId} has no linear flows`);
    return [...flowsOfToday(plan, valuationDate), ...flows.payments];
  } catch (error) {
    throw error instanceof EngineFailure ? placedFailure(plan, error) : error;
  }
}

/** A rate agreement that is worth nothing is so whether it is paid at the end of its period or, discounted at its own rate, at the start. */
function paidAtEnd(plan: PricerPlan): PricerPlan {
  const { legs } = plan.instrument as { readonly legs?: readonly Terms[] };
  if (!legs?.some(({ payment }) => payment === 'settled_at_start')) return plan;
  const inOnePeriod = parse(datedLegs, plan.instrument, '/instrument').legs.every((leg) => periodsOf(leg, leg.frequency).length === 1);
  if (!inOnePeriod) throw invalid('/instrument/legs/0/frequency', 'must leave one period of an agreement');
  return { ...plan, instrument: { legs: legs.map((leg) => ({ ...leg, payment: 'each_period' })) } };
}
