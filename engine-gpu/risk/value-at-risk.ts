/**
 * Value at risk and expected shortfall of an option book, by three methods. A loss is positive. Mean zero, 252 trading days per year.
 *
 * - parametric: delta-normal, or delta-gamma by a Cornish-Fisher expansion with the mean that gamma gives;
 * - historical: the book revalued in full under each historical move of the spots;
 * - Monte Carlo: the book revalued in full under normal moves S(1 + σ√h u), h in years, no time passing.
 *
 * Contributions are Euler's: with the loss homogeneous of degree 1 in the positions, they are ∂(figure)/∂(size of the underlying's
 * positions), and add up to the figure.
 */
import { EngineFailure } from '../base/failure.js';
import { correlationFactor } from '../math/correlation-factor.js';
import { inverseNormalCdf, normalPdf } from '../math/normal.js';
import { allRows, componentsFor, type Layout, latticeComponent, layoutFor, rowShift, STREAMS, shiftFor } from '../random/lattice.js';
import { cornishFisherTail } from './cornish-fisher.js';
import { bookGreeks, bookValues, GREEKS_PER_POSITION, type OptionBook, sum, unmoved } from './option-book.js';
import { cumulantsOf, multiply } from './quadratic-form.js';
import { type Tail, tailOf } from './tail.js';

export const TRADING_DAYS_PER_YEAR = 252;

/** The law of the spots' relative moves over one year. */
export interface FactorLaw {
  /** Annual volatility per underlying. */
  readonly volatilities: Float64Array;
  /** Positive semi-definite, unit diagonal. */
  readonly correlation: readonly (readonly number[])[];
}

export interface Horizon {
  /** In (0, 1). */
  readonly confidence: number;
  readonly horizonDays: number;
}

export interface RiskFigures {
  readonly valueAtRisk: number;
  readonly expectedShortfall: number;
  /** Per underlying; they add up to the value at risk. */
  readonly contributions: Float64Array;
  /** Per underlying; they add up to the expected shortfall. */
  readonly shortfallContributions: Float64Array;
  readonly warnings: readonly string[];
}

/** What consecutive scenarios gave. */
export interface LossRange {
  /** One per scenario. */
  readonly losses: Float64Array;
  /** Simulated spots that fell to 0 or below. */
  readonly floored: number;
}

/** The revaluation of a book under scenarios, which is computed in ranges of consecutive ones: the figures do not depend on how they are cut. */
export interface Revaluation<Figures> {
  readonly scenarios: number;
  /** Scenarios from ≤ k < to. @throws EngineFailure where a loss is not finite */
  run(from: number, to: number): LossRange;
  /** @param ranges of all scenarios, in order */
  combine(ranges: readonly LossRange[]): Figures;
}

export interface ParametricFigures extends RiskFigures {
  /** Of the profit and loss over the horizon. */
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
  { confidence, horizonDays }: Horizon,
  withGamma: boolean,
): ParametricFigures {
  const n = book.underlyings.length;
  const greeks = bookGreeks(book);
  const deltas = new Float64Array(n);
  const linear = new Float64Array(n);
  const quadratic = new Float64Array(n);
  for (let i = 0; i < book.quantity.length; i++) {
    const [delta, gamma] = [greeks[i * GREEKS_PER_POSITION + 1], greeks[i * GREEKS_PER_POSITION + 2]];
    const [factor, held, spot] = [book.factor[i], book.quantity[i], book.spot[i]];
    deltas[factor] += held * delta;
    linear[factor] += held * delta * spot;
    if (withGamma) quadratic[factor] += held * gamma * spot * spot;
  }
  const covariance = covarianceOver(law, horizonDays);
  if (!withGamma) return { ...deltaNormal(linear, covariance, confidence), deltas, warnings: [] };
  const tail = cornishFisherTail(cumulantsOf(linear, quadratic, covariance), 1 - confidence);
  const warnings = tail.isMonotonic
    ? []
    : [
        `the Cornish-Fisher expansion is outside its domain (skewness ${tail.skewness.toPrecision(3)}, excess kurtosis ${tail.excessKurtosis.toPrecision(3)}): ` +
          'its figures may be far off; use Monte Carlo',
      ];
  return {
    valueAtRisk: tail.valueAtRisk,
    expectedShortfall: tail.expectedShortfall,
    mean: tail.mean,
    standardDeviation: tail.standardDeviation,
    skewness: tail.skewness,
    excessKurtosis: tail.excessKurtosis,
    contributions: tail.valueAtRiskContributions,
    shortfallContributions: tail.expectedShortfallContributions,
    deltas,
    warnings,
  };
}

function deltaNormal(linear: Float64Array, covariance: readonly Float64Array[], confidence: number) {
  const along = multiply(covariance, linear);
  const variance = linear.reduce((total, a, i) => total + a * along[i], 0);
  const standardDeviation = Math.sqrt(Math.max(variance, 0));
  const z = -inverseNormalCdf(1 - confidence);
  const tailMean = normalPdf(z) / (1 - confidence);
  const contributions = (multiple: number) =>
    linear.map((a, i) => (standardDeviation > 0 ? (multiple * a * along[i]) / standardDeviation : 0));
  return {
    valueAtRisk: z * standardDeviation,
    expectedShortfall: tailMean * standardDeviation,
    mean: 0,
    standardDeviation,
    skewness: 0,
    excessKurtosis: 0,
    contributions: contributions(z),
    shortfallContributions: contributions(tailMean),
  };
}

function covarianceOver({ volatilities, correlation }: FactorLaw, horizonDays: number): Float64Array[] {
  const years = horizonDays / TRADING_DAYS_PER_YEAR;
  return correlation.map((row, i) => Float64Array.from(row, (rho, j) => rho * volatilities[i] * volatilities[j] * years));
}

/** How past scenarios count. */
export interface HistoricalWeighting {
  /**
   * Decay λ in (0, 1) per day of age: the scenario of k days ago has a weight proportional to λᵏ (Boudoukh, Richardson and Whitelaw 1998).
   * Absent: equal weights.
   */
  readonly ageDecay?: number | undefined;
  /**
   * Decay λ in (0, 1) of an exponentially weighted variance: each return is scaled by the ratio of today's volatility to that of its day
   * (Hull and White 1998). Absent: returns as they were.
   */
  readonly volatilityDecay?: number | undefined;
}

export interface HistoricalFigures extends RiskFigures {
  /** Scenarios revalued: the days of history less the horizon, plus one. */
  readonly scenarios: number;
}

/**
 * @param returns relative daily moves per underlying, oldest first, all of one length n ≥ horizonDays. A horizon of several days compounds
 *                each run of as many consecutive days, so that scenarios overlap
 */
export function historicalRisk(
  book: OptionBook,
  returns: readonly Float64Array[],
  { confidence, horizonDays }: Horizon,
  { ageDecay, volatilityDecay }: HistoricalWeighting,
): Revaluation<HistoricalFigures> {
  const scaled = volatilityDecay === undefined ? returns : returns.map((series) => atTodaysVolatility(series, volatilityDecay));
  const moves = scaled.map((series) => compounded(series, horizonDays));
  const scenarios = moves[0].length;
  const losses = lossesUnder(book, (k, into) =>
    moves.forEach((series, factor) => {
      into[factor] = series[k];
    }),
  );
  return {
    scenarios,
    run: (from, to) => ({ losses: losses.total(from, to), floored: 0 }),
    combine: (ranges) => {
      const weights = ageDecay === undefined ? undefined : ageWeights(scenarios, ageDecay);
      const tail = tailOf(allLosses(ranges, scenarios), 1 - confidence, weights);
      return { ...figuresAt(tail, losses, [tail.quantile]), scenarios, warnings: tooFew(scenarios, 1 - confidence) };
    },
  };
}

/** Fewer scenarios than 1/p leave the figure at the worst loss alone. */
const tooFew = (scenarios: number, tail: number): string[] =>
  scenarios * tail < 1
    ? [`${scenarios} scenarios do not resolve a tail of ${Number((100 * tail).toPrecision(6))} %: both figures are the worst loss`]
    : [];

/** Π(1 + r) − 1 over each run of `days` consecutive returns. */
function compounded(series: Float64Array, days: number): Float64Array {
  return Float64Array.from({ length: series.length - days + 1 }, (_, start) => {
    let growth = 1;
    for (let d = start; d < start + days; d++) growth *= 1 + series[d];
    return growth - 1;
  });
}

/** r_t σ_today/σ_t, with σ²_{t+1} = λσ²_t + (1 − λ)r²_t from the sample variance on. */
function atTodaysVolatility(series: Float64Array, decay: number): Float64Array {
  const variances = new Float64Array(series.length + 1);
  variances[0] = series.reduce((total, r) => total + r * r, 0) / series.length;
  series.forEach((r, t) => {
    variances[t + 1] = decay * variances[t] + (1 - decay) * r * r;
  });
  const today = variances[series.length];
  return series.map((r, t) => (variances[t] > 0 ? r * Math.sqrt(today / variances[t]) : r));
}

/** (1 − λ)λᵏ/(1 − λⁿ), the youngest scenario last. */
function ageWeights(count: number, decay: number): Float64Array {
  const weights = Float64Array.from({ length: count }, (_, t) => decay ** (count - 1 - t));
  const total = sum(weights);
  return weights.map((weight) => weight / total);
}

export interface MonteCarloFigures extends RiskFigures {
  readonly standardError: number;
  readonly shortfallStandardError: number;
  readonly numPaths: number;
  readonly seed: number;
}

export const DEFAULT_RISK_PATHS = 16_384;

/**
 * Randomly shifted lattices: the figures are those of all scenarios together, and their standard errors come from the independent shifts.
 */
export function monteCarloRisk(
  book: OptionBook,
  { volatilities, correlation }: FactorLaw,
  { confidence, horizonDays }: Horizon,
  { numPaths = DEFAULT_RISK_PATHS, seed = 42 }: { readonly numPaths?: number | undefined; readonly seed?: number | undefined },
): Revaluation<MonteCarloFigures> {
  const layout = layoutFor(numPaths);
  const scale = Math.sqrt(horizonDays / TRADING_DAYS_PER_YEAR);
  const factor = correlationFactor(correlation);
  const loadings = factor.map((row, i) => Float64Array.from(row, (loading) => loading * volatilities[i] * scale));
  const normals = normalPoints(layout, factor[0].length, seed);
  const scenarios = layout.shifts * 2 ** layout.log2Points;
  let floored = 0;
  const losses = lossesUnder(book, (k, into) => {
    const u = normals(k);
    loadings.forEach((row, i) => {
      let move = 0;
      for (let d = 0; d < row.length; d++) move += row[d] * u[d];
      into[i] = move;
      if (move <= -1) floored++;
    });
  });
  return {
    scenarios,
    run: (from, to) => {
      floored = 0;
      const total = losses.total(from, to);
      return { losses: total, floored };
    },
    combine: (ranges) => {
      const total = allLosses(ranges, scenarios);
      const tail = 1 - confidence;
      const all = tailOf(total, tail);
      const errors = standardErrors(total, all, tail, layout.shifts);
      const spots = ranges.reduce((count, range) => count + range.floored, 0);
      const warnings = [
        ...tooFew(scenarios, tail),
        ...(spots > 0
          ? [`${spots} simulated spots fell to 0 or below and were taken as 0: the volatility is too large for relative normal moves`]
          : []),
      ];
      return {
        ...figuresAt(all, losses, aroundQuantile(all)),
        standardError: errors.valueAtRisk,
        shortfallStandardError: errors.expectedShortfall,
        numPaths: scenarios,
        seed,
        warnings,
      };
    },
  };
}

/** Scenario number k's independent normals: the points of each shift in turn. */
function normalPoints(layout: Layout, dimensions: number, seed: number): (k: number) => Float64Array {
  const components = Array.from({ length: dimensions }, (_, d) => latticeComponent(d));
  const rows = allRows(layout);
  const width = rows[0].width;
  const steps = componentsFor(components, width);
  const shifts = Array.from({ length: layout.shifts }, (_, r) => shiftFor(seed, STREAMS.risk, r, dimensions));
  const u = new Float64Array(dimensions);
  let current = -1;
  let origin = new Float64Array(dimensions);
  return (k) => {
    const row = Math.floor(k / width);
    if (row !== current) {
      current = row;
      origin = new Float64Array(rowShift(rows[row], components, shifts[rows[row].shift]));
    }
    for (let d = 0; d < dimensions; d++) {
      const x = (k % width) * steps[d] + origin[d];
      u[d] = inverseNormalCdf(Math.max(x - Math.floor(x), SMALLEST_UNIFORM));
    }
    return u;
  };
}

/**
 * Standard errors from independent shifts. That of the quantile is that of the share of losses beyond it, carried over to losses by the
 * order statistics one such error away on each side; that of the shortfall is that of VaR + E[(L − VaR)⁺]/p, whose derivative in the VaR
 * vanishes.
 */
function standardErrors(
  losses: Float64Array,
  { valueAtRisk }: Tail,
  tail: number,
  shifts: number,
): { valueAtRisk: number; expectedShortfall: number } {
  const perShift = losses.length / shifts;
  const meansOf = (f: (loss: number) => number) =>
    Array.from(
      { length: shifts },
      (_, r) => losses.subarray(r * perShift, (r + 1) * perShift).reduce((total, loss) => total + f(loss), 0) / perShift,
    );
  // The share itself moves in steps of one scenario.
  const ofShare = Math.max(standardErrorOf(meansOf((loss) => (loss >= valueAtRisk ? 1 : 0))), 1 / losses.length);
  const sorted = losses.slice().sort();
  const atShare = (share: number) => sorted[Math.min(Math.max(Math.floor((1 - share) * losses.length), 0), losses.length - 1)];
  return {
    valueAtRisk: (atShare(tail - ofShare) - atShare(tail + ofShare)) / 2,
    expectedShortfall: standardErrorOf(meansOf((loss) => Math.max(loss - valueAtRisk, 0) / tail)),
  };
}

/** Half the grid of the shifts: a point at 0 would have an infinite normal. */
const SMALLEST_UNIFORM = 2 ** -24;

/** Share of the scenarios on each side of the quantile over which the contributions to value at risk are averaged. */
const QUANTILE_WINDOW = 0.0025;

/** Scenarios whose loss is nearest in rank to the value at risk: one alone would make the contributions pure noise. */
function aroundQuantile({ order, quantile }: Tail): number[] {
  const at = order.indexOf(quantile);
  const reach = Math.ceil(QUANTILE_WINDOW * order.length);
  return order.slice(Math.max(0, at - reach), at + reach + 1);
}

/** Losses of a book under scenarios. */
interface Losses {
  /** In all, one per scenario from ≤ k < to. */
  readonly total: (from: number, to: number) => Float64Array;
  /** Per underlying. */
  readonly ofFactor: (scenario: number) => Float64Array;
}

function lossesUnder(book: OptionBook, movesOf: (scenario: number, into: Float64Array) => void): Losses {
  const n = book.underlyings.length;
  const base = new Float64Array(n);
  bookValues(book, unmoved(book), {}, base);
  const moves = new Float64Array(n);
  const values = new Float64Array(n);
  const lossesAt = (scenario: number): void => {
    movesOf(scenario, moves);
    bookValues(book, moves, {}, values);
    for (let i = 0; i < n; i++) values[i] = base[i] - values[i];
  };
  return {
    total: (from, to) =>
      Float64Array.from({ length: to - from }, (_, k) => {
        lossesAt(from + k);
        const loss = sum(values);
        if (!Number.isFinite(loss))
          throw new EngineFailure('pricing', `the loss of scenario ${from + k} is ${loss}: the terms are too extreme`);
        return loss;
      }),
    ofFactor: (scenario) => {
      lossesAt(scenario);
      return values.slice();
    },
  };
}

function allLosses(ranges: readonly LossRange[], scenarios: number): Float64Array {
  const all = new Float64Array(scenarios);
  let at = 0;
  for (const { losses } of ranges) {
    all.set(losses, at);
    at += losses.length;
  }
  return all;
}

/** @param near scenarios whose losses per underlying stand for those at the value at risk; scaled so that they add up to it */
function figuresAt(tail: Tail, { ofFactor }: Losses, near: readonly number[]): Omit<RiskFigures, 'warnings'> {
  const shortfall = weightedMean(tail.beyond.map(ofFactor), tail.weights);
  const around = weightedMean(
    near.map(ofFactor),
    near.map(() => 1 / near.length),
  );
  const total = sum(around);
  const scale = total !== 0 ? tail.valueAtRisk / total : 0;
  return {
    valueAtRisk: tail.valueAtRisk,
    expectedShortfall: tail.expectedShortfall,
    contributions: around.map((loss) => scale * loss),
    shortfallContributions: shortfall,
  };
}

function weightedMean(rows: readonly Float64Array[], weights: readonly number[]): Float64Array {
  const mean = new Float64Array(rows[0].length);
  rows.forEach((row, k) => {
    for (let i = 0; i < mean.length; i++) mean[i] += weights[k] * row[i];
  });
  return mean;
}

function standardErrorOf(values: readonly number[]): number {
  const mean = sum(values) / values.length;
  return Math.sqrt(values.reduce((total, value) => total + (value - mean) ** 2, 0) / (values.length * (values.length - 1)));
}
