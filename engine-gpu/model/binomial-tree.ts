/**
 * Binomial trees of a lognormal asset: S moves to S·u or S·d in each of n steps of length Δt = T/n.
 *
 *   crr            u = e^(σ√Δt), d = 1/u, p = (M − d)/(u − d),  M = e^((r−q)Δt)
 *   jarrow_rudd    u, d = e^((r−q−σ²/2)Δt ± σ√Δt), p = ½
 *   tian           u, d = MV/2·(V + 1 ± √(V² + 2V − 3)), V = e^(σ²Δt), p = (M − d)/(u − d)
 *   trigeorgis     u = e^h, d = 1/u, h = √(σ²Δt + ν²Δt²), p = ½ + ν Δt/(2h), ν = r − q − σ²/2
 *   leisen_reimer  p = B(d₂), p′ = B(d₁), u = M p′/p, d = M (1 − p′)/(1 − p), B the Peizer-Pratt inversion; n odd
 *
 * The Cox-Ross-Rubinstein tree needs |r − q|√Δt ≤ σ, or p is outside [0, 1]; the others are valid for every σ > 0.
 *
 * @see J. C. Cox, S. A. Ross, M. Rubinstein (1979); R. Jarrow, A. Rudd (1983); Y. Tian (1993); L. Trigeorgis (1991);
 *      D. P. J. Leisen, M. Reimer (1996), Binomial models for option valuation: examining and improving convergence
 */

import type { Price, Rate, Volatility, Years } from '../base/units.js';
import { logForwardMoneyness } from '../formula/black-scholes.js';
import type { TreeType } from '../market/model-parameters.js';
import { exp, expm1 } from '../math/elementary/exp.js';
import { hypot } from '../math/elementary/roots.js';

export interface BinomialTree {
  readonly steps: number;
  /** Factors of an up and a down move, u > d > 0. */
  readonly up: number;
  readonly down: number;
  /** Risk-neutral probability of an up move. */
  readonly probability: number;
}

export interface BinomialTerms {
  readonly spot: Price;
  readonly strike: Price;
  /** r and q, decimal, continuously compounded. */
  readonly rate: Rate;
  readonly dividend: Rate;
  /** σ > 0 */
  readonly volatility: Volatility;
  /** T > 0 */
  readonly time: Years;
}

type Build = (terms: BinomialTerms, steps: number) => Omit<BinomialTree, 'steps'>;

const crr: Build = ({ rate, dividend, volatility, time }, steps) => {
  const dt = time / steps;
  const up = exp(volatility * Math.sqrt(dt));
  const down = 1 / up;
  return { up, down, probability: (exp((rate - dividend) * dt) - down) / (up - down) };
};

const jarrowRudd: Build = ({ rate, dividend, volatility, time }, steps) => {
  const dt = time / steps;
  const drift = (rate - dividend - 0.5 * volatility * volatility) * dt;
  const move = volatility * Math.sqrt(dt);
  return { up: exp(drift + move), down: exp(drift - move), probability: 0.5 };
};

const tian: Build = ({ rate, dividend, volatility, time }, steps) => {
  const dt = time / steps;
  const growth = exp((rate - dividend) * dt);
  const excess = expm1(volatility * volatility * dt);
  const v = 1 + excess;
  // V² + 2V − 3 = (V − 1)(V + 3)
  const root = Math.sqrt(excess * (v + 3));
  const up = 0.5 * growth * v * (v + 1 + root);
  // u·d = (M V)²
  const down = (growth * v * (growth * v)) / up;
  return { up, down, probability: (growth - down) / (up - down) };
};

const trigeorgis: Build = ({ rate, dividend, volatility, time }, steps) => {
  const dt = time / steps;
  const drift = (rate - dividend - 0.5 * volatility * volatility) * dt;
  const move = hypot(volatility * Math.sqrt(dt), drift);
  return { up: exp(move), down: exp(-move), probability: 0.5 + (0.5 * drift) / move };
};

const leisenReimer: Build = ({ spot, strike, rate, dividend, volatility, time }, steps) => {
  const growth = exp(((rate - dividend) * time) / steps);
  const s = volatility * Math.sqrt(time);
  const h = logForwardMoneyness(spot, strike, rate, time, dividend) / s;
  const under = peizerPratt(h - 0.5 * s, steps);
  const over = peizerPratt(h + 0.5 * s, steps);
  return {
    up: (growth * over.probability) / under.probability,
    down: (growth * over.complement) / under.complement,
    probability: under.probability,
  };
};

/**
 * The probability of a binomial distribution of n trials that exceeds n/2 with probability Φ(z): method 2 of Peizer and Pratt (1968).
 *
 *   B(z) = ½ + sign(z) ½ √(1 − exp(−(z / (n + ⅓ + 0.1/(n + 1)))² (n + ⅙)))
 *
 * @returns B(z) and 1 − B(z), each with relative accuracy
 */
function peizerPratt(z: number, n: number): { probability: number; complement: number } {
  const scaled = z / (n + 1 / 3 + 0.1 / (n + 1));
  const exponent = -scaled * scaled * (n + 1 / 6);
  const root = Math.sqrt(-expm1(exponent));
  const large = 0.5 * (1 + root);
  const small = (0.25 * exp(exponent)) / large;
  return z >= 0 ? { probability: large, complement: small } : { probability: small, complement: large };
}

const builders: Record<TreeType, Build> = { crr, jarrow_rudd: jarrowRudd, tian, trigeorgis, leisen_reimer: leisenReimer };

/** The tree of the given type. An even number of steps is raised by one for the Leisen-Reimer tree. */
export function buildBinomialTree(type: TreeType, terms: BinomialTerms, steps: number): BinomialTree {
  const count = type === 'leisen_reimer' ? steps + 1 - (steps % 2) : steps;
  return { steps: count, ...builders[type](terms, count) };
}
