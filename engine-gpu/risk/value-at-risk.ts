/**
 * Value at risk and expected shortfall of an option book under a law of its underlyings. A loss is positive. Mean zero, 252 trading days per year.
 *
 * - parametric: delta-normal, or delta-gamma by a Cornish-Fisher expansion with the mean that gamma gives;
 * - Monte Carlo: the book revalued in full under normal moves S(1 + σ√h u), h in years, no time passing.
 */
import { correlationFactor } from '../math/correlation-factor.js';
import { floorLog2, powerOfTwo } from '../math/elementary/binary.js';
import { squareOf } from '../math/elementary/pow.js';
import { inverseNormalCdf, normalPdf } from '../math/normal.js';
import { quantileSlope } from '../math/quantile-slope.js';
import { allRows, componentsFor, type Layout, latticeComponent, layoutFor, rowShift, STREAMS, shiftFor } from '../random/lattice.js';
import { componentErrors } from './component-errors.js';
import { cornishFisherTail } from './cornish-fisher.js';
import { bookGreeks, GREEKS_PER_POSITION, type OptionBook, sum } from './option-book.js';
import { cumulantsOf, multiply } from './quadratic-form.js';
import {
  allLosses,
  allOfFactors,
  figuresAt,
  type Horizon,
  incrementalFigures,
  type Losses,
  type LossRange,
  lossesUnder,
  type Revaluation,
  type RiskFigures,
  tooFew,
} from './revaluation.js';
import { type Tail, type TailErrors, tailOf } from './tail.js';

const TRADING_DAYS_PER_YEAR = 252;

/** The law of the spots' relative moves over one year. */
export interface FactorLaw {
  /** Annual volatility per underlying. */
  readonly volatilities: Float64Array;
  /** Positive semi-definite, unit diagonal. */
  readonly correlation: readonly (readonly number[])[];
}

interface ParametricFigures extends RiskFigures {
  /** Mean of the profit and loss over the horizon. */
  readonly mean: number;
  readonly standardDeviation: number;
  readonly skewness: number;
  readonly excessKurtosis: number;
  /** Σ quantity · delta per underlying. */
  readonly deltas: Float64Array;
}

/** @param withGamma false: delta-normal */
export function parametricRisk(
  book: OptionBook,
  law: FactorLaw,
  { confidence, horizonDays, incremental = false }: Horizon,
  withGamma: boolean,
): ParametricFigures {
  const n = book.underlyings.length;
  const greeks = bookGreeks(book);
  const deltas = new Float64Array(n);
  const linear = new Float64Array(n);
  const quadratic = new Float64Array(n);
  for (let i = 0; i < book.quantity.length; i++) {
    const [delta, gamma] = [greeks[i * GREEKS_PER_POSITION + 1], greeks[i * GREEKS_PER_POSITION + 2]];
    const [factor, quantity, spot] = [book.factor[i], book.quantity[i], book.spot[i]];
    deltas[factor!]! += quantity! * delta!;
    linear[factor!]! += quantity! * delta! * spot!;
    if (withGamma) quadratic[factor!]! += quantity! * gamma! * spot! * spot!;
  }
  const covariance = covarianceOver(law, horizonDays);
  const unit = unitOf(linear, quadratic, covariance);
  const figuresOf = (a: Float64Array, g: Float64Array) =>
    withGamma ? deltaGamma(a, g, covariance, confidence, unit) : deltaNormal(a, covariance, confidence, unit);
  const figures = figuresOf(linear, quadratic);
  if (!incremental) return { ...figures, deltas };
  const withZero = (terms: Float64Array, factor: number) => terms.map((term, i) => (i === factor ? 0 : term));
  const rest = book.underlyings.map((_, i) => figuresOf(withZero(linear, i), withZero(quadratic, i)));
  return {
    ...figures,
    incremental: {
      valueAtRisk: Float64Array.from(rest, ({ valueAtRisk }) => figures.valueAtRisk - valueAtRisk),
      expectedShortfall: Float64Array.from(rest, ({ expectedShortfall }) => figures.expectedShortfall - expectedShortfall),
    },
    deltas,
  };
}

/**
 * The power of two below the largest standard deviation of a term of the profit and loss. The book is measured in it, so that the fourth power
 * of its profit and loss is neither above nor below the range of doubles, and no bit of a figure depends on it.
 */
function unitOf(linear: Float64Array, quadratic: Float64Array, covariance: readonly Float64Array[]): number {
  const deviations = covariance.map((row, i) => Math.sqrt(row[i]!));
  const size = Math.max(...deviations.map((sd, i) => Math.max(Math.abs(linear[i]!) * sd, Math.abs(quadratic[i]!) * sd * sd)));
  if (size === 0) return 1;
  // Terms without variance may be larger by far, and must not overflow.
  const largest = Math.max(...linear.map(Math.abs), ...quadratic.map(Math.abs));
  return powerOfTwo(Math.max(floorLog2(size), floorLog2(largest) - LARGEST_EXPONENT, -LARGEST_EXPONENT));
}

/** Exponent of a power of two of which a thousand can be summed without overflow. */
const LARGEST_EXPONENT = 1_000;

const scaledBy = (values: Float64Array, factor: number): Float64Array => values.map((value) => value * factor);

function deltaGamma(linear: Float64Array, quadratic: Float64Array, covariance: readonly Float64Array[], confidence: number, unit: number) {
  const tail = cornishFisherTail(cumulantsOf(scaledBy(linear, 1 / unit), scaledBy(quadratic, 1 / unit), covariance), 1 - confidence);
  const warnings = tail.isMonotonic
    ? []
    : [
        `the Cornish-Fisher expansion is outside its domain (skewness ${tail.skewness.toPrecision(3)}, excess kurtosis ${tail.excessKurtosis.toPrecision(3)}): ` +
          'its figures may be far off; use Monte Carlo',
      ];
  return {
    valueAtRisk: unit * tail.valueAtRisk,
    expectedShortfall: unit * tail.expectedShortfall,
    mean: unit * tail.mean,
    standardDeviation: unit * tail.standardDeviation,
    skewness: tail.skewness,
    excessKurtosis: tail.excessKurtosis,
    contributions: scaledBy(tail.valueAtRiskContributions, unit),
    shortfallContributions: scaledBy(tail.expectedShortfallContributions, unit),
    warnings,
  };
}

function deltaNormal(exposures: Float64Array, covariance: readonly Float64Array[], confidence: number, unit: number) {
  const linear = scaledBy(exposures, 1 / unit);
  const along = multiply(covariance, linear);
  const variance = linear.reduce((total, a, i) => total + a * along[i]!, 0);
  const standardDeviation = Math.sqrt(Math.max(variance, 0));
  const z = -inverseNormalCdf(1 - confidence);
  const tailMean = normalPdf(z) / (1 - confidence);
  const contributions = (multiple: number) =>
    linear.map((a, i) => (standardDeviation > 0 ? unit * ((multiple * a * along[i]!) / standardDeviation) : 0));
  return {
    valueAtRisk: unit * (z * standardDeviation),
    expectedShortfall: unit * (tailMean * standardDeviation),
    mean: 0,
    standardDeviation: unit * standardDeviation,
    skewness: 0,
    excessKurtosis: 0,
    contributions: contributions(z),
    shortfallContributions: contributions(tailMean),
    warnings: [],
  };
}

export function covarianceOver({ volatilities, correlation }: FactorLaw, horizonDays: number): Float64Array[] {
  const years = horizonDays / TRADING_DAYS_PER_YEAR;
  return correlation.map((row, i) => Float64Array.from(row, (rho, j) => rho * volatilities[i]! * volatilities[j]! * years));
}

interface MonteCarloFigures extends RiskFigures {
  readonly standardErrors: TailErrors;
  readonly numPaths: number;
  readonly seed: number;
}

const DEFAULT_RISK_PATHS = 16_384;

/** Scenarios of correlated normal moves over a horizon, on randomly shifted lattices. */
interface SimulatedMoves {
  readonly scenarios: number;
  readonly shifts: number;
  readonly seed: number;
  /** Writes the moves of a scenario. @returns how many are -1 or less */
  readonly movesOf: (scenario: number, into: Float64Array) => number;
}

interface PathSettings {
  readonly numPaths?: number | undefined;
  readonly seed?: number | undefined;
}

export function simulatedMoves(
  { volatilities, correlation }: FactorLaw,
  horizonDays: number,
  { numPaths = DEFAULT_RISK_PATHS, seed = 42 }: PathSettings,
): SimulatedMoves {
  const layout = layoutFor(numPaths);
  const scale = Math.sqrt(horizonDays / TRADING_DAYS_PER_YEAR);
  const factor = correlationFactor(correlation);
  const loadings = factor.map((row, i) => Float64Array.from(row, (loading) => loading * volatilities[i]! * scale));
  const normals = normalPoints(layout, factor[0]!.length, seed);
  return {
    scenarios: layout.shifts * powerOfTwo(layout.log2Points),
    shifts: layout.shifts,
    seed,
    movesOf: (k, into) => {
      const u = normals(k);
      let fallen = 0;
      loadings.forEach((row, i) => {
        let move = 0;
        for (let d = 0; d < row.length; d++) move += row[d]! * u[d]!;
        into[i] = move;
        if (move <= -1) fallen++;
      });
      return fallen;
    },
  };
}

type SimulationSettings = Pick<Horizon, 'confidence' | 'incremental'> & { readonly withStandardErrors?: boolean | undefined };

/** The figures are those of all scenarios together, and their standard errors come from the independent shifts. */
export function simulatedFigures(
  ranges: readonly LossRange[],
  losses: Pick<Losses, 'ofFactor'>,
  { scenarios, shifts, seed }: Pick<SimulatedMoves, 'scenarios' | 'shifts' | 'seed'>,
  { confidence, incremental = false, withStandardErrors = false }: SimulationSettings,
  warnings: readonly string[],
): MonteCarloFigures {
  const total = allLosses(ranges, scenarios);
  const tail = 1 - confidence;
  const all = tailOf(total, tail);
  const less = incremental ? incrementalFigures(ranges, total, all, tail) : undefined;
  const errors = tailErrors(total, all, tail, shifts);
  const near = aroundQuantile(all);
  const figures = figuresAt(all, losses, near);
  const simulated = { losses: total, tail: all, probability: tail, shifts, near, ...losses, ...figures };
  return {
    ...figures,
    ...(less && { incremental: less }),
    ...(withStandardErrors && {
      componentErrors: componentErrors({ ...simulated, standardError: errors.valueAtRisk }, incremental ? allOfFactors(ranges) : undefined),
    }),
    standardErrors: errors,
    numPaths: scenarios,
    seed,
    warnings: [...tooFew(scenarios, tail), ...warnings],
  };
}

/** An option book under simulated moves of its underlyings. */
export function monteCarloRisk(
  book: OptionBook,
  law: FactorLaw,
  horizon: Horizon & { readonly withStandardErrors?: boolean | undefined },
  settings: PathSettings,
): Revaluation<MonteCarloFigures> {
  const { incremental = false } = horizon;
  const simulated = simulatedMoves(law, horizon.horizonDays, settings);
  const { scenarios } = simulated;
  let floored = 0;
  const losses = lossesUnder(book, incremental, (k, into) => {
    floored += simulated.movesOf(k, into);
  });
  return {
    scenarios,
    numbers: incremental ? scenarios * book.underlyings.length : 0,
    run: (from, to) => {
      floored = 0;
      const range = losses.range(from, to);
      return { ...range, floored };
    },
    combine: (ranges) => {
      const spots = ranges.reduce((count, range) => count + range.floored, 0);
      const warnings =
        spots > 0
          ? [`${spots} simulated spots fell to 0 or below and were taken as 0: the volatility is too large for relative normal moves`]
          : [];
      return simulatedFigures(ranges, losses, simulated, horizon, warnings);
    },
  };
}

/** Scenario number k's independent normals: the points of each shift in turn. */
function normalPoints(layout: Layout, dimensions: number, seed: number): (k: number) => Float64Array {
  const components = Array.from({ length: dimensions }, (_, d) => latticeComponent(d));
  const rows = allRows(layout);
  const width = rows[0]!.width;
  const steps = componentsFor(components, width);
  const shifts = Array.from({ length: layout.shifts }, (_, r) => shiftFor(seed, STREAMS.risk, r, dimensions));
  const u = new Float64Array(dimensions);
  let current = -1;
  let origin = new Float64Array(dimensions);
  return (k) => {
    const row = Math.floor(k / width);
    if (row !== current) {
      current = row;
      origin = new Float64Array(rowShift(rows[row]!, components, shifts[rows[row]!.shift]!));
    }
    for (let d = 0; d < dimensions; d++) {
      const x = (k % width) * steps[d]! + origin[d]!;
      u[d] = inverseNormalCdf(Math.max(x - Math.floor(x), SMALLEST_UNIFORM));
    }
    return u;
  };
}

/**
 * Standard errors from independent shifts. That of the quantile is that of the share of losses beyond it, carried over to losses by the slope of
 * the quantiles; that of the shortfall is that of VaR + E[(L − VaR)⁺]/p, whose derivative in the VaR vanishes.
 */
function tailErrors(losses: Float64Array, { valueAtRisk, order }: Tail, tail: number, shifts: number): TailErrors {
  const perShift = losses.length / shifts;
  const meansOf = (f: (loss: number) => number) =>
    Array.from(
      { length: shifts },
      (_, r) => losses.subarray(r * perShift, (r + 1) * perShift).reduce((total, loss) => total + f(loss), 0) / perShift,
    );
  // The share itself moves in steps of one scenario.
  const ofShare = Math.max(standardErrorOf(meansOf((loss) => (loss >= valueAtRisk ? 1 : 0))), 1 / losses.length);
  return {
    valueAtRisk: ofShare * quantileSlope((k) => losses[order[k]!]!, losses.length, tail, ofShare),
    expectedShortfall: standardErrorOf(meansOf((loss) => Math.max(loss - valueAtRisk, 0) / tail)),
  };
}

/** Half the grid of the shifts: a point at 0 would have an infinite normal. */
const SMALLEST_UNIFORM = powerOfTwo(-24);

/** Share of the scenarios on each side of the quantile over which the contributions to value at risk are averaged. */
const QUANTILE_WINDOW = 0.0025;

/** Scenarios whose loss is nearest in rank to the value at risk: one alone would make the contributions pure noise. */
function aroundQuantile({ order, quantile }: Tail): number[] {
  const rank = order.indexOf(quantile);
  const reach = Math.ceil(QUANTILE_WINDOW * order.length);
  return order.slice(Math.max(0, rank - reach), rank + reach + 1);
}

function standardErrorOf(values: readonly number[]): number {
  const mean = sum(values) / values.length;
  return Math.sqrt(values.reduce((total, value) => total + squareOf(value - mean), 0) / (values.length * (values.length - 1)));
}
