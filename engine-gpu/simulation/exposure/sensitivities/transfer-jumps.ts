/**
 * The part of derivatives that comes from the jump of collateral at the minimum transfer.
 *
 * Collateral is 0 until the value V at the start of the margin period is a minimum transfer m beyond a threshold H, and m from there on. So the mean of an
 * amount A of a later date has besides the derivative of each path
 *
 *   φ(H + m) · E[(A with collateral m − A with none) ∂V/∂θ | V = H + m]
 *
 * and the same at −(H + m), with φ the density of V. That is the moment of ∂V/∂θ with the weights K((V − H − m)/h)/h · (A with m − A with none): it is
 * added to the weights of the moments of V. K(u) = ¾(1 − u²) as at boundaries of exercise (exercise-jumps.ts), h in terms of the deviation of V in the batch.
 *
 * @see G. Liu, L. J. Hong (2011), Kernel estimation of the Greeks for options with discontinuous payoffs, Operations Research 59, 96–108
 */

import { squareOf } from '../../../math/elementary/pow.js';
import type { Layout } from '../../../random/lattice.js';
import type { CollateralTerms } from '../paths/collateral.js';
import { BATCH } from '../paths/path-arithmetic.js';
import { kernel, kernelWidth } from './exercise-jumps.js';
import { amountsOf, type PathTerms, type PlannedAmounts } from './path-amounts.js';

/**
 * Narrower than at boundaries of exercise: the replacement cost of SA-CCR has a kink at H + m too, which makes the bias of the order of h. At 8 192 paths KVA's
 * sensitivity of a swap was off by a fifth of the jump with 1.5, and by 3 % with this.
 */
const TRANSFER_BANDWIDTH = 0.3;

interface TransferJumps {
  /** Per amount, deflated weights of the paths of the present exposure. */
  readonly weights: readonly Float64Array[];
  /** @param value  of the netting set, without collateral; @param valueBefore  at the start of the margin period */
  readonly find: (exposure: number, value: Float64Array, valueBefore: Float64Array, terms: PathTerms, count: number) => void;
}

/** Absent where collateral does not jump. */
export function openTransferJumps(
  collateral: CollateralTerms | undefined,
  planned: PlannedAmounts,
  layout: Layout,
): TransferJumps | undefined {
  if (collateral === undefined || collateral.minimumTransfer === 0) return undefined;
  const { threshold, ownThreshold, minimumTransfer } = collateral;
  const weights = planned.weightings.map(() => new Float64Array(BATCH));
  const amounts = amountsOf(planned);
  const [low, high] = [new Float64Array(weights.length), new Float64Array(weights.length)];
  const width = kernelWidth(layout, TRANSFER_BANDWIDTH);
  /** The values at which collateral jumps as the value rises, and both sides of each jump. */
  const jumps = [
    { value: threshold + minimumTransfer, from: 0, to: minimumTransfer },
    { value: -ownThreshold - minimumTransfer, from: -minimumTransfer, to: 0 },
  ];
  return {
    weights,
    find: (exposure, value, valueBefore, terms, count) => {
      for (const each of weights) each.fill(0, 0, count);
      const distance = width * deviationOf(valueBefore, count);
      if (distance === 0) return;
      for (const { value: boundary, from, to } of jumps)
        for (let p = 0; p < count; p++) {
          const weight = (terms.deflator[p]! * kernel((valueBefore[p]! - boundary) / distance)) / distance;
          if (weight === 0) continue;
          amounts(exposure, p, value[p]!, from, terms, low);
          amounts(exposure, p, value[p]!, to, terms, high);
          for (let w = 0; w < weights.length; w++) weights[w]![p] = weights[w]![p]! + weight * (high[w]! - low[w]!);
        }
    },
  };
}

function deviationOf(values: Float64Array, count: number): number {
  let [sum, squares] = [0, 0];
  for (let p = 0; p < count; p++) sum += values[p]!;
  const mean = sum / count;
  for (let p = 0; p < count; p++) squares += squareOf(values[p]! - mean);
  return Math.sqrt(squares / count);
}
