/**
 * Short rates, exchange rates and shares of several currencies under the risk-neutral measure of the reporting currency d: a joint Gaussian
 * process whose transitions over any time are exact.
 *
 * Each short rate is r_i = x_i + φ_i(t), fitted to its curve (Hull-White), with volatility σ_i(t) and mean reversion a_i. With
 * B_i(τ) = (1 − e^(−a_i τ))/a_i, I_i = ∫₀ᵗ x_i, X_i the price of foreign currency i, S_k a share of currency c, and Brownian motions W of given
 * correlations, the coordinates of the state and the noise that they gather from s to t are
 *
 *   x_i              ∫ σ_i e^(−a_i(t−u)) dW_i; with a second factor (G2++) another of the same form, and I_i is that of their sum
 *   I_d              ∫ σ_d B_d(t−u) dW_d; and I_i, where overnight rates of currency i accrue
 *   y_i              ∫ σ_d B_d(t−u) dW_d − σ_i B_i(t−u) dW_i + σ_X,i dW_X,i
 *   g_k              ∫ σ_c B_c(t−u) dW_c + σ_S,k dW_S,k
 *   z_h, Z_h         ∫ σ_h e^(−κ_h(t−u)) dW_h and ∫ σ_h B_h(t−u) dW_h, the factor of a default intensity and its integral
 *
 *   ln B_d(t) = −ln P_d(0,t) + I_d + ½ Var I_d
 *   ln B_i(t) = −ln P_i(0,t) + I_i + ½ Var I_i
 *   ln X_i(t) = ln X_i(0) P_i(0,t)/P_d(0,t) + y_i + ½ Var I_d − ½ Var I_i − ½ ∫₀ᵗ σ_X,i(u)² du
 *   ln S_k(t) = ln S_k(0) e^(−qt)/P_c(0,t) + g_k + ½ Var I_c − ½ ∫₀ᵗ σ_S,k²
 *   ln P_i(t,T) = ln P_i(0,T)/P_i(0,t) − B x_i − ½ B² Var x_i − B Cov(x_i, I_i),   B = B_i(T − t)
 *
 * The Brownian motion of anything of foreign currency i has the drift −ρ σ_X,i per year under the measure of d, ρ its correlation with the
 * exchange rate.
 *
 * @see D. Brigo, F. Mercurio (2006), Interest Rate Models, 3.3 and 2.9; R. Lichters, R. Stamm, D. Gallagher (2015), Modern Derivatives
 * Pricing and Credit Exposure Analysis, chapter 12
 */
import type { Years } from '../base/units.js';
import {
  accumulatedVariance,
  type CrossAssetMarket,
  constantVolatility,
  dividendsBetween,
  exchangeRateDriver,
  type HazardFactor,
  hazardDriver,
  type PiecewiseVolatility,
  secondDriver,
  shareDriver,
} from '../market/cross-asset.js';
import { accumulatedRate } from '../market/curve.js';
import { choleskyFactor } from '../math/cholesky.js';
import { decayIntegral } from '../math/decay.js';
import { exp } from '../math/elementary/exp.js';
import { log } from '../math/elementary/log.js';
import { covarianceOf, driftOf, moves, type Noise } from './gaussian-noise.js';

type Coordinate = {
  readonly noises: readonly Noise[];
} & (
  | { readonly kind: 'rate'; readonly currency: number }
  | { readonly kind: 'second_rate'; readonly currency: number }
  | { readonly kind: 'account' }
  | { readonly kind: 'foreign_account'; readonly currency: number }
  | { readonly kind: 'exchange_rate'; readonly currency: number }
  | { readonly kind: 'share'; readonly share: number; readonly currency: number }
  | { readonly kind: 'hazard' | 'hazard_integral'; readonly hazard: number }
);

/** constant + Σ loads·state, `loads` one per coordinate. */
export interface LinearForm {
  readonly constant: number;
  readonly loads: readonly number[];
}

export interface CrossAssetModel {
  readonly market: CrossAssetMarket;
  /** Only those that move. */
  readonly coordinates: readonly Coordinate[];
}

/** How the state moves from one date to a later one: state ← carry·state + drift + factor·Z, Z independent standard normals. */
export interface Transition {
  readonly carry: readonly (readonly number[])[];
  readonly drift: readonly number[];
  /** Lower triangular. */
  readonly factor: readonly (readonly number[])[];
}

function hazardOf({ hazards = [] }: CrossAssetMarket, hazard: number): HazardFactor {
  return hazards[hazard]!;
}

/** A factor of a currency's short rate. */
interface RateFactor {
  readonly kind: 'rate' | 'second_rate';
  readonly driver: number;
  readonly meanReversion: number;
  readonly volatility: PiecewiseVolatility;
}

function rateFactors(market: CrossAssetMarket, currency: number): readonly RateFactor[] {
  const { meanReversion, volatility, second } = market.currencies[currency]!;
  const first: RateFactor = { kind: 'rate', driver: currency, meanReversion, volatility };
  return second === undefined ? [first] : [first, { kind: 'second_rate', driver: secondDriver(market, currency), ...second }];
}

export function crossAssetModel(market: CrossAssetMarket): CrossAssetModel {
  const quantoOf = (currency: number) => (currency > 0 ? { quanto: exchangeRateDriver(market, currency) } : {});
  const ofFactors = (currency: number, kind: RateFactor['kind'] | undefined, shape: 'decay' | 'integral', sign: 1 | -1): Noise[] =>
    rateFactors(market, currency)
      .filter((factor) => (kind === undefined || factor.kind === kind) && moves(factor.volatility))
      .map(({ driver, meanReversion, volatility }) => ({ driver, sign, shape, meanReversion, volatility, ...quantoOf(currency) }));
  /** Noises of the accumulated rate. */
  const ofRate = (currency: number, sign: 1 | -1): Noise[] => ofFactors(currency, undefined, 'integral', sign);
  const ofSpot = (driver: number, volatility: PiecewiseVolatility, quanto: { quanto?: number }): Noise[] =>
    moves(volatility) ? [{ driver, sign: 1, shape: 'one', meanReversion: 0, volatility, ...quanto }] : [];
  const ofHazard = (hazard: number, shape: 'decay' | 'integral'): Noise => {
    const { meanReversion, volatility } = hazardOf(market, hazard);
    return { driver: hazardDriver(market, hazard), sign: 1, shape, meanReversion, volatility: constantVolatility(volatility) };
  };
  const all: Coordinate[] = [
    ...market.currencies.map((_, currency): Coordinate => ({ kind: 'rate', currency, noises: ofFactors(currency, 'rate', 'decay', 1) })),
    ...market.currencies.map(
      (_, currency): Coordinate => ({ kind: 'second_rate', currency, noises: ofFactors(currency, 'second_rate', 'decay', 1) }),
    ),
    ...market.exchangeRates.map(({ volatility }, i): Coordinate => {
      const currency = i + 1;
      const spot = ofSpot(exchangeRateDriver(market, currency), volatility, {});
      return { kind: 'exchange_rate', currency, noises: [...spot, ...ofRate(0, 1), ...ofRate(currency, -1)] };
    }),
    ...market.shares.map(({ volatility, currency }, share): Coordinate => {
      const spot = ofSpot(shareDriver(market, share), constantVolatility(volatility), quantoOf(currency));
      return { kind: 'share', share, currency, noises: [...spot, ...ofRate(currency, 1)] };
    }),
    ...market.currencies.flatMap(({ accrues }, currency): Coordinate[] =>
      accrues && currency > 0 ? [{ kind: 'foreign_account', currency, noises: ofRate(currency, 1) }] : [],
    ),
    { kind: 'account', noises: ofRate(0, 1) },
    ...(market.hazards ?? []).flatMap((_, hazard): Coordinate[] => [
      { kind: 'hazard', hazard, noises: [ofHazard(hazard, 'decay')] },
      { kind: 'hazard_integral', hazard, noises: [ofHazard(hazard, 'integral')] },
    ]),
  ];
  return { market, coordinates: all.filter(({ noises }) => noises.length > 0) };
}

/** The exact transition of the state, 0 ≤ from < to. */
export function transition(model: CrossAssetModel, from: Years, to: Years): Transition {
  const { market, coordinates } = model;
  const integralOf = (row: number[], currency: number, sign: number): void => {
    for (const { kind, meanReversion } of rateFactors(market, currency)) {
      const i = coordinates.findIndex((each) => each.kind === kind && each.currency === currency);
      if (i >= 0) row[i] = row[i]! + sign * decayIntegral(meanReversion, to - from);
    }
  };
  const carry = coordinates.map((each, i) => {
    const row: number[] = new Array(coordinates.length).fill(0);
    row[i] =
      each.kind === 'rate'
        ? exp(-market.currencies[each.currency]!.meanReversion * (to - from))
        : each.kind === 'second_rate'
          ? exp(-(market.currencies[each.currency]!.second?.meanReversion ?? 0) * (to - from))
          : each.kind === 'hazard'
            ? exp(-hazardOf(market, each.hazard).meanReversion * (to - from))
            : 1;
    // The integral stands after its factor.
    if (each.kind === 'hazard_integral') row[i - 1] = decayIntegral(hazardOf(market, each.hazard).meanReversion, to - from);
    if (each.kind === 'account' || each.kind === 'exchange_rate') integralOf(row, 0, 1);
    if (each.kind === 'exchange_rate') integralOf(row, each.currency, -1);
    if (each.kind === 'share' || each.kind === 'foreign_account') integralOf(row, each.currency, 1);
    return row;
  });
  return {
    carry,
    drift: coordinates.map(({ noises }) => driftOf(market, noises, from, to)),
    factor: choleskyFactor(covariances(model, from, to)),
  };
}

/** Covariance of what the coordinates of the state gather from one date to a later one. */
export const covariances = ({ market, coordinates }: CrossAssetModel, from: Years, to: Years): number[][] => {
  const matrix = coordinates.map(() => new Array<number>(coordinates.length).fill(0));
  coordinates.forEach((one, i) => {
    coordinates.slice(0, i + 1).forEach((other, j) => {
      matrix[i]![j] = covarianceOf(market, one.noises, other.noises, from, to);
      matrix[j]![i] = matrix[i]![j];
    });
  });
  return matrix;
};

/** Mean and covariance of the state at a date, seen from today. */
export function stateLaw(model: CrossAssetModel, time: Years) {
  return {
    mean: model.coordinates.map(({ noises }) => driftOf(model.market, noises, 0, time)),
    covariance: covariances(model, 0, time),
  };
}

/** Logarithms of bonds, exchange rates, shares and the money-market account at one date, as functions of the state of that date. */
export interface DatedLogarithms {
  /** ln P_i(t, T), T ≥ t. */
  readonly bond: (currency: number, maturity: Years) => LinearForm;
  /** ln X_i(t); 0 for the reporting currency. */
  readonly exchangeRate: (currency: number) => LinearForm;
  readonly share: (share: number) => LinearForm;
  /** ln B_d(t). */
  readonly account: LinearForm;
  /** ln B_i(t), of the reporting currency and of those whose rates accrue. */
  readonly accountOf: (currency: number) => LinearForm;
}

const cache = new WeakMap<CrossAssetModel, Map<Years, DatedLogarithms>>();

/** The logarithms at a date, remembered as long as the model is used: the terms, the tables and the paths of a plan all ask for them. */
export function logarithmsAt(model: CrossAssetModel, time: Years): DatedLogarithms {
  const dated = cache.get(model) ?? new Map<Years, DatedLogarithms>();
  cache.set(model, dated);
  const cached = dated.get(time) ?? logarithms(model, time);
  dated.set(time, cached);
  return cached;
}

function logarithms(model: CrossAssetModel, time: Years): DatedLogarithms {
  const { market, coordinates } = model;
  const { currencies, exchangeRates, shares } = market;
  const zero = (): number[] => new Array(coordinates.length).fill(0);
  const find = (matches: (each: Coordinate) => boolean): number => coordinates.findIndex(matches);
  const rates = currencies.map(({ curve }, currency) => {
    const factors = rateFactors(market, currency).filter(({ volatility }) => moves(volatility));
    const noise = (shape: 'decay' | 'integral', { driver, meanReversion, volatility }: RateFactor): Noise => ({
      ...{ driver, sign: 1, shape, meanReversion, volatility },
    });
    const integral = factors.map((factor) => noise('integral', factor));
    return {
      curve,
      factors: factors.map((factor) => ({
        meanReversion: factor.meanReversion,
        index: find((each) => each.kind === factor.kind && each.currency === currency),
        /** Covariances with each of the factors. */
        covariances: Float64Array.from(factors, (other) =>
          covarianceOf(market, [noise('decay', factor)], [noise('decay', other)], 0, time),
        ),
        withIntegral: covarianceOf(market, [noise('decay', factor)], integral, 0, time),
      })),
      integralVariance: covarianceOf(market, integral, integral, 0, time),
      accumulated: accumulatedRate(curve, time),
    };
  });
  const unit = (index: number): number[] => {
    const loads = zero();
    if (index >= 0) loads[index] = 1;
    return loads;
  };
  const [reporting] = rates;
  const account = {
    constant: reporting!.accumulated + 0.5 * reporting!.integralVariance,
    loads: unit(find((each) => each.kind === 'account')),
  };
  return {
    bond: (currency, maturity) => {
      const { curve, factors, accumulated } = rates[currency]!;
      const bonds = new Float64Array(factors.length);
      for (let i = 0; i < bonds.length; i++) bonds[i] = decayIntegral(factors[i]!.meanReversion, maturity - time);
      const loads = zero();
      let constant = accumulated - accumulatedRate(curve, maturity);
      for (let i = 0; i < bonds.length; i++) {
        const { index, covariances, withIntegral } = factors[i]!;
        loads[index] = -bonds[i]!;
        let half = 0;
        for (let j = 0; j < bonds.length; j++) half += 0.5 * bonds[j]! * covariances[j]!;
        constant -= bonds[i]! * (half + withIntegral);
      }
      return { constant, loads };
    },
    exchangeRate: (currency) => {
      if (currency === 0) return { constant: 0, loads: zero() };
      const { spot, volatility } = exchangeRates[currency - 1]!;
      const foreign = rates[currency]!;
      return {
        constant:
          log(spot) +
          reporting!.accumulated -
          foreign.accumulated +
          0.5 * (reporting!.integralVariance - foreign.integralVariance - accumulatedVariance(volatility, time)),
        loads: unit(find((each) => each.kind === 'exchange_rate' && each.currency === currency)),
      };
    },
    share: (share) => {
      const { spot, volatility, currency } = shares[share]!;
      const { accumulated, integralVariance } = rates[currency]!;
      return {
        constant:
          log(spot) - dividendsBetween(shares[share]!, 0, time) + accumulated + 0.5 * (integralVariance - volatility * volatility * time),
        loads: unit(find((each) => each.kind === 'share' && each.share === share)),
      };
    },
    account,
    accountOf: (currency) => {
      if (currency === 0) return account;
      const { accumulated, integralVariance } = rates[currency]!;
      const index = find((each) => each.kind === 'foreign_account' && each.currency === currency);
      return { constant: accumulated + 0.5 * integralVariance, loads: unit(index) };
    },
  };
}

/**
 * ln of the factor on the survival probability S(0, s) that makes it that of a path, as a function of the state at the earlier of s and t:
 *
 *   −Z − ½ Var Z − Cov(I_d(t), Z)
 *
 * Z is the intensity accumulated to s, as it is expected at t where that is earlier: Z(t) + b(s − t) x(t), b the integral of the decay of the intensity's
 * factor x. Its mean under the t-forward measure of the reporting currency is 0 in the exponent: a payment at t on survival to s is worth
 * P_d(0,t) S(0,s), whatever the correlation of the intensity with the short rate.
 */
export function survivalLogarithm(model: CrossAssetModel, hazard: number, survived: Years, paid: Years): LinearForm {
  const { market, coordinates } = model;
  const index = coordinates.findIndex((each) => each.kind === 'hazard_integral' && each.hazard === hazard);
  const ownNoises = coordinates[index]!.noises;
  const account = coordinates.find(({ kind }) => kind === 'account')?.noises ?? [];
  const horizon = Math.min(survived, paid);
  const variance = covarianceOf(market, ownNoises, ownNoises, 0, horizon, survived);
  const withAccount = covarianceOf(market, account, ownNoises, 0, horizon, paid, survived);
  const ahead = survived > paid ? decayIntegral(hazardOf(market, hazard).meanReversion, survived - paid) : 0;
  // The integral stands after its factor.
  const loads = coordinates.map((_, i) => (i === index ? -1 : i === index - 1 ? 0 - ahead : 0));
  return { constant: -0.5 * variance - withAccount, loads };
}

/** Variance that the logarithm of X_i P_i(·, T)/(X_j P_j(·, T)) gathers from t to T. */
export function exchangeVariance({ market, coordinates }: CrossAssetModel, one: number, other: number, from: Years, to: Years): number {
  const noisesOf = (currency: number): readonly Noise[] =>
    coordinates.find((each) => each.kind === 'exchange_rate' && each.currency === currency)?.noises ?? [];
  const ratio = [...noisesOf(one), ...noisesOf(other).map((noise): Noise => ({ ...noise, sign: noise.sign === 1 ? -1 : 1 }))];
  return Math.max(covarianceOf(market, ratio, ratio, from, to), 0);
}

/** Variance that the logarithm of S_k/P_c(·, T) gathers from t to T. */
export function shareVariance({ market, coordinates }: CrossAssetModel, share: number, from: Years, to: Years): number {
  const noises = coordinates.find((each) => each.kind === 'share' && each.share === share)?.noises ?? [];
  return covarianceOf(market, noises, noises, from, to);
}

/**
 * ln E[P_r(s, e)] − ln P_r(t, e)/P_r(t, s), the mean being under the s-forward measure of currency f: the covariance of ln P_r(·, e)/P_r(·, s)
 * with ln X_f P_f(·, s)/(X_r P_r(·, s)) from t to s.
 */
export function resetConvexity(model: CrossAssetModel, paid: number, constant: number, from: Years, start: Years, end: Years): number {
  const { market, coordinates } = model;
  const factors = movingFactors(model, paid).map(({ meanReversion, noises }) => ({
    load: decayIntegral(meanReversion, end - start),
    noises,
  }));
  const ratioTo = (currency: number): readonly Noise[] =>
    coordinates.find((each) => each.kind === 'exchange_rate' && each.currency === currency)?.noises ?? [];
  const covariance = (noises: readonly Noise[], currency: number): number => covarianceOf(market, noises, ratioTo(currency), from, start);
  return factors.reduce((sum, { load, noises }) => sum - load * (covariance(noises, constant) - covariance(noises, paid)), 0);
}

/** Standard deviation of ∫₀ᵗ x of a currency, under the currency's own measure. */
export function accumulatedDeviation(market: CrossAssetMarket, currency: number, time: Years): number {
  const integral = rateFactors(market, currency)
    .filter(({ volatility }) => moves(volatility))
    .map(({ driver, meanReversion, volatility }): Noise => ({ driver, sign: 1, shape: 'integral', meanReversion, volatility }));
  return Math.sqrt(covarianceOf(market, integral, integral, 0, time));
}

/** Variance that the logarithm of P_c(·, one)/P_c(·, other) gathers from t to T, which is before both. */
export function bondRatioVariance(model: CrossAssetModel, currency: number, one: Years, other: Years, from: Years, to: Years): number {
  const factors = movingFactors(model, currency).map(({ meanReversion, noises }) => ({
    load: decayIntegral(meanReversion, other - to) - decayIntegral(meanReversion, one - to),
    noises,
  }));
  let variance = 0;
  factors.forEach((each, i) => {
    factors.slice(0, i + 1).forEach((earlier, j) => {
      const covariance = covarianceOf(model.market, each.noises, earlier.noises, from, to);
      variance += (i === j ? 1 : 2) * each.load * earlier.load * covariance;
    });
  });
  return Math.max(variance, 0);
}

/** Integral of the short rate of a currency with one factor from t to T, given x at t, under the currency's own measure. */
export function rateGathered({ market, coordinates }: CrossAssetModel, currency: number, from: Years, to: Years) {
  const decay = coordinates.find((each) => each.kind === 'rate' && each.currency === currency)?.noises ?? [];
  const integral = decay.map((noise): Noise => ({ ...noise, shape: 'integral' }));
  const { meanReversion } = market.currencies[currency]!;
  return {
    variance: covarianceOf(market, decay, decay, from, to),
    /** Cov(x_T, ∫ₜᵀ x). */
    withIntegral: covarianceOf(market, decay, integral, from, to),
    /** e^(−a(T − t)). */
    carry: exp(-meanReversion * (to - from)),
    /** B(τ − T). */
    load: (maturity: Years): number => decayIntegral(meanReversion, maturity - to),
  };
}

/** A factor of a short rate that moves: how it goes on from t to T under the currency's own measure. */
export interface GatheredFactor {
  /** Index of its coordinate. */
  readonly index: number;
  /** e^(−a(T − t)). */
  readonly carry: number;
  /** Covariances of what it gathers from t to T with what each factor gathers. */
  readonly covariances: readonly number[];
  /** Cov(x_T, ∫ₜᵀ r). */
  readonly withIntegral: number;
}

/** The factors of a currency's short rate that move, one or two, each with the index of its coordinate. */
const movingFactors = ({ market, coordinates }: CrossAssetModel, currency: number) =>
  rateFactors(market, currency).flatMap(({ kind, meanReversion }) => {
    const index = coordinates.findIndex((each) => each.kind === kind && each.currency === currency);
    return index < 0 ? [] : [{ index, meanReversion, noises: coordinates[index]!.noises }];
  });

/** How the factors of a currency's short rate that move go on from t to T. */
export function factorsGathered(model: CrossAssetModel, currency: number, from: Years, to: Years): GatheredFactor[] {
  const { market } = model;
  const factors = movingFactors(model, currency);
  const integral = factors.flatMap(({ noises }) => noises.map((noise): Noise => ({ ...noise, shape: 'integral' })));
  return factors.map(({ index, meanReversion, noises }) => ({
    index,
    carry: exp(-meanReversion * (to - from)),
    covariances: factors.map((other) => covarianceOf(market, noises, other.noises, from, to)),
    withIntegral: covarianceOf(market, noises, integral, from, to),
  }));
}
