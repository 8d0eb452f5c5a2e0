/** Sums over the paths of a batch: their layout in one array, and the arithmetic of exposures, margin and weights on paths. */
import type { PathCredit } from '../paths/path-credit.js';
import type { Weighting } from '../sensitivities/path-amounts.js';
/** Levels of the potential future exposure that every row estimates. */
export const PFE_LEVELS = [0.95, 0.99] as const;

/**
 * Numbers per set and exposure date: Σ max(E, 0)/B, Σ max(−E, 0)/B, quantiles of max(E, 0), averaged over rows, Σ requirement/B and Σ IM/B.
 * Where intensities move, the same with the probabilities of default and of the survival that funding counts with. Where the requirement is
 * shared among trades, its derivatives with respect to the two add-ons.
 */
export const REQUIREMENT = 2 + PFE_LEVELS.length;
export const INITIAL_MARGIN = REQUIREMENT + 1;
export const DEFAULT_GAIN = REQUIREMENT + 2;
export const DEFAULT_LOSS = REQUIREMENT + 3;
export const FUNDED_GAIN = REQUIREMENT + 4;
export const FUNDED_LOSS = REQUIREMENT + 5;
export const FUNDED_MARGIN = REQUIREMENT + 6;
export const ADD_ONS = REQUIREMENT + 7;
/** Sums of a control variate: Σ X and Σ X² of the discounted value X, whose mean is known, and Σ A X of each of the amounts A that it controls. */
export const CONTROL = ADD_ONS + 2;
/** The known mean of X itself, which is that of the market that is simulated: parts of a moved market are combined by the plan of another. */
export const KNOWN_MEAN = CONTROL + 2 + 7;
export const SUMS = KNOWN_MEAN + 1;
/** Sums of the amounts that a known mean controls. */
export const CONTROLLED = [0, 1, REQUIREMENT, DEFAULT_GAIN, DEFAULT_LOSS, FUNDED_GAIN, FUNDED_LOSS] as const;

/** Index of the first of the sums of a set and an exposure date. */
export const sumsAt = (numExposures: number, set: number, exposure: number): number => SUMS * (set * numExposures + exposure);

/**
 * Initial margin on a path: a multiple of the standard deviation of gradient·ΔS.
 *
 * @param directions  if given, receives the derivatives with respect to the gradient
 */
export function marginOf(
  gradients: readonly Float64Array[],
  covariance: readonly (readonly number[])[],
  quantile: number,
  p: number,
  directions: readonly Float64Array[] | undefined,
): number {
  let variance = 0;
  for (let i = 0; i < gradients.length; i++)
    for (let j = 0; j < gradients.length; j++) variance += gradients[i]![p]! * gradients[j]![p]! * covariance[i]![j]!;
  const deviation = Math.sqrt(Math.max(variance, 0));
  if (directions !== undefined)
    for (let i = 0; i < gradients.length; i++) {
      let sum = 0;
      for (let j = 0; j < gradients.length; j++) sum += covariance[i]![j]! * gradients[j]![p]!;
      directions[i]![p] = deviation > 0 ? (quantile * sum) / deviation : 0;
    }
  return quantile * deviation;
}

/** Writes ∂(amount)/∂E on each path, deflated. */
export function exposureWeights(
  weighting: Exclude<Weighting, 'margin' | 'capital'>,
  exposure: Float64Array,
  deflator: Float64Array,
  parties: PathCredit | undefined,
  count: number,
  into: Float64Array,
): void {
  const gains = weighting === 'ee' || weighting === 'cva' || weighting === 'fca';
  const probability =
    weighting === 'cva'
      ? parties?.counterparty
      : weighting === 'dva'
        ? parties?.own
        : weighting === 'ee' || weighting === 'nee'
          ? undefined
          : parties?.funded;
  for (let p = 0; p < count; p++) into[p] = gains ? (exposure[p]! > 0 ? deflator[p]! : 0) : exposure[p]! < 0 ? -deflator[p]! : 0;
  if (probability !== undefined) for (let p = 0; p < count; p++) into[p] = into[p]! * probability[p]!;
}

/**
 * Adds what a control variate needs: the discounted value and its square, and its products with the discounted exposures and requirement.
 *
 * @param required  the requirement of each path, where one is asked
 */
export function addControl(
  deflator: Float64Array,
  worth: Float64Array,
  exposure: Float64Array,
  required: Float64Array | undefined,
  parties: PathCredit | undefined,
  count: number,
  sums: Float64Array,
  place: number,
): void {
  const first = place + CONTROL;
  const add = (i: number, amount: number): void => {
    sums[first + i] = sums[first + i]! + amount;
  };
  for (let p = 0; p < count; p++) {
    const value = deflator[p]! * worth[p]!;
    const [gain, loss] = [Math.max(deflator[p]! * exposure[p]!, 0), Math.max(-deflator[p]! * exposure[p]!, 0)];
    add(0, value);
    add(1, value * value);
    add(2, gain * value);
    add(3, loss * value);
    if (required !== undefined) add(4, deflator[p]! * required[p]! * value);
    if (parties === undefined) continue;
    add(5, gain * parties.counterparty[p]! * value);
    add(6, loss * parties.own[p]! * value);
    add(7, gain * parties.funded[p]! * value);
    add(8, loss * parties.funded[p]! * value);
  }
}

/** Adds Σ max(E, 0)/B and Σ max(−E, 0)/B. Both parts are formed without a branch, which would be mispredicted on half of the paths. */
export function addGainsAndLosses(deflator: Float64Array, value: Float64Array, count: number, sums: Float64Array, place: number): void {
  let [gained, lost] = [0, 0];
  for (let p = 0; p < count; p++) {
    const discounted = deflator[p]! * value[p]!;
    const size = Math.abs(discounted);
    gained += 0.5 * (size + discounted);
    lost += 0.5 * (size - discounted);
  }
  sums[place] = sums[place]! + gained;
  sums[place + 1] = sums[place + 1]! + lost;
}

/** Adds gains and losses weighted with the probabilities of default, and with those of the survival that funding counts with. */
export function addWeighted(
  { counterparty, own: ownDefault, funded }: PathCredit,
  deflator: Float64Array,
  value: Float64Array,
  count: number,
  sums: Float64Array,
  place: number,
): void {
  let [gain, loss, fundedGain, fundedLoss] = [0, 0, 0, 0];
  for (let p = 0; p < count; p++) {
    const discounted = deflator[p]! * value[p]!;
    if (discounted > 0) {
      gain += discounted * counterparty[p]!;
      fundedGain += discounted * funded[p]!;
    } else {
      loss -= discounted * ownDefault[p]!;
      fundedLoss -= discounted * funded[p]!;
    }
  }
  sums[place + DEFAULT_GAIN] = sums[place + DEFAULT_GAIN]! + gain;
  sums[place + DEFAULT_LOSS] = sums[place + DEFAULT_LOSS]! + loss;
  sums[place + FUNDED_GAIN] = sums[place + FUNDED_GAIN]! + fundedGain;
  sums[place + FUNDED_LOSS] = sums[place + FUNDED_LOSS]! + fundedLoss;
}
