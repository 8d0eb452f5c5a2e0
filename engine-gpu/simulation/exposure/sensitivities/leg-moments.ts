/**
 * Derivatives of mean values with respect to curves and spots, for every node at once.
 *
 * Given the law of the state, the deflated value of every trade is a sum of legs, each proportional to one discount factor P_i(0, τ) and to
 * the spots of its currency and share: a payment in τ is; a floating rate already fixed is, with τ its fixing; and the legs of an option are,
 * since their derivatives through the exercise boundary cancel (the forward measure's Φ(d₁) and Φ(d₂)). So the mean value of a leg, the product
 * of its coefficients and the moments, is the derivative with respect to the logarithm of what it is proportional to.
 */

import type { Years } from '../../../base/units.js';
import { normalCdf } from '../../../math/normal.js';
import { exchangeVariance, shareVariance } from '../../../model/cross-asset.js';
import type { EuropeanTerms, TradeTerms } from '../../../product/trade/terms.js';
import type { Coefficients, Mask } from '../paths/dated-terms.js';
import {
  bermudanLegsOf,
  type CoefficientTools,
  exchangeTerms,
  fixedResetValue,
  gatherPayments,
  type OptionContribution,
  optionTable,
  paymentValues,
  resetValue,
  swaptionLegs,
} from '../trade/coefficients.js';
import { type Contribution, contributionsAt, visitContributions, visitFlows } from '../trade/contributions.js';
import { exchanged, forwardOf, keyOf } from '../trade/value-terms.js';

/** Receives the mean value of a leg with each of the moments: ∂/∂ln P_i(0, time), and ∂/∂ln of the spots of its currency and share. */
export interface LegReceiver {
  readonly leg: (currency: number, time: Years, means: readonly number[], share?: number) => void;
  /** What of a fixed rate is not proportional to the spot of its currency: a discount factor alone. */
  readonly discountFactor: (currency: number, time: Years, means: readonly number[]) => void;
}

/**
 * The legs of trades at a date.
 *
 * @param moments  sets of moments; each leg is given a mean for each
 * @returns the mean value of all legs for each set of moments
 */
export function legMoments(
  tools: CoefficientTools,
  trades: readonly TradeTerms[],
  masks: readonly Mask[],
  moments: readonly Coefficients[],
  receive: LegReceiver,
): number[] {
  const { logs, terms, tableIndex, fixingIndex, model } = tools;
  const { time: now } = terms;
  const total = moments.map(() => 0);
  const add = (means: readonly number[]): readonly number[] => {
    means.forEach((mean, i) => {
      total[i] = total[i] + mean;
    });
    return means;
  };
  const { payments, addPayment } = gatherPayments(tools);
  const indexOf = (index: ReadonlyMap<string, number>, key: string): number => {
    const found = index.get(key);
    if (found === undefined) throw new Error(`the terms of ${now} lack ${key}`);
    return found;
  };
  /** What a unit at the end of each fixed period is worth, without the state. */
  const fixingUnits = new Map<number, number>();
  const receiveContribution = (contribution: Contribution): void => {
    switch (contribution.kind) {
      case 'payment':
        addPayment(contribution.currency, contribution.time, contribution.amount, contribution.mask);
        break;
      case 'fixed_rate': {
        const { currency, start, end, notional, basis } = contribution.period;
        const index = indexOf(fixingIndex, keyOf(contribution, model));
        const unit =
          fixingUnits.get(index) ?? Math.exp(logs.exchangeRate(currency).constant + (end > now ? logs.bond(currency, end).constant : 0));
        fixingUnits.set(index, unit);
        const value = notional * basis * unit;
        const means = add(moments.map(({ fixings }) => value * fixings[index]));
        receive.leg(currency, start, means);
        if (end <= now) {
          // Unpaid since before the date: P(0, start)/P(0, end) paid at the date.
          receive.discountFactor(currency, now, means);
          receive.discountFactor(
            currency,
            end,
            means.map((mean) => -mean),
          );
        }
        break;
      }
      case 'reset':
      case 'reset_fixed': {
        const { currency, constant, start, end } = contribution.period;
        const key = keyOf(contribution, model);
        const means = add(
          contribution.kind === 'reset'
            ? moments.map(
                ({ tables }) => contribution.amount * resetValue(tools, contribution.period) * tables[indexOf(tableIndex, key)][0],
              )
            : moments.map(({ fixings }) => contribution.amount * fixedResetValue(tools, contribution) * fixings[indexOf(fixingIndex, key)]),
        );
        receive.leg(constant, start, means);
        // X P_f(0, start) P_r(0, paid)/P_r(0, start); with the growth of the period, the last is 1/P_r(0, end).
        const paid = contribution.kind === 'reset' ? end : contribution.time;
        const divisor = contribution.kind === 'reset_fixed' && contribution.grown ? end : start;
        receive.discountFactor(currency, paid, means);
        receive.discountFactor(
          currency,
          divisor,
          means.map((mean) => -mean),
        );
        break;
      }
      case 'shares': {
        const { share, time, quantity } = contribution;
        const { currency, dividend } = model.market.shares[share];
        const index = indexOf(tableIndex, keyOf(contribution, model));
        const value =
          quantity * Math.exp(logs.share(share).constant + logs.exchangeRate(currency).constant - dividend * Math.max(time - now, 0));
        receive.leg(currency, 0, add(moments.map(({ tables }) => value * tables[index][0])), share);
        break;
      }
      case 'contract':
        throw new Error('a contract has no legs: the factors of its netting set are moved one by one');
      case 'option': {
        const index = indexOf(tableIndex, keyOf(contribution, model));
        const tables = moments.map((each) => each.tables[index]);
        optionLegs(tools, contribution.terms, index, (currency, time, values, share) =>
          receive.leg(currency, time, add(tables.map((table) => product(table, values))), share),
        );
        break;
      }
      case 'bermudan': {
        const { terms: option, next } = contribution;
        const index = indexOf(tableIndex, keyOf(contribution, model));
        bermudanLegsOf(tools, option, next, terms.tables[index].grid, (time, values) =>
          receive.leg(option.currency, time, add(moments.map(({ tables }) => product(tables[index], values)))),
        );
        break;
      }
    }
  };
  trades.forEach((trade, i) => {
    visitContributions(trade, masks[i], now, terms.unpaidSince, addPayment, receiveContribution);
  });
  for (const [index, byTime] of payments) {
    const { grid, key } = terms.tables[index];
    const currency = Number(key.split(' ')[1]);
    for (const [time, amount] of byTime) {
      const values = paymentValues(tools, currency, time, grid);
      receive.leg(currency, time, add(moments.map(({ tables }) => amount * product(tables[index], values))));
    }
  }
  return total;
}

type FlowContribution = Exclude<Contribution, OptionContribution | { readonly kind: 'contract' }>;

function product(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += one[i] * other[i];
  return sum;
}

function optionLegs(
  tools: CoefficientTools,
  option: EuropeanTerms,
  index: number,
  receive: (currency: number, time: Years, values: Float64Array, share?: number) => void,
): void {
  const { model, logs, terms } = tools;
  const { grid } = terms.tables[index];
  const { expiry, exercised, quantity } = option;
  if (option.kind === 'swap') {
    const { currency } = exercised.periods[0];
    swaptionLegs(tools, option, grid, (time, values) => receive(currency, time, values));
    return;
  }
  const { forward, unit } = forwardOf(option, model.market, logs, terms.time);
  const share = option.kind === 'share' ? exercised.deliveries[0].share : undefined;
  const variance =
    share === undefined
      ? exchangeVariance(model, ...exchanged(option), terms.time, expiry)
      : shareVariance(model, share, terms.time, expiry);
  const { perForward, strike, sign } = exchangeTerms(option);
  const deviation = Math.sqrt(variance);
  const present = quantity * Math.exp(unit.constant);
  const [first, second] = [new Float64Array(grid.nodes), new Float64Array(grid.nodes)];
  for (let j = 0; j < grid.nodes; j++) {
    const logarithm = forward.constant + grid.first + j * grid.spacing;
    const moneyness = logarithm + Math.log(perForward / strike);
    const d1 =
      deviation > 0 ? moneyness / deviation + 0.5 * deviation : moneyness > 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
    first[j] = sign * present * perForward * Math.exp(logarithm) * normalCdf(sign * d1);
    second[j] = -sign * present * strike * normalCdf(sign * (d1 - deviation));
  }
  const [one, other] = share === undefined ? exchanged(option) : [model.market.shares[share].currency, model.market.shares[share].currency];
  // A share in its own currency depends on no discount factor: as a leg it is paid today.
  receive(one, share === undefined ? expiry : 0, first, share);
  receive(other, expiry, second);
}

/**
 * Mean values of trades one by one, for each set of moments: what flows are worth per unit is computed once for each currency and time.
 *
 * @returns the mean values of a trade, in the order of the moments
 */
export function tradeMeans(
  tools: CoefficientTools,
  moments: readonly Coefficients[],
): (trade: TradeTerms, mask: Mask) => readonly number[] {
  const { logs, terms, tableIndex, fixingIndex, contractIndex, model } = tools;
  const units = new Map<string, readonly number[]>();
  const unitOf = (contribution: FlowContribution): readonly number[] => {
    const at = keyOf(contribution, model);
    const timed = contribution.kind === 'payment' || contribution.kind === 'shares' ? `${at} ${contribution.time}` : at;
    const known = units.get(timed) ?? meansOf(contribution, at);
    units.set(timed, known);
    return known;
  };
  const meansOf = (contribution: FlowContribution, key: string): readonly number[] => {
    if (contribution.kind === 'fixed_rate') {
      const { currency, end } = contribution.period;
      const value = Math.exp(logs.exchangeRate(currency).constant + (end > terms.time ? logs.bond(currency, end).constant : 0));
      return moments.map(({ fixings }) => value * fixings[fixingIndex.get(key) ?? -1]);
    }
    if (contribution.kind === 'reset_fixed') {
      const value = fixedResetValue(tools, contribution);
      return moments.map(({ fixings }) => value * fixings[fixingIndex.get(key) ?? -1]);
    }
    const index = tableIndex.get(key) ?? -1;
    if (contribution.kind === 'reset') {
      const value = resetValue(tools, contribution.period);
      return moments.map(({ tables }) => value * tables[index][0]);
    }
    const wait = Math.max(contribution.time - terms.time, 0);
    if (contribution.kind === 'shares') {
      const { currency, dividend } = model.market.shares[contribution.share];
      const value = Math.exp(logs.share(contribution.share).constant + logs.exchangeRate(currency).constant - dividend * wait);
      return moments.map(({ tables }) => value * tables[index][0]);
    }
    const values = paymentValues(tools, contribution.currency, contribution.time, terms.tables[index].grid);
    return moments.map(({ tables }) => product(tables[index], values));
  };
  const ofOption = (contribution: OptionContribution): readonly number[] => {
    const index = tableIndex.get(keyOf(contribution, model)) ?? -1;
    const values = optionTable(tools, contribution, terms.tables[index].grid);
    return moments.map(({ tables }) => product(tables[index], values));
  };
  const sizeOf = (contribution: FlowContribution): number =>
    contribution.kind === 'shares'
      ? contribution.quantity
      : contribution.kind === 'fixed_rate'
        ? contribution.period.notional * contribution.period.basis
        : contribution.amount;
  // Of most trades only payments: their unit values are found by number instead of by name.
  const payments = new Map<number, Map<Years, readonly number[]>>();
  const paymentOf = (currency: number, time: Years): readonly number[] => {
    const byTime = payments.get(currency) ?? new Map<Years, readonly number[]>();
    payments.set(currency, byTime);
    const found = byTime.get(time) ?? unitOf({ kind: 'payment', currency, time, amount: 1, mask: undefined });
    byTime.set(time, found);
    return found;
  };
  return (trade, mask) => {
    const total = moments.map(() => 0);
    const add = (unit: readonly number[], size: number): void => {
      for (let i = 0; i < total.length; i++) total[i] = total[i] + size * unit[i];
    };
    if (trade.option === undefined && trade.contract === undefined)
      visitFlows(trade.flows, 1, terms.time, terms.unpaidSince, {
        payment: (currency, time, amount) => add(paymentOf(currency, time), amount),
        fixedRate: (period, notional) => add(unitOf({ kind: 'fixed_rate', period, mask: undefined }), notional * period.basis),
        reset: (period, amount) => add(unitOf({ kind: 'reset', period, amount, mask: undefined }), amount),
        resetFixed: (period, grown, time, amount) =>
          add(unitOf({ kind: 'reset_fixed', period, grown, time, amount, mask: undefined }), amount),
        shares: (share, time, quantity) => add(unitOf({ kind: 'shares', share, time, quantity, mask: undefined }), quantity),
      });
    else
      for (const contribution of contributionsAt(trade, mask, terms.time, terms.unpaidSince))
        if (contribution.kind === 'option' || contribution.kind === 'bermudan') add(ofOption(contribution), 1);
        else if (contribution.kind === 'contract') {
          const index = contractIndex.get(keyOf(contribution, model)) ?? -1;
          add(
            moments.map(({ contracts }) => contracts[index]),
            contribution.terms.quantity,
          );
        } else add(unitOf(contribution), sizeOf(contribution));
    return total;
  };
}
