/**
 * One step of a process X_t = ∫₀ᵗ K(t − s) dM_s whose kernel is a sum of exponentials but for the step just gone, where it is exact.
 *
 * Over a step of length Δ, u being the time left to its end, the martingale M counts by two integrals
 *
 *   χ = ∫ dM,   ε = ∫ (K(u) − β) dM,   β = ∫K/Δ
 *
 * that have no covariance, and of which K's own is β χ + ε. Each exponential's is taken as its projection on the two. So X at the step's
 * end is exact given the past's factors, and a factor's later share is right in all that χ and ε say of it: of t^(H−½) a step back they
 * leave 1e-3 of its variance at H = 0.1.
 *
 * @see Bennedsen, Lunde and Pakkanen (2017), Hybrid scheme for Brownian semistationary processes, whose κ = 1 has χ alone for the past
 */

import type { Years } from '../base/units.js';
import { gaussLegendre } from '../math/quadrature.js';
import { type Exponential, type FractionalKernel, kernelAt, kernelIntegral } from './fractional-kernel.js';

/** What a factor w e^(−xt) does in a step. */
export interface CellFactor {
  /** e^(−xΔ) */
  readonly decay: number;
  /** Of χ and of ε that it takes. */
  readonly ofChi: number;
  readonly ofEpsilon: number;
  /** Its mean over the step as a share of what it is at the start: with even weights, and with those of K². */
  readonly evenly: number;
  readonly near: number;
}

export interface Cell {
  readonly beta: number;
  /** ∫K² and, of it, ∫(K − β)². */
  readonly square: number;
  readonly rest: number;
  /** Covariance of ∫X over the step with χ, as a share of χ's variance. */
  readonly integral: number;
  readonly factors: readonly CellFactor[];
}

/** u = Δ v^p makes K² du even in v; the rest are then powers of v up to 2p, and exponentials. */
const RULE = gaussLegendre(64);

/** (1 − e^(−z))/z */
const meanDecay = (z: number): number => (z === 0 ? 1 : -Math.expm1(-z) / z);

/** @param length  Δ > 0 */
export function cellOf(kernel: FractionalKernel, exponentials: readonly Exponential[], length: Years): Cell {
  const power = 1 / (2 * kernel.alpha - 1);
  const nodes = RULE.points.map((point, i) => {
    const v = (1 + point) / 2;
    const u = length * v ** power;
    return { u, weight: (RULE.weights[i] / 2) * power * v ** (power - 1), value: kernelAt(kernel, u) };
  });
  const mean = (f: (node: (typeof nodes)[number]) => number) => nodes.reduce((sum, node) => sum + node.weight * f(node), 0);
  const beta = kernelIntegral(kernel, length) / length;
  const square = length * mean(({ value }) => value * value);
  // By difference it would lose its digits where the kernel is nearly even.
  const rest = kernel.alpha === 1 ? 0 : length * mean(({ value }) => (value - beta) ** 2);
  return {
    beta,
    square,
    rest,
    integral: mean(({ u }) => kernelIntegral(kernel, u)),
    factors: exponentials.map(({ rate, weight }) => ({
      decay: Math.exp(-rate * length),
      ofChi: weight * meanDecay(rate * length),
      ofEpsilon: rest === 0 ? 0 : (weight * length * mean(({ u, value }) => Math.exp(-rate * u) * (value - beta))) / rest,
      evenly: meanDecay(rate * length),
      near: (length / square) * mean(({ u, value }) => value * value * Math.exp(-rate * (length - u))),
    })),
  };
}
