/** Trades that state their dates as the simulation of a netting set takes them: what they pay, from the requests of their pricers. */
import type { z } from 'zod';
import { EngineFailure, type Fault, invalid } from '../base/failure.js';
import { parse, refusal } from '../base/faults.js';
import type { CrossAssetMarketInput } from '../market/cross-asset-input.js';
import { capFloor } from '../product/rates/cap-floor.js';
import { type Clock, clockOf, lifeOf } from '../product/rates/conventions.js';
import { datedLegs, meanNotional } from '../product/rates/legs.js';
import { datedBermudan, datedSwap, datedSwaption, yearsToExpiry } from '../product/rates/swap.js';
import type { NettedTrade } from '../product/trade/contract-trade.js';
import type { CurrencyNotional, DatedFlows, DatedRegulatoryTerms, PartOfTrade } from '../product/trade/dated-flows.js';
import { bermudanFlows, europeanFlows } from '../product/trade/dated-swaption.js';
import { MAX_NETTED_PAYMENTS } from '../product/trade/terms.js';
import { trade } from '../product/trade/trade.js';
import { dateOfDay, dayNumber } from '../time/date.js';
import { type DatedTrade, inYears, isPaidOnce, paidOnceDate, statesDates } from './dated-trade.js';
import { pricingPlan, simulationOf } from './instrument-types.js';
import { flowsWithAgreements, isSettledAtStart } from './linear-flows.js';
import { type PricingPlan, placedFailure, type Terms } from './pricing-plan.js';
import { paymentsOf, type Schedule, schedulesOfLegs, schedulesOfSwap } from './schedule-size.js';
import { partsOfCap } from './simulated-cap.js';

/** The reason for which a trade that states its dates is not simulated; undefined of those that are. */
export function notSimulated({ type, settlement }: DatedTrade): string | undefined {
  if (type === 'swaption' && settlement === 'cash') return 'cash settlement by the par yield is not simulated';
  const simulation = simulationOf(type);
  return typeof simulation === 'object' ? simulation.not : undefined;
}

/** A trade as a request states it. */
export type StatedTrade = NettedTrade | DatedTrade;

interface SimulationSetting {
  readonly market: CrossAssetMarketInput;
  readonly reportingCurrency?: string | undefined;
}

/**
 * The trades of a request with what they pay in place of their dates. Further parts of trades stand behind all of them (`partOf`).
 *
 * @param pointerOf  JSON pointer to each trade, for faults
 * @throws EngineFailure `invalid` with the faults of the first trade that has some; `cost` where the schedules of all would take too long
 */
export function simulatedTrades(
  stated: readonly StatedTrade[],
  setting: SimulationSetting,
  pointerOf: (trade: number) => string,
): readonly NettedTrade[] {
  if (!stated.some(isOfDates)) return stated as readonly NettedTrade[];
  const placed = <Result>(trade: number, act: () => Result): Result => {
    try {
      return act();
    } catch (error) {
      if (!(error instanceof EngineFailure) || error.faults.length === 0) throw error;
      throw refusal(
        error.faults.map(
          ({ pointer, reason }): Fault => ({ pointer: pointer.startsWith('/market') ? pointer : `${pointerOf(trade)}${pointer}`, reason }),
        ),
      );
    }
  };
  let scheduled = 0;
  // Schedules take long: they are counted before the first is made.
  const readTrades = stated.map((each, i) => {
    if (!isOfDates(each)) return each;
    const read = placed(i, () => readTrade(each, setting));
    if ('make' in read) scheduled += read.payments;
    if (scheduled > MAX_NETTED_PAYMENTS)
      throw new EngineFailure(
        'cost',
        `trades have schedules that count as more than ${MAX_NETTED_PAYMENTS} payments together, each the more, the more calendars and lags it has, and an option of a cap as ${OPTION_WEIGHT}`,
      );
    return read;
  });
  const furtherParts: DatedFlows[] = [];
  const trades = readTrades.map((each, i): NettedTrade => {
    if (!('make' in each)) return each;
    const [first, ...further] = placed(i, each.make);
    furtherParts.push(...further.map((part) => ({ ...part, partOf: i })));
    return first!;
  });
  return [...trades, ...furtherParts];
}

const isOfDates = (each: StatedTrade): each is DatedTrade => each.type !== 'dated' && statesDates(each as Terms);

/** A trade whose schedules are yet to be made, and the payments that they count as. */
interface ScheduledTrade {
  readonly payments: number;
  /** The parts of which it is the sum, at least one. */
  readonly make: () => readonly DatedFlows[];
}

const ANY_QUOTE = { type: 'normal', volatility: 0.01 } as const;

function readTrade(stated: DatedTrade, { market, reportingCurrency }: SimulationSetting): NettedTrade | ScheduledTrade {
  const { valuationDate } = market;
  if (valuationDate === undefined) throw invalid('/market/valuationDate', 'is required');
  const { quantity, id, ...terms } = stated as DatedTrade & { readonly id?: string };
  const reason = notSimulated(stated);
  if (reason !== undefined) throw invalid('/type', `must be of a trade that is simulated; ${reason}`);
  if (isPaidOnce(stated.type)) {
    const { field, date } = paidOnceDate(stated);
    if (!(dayNumber(date) > dayNumber(valuationDate)))
      throw invalid(`/${field}`, `must be after ${valuationDate}, the valuation date; got ${date}`);
    return parse(trade, inYears(stated, valuationDate)) as NettedTrade;
  }
  const currency = typeof terms.currency === 'string' ? terms.currency : (reportingCurrency ?? Object.keys(market.curves)[0] ?? '');
  const book = {
    ...{ ...market, projections: market.projections ?? {}, fixings: market.fixings ?? {}, credit: {} },
    // A swaption is valued by the model of its currency, which may have no quote.
    volatilities: { [currency]: ANY_QUOTE },
  };
  const plan = pricingPlan(stated.type, terms, { market: book, reportingCurrency, valuationDate });
  if (!('pricerId' in plan)) throw new Error(`${stated.type} is priced by no pricer of dated trades`);
  const faultsPlaced = <Result>(act: () => Result): Result => {
    try {
      return act();
    } catch (error) {
      throw error instanceof EngineFailure ? placedFailure(plan, error) : error;
    }
  };
  const clock = clockOf(valuationDate);
  const read = faultsPlaced(() => readerOf(plan)(plan, terms.index));
  return {
    payments: (read.weight ?? 1) * paymentsOf(read.schedules),
    make: () =>
      faultsPlaced(() => read.parts(quantity, clock).map((part) => ({ type: 'dated', ...(id !== undefined && { id }), ...part }))),
  };
}

type PricerPlan = Extract<PricingPlan, { readonly pricerId: string }>;

/** The schedules of a plan's instrument, and the parts of which so many of it are the sum. */
interface ReadInstrument {
  readonly schedules: readonly Schedule[];
  /** Payments as which one counts; 1 by default. */
  readonly weight?: number;
  readonly parts: (quantity: number, clock: Clock) => readonly PartOfTrade[];
}

function readerOf({ pricerId }: PricerPlan): (plan: PricerPlan, index: unknown) => ReadInstrument {
  switch (pricerId) {
    case 'rates_swaption_black':
      return swaptionOf;
    case 'rates_bermudan_swaption':
      return bermudanOf;
    case 'rates_cap_floor':
      return capOf;
    case 'rates_swap_multi_curve':
      return swapOf;
    default:
      return legsOf;
  }
}

function swapOf(plan: PricerPlan, index: unknown): ReadInstrument {
  const terms = parse(datedSwap, plan.instrument, '/instrument');
  return {
    schedules: schedulesOfSwap(terms),
    parts: (quantity, clock) => [flowsOf(plan, regulatorySwap(terms, plan.currency ?? '', clock), index, quantity, dateOfDay(clock.today))],
  };
}

function legsOf(plan: PricerPlan, index: unknown): ReadInstrument {
  const { legs } = parse(datedLegs, plan.instrument, '/instrument');
  /** Undefined where it has no size. */
  const regulatory = (clock: Clock) => (legs.some(isSettledAtStart) ? regulatoryAgreement(legs[0]!, clock) : regulatoryLegs(legs, clock));
  return {
    schedules: schedulesOfLegs(legs),
    parts: (quantity, clock) => [flowsOf(plan, regulatory(clock), index, quantity, dateOfDay(clock.today))],
  };
}

/** Payments that take as much memory as one option of a cap. */
const OPTION_WEIGHT = 30;

function capOf(plan: PricerPlan, index: unknown): ReadInstrument {
  const terms = parse(capFloor, plan.instrument, '/instrument');
  return {
    schedules: [{ terms, frequency: terms.frequency }],
    weight: OPTION_WEIGHT,
    parts: (quantity, clock) => partsOfCap(terms, plan, index, quantity, dateOfDay(clock.today)),
  };
}

type DatedLeg = z.output<typeof datedLegs>['legs'][number];

/** A European swaption, whose flows are those of one swap that its exercise gives. */
function swaptionOf({ instrument, currency = '' }: PricerPlan, index: unknown): ReadInstrument {
  const terms = parse(datedSwaption, instrument, '/instrument');
  const { optionType, strike, notional, expiryDate, fixedFrequency } = terms;
  const call = optionType === 'payer';
  const named = typeof index === 'string' ? { index } : {};
  const regulatory = (clock: Clock): DatedRegulatoryTerms => ({
    ...{ assetClass: 'interestRate', hedgingSet: currency, currency, notional, direction: 1, start: clock.years(lifeOf(terms)[0]) },
    option: { call, strike, expiry: yearsToExpiry(expiryDate, clock), fixedFrequency },
  });
  return {
    schedules: schedulesOfSwap(terms),
    parts: (quantity, clock) => {
      const option = europeanFlows(terms, { currency, ...named }, quantity, dateOfDay(clock.today));
      const sized = quantity === 0 ? undefined : timesQuantity(regulatory(clock), quantity);
      return [{ ...option, ...(sized && { regulatory: sized }) }];
    },
  };
}

function bermudanOf({ instrument }: PricerPlan): ReadInstrument {
  const terms = parse(datedBermudan, instrument, '/instrument');
  return { schedules: schedulesOfSwap(terms), parts: (quantity, clock) => [bermudanFlows(terms, quantity, dateOfDay(clock.today))] };
}

function flowsOf(
  plan: PricerPlan,
  regulatory: DatedRegulatoryTerms | undefined,
  index: unknown,
  quantity: number,
  valuationDate: string,
): PartOfTrade {
  const flows = flowsWithAgreements(plan, index, valuationDate);
  const payments: DatedFlows['payments'][number][] = [];
  const periods: DatedFlows['periods'][number][] = [];
  for (const { currency, time, amount, floating } of flows.payments) {
    const live = floating?.growths.filter(({ from, to }) => from !== to) ?? [];
    // notional (known · growth − 1) is notional · known (growth − 1) and what is known of it.
    const past = floating === undefined ? 1 : floating.growths.reduce((product, { known: each }) => product * each, 1);
    const notional = floating === undefined ? 0 : quantity * floating.notional;
    const [first] = live;
    if (flows.areSettledAtStart && floating !== undefined && notional !== 0) {
      // The growth, (1 + rate · accrual), at which nothing is paid.
      const agreed = (1 - amount / floating.notional) / past;
      if (first === undefined) payments.push({ currency, time, amount: notional * (1 - agreed) });
      else periods.push({ currency, index: floating.index, start: first.from, end: first.to, paid: time, notional, agreed });
      continue;
    }
    if (first !== undefined) {
      const furtherStarts = live.slice(1).map(({ from }) => from);
      const compounded = floating?.isOvernight ? 'overnight' : furtherStarts.length > 0 ? furtherStarts : undefined;
      const [start, end] = [first.from, live[live.length - 1]!.to];
      periods.push({
        ...{ currency, index: floating?.index, start, end, paid: time, notional: notional * past },
        ...(compounded && { compounded }),
      });
    }
    const fixed = quantity * amount + notional * (past - 1);
    if (fixed !== 0) payments.push({ currency, time, amount: fixed });
  }
  const maturity = Math.max(...payments.map(({ time }) => time), ...periods.map(({ paid }) => paid));
  if (!Number.isFinite(maturity)) throw invalid('/instrument', `must have a payment after ${valuationDate}, the valuation date`);
  const sized = regulatory && quantity !== 0 ? timesQuantity(regulatory, quantity) : undefined;
  return { payments, periods, maturity, ...(sized && { regulatory: sized }) };
}

function regulatorySwap(swap: z.output<typeof datedSwap>, currency: string, clock: Clock): DatedRegulatoryTerms {
  const start = Math.max(clock.years(lifeOf(swap)[0]), 0);
  const direction = swap.side === 'payer' ? 1 : -1;
  return { assetClass: 'interestRate', hedgingSet: currency, currency, notional: swap.notional, direction, start };
}

/** The period that an agreement refers to ends after the agreement has been settled. */
function regulatoryAgreement(leg: DatedLeg, clock: Clock): DatedRegulatoryTerms | undefined {
  const { currency, direction, notional = 1 } = leg;
  const [start, end] = lifeOf(leg).map((day) => Math.max(clock.years(day), 0)) as [number, number];
  if (notional === 0) return undefined;
  const terms = { assetClass: 'interestRate', hedgingSet: currency, currency, notional, start, end } as const;
  return { ...terms, direction: direction === 'receive' ? 1 : -1 };
}

function regulatoryLegs(legs: readonly DatedLeg[], clock: Clock): DatedRegulatoryTerms | undefined {
  // The last of several exchanges counts.
  const [received, paid] = (['receive', 'pay'] as const).map((direction) => legs.findLast((leg) => leg.direction === direction));
  if (received === undefined || paid === undefined) throw new Error('a trade of legs receives one and pays one');
  const notionalOf = (leg: typeof received): CurrencyNotional => ({ currency: leg.currency, notional: meanNotional(leg, clock) });
  const [bought, sold] = [notionalOf(received), notionalOf(paid)];
  if (bought.notional === 0 && sold.notional === 0) return undefined;
  if (bought.currency !== sold.currency) return { assetClass: 'foreignExchange', bought, sold };
  const start = Math.max(Math.min(...legs.map((leg) => clock.years(lifeOf(leg)[0]))), 0);
  const shared = { assetClass: 'interestRate', currency: bought.currency, start } as const;
  if (received.type !== paid.type)
    return received.type === 'floating'
      ? { ...shared, hedgingSet: bought.currency, notional: bought.notional, direction: 1 }
      : { ...shared, hedgingSet: bought.currency, notional: sold.notional, direction: -1 };
  const nameOf = (leg: typeof received): string => (leg.type === 'floating' ? (leg.index ?? '') : '');
  const [one, other] = [nameOf(received), nameOf(paid)];
  return {
    ...shared,
    hedgingSet: `${bought.currency} ${[one, other].toSorted().join('/')}`,
    notional: BASIS_WEIGHT * Math.max(bought.notional, sold.notional),
    direction: one <= other ? 1 : -1,
  };
}

/** The supervisory factor of a basis is half of that of its rates. */
const BASIS_WEIGHT = 0.5;

function timesQuantity(terms: DatedRegulatoryTerms, quantity: number): DatedRegulatoryTerms | undefined {
  const sized = (each: CurrencyNotional): CurrencyNotional => ({ ...each, notional: Math.abs(quantity) * each.notional });
  if (terms.assetClass === 'foreignExchange') {
    const [bought, sold] = quantity > 0 ? [terms.bought, terms.sold] : [terms.sold, terms.bought];
    return { ...terms, bought: sized(bought), sold: sized(sold) };
  }
  return {
    ...terms,
    notional: Math.abs(quantity) * terms.notional,
    direction: quantity > 0 ? terms.direction : terms.direction === 1 ? -1 : 1,
  };
}
