/** European and American options on a recombining binomial lattice. */
import { invalid } from '../base/failure.js';
import type { DiscountFactor, Price } from '../base/units.js';
import { accumulatedRate, type Curve, zeroRate } from '../market/curve.js';
import type { TreeType } from '../market/model-parameters.js';
import { exp, expm1 } from '../math/elementary/exp.js';
import { log } from '../math/elementary/log.js';
import { squareOf } from '../math/elementary/pow.js';
import { type BinomialTerms, type BinomialTree, buildBinomialTree } from '../model/binomial-tree.js';

interface TreeOption extends Omit<BinomialTerms, 'rate'> {
  /** +1 for a call, −1 for a put. */
  readonly sign: 1 | -1;
  readonly american: boolean;
}

/**
 * Price on the lattice that is built for the zero rate to expiry. Under a curve, an American option uses the forward rate of each step: its
 * discount factor, and a probability shifted so that the expected growth of the step is that of the forward rate.
 *
 * @throws EngineFailure `invalid` at `/params/steps` or `/market/curve` where a probability is outside [0, 1]
 */
export function optionOnTree(option: TreeOption, curve: Curve, { steps, treeType }: { steps: number; treeType: TreeType }): Price {
  const { spot, strike, time, volatility, sign, american } = option;
  const terms = { ...option, rate: zeroRate(curve, time) };
  if (volatility * Math.sqrt(time) === 0) return deterministicValue(option, curve, steps);
  const tree = buildBinomialTree(treeType, terms, steps);
  requireProbability(tree, terms);
  if (!american) return europeanOnTree(tree, spot, strike, exp(-terms.rate * time), sign);
  const { discounts, probabilities } = alongCurve(tree, terms, curve);
  return americanOnTree(tree, spot, strike, discounts, probabilities, sign);
}

/** Discount factor and probability of each step. On a flat curve they are the lattice's own, up to rounding. */
function alongCurve({ steps, up, down, probability }: BinomialTree, { rate, dividend, time }: BinomialTerms, curve: Curve) {
  const dt = time / steps;
  const discounts = new Float64Array(steps);
  const probabilities = new Float64Array(steps);
  const mean = exp((rate - dividend) * dt);
  for (let i = 0; i < steps; i++) {
    const accrued = accumulatedRate(curve, (i + 1) * dt) - accumulatedRate(curve, i * dt);
    discounts[i] = exp(-accrued);
    probabilities[i] = probability + (mean * expm1(accrued - rate * dt)) / (up - down);
    if (!(probabilities[i]! >= 0 && probabilities[i]! <= 1))
      throw invalid(
        '/market/curve',
        `must have forward rates that are small against the lattice's moves; step ${i} of ${steps} has probability ${probabilities[i]}`,
      );
  }
  return { discounts, probabilities };
}

/** The value without volatility, where the asset follows its forward: the best exercise date of the lattice, or expiry if European. */
function deterministicValue({ spot, strike, dividend, time, sign, american }: TreeOption, curve: Curve, steps: number): Price {
  const exercisedAt = (t: number) => Math.max(sign * (spot * exp(-dividend * t) - strike * exp(-accumulatedRate(curve, t))), 0);
  if (!american) return exercisedAt(time);
  let best = 0;
  for (let i = 0; i <= steps; i++) best = Math.max(best, exercisedAt((i / steps) * time));
  return best;
}

/** Refuses a lattice whose probability is outside [0, 1] because the drift of a step exceeds its moves. */
function requireProbability({ probability }: BinomialTree, { rate, dividend, volatility, time }: BinomialTerms): void {
  if (probability >= 0 && probability <= 1) return;
  const minSteps = Math.ceil(squareOf((rate - dividend) / volatility) * time);
  throw invalid('/params/steps', `must be at least ${minSteps} for this tree, rate and volatility; now its probability is ${probability}`);
}

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
function europeanOnTree(
  { steps, up, down, probability }: BinomialTree,
  spot: Price,
  strike: Price,
  discount: DiscountFactor,
  sign: 1 | -1,
): Price {
  const mode = Math.min(steps, Math.floor((steps + 1) * probability));
  const logDown = log(down);
  const logMove = log(up) - logDown;
  const payoff = (j: number) => Math.max(sign * (spot * exp(steps * logDown + j * logMove) - strike), 0);
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
  const logDown = log(down);
  const logMove = log(up) - logDown;
  for (let j = 0; j <= steps; j++) {
    assets[j] = sign * spot * exp(steps * logDown + j * logMove);
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
      const continuation = rise * high + fall * low;
      const exercised = asset - signedStrike;
      values[j] = continuation > exercised ? continuation : exercised;
      low = high;
    }
  }
  return values[0]!;
}
