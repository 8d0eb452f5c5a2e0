/**
 * The registry of instruments: what of a position prices it, and in which part of the market of its book.
 *
 * Each type turns its terms and the market into the request of a pricer, or of the operation of its kind, which simulates or takes long. Every
 * value of a book is thus the number that the same request gives alone.
 */
import type { BookSetting, InstrumentType, PricingPlan, Terms } from './pricing-plan.js';
import {
  basisSwap,
  bond,
  capFloor,
  currencyExchanges,
  currencySwap,
  datedSwap,
  datedSwaption,
  deposit,
  floatingBond,
  forwardRateAgreement,
  isDated,
  isStepped,
  steppedSwap,
  zeroCouponSwap,
} from './rates-plans.js';
import { convertible, creditDefaultSwap, engine, option, simulated } from './share-plans.js';
import { tradePlan } from './trade-plan.js';

/** The types of instruments: a new one is one entry. */
const instrumentTypes = {
  vanilla: { plan: option('vanilla') },
  american: { plan: option('american') },
  convertible: { plan: convertible },
  contract: { plan: simulated('contract') },
  structured: { plan: simulated('structured') },
  engine: { plan: engine },
  interest_rate_swap: {
    plan: (terms, setting) => (isStepped(terms) ? steppedSwap : isDated(terms) ? datedSwap : tradePlan)(terms, setting),
    dates: 'or_years',
  },
  basis_swap: { plan: basisSwap, dates: 'always' },
  zero_coupon_swap: { plan: zeroCouponSwap, dates: 'always' },
  swaption: { plan: (terms, setting) => (isDated(terms) ? datedSwaption : tradePlan)(terms, setting), dates: 'or_years' },
  bermudan_swaption: { plan: tradePlan },
  cross_currency_swap: { plan: (terms, setting) => (isDated(terms) ? currencySwap : tradePlan)(terms, setting), dates: 'or_years' },
  fx_forward: { plan: tradePlan, dates: 'or_years' },
  fx_swap: { plan: currencyExchanges, dates: 'always' },
  fx_option: { plan: tradePlan, dates: 'or_years' },
  equity_forward: { plan: tradePlan, dates: 'or_years' },
  equity_option: { plan: tradePlan, dates: 'or_years' },
  cap: { plan: (terms, setting) => withType(capFloor(terms, setting), 'cap'), dates: 'always' },
  floor: { plan: (terms, setting) => withType(capFloor(terms, setting), 'floor'), dates: 'always' },
  fixed_rate_bond: { plan: bond, dates: 'always' },
  floating_rate_bond: { plan: floatingBond, dates: 'always' },
  deposit: { plan: deposit, dates: 'always' },
  fra: { plan: forwardRateAgreement, dates: 'always' },
  zero_coupon_bond: { plan: (terms, setting) => bond({ ...terms, couponRate: 0 }, setting), dates: 'always' },
  credit_default_swap: { plan: creditDefaultSwap },
} as const satisfies Readonly<Record<string, InstrumentType>>;

export type InstrumentTypeName = keyof typeof instrumentTypes;
export const instrumentTypeNames = Object.keys(instrumentTypes) as [InstrumentTypeName, ...InstrumentTypeName[]];

/** The dates that terms of a type state: always, or in place of years; undefined where they have years alone, or are those of an operation. */
export const datesOf = (type: InstrumentTypeName): InstrumentType['dates'] => (instrumentTypes[type] as InstrumentType).dates;

const withType = (plan: PricingPlan, type: string): PricingPlan =>
  'instrument' in plan ? { ...plan, instrument: { type, ...plan.instrument } } : plan;

/**
 * Names the pricer or operation of an instrument, and makes its request from the terms and the market.
 *
 * @param terms  the fields of a position but for its id and quantity
 * @throws EngineFailure `invalid` with pointers into the position, or into the book's market (`/market…`)
 */
export const pricingPlan = (type: InstrumentTypeName, terms: Terms, setting: BookSetting): PricingPlan =>
  (instrumentTypes[type] as InstrumentType).plan({ ...terms, type }, setting);
