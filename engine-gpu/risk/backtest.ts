/**
 * Backtests of value at risk forecasts: does the number of exceptions fit the confidence, and do exceptions come independently?
 *
 * - Unconditional coverage (Kupiec 1995): LR = −2 ln[(1−p)^{n−x} pˣ / ((1−x/n)^{n−x} (x/n)ˣ)] ~ χ²(1)
 * - Independence (Christoffersen 1998): LR of a first-order Markov chain of exceptions against independence ~ χ²(1); their sum ~ χ²(2)
 * - Traffic light (Basel Committee 1996): green below the 95 % quantile of the binomial number of exceptions, red from the 99.99 % one on
 */
import { exp } from '../math/elementary/exp.js';
import { log, log1p } from '../math/elementary/log.js';
import { erfc } from '../math/erf.js';

interface LikelihoodRatio {
  readonly statistic: number;
  /** Probability of a larger statistic under the null hypothesis. */
  readonly pValue: number;
}

interface Backtest {
  readonly observations: number;
  readonly exceptions: number;
  readonly expectedExceptions: number;
  readonly kupiec: LikelihoodRatio;
  readonly independence: LikelihoodRatio;
  readonly conditionalCoverage: LikelihoodRatio;
  readonly trafficLight: {
    readonly zone: 'green' | 'yellow' | 'red';
    /** P(at most as many exceptions) where the forecasts are right. */
    readonly cumulativeProbability: number;
    /** Addition to the capital multiplier: the Basel schedule, which is for 250 observations at 99 %; absent otherwise. */
    readonly multiplierAddOn?: number;
  };
}

/** Bounds of the Basel zones on P(at most x − 1 exceptions) and P(at most x exceptions). */
const YELLOW_FROM = 0.95;
const RED_FROM = 0.9999;
/** Basel Committee (1996), table 2: additions for 5 to 9 exceptions in 250 days at 99 %; 0 below, 1 from 10 on. */
const ADD_ONS: Readonly<Record<number, number>> = { 5: 0.4, 6: 0.5, 7: 0.65, 8: 0.75, 9: 0.85 };

/**
 * @param pnl         profit and loss per day, a loss negative
 * @param valueAtRisk forecast per day, a loss positive; an exception is a loss above it
 * @param confidence  of the forecasts, in (0, 1)
 */
export function backtest(pnl: readonly number[], valueAtRisk: readonly number[], confidence: number): Backtest {
  const hits = pnl.map((value, t) => -value > valueAtRisk[t]!);
  const n = hits.length;
  const x = hits.filter(Boolean).length;
  const p = 1 - confidence;
  const kupiec = 2 * (logLikelihood(x, n - x, x / n) - logLikelihood(x, n - x, p));
  const independence = markovRatio(hits);
  const cumulativeProbability = binomialCdf(x, n, p);
  const zone = cumulativeProbability < YELLOW_FROM ? 'green' : cumulativeProbability < RED_FROM ? 'yellow' : 'red';
  const isBasel = n === 250 && Math.abs(confidence - 0.99) < 1e-12;
  return {
    observations: n,
    exceptions: x,
    expectedExceptions: n * p,
    kupiec: ratio(kupiec, 1),
    independence: ratio(independence, 1),
    conditionalCoverage: ratio(kupiec + independence, 2),
    trafficLight: { zone, cumulativeProbability, ...(isBasel && { multiplierAddOn: x < 5 ? 0 : (ADD_ONS[x] ?? 1) }) },
  };
}

/** ln(qˣ (1 − q)ʸ), 0 ln 0 = 0. */
const logLikelihood = (x: number, y: number, q: number): number => (x > 0 ? x * log(q) : 0) + (y > 0 ? y * log1p(-q) : 0);

function markovRatio(hits: readonly boolean[]): number {
  const count = { calmCalm: 0, calmHit: 0, hitCalm: 0, hitHit: 0 };
  for (let t = 1; t < hits.length; t++) {
    if (hits[t - 1]) count[hits[t] ? 'hitHit' : 'hitCalm']++;
    else count[hits[t] ? 'calmHit' : 'calmCalm']++;
  }
  const { calmCalm, calmHit, hitCalm, hitHit } = count;
  const share = (x: number, y: number) => (x + y > 0 ? x / (x + y) : 0);
  const independent = logLikelihood(calmHit + hitHit, calmCalm + hitCalm, share(calmHit + hitHit, calmCalm + hitCalm));
  const dependent = logLikelihood(calmHit, calmCalm, share(calmHit, calmCalm)) + logLikelihood(hitHit, hitCalm, share(hitHit, hitCalm));
  return 2 * (dependent - independent);
}

/** The χ² tail has a closed form for one and two degrees of freedom: erfc(√(x/2)) and e^(−x/2). */
function ratio(value: number, degreesOfFreedom: 1 | 2): LikelihoodRatio {
  const statistic = Math.max(value, 0);
  return { statistic, pValue: degreesOfFreedom === 1 ? erfc(Math.sqrt(statistic / 2)) : exp(-statistic / 2) };
}

/** P(X ≤ x) for X binomial (n, p), summed from its terms, each from the one before in logarithms. */
function binomialCdf(x: number, n: number, p: number): number {
  let logTerm = n * log1p(-p);
  let total = exp(logTerm);
  for (let k = 1; k <= x; k++) {
    logTerm += log((n - k + 1) / k) + log(p) - log1p(-p);
    total += exp(logTerm);
  }
  return Math.min(total, 1);
}
