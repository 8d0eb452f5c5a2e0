/**
 * One step of a Volterra process X_t = ∫₀ᵗ K(t − s) dM_s. The kernel K is exact over the current step and a sum of exponentials before it.
 *
 * Over a step of length Δ, with u the time left to its end, the martingale M enters by two uncorrelated integrals
 *
 *   χ = ∫ dM,   ε = ∫ (K(u) − β) dM,   β = ∫K/Δ
 *
 * so that ∫ K dM = β χ + ε. The integral of each exponential is replaced by its projection on χ and ε. X at the end of the step is therefore
 * exact given the factors of the past, and what the projection leaves of the kernel t^(H−½) one step later is 1e-3 of its variance at
 * H = 0.1.
 *
 * @see Bennedsen, Lunde and Pakkanen (2017), Hybrid scheme for Brownian semistationary processes; their scheme with κ = 1 uses χ alone for
 *      the past
 */

import type { Years } from '../base/units.js';
import { decayIntegral } from '../math/decay.js';
import { exp } from '../math/elementary/exp.js';
import { pow, squareOf } from '../math/elementary/pow.js';
import { gaussLegendre } from '../math/quadrature.js';
import { type Exponential, type FractionalKernel, kernelAt, kernelIntegral } from './fractional-kernel.js';

/** Coefficients of the factor of the exponential w e^(−xt) over a step. */
interface CellFactor {
  /** e^(−xΔ), by which its value at the start decays. */
  readonly decay: number;
  /** Regression coefficients of its integral over the step on χ and on ε. */
  readonly ofChi: number;
  readonly ofEpsilon: number;
  /** Its mean over the step divided by its value at the start: with equal weights, and with weights K(u)². */
  readonly evenly: number;
  readonly near: number;
}

/** Coefficients of one step. */
export interface Cell {
  /** Mean of K over the step. */
  readonly beta: number;
  /** ∫K² over the step, and its part ∫(K − β)². */
  readonly square: number;
  readonly rest: number;
  /** Regression coefficient of ∫X over the step on χ. */
  readonly integral: number;
  readonly factors: readonly CellFactor[];
}

/** Rule in v, u = Δ v^p: K² du is constant in v near 0, and the other integrands are powers of v up to 2p and exponentials. */
const CELL_RULE = gaussLegendre(64);

/** (1 − e^(−z))/z, the mean of e^(−zs) over s in [0, 1]. */
const meanDecay = (z: number): number => decayIntegral(z, 1);

/**
 * The coefficients of a step, relative error 1e-8.
 *
 * @param exponentials  approximation of the kernel before the step
 * @param length        Δ > 0, years
 */
export function cellOf(kernel: FractionalKernel, exponentials: readonly Exponential[], length: Years): Cell {
  const power = 1 / (2 * kernel.alpha - 1);
  const nodes = CELL_RULE.points.map((point, i) => {
    const v = (1 + point) / 2;
    const u = length * pow(v, power);
    return { u, weight: (CELL_RULE.weights[i]! / 2) * power * pow(v, power - 1), value: kernelAt(kernel, u) };
  });
  const mean = (f: (node: (typeof nodes)[number]) => number) => nodes.reduce((sum, node) => sum + node.weight * f(node), 0);
  const beta = kernelIntegral(kernel, length) / length;
  const square = length * mean(({ value }) => value * value);
  // The mean of squares keeps the digits that a difference of two integrals would lose if the kernel is nearly constant.
  const rest = kernel.alpha === 1 ? 0 : length * mean(({ value }) => squareOf(value - beta));
  return {
    beta,
    square,
    rest,
    integral: mean(({ u }) => kernelIntegral(kernel, u)),
    factors: exponentials.map(({ rate, weight }) => ({
      decay: exp(-rate * length),
      ofChi: weight * meanDecay(rate * length),
      ofEpsilon: rest === 0 ? 0 : (weight * length * mean(({ u, value }) => exp(-rate * u) * (value - beta))) / rest,
      evenly: meanDecay(rate * length),
      near: (length / square) * mean(({ u, value }) => value * value * exp(-rate * (length - u))),
    })),
  };
}
