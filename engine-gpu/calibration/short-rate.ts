/**
 * Fits Hull-White's and the G2++ model to a matrix of swaptions, by least squares in their implied volatilities.
 *
 * Both are one model here: Hull-White is G2++ without a second factor. Payments with a positive strike have its closed form.
 *
 * @see D. Brigo, F. Mercurio (2006), Interest Rate Models, 3.3 and 4.2
 */
import { EngineFailure, type Fault } from '../base/failure.js';
import { refusal } from '../base/faults.js';
import { formatNumber } from '../base/format.js';
import type { Price, Rate, Volatility, Years } from '../base/units.js';
import { impliedNormalVolatility } from '../formula/bachelier.js';
import { bondOptionHullWhite } from '../formula/hull-white.js';
import { impliedStdDev } from '../formula/implied-volatility.js';
import { type Curve, discount } from '../market/curve.js';
import { log } from '../math/elementary/log.js';
import { squareOf } from '../math/elementary/pow.js';
import type { LeastSquaresProblem, StopCriteria } from '../math/levenberg-marquardt.js';
import type { G2Parameters } from '../model/g2.js';
import { swaptionG2 } from '../model/g2-swaption.js';
import { bestFit, fitReport, rootWeights } from './fit.js';
import { type FittedSwaption, firstOrderVolatility, type ParameterSpace, searchFits } from './short-rate-first-order.js';
import type { ShortRateFit, ShortRateModel } from './short-rate-request.js';

/** A quoted swaption on the curve: out of the money, where a price is its time value. */
interface Quoted extends FittedSwaption {
  readonly tenor: Years;
  readonly forward: Rate;
  readonly strike: Rate;
  /** +1 payer, −1 receiver */
  readonly sign: 1 | -1;
  /** Σ τ P(0, Tᵢ) */
  readonly annuity: number;
  readonly toExpiry: number;
  readonly times: readonly Years[];
  /** Payments of the fixed leg and the notional, forward to expiry. */
  readonly forwards: readonly Price[];
  readonly normal: boolean;
  readonly shift: number;
}

/** Per year; a faster reversion than 5 is over in weeks, and absolute volatilities above 0.2 belong to no rate. */
const MAX_REVERSION = 5;
const MIN_VOLATILITY = 1e-6;
const MAX_FITTED_VOLATILITY = 0.2;
/** Beyond it the factors are one, and their volatilities are no longer told apart. */
const MAX_ABS_CORRELATION = 0.999;

/**
 * Criteria of the exact fit. Quotes are accurate to 1e-5 (normal) at best; steps that lower the squared error by less than a millionth
 * change no fit.
 */
const STOP: StopCriteria = { maxIterations: 30, residual: 1e-9, gradient: 1e-6, cost: 1e-6, step: 1e-7 };
/** Rounds of the search to first order. It goes on while the squared error is less than this share of the least of the rounds before. */
const MIN_SEARCH_ROUNDS = 2;
const MAX_SEARCH_ROUNDS = 10;
const MAX_ERROR_RATIO = 0.99;
/** Factor on the ratio of a quote in the next round, where the model's price is above that of any volatility. */
const UNPRICED_GROWTH = 1.5;
/** Step of the differences, relative to the size of the parameter or the floor of it. */
const RELATIVE_STEP = 1e-4;
const MIN_PARAMETER_SCALE = 1e-2;

/** Bounds of a, σ, b, η and ρ, in the order of the search. */
const LOWER = [0, MIN_VOLATILITY, 0, MIN_VOLATILITY, -MAX_ABS_CORRELATION];
const UPPER = [MAX_REVERSION, MAX_FITTED_VOLATILITY, MAX_REVERSION, MAX_FITTED_VOLATILITY, MAX_ABS_CORRELATION];
/**
 * Largest number of evaluations of the payments in one price under G2++. Prices of quoted matrices take 100 to 250, those of random ones with
 * normal volatilities from 0.001 % to 10 % at most 450; the next take 900 to 9 000, near a kink that no smooth rule resolves. The bound makes the time of a
 * fit proportional to its payments: the search turns away from parameters whose prices take more.
 */
const MAX_PRICE_EVALUATIONS = 600;

const isVolatility = (parameter: number): boolean => parameter === 1 || parameter === 3;

/**
 * @param report  pointer of a swaption in the request
 * @throws EngineFailure `invalid` for a lognormal volatility of a rate that is not above −shift, and for quotes that no start of the search prices;
 *         `calibration` where no start leads to a fit
 */
export function fitShortRate(model: ShortRateModel, curve: Curve, pointer = '/shortRateModel'): ShortRateFit {
  const quotes = quotesOn(curve, model, pointer);
  const space = spaceOf(model);
  const fit = bestFit(
    model.type === 'hull_white' ? 'Hull-White' : 'G2++',
    exactProblem(quotes, space),
    [
      {
        x: startNear(quotes, space, (x) => unpriced(space.parametersOf(x), model, quotes, pointer)),
        acceptedError: Number.POSITIVE_INFINITY,
      },
    ],
    STOP,
  );
  const parameters = space.parametersOf(fit.x);
  const volatilities = volatilitiesUnder(parameters, quotes);
  const fitted = quotes.map((quote, i) => ({
    ...{ expiry: quote.expiry, tenor: quote.tenor, strike: quote.strike, forwardRate: quote.forward },
    ...{ marketVolatility: quote.volatility, modelVolatility: volatilities[i]!, price: priceUnder(parameters, quote) },
  }));
  const rest = { ...fitReport(fit, fitted), fitted };
  return model.type === 'hull_white'
    ? { type: 'hull_white', parameters: { meanReversion: parameters.meanReversion1, volatility: parameters.volatility1 }, ...rest }
    : { type: 'g2', parameters: ordered(parameters), ...rest };
}

/** Hull-White has no second factor. */
function spaceOf({ type, meanReversion }: ShortRateModel): ParameterSpace {
  const free = type === 'g2' ? [0, 1, 2, 3, 4] : meanReversion === undefined ? [0, 1] : [1];
  return {
    free,
    lower: free.map((place) => LOWER[place]!),
    upper: free.map((place) => UPPER[place]!),
    parametersOf: (x) => {
      const all = [meanReversion ?? 0, 0, 0, 0, 0];
      free.forEach((place, j) => {
        all[place] = x[j]!;
      });
      const [meanReversion1, volatility1, meanReversion2, volatility2, correlation] = all as [number, number, number, number, number];
      return { meanReversion1, volatility1, meanReversion2, volatility2, correlation };
    },
  };
}

/**
 * The start of the exact fit. Each round fits the volatilities to first order to the quotes, each divided by the ratio of the model's volatility to that to
 * first order at the parameters of the round before. The ratios are about the same wherever the quotes are fitted, so that few prices are computed.
 *
 * @param refuse  gives the failure where no parameters that were tried have prices of all quotes; called with those that fit best to first order
 */
function startNear(quotes: readonly Quoted[], space: ParameterSpace, refuse: (x: readonly number[]) => EngineFailure): readonly number[] {
  const squaredError = (volatilities: readonly Volatility[]): number =>
    quotes.reduce((sum, { root, volatility }, i) => sum + squareOf(root * (volatilities[i]! - volatility)), 0);
  const level = levelOf(quotes);
  const first = searchFits(quotes, space, level);
  let x: readonly number[] = first[0]!;
  let best: readonly number[] | undefined;
  let leastError = Number.POSITIVE_INFINITY;
  let ratios: readonly number[] = quotes.map(() => 1);
  for (let round = 0; round < MAX_SEARCH_ROUNDS; round++) {
    const parameters = space.parametersOf(x);
    const volatilities = quotes.map((quote) => volatilityUnder(parameters, quote));
    const error = squaredError(volatilities);
    if (round >= MIN_SEARCH_ROUNDS && error >= MAX_ERROR_RATIO * leastError) break;
    if (error < leastError) [best, leastError] = [x, error];
    ratios = quotes.map((quote, i) => {
      const ratio = volatilities[i]! / firstOrderVolatility(parameters, quote);
      return ratio > 0 && Number.isFinite(ratio) ? ratio : UNPRICED_GROWTH * ratios[i]!;
    });
    const corrected = quotes.map((quote, i) => ({ ...quote, volatility: quote.volatility / ratios[i]!, root: quote.root * ratios[i]! }));
    x = searchFits(corrected, space, level, x)[0]!;
  }
  best ??= first.find((start) => quotes.every((quote) => Number.isFinite(volatilityUnder(space.parametersOf(start), quote))));
  if (best === undefined) throw refuse(first[0]!);
  return best;
}

/** The residuals of the model's own volatilities, with derivatives by differences. */
function exactProblem(quotes: readonly Quoted[], { free, lower, upper, parametersOf }: ParameterSpace): LeastSquaresProblem {
  const trial = new Float64Array(free.length);
  return {
    ...{ residualCount: quotes.length, lower, upper },
    evaluate: (x, residuals, jacobian) => {
      trial.set(x);
      const volatilities = volatilitiesUnder(parametersOf(x), quotes);
      quotes.forEach(({ root, volatility }, i) => {
        residuals[i] = root * (volatilities[i]! - volatility);
      });
      free.forEach((place, j) => {
        const step = RELATIVE_STEP * Math.max(Math.abs(x[j]!), isVolatility(place) ? MIN_VOLATILITY : MIN_PARAMETER_SCALE);
        // Inwards where the parameter is on its upper bound.
        trial[j] = x[j]! + step <= upper[j]! ? x[j]! + step : x[j]! - step;
        const moved = volatilitiesUnder(parametersOf(trial), quotes);
        quotes.forEach(({ root }, i) => {
          jacobian[i * free.length + j] = (root * (moved[i]! - volatilities[i]!)) / (trial[j]! - x[j]!);
        });
        trial[j] = x[j]!;
      });
    },
  };
}

/** The factor that reverts faster is the first: exchanged factors are the same model. */
const ordered = (parameters: G2Parameters): G2Parameters =>
  parameters.meanReversion1 >= parameters.meanReversion2
    ? parameters
    : {
        ...{ meanReversion1: parameters.meanReversion2, volatility1: parameters.volatility2 },
        ...{ meanReversion2: parameters.meanReversion1, volatility2: parameters.volatility1, correlation: parameters.correlation },
      };

function quotesOn(curve: Curve, { swaptions, paymentsPerYear }: ShortRateModel, pointer: string): Quoted[] {
  const faults: Fault[] = [];
  const roots = rootWeights(swaptions.map(({ weight }) => weight));
  const quotes = swaptions.map(({ expiry, tenor, strike, volatility, normalVolatility, shift = 0 }, i) => {
    const times = Array.from({ length: Math.round(tenor * paymentsPerYear) }, (_, k) => expiry + (k + 1) / paymentsPerYear);
    const factors = times.map((time) => discount(curve, time));
    const toExpiry = discount(curve, expiry);
    const annuity = factors.reduce((sum, factor) => sum + factor, 0) / paymentsPerYear;
    const forward = (toExpiry - factors[factors.length - 1]!) / annuity;
    const rate = strike ?? forward;
    const fault = (field: string, reason: string) => faults.push({ pointer: `${pointer}/swaptions/${i}/${field}`, reason });
    if (normalVolatility === undefined && !(forward + shift > 0))
      fault('volatility', `must be a normalVolatility, or have a shift above ${-forward}: the forward swap rate is ${forward}`);
    if (normalVolatility === undefined && !(rate + shift > 0)) fault('strike', `must be above ${-shift}, minus the shift; got ${rate}`);
    if (!(1 + rate / paymentsPerYear > 0))
      fault('strike', `must be above ${-paymentsPerYear}, where the last payment is zero; got ${rate}`);
    const forwards = factors.map((factor, k) => ((rate / paymentsPerYear + (k === factors.length - 1 ? 1 : 0)) * factor) / toExpiry);
    const sign: 1 | -1 = rate >= forward ? 1 : -1;
    return {
      ...{ expiry, tenor, forward, strike: rate, sign, annuity, toExpiry, times, forwards, shift },
      delays: times.map((time) => time - expiry),
      // A lognormal volatility is relative.
      weights: forwards.map(
        (payment) =>
          ((payment * toExpiry) / annuity) * (normalVolatility === undefined ? 1 / Math.sqrt((forward + shift) * (rate + shift)) : 1),
      ),
      normal: normalVolatility !== undefined,
      root: roots[i]!,
      volatility: normalVolatility ?? volatility ?? Number.NaN,
    };
  });
  if (faults.length > 0) throw refusal(faults);
  return quotes;
}

/** Price of a swaption under the model, per unit of notional. */
function priceUnder(parameters: G2Parameters, { expiry, times, forwards, toExpiry, strike, sign }: Quoted): Price {
  const { meanReversion1: meanReversion, volatility1: volatility, volatility2 } = parameters;
  // A payer swaption is a put on the payments, struck at the notional.
  if (volatility2 === 0 && strike > 0)
    return (
      toExpiry *
      bondOptionHullWhite(
        { meanReversion, volatility },
        expiry,
        times.map((time, i) => ({ time, forward: forwards[i]! })),
        1,
        sign === 1 ? -1 : 1,
      )
    );
  return toExpiry * swaptionG2(parameters, expiry, times, forwards, sign, MAX_PRICE_EVALUATIONS);
}

/** Implied volatility of the model, NaN where it has none, or none within the bound on evaluations. */
function volatilityUnder(parameters: G2Parameters, quote: Quoted): Volatility {
  const { expiry, forward, strike, shift, normal, sign, annuity } = quote;
  try {
    const value = Math.max(priceUnder(parameters, quote) / annuity, 0);
    if (normal) return impliedNormalVolatility(value, forward, strike, expiry, sign);
    const fraction = value / Math.min(forward + shift, strike + shift);
    if (fraction === 0) return 0;
    return impliedStdDev(-Math.abs(log((forward + shift) / (strike + shift))), fraction, 1 - fraction) / Math.sqrt(expiry);
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error;
    return Number.NaN;
  }
}

/** Volatilities of all quotes; NaN for all if one has none, so that the optimiser rejects the step. */
function volatilitiesUnder(parameters: G2Parameters, quotes: readonly Quoted[]): number[] {
  const volatilities: number[] = [];
  for (const quote of quotes) {
    const volatility = volatilityUnder(parameters, quote);
    if (!Number.isFinite(volatility)) return quotes.map(() => Number.NaN);
    volatilities.push(volatility);
  }
  return volatilities;
}

/** The refusal of quotes to which the model gives no volatility at any start of the search. */
function unpriced(
  parameters: G2Parameters,
  { type, swaptions }: ShortRateModel,
  quotes: readonly Quoted[],
  pointer: string,
): EngineFailure {
  const { meanReversion1, volatility1, meanReversion2, volatility2 } = parameters;
  const near =
    type === 'g2'
      ? `mean reversions ${formatNumber(meanReversion1)} and ${formatNumber(meanReversion2)}, volatilities ${formatNumber(volatility1)} and ${formatNumber(volatility2)}`
      : `mean reversion ${formatNumber(meanReversion1)}, volatility ${formatNumber(volatility1)}`;
  const faults = quotes.flatMap((quote, i) => {
    if (Number.isFinite(volatilityUnder(parameters, quote))) return [];
    const field = swaptions[i]!.normalVolatility === undefined ? 'volatility' : 'normalVolatility';
    return [
      {
        pointer: `${pointer}/swaptions/${i}/${field}`,
        reason: `must be one that the model can have with the others: at ${near}, which fit them to first order, this swaption has no price; got ${quote.volatility}`,
      },
    ];
  });
  return refusal(faults);
}

/** About the absolute volatility of the quotes. */
function levelOf(quotes: readonly Quoted[]): Volatility {
  const absolute = quotes.map(({ volatility, forward, shift, normal }) => (normal ? volatility : volatility * (forward + shift)));
  return absolute.reduce((sum, each) => sum + each, 0) / absolute.length;
}
