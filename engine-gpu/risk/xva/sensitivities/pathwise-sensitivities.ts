/**
 * Pathwise derivatives of valuation adjustments with respect to zero rates by tenor, exchange rates and shares, from the moments of one simulation.
 *
 * An amount A of a path (an exposure, the same with a probability of default, modelled initial margin, capital) is a function of the value V of the
 * netting set and, with a margin agreement, of its value at the start of the margin period. Given the law of the state, V is a sum of legs, each
 * proportional to a discount factor and to spots (leg-moments.ts), so that the moments of ∂A/∂V give every derivative. What of A is no multiple of V
 * is an amount known today, and moves with the discount factor to its date alone.
 *
 * Modelled initial margin q √(g′Σg) is of degree one in the gradient g of V, whose legs are the gradients of the legs. Capital by SA-CCR depends besides on
 * add-ons that are closed forms of today's market (add-on-slopes.ts).
 *
 * Decisions to exercise are kept in all of this. What the movement of their boundaries adds is in the jumps of the amounts (exercise-jumps.ts).
 *
 * @see P. Glasserman (2003), Monte Carlo Methods in Financial Engineering, 7.2
 */

import type { Years } from '../../../base/units.js';
import type { CrossAssetMarket } from '../../../market/cross-asset.js';
import { batchMeans, type ExposureAt, type Exposures, momentsAt } from '../../../simulation/exposure/plan/combine.js';
import type { ExposurePlan } from '../../../simulation/exposure/plan/exposure-plan.js';
import { boundariesBefore, jumpsAt } from '../../../simulation/exposure/sensitivities/exercise-jumps.js';
import { legMoments } from '../../../simulation/exposure/sensitivities/leg-moments.js';
import type { Weighting } from '../../../simulation/exposure/sensitivities/path-amounts.js';
import { coefficientTools } from '../../../simulation/exposure/trade/coefficients.js';
import {
  completed,
  type ExposureWeights,
  figuresOf,
  type MeasureFigures,
  type Measures,
  weightsFor,
  type XvaTerms,
} from '../adjustments.js';
import type { AddOnSlope, AddOnSlopes } from './add-on-slopes.js';
import { tenorWeights } from './bumped-netting-sets.js';
import { noSensitivity } from './sensitivity.js';

/** Derivatives by factor. */
export interface FactorSensitivities {
  /** Per currency and tenor. */
  readonly rates: readonly (readonly MeasureFigures[])[];
  /** Per currency after the first. */
  readonly exchangeRates: readonly MeasureFigures[];
  readonly shares: readonly MeasureFigures[];
}

/** An amount whose moments are kept, the adjustment that it makes, and how much of one its unit makes at each point of the profile. */
interface Weighted {
  readonly name: 'cva' | 'dva' | 'fca' | 'fba' | 'kva' | 'mva';
  readonly moment: number;
  readonly by: readonly number[];
  readonly factor: number;
}

/**
 * @param capitalFactor  capital per unit of expected exposure
 * @param addOns         of capital by SA-CCR; absent where none is asked
 */
export function pathwiseSensitivities(
  plan: ExposurePlan,
  exposures: Exposures,
  terms: XvaTerms,
  tenors: readonly Years[],
  capitalFactor: number,
  addOns: AddOnSlopes | undefined,
): FactorSensitivities {
  const { request, firstSet, weightings } = plan;
  const { market } = request.model;
  const { collateral } = request;
  const moving = terms.pathCredit !== undefined;
  const weights = weightsFor(request.times, plan.exposures, terms);
  const { batches } = exposures;
  const numBatches = batches.length;
  const empty = (): Measures => noSensitivity(numBatches);
  const rates = market.currencies.map(() => tenors.map(empty));
  const exchange = market.exchangeRates.map(empty);
  const shares = market.shares.map(empty);
  const amounts = weightedAmounts(weightings, weights, moving, capitalFactor);
  const add = (into: Measures, e: number, means: ArrayLike<number>, scale: number): void => {
    for (const { name, moment, by: weights, factor } of amounts) {
      const { [name]: sums } = into;
      const weight = scale * weights[e]! * factor;
      for (let b = 0; b < numBatches; b++) sums[b] = sums[b]! + weight * means[moment * numBatches + b]!;
    }
  };
  plan.exposures.forEach(({ view, lookBack, time }, e) => {
    const { now, lookBack: backMoments } = momentsAt(batches, e);
    const exposure = exposures.sets[0]![e]!;
    const amountsOf = (weighting: Weighting): Float64Array => batchMeans(discountedMeans(exposure, weighting, moving), batches);
    const onCurve = (currency: number, paid: Years, means: readonly number[]): void => {
      if (paid <= 0) return;
      for (const [tenor, weight] of tenorWeights(tenors, paid)) add(rates[currency]![tenor]!, e, means, -paid * weight);
    };
    const receive = {
      discountFactor: onCurve,
      leg: (currency: number, paid: Years, means: readonly number[], share?: number): void => {
        onCurve(currency, paid, means);
        if (currency > 0) add(exchange[currency - 1]!, e, means, 1 / market.exchangeRates[currency - 1]!.spot);
        if (share !== undefined) add(shares[share]!, e, means, 1 / market.shares[share]!.spot);
      },
    };
    const values = legMoments(coefficientTools(request.model, view.terms, { time, unpaidSince: view.unpaidSince }), firstSet, now, receive);
    const remainder = weightings.flatMap((weighting) => [...amountsOf(weighting)]).map((amount, i) => amount - values[i]!);
    if (lookBack !== undefined && 'view' in lookBack && backMoments.length > 0) {
      const { terms: earlierTerms } = lookBack.view;
      const means = legMoments(coefficientTools(request.model, earlierTerms), firstSet, backMoments, receive);
      // Deflated at the date, not when it was valued.
      onCurve(0, time, means);
      onCurve(
        0,
        earlierTerms.time,
        means.map((mean) => -mean),
      );
      means.forEach((mean, w) => {
        remainder[w] = remainder[w]! - mean;
      });
    }
    // The amounts that thresholds keep uncalled, the collateral called today, margin that is an amount, and add-ons are known amounts.
    if (collateral !== undefined || addOns !== undefined) onCurve(0, time, remainder);
    if (collateral?.initialMargin !== undefined && 'amount' in collateral.initialMargin) {
      const margins = amountsOf('margin');
      for (const [tenor, weight] of tenorWeights(tenors, time)) addTo(rates[0]![tenor]!.mva, margins, -time * weight * weights.mva[e]!);
    }
    if (addOns === undefined) return;
    const [unmargined, margined] = exposure.addOns.map((estimate) => batchMeans(estimate, batches));
    const ofAddOns = ({ kva }: Measures, slope: AddOnSlope): void => {
      const [first, second] = slope(e);
      const weight = weights.kva[e]! * exposure.discount;
      addTo(kva, unmargined!, weight * first);
      addTo(kva, margined!, weight * second);
    };
    addOns.rates.forEach((ofTenors, i) => void ofTenors.forEach((slope, j) => void ofAddOns(rates[i]![j]!, slope)));
    addOns.exchangeRates.forEach((slope, i) => void ofAddOns(exchange[i]!, slope));
    addOns.shares.forEach((slope, k) => void ofAddOns(shares[k]!, slope));
  });
  plan.decisions.forEach((decision, d) => {
    const { option } = plan.valuers[decision.trade]!;
    if (option === undefined) return;
    const slopes = [...option.boundarySlopes(request.model, decision)];
    const first = boundariesBefore(plan.decisions, d);
    decision.boundaries.forEach((_, k) => {
      const ofBoundary = empty();
      plan.exposures.forEach((_, e) => {
        const place = jumpsAt(plan, first + k, e);
        const means = weightings.flatMap((_, w) => batches.map(({ jumps }) => jumps[place + w]!));
        add(ofBoundary, e, means, -decision.sign);
      });
      for (const [time, slope] of slopes)
        for (const [tenor, weight] of tenorWeights(tenors, time))
          for (const { name } of amounts) addTo(rates[decision.currency]![tenor]![name], ofBoundary[name], -time * weight * slope[k]!);
    });
  });
  const figures = (sums: Measures): MeasureFigures => figuresOf(completed(sums), batches);
  return {
    rates: rates.map((ofTenors) => ofTenors.map(figures)),
    exchangeRates: exchange.map(figures),
    shares: shares.map(figures),
  };
}

function addTo(sums: Float64Array, amounts: Float64Array, scale: number): void {
  for (let i = 0; i < sums.length; i++) sums[i] = sums[i]! + scale * amounts[i]!;
}

/** Capital is a multiple of the expected exposure, or an amount of its own. */
function weightedAmounts(weightings: readonly Weighting[], weights: ExposureWeights, moving: boolean, capitalFactor: number): Weighted[] {
  const candidates: readonly (readonly [Weighted['name'], Weighting, readonly number[]])[] = [
    ['cva', moving ? 'cva' : 'ee', weights.cva],
    ['dva', moving ? 'dva' : 'nee', weights.dva],
    ['fca', moving ? 'fca' : 'ee', weights.fca],
    ['fba', moving ? 'fba' : 'nee', weights.fba],
    ['mva', 'margin', weights.mva],
    ['kva', 'capital', weights.kva],
    ...(weightings.includes('capital') ? [] : ([['kva', 'ee', weights.kva]] as const)),
  ];
  return candidates.flatMap(([name, weighting, weights]) => {
    const moment = weightings.indexOf(weighting);
    return moment < 0 ? [] : [{ name, moment, by: weights, factor: name === 'kva' && weighting === 'ee' ? capitalFactor : 1 }];
  });
}

/** The means over the paths of each shift of an amount, deflated to today. */
function discountedMeans(
  { discount, ee, nee, requirement, initialMargin, weighted }: ExposureAt,
  weighting: Weighting,
  moving: boolean,
): { readonly shifts: Float64Array } {
  const estimates = {
    ee,
    nee,
    cva: weighted?.defaultGain,
    dva: weighted?.defaultLoss,
    fca: weighted?.fundedGain,
    fba: weighted?.fundedLoss,
    margin: moving ? weighted?.fundedMargin : initialMargin,
    capital: requirement,
  };
  return { shifts: estimates[weighting]!.shifts.map((each) => discount * each) };
}

/** Derivatives by factor, as they are given back. */
export function listed(
  { currencies, exchangeRates: spots, shares }: CrossAssetMarket,
  tenors: readonly Years[],
  factors: FactorSensitivities,
) {
  return {
    rates: currencies.flatMap(({ currency }, i) => tenors.map((tenor, j) => ({ currency, tenor, ...factors.rates[i]![j]! }))),
    fx: spots.map((_, i) => ({
      pair: currencies[i + 1]!.currency + currencies[0]!.currency,
      ...factors.exchangeRates[i]!,
    })),
    assets: shares.map(({ name }, k) => ({ name, ...factors.shares[k]! })),
  };
}
