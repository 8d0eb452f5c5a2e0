/** Trades that state their dates, checked and dated without a market: by the pricers that value them, on curves of the same currencies. */
import { z } from 'zod';
import { choice } from '../base/choice.js';
import { EngineFailure, invalid } from '../base/failure.js';
import { parse } from '../base/faults.js';
import { bookMarket } from '../market/book-market.js';
import { fixedRateBond } from '../product/rates/bond.js';
import { capFloor } from '../product/rates/cap-floor.js';
import { lifeOf, paymentDay, periodsOf, type ScheduleTerms } from '../product/rates/conventions.js';
import { datedLegs } from '../product/rates/legs.js';
import { datedBermudan, datedSwap, datedSwaption } from '../product/rates/swap.js';
import { adjust } from '../time/calendar.js';
import { act365f, dateOfDay, dayNumber } from '../time/date.js';
import { datesOf, type InstrumentTypeName, instrumentTypeNames, pricingPlan, simulationOf } from './instrument-types.js';
import { type PricingPlan, placedFailure, type Terms } from './pricing-plan.js';
import { isDated, isStepped } from './rates-plans.js';
import { positionQuantity } from './requests.js';

/** True of trades that pay once, on the date of which they have years otherwise. */
export const isPaidOnce = (type: DatedTrade['type']): boolean => simulationOf(type) === 'once';

/** The field and the date of the payment of a trade that pays once. */
export function paidOnceDate({ deliveryDate, expiry, maturity }: DatedTrade): { readonly field: string; readonly date: string } {
  if (deliveryDate !== undefined) return { field: 'deliveryDate', date: String(deliveryDate) };
  return expiry === undefined ? { field: 'maturity', date: String(maturity) } : { field: 'expiry', date: String(expiry) };
}

/** Besides trades that pay once, those whose start is not the trade date where they state none. */
const STARTS_LATER: readonly string[] = ['swaption', 'bermudan_swaption', 'fx_swap'];

export const datedTypes = instrumentTypeNames.filter((type) => datesOf(type) !== undefined) as [
  InstrumentTypeName,
  ...InstrumentTypeName[],
];

export const datedTrade = z
  .looseObject({
    type: z.enum(datedTypes),
    quantity: positionQuantity,
  })
  .meta({
    id: 'DatedTrade',
    description:
      'A trade that states its dates, with the fields of an InstrumentPosition of its type: startDate (by default the trade date) and maturity or tenor; near and far of an fx_swap; exerciseDates of a bermudan_swaption; deliveryDate of an fx_forward, expiry of an option or equity_forward. Its currency is stated',
  });
export type DatedTrade = z.output<typeof datedTrade>;

/** True of terms that have dates, where the type also takes years. */
export const statesDates = (terms: Terms): boolean => {
  const type = datedTypes.find((each) => each === terms.type);
  if (type === undefined) return false;
  return datesOf(type) === 'always' || terms.deliveryDate !== undefined || isDated(terms) || isStepped(terms);
};

/**
 * Trades by the schema of those with dates, or of those in years: some types may have either.
 *
 * @param id     of the schema in the documents
 * @param types  those in years
 */
export function datedOr<Schema extends z.ZodType>(id: string, inYears: Schema, types: readonly string[]) {
  const names = [...new Set([...types, ...datedTypes])];
  const ofAnyType = z.looseObject({ type: z.enum(names) });
  const alternatives: readonly (Schema | typeof datedTrade)[] = [inYears, datedTrade];
  return choice(id, alternatives, (terms) =>
    !(names as readonly unknown[]).includes(terms.type) ? ofAnyType : statesDates(terms) ? datedTrade : inYears,
  );
}

/** The facts of a trade that follow from its terms alone. */
interface DatedLife {
  readonly currencies: readonly string[];
  readonly underlyings: readonly string[];
  /** ISO date; of an option, its expiry. */
  readonly lastPayment: string;
}

/** The terms with the start that they have where they state none. */
export const startedTerms = (terms: Terms & Pick<DatedTrade, 'type'>, tradeDate: string): Terms =>
  terms.startDate === undefined && !isPaidOnce(terms.type) && !STARTS_LATER.includes(terms.type)
    ? { ...terms, startDate: tradeDate }
    : terms;

/** The trade with years in place of its date, where it pays once; undefined for the others. */
export function inYears(trade: DatedTrade, valuationDate: string): Terms | undefined {
  if (!isPaidOnce(trade.type)) return undefined;
  const { deliveryDate: _, expiry: __, maturity: ___, ...terms } = trade;
  const timed = { ...terms, maturity: act365f(valuationDate, paidOnceDate(trade).date) };
  return terms.type === 'fx_forward' ? exchanged(timed) : timed;
}

/** An exchange has amounts in place of a quantity, which are positive. */
function exchanged({ quantity, buyCurrency, buyAmount, sellCurrency, sellAmount, ...terms }: Terms & { readonly quantity: number }): Terms {
  const [bought, sold] = [
    { currency: buyCurrency, amount: Math.abs(quantity) * Number(buyAmount) },
    { currency: sellCurrency, amount: Math.abs(quantity) * Number(sellAmount) },
  ];
  const [received, paid] = quantity < 0 ? [sold, bought] : [bought, sold];
  return { ...terms, buyCurrency: received.currency, buyAmount: received.amount, sellCurrency: paid.currency, sellAmount: paid.amount };
}

/** The day on which the swap of a swaption ends, which exposures reach; undefined of trades that end with themselves. */
export function swapEnd({ type, startDate, expiry, exerciseDates, maturity, tenor }: Terms): string | undefined {
  if (type !== 'swaption' && type !== 'bermudan_swaption') return undefined;
  const [firstExercise = expiry] = Array.isArray(exerciseDates) ? exerciseDates : [];
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  return dateOfDay(lifeOf({ startDate: text(startDate ?? firstExercise) ?? '', maturity: text(maturity), tenor: text(tenor) })[1]);
}

/** @throws EngineFailure `invalid` with pointers into the terms */
export function datedLife({ quantity: _, ...stated }: DatedTrade, tradeDate: string): DatedLife {
  const terms = startedTerms(stated, tradeDate);
  for (const field of ['index', 'underlying']) requireName(terms[field], `/${field}`);
  const currencies = currenciesOf(terms);
  const underlyings = typeof terms.underlying === 'string' ? [terms.underlying] : [];
  const plan = pricingPlan(stated.type, terms, {
    market: marketOf(terms, currencies, underlyings, tradeDate),
    reportingCurrency: currencies[0] ?? ANY_CURRENCY,
    valuationDate: tradeDate,
  });
  if (!('pricerId' in plan)) throw new Error(`${stated.type} is priced by no pricer of dated trades`);
  const lastPayment = isPaidOnce(stated.type)
    ? paidOnceDate({ ...terms, ...stated, quantity: 1 }).date
    : dateOfDay(lastDayOf(plan.pricerId, plan));
  return { currencies, underlyings, lastPayment };
}

const MAX_MARKET_NAME = 64;
/** Names by which markets have what a trade depends on; whatever is no text is refused by the type's own schema. */
function requireName(value: unknown, pointer: string): void {
  if (typeof value === 'string' && (value === '' || value.length > MAX_MARKET_NAME))
    throw invalid(pointer, `must have 1 to ${MAX_MARKET_NAME} characters; got ${value.length}`);
}

/** Reporting currency of a trade on a share, whose currency is the market's. */
const ANY_CURRENCY = 'USD';
const CURRENCY = /^[A-Z]{3}$/;

/** @throws EngineFailure `invalid` where a currency is not stated: the market in which the trade was booked is not kept with it */
function currenciesOf(terms: Terms): readonly string[] {
  const currencyIn = (fields: Terms, field: string, pointer: string): string => {
    const value = fields[field];
    if (typeof value === 'string' && CURRENCY.test(value)) return value;
    throw invalid(pointer, value === undefined ? 'is required' : `must be a currency, as USD; got ${JSON.stringify(value)}`);
  };
  const parts = (names: readonly string[]) =>
    names.flatMap((name) => {
      const part = terms[name];
      return typeof part === 'object' && part !== null ? [{ name, part: part as Terms }] : [];
    });
  const bothOf = (fields: Terms, pointer: string) =>
    ['buyCurrency', 'sellCurrency'].map((field) => currencyIn(fields, field, `${pointer}/${field}`));
  switch (terms.type) {
    case 'equity_forward':
    case 'equity_option':
      return [];
    case 'fx_forward':
    case 'fx_option':
      return [...new Set(bothOf(terms, ''))];
    case 'fx_swap':
      return [...new Set(parts(['near', 'far']).flatMap(({ name, part }) => bothOf(part, `/${name}`)))];
    case 'basis_swap':
    case 'cross_currency_swap':
      return [
        ...new Set(parts(['receive', 'pay']).map(({ name, part }) => currencyIn({ ...terms, ...part }, 'currency', `/${name}/currency`))),
      ];
    default:
      return [currencyIn(terms, 'currency', '/currency')];
  }
}

/** A market that has all that the trade names. Its numbers decide nothing: the trade is not priced. */
function marketOf(terms: Terms, currencies: readonly string[], underlyings: readonly string[], valuationDate: string) {
  const each = <Value>(names: readonly string[], value: Value) => Object.fromEntries(names.map((name) => [name, value]));
  const volatility = { type: 'normal', volatility: 0.01 };
  const quoted = typeof terms.index === 'string' && terms.index !== '' ? [...currencies, terms.index] : currencies;
  return parse(bookMarket, {
    curves: each(currencies.length === 0 ? [ANY_CURRENCY] : currencies, { rate: 0 }),
    assets: each(underlyings, { spot: 1, volatility: 0.2 }),
    volatilities: each(quoted, volatility),
    valuationDate,
  });
}

/** Day number of the last payment of a plan, whose instrument is parsed by its pricer's schema. */
function lastDayOf(pricerId: string, plan: PricingPlan): number {
  const instrument = (plan as { readonly instrument?: unknown }).instrument;
  const parsed = <Schema extends z.ZodType>(schema: Schema): z.output<Schema> => {
    try {
      return parse(schema, instrument, '/instrument');
    } catch (error) {
      throw error instanceof EngineFailure ? placedFailure(plan, error) : error;
    }
  };
  // Every schedule ends with its life, whatever its periods are, which a file of trades need not all count.
  const lastEnd = (terms: ScheduleTerms): number => adjust(terms.calendar, lifeOf(terms)[1], terms.businessDayConvention);
  switch (pricerId) {
    case 'rates_dated_legs':
      return Math.max(
        ...parsed(datedLegs).legs.map((leg) => {
          const isPaidAtStart = leg.type === 'floating' && leg.payment === 'settled_at_start';
          const lastStart = isPaidAtStart ? periodsOf(leg, leg.frequency).at(-1)?.start : undefined;
          return paymentDay(leg, lastStart ?? lastEnd(leg));
        }),
      );
    case 'rates_swap_multi_curve': {
      const swap = parsed(datedSwap);
      return paymentDay(swap, lastEnd(swap));
    }
    case 'rates_swaption_black':
      return dayNumber(parsed(datedSwaption).expiryDate);
    case 'rates_bermudan_swaption':
      return dayNumber(parsed(datedBermudan).exerciseDates.at(-1)!);
    case 'rates_cap_floor': {
      const cap = parsed(capFloor);
      return paymentDay(cap, lastEnd(cap));
    }
    case 'rates_bond_fixed':
      return lastEnd(parsed(fixedRateBond));
    default:
      throw new Error(`the last payment of ${pricerId} is not known`);
  }
}
