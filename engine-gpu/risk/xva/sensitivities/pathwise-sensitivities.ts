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

import type { Price, Years } from '../../../base/units.js';
import type { CrossAssetMarket } from '../../../market/cross-asset.js';
import type { ExposureAt, Exposures } from '../../../simulation/exposure/plan/combine.js';
import type { ExposurePlan } from '../../../simulation/exposure/plan/exposure-plan.js';
import { boundariesBefore, jumpsAt } from '../../../simulation/exposure/sensitivities/exercise-jumps.js';
import { legMoments } from '../../../simulation/exposure/sensitivities/leg-moments.js';
import type { Weighting } from '../../../simulation/exposure/sensitivities/path-amounts.js';
import { coefficientTools } from '../../../simulation/exposure/trade/coefficients.js';
import { type ExposureWeights, weightsFor, type XvaTerms } from '../adjustments.js';
import type { AddOnSlope, AddOnSlopes } from './add-on-slopes.js';
import { tenorWeights } from './bumped-netting-sets.js';
import { completed, type Sensitivity, sensitivityOf, type shownWith } from './sensitivity.js';

/** Derivatives by factor. */
export interface FactorSensitivities {
  /** Per currency and tenor. */
  readonly rates: readonly (readonly Sensitivity[])[];
  /** Per currency after the first. */
  readonly exchangeRates: readonly Sensitivity[];
  readonly shares: readonly Sensitivity[];
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
  const empty = (): Sensitivity => sensitivityOf(() => 0);
  const rates = market.currencies.map(() => tenors.map(empty));
  const exchange = market.exchangeRates.map(empty);
  const shares = market.shares.map(empty);
  const amounts = weightedAmounts(weightings, weights, moving, capitalFactor);
  const add = (into: Sensitivity, e: number, means: ArrayLike<number>, scale: number): void => {
    for (const { name, moment, by: weights, factor } of amounts) into[name] += scale * weights[e]! * factor * means[moment]!;
  };
  plan.exposures.forEach(({ view, lookBack, time }, e) => {
    const { now, lookBack: backMoments } = exposures.moments[e]!;
    const exposure = exposures.sets[0]![e]!;
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
    const remainder = weightings.map((weighting, w) => discountedMean(exposure, weighting, moving) - values[w]!);
    if (lookBack !== undefined && 'view' in lookBack && backMoments !== undefined) {
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
    if (collateral?.initialMargin !== undefined && 'amount' in collateral.initialMargin)
      for (const [tenor, weight] of tenorWeights(tenors, time))
        rates[0]![tenor]!.mva -= time * weight * weights.mva[e]! * discountedMean(exposure, 'margin', moving);
    if (addOns === undefined) return;
    const [unmargined, margined] = exposure.addOns.map(({ value }) => exposure.discount * value);
    const ofAddOns = (into: Sensitivity, slope: AddOnSlope): void => {
      const [first, second] = slope(e);
      into.kva += weights.kva[e]! * (unmargined! * first + margined! * second);
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
        add(ofBoundary, e, exposures.jumps.subarray(place, place + weightings.length), -decision.sign);
      });
      for (const [time, slope] of slopes)
        for (const [tenor, weight] of tenorWeights(tenors, time))
          for (const { name } of amounts) rates[decision.currency]![tenor]![name] += -time * weight * slope[k]! * ofBoundary[name];
    });
  });
  return {
    rates: rates.map((ofTenors) => ofTenors.map(completed)),
    exchangeRates: exchange.map(completed),
    shares: shares.map(completed),
  };
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

/** The mean over the paths of an amount, deflated to today. */
function discountedMean(
  { discount, ee, nee, requirement, initialMargin, weighted }: ExposureAt,
  weighting: Weighting,
  moving: boolean,
): Price {
  switch (weighting) {
    case 'ee':
      return discount * ee.value;
    case 'nee':
      return discount * nee.value;
    case 'cva':
      return discount * (weighted?.defaultGain.value ?? 0);
    case 'dva':
      return discount * (weighted?.defaultLoss.value ?? 0);
    case 'fca':
      return discount * (weighted?.fundedGain.value ?? 0);
    case 'fba':
      return discount * (weighted?.fundedLoss.value ?? 0);
    case 'margin':
      return discount * (moving ? (weighted?.fundedMargin.value ?? 0) : initialMargin.value);
    case 'capital':
      return discount * requirement.value;
  }
}

/** Derivatives by factor, as they are given back. */
export function listed(
  { currencies, exchangeRates: spots, shares }: CrossAssetMarket,
  tenors: readonly Years[],
  factors: FactorSensitivities,
  shown: ReturnType<typeof shownWith>,
) {
  return {
    rates: currencies.flatMap(({ currency }, i) => tenors.map((tenor, j) => ({ currency, tenor, ...shown(factors.rates[i]![j]!) }))),
    exchangeRates: spots.map((_, i) => ({
      pair: currencies[i + 1]!.currency + currencies[0]!.currency,
      ...shown(factors.exchangeRates[i]!),
    })),
    shares: shares.map(({ name }, k) => ({ name, ...shown(factors.shares[k]!) })),
  };
}
