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
import { decayIntegral, decayIntegralSlope } from '../math/decay.js';
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

const NUM_PARAMETERS = 5;

/** a, σ, b, η and ρ, or those of them that are fitted. */
export interface ParameterSpace {
  /** Places of the fitted ones among the five. */
  readonly free: readonly number[];
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  readonly parametersOf: (x: ArrayLike<number>) => G2Parameters;
}

const loadOf = ({ delays, weights }: FittedSwaption, a: number): number =>
  delays.reduce((sum, delay, k) => sum + weights[k]! * decayIntegral(a, delay), 0);

const loadSlopeOf = ({ delays, weights }: FittedSwaption, a: number): number =>
  delays.reduce((sum, delay, k) => sum + weights[k]! * decayIntegralSlope(a, delay), 0);

/** Variances of both factors up to an expiry and their covariance at the correlation 1, each per year of unit volatility. */
interface FactorLaw {
  readonly x: number;
  readonly y: number;
  readonly both: number;
}

const lawOf = (a: number, b: number, expiry: Years): FactorLaw => ({
  x: decayIntegral(2 * a, expiry) / expiry,
  y: decayIntegral(2 * b, expiry) / expiry,
  both: decayIntegral(a + b, expiry) / expiry,
});

/** v² = X² x + Y² y + 2ρXY both, X = σg of one factor and Y of the other: v, and its derivatives by X, Y and ρ, which are 0 where v is. */
function volatilityOf({ x, y, both }: FactorLaw, onX: number, onY: number, rho: number) {
  const [alongX, alongY] = [onX * x + rho * onY * both, onY * y + rho * onX * both];
  const volatility = Math.sqrt(Math.max(onX * alongX + onY * alongY, 0));
  const inverse = volatility > 0 ? 1 / volatility : 0;
  return { volatility, inverse, byX: inverse * alongX, byY: inverse * alongY, byRho: inverse * onX * onY * both };
}

/** @param slopes  receives the derivatives by a, σ, b, η and ρ, if given */
export function firstOrderVolatility(parameters: G2Parameters, swaption: FittedSwaption, slopes?: Float64Array): Volatility {
  const { meanReversion1: a, volatility1: sigma, meanReversion2: b, volatility2: eta, correlation: rho } = parameters;
  const { expiry } = swaption;
  const [loadX, loadY] = [loadOf(swaption, a), loadOf(swaption, b)];
  const [onX, onY] = [sigma * loadX, eta * loadY];
  const { volatility, inverse, byX, byY, byRho } = volatilityOf(lawOf(a, b, expiry), onX, onY, rho);
  if (slopes === undefined) return volatility;
  const slopeOfBoth = rho * onX * onY * decayIntegralSlope(a + b, expiry);
  const byLaw = (on: number, reversion: number): number =>
    (inverse * (on * on * decayIntegralSlope(2 * reversion, expiry) + slopeOfBoth)) / expiry;
  slopes[0] = byX * sigma * loadSlopeOf(swaption, a) + byLaw(onX, a);
  slopes[1] = byX * loadX;
  slopes[2] = byY * eta * loadSlopeOf(swaption, b) + byLaw(onY, b);
  slopes[3] = byY * loadY;
  slopes[4] = byRho;
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
  const slopes = new Float64Array(NUM_PARAMETERS);
  return {
    ...{ lower, upper, residualCount: swaptions.length },
    evaluate: (x, residuals, jacobian) => {
      const parameters = parametersOf(x);
      swaptions.forEach((swaption, i) => {
        residuals[i] = swaption.root * (firstOrderVolatility(parameters, swaption, slopes) - swaption.volatility);
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
  if (free.length < NUM_PARAMETERS) return MEAN_REVERSIONS.map((meanReversion) => fitted([meanReversion, level]));
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
  const laws = swaptions.map(({ expiry }) => lawOf(a, b, expiry));
  const places = [1, 3, 4];
  const minimum = levenbergMarquardt(
    {
      ...{ lower: places.map((place) => lower[place]!), upper: places.map((place) => upper[place]!), residualCount: swaptions.length },
      evaluate: ([sigma, eta, rho], residuals, jacobian) => {
        swaptions.forEach(({ root, volatility: quoted }, i) => {
          const [loadX, loadY] = [loads[fast]![i]!, loads[slow]![i]!];
          const { volatility, byX, byY, byRho } = volatilityOf(laws[i]!, sigma! * loadX, eta! * loadY, rho!);
          residuals[i] = root * (volatility - quoted);
          jacobian.set([root * byX * loadX, root * byY * loadY, root * byRho], 3 * i);
        });
      },
    },
    [level, level, 0],
    PROFILE_STOP,
  );
  const [sigma, eta, rho] = minimum?.x ?? [level, level, 0];
  return { all: [a, sigma!, b, eta!, rho!], cost: minimum?.cost ?? Number.POSITIVE_INFINITY };
}
