/** A plan is the request that prices an instrument, by a pricer or by the operation of its kind, made from its terms and the market of its book. */
import { EngineFailure, type Fault, invalid } from '../base/failure.js';
import { refusal } from '../base/faults.js';
import { MAX_HORIZON_YEARS } from '../base/terms.js';
import type { BookMarket } from '../market/book-market.js';
import { act365f } from '../time/date.js';

/** Fields of a position beside those of every one: parsed by the pricer that takes them. */
export type Terms = Readonly<Record<string, unknown>>;

/** The market and the currency in which a book is valued. */
export interface BookSetting {
  /** Absent where every position has a market of its own. */
  readonly market?: BookMarket | undefined;
  readonly reportingCurrency?: string | undefined;
  /** ISO date */
  readonly valuationDate: string;
}

/** A setting in which every position is valued in the market of the book. */
export interface MarketSetting extends BookSetting {
  readonly market: BookMarket;
  readonly reportingCurrency: string;
}

/** The operations that price the kinds of portfolio/mixed, each by its own request. */
export type OperationKind = 'vanilla' | 'american' | 'convertible' | 'contract' | 'structured' | 'engine';

/** Pointers of a request by their beginning: the first that fits is replaced. Pointers that then begin with /market are of the book's market. */
type Places = readonly (readonly [from: string, to: string])[];

interface Planned {
  /** Currency of the value; absent where nothing says it. */
  readonly currency?: string | undefined;
  /** Asset of an instrument on one asset. */
  readonly underlying?: string | undefined;
  readonly places: Places;
  /** True if the position has a market of its own, whose faults are the position's. */
  readonly hasOwnMarket?: boolean;
}

export type PricingPlan = Planned &
  (
    | { readonly pricerId: string; readonly instrument: object; readonly market: object }
    | { readonly kind: OperationKind; readonly request: object }
  );

/** The pricer of European options, which are valued in the market of a book by the formula of Black and Scholes. */
const VANILLA_PRICER = 'equity_vanilla_bs';

/** The pricer whose closed form values a plan in the market of its book; undefined where none does. */
export const closedFormPricer = (plan: PricingPlan): string | undefined => {
  if ('pricerId' in plan) return plan.pricerId;
  return plan.kind === 'vanilla' && !plan.hasOwnMarket ? VANILLA_PRICER : undefined;
};

interface PlannedType {
  /** @throws EngineFailure `invalid` with pointers into the position, or into the book's market (`/market…`) */
  readonly plan: (terms: Terms, setting: BookSetting) => PricingPlan;
}

interface DatedType extends PlannedType {
  /** Its terms state dates, always or in place of years. */
  readonly dates: 'always' | 'or_years';
  /** How the simulation of a netting set takes them: by their flows; as what they are in years, since they pay once; or not, for a reason. */
  readonly simulated: 'flows' | 'once' | { readonly not: string };
}

/** A type without dates has years alone, or the terms of an operation. */
export type InstrumentType = DatedType | (PlannedType & { readonly dates?: never; readonly simulated?: never });

/** The market, which instruments that do not bring their own need. */
export function required({ market }: BookSetting): BookMarket {
  if (market === undefined) throw invalid('/market', 'is required: the position has no market of its own');
  return market;
}

export const defaultReportingCurrency = ({ market, reportingCurrency }: BookSetting): string | undefined =>
  reportingCurrency ?? (market && Object.keys(market.curves)[0]);

export function curveIn(market: BookMarket, currency: string): BookMarket['curves'][string] {
  const curve = Object.hasOwn(market.curves, currency) ? market.curves[currency] : undefined;
  if (curve === undefined) throw invalid('/market/curves', `must have an entry for ${currency}`);
  return curve;
}

export function assetIn(market: BookMarket, name: unknown) {
  const asset = typeof name === 'string' && Object.hasOwn(market.assets, name) ? market.assets[name] : undefined;
  if (asset !== undefined) return asset;
  const names = Object.keys(market.assets);
  throw invalid('/underlying', `must be one of market.assets (${names.join(', ')}); got ${String(name)}`);
}

/** Years to a date, or a number as it is. @throws EngineFailure `invalid` where the date has passed or is none */
function yearsTo(value: unknown, pointer: string, valuationDate: string): unknown {
  if (typeof value !== 'string') return value;
  const years = act365f(valuationDate, value);
  if (Number.isNaN(years)) throw invalid(pointer, `must be a number of years or a date; got ${JSON.stringify(value)}`);
  if (years < 0) throw invalid(pointer, `must not be before ${valuationDate}, the valuation date; got ${value}`);
  if (years > MAX_HORIZON_YEARS) throw invalid(pointer, `must be within ${MAX_HORIZON_YEARS} years; got ${value}`);
  return years;
}

/** The terms with a date in place of years, under the name that the pricer has for it. */
export function timed(terms: Terms, field: string, alias: string, valuationDate: string): Terms {
  const { [field]: stated, [alias]: other, ...rest } = terms;
  if (stated !== undefined && other !== undefined) throw invalid(`/${alias}`, `must be left out beside ${field}`);
  const value = stated ?? other;
  return value === undefined ? rest : { ...rest, [field]: yearsTo(value, `/${stated === undefined ? alias : field}`, valuationDate) };
}

export const INSTRUMENT: Places = [['/instrument', '']];

/** A fault of a plan's request, with the pointer that it has in the position or in the book's market. */
const placedFault = ({ places }: Pick<Planned, 'places'>, { pointer, reason }: Fault): Fault => {
  const place = places.find(([from]) => pointer === from || pointer.startsWith(`${from}/`));
  return { pointer: place === undefined ? pointer : place[1] + pointer.slice(place[0].length), reason };
};

/** The failure of a plan's request, with its faults placed. */
export const placedFailure = (plan: Pick<Planned, 'places'>, failure: EngineFailure): EngineFailure => {
  if (failure.faults.length === 0) return failure;
  const faults = failure.faults.map((fault) => placedFault(plan, fault));
  return failure.kind === 'invalid' ? refusal(faults) : new EngineFailure(failure.kind, failure.message, faults);
};
