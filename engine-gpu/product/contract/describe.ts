/** Describes a contract in words that a trader would use. */

import { fold } from '../../base/fold.js';
import { formatNumber, formatPercent } from '../../base/format.js';
import { describeForms } from './describe-forms.js';
import { decisionDate, underlyings } from './horizon.js';
import { CHECK, clause, item, list, onAny, onEach, type Phrase, series, term, within } from './phrase.js';
import type { ContractSpec, Spec } from './spec.js';
import { type StrategyLeg, strategyLegs } from './strategy.js';

const REACHED = { down: 'falls to', up: 'rises to' } as const;
const BEYOND = { down: 'or below', up: 'or above' } as const;
const EFFECT = { knock_out: 'which ends if', knock_in: 'which begins only if' } as const;

function barrier({ contract, condition }: Spec<'conditional'>): string {
  const { style, direction, monitoring = 'continuous', monitoringDates, underlying = underlyings(contract)[0] } = condition;
  const level = `${formatNumber(condition.level)} ${BEYOND[direction]}`;
  // With discrete monitoring a spot is found at a level; only continuous monitoring sees it reach the level.
  const event =
    monitoringDates !== undefined
      ? `is at ${level} ${onAny(monitoringDates)}`
      : monitoring === 'continuous'
        ? `${REACHED[direction]} ${level} at any time`
        : `is at ${level} ${CHECK[monitoring]}`;
  return `${EFFECT[style]} ${underlying} ${event}`;
}

function leg({ quantity, sign, strike }: StrategyLeg): string {
  const count = Math.abs(quantity) === 1 ? '' : `${formatNumber(Math.abs(quantity))} `;
  const right = `${sign === 1 ? 'call' : 'put'}${count === '' ? '' : 's'}`;
  return `${quantity > 0 ? 'long' : 'short'} ${count}${right} at ${formatNumber(strike)}`;
}

function autocall(spec: Spec<'worst_of_autocall'>): string {
  const { underlyings, observationDates, initialFixings } = spec;
  const performer = underlyings.length === 1 ? underlyings[0] : `the worst performer of ${series(underlyings, 'and')}`;
  const since =
    initialFixings === undefined
      ? 'today'
      : `${initialFixings.length === 1 ? 'an initial fixing' : 'initial fixings'} of ${series(initialFixings.map(formatNumber), 'and')}`;
  const missed = spec.memoryCoupon ? ' and those missed before' : '';
  return (
    `${spec.productType} autocall on ${performer} since ${since}, observed ${onEach(observationDates)}: ` +
    `a coupon of ${formatPercent(spec.couponRate)}${missed} at ${formatPercent(spec.couponBarrier)} or above, ` +
    `redemption at 1 at ${formatPercent(spec.callBarrier)} or above, ` +
    `and at the end 1 at ${formatPercent(spec.protectionBarrier)} or above, otherwise the performance`
  );
}

const say = fold<ContractSpec, 'type', Phrase>('type', {
  vanilla_call: ({ underlying, strike, expiry }) => term(`right to buy ${underlying} at ${formatNumber(strike)} on ${expiry}`),
  vanilla_put: ({ underlying, strike, expiry }) => term(`right to sell ${underlying} at ${formatNumber(strike)} on ${expiry}`),
  combined: ({ specs }, again) =>
    specs.length === 1 ? again(specs[0]) : list(`all of: ${specs.map((spec) => item(again(spec))).join('; ')}`),
  negated: ({ spec }, again) => clause(`short: ${within(again(spec))}`),
  scaled: ({ contract, factor }, again) => clause(`${formatNumber(factor)} × ${within(again(contract))}`),
  conditional: (spec, again) => clause(`${within(again(spec.contract))}, ${barrier(spec)}`),
  choice: (spec, again) => list(`the more valuable on ${decisionDate(spec)} of: ${item(again(spec.left))}; or ${item(again(spec.right))}`),
  strategy: (spec) =>
    clause(
      `${spec.strategy.replaceAll('_', ' ')} on ${spec.underlying} expiring ${spec.expiry}: ${strategyLegs(spec).map(leg).join(', ')}`,
    ),
  worst_of_autocall: (spec) => clause(autocall(spec)),
  ...describeForms,
});

/** The description as one sentence without a full stop, such as `right to buy SPX at 100 on 2027-01-15, which ends if SPX falls to 80 or below at any time`. */
export const describeContract = (spec: ContractSpec): string => say(spec).text;
