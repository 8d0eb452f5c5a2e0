/** The terms of a product as the requests of the operations that price, describe and profile its type: nothing is priced in another way. */

import type { z } from 'zod';
import { type ContractSpec, type convertibleBond, dateOfDay, dayNumber, horizon, paymentDates } from '#engine/schemas';
import type { Fault } from '#proto/failure';
import { contractOf, isOption, type OptionTerms, optionFields, type TypedTerms, underlyingsOfTerms } from '#services/resources/terms';
import { resultOf } from '../contract/computation.js';
import type { Dependencies, OperationCall } from '../contract/operation.js';

/** A request of another operation, and where its fields stand in the request of this one. */
export interface PartRequest {
  readonly id: string;
  readonly request: object;
  readonly placeOf: (pointer: string) => string;
}

/** True if a pricer of these kinds of requests may price the type. Structured products and strategies are priced as contracts. */
export const mayPrice = (kinds: readonly string[], type: TypedTerms['type']): boolean =>
  kinds.includes(type === 'structured' || type === 'strategy' ? 'contract' : type);

type Market = Readonly<Record<string, unknown>>;

/** Fields of the request of an option that are terms; the others are of the market. */
const OPTION_FIELDS = ['strike', 'time', 'optionType'];

/** The fields of a part stand for the terms of the product; the others are called alike in both requests. */
const placed =
  (field: string) =>
  (pointer: string): string => {
    const [, first, ...rest] = pointer.split('/');
    return first === field ? ['/terms', ...rest].join('/') : pointer;
  };

/** The pointer into a product for a pointer into the request of its contract. */
export const placedTerms = placed('contract');

const placedOption = (pointer: string): string => {
  const [, first = ''] = pointer.split('/');
  return OPTION_FIELDS.includes(first) ? `/terms${pointer}` : first === 'pricer' ? pointer : `/market${pointer}`;
};

/** The request of the operation that prices the type. */
export function priceRequest(typed: TypedTerms, market: Market, pricer: object | undefined): PartRequest {
  const settings = pricer === undefined ? {} : { pricer };
  const { type, terms } = typed;
  switch (type) {
    case 'contract':
      return { id: 'priceContract', request: { contract: terms, market, ...settings }, placeOf: placed('contract') };
    case 'structured':
      return { id: 'priceStructuredProduct', request: { product: terms, market, ...settings }, placeOf: placed('product') };
    case 'strategy':
      return { id: 'priceStrategy', request: { strategy: terms, market, ...settings }, placeOf: placed('strategy') };
    case 'convertible':
      return { id: 'priceConvertible', request: { bond: terms, market, ...settings }, placeOf: placed('bond') };
    case 'vanilla':
      return { id: 'priceOption', request: { ...marketOfOption(terms, market), ...optionOf(terms), ...settings }, placeOf: placedOption };
    case 'american': {
      const { pricer: exercise, ...option } = optionOf(terms);
      const merged = exercise || pricer ? { pricer: { ...exercise, ...pricer } } : {};
      const statesExercise = pricer !== undefined && 'exercise' in pricer;
      return {
        id: 'priceAmerican',
        request: { ...marketOfOption(terms, market), ...option, ...merged },
        placeOf: (pointer) => (pointer === '/pricer/exercise' && !statesExercise ? '/terms/exercise' : placedOption(pointer)),
      };
    }
  }
}

/** The request of the operation that gives the Greeks of the type. The prices of a convertible bond and of an American option come with theirs. */
export function greeksRequest(typed: TypedTerms, market: Market, pricer: object | undefined): PartRequest {
  const { type } = typed;
  if (type === 'convertible' || type === 'american') return priceRequest(typed, market, pricer);
  if (type === 'vanilla') return { ...priceRequest(typed, market, pricer), id: 'greeksOption' };
  const request = { contract: contractOf(typed), market, ...(pricer !== undefined && { pricer }) };
  return { id: 'greeksContract', request, placeOf: placed('contract') };
}

function optionOf(terms: OptionTerms) {
  const { underlying: _, ...fields } = optionFields(terms);
  return fields;
}

/** The market of the option's asset; what a vanilla request does not take, it refuses itself. */
function marketOfOption({ underlying }: OptionTerms, market: Market): Market {
  const { assets, ...shared } = market;
  if (typeof assets !== 'object' || assets === null || underlying === undefined || !Object.hasOwn(assets, underlying)) return market;
  return { ...shared, ...(assets as Record<string, object>)[underlying] };
}

/** The contract whose payoff a plot shows: a bond is shown at its maturity, and an option with times in years begins today. */
export function profiledContract(typed: TypedTerms, today: string): ContractSpec {
  const contract = contractOf(typed);
  if (contract !== undefined) return contract;
  if (isOption(typed)) {
    const { underlying = 'underlying', strike, time, optionType } = typed.terms;
    return { type: optionType === 'put' ? 'vanilla_put' : 'vanilla_call', underlying, strike, expiry: dateAfter(today, time) };
  }
  const { faceValue, redemption = faceValue, conversionRatio, maturity } = typed.terms as Bond;
  const date = dateAfter(today, maturity);
  const cash: ContractSpec = { type: 'cash', amount: redemption, date };
  if (conversionRatio === 0) return cash;
  const shares: ContractSpec = { type: 'vanilla_call', underlying: 'share', strike: redemption / conversionRatio, expiry: date };
  return { type: 'combined', specs: [cash, { type: 'scaled', contract: shares, factor: conversionRatio }] };
}

type Bond = z.output<typeof convertibleBond>;

const DAYS_PER_YEAR = 365;
const dateAfter = (today: string, years: number): string => dateOfDay(dayNumber(today) + Math.ceil(years * DAYS_PER_YEAR));

/** The faults that keep the terms from being priced from today on, with pointers into the product. @throws HttpFailure SVC-LIMIT-003 for too many dates */
export async function termsFaults(typed: TypedTerms, call: OperationCall, { pricing }: Pick<Dependencies, 'pricing'>): Promise<Fault[]> {
  // The notional only scales: its contract has the pointers of the terms.
  const contract = typed.type === 'structured' ? contractOf({ ...typed, terms: { ...typed.terms, notional: 1 } }) : contractOf(typed);
  if (contract === undefined) return [];
  const { faults } = await resultOf<{ readonly faults: readonly Fault[] }>(pricing.contractFaults, { contract }, call);
  return faults.map(({ pointer, reason }) => ({ pointer: placedTerms(pointer), reason }));
}

/** A product in words, with its dates. The pricing service describes contracts; options and bonds are described here. */
export interface Described {
  readonly description: string;
  readonly horizon: string;
  readonly underlyings: readonly string[];
  readonly cashflowDates: readonly string[];
}

/** @param describe gives a contract in words */
export async function describedTerms(
  typed: TypedTerms,
  today: string,
  describe: (contract: ContractSpec) => Promise<string>,
): Promise<Described> {
  const underlyings = underlyingsOfTerms(typed);
  const contract = contractOf(typed);
  if (contract !== undefined)
    return { description: await describe(contract), horizon: horizon(contract), underlyings, cashflowDates: paymentDates(contract) };
  if (isOption(typed)) {
    const { strike, time, optionType, underlying = 'the underlying' } = typed.terms;
    const end = dateAfter(today, time);
    const period = typed.type === 'american' ? `at any time within ${time} years` : `in ${time} years`;
    const description = `right to ${optionType === 'put' ? 'sell' : 'buy'} ${underlying} at ${strike} ${period}`;
    return { description, horizon: end, underlyings, cashflowDates: [end] };
  }
  return describedBond(typed.terms as Bond, today);
}

function describedBond(bond: Bond, today: string): Described {
  const { faceValue, couponRate, couponFrequency, maturity, conversionRatio, conversionStyle, callSchedule, putSchedule, redemption } =
    bond;
  const coupons = Array.from({ length: Math.ceil(maturity * couponFrequency) }, (_, k) => maturity - k / couponFrequency).filter(
    (time) => time > 0,
  );
  const times = couponRate > 0 ? coupons : [maturity];
  const rights = [
    ...callSchedule.slice(0, 1).map(({ time }) => `callable by the issuer from ${time} years on`),
    ...(putSchedule.length > 0 ? [`puttable by the holder after ${putSchedule.map(({ time }) => time).join(' and ')} years`] : []),
  ];
  const description = [
    `bond of ${faceValue} that matures in ${maturity} years`,
    couponRate > 0 ? `pays ${+(couponRate * 100).toPrecision(12)}% per year in ${couponFrequency} coupons` : 'pays no coupon',
    ...(redemption === undefined ? [] : [`is redeemed at ${redemption}`]),
    `is convertible into ${conversionRatio} shares ${conversionStyle === 'european' ? 'at maturity' : 'at any time'}`,
    ...rights,
  ].join(', ');
  return {
    description,
    horizon: dateAfter(today, maturity),
    underlyings: [],
    cashflowDates: [...new Set(times.map((time) => dateAfter(today, time)))].sort(),
  };
}
