/** The instruments whose quotes make curves, and what of each is the quote. */
import { z } from 'zod';
import { invalid } from '../../base/failure.js';
import { parse } from '../../base/faults.js';
import type { InstrumentTypeName } from '../instrument-types.js';
import type { Terms } from '../pricing-plan.js';

export const QUOTED_TYPES = [
  'deposit',
  'fra',
  'future',
  'interest_rate_swap',
  'zero_coupon_swap',
  'basis_swap',
  'cross_currency_swap',
  'fx_forward',
  'fx_swap',
] as const;
type QuotedType = (typeof QUOTED_TYPES)[number];

/** An instrument as a function of its quote. */
export interface Quoted {
  readonly type: InstrumentTypeName;
  readonly quote: number;
  /** Terms of a position at a quote. */
  readonly at: (quote: number) => Terms;
  /** True of an amount, which is above 0: its differences are shares of it. */
  readonly isAmount?: boolean;
  /** The rate that the quote is or stands for; absent of spreads and amounts. */
  readonly rate?: number;
  /** The field of a position that the stated one gives, where it is another. */
  readonly renamed?: { readonly position: string; readonly stated: string };
}

const number = (value: unknown, pointer: string): number => parse(z.number(), value, pointer);

/** The terms with a number in one of their fields, or of the object under another. */
const byField = (type: InstrumentTypeName, terms: Terms, field: string, part?: string): Quoted => {
  const owner = part === undefined ? terms : (terms[part] as Terms);
  const quote = number(owner[field], part === undefined ? `/${field}` : `/${part}/${field}`);
  return {
    type,
    quote,
    at: (each) => (part === undefined ? { ...terms, [field]: each } : { ...terms, [part]: { ...owner, [field]: each } }),
  };
};

const isObject = (value: unknown): value is Terms => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The quoted leg of a swap of two legs: that with a spread, or else the fixed one. */
function byLeg(type: 'basis_swap' | 'cross_currency_swap', terms: Terms): Quoted {
  const sides = (['receive', 'pay'] as const).map((side) => {
    if (!isObject(terms[side])) throw invalid(`/${side}`, terms[side] === undefined ? 'is required' : 'must be a leg');
    return [side, terms[side]] as const;
  });
  for (const field of ['spread', 'rate']) {
    const stating = sides.filter(([, leg]) => leg[field] !== undefined);
    const [only, other] = stating;
    if (other !== undefined) throw invalid(`/${other[0]}/${field}`, 'must be left out beside that of receive: one of the two is the quote');
    if (only !== undefined) return byField(type, terms, field, only[0]);
  }
  throw invalid('/receive/spread', 'is required, or that of pay: it is the quote');
}

/** Futures are quoted as 100 less their rate in per cent. */
const PAR = 100;

function byPrice({ price, convexity = 0, ...terms }: Terms): Quoted {
  const [quote, above] = [number(price, '/price'), number(convexity, '/convexity')];
  if (terms.fixedRate !== undefined) throw invalid('/fixedRate', 'is not a known field of a future, which has a price');
  const rateAt = (each: number): number => (PAR - each) / PAR - above;
  return {
    type: 'fra',
    quote,
    at: (each) => ({ ...terms, fixedRate: rateAt(each) }),
    rate: rateAt(quote),
    renamed: { position: 'fixedRate', stated: 'price' },
  };
}

const withRate = (quoted: Quoted): Quoted => ({ ...quoted, rate: quoted.quote });

const quotes: Readonly<Record<QuotedType, (terms: Terms) => Quoted>> = {
  deposit: (terms) => withRate(byField('deposit', terms, 'fixedRate')),
  fra: (terms) => withRate(byField('fra', terms, 'fixedRate')),
  future: byPrice,
  interest_rate_swap: (terms) => withRate(byField('interest_rate_swap', terms, 'fixedRate')),
  zero_coupon_swap: (terms) => withRate(byField('zero_coupon_swap', terms, 'fixedRate')),
  basis_swap: (terms) => byLeg('basis_swap', terms),
  cross_currency_swap: (terms) => byLeg('cross_currency_swap', terms),
  fx_forward: (terms) => ({ ...byField('fx_forward', terms, 'sellAmount'), isAmount: true }),
  fx_swap: (terms) => {
    if (!isObject(terms.far)) throw invalid('/far', terms.far === undefined ? 'is required' : 'must be an exchange');
    return { ...byField('fx_swap', terms, 'sellAmount', 'far'), isAmount: true };
  },
};

export const quoteOf = (type: QuotedType, terms: Terms): Quoted => quotes[type](terms);
