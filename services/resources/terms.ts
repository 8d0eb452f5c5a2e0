/** The terms of what trades and products are: the instrument of each pricing operation, as that operation takes it. */
import { z } from 'zod';
import {
  americanExercise,
  type ContractSpec,
  contractSpec,
  convertibleBond,
  EXERCISE_DATES_PER_YEAR,
  europeanOption,
  horizon,
  statedOptionType,
  strategyAsContract,
  strategyTerms,
  structuredPriceRequest,
  underlying,
  underlyings,
} from '#engine/schemas';

export const structuredProduct = structuredPriceRequest.shape.product;

export const vanillaTerms = z
  .strictObject({
    underlying: underlying.optional().meta({ description: 'Name of the asset, by which a market with several finds it' }),
    ...europeanOption.shape,
    optionType: statedOptionType,
  })
  .meta({ id: 'VanillaTerms', description: 'A European option without its market' });
export const americanTerms = vanillaTerms
  .extend({
    exercise: americanExercise.meta({
      description: `dates: today and on ${EXERCISE_DATES_PER_YEAR} equally spaced dates per year; continuous: at any time. Default: as american/price has it`,
    }),
  })
  .meta({ id: 'AmericanTerms', description: 'An option that may be exercised before its expiry, without its market' });
export type OptionTerms = z.output<typeof vanillaTerms> & Pick<Partial<z.output<typeof americanTerms>>, 'exercise'>;

/** The terms of each type, as the operation that prices the type takes them. */
export const TERMS = {
  contract: contractSpec,
  structured: structuredProduct,
  convertible: convertibleBond,
  vanilla: vanillaTerms,
  american: americanTerms,
  strategy: strategyTerms,
} as const;

type TermsType = keyof typeof TERMS;
export const termsTypes = Object.keys(TERMS) as [TermsType, ...TermsType[]];

/** Terms with their type: what a stored product says, parsed. */
export type TypedTerms = { [Type in TermsType]: { readonly type: Type; readonly terms: z.output<(typeof TERMS)[Type]> } }[TermsType];

type OptionType = 'vanilla' | 'american';

/** True for an option, whose terms are in years and may name no asset. */
export const isOption = (typed: TypedTerms): typed is Extract<TypedTerms, { readonly type: OptionType }> =>
  typed.type === 'vanilla' || typed.type === 'american';

/** The fields of an option as its pricing operation takes them, where how it is exercised is a setting. */
export const optionFields = ({ exercise, ...option }: OptionTerms) => ({ ...option, ...(exercise && { pricer: { exercise } }) });

/** The contract that the terms are, for the types that are one; the notional of a structured product scales it. */
export function contractOf({ type, terms }: TypedTerms): ContractSpec | undefined {
  if (type === 'contract') return terms;
  if (type === 'strategy') return strategyAsContract(terms);
  if (type !== 'structured') return undefined;
  const { notional, ...contract } = terms;
  return notional === 1 ? contract : { type: 'scaled', contract, factor: notional };
}

/** Names of the assets on which the terms depend, without repetition. */
export function underlyingsOfTerms(typed: TypedTerms): readonly string[] {
  const contract = contractOf(typed);
  if (contract !== undefined) return underlyings(contract);
  return isOption(typed) && typed.terms.underlying !== undefined ? [typed.terms.underlying] : [];
}

/** When the terms last pay: an ISO date, or years from the day on which they begin. */
export function lastPayment(typed: TypedTerms): { readonly date: string } | { readonly years: number } {
  const contract = contractOf(typed);
  if (contract !== undefined) return { date: horizon(contract) };
  return { years: isOption(typed) ? typed.terms.time : (typed.terms as z.output<typeof convertibleBond>).maturity };
}
