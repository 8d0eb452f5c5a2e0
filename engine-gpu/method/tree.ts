/** European and American options on a recombining binomial lattice. */

import type { DiscountFactor, Price } from '../base/units.js';
import type { BinomialTree } from '../model/binomial-tree.js';

/**
 * European value: the discounted expectation of the payoff over the n + 1 final nodes.
 *
 *   V = D Σⱼ C(n, j) pʲ (1 − p)ⁿ⁻ʲ max(θ(S uʲ dⁿ⁻ʲ − K), 0)
 *
 * One pass: each weight follows from its neighbour, outwards from the largest, and all are normalised by their sum, so that no binomial
 * coefficient overflows. Equal to the backward induction up to rounding, about 1e-14 of S.
 *
 * @param discount  D, to expiry
 * @param sign      θ, +1 call, −1 put
 */
export function europeanOnTree(
  { steps, up, down, probability }: BinomialTree,
  spot: Price,
  strike: Price,
  discount: DiscountFactor,
  sign: 1 | -1,
): Price {
  const mode = Math.min(steps, Math.floor((steps + 1) * probability));
  const logDown = Math.log(down);
  const logMove = Math.log(up) - logDown;
  const payoff = (j: number) => Math.max(sign * (spot * Math.exp(steps * logDown + j * logMove) - strike), 0);
  const odds = probability / (1 - probability);
  let weight = 1;
  let weights = 1;
  let sum = payoff(mode);
  for (let j = mode + 1; j <= steps && weight > 0; j++) {
    weight *= ((steps - j + 1) / j) * odds;
    weights += weight;
    sum += weight * payoff(j);
  }
  weight = 1;
  for (let j = mode - 1; j >= 0 && weight > 0; j--) {
    weight *= (j + 1) / ((steps - j) * odds);
    weights += weight;
    sum += weight * payoff(j);
  }
  return (discount * sum) / weights;
}

/**
 * American value by backward induction, with exercise at every node where it is worth more, including today.
 *
 *   V_i,j = max(D_i [p_i V_i+1,j+1 + (1 − p_i) V_i+1,j],  θ(S uʲ dⁱ⁻ʲ − K))
 *
 * O(n²) operations; one array of values and one of asset prices, both updated in place. Rounding is about n ulp of S.
 *
 * @param discounts      D_i, over step i
 * @param probabilities  p_i, of an up move in step i
 */
export function americanOnTree(
  { steps, up, down }: BinomialTree,
  spot: Price,
  strike: Price,
  discounts: Float64Array,
  probabilities: Float64Array,
  sign: 1 | -1,
): Price {
  const values = new Float64Array(steps + 1);
  // θS, so that the exercise value is a single subtraction for calls and puts alike.
  const assets = new Float64Array(steps + 1);
  const signedStrike = sign * strike;
  const logDown = Math.log(down);
  const logMove = Math.log(up) - logDown;
  for (let j = 0; j <= steps; j++) {
    assets[j] = sign * spot * Math.exp(steps * logDown + j * logMove);
    values[j] = Math.max(assets[j]! - signedStrike, 0);
  }
  const back = 1 / down;
  for (let i = steps - 1; i >= 0; i--) {
    const rise = discounts[i]! * probabilities[i]!;
    const fall = discounts[i]! * (1 - probabilities[i]!);
    let low = values[0]!;
    for (let j = 0; j <= i; j++) {
      const high = values[j + 1]!;
      const asset = assets[j]! * back;
      assets[j] = asset;
      const held = rise * high + fall * low;
      const exercised = asset - signedStrike;
      values[j] = held > exercised ? held : exercised;
      low = high;
    }
  }
  return values[0]!;
}
