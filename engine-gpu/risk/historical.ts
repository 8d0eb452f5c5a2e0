/**
 * Historical simulation: an option book revalued in full under the past moves of its underlyings, as they were or scaled to today's volatility,
 * with equal weights or by age.
 */
import { pointerPart, refusal } from '../base/faults.js';
import { pow, squareOf } from '../math/elementary/pow.js';
import type { MoveType } from '../valuation/market-factors.js';
import { type OptionBook, sum } from './option-book.js';
import {
  allLosses,
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

/** How past scenarios count. */
interface HistoricalWeighting {
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

interface HistoricalFigures extends RiskFigures {
  /** Scenarios revalued: the days of history less the horizon, plus one. */
  readonly scenarios: number;
  /** Present on request. */
  readonly standardErrors?: TailErrors;
}

/** Daily moves of one factor, oldest first. */
export interface History {
  /** Pointer to it in a request. */
  readonly pointer: string;
  readonly moves: Float64Array;
  readonly type: MoveType;
}

interface HistoricalScenarios {
  /** Moves over the horizon per factor, one per scenario. */
  readonly moves: readonly Float64Array[];
  readonly warnings: string[];
}

/**
 * The scenarios of histories of one length n ≥ horizonDays. A horizon of several days compounds each run of as many consecutive days, so that
 * scenarios overlap.
 *
 * @throws EngineFailure where the moves of a factor do not compound to a finite one
 */
export function historicalScenarios(
  histories: readonly History[],
  horizonDays: number,
  { volatilityDecay }: HistoricalWeighting,
): HistoricalScenarios {
  const scaled = histories.map(({ moves, ...rest }) => ({
    ...rest,
    moves: volatilityDecay === undefined ? moves : atTodaysVolatility(moves, volatilityDecay),
  }));
  const below = scaled.reduce(
    (count, { moves, type }) => count + (type === 'relative' ? moves.reduce((all, r) => all + (r < -1 ? 1 : 0), 0) : 0),
    0,
  );
  const moves = scaled.map((history) => compounded(history, horizonDays));
  const endless = moves.findIndex((series) => series.some((move) => !Number.isFinite(move)));
  if (endless >= 0)
    throw refusal([
      {
        pointer: histories[endless]!.pointer,
        reason: `must compound to finite moves over ${horizonDays} days; their growth is beyond the range of double precision`,
      },
    ]);
  const warnings =
    below > 0
      ? [`${below} returns scaled to today’s volatility fell below -100 % and were taken as -100 %: volatilityDecay is too small for them`]
      : [];
  return { moves, warnings };
}

type HistoricalSettings = HistoricalWeighting & { readonly withStandardErrors?: boolean | undefined };

/** The tail of the losses of past scenarios, the oldest first. */
export const historicalTail = (losses: Float64Array, { confidence }: Horizon, { ageDecay }: HistoricalWeighting) => {
  const weights = ageDecay === undefined ? undefined : ageWeights(losses.length, ageDecay);
  return { weights, tail: tailOf(losses, 1 - confidence, weights) };
};

/** The figures of the losses of past scenarios. */
export function historicalFigures(
  ranges: readonly LossRange[],
  scenarios: number,
  losses: Pick<Losses, 'ofFactor'>,
  horizon: Horizon,
  settings: HistoricalSettings,
  warnings: readonly string[],
): HistoricalFigures {
  const { confidence, horizonDays } = horizon;
  const all = allLosses(ranges, scenarios);
  const { tail, weights } = historicalTail(all, horizon, settings);
  const incremental = horizon.incremental ? incrementalFigures(ranges, all, tail, 1 - confidence, weights) : undefined;
  const general = [...tooFew(scenarios, 1 - confidence), ...warnings];
  return {
    ...figuresAt(tail, losses, [tail.quantile]),
    ...(incremental && { incremental: incremental }),
    ...(settings.withStandardErrors && { standardErrors: historicalErrors(all, tail, 1 - confidence, horizonDays, weights) }),
    scenarios,
    warnings: weights === undefined ? general : [...general, ...fewCarrying(tail, 1 - confidence, weights)],
  };
}

/** @param returns relative daily moves per underlying, oldest first */
export function historicalRisk(
  book: OptionBook,
  returns: readonly Float64Array[],
  horizon: Horizon,
  settings: HistoricalSettings,
): Revaluation<HistoricalFigures> {
  const { horizonDays, incremental = false } = horizon;
  const { moves, warnings } = historicalScenarios(
    returns.map((series, i) => ({ pointer: `/returns/${pointerPart(book.underlyings[i]!)}`, moves: series, type: 'relative' })),
    horizonDays,
    settings,
  );
  const scenarios = moves[0]!.length;
  const losses = lossesUnder(book, incremental, (k, into) =>
    moves.forEach((series, factor) => {
      into[factor] = series[k]!;
    }),
  );
  return {
    scenarios,
    numbers: incremental ? scenarios * book.underlyings.length : 0,
    run: (from, to) => ({ ...losses.range(from, to), floored: 0 }),
    combine: (ranges) => historicalFigures(ranges, scenarios, losses, horizon, settings, warnings),
  };
}

/** Scenarios of equal weight that the tail is to be worth: fewer are those of some days, which weighting by age may have picked. */
const MIN_TAIL_SCENARIOS = 5;

/** Scenarios of unequal weights are worth 1/Σw² equal ones (Kish 1965). The shortfall counts whole scenarios, which may weigh far less or more than the tail. */
function fewCarrying({ beyond, weights: shares }: Tail, tail: number, weights: Float64Array): string[] {
  const worth = 1 / shares.reduce((total, share) => total + share * share, 0);
  if (worth >= MIN_TAIL_SCENARIOS) return [];
  const inPercent = (share: number) => `${Number((100 * share).toPrecision(3))} %`;
  const weight = beyond.reduce((total, k) => total + weights[k]!, 0);
  return [
    `by age, the losses of ${beyond.length} scenario${beyond.length === 1 ? '' : 's'}, worth ${Number(worth.toPrecision(2))} of equal weight, make the tail: the shortfall is their mean, and their weight is ${inPercent(weight)} where the tail is ${inPercent(tail)}`,
  ];
}

/**
 * Standard errors of both figures as estimates from a sample of the days to come. With weights the sample counts as 1/Σw² scenarios (Kish
 * 1965), and overlapping runs of h days as so many times fewer. The error √(p(1 − p)/m) of the share of losses beyond the quantile is carried
 * over to losses by the order statistics one such error away on each side; that of the shortfall is that of VaR + E[(L − VaR)⁺]/p, whose
 * derivative in the VaR vanishes.
 */
function historicalErrors(
  losses: Float64Array,
  { order, valueAtRisk }: Tail,
  tail: number,
  horizonDays: number,
  weights?: Float64Array,
): TailErrors {
  const n = losses.length;
  const weightOf = (k: number): number => (weights ? weights[k]! : 1 / n);
  const count = 1 / losses.reduce((total, _, k) => total + squareOf(weightOf(k)), 0) / horizonDays;
  const ofShare = Math.sqrt((tail * (1 - tail)) / count);
  const lossBeyond = (share: number): number => {
    let cumulative = 0;
    for (const k of order) {
      cumulative += weightOf(k);
      if (cumulative > share) return losses[k]!;
    }
    return losses[order[n - 1]!]!;
  };
  const excess = (loss: number): number => Math.max(loss - valueAtRisk, 0) / tail;
  const mean = losses.reduce((total, loss, k) => total + weightOf(k) * excess(loss), 0);
  const variance = losses.reduce((total, loss, k) => total + weightOf(k) * squareOf(excess(loss) - mean), 0);
  return {
    valueAtRisk: (lossBeyond(tail - ofShare) - lossBeyond(tail + ofShare)) / 2,
    expectedShortfall: Math.sqrt(variance / count),
  };
}

/** Moves over each run of `days` consecutive days: sums, or Π(1 + r) − 1 of relative ones, one below −1 taken as −1: a spot does not fall below 0. */
function compounded({ moves, type }: History, days: number): Float64Array {
  const isRelative = type === 'relative';
  return Float64Array.from({ length: moves.length - days + 1 }, (_, start) => {
    let total = isRelative ? 1 : 0;
    for (let d = start; d < start + days; d++) {
      if (isRelative) total *= Math.max(1 + moves[d]!, 0);
      else total += moves[d]!;
    }
    return isRelative ? total - 1 : total;
  });
}

/** r_t σ_today/σ_t, with σ²_{t+1} = λσ²_t + (1 − λ)r²_t from the sample variance on. */
function atTodaysVolatility(series: Float64Array, decay: number): Float64Array {
  const variances = new Float64Array(series.length + 1);
  variances[0] = series.reduce((total, r) => total + r * r, 0) / series.length;
  series.forEach((r, t) => {
    variances[t + 1] = decay * variances[t]! + (1 - decay) * r * r;
  });
  const today = variances[series.length]!;
  return series.map((r, t) => (variances[t]! > 0 && r !== 0 ? r * Math.sqrt(today / variances[t]!) : r));
}

/** (1 − λ)λᵏ/(1 − λⁿ), the youngest scenario last. */
function ageWeights(count: number, decay: number): Float64Array {
  const weights = Float64Array.from({ length: count }, (_, t) => pow(decay, count - 1 - t));
  const total = sum(weights);
  return weights.map((weight) => weight / total);
}
