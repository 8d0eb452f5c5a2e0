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
import { datedBermudanPlan, tradePlan } from './trade-plan.js';

const RISK_OF_ISSUER = { not: 'its risk is that of its issuer and not of a counterparty' };

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
    simulated: 'flows',
  },
  basis_swap: { plan: basisSwap, dates: 'always', simulated: 'flows' },
  zero_coupon_swap: { plan: zeroCouponSwap, dates: 'always', simulated: 'flows' },
  swaption: {
    plan: (terms, setting) => (isDated(terms) ? datedSwaption : tradePlan)(terms, setting),
    dates: 'or_years',
    simulated: 'flows',
  },
  bermudan_swaption: {
    plan: (terms, setting) => (isDated(terms) ? datedBermudanPlan : tradePlan)(terms, setting),
    dates: 'or_years',
    simulated: 'flows',
  },
  cross_currency_swap: {
    plan: (terms, setting) => (isDated(terms) ? currencySwap : tradePlan)(terms, setting),
    dates: 'or_years',
    simulated: 'flows',
  },
  fx_forward: { plan: tradePlan, dates: 'or_years', simulated: 'once' },
  fx_swap: { plan: currencyExchanges, dates: 'always', simulated: 'flows' },
  fx_option: { plan: tradePlan, dates: 'or_years', simulated: 'once' },
  equity_forward: { plan: tradePlan, dates: 'or_years', simulated: 'once' },
  equity_option: { plan: tradePlan, dates: 'or_years', simulated: 'once' },
  cap: { plan: (terms, setting) => withType(capFloor(terms, setting), 'cap'), dates: 'always', simulated: 'flows' },
  floor: { plan: (terms, setting) => withType(capFloor(terms, setting), 'floor'), dates: 'always', simulated: 'flows' },
  fixed_rate_bond: { plan: bond, dates: 'always', simulated: RISK_OF_ISSUER },
  floating_rate_bond: { plan: floatingBond, dates: 'always', simulated: RISK_OF_ISSUER },
  deposit: { plan: deposit, dates: 'always', simulated: RISK_OF_ISSUER },
  fra: { plan: forwardRateAgreement, dates: 'always', simulated: 'flows' },
  zero_coupon_bond: { plan: (terms, setting) => bond({ ...terms, couponRate: 0 }, setting), dates: 'always', simulated: RISK_OF_ISSUER },
  credit_default_swap: { plan: creditDefaultSwap },
} as const satisfies Readonly<Record<string, InstrumentType>>;

export type InstrumentTypeName = keyof typeof instrumentTypes;
export const instrumentTypeNames = Object.keys(instrumentTypes) as [InstrumentTypeName, ...InstrumentTypeName[]];

/** The dates that terms of a type state: always, or in place of years; undefined where they have years alone, or are those of an operation. */
export const datesOf = (type: InstrumentTypeName): InstrumentType['dates'] => (instrumentTypes[type] as InstrumentType).dates;

/** How the simulation of a netting set takes terms of a type that state dates. */
export const simulationOf = (type: InstrumentTypeName): InstrumentType['simulated'] => (instrumentTypes[type] as InstrumentType).simulated;

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
