import { z } from 'zod';
import {
  act365f,
  contractSpec,
  convertibleBond,
  creditDefaultSwap,
  currenciesOf,
  type DatedTrade,
  date,
  datedLife,
  datedOr,
  datedTrade,
  datedTypes,
  dateOfDay,
  dayNumber,
  EngineFailure,
  LAST_DATE,
  startedTerms,
  statesDates,
  type Trade,
  trade,
  underlyingsOf,
} from '#engine/schemas';
import { currency } from './currency.js';
import { resource } from './resource.js';
import { americanTerms, lastPayment, structuredProduct, type TypedTerms, underlyingsOfTerms, vanillaTerms } from './terms.js';
import { text } from './text.js';

const MAX_TAGS = 20;
const MAX_TAG = 64;
const MAX_QUANTITY = 1e15;
/** Longest name of an issuer in a market. */
const MAX_ISSUER = 64;

const quantity = z.number().min(-MAX_QUANTITY).max(MAX_QUANTITY).default(1).meta({ description: 'Units traded; negative if sold' });
const tag = text(MAX_TAG);
const reference = z.string().min(1).max(200).optional();

/** The instruments of the pricing operations as trades: the field that the operation takes, and how many of it. */
const contractTrade = z.strictObject({ type: z.literal('contract'), contract: contractSpec, quantity }).meta({ id: 'ContractTrade' });
const structuredTrade = z
  .strictObject({ type: z.literal('structured'), product: structuredProduct, quantity })
  .meta({ id: 'StructuredTrade' });
const convertibleTrade = z
  .strictObject({ type: z.literal('convertible'), bond: convertibleBond, quantity })
  .meta({ id: 'ConvertibleTrade' });
const vanillaTrade = vanillaTerms.extend({ type: z.literal('vanilla'), quantity }).meta({ id: 'VanillaTrade' });
const americanTrade = americanTerms.extend({ type: z.literal('american'), quantity }).meta({ id: 'AmericanTrade' });

const { side, spread, maturity, paymentsPerYear, notional } = creditDefaultSwap.shape;
const creditTrade = z
  .strictObject({
    type: z.literal('credit_default_swap'),
    currency,
    issuer: z.string().min(1).max(MAX_ISSUER).meta({ description: 'Issuer, by which a market finds the intensity of default' }),
    ...{ side, spread, maturity: maturity.unwrap(), paymentsPerYear: paymentsPerYear.unwrap(), notional, quantity },
  })
  .meta({ id: 'CreditDefaultSwapTrade' });

const yearsSchemas = [
  ...trade.options,
  contractTrade,
  structuredTrade,
  convertibleTrade,
  vanillaTrade,
  americanTrade,
  creditTrade,
] as const;
const yearsTerms = z.discriminatedUnion('type', yearsSchemas).meta({
  id: 'TradeTerms',
  description: 'A trade of xva/calculate, or the instrument of a pricing operation. Times in years count from the trade date, by ACT/365F',
});
type YearsTerms = z.output<typeof yearsTerms>;
type CreditTrade = z.output<typeof creditTrade>;
export type TradeTerms = YearsTerms | DatedTrade;

const yearsTypes = yearsSchemas.map(({ shape }) => shape.type.value);
const tradeTypes = [...new Set([...yearsTypes, ...datedTypes])] as [TradeTerms['type'], ...TradeTerms['type'][]];

const tradeTerms: z.ZodType<TradeTerms> = datedOr('AnyTradeTerms', yearsTerms, yearsTypes);

/** The schemas to which the terms of a trade refer, for the documents. */
export const tradeSchemas: readonly z.ZodType[] = [yearsTerms, datedTrade];

export const tradeFields = z
  .strictObject({
    tradeDate: date,
    counterpartyId: reference.meta({ description: 'A stored counterparty' }),
    nettingSetId: reference.meta({ description: 'A netting set of the counterparty' }),
    portfolioId: reference.meta({ description: 'The stored portfolio to which the trade belongs' }),
    tags: z
      .array(tag)
      .max(MAX_TAGS)
      .refine((tags) => new Set(tags).size === tags.length, 'must not name a tag twice')
      .optional(),
    terms: tradeTerms,
  })
  .superRefine(({ tradeDate, terms }, context) => {
    const dated = datedOf(terms);
    if (dated === undefined) return;
    try {
      datedLife(dated, tradeDate);
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error;
      for (const { pointer, reason } of error.faults)
        context.addIssue({ code: 'custom', path: ['terms', ...pointer.split('/').slice(1)], message: reason, input: terms });
    }
  })
  .meta({ id: 'TradeFields', description: 'A trade as it is booked or amended' });
export type TradeFields = z.output<typeof tradeFields>;

const tradeStates = ['booked', 'amended', 'cancelled'] as const;

const list = z.array(z.string());

/** Trades are never removed: a cancelled one is kept, and so is every former version. */
export const trades = resource({
  collection: 'trades',
  idPrefix: 'trd_',
  schema: z.strictObject({
    tradeDate: z.iso.date(),
    counterpartyId: reference,
    nettingSetId: reference,
    portfolioId: reference,
    tags: list.optional(),
    // Parsed by tradeTerms before they are written.
    terms: z.looseObject({ type: z.string() }),
    state: z.enum(tradeStates),
    cancelled: z.boolean(),
    // Fields that follow from the terms, so that trades can be searched by them.
    type: z.enum(tradeTypes),
    underlyings: list,
    currencies: list,
    /** Date of the last payment. */
    maturityDate: z.iso.date(),
  }),
  filters: {
    counterpartyId: 'equals',
    nettingSetId: 'equals',
    portfolioId: 'equals',
    state: 'equals',
    cancelled: 'equals',
    type: 'equals',
    underlying: { field: 'underlyings', match: 'contains' },
    currency: { field: 'currencies', match: 'contains' },
    tag: { field: 'tags', match: 'contains' },
    tradedFrom: { field: 'tradeDate', match: 'atLeast' },
    tradedTo: { field: 'tradeDate', match: 'atMost' },
    maturesBefore: { field: 'maturityDate', match: 'below' },
    maturesFrom: { field: 'maturityDate', match: 'atLeast' },
  },
  sorts: ['tradeDate', 'maturityDate'],
  references: [
    { field: 'counterpartyId', to: 'counterparties' },
    { field: 'nettingSetId', to: 'netting_sets' },
    { field: 'portfolioId', to: 'portfolios' },
  ],
  history: true,
  access: 'callers',
});

/** The terms of a trade that states its dates; undefined of one in years. */
export const datedOf = (terms: TradeTerms): DatedTrade | undefined =>
  statesDates(terms as Readonly<Record<string, unknown>>) ? (terms as DatedTrade) : undefined;

/** The terms of the types that pricing operations take, as those of a product; undefined for trades of xva/calculate. */
export function productTermsOf(stated: TradeTerms): TypedTerms | undefined {
  if (datedOf(stated) !== undefined) return undefined;
  const terms = stated as YearsTerms;
  switch (terms.type) {
    case 'contract':
      return { type: 'contract', terms: terms.contract };
    case 'structured':
      return { type: 'structured', terms: terms.product };
    case 'convertible':
      return { type: 'convertible', terms: terms.bond };
    case 'vanilla':
    case 'american': {
      const { type, quantity: _, ...option } = terms;
      return { type, terms: option } as TypedTerms;
    }
    default:
      return undefined;
  }
}

/** The fields by which trades are searched: type, assets, currencies and the date of the last payment. */
export function derivedFields({ tradeDate, terms }: Pick<TradeFields, 'tradeDate' | 'terms'>) {
  const dated = datedOf(terms);
  if (dated !== undefined) {
    const { currencies, underlyings, lastPayment } = datedLife(dated, tradeDate);
    return { type: terms.type, underlyings: [...underlyings], currencies: [...currencies], maturityDate: lastPayment };
  }
  if (terms.type === 'credit_default_swap') {
    const { currency: paid, maturity: years } = terms as CreditTrade;
    return { type: terms.type, underlyings: [], currencies: [paid], maturityDate: dateAfter(tradeDate, years) };
  }
  const typed = productTermsOf(terms);
  if (typed === undefined) {
    const trade = terms as Trade;
    return {
      type: trade.type,
      underlyings: [...underlyingsOf(trade)],
      currencies: [...new Set(currenciesOf(trade))],
      maturityDate: dateAfter(tradeDate, trade.maturity),
    };
  }
  const last = lastPayment(typed);
  return {
    type: terms.type,
    underlyings: [...underlyingsOfTerms(typed)],
    currencies: [],
    maturityDate: 'date' in last ? last.date : dateAfter(tradeDate, last.years),
  };
}

/** The date some years after another by ACT/365F, the last day counted in part included. */
const dateAfter = (from: string, years: number): string =>
  dateOfDay(Math.min(dayNumber(from) + Math.ceil(years * DAYS_PER_YEAR - DAY_ROUNDING), dayNumber(LAST_DATE)));
const DAYS_PER_YEAR = 365;
/** Days: 5 years are 1825 days, whatever the product of 5 and 365 leaves in its last digit. */
const DAY_ROUNDING = 1e-6;

/**
 * A trade of xva/calculate some years after its trade date, with its times counted from then; undefined where it has ended. An option
 * ends at its expiry: the swap that it was exercised into is a trade of its own.
 */
export function remainingTrade<Of extends Trade>(trade: Of, age: number): Of | undefined {
  const maturity = trade.maturity - age;
  if (trade.type === 'bermudan_swaption') {
    const exerciseDates = trade.exerciseDates.map((date) => date - age).filter((date) => date > 0);
    return exerciseDates.length > 0 ? { ...trade, maturity, exerciseDates } : undefined;
  }
  const expiry = trade.type === 'swaption' ? trade.expiry - age : maturity;
  return maturity > 0 && expiry > 0 ? { ...trade, maturity, ...(trade.type === 'swaption' && { expiry }) } : undefined;
}

/** Years. Two coupons are not nearer to each other: it is the rounding of counting back from the end. */
const COUPON_ROUNDING = 1e-9;

/**
 * A credit default swap some years after its trade date, whose coupons are counted back from its end: of the running one a part has accrued, at
 * most since the trade date. Undefined where it has ended.
 */
function remainingProtection(swap: CreditTrade, age: number): object | undefined {
  const years = swap.maturity - age;
  if (years <= 0) return undefined;
  const coupons = Math.ceil(years * swap.paymentsPerYear - COUPON_ROUNDING);
  const untilFirst = years - (coupons - 1) / swap.paymentsPerYear;
  return { ...swap, maturity: years, accrued: Math.max(0, Math.min(1 / swap.paymentsPerYear - untilFirst, age)) };
}

/** A position of a book, of which a trade has a quantity. */
interface BookInstrument {
  readonly quantity: number;
  readonly instrument: Readonly<Record<string, unknown>>;
}

/**
 * The trade as an instrument of a book on a day, where it is one as it is written; `ended` once it has paid for the last time, since what is
 * paid on the day itself is no part of the value; undefined for trades whose terms are those of an operation.
 */
export function instrumentOf(
  { terms, tradeDate, maturityDate }: Pick<TradeFields, 'terms' | 'tradeDate'> & { readonly maturityDate: string },
  valuationDate: string,
): BookInstrument | 'ended' | undefined {
  const dated = datedOf(terms);
  const isCredit = terms.type === 'credit_default_swap';
  if (dated === undefined && !isCredit) return undefined;
  const position =
    dated === undefined ? remainingProtection(terms as CreditTrade, ageOf({ tradeDate }, valuationDate)) : startedTerms(dated, tradeDate);
  if (position === undefined || maturityDate <= valuationDate) return 'ended';
  const { type: kind, quantity: units, ...instrument } = position as { readonly type: string; readonly quantity: number };
  return { quantity: units, instrument: { ...instrument, kind } };
}

/** Years that have passed between the trade date and a valuation date. */
export const ageOf = ({ tradeDate }: Pick<TradeFields, 'tradeDate'>, valuationDate: string): number => act365f(tradeDate, valuationDate);
