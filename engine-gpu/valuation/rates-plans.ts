/** Products of interest rates by their dates are priced by the pricer of the product, or as legs of any shape. */
import { invalid } from '../base/failure.js';
import { parse } from '../base/faults.js';
import { type BookMarket, ratesOf } from '../market/book-market.js';
import { isOfCaplets, isOfSwaptions } from '../market/cross-asset-input.js';
import { besideSwaption, type SwaptionVolatilities } from '../market/rate-volatilities.js';
import { isTenor, rateField } from '../product/rates/conventions.js';
import { swapLength } from '../product/rates/swap.js';
import { fxSwap } from '../product/trade/trade.js';
import { act365f, dateOfDay, dayNumber } from '../time/date.js';
import { curveIn, defaultReportingCurrency, INSTRUMENT, type InstrumentType, required, type Terms } from './pricing-plan.js';

/** Fixings that a pricer of one trade takes. */
const MAX_TRADE_FIXINGS = 4_000;

type OptionKind = 'swaption' | 'caplet';

interface DatedTerms {
  readonly pricerId: string;
  /** Names of the type's fields that the pricer has by another. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** Fields with the values that they have where a position leaves them out. */
  readonly defaults?: (terms: Terms, valuationDate: string) => Terms;
  readonly floats?: boolean;
  /** True if periods may have begun, whose fixings are known. */
  readonly takesFixings?: boolean;
  /** The options of which the pricer needs the volatilities, those on the index or those of the currency. */
  readonly option?: OptionKind;
}

const VOLATILITY_FIELDS = ['/market/volatilities', '/market/volatility', '/market/normalVolatility', '/market/shift'];

/** A product by its dates on the curve of its currency and the projection curve of its index, by the pricer of that product. */
const dated =
  ({ pricerId, renamed = {}, defaults = () => ({}), floats = false, takesFixings = false, option }: DatedTerms): InstrumentType['plan'] =>
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
    const volatilities = option && quoted(market, option, instrument, name, currency, valuationDate);
    return {
      currency,
      places: [
        ...(needsFixings && name !== undefined ? [['/instrument/fixings', `/market/fixings/${name}`] as const] : []),
        ...Object.entries(renamed).map(([field, other]) => [`/instrument/${other}`, `/${field}`] as const),
        ...INSTRUMENT,
        ['/market/curve', `/market/curves/${currency}`],
        ...(volatilities === undefined
          ? []
          : VOLATILITY_FIELDS.map((field) => [field, `/market/volatilities/${volatilities.name}`] as const)),
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
        ...volatilities?.market,
        valuationDate,
      },
    };
  };

interface StatedLeg {
  readonly terms: Terms;
  /** The field of the position under which the terms of the leg stand; '' is the position itself. */
  readonly place: string;
  /** Names of the position's fields that the leg has by another, by that of the leg. */
  readonly renamed?: Readonly<Record<string, string>>;
}

type LegsOf = (terms: Terms, valuationDate: string) => readonly StatedLeg[];

/** Legs in the market of the book, valued in a currency: that of the position, or the reporting currency where they have several. */
const legs =
  (legsOf: LegsOf): InstrumentType['plan'] =>
  (terms, setting) => {
    const { curves, projections, projectionCurves, fx, fixings } = required(setting);
    const { valuationDate } = setting;
    const stated = legsOf(terms, valuationDate);
    const reporting = defaultReportingCurrency(setting)!;
    const currencies = new Set(stated.map((each) => each.terms.currency ?? reporting));
    const [single] = currencies;
    const currency = currencies.size === 1 && typeof single === 'string' ? single : reporting;
    const indices = stated.flatMap((each) => (typeof each.terms.index === 'string' ? [each.terms.index] : []));
    const histories = Object.entries(fixings).filter(([name]) => indices.includes(name));
    return {
      currency,
      places: stated.flatMap(({ place, renamed = {} }, i) => [
        ...Object.entries(renamed).map(([field, name]) => [`/instrument/legs/${i}/${field}`, `${place}/${name}`] as const),
        [`/instrument/legs/${i}`, place] as const,
      ]),
      pricerId: 'rates_dated_legs',
      instrument: { legs: stated.map((each) => ({ currency: reporting, startDate: valuationDate, ...each.terms })) },
      market: {
        curves: { [currency]: curveIn(setting.market!, currency), ...curves },
        ...(projectionCurves && { projectionCurves }),
        ...{ projections, fx, fixings: Object.fromEntries(histories), valuationDate },
      },
    };
  };

/** The fields that both legs of a swap share, and those of its fixed and floating leg under the names that legs have. */
function swapLegs({ type: _, side, fixedRate, rateSchedule, fixedFrequency, fixedDayCount, ...terms }: Terms): {
  readonly fixed: Terms;
  readonly floating: Terms;
} {
  if (side !== 'payer' && side !== 'receiver') throw invalid('/side', `must be "payer" or "receiver"; got ${JSON.stringify(side)}`);
  const { floatingFrequency, floatingDayCount, floatingType, index, spread, spreadSchedule, fixingDays, fixings, ...shared } = terms;
  const [paid, received] = side === 'payer' ? ['pay', 'receive'] : ['receive', 'pay'];
  return {
    fixed: stating({
      ...shared,
      type: 'fixed',
      direction: paid,
      rate: fixedRate,
      rateSchedule,
      frequency: fixedFrequency,
      dayCount: fixedDayCount,
    }),
    floating: stating({
      ...{ ...shared, type: 'floating', direction: received, frequency: floatingFrequency, dayCount: floatingDayCount },
      ...{ floatingType, index, spread, spreadSchedule, fixingDays, fixings },
    }),
  };
}

const OF_FIXED_LEG = { rate: 'fixedRate', frequency: 'fixedFrequency', dayCount: 'fixedDayCount' };
const OF_FLOATING_LEG = { frequency: 'floatingFrequency', dayCount: 'floatingDayCount' };

/** The fields that are given. */
const stating = (terms: Terms): Terms => Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined));

export const steppedSwap = legs((terms) => {
  const { fixed, floating } = swapLegs({ fixedDayCount: '30/360', floatingFrequency: 2, ...terms });
  return [
    { terms: fixed, place: '', renamed: OF_FIXED_LEG },
    { terms: floating, place: '', renamed: OF_FLOATING_LEG },
  ];
});

export const zeroCouponSwap = legs(({ compounding = 'annual', ...terms }) => {
  const { fixed, floating } = swapLegs(terms);
  return [
    { terms: { ...fixed, payment: compounding }, place: '', renamed: OF_FIXED_LEG },
    { terms: { ...floating, payment: 'compounded' }, place: '', renamed: OF_FLOATING_LEG },
  ];
});

/** Two legs that stand under the fields `receive` and `pay`, beside what they share. */
const twoLegs = ({ type: _, receive, pay, ...shared }: Terms, legOf: (leg: Terms) => Terms): ReturnType<LegsOf> =>
  (
    [
      ['receive', receive],
      ['pay', pay],
    ] as const
  ).map(([direction, leg]) => {
    if (typeof leg !== 'object' || leg === null) throw invalid(`/${direction}`, `must be a leg; got ${JSON.stringify(leg)}`);
    return { terms: { direction, ...shared, ...legOf(leg as Terms) }, place: `/${direction}` };
  });

export const basisSwap = legs((terms) => twoLegs(terms, (leg) => ({ type: 'floating', ...leg })));

export const currencySwap = legs(({ notionalExchange = true, resetting, ...terms }) => {
  if (resetting !== undefined) throw invalid('/resetting', 'must be left out of a dated swap: give maturity in years');
  const exchange = notionalExchange === false ? 'none' : 'all';
  return twoLegs(terms, (leg) => ({
    exchange,
    type: leg.rate === undefined && leg.rateSchedule === undefined ? 'floating' : 'fixed',
    ...leg,
  }));
});

export const floatingBond = legs(({ type: _, faceValue, ...terms }) => [
  {
    terms: { ...terms, type: 'floating', direction: 'receive', exchange: 'final', ...(faceValue !== undefined && { notional: faceValue }) },
    place: '',
    renamed: { notional: 'faceValue' },
  },
]);

export const deposit = legs(({ type: _, fixedRate, ...terms }) => [
  {
    terms: { ...terms, ...stating({ rate: fixedRate }), type: 'fixed', direction: 'receive', payment: 'simple', exchange: 'all' },
    place: '',
    renamed: { rate: 'fixedRate' },
  },
]);

export const forwardRateAgreement = legs(({ type: _, side = 'payer', fixedRate, ...terms }) => {
  if (side !== 'payer' && side !== 'receiver') throw invalid('/side', `must be "payer" or "receiver"; got ${JSON.stringify(side)}`);
  if (terms.spread !== undefined) throw invalid('/spread', 'is not a known field');
  const spread = -parse(rateField('Rate of the agreement'), fixedRate, '/fixedRate');
  const direction = side === 'payer' ? 'receive' : 'pay';
  return [{ terms: { ...terms, spread, type: 'floating', direction, payment: 'settled_at_start' }, place: '' }];
});

/** Each amount is the notional that a leg without interest returns at its end. */
export const currencyExchanges = legs(({ type: _, ...terms }) => {
  const { near, far } = parse(fxSwap, terms);
  return [near, far].flatMap(({ buyCurrency, buyAmount, sellCurrency, sellAmount, maturity }) => {
    // A leg has a period, which pays nothing here: the day before.
    const startDate = dateOfDay(dayNumber(maturity) - 1);
    const interestFree = { type: 'fixed', rate: 0, startDate, maturity, exchange: 'final' };
    return [
      { terms: { ...interestFree, direction: 'receive', currency: buyCurrency, notional: buyAmount }, place: '' },
      { terms: { ...interestFree, direction: 'pay', currency: sellCurrency, notional: sellAmount }, place: '' },
    ];
  });
});

export const isStepped = ({ notionalSchedule, rateSchedule, spreadSchedule }: Terms): boolean =>
  [notionalSchedule, rateSchedule, spreadSchedule].some((schedule) => schedule !== undefined);

/** A flat rate as a curve. */
const asCurve = (curve: BookMarket['curves'][string]): object => ('rate' in curve ? { times: [1], zeroRates: [curve.rate] } : curve);

/**
 * The volatilities of the options on an index or on the swaps of a currency, as pricers of one product take them, and the name under which the market
 * has them.
 */
function quoted(
  { volatilities }: BookMarket,
  option: OptionKind,
  terms: Terms,
  index: string | undefined,
  currency: string,
  today: string,
) {
  const quotes = [index, currency].flatMap((name) => {
    const quote = name !== undefined && Object.hasOwn(volatilities, name) ? volatilities[name] : undefined;
    return quote !== undefined && (option === 'swaption' ? isOfSwaptions(quote) : isOfCaplets(quote)) ? [{ name, quote }] : [];
  });
  const [first] = quotes;
  if (first === undefined)
    throw invalid('/market/volatilities', `must have an entry for ${[index, currency].filter(Boolean).join(' or ')}, of ${option}s`);
  const { name, quote } = first;
  if (!('volatility' in quote)) return { name, market: { volatilities: 'tenors' in quote ? tablePart(quote, terms, today) : quote } };
  const { type, volatility, shift } = quote;
  return { name, market: type === 'normal' ? { normalVolatility: volatility } : { volatility, ...(shift !== undefined && { shift }) } };
}

/** A table without what the volatility of a swaption does not depend on: each swaption of a book has a copy. */
function tablePart(table: SwaptionVolatilities, terms: Terms, valuationDate: string): SwaptionVolatilities {
  const { expiryDate, startDate = expiryDate, maturity, tenor } = terms as Readonly<Record<string, string | undefined>>;
  const dates = [expiryDate, startDate, ...(maturity === undefined ? [] : [maturity])];
  // The pricer refuses them.
  if (dates.some((each) => typeof each !== 'string' || Number.isNaN(dayNumber(each)))) return table;
  if (maturity === undefined && (tenor === undefined || !isTenor(tenor))) return table;
  return besideSwaption(table, act365f(valuationDate, expiryDate!), swapLength({ startDate: startDate!, maturity, tenor }));
}

const today = (_: Terms, valuationDate: string): Terms => ({ startDate: valuationDate });
export const datedSwap = dated({ pricerId: 'rates_swap_multi_curve', floats: true, takesFixings: true, defaults: today });
export const datedSwaption = dated({
  pricerId: 'rates_swaption_black',
  renamed: { side: 'optionType', fixedRate: 'strike', expiry: 'expiryDate' },
  floats: true,
  option: 'swaption',
  defaults: ({ expiryDate }) => ({ startDate: expiryDate }),
});
export const capFloor = dated({ pricerId: 'rates_cap_floor', floats: true, takesFixings: true, option: 'caplet', defaults: today });
export const bond = dated({ pricerId: 'rates_bond_fixed', defaults: today });

/** True if terms state dates, or a length from one. */
export const isDated = ({ startDate, tenor, maturity, expiry }: Terms): boolean =>
  startDate !== undefined || tenor !== undefined || typeof maturity === 'string' || typeof expiry === 'string';
