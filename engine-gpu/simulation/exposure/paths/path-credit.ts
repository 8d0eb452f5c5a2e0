/**
 * Default and survival of both parties on paths whose default intensities move with the market (wrong-way risk).
 *
 * The probability of survival to s that a path has is S(0, s) times a lognormal factor (survivalLogarithm in model/cross-asset.ts) whose mean,
 * for payments at the end of a bucket, is 1. So each bucket's mean default probability is that of the survival curve.
 */
import type { Years } from '../../../base/units.js';
import { exp, expm1 } from '../../../math/elementary/exp.js';
import { log } from '../../../math/elementary/log.js';
import { type CrossAssetModel, type LinearForm, survivalLogarithm } from '../../../model/cross-asset.js';
import { exponentialOf } from './path-values.js';
import type { BucketShare, ProfilePoint } from './profile-points.js';
import { BATCH } from './state-paths.js';

interface PartySurvival {
  /** Index of the model's intensity; absent where the party's does not move. */
  readonly hazard?: number | undefined;
  /** S(0, ·) today, first at time 0, then at the end of each bucket; absent: it never defaults. */
  readonly survival?: readonly number[] | undefined;
}

export interface CreditTerms {
  readonly counterparty: PartySurvival;
  readonly own: PartySurvival;
  readonly firstToDefault: boolean;
  readonly fundingSurvivalWeighted: boolean;
}

/** Factors of a party's survival to the start and to the end of a bucket, for payments at one of them. */
interface DatedParty {
  readonly atStart: number;
  readonly atEnd: number;
  /** Logarithm of the path's part at the end, without the constant; absent where the intensity does not move. */
  readonly moving?: LinearForm | undefined;
}

/** The credit of an exposure, which counts in one bucket. */
export interface DatedCredit {
  readonly edge: BucketShare['edge'];
  readonly counterparty: DatedParty;
  readonly own: DatedParty;
}

/**
 * @param times   ends of the buckets
 * @param points  each of which counts in one bucket at most; at the start of a bucket, survival to its end is what is expected there
 */
export function datedCredit(
  model: CrossAssetModel,
  credit: CreditTerms,
  times: readonly Years[],
  points: readonly ProfilePoint[],
): DatedCredit[] {
  const partyAt = ({ hazard, survival }: PartySurvival, { time, shares: [counted] }: ProfilePoint): DatedParty => {
    if (counted === undefined) return { atStart: 0, atEnd: 0 };
    const { bucket: k } = counted;
    const [survivalBefore, survivalAfter] = survival === undefined ? [1, 1] : [survival[k], survival[k + 1]];
    if (hazard === undefined) return { atStart: survivalBefore!, atEnd: survivalAfter! };
    const form = (survived: Years): LinearForm => survivalLogarithm(model, hazard, survived, time);
    const [start, end] = [k === 0 ? undefined : form(times[k - 1]!), form(times[k]!)];
    return {
      atStart: survivalBefore! * exp(start?.constant ?? 0),
      atEnd: survivalAfter! * exp(end.constant),
      moving: { constant: 0, loads: end.loads },
    };
  };
  return points.map((point) => ({
    edge: point.shares[0]?.edge ?? 'end',
    counterparty: partyAt(credit.counterparty, point),
    own: partyAt(credit.own, point),
  }));
}

/** ln of a survival probability at the start over that at the end; both may have underflowed to 0. */
const hazardOf = (start: number, end: number): number => (start > 0 ? log(start) - log(Math.max(end, Number.MIN_VALUE)) : 0);

/**
 * Derivatives of a probability of default in a bucket with respect to the logarithms of the survival probabilities of today's curves: the
 * counterparty's at the start and at the end of the bucket, then the own ones. One array per derivative.
 */
type SurvivalDerivatives = readonly [theirStart: Float64Array, theirEnd: Float64Array, ownStart: Float64Array, ownEnd: Float64Array];
export const NUM_SURVIVALS = 4;

/** Weights of an exposure on each path: probabilities of default in its bucket, and of the survival that funding counts with. */
export interface PathCredit {
  readonly counterparty: Float64Array;
  readonly own: Float64Array;
  readonly funded: Float64Array;
  /** Derivatives of the first two weights, where they are wanted. Those of `funded` are the weight itself or 0. */
  readonly derivatives?: { readonly counterparty: SurvivalDerivatives; readonly own: SurvivalDerivatives };
  /** Moves to an exposure. Those of a batch follow one another; today's state is all zero. */
  readonly advance: (exposure: number, states: readonly Float64Array[], count: number) => void;
}

/** φ(x) = (1 − e^(−x))/x and its derivative. */
function meanDecay(x: number): readonly [value: number, slope: number] {
  // Below this size three terms of the series are exact to the last digits, which the difference of the closed form would lose.
  if (Math.abs(x) < 1e-4) return [1 - x / 2 + (x * x) / 6, -0.5 + x / 3 - (x * x) / 8];
  const value = -expm1(-x) / x;
  return [value, (exp(-x) - value) / x];
}

/** @param derivatives  whether derivatives with respect to survival probabilities are wanted */
export function openPathCredit(
  { firstToDefault, fundingSurvivalWeighted }: CreditTerms,
  dated: readonly DatedCredit[],
  derivatives = false,
): PathCredit {
  const array = () => new Float64Array(BATCH);
  const perSurvival = (): SurvivalDerivatives => [array(), array(), array(), array()];
  const slopes = derivatives ? { counterparty: perSurvival(), own: perSurvival() } : undefined;
  const writeSlopes = (p: number, theirStart: number, theirEnd: number, ownStart: number, ownEnd: number): void => {
    if (slopes === undefined) return;
    const { counterparty: theirs, own: ours } = slopes;
    if (!firstToDefault) {
      [theirs[0][p], theirs[1][p], theirs[2][p], theirs[3][p]] = [theirStart, -theirEnd, 0, 0];
      [ours[0][p], ours[1][p], ours[2][p], ours[3][p]] = [0, 0, ownStart, -ownEnd];
      return;
    }
    // H S S′ φ(H + H′), H = ln of the survival at the start over that at the end; S and S′ are those at the start.
    const [theirHazard, ownHazard] = [hazardOf(theirStart, theirEnd), hazardOf(ownStart, ownEnd)];
    const [decay, slope] = meanDecay(theirHazard + ownHazard);
    const both = theirStart * ownStart;
    const [byTheirs, byOwn] = [theirHazard * both * slope, ownHazard * both * slope];
    theirs[0][p] = both * decay * (1 + theirHazard) + byTheirs;
    theirs[1][p] = -both * decay - byTheirs;
    theirs[2][p] = both * decay * theirHazard + byTheirs;
    theirs[3][p] = -byTheirs;
    ours[0][p] = both * decay * ownHazard + byOwn;
    ours[1][p] = -byOwn;
    ours[2][p] = both * decay * (1 + ownHazard) + byOwn;
    ours[3][p] = -both * decay - byOwn;
  };
  const [counterparty, ownDefault, funded] = [array(), array(), array()];
  /** The moving part of survival to the date of the path, to the date before, and to the end of the bucket as it is expected. */
  const sides = {
    counterparty: { before: array(), now: array(), expected: array() },
    own: { before: array(), now: array(), expected: array() },
  };
  /** @returns the parts at the start and at the end of the bucket */
  const move = (
    side: keyof typeof sides,
    exposure: number,
    states: readonly Float64Array[],
    count: number,
  ): readonly [Float64Array, Float64Array] => {
    const { before: earlier, now, expected } = sides[side];
    const {
      edge,
      [side]: { moving },
    } = dated[exposure]!;
    if (exposure === 0) now.fill(1);
    const end = edge === 'end' ? now : expected;
    if (edge === 'end') earlier.set(now);
    if (moving === undefined) end.fill(1);
    else exponentialOf(moving.loads, moving.constant, states, count, end);
    return [edge === 'end' ? earlier : now, end];
  };
  return {
    counterparty,
    own: ownDefault,
    funded,
    ...(slopes && { derivatives: slopes }),
    advance: (exposure, states, count) => {
      const [theirStarts, theirEnds] = move('counterparty', exposure, states, count);
      const [ownStarts, ownEnds] = move('own', exposure, states, count);
      const { counterparty: theirs, own: ours } = dated[exposure]!;
      for (let p = 0; p < count; p++) {
        const [theirStart, theirEnd] = [theirs.atStart * theirStarts[p]!, theirs.atEnd * theirEnds[p]!];
        const [ownStart, ownEnd] = [ours.atStart * ownStarts[p]!, ours.atEnd * ownEnds[p]!];
        funded[p] = fundingSurvivalWeighted ? theirStart * ownStart : 1;
        writeSlopes(p, theirStart, theirEnd, ownStart, ownEnd);
        if (!firstToDefault) {
          counterparty[p] = theirStart - theirEnd;
          ownDefault[p] = ownStart - ownEnd;
          continue;
        }
        // Hazards are taken as constant in the bucket, as where they do not move.
        const [theirHazard, ownHazard] = [hazardOf(theirStart, theirEnd), hazardOf(ownStart, ownEnd)];
        const both = theirHazard + ownHazard;
        const scale = theirStart * ownStart * (both === 0 ? 1 : -expm1(-both) / both);
        counterparty[p] = theirHazard * scale;
        ownDefault[p] = ownHazard * scale;
      }
    },
  };
}

/**
 * Adds the derivatives of what gains and losses come to with the probabilities of default, with respect to survival probabilities.
 *
 * @param into  2 NUM_SURVIVALS numbers per exposure: those of gains first
 * @param e     the exposure
 */
export function addBySurvival(
  { derivatives }: PathCredit,
  deflator: Float64Array,
  value: Float64Array,
  count: number,
  into: Float64Array,
  e: number,
): void {
  if (derivatives === undefined) return;
  for (let i = 0; i < NUM_SURVIVALS; i++) {
    const [ofGain, ofLoss] = [derivatives.counterparty[i], derivatives.own[i]];
    let [gain, loss] = [0, 0];
    for (let p = 0; p < count; p++) {
      const discounted = deflator[p]! * value[p]!;
      if (discounted > 0) gain += discounted * ofGain![p]!;
      else loss -= discounted * ofLoss![p]!;
    }
    const place = 2 * NUM_SURVIVALS * e + i;
    into[place] = into[place]! + gain;
    into[place + NUM_SURVIVALS] = into[place + NUM_SURVIVALS]! + loss;
  }
}
