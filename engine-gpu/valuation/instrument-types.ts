/**
 * The registry of instruments: what of a position prices it, and in which part of the market of its book.
 *
 * Each type turns its terms and the market into the request of a pricer, or of the operation of its kind, which simulates or takes long. Every
 * value of a book is thus the number that the same request gives alone.
 */
import { EngineFailure, type Fault, invalid } from '../base/failure.js';
import { parse, refusal } from '../base/faults.js';
import { MAX_HORIZON_YEARS } from '../base/terms.js';
import { type BookMarket, ratesOf } from '../market/book-market.js';
import { zeroRate } from '../market/curve.js';
import { curveOf } from '../market/curve-input.js';
import { type Trade, trade, underlyingsOf } from '../product/trade/trade.js';
import { act365f } from '../time/date.js';

/** Fields of a position beside those of every one: parsed by the pricer that takes them. */
type Terms = Readonly<Record<string, unknown>>;

/** The market and the currency in which a book is valued. */
export interface BookSetting {
  /** Absent where every position has a market of its own. */
  readonly market?: BookMarket | undefined;
  readonly reportingCurrency?: string | undefined;
  /** ISO date */
  readonly valuationDate: string;
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

interface InstrumentType {
  /** @throws EngineFailure `invalid` with pointers into the position, or into the book's market (`/market…`) */
  readonly plan: (terms: Terms, setting: BookSetting) => PricingPlan;
}

/** The market, which instruments that do not bring their own need. */
function required({ market }: BookSetting): BookMarket {
  if (market === undefined) throw invalid('/market', 'is required: the position has no market of its own');
  return market;
}

export const defaultReportingCurrency = ({ market, reportingCurrency }: BookSetting): string | undefined =>
  reportingCurrency ?? (market && Object.keys(market.curves)[0]);

function curveIn(market: BookMarket, currency: string): BookMarket['curves'][string] {
  const curve = Object.hasOwn(market.curves, currency) ? market.curves[currency] : undefined;
  if (curve === undefined) throw invalid('/market/curves', `must have an entry for ${currency}`);
  return curve;
}

function assetIn(market: BookMarket, name: unknown) {
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
function timed(terms: Terms, field: string, alias: string, valuationDate: string): Terms {
  const { [field]: stated, [alias]: other, ...rest } = terms;
  if (stated !== undefined && other !== undefined) throw invalid(`/${alias}`, `must be left out beside ${field}`);
  const value = stated ?? other;
  return value === undefined ? rest : { ...rest, [field]: yearsTo(value, `/${stated === undefined ? alias : field}`, valuationDate) };
}

const INSTRUMENT: Places = [['/instrument', '']];

/** The types whose own quantity multiplies, of which one is priced. */
const WITH_QUANTITY: ReadonlySet<string> = new Set(['swaption', 'bermudan_swaption', 'fx_option', 'equity_forward', 'equity_option']);
/** The types whose last payment may be given as a date, and the other name of that field. */
const DATED_MATURITY: Readonly<Record<string, string>> = {
  fx_forward: 'deliveryDate',
  fx_option: 'expiry',
  equity_forward: 'expiry',
  equity_option: 'expiry',
};

/** A trade of xva/calculate, valued alone in its own currency; one that pays in several, in the reporting currency. */
function tradePlan(terms: Terms, setting: BookSetting): PricingPlan {
  const market = required(setting);
  const { valuationDate } = setting;
  const type = String(terms.type);
  const alias = DATED_MATURITY[type];
  const stated = alias === undefined ? terms : timed(terms, 'maturity', alias, valuationDate);
  const instrument = parse(trade, WITH_QUANTITY.has(type) ? { ...stated, quantity: 1 } : stated);
  const currency = currencyOf(instrument, setting);
  const { curves, fx, assets, volatilities, correlations, projectionCurves, models } = market;
  return {
    currency,
    underlying: underlyingsOf(instrument)[0],
    places: INSTRUMENT,
    pricerId: 'cross_asset_trade',
    instrument,
    market: {
      curves: { [currency]: curveIn(market, currency), ...curves },
      ...(projectionCurves && { projectionCurves }),
      ...{ fx, assets, correlations, valuationDate },
      volatilities: Object.fromEntries(
        Object.entries(volatilities).filter(([name, { type: quoted }]) => isOfTrades(name) && quoted !== 'shifted'),
      ),
      // Only options, and notionals that are reset, depend on how rates move.
      models: hasChoice(instrument) || isReset(instrument) ? models : {},
    },
  };
}

const isOfTrades = (name: string): boolean => /^[A-Z]{3}([A-Z]{3})?$/.test(name);
const hasChoice = ({ type }: Trade): boolean =>
  type === 'swaption' || type === 'bermudan_swaption' || type === 'fx_option' || type === 'equity_option';
const isReset = (instrument: Trade): boolean => instrument.type === 'cross_currency_swap' && instrument.resetting !== undefined;

function currencyOf(instrument: Trade, setting: BookSetting): string {
  const market = required(setting);
  const reporting = defaultReportingCurrency(setting)!;
  switch (instrument.type) {
    case 'interest_rate_swap':
    case 'swaption':
    case 'bermudan_swaption':
      return instrument.currency;
    case 'equity_forward':
    case 'equity_option':
      return assetIn(market, instrument.underlying).currency ?? reporting;
    default:
      return reporting;
  }
}

/** Fixings that a pricer of one trade takes. */
const MAX_TRADE_FIXINGS = 4_000;

interface DatedTerms {
  readonly pricerId: string;
  /** Names of the type's fields that the pricer has by another. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** Fields with the values that they have where a position leaves them out. */
  readonly defaults?: (terms: Terms, valuationDate: string) => Terms;
  readonly floats?: boolean;
  /** True if periods may have begun, whose fixings are known. */
  readonly takesFixings?: boolean;
  /** True if the pricer needs a volatility, which is that of the index, or of the currency. */
  readonly isOption?: boolean;
}

/** A product by its dates on the curve of its currency and the projection curve of its index, by the pricer of that product. */
const dated =
  ({
    pricerId,
    renamed = {},
    defaults = () => ({}),
    floats = false,
    takesFixings = false,
    isOption = false,
  }: DatedTerms): InstrumentType['plan'] =>
  (terms, setting) => {
    const market = required(setting);
    const { valuationDate } = setting;
    const { type, currency: stated, index, ...request } = terms;
    const currency = stated ?? defaultReportingCurrency(setting);
    if (typeof currency !== 'string') throw invalid('/currency', `must be a currency; got ${JSON.stringify(currency)}`);
    if (index !== undefined && (typeof index !== 'string' || !floats))
      throw invalid('/index', floats ? `must be the name of an index; got ${JSON.stringify(index)}` : 'is not a known field');
    const name = index as string | undefined;
    const history = name !== undefined && Object.hasOwn(market.fixings, name) ? market.fixings[name] : undefined;
    const isProjected = name !== undefined && Object.hasOwn(market.projections, name);
    const projection = isProjected ? market.projections[name] : market.projectionCurves?.[currency];
    const needsFixings = takesFixings && request.fixings === undefined;
    const instrument = Object.fromEntries(Object.entries(request).map(([field, value]) => [renamed[field] ?? field, value]));
    return {
      currency,
      places: [
        ...(needsFixings && name !== undefined ? [['/instrument/fixings', `/market/fixings/${name}`] as const] : []),
        ...Object.entries(renamed).map(([field, other]) => [`/instrument/${other}`, `/${field}`] as const),
        ...INSTRUMENT,
        ['/market/curve', `/market/curves/${currency}`],
        ['/market/projectionCurve', isProjected ? `/market/projections/${name}` : `/market/projectionCurves/${currency}`],
      ],
      pricerId,
      instrument: {
        ...defaults(instrument, valuationDate),
        ...instrument,
        ...(needsFixings && history && { fixings: history.slice(-MAX_TRADE_FIXINGS) }),
      },
      market: {
        ...ratesOf(curveIn(market, currency)),
        ...(floats && projection && { projectionCurve: asCurve(projection) }),
        ...(isOption && quoted(market, name, currency)),
        valuationDate,
      },
    };
  };

/** A flat rate as a curve. */
const asCurve = (curve: BookMarket['curves'][string]): object => ('rate' in curve ? { times: [1], zeroRates: [curve.rate] } : curve);

/** The volatility of the options on an index or on the swaps of a currency, as pricers of one product take it. */
function quoted({ volatilities }: BookMarket, index: string | undefined, currency: string): object {
  const name = [index, currency].find((each) => each !== undefined && Object.hasOwn(volatilities, each));
  if (name === undefined) throw invalid('/market/volatilities', `must have an entry for ${[index, currency].filter(Boolean).join(' or ')}`);
  const { type, volatility, shift } = volatilities[name]!;
  return type === 'normal' ? { normalVolatility: volatility } : { volatility, ...(shift !== undefined && { shift }) };
}

const today = (_: Terms, valuationDate: string): Terms => ({ startDate: valuationDate });
const datedSwap = dated({ pricerId: 'rates_swap_multi_curve', floats: true, takesFixings: true, defaults: today });
const datedSwaption = dated({
  pricerId: 'rates_swaption_black',
  renamed: { side: 'optionType', fixedRate: 'strike', expiry: 'expiryDate' },
  floats: true,
  isOption: true,
  defaults: ({ expiryDate }) => ({ startDate: expiryDate }),
});
const capFloor = dated({ pricerId: 'rates_cap_floor', floats: true, takesFixings: true, isOption: true, defaults: today });
const bond = dated({ pricerId: 'rates_bond_fixed', defaults: today });

/** True if terms state dates, or a length from one. */
const isDated = ({ startDate, tenor, maturity, expiry }: Terms): boolean =>
  startDate !== undefined || tenor !== undefined || typeof maturity === 'string' || typeof expiry === 'string';

/** A European or American option: in its own market, or in that of its asset and its asset's currency. */
const option =
  (kind: 'vanilla' | 'american'): InstrumentType['plan'] =>
  (terms, setting) => {
    const { type: _, underlying, ...request } = timed(terms, 'time', 'expiry', setting.valuationDate);
    const named = typeof underlying === 'string' ? { underlying } : {};
    if (setting.market === undefined || request.spot !== undefined)
      return { ...named, hasOwnMarket: true, places: [], kind, request, currency: setting.reportingCurrency };
    const market = required(setting);
    const { spot, volatility, dividend, currency = defaultReportingCurrency(setting)! } = assetIn(market, underlying);
    const { time } = request;
    if (typeof time !== 'number' || !(time >= 0))
      throw invalid('/time', `must be a number of years, at least 0, or expiry a date; got ${String(time)}`);
    const curve = curveOf(ratesOf(curveIn(market, currency)), setting.valuationDate, `/market/curves/${currency}`);
    return { ...named, currency, places: [], kind, request: { spot, volatility, dividend, rate: zeroRate(curve, time), ...request } };
  };

/** A contract or structured product: in its own market, or in that of the assets of one currency. */
const simulated =
  (kind: 'contract' | 'structured'): InstrumentType['plan'] =>
  (terms, setting) => {
    const { type: _, currency: stated, ...request } = terms;
    if (request.market !== undefined) {
      const currency = (request.market as { readonly currency?: unknown } | null)?.currency ?? stated ?? setting.reportingCurrency;
      return { hasOwnMarket: true, places: [], kind, request, ...(typeof currency === 'string' && { currency }) };
    }
    const market = required(setting);
    const { valuationDate } = setting;
    const reporting = defaultReportingCurrency(setting)!;
    const currency = stated ?? reporting;
    if (typeof currency !== 'string') throw invalid('/currency', `must be a currency; got ${JSON.stringify(currency)}`);
    const assets = Object.entries(market.assets).filter(([, asset]) => (asset.currency ?? reporting) === currency);
    const names = new Set(assets.map(([name]) => name));
    return {
      currency,
      places: [['/market/curve', `/market/curves/${currency}`]],
      kind,
      request: {
        ...request,
        market: {
          assets: Object.fromEntries(assets.map(([name, { spot, volatility, dividend }]) => [name, { spot, volatility, dividend }])),
          ...ratesOf(curveIn(market, currency)),
          correlations: market.correlations.filter(({ asset1, asset2 }) => names.has(asset1) && names.has(asset2)),
          fixings: Object.fromEntries(Object.entries(market.fixings).filter(([name]) => names.has(name))),
          valuationDate,
        },
      },
    };
  };

function convertible(terms: Terms, setting: BookSetting): PricingPlan {
  const { type: _, underlying, issuer, ...request } = terms;
  if (request.market !== undefined)
    return { hasOwnMarket: true, places: [], kind: 'convertible', request, currency: setting.reportingCurrency };
  const market = required(setting);
  const { spot, volatility, dividend, currency = defaultReportingCurrency(setting)! } = assetIn(market, underlying);
  const { hazardRate, recoveryRate, hazardCurve } = creditIn(market, issuer);
  if (hazardCurve !== undefined)
    throw invalid('/issuer', `must have one default intensity in market.credit; ${String(issuer)} has a curve`);
  const { valuationDate } = setting;
  const rates = ratesOf(curveIn(market, currency));
  return {
    ...{ currency, underlying: underlying as string },
    places: [['/market/curve', `/market/curves/${currency}`]],
    kind: 'convertible',
    request: { ...request, market: { spot, volatility, dividend, ...rates, hazardRate, recoveryRate, valuationDate } },
  };
}

function creditIn({ credit }: BookMarket, issuer: unknown): BookMarket['credit'][string] {
  if (typeof issuer === 'string' && Object.hasOwn(credit, issuer)) return credit[issuer]!;
  throw invalid('/issuer', `must be one of market.credit (${Object.keys(credit).join(', ')}); got ${String(issuer)}`);
}

function creditDefaultSwap(terms: Terms, setting: BookSetting): PricingPlan {
  const { type: _, issuer, currency: stated, ...request } = terms;
  const market = required(setting);
  const currency = stated ?? defaultReportingCurrency(setting);
  if (typeof currency !== 'string') throw invalid('/currency', `must be a currency; got ${JSON.stringify(currency)}`);
  return {
    currency,
    places: [...INSTRUMENT, ['/market/curve', `/market/curves/${currency}`]],
    pricerId: 'credit_default_swap',
    instrument: request,
    market: { ...ratesOf(curveIn(market, currency)), ...creditIn(market, issuer), valuationDate: setting.valuationDate },
  };
}

const engine = ({ type: _, currency, ...request }: Terms, { reportingCurrency }: BookSetting): PricingPlan => ({
  ...{ hasOwnMarket: true, places: [], kind: 'engine', request },
  currency: typeof currency === 'string' ? currency : reportingCurrency,
});

/** The types of instruments: a new one is one entry. */
const instrumentTypes = {
  vanilla: { plan: option('vanilla') },
  american: { plan: option('american') },
  convertible: { plan: convertible },
  contract: { plan: simulated('contract') },
  structured: { plan: simulated('structured') },
  engine: { plan: engine },
  interest_rate_swap: { plan: (terms, setting) => (isDated(terms) ? datedSwap : tradePlan)(terms, setting) },
  swaption: { plan: (terms, setting) => (isDated(terms) ? datedSwaption : tradePlan)(terms, setting) },
  bermudan_swaption: { plan: tradePlan },
  cross_currency_swap: { plan: tradePlan },
  fx_forward: { plan: tradePlan },
  fx_option: { plan: tradePlan },
  equity_forward: { plan: tradePlan },
  equity_option: { plan: tradePlan },
  cap: { plan: (terms, setting) => withType(capFloor(terms, setting), 'cap') },
  floor: { plan: (terms, setting) => withType(capFloor(terms, setting), 'floor') },
  fixed_rate_bond: { plan: bond },
  zero_coupon_bond: { plan: (terms, setting) => bond({ ...terms, couponRate: 0 }, setting) },
  credit_default_swap: { plan: creditDefaultSwap },
} as const satisfies Readonly<Record<string, InstrumentType>>;

export type InstrumentTypeName = keyof typeof instrumentTypes;
export const instrumentTypeNames = Object.keys(instrumentTypes) as [InstrumentTypeName, ...InstrumentTypeName[]];

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
