/**
 * Allocation of the measures to trades by Euler's principle: the share of a trade is the derivative of the measure with respect to its size,
 * so that shares add up to the measure.
 *
 * An expected exposure E[max(V, 0)/B] changes with the size of a trade by E[v 1{V > 0}/B], v its value. This is linear in the coefficients of
 * the trade (value-terms.ts), so it costs no simulation: it is their product with the moments of the coefficients. Likewise
 *
 * - with a margin agreement the exposure is V − C, and C moves with the value at the start of the margin period where collateral is held;
 * - modelled initial margin q √(g′Σg), g the gradient of V, changes by q (Σg)′∂v/√(g′Σg), and takes as much off the exposure;
 * - capital by SA-CCR changes with V, with C, and with the add-ons, whose own shares are in closed form (sa-ccr.ts).
 *
 * What is no derivative of any trade is shared in proportion: the part of an exposure that a threshold leaves uncalled, an initial margin that is a
 * fixed amount, and the part of capital that is due to the terms of the agreement.
 *
 * Shares are those of all paths. What is shared in proportion is not linear in the means over paths: for the standard errors each batch of paths moves those means
 * by as much as they scatter. Shares of the batches by themselves, which are of few paths, had scattered by up to a third less than the figures.
 */

import { squareOf } from '../../math/elementary/pow.js';
import { type NettedTrade, statedPlace } from '../../product/trade/contract-trade.js';
import { batchMeans, type Estimate, type Exposures, momentsAt } from '../../simulation/exposure/plan/combine.js';
import type { ExposurePlan } from '../../simulation/exposure/plan/exposure-plan.js';
import { tradeMeans } from '../../simulation/exposure/sensitivities/leg-moments.js';
import type { Weighting } from '../../simulation/exposure/sensitivities/path-amounts.js';
import { coefficientTools } from '../../simulation/exposure/trade/coefficients.js';
import { completed, MEASURES, type MeasureFigures, type Measures, type PlainMeasures, weightsFor, type XvaTerms } from './adjustments.js';
import { methodOf, type XvaRequestInput } from './requests.js';

type TradeShare = { readonly trade: number; readonly id?: string } & MeasureFigures;

interface AllocationTerms {
  readonly terms: XvaTerms;
  readonly capital: XvaRequestInput['capital'];
}

type PlainMeasure = keyof PlainMeasures;

/** A measure as a sum over the exposures of an amount that trades share. */
interface SharedMeasure {
  readonly name: PlainMeasure;
  readonly weighting: Weighting;
  /** Per exposure: what one unit of the discounted amount adds to the measure. */
  readonly weights: readonly number[];
  /** The amount of an exposure, undiscounted. */
  readonly whole: (exposure: number) => Pick<Estimate, 'shifts'>;
}

export function allocate(
  plan: ExposurePlan,
  { batches, sets }: Exposures,
  measures: Measures,
  allocationTerms: AllocationTerms,
  trades: readonly NettedTrade[],
): TradeShare[] {
  const { request, requirement, valuers, masks, exposures, weightings } = plan;
  const [profile] = sets;
  const numBatches = batches.length;
  const sharing = sharedMeasures(plan, profile!, allocationTerms);
  /** Per trade and measure: a share at the means that each batch moves, and that of all paths. */
  const totals = trades.map(
    () => Object.fromEntries(PLAIN_MEASURES.map((name) => [name, new Float64Array(numBatches + 1)])) as unknown as PlainMeasures,
  );
  const numShifts = batches.reduce((sum, { shifts }) => sum + shifts, 0);
  const moves = batches.map(({ shifts }) => Math.sqrt(shifts / numShifts));
  /** Writes the mean over all paths behind those of the batches, which become that mean moved by one of its standard deviations in the direction of each. */
  const complete = (means: Float64Array): Float64Array => {
    let sum = 0;
    for (let b = 0; b < numBatches; b++) sum += batches[b]!.shifts * means[b]!;
    const mean = sum / numShifts;
    for (let b = 0; b < numBatches; b++) means[b] = mean + moves[b]! * (means[b]! - mean);
    means[numBatches] = mean;
    return means;
  };
  const errorOf = (estimates: Float64Array): number => {
    const share = estimates[numBatches]!;
    const squares = estimates.reduce((sum, estimate) => sum + squareOf(estimate - share), 0);
    return Math.sqrt(squares / (numBatches - 1));
  };
  const withAll = ({ shifts }: Pick<Estimate, 'shifts'>, scale: number): Float64Array =>
    complete(Float64Array.of(...batchMeans({ shifts }, batches).map((mean) => scale * mean), 0));
  exposures.forEach(({ view, lookBack, time }, e) => {
    const { now, lookBack: earlierMoments } = momentsAt(batches, e);
    const means = tradeMeans(coefficientTools(request.model, view.terms, { time, unpaidSince: view.unpaidSince }), now);
    const meansBefore =
      lookBack !== undefined && 'view' in lookBack && earlierMoments.length > 0
        ? tradeMeans(coefficientTools(request.model, lookBack.view.terms), earlierMoments)
        : undefined;
    const [unmargined, margined] = requirement?.addOnShares(e) ?? [[], []];
    const { discount, addOns } = profile![e]!;
    const [withoutMargin, withMargin] = addOns.map((estimate) => batchMeans(estimate, batches));
    /** Discounted shares by trade, weighting and batch. */
    const shares = valuers.map((valuer, i) => {
      const ofTrade = means(valuer, masks[i]);
      const earlier = meansBefore?.(valuer, masks[i]);
      return weightings.map((weighting, w): Float64Array => {
        const share = new Float64Array(numBatches + 1);
        for (let b = 0; b < numBatches; b++) {
          const place = w * numBatches + b;
          share[b] = ofTrade[place]! + (earlier?.[place] ?? 0);
          if (weighting === 'capital')
            share[b] = share[b]! + discount * (withoutMargin![b]! * (unmargined[i] ?? 0) + withMargin![b]! * (margined[i] ?? 0));
        }
        return complete(share);
      });
    });
    for (const { name, weighting, weights, whole } of sharing) {
      const w = weightings.indexOf(weighting);
      addShares(
        totals.map(({ [name]: total }) => total),
        shares.map((ofTrade) => ofTrade[w]!),
        weights[e]!,
        withAll(whole(e), discount),
      );
    }
  });
  // Margin that is an amount is no derivative: it is shared in proportion to the exposure that it costs with.
  if (!weightings.includes('margin')) {
    const hasMargin = measures.mva.some((mva) => mva !== 0);
    const ofExposure = totals.map(({ mva }) => mva.slice());
    for (const { mva } of totals) mva.fill(0);
    if (hasMargin)
      addShares(
        totals.map(({ mva }) => mva),
        ofExposure,
        1,
        withAll({ shifts: measures.mva }, 1),
      );
  }
  // The shares of the parts of a trade are added up before their error is known.
  trades.forEach((_, i) => {
    const whole = statedPlace(trades, i);
    if (whole === i) return;
    for (const name of PLAIN_MEASURES)
      totals[i]![name].forEach((value, b) => {
        totals[whole]![name][b]! += value;
      });
  });
  return trades.flatMap((trade, i) => {
    if (statedPlace(trades, i) !== i) return [];
    const share = completed(totals[i]!);
    const figures = (figureOf: (estimates: Float64Array) => number) =>
      Object.fromEntries(MEASURES.map((name) => [name, figureOf(share[name])])) as MeasureFigures['standardErrors'];
    return {
      trade: i,
      ...(trade.id !== undefined && { id: trade.id }),
      ...figures((estimates) => estimates[numBatches]!),
      standardErrors: figures(errorOf),
    };
  });
}

const PLAIN_MEASURES = ['cva', 'dva', 'fca', 'fba', 'kva', 'mva'] as const satisfies readonly PlainMeasure[];

function sharedMeasures(
  { request, exposures, requirement, weightings }: ExposurePlan,
  profile: Exposures['sets'][number],
  { terms, capital }: AllocationTerms,
): SharedMeasure[] {
  const weights = weightsFor(request.times, exposures, terms);
  const moving = terms.pathCredit !== undefined;
  type Figure = 'ee' | 'nee' | 'initialMargin' | 'requirement';
  const unweighted = (
    name: PlainMeasure,
    weighting: Weighting,
    figure: Figure,
    weightsOfMeasure: readonly number[] = weights[name],
  ): SharedMeasure => ({
    name,
    weighting,
    weights: weightsOfMeasure,
    whole: (e) => profile[e]![figure],
  });
  type WeightedFigure = keyof NonNullable<(typeof profile)[number]['weighted']>;
  const ofPaths = (name: PlainMeasure, weighting: Weighting, figure: WeightedFigure): SharedMeasure => ({
    name,
    weighting,
    weights: weights[name],
    whole: (e) => profile[e]!.weighted![figure],
  });
  const ofExposures = moving
    ? [
        ofPaths('cva', 'cva', 'defaultGain'),
        ofPaths('dva', 'dva', 'defaultLoss'),
        ofPaths('fca', 'fca', 'fundedGain'),
        ofPaths('fba', 'fba', 'fundedLoss'),
      ]
    : [unweighted('cva', 'ee', 'ee'), unweighted('dva', 'nee', 'nee'), unweighted('fca', 'ee', 'ee'), unweighted('fba', 'nee', 'nee')];
  const ofMargin = !weightings.includes('margin')
    ? unweighted('mva', 'ee', 'ee')
    : moving
      ? ofPaths('mva', 'margin', 'fundedMargin')
      : unweighted('mva', 'margin', 'initialMargin');
  if (requirement !== undefined) return [...ofExposures, ofMargin, unweighted('kva', 'capital', 'requirement')];
  if (capital === undefined || methodOf(capital) !== 'exposure') return [...ofExposures, ofMargin];
  const { capitalFactor = 0 } = capital;
  return [
    ...ofExposures,
    ofMargin,
    unweighted(
      'kva',
      'ee',
      'ee',
      weights.kva.map((weight) => capitalFactor * weight),
    ),
  ];
}

/**
 * Adds weighted shares that add up to a whole: what is left over is given in proportion to their sizes, or equally where all are 0.
 *
 * @param totals  per trade, one number per batch
 * @param whole   one number per batch
 */
function addShares(totals: readonly Float64Array[], shares: readonly Float64Array[], weight: number, whole: Float64Array): void {
  for (let b = 0; b < whole.length; b++) {
    let [remainder, size] = [whole[b]!, 0];
    for (let i = 0; i < shares.length; i++) {
      const share = shares[i]![b]!;
      remainder -= share;
      size += Math.abs(share);
    }
    for (let i = 0; i < shares.length; i++) {
      const [share, total] = [shares[i]![b]!, totals[i]!];
      const adjustment = size > 0 ? (remainder * Math.abs(share)) / size : remainder / shares.length;
      total[b] = total[b]! + weight * (share + adjustment);
    }
  }
}
