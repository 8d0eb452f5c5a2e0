/**
 * Profit and loss of an option book between two markets, explained in two ways.
 *
 * - By Greek, at the first market: δ dS + ½ γ dS² + vega dσ + ½ volga dσ² + vanna dS dσ + θ dt + ρ dr + (dividend rho) dq. What is left is
 *   unexplained: higher orders, and dividends on the dates that pass, whose fall is in dS.
 * - By risk factor, by full revaluation: each factor moved alone from the first market to the second; what is left is the cross effect. On
 *   request it is divided over pairs: V(i, j) − V(i) − V(j) + V with the factors i and j moved, and what is left is of three factors or more.
 */
import { GREEKS } from '../formula/greeks.js';
import { bookGreeks, bookValue, GREEKS_PER_POSITION, type OptionBook, unmoved } from './option-book.js';
import { EXPLAINED_FACTORS, type ExplainedFactor } from './requests.js';

const EXPLAINED_GREEKS = ['delta', 'gamma', 'vega', 'volga', 'vanna', 'theta', 'rho', 'dividendRho'] as const;
type ExplainedGreek = (typeof EXPLAINED_GREEKS)[number];

interface Explained {
  readonly total: number;
  readonly byGreek: Readonly<Record<ExplainedGreek, number>>;
  /** `total` less the sum over Greeks. */
  readonly unexplained: number;
  readonly byFactor: Readonly<Record<ExplainedFactor, number>>;
  /** `total` less the sum over factors. */
  readonly cross: number;
  /** Cross effect of each pair of factors, on request: the effect of both moved together less the effects of each alone. */
  readonly crossTerms?: { readonly factors: [ExplainedFactor, ExplainedFactor]; readonly value: number }[];
  /** `cross` less the sum over pairs. */
  readonly higherOrder?: number;
}

const greekIndex = Object.fromEntries(GREEKS.map((name, i) => [name, i])) as Record<(typeof GREEKS)[number], number>;

/**
 * @param start and end hold the same positions, in one order; their times to expiry differ by the time that passes
 * @param moved the first market with some factors of the second
 * @param withPairs whether pairs of factors are moved together too
 */
export function explainProfitAndLoss(
  start: OptionBook,
  end: OptionBook,
  moved: (factors: readonly ExplainedFactor[]) => OptionBook = (factors) => ({
    ...start,
    ...Object.fromEntries(factors.map((factor) => [factor, end[factor]])),
  }),
  withPairs = false,
): Explained {
  const value = (book: OptionBook) => bookValue(book, unmoved(book));
  const base = value(start);
  const total = value(end) - base;
  const greeks = bookGreeks(start);
  const byGreek = Object.fromEntries(EXPLAINED_GREEKS.map((name) => [name, 0])) as Record<ExplainedGreek, number>;
  for (let i = 0; i < start.quantity.length; i++) {
    const greek = (name: (typeof GREEKS)[number]) => start.quantity[i]! * greeks[i * GREEKS_PER_POSITION + greekIndex[name]]!;
    const dS = end.spot[i]! - start.spot[i]!;
    const dVol = end.volatility[i]! - start.volatility[i]!;
    byGreek.delta += greek('delta') * dS;
    byGreek.gamma += 0.5 * greek('gamma') * dS * dS;
    byGreek.vega += greek('vega') * dVol;
    byGreek.volga += 0.5 * greek('volga') * dVol * dVol;
    byGreek.vanna += greek('vanna') * dS * dVol;
    byGreek.theta += greek('theta') * (start.time[i]! - end.time[i]!);
    byGreek.rho += greek('rho') * (end.rate[i]! - start.rate[i]!);
    byGreek.dividendRho += greek('dividendRho') * (end.dividend[i]! - start.dividend[i]!);
  }
  const byFactor = Object.fromEntries(EXPLAINED_FACTORS.map((factor) => [factor, value(moved([factor])) - base])) as Record<
    ExplainedFactor,
    number
  >;
  const remainder = (parts: Readonly<Record<string, number>>) => total - Object.values(parts).reduce((all, part) => all + part, 0);
  const explained = { total, byGreek, unexplained: remainder(byGreek), byFactor, cross: remainder(byFactor) };
  if (!withPairs) return explained;
  const crossTerms = EXPLAINED_FACTORS.flatMap((first, i) =>
    EXPLAINED_FACTORS.slice(i + 1).map((second): { factors: [ExplainedFactor, ExplainedFactor]; value: number } => ({
      factors: [first, second],
      value: value(moved([first, second])) - base - byFactor[first] - byFactor[second],
    })),
  );
  const higherOrder = crossTerms.reduce((rest, pair) => rest - pair.value, explained.cross);
  return { ...explained, crossTerms, higherOrder };
}
