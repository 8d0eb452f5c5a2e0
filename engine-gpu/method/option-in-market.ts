/**
 * Price and Greeks of one European option with dividends on dates or a volatility that depends on time: in closed form where the spot is
 * lognormal at expiry, by finite differences where it falls by cash.
 *
 * The closed form is that of Black and Scholes with the spot S m, m = Π(1 − pᵢ) of the proportional dividends, and the volatility σ(T) up to
 * expiry. The Greeks are derivatives of that price with respect to the numbers of the request: all implied volatilities move by the same, and
 * as time passes, dividends come nearer while rates and volatilities stay functions of the time to come.
 */
import { EngineFailure, type Fault } from '../base/failure.js';
import { refusal } from '../base/faults.js';
import type { Price, Rate, Volatility, Years } from '../base/units.js';
import { type Curve, zeroRate } from '../market/curve.js';
import { cashAfter, hasDividendBy, MIN_SHARE_KEPT, paysCashBetween } from '../market/growth.js';
import { impliedAt, type OptionMarket, optionMarketOf, varianceOf } from '../market/option-market.js';
import type { OptionMarketInput } from '../market/option-market-input.js';
import { raisedBy, volatilitySlope } from '../market/term-volatility.js';
import { integerPower, squareOf } from '../math/elementary/pow.js';
import { signOf, type VanillaTerms } from '../product/option/vanilla.js';
import { dividendOption, dividendPricesBySpot } from './dividend-finite-differences.js';
import type { ExtrapolatedValues } from './two-grids.js';
import { type Greeks, greeksVanilla, priceVanilla } from './vanilla-option.js';

export interface OptionInMarket {
  readonly strike: Price;
  readonly time: Years;
  readonly optionType: 'call' | 'put';
}

/** A price with the method that gave it. */
export interface OptionPrice {
  readonly price: Price;
  readonly method: 'closed_form' | 'finite_differences';
  /** Estimated absolute error that the grid of finite differences leaves. */
  readonly errorBound?: Price;
  /** Implied volatility up to expiry. */
  readonly volatility: Volatility;
}

/** @throws EngineFailure `invalid` with every fault of the market; `place` is the pointer to it */
export function optionMarket(
  option: OptionInMarket & { readonly american?: boolean },
  input: OptionMarketInput,
  valuationDate: string,
  place: string,
): OptionMarket {
  const faults: Fault[] = [];
  const market = optionMarketOf(input, option, valuationDate, (pointer, reason) => void faults.push({ pointer, reason }), place);
  if (faults.length > 0) throw refusal(faults);
  return market;
}

/** Price of the option. */
export function priceInMarket(option: OptionInMarket, market: OptionMarket): OptionPrice {
  const volatility = impliedAt(market, option.time);
  const closed = closedFormOf(option, market);
  if (closed !== undefined) return { price: priceVanilla(closed.terms), method: 'closed_form', volatility };
  const { price, errorBound } = solved(option, market);
  return { price, errorBound, method: 'finite_differences', volatility };
}

/** Prices of a European option by today's spot: those of `priceInMarket`, to what `dividendPricesBySpot` says by finite differences. */
export function pricesBySpot(option: OptionInMarket, market: OptionMarket): (spot: Price) => Price {
  const { strike, time, optionType } = option;
  const { curve, terms, surface } = market;
  if (time === 0 || surface !== undefined || closedFormOf(option, market) !== undefined)
    return (spot) => priceInMarket(option, { ...market, terms: { ...terms, spot } }).price;
  const prices = dividendPricesBySpot({
    strike,
    time,
    sign: signOf(optionType),
    american: false,
    curve,
    terms,
    variance: varianceOf(market),
  });
  return (spot) => finite(prices(spot));
}

/** Terms of the closed form, and m; undefined where there is none. */
function closedFormOf({ strike, time, optionType }: OptionInMarket, market: OptionMarket) {
  const { curve, terms, surface } = market;
  if (surface === undefined && paysCashBetween(terms, 0, time)) return undefined;
  // Of a surface the volatility is that of the forward, of which cash is a known part.
  const cashValue = surface === undefined ? 0 : cashAfter(curve, terms, 0, time);
  const keptShare = (terms.dividends ?? []).reduce((part, one) => (hasDividendBy(one, time) ? part * (1 - one.proportion) : part), 1);
  const ofOption: VanillaTerms = {
    spot: cashValue === 0 ? terms.spot * keptShare : Math.max(terms.spot - cashValue, MIN_SHARE_KEPT * terms.spot) * keptShare,
    strike,
    rate: zeroRate(curve, time),
    volatility: impliedAt(market, time),
    time,
    dividend: terms.dividend,
    put: optionType === 'put',
  };
  return { terms: ofOption, left: keptShare };
}

/** Price, delta and gamma by either method. */
function valuesOf(option: OptionInMarket, market: OptionMarket): ExtrapolatedValues {
  const closed = closedFormOf(option, market);
  if (closed === undefined) return solved(option, market);
  const { price, delta, gamma } = greeksVanilla(closed.terms);
  return { price, delta: delta * closed.left, gamma: gamma * squareOf(closed.left), errorBound: 0, boundary: [] };
}

function solved({ strike, time, optionType }: OptionInMarket, market: OptionMarket): ExtrapolatedValues {
  const sign = signOf(optionType);
  if (time === 0) {
    const gain = sign * (market.terms.spot - strike);
    return { price: Math.max(gain, 0), delta: gain > 0 ? sign : 0, gamma: 0, errorBound: 0, boundary: [] };
  }
  const values = dividendOption({
    strike,
    time,
    sign,
    american: false,
    curve: market.curve,
    terms: market.terms,
    variance: varianceOf(market),
  });
  finite(values.price);
  return values;
}

function finite(price: Price): Price {
  if (Number.isFinite(price)) return price;
  throw new EngineFailure('pricing', `price is not a finite number (${price}): the terms are too extreme for double precision`);
}

/** Price and the 14 Greeks. */
export function greeksInMarket(option: OptionInMarket, market: OptionMarket): OptionPrice & { readonly greeks: Greeks } {
  const volatility = impliedAt(market, option.time);
  const closed = closedFormOf(option, market);
  if (closed !== undefined) {
    const exact = ofMarket(greeksVanilla(closed.terms), closed.left, volatilitySlope(market.volatility, option.time));
    const greeks = market.surface === undefined ? exact : { ...exact, ...withCashMoving(option, market) };
    return { price: greeks.price, method: 'closed_form', volatility, greeks };
  }
  const { errorBound, ...greeks } = bumpedGreeks(option, market);
  return { price: greeks.price, errorBound, method: 'finite_differences', volatility, greeks };
}

/** The Greeks of a closed form on the forward in which the value of the dividends in cash moves too, by differences of the closed form. */
function withCashMoving(option: OptionInMarket, market: OptionMarket): Partial<Greeks> {
  const { theta, rho, dividendRho, charm, veta, color } = bumpedGreeks(option, market);
  return { theta, rho, dividendRho, charm, veta, color };
}

/** Derivatives with respect to S of a function of S m, and with respect to T of one whose volatility depends on T. */
const ofMarket = (greeks: Greeks, m: number, slope: number): Greeks => ({
  ...greeks,
  delta: greeks.delta * m,
  gamma: greeks.gamma * squareOf(m),
  speed: greeks.speed * integerPower(m, 3),
  vanna: greeks.vanna * m,
  zomma: greeks.zomma * squareOf(m),
  theta: greeks.theta - slope * greeks.vega,
  charm: (greeks.charm - slope * greeks.vanna) * m,
  veta: greeks.veta - slope * greeks.volga,
  color: (greeks.color - slope * greeks.zomma) * squareOf(m),
});

/** Bumps of the finite differences: of the spot, relative; of volatility, relative and at most; of rates; of time, years and as a share of the first date. */
const BUMP = { spot: 0.005, volatility: 0.02, maxVolatility: 0.01, rate: 1e-4, time: 1 / 365, timeShare: 0.02 };

interface Bumped {
  readonly spot?: number;
  readonly volatility?: Volatility;
  readonly rate?: Rate;
  readonly dividend?: Rate;
  readonly passed?: Years;
}

const withRate = (curve: Curve, change: Rate): Curve => ({ ...curve, zeroRates: curve.zeroRates.map((rate) => rate + change) });

/** Greeks by differences of solutions on grids that move with the bump, so that their errors nearly cancel. */
function bumpedGreeks(option: OptionInMarket, market: OptionMarket): Greeks & { readonly errorBound: Price } {
  const { spot, dividends = [] } = market.terms;
  const valuesAt = ({ spot: relative = 0, volatility = 0, rate = 0, dividend = 0, passed = 0 }: Bumped) =>
    valuesOf(
      { ...option, time: option.time - passed },
      {
        ...market,
        curve: withRate(market.curve, rate),
        terms: {
          ...market.terms,
          spot: spot * (1 + relative),
          dividend: market.terms.dividend + dividend,
          dividends: dividends.map((one) => ({ ...one, time: one.time - passed })),
        },
        volatility: raisedBy(market.volatility, volatility),
      },
    );
  const h = Math.min(BUMP.maxVolatility, BUMP.volatility * impliedAt(market, option.time));
  const tau = Math.min(BUMP.time, BUMP.timeShare * Math.min(option.time, ...dividends.map((one) => one.time)));
  const centre = valuesAt({});
  const [dearer, cheaper] = [valuesAt({ spot: BUMP.spot }), valuesAt({ spot: -BUMP.spot })];
  const [wilder, calmer] = [valuesAt({ volatility: h }), valuesAt({ volatility: -h })];
  const [later, afterwards] = [valuesAt({ passed: tau }), valuesAt({ passed: 2 * tau })];
  const [higher, lower] = [valuesAt({ rate: BUMP.rate }), valuesAt({ rate: -BUMP.rate })];
  const [richer, poorer] = [valuesAt({ dividend: BUMP.rate }), valuesAt({ dividend: -BUMP.rate })];
  const vegaAfter = (passed: Years) => valuesAt({ volatility: h, passed }).price - valuesAt({ volatility: -h, passed }).price;
  // Forward in time to second order: the variance may jump at expiry, and a dividend may not be undone.
  const passing = (now: number, one: number, two: number) => (tau > 0 ? (4 * one - two - 3 * now) / (2 * tau) : 0);
  const per = (difference: number, bump: number) => (bump > 0 ? difference / (2 * bump) : 0);
  return {
    price: centre.price,
    errorBound: centre.errorBound,
    delta: centre.delta,
    gamma: centre.gamma,
    vega: per(wilder.price - calmer.price, h),
    theta: passing(centre.price, later.price, afterwards.price),
    rho: per(higher.price - lower.price, BUMP.rate),
    dividendRho: per(richer.price - poorer.price, BUMP.rate),
    vanna: per(wilder.delta - calmer.delta, h),
    volga: h > 0 ? (wilder.price - 2 * centre.price + calmer.price) / (h * h) : 0,
    charm: passing(centre.delta, later.delta, afterwards.delta),
    veta: per(passing(wilder.price - calmer.price, vegaAfter(tau), vegaAfter(2 * tau)), h),
    speed: per(dearer.gamma - cheaper.gamma, BUMP.spot * spot),
    zomma: per(wilder.gamma - calmer.gamma, h),
    color: passing(centre.gamma, later.gamma, afterwards.gamma),
  };
}
