/**
 * Volatilities of swaptions under G2++ to first order in them, and the search for the parameters that fit them:
 *
 *   v² T = Σᵢⱼ σᵢ σⱼ ρᵢⱼ gᵢ gⱼ E(aᵢ + aⱼ, T),   gᵢ = Σₖ wₖ E(aᵢ, Tₖ − T),   E(a, t) = (1 − e^(−at))/a
 *
 * The rate of the swap moves like the value of its payments at the weights w of today. It differs from the volatility at the money by about a per cent, needs
 * no integral, and so makes a search from many starts cheap.
 *
 * @see D. Schrager, A. Pelsser (2006), Pricing swaptions and coupon bond options in affine term structure models
 */
import type { Volatility, Years } from '../base/units.js';
import { decayIntegral } from '../math/decay.js';
import { exp } from '../math/elementary/exp.js';
import { type LeastSquaresProblem, levenbergMarquardt, type Minimum, type StopCriteria } from '../math/levenberg-marquardt.js';
import type { G2Parameters } from '../model/g2.js';

/** A swaption to whose volatility parameters are fitted. */
export interface FittedSwaption {
  readonly expiry: Years;
  /** Years from the expiry to each payment. */
  readonly delays: readonly Years[];
  /** The change of the rate with the logarithm of each bond, in the unit of the volatility. */
  readonly weights: readonly number[];
  readonly volatility: Volatility;
  /** Square root of the weight of its squared error. */
  readonly root: number;
}

/** a, σ, b, η and ρ, or those of them that are fitted. */
export interface ParameterSpace {
  /** Places of the fitted ones among the five. */
  readonly free: readonly number[];
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  readonly parametersOf: (x: ArrayLike<number>) => G2Parameters;
}

/** The first term that is left out is 1e-11 of the series there. */
const SERIES_REACH = 0.02;

/** ∂E(a, t)/∂a; the series where the terms of the quotient cancel. */
function decayIntegralSlope(a: number, t: number): number {
  const z = a * t;
  if (Math.abs(z) < SERIES_REACH) return -t * t * (1 / 2 - z * (1 / 3 - z * (1 / 8 - z * (1 / 30 - z / 144))));
  return (t * exp(-z) - decayIntegral(a, t)) / a;
}

const loadOf = ({ delays, weights }: FittedSwaption, a: number): number =>
  delays.reduce((sum, delay, k) => sum + weights[k]! * decayIntegral(a, delay), 0);

const loadSlopeOf = ({ delays, weights }: FittedSwaption, a: number): number =>
  delays.reduce((sum, delay, k) => sum + weights[k]! * decayIntegralSlope(a, delay), 0);

export function firstOrderVolatility(parameters: G2Parameters, swaption: FittedSwaption): Volatility {
  const { meanReversion1: a, volatility1, meanReversion2: b, volatility2, correlation } = parameters;
  const { expiry } = swaption;
  const [onX, onY] = [volatility1 * loadOf(swaption, a), volatility2 * loadOf(swaption, b)];
  const squares = onX * onX * decayIntegral(2 * a, expiry) + onY * onY * decayIntegral(2 * b, expiry);
  return Math.sqrt(Math.max(squares + 2 * correlation * onX * onY * decayIntegral(a + b, expiry), 0) / expiry);
}

/** The same. @param slopes  receives its derivatives by a, σ, b, η and ρ */
function volatilityWithSlopes(parameters: G2Parameters, swaption: FittedSwaption, slopes: Float64Array): Volatility {
  const { meanReversion1: a, volatility1, meanReversion2: b, volatility2, correlation } = parameters;
  const { expiry } = swaption;
  const [loadX, loadY] = [loadOf(swaption, a), loadOf(swaption, b)];
  const [onX, onY] = [volatility1 * loadX, volatility2 * loadY];
  const both = decayIntegral(a + b, expiry);
  const alongX = onX * decayIntegral(2 * a, expiry) + correlation * onY * both;
  const alongY = onY * decayIntegral(2 * b, expiry) + correlation * onX * both;
  const volatility = Math.sqrt(Math.max(onX * alongX + onY * alongY, 0) / expiry);
  const scale = volatility > 0 ? 1 / (volatility * expiry) : 0;
  const across = correlation * onX * onY * decayIntegralSlope(a + b, expiry);
  slopes[0] = scale * (alongX * volatility1 * loadSlopeOf(swaption, a) + onX * onX * decayIntegralSlope(2 * a, expiry) + across);
  slopes[1] = scale * alongX * loadX;
  slopes[2] = scale * (alongY * volatility2 * loadSlopeOf(swaption, b) + onY * onY * decayIntegralSlope(2 * b, expiry) + across);
  slopes[3] = scale * alongY * loadY;
  slopes[4] = scale * onX * onY * both;
  return volatility;
}

/** Mean reversions between which the search starts, with half-lives from three months on. */
const MEAN_REVERSIONS = [0, 0.01, 0.03, 0.07, 0.15, 0.3, 0.6, 1.2, 2.5];
/** Criteria of the volatilities and the correlation that fit best at given mean reversions, and of the search from each of these. */
const PROFILE_STOP: StopCriteria = { maxIterations: 20, residual: 1e-9, gradient: 1e-6, cost: 1e-3, step: 1e-3 };
const SEARCH_STOP: StopCriteria = { maxIterations: 30, residual: 1e-12, gradient: 1e-9, cost: 1e-4, step: 1e-6 };
/** Criteria of the best of these, and how many are followed to their end. */
const FINAL_STOP: StopCriteria = { maxIterations: 100, residual: 1e-12, gradient: 1e-9, cost: 1e-7, step: 1e-8 };
const NUM_FINAL = 4;

/**
 * Fits from many starts, the best first. A matrix of swaptions has several local minima: for each mean reversion of a grid, as that of either factor, the
 * search starts from the other one, the volatilities and the correlation that fit best with it.
 *
 * @param near  a further start
 * @returns the fits, then the starts
 */
export function searchFits(
  swaptions: readonly FittedSwaption[],
  space: ParameterSpace,
  level: Volatility,
  near?: readonly number[],
): number[][] {
  const problem = problemOf(swaptions, space);
  const starts = [...startsOf(swaptions, space, level), ...(near === undefined ? [] : [[...near]])];
  const sorted = (fits: readonly (Minimum | undefined)[]): Minimum[] =>
    fits.flatMap((fit) => fit ?? []).toSorted((one, other) => one.cost - other.cost);
  const minima = sorted(starts.map((start) => levenbergMarquardt(problem, start, SEARCH_STOP)));
  const best = sorted(minima.slice(0, NUM_FINAL).map(({ x }) => levenbergMarquardt(problem, [...x], FINAL_STOP)));
  return [...best, ...minima.slice(NUM_FINAL)].map(({ x }) => [...x]).concat(starts);
}

function problemOf(swaptions: readonly FittedSwaption[], { free, lower, upper, parametersOf }: ParameterSpace): LeastSquaresProblem {
  const slopes = new Float64Array(5);
  return {
    ...{ lower, upper, residualCount: swaptions.length },
    evaluate: (x, residuals, jacobian) => {
      const parameters = parametersOf(x);
      swaptions.forEach((swaption, i) => {
        residuals[i] = swaption.root * (volatilityWithSlopes(parameters, swaption, slopes) - swaption.volatility);
        free.forEach((place, j) => {
          jacobian[i * free.length + j] = swaption.root * slopes[place]!;
        });
      });
    },
  };
}

/** @returns the starts, each with the fitted parameters only */
function startsOf(swaptions: readonly FittedSwaption[], space: ParameterSpace, level: Volatility): number[][] {
  const { free } = space;
  const fitted = (all: readonly number[]): number[] => free.map((place) => all[place]!);
  if (free.length < 5) return MEAN_REVERSIONS.map((meanReversion) => fitted([meanReversion, level]));
  const loads = MEAN_REVERSIONS.map((meanReversion) => swaptions.map((swaption) => loadOf(swaption, meanReversion)));
  const pairs = MEAN_REVERSIONS.flatMap((_, fast) =>
    MEAN_REVERSIONS.slice(0, fast).map((_, slow) => ({ fast, slow, ...profileOf(swaptions, space, loads, fast, slow, level) })),
  );
  const best = MEAN_REVERSIONS.flatMap((_, i) =>
    (['fast', 'slow'] as const).flatMap((factor) =>
      pairs
        .filter((pair) => pair[factor] === i)
        .toSorted((one, other) => one.cost - other.cost)
        .slice(0, 1),
    ),
  );
  return [...new Set(best)].map(({ all }) => all);
}

/** The volatilities and the correlation that fit best at two mean reversions of the grid. */
function profileOf(
  swaptions: readonly FittedSwaption[],
  { lower, upper }: ParameterSpace,
  loads: readonly (readonly number[])[],
  fast: number,
  slow: number,
  level: Volatility,
): { readonly all: number[]; readonly cost: number } {
  const [a, b] = [MEAN_REVERSIONS[fast]!, MEAN_REVERSIONS[slow]!];
  const forms = swaptions.map(({ expiry }, i) => {
    const [onX, onY] = [loads[fast]![i]!, loads[slow]![i]!];
    return {
      x: (onX * onX * decayIntegral(2 * a, expiry)) / expiry,
      y: (onY * onY * decayIntegral(2 * b, expiry)) / expiry,
      both: (onX * onY * decayIntegral(a + b, expiry)) / expiry,
    };
  });
  const places = [1, 3, 4];
  const minimum = levenbergMarquardt(
    {
      ...{ lower: places.map((place) => lower[place]!), upper: places.map((place) => upper[place]!), residualCount: swaptions.length },
      evaluate: ([sigma, eta, rho], residuals, jacobian) => {
        forms.forEach(({ x, y, both }, i) => {
          const { root, volatility } = swaptions[i]!;
          const [alongX, alongY] = [sigma! * x + rho! * eta! * both, eta! * y + rho! * sigma! * both];
          const modelled = Math.sqrt(Math.max(sigma! * alongX + eta! * alongY, 0));
          const scale = modelled > 0 ? root / modelled : 0;
          residuals[i] = root * (modelled - volatility);
          jacobian.set([scale * alongX, scale * alongY, scale * sigma! * eta! * both], 3 * i);
        });
      },
    },
    [level, level, 0],
    PROFILE_STOP,
  );
  const [sigma, eta, rho] = minimum?.x ?? [level, level, 0];
  return { all: [a, sigma!, b, eta!, rho!], cost: minimum?.cost ?? Number.POSITIVE_INFINITY };
}
