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
 */

import type { Price } from '../../base/units.js';
import type { NettedTrade } from '../../product/trade/contract-trade.js';
import type { Exposures } from '../../simulation/exposure/plan/combine.js';
import type { ExposurePlan } from '../../simulation/exposure/plan/exposure-plan.js';
import { tradeMeans } from '../../simulation/exposure/sensitivities/leg-moments.js';
import type { Weighting } from '../../simulation/exposure/sensitivities/path-amounts.js';
import { coefficientTools } from '../../simulation/exposure/trade/coefficients.js';
import { MEASURES, type Measure, type Measures, weightsFor, type XvaTerms } from './adjustments.js';
import { methodOf, type XvaRequestInput } from './requests.js';

type TradeShare = { readonly trade: number; readonly id?: string } & Record<Measure, Price>;

interface AllocationTerms {
  readonly terms: XvaTerms;
  readonly capital: XvaRequestInput['capital'];
}

export function allocate(
  plan: ExposurePlan,
  { moments, sets }: Exposures,
  measures: Measures,
  { terms, capital }: AllocationTerms,
  trades: readonly NettedTrade[],
): TradeShare[] {
  const { request, requirement, valuers, masks, exposures, weightings } = plan;
  const weights = weightsFor(request.times, exposures, terms);
  /** Discounted shares per exposure, trade and weighting. */
  const shares = exposures.map(({ view, lookBack, time }, e) => {
    const { now, lookBack: momentsBefore } = moments[e]!;
    const means = tradeMeans(coefficientTools(request.model, view.terms, { time, unpaidSince: view.unpaidSince }), now);
    const meansBefore =
      lookBack !== undefined && 'view' in lookBack && momentsBefore !== undefined
        ? tradeMeans(coefficientTools(request.model, lookBack.view.terms), momentsBefore)
        : undefined;
    const [unmargined, margined] = requirement?.addOnShares(e) ?? [[], []];
    const { discount, addOns } = sets[0]![e]!;
    return valuers.map((valuer, i) => {
      const earlier = meansBefore?.(valuer, masks[i]);
      return means(valuer, masks[i]).map((mean, w) => {
        const ofValue = mean + (earlier?.[w] ?? 0);
        if (weightings[w] !== 'capital') return ofValue;
        return ofValue + discount * (addOns[0].value * (unmargined[i] ?? 0) + addOns[1].value * (margined[i] ?? 0));
      });
    });
  });
  /** Σ over the exposures of weights times the shares in an amount, completed to the discounted means of the whole. */
  const weighted = (weightPerExposure: readonly number[], weighting: Weighting, whole: (exposure: number) => number): number[] => {
    const w = weightings.indexOf(weighting);
    const total = trades.map(() => 0);
    shares.forEach((ofTrades, e) => {
      adjusted(
        ofTrades.map((each) => each[w]!),
        whole(e),
      ).forEach((share, i) => {
        total[i] = total[i]! + weightPerExposure[e]! * share;
      });
    });
    return total;
  };
  const discounted = (e: number, figure: 'ee' | 'nee' | 'initialMargin' | 'requirement') =>
    sets[0]![e]!.discount * sets[0]![e]![figure].value;
  const moving = terms.pathCredit !== undefined;
  const ofPaths = (e: number, figure: 'defaultGain' | 'defaultLoss' | 'fundedGain' | 'fundedLoss' | 'fundedMargin') =>
    sets[0]![e]!.discount * (sets[0]![e]!.weighted?.[figure].value ?? 0);
  const cva = weighted(weights.cva, moving ? 'cva' : 'ee', (e) => (moving ? ofPaths(e, 'defaultGain') : discounted(e, 'ee')));
  const dva = weighted(weights.dva, moving ? 'dva' : 'nee', (e) => (moving ? ofPaths(e, 'defaultLoss') : discounted(e, 'nee')));
  const fca = weighted(weights.fca, moving ? 'fca' : 'ee', (e) => (moving ? ofPaths(e, 'fundedGain') : discounted(e, 'ee')));
  const fba = weighted(weights.fba, moving ? 'fba' : 'nee', (e) => (moving ? ofPaths(e, 'fundedLoss') : discounted(e, 'nee')));
  const total = (name: Measure): number => measures[name].reduce((all, value) => all + value, 0) / measures[name].length;
  const ofExposure = (weightPerExposure: readonly number[]) => weighted(weightPerExposure, 'ee', (e) => discounted(e, 'ee'));
  const kva =
    requirement !== undefined
      ? weighted(weights.kva, 'capital', (e) => discounted(e, 'requirement'))
      : capital !== undefined && methodOf(capital) === 'exposure'
        ? ofExposure(weights.kva).map((share) => (capital.capitalFactor ?? 0) * share)
        : trades.map(() => 0);
  const mva = weightings.includes('margin')
    ? weighted(weights.mva, 'margin', (e) => (moving ? ofPaths(e, 'fundedMargin') : discounted(e, 'initialMargin')))
    : adjusted(total('mva') === 0 ? trades.map(() => 0) : ofExposure(weights.mva), total('mva'));
  return trades.map((trade, i) => {
    const measuresOfTrade = { cva: cva[i]!, dva: dva[i]!, fca: fca[i]!, fba: fba[i]!, fva: fca[i]! - fba[i]!, kva: kva[i]!, mva: mva[i]! };
    const share = { ...measuresOfTrade, total: cva[i]! - dva[i]! + measuresOfTrade.fva + kva[i]! + mva[i]! };
    return { trade: i, ...(trade.id !== undefined && { id: trade.id }), ...onlyMeasures(share) };
  });
}

const onlyMeasures = (share: Record<Measure, Price>): Record<Measure, Price> =>
  Object.fromEntries(MEASURES.map((name) => [name, share[name]])) as Record<Measure, Price>;

/** Shares that add up to a whole: what is left over is given in proportion to their sizes, or equally where all are 0. */
function adjusted(shares: readonly number[], whole: number): number[] {
  const remainder = whole - shares.reduce((sum, share) => sum + share, 0);
  const size = shares.reduce((sum, share) => sum + Math.abs(share), 0);
  return shares.map((share) => share + (size > 0 ? (remainder * Math.abs(share)) / size : remainder / shares.length));
}
