/**
 * Allocation of the measures to trades by Euler's principle: the share of a trade is the derivative of the measure with respect to its size,
 * so that shares add up to the measure.
 *
 * An expected exposure E[max(V, 0)/B] changes with the size of a trade by E[v 1{V > 0}/B], v its value. This is linear in the coefficients of
 * the trade (value-terms.ts), so it costs no simulation: it is their product with the moments of the coefficients. With a margin agreement
 * the exposure is V − C, and C moves with the value at the start of the margin period where collateral is held; what a threshold leaves over is
 * shared in proportion.
 */
import type { Price } from '../../base/units.js';
import type { Trade } from '../../product/trade/trade.js';
import { coefficientTools } from '../../simulation/exposure/coefficients.js';
import type { Exposures } from '../../simulation/exposure/combine.js';
import type { ExposurePlan } from '../../simulation/exposure/exposure-plan.js';
import { tradeMeans } from '../../simulation/exposure/leg-moments.js';
import { bucketWeights, MEASURES, type Measure, type Measures, type XvaTerms } from './adjustments.js';
import { methodOf, type XvaRequestInput } from './requests.js';

export type TradeShare = { readonly trade: number; readonly id?: string } & Record<Measure, Price>;

export function allocate(
  plan: ExposurePlan,
  { moments, sets }: Exposures,
  measures: Measures,
  terms: XvaTerms,
  capital: XvaRequestInput['capital'],
  trades: readonly Trade[],
): TradeShare[] {
  const { request, masks, exposures } = plan;
  const weights = bucketWeights(
    exposures.map(({ time }) => time),
    terms,
  );
  /** Discounted shares in EE and NEE, per trade and bucket. */
  const shares = exposures.map(({ view, lookBack }, e) => {
    const back = lookBack !== undefined && 'view' in lookBack ? lookBack.view : undefined;
    const { positive, negative, lookBackPositive, lookBackNegative } = moments[e];
    const means = tradeMeans(coefficientTools(request.model, view.terms), [positive, negative]);
    const before =
      back && lookBackPositive && lookBackNegative
        ? tradeMeans(coefficientTools(request.model, back.terms), [lookBackPositive, lookBackNegative])
        : undefined;
    const ofTrades = request.trades.map((trade, i) => {
      const [ee, nee] = means(trade, masks[i]);
      const [eeBefore, neeBefore] = before?.(trade, masks[i]) ?? [0, 0];
      return { ee: ee + eeBefore, nee: nee + neeBefore };
    });
    const { discount, ee, nee } = sets[0][e];
    return {
      ee: adjusted(
        ofTrades.map((each) => each.ee),
        discount * ee.value,
      ),
      nee: adjusted(
        ofTrades.map((each) => each.nee),
        discount * nee.value,
      ),
    };
  });
  const sum = (by: readonly number[], side: 'ee' | 'nee', trade: number): number =>
    by.reduce((total, weight, e) => total + weight * shares[e][side][trade], 0);
  const total = (name: Measure): number => measures[name].reduce((all, value) => all + value, 0) / measures[name].length;
  // Capital by SA-CCR is not a multiple of expected exposure; it is shared as the funding of the exposure is.
  const factor = capital !== undefined && methodOf(capital) === 'exposure' ? (capital.capitalFactor ?? 0) : undefined;
  const kva = adjusted(
    trades.map((_, i) => (factor ?? 1) * sum(weights.kva, 'ee', i)),
    total('kva'),
  );
  // So is initial margin, which is that of the netting set.
  const mva = adjusted(
    trades.map((_, i) => (total('mva') === 0 ? 0 : sum(weights.mva, 'ee', i))),
    total('mva'),
  );
  return trades.map((trade, i) => {
    const [cva, dva] = [sum(weights.cva, 'ee', i), sum(weights.dva, 'nee', i)];
    const [fca, fba] = [sum(weights.fca, 'ee', i), sum(weights.fba, 'nee', i)];
    const found = { cva, dva, fca, fba, fva: fca - fba, kva: kva[i], mva: mva[i] };
    const share = { ...found, total: cva - dva + found.fva + kva[i] + mva[i] };
    return { trade: i, ...(trade.id !== undefined && { id: trade.id }), ...onlyMeasures(share) };
  });
}

const onlyMeasures = (share: Record<Measure, Price>): Record<Measure, Price> =>
  Object.fromEntries(MEASURES.map((name) => [name, share[name]])) as Record<Measure, Price>;

/** Shares that add up to a whole: what is left over is given in proportion to their sizes, or equally where all are 0. */
function adjusted(shares: readonly number[], whole: number): number[] {
  const left = whole - shares.reduce((sum, share) => sum + share, 0);
  const size = shares.reduce((sum, share) => sum + Math.abs(share), 0);
  return shares.map((share) => share + (size > 0 ? (left * Math.abs(share)) / size : left / shares.length));
}
