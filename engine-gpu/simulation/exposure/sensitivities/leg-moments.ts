/**
 * Derivatives of mean values with respect to curves and spots, for every node at once.
 *
 * Given the law of the state, the deflated value of every trade is a sum of legs, each proportional to one discount factor P_i(0, τ) and to
 * the spots of its currency and share: a payment in τ is; a floating rate already fixed is, with τ its fixing; and the legs of an option are,
 * since their derivatives through the exercise boundary cancel (the forward measure's Φ(d₁) and Φ(d₂)). So the mean value of a leg, the product
 * of its coefficients and the moments, is the derivative with respect to the logarithm of what it is proportional to.
 */

import type { Years } from '../../../base/units.js';
import type { Coefficients, Mask } from '../paths/dated-terms.js';
import { type CoefficientTools, gatherPayments, paymentValues } from '../trade/coefficients.js';
import { paymentKey, type ValuedTrades } from '../trade/value-terms.js';
import type { Contribution, DelayedPayment, ExponentialContribution, LegReceiver, PaymentLeg, TradeValuer } from '../trade/valuer.js';

/**
 * The legs of trades at a date.
 *
 * @param moments  sets of moments; each leg is given a mean for each
 * @returns the mean value of all legs for each set of moments
 */
export function legMoments(
  tools: CoefficientTools,
  { valuers, masks }: ValuedTrades,
  moments: readonly Coefficients[],
  receive: LegReceiver,
): number[] {
  const { terms, date, tableOf } = tools;
  const total = moments.map(() => 0);
  const add = (means: readonly number[]): readonly number[] => {
    means.forEach((mean, i) => {
      total[i] = total[i]! + mean;
    });
    return means;
  };
  const { payments, addLeg } = gatherPayments(tools);
  const unitOf = rememberedUnits(tools);
  const addDelay = ({ currency, mask }: PaymentLeg, { time, amount, from, to }: DelayedPayment): void => {
    const index = tableOf(paymentKey(tools.model, currency, time, mask));
    const values = paymentValues(tools, currency, time, terms.tables[index]!.grid);
    const means = moments.map(({ tables }) => amount * product(tables[index]!, values));
    receive.discountFactor(currency, to, means);
    receive.discountFactor(
      currency,
      from,
      means.map((mean) => -mean),
    );
  };
  const addContribution = (contribution: Contribution): void => {
    if (contribution.kind === 'payments') {
      addLeg(contribution);
      for (const delayed of contribution.delayed ?? []) addDelay(contribution, delayed);
      return;
    }
    if (contribution.kind === 'contract') throw new Error('a contract has no legs: the factors of its netting set are moved one by one');
    if (contribution.kind === 'option') {
      const index = tableOf(contribution.key);
      contribution.legs(tools, terms.tables[index]!.grid, (currency, time, values, share) =>
        receive.leg(currency, time, add(moments.map(({ tables }) => product(tables[index]!, values))), share),
      );
      return;
    }
    const value = contribution.size * unitOf(contribution);
    contribution.legs(tools, add(momentsOf(tools, contribution, moments).map((moment) => value * moment!)), receive);
  };
  valuers.forEach((valuer, i) => {
    for (const contribution of valuer.contributions(date, masks[i])) addContribution(contribution);
  });
  for (const [index, { currency, amounts }] of payments) {
    const { grid } = terms.tables[index]!;
    for (const [time, amount] of amounts) {
      const values = paymentValues(tools, currency, time, grid);
      receive.leg(currency, time, add(moments.map(({ tables }) => amount * product(tables[index]!, values))));
    }
  }
  return total;
}

/** The units of contributions, of which many trades have the same. */
function rememberedUnits(tools: CoefficientTools): (contribution: ExponentialContribution) => number {
  const units = new Map<string, number>();
  return (contribution) => {
    const key = `${contribution.key} ${contribution.time}`;
    const unit = units.get(key) ?? contribution.unit(tools);
    units.set(key, unit);
    return unit;
  };
}

/** The moments of the coefficient of an exponential contribution. */
function momentsOf({ fixingOf, tableOf }: CoefficientTools, { key, fixing }: ExponentialContribution, moments: readonly Coefficients[]) {
  if (fixing === undefined) {
    const index = tableOf(key);
    return moments.map(({ tables }) => tables[index]![0]!);
  }
  const index = fixingOf(key);
  return moments.map(({ fixings }) => fixings[index]!);
}

const scaled = (moments: readonly number[], unit: number): number[] => moments.map((moment) => unit * moment);

function product(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += one[i]! * other[i]!;
  return sum;
}

/**
 * Mean values of trades one by one, for each set of moments: the means of a unit are computed once for each currency and time.
 *
 * @returns the mean values of a trade, in the order of the moments
 */
export function tradeMeans(tools: CoefficientTools, moments: readonly Coefficients[]): (valuer: TradeValuer, mask: Mask) => Float64Array {
  const { terms, date, tableOf, contractOf, model } = tools;
  const units = new Map<string, Float64Array>();
  const unitMeans = (contribution: ExponentialContribution): Float64Array => {
    const key = `${contribution.key} ${contribution.time}`;
    const means = units.get(key) ?? Float64Array.from(scaled(momentsOf(tools, contribution, moments), contribution.unit(tools)));
    units.set(key, means);
    return means;
  };
  const tableMeans = (index: number, values: Float64Array): Float64Array => {
    const means = new Float64Array(moments.length);
    for (let i = 0; i < means.length; i++) means[i] = product(moments[i]!.tables[index]!, values);
    return means;
  };
  // Most contributions are unconditional payments: their unit means are found by number instead of by name.
  const payments = new Map<number, Map<Years, Float64Array>>();
  const meansOfPayment = (currency: number, time: Years, mask: Mask): Float64Array => {
    const index = tableOf(paymentKey(model, currency, time, mask));
    return tableMeans(index, paymentValues(tools, currency, time, terms.tables[index]!.grid));
  };
  const paymentMeans = (currency: number, time: Years, mask: Mask): Float64Array => {
    if (mask !== undefined) return meansOfPayment(currency, time, mask);
    let byTime = payments.get(currency);
    if (byTime === undefined) {
      byTime = new Map();
      payments.set(currency, byTime);
    }
    const presentMeans = byTime.get(time);
    if (presentMeans !== undefined) return presentMeans;
    const means = meansOfPayment(currency, time, mask);
    byTime.set(time, means);
    return means;
  };
  return (valuer, mask) => {
    const total = new Float64Array(moments.length);
    const add = (unit: Float64Array, size: number): void => {
      for (let i = 0; i < total.length; i++) total[i] = total[i]! + size * unit[i]!;
    };
    for (const contribution of valuer.contributions(date, mask))
      if (contribution.kind === 'payments') {
        const { currency, times, amounts } = contribution;
        for (let i = 0; i < times.length; i++) add(paymentMeans(currency, times[i]!, contribution.mask), amounts[i]!);
      } else if (contribution.kind === 'exponential') add(unitMeans(contribution), contribution.size);
      else if (contribution.kind === 'contract') {
        const index = contractOf(contribution.key);
        add(
          Float64Array.from(moments, ({ contracts }) => contracts[index]!),
          contribution.terms.quantity,
        );
      } else {
        const index = tableOf(contribution.key);
        const { grid } = terms.tables[index]!;
        const values = new Float64Array(grid.nodes);
        contribution.addValues(tools, grid, values);
        add(tableMeans(index, values), 1);
      }
    return total;
  };
}
