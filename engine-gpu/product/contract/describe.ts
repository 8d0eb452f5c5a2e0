/** Describes a contract in words that a trader would use. */

import { fold } from '../../base/fold.js';
import { formatNumber, formatPercent } from '../../base/format.js';
import type { MarketInput } from '../../market/market-input.js';
import type { LifecycleEvent } from '../lifecycle.js';
import { describeForms } from './describe-forms.js';
import { describeMarket } from './describe-market.js';
import { decisionDate, underlyings } from './horizon.js';
import { CHECK, clause, item, list, onAny, onEach, type Phrase, series, term, within } from './phrase.js';
import type { ContractSpec, Spec } from './spec-type.js';
import { type StrategyLeg, strategyLegs } from './strategy.js';

const REACHED = { down: 'falls to', up: 'rises to' } as const;
const BEYOND = { down: 'or below', up: 'or above' } as const;
const EFFECT = { knock_out: 'which ends if', knock_in: 'which begins only if' } as const;

function barrier({ contract, condition }: Spec<'conditional'>): string {
  const { style, direction, monitoring = 'continuous', monitoringDates, knocked, underlying = underlyings(contract)[0] } = condition;
  const level = `${formatNumber(condition.level)} ${BEYOND[direction]}`;
  // Discrete monitoring finds a spot at a level; only continuous monitoring sees it reach the level.
  const event =
    monitoringDates !== undefined
      ? `is at ${level} ${onAny(monitoringDates)}`
      : monitoring === 'continuous'
        ? `${REACHED[direction]} ${level} at any time`
        : `is at ${level} ${CHECK[monitoring]}`;
  return `${EFFECT[style]} ${underlying} ${event}${knocked === undefined ? '' : `, as on ${knocked}`}`;
}

function leg({ quantity, sign, strike }: StrategyLeg): string {
  const count = Math.abs(quantity) === 1 ? '' : `${formatNumber(Math.abs(quantity))} `;
  const right = `${sign === 1 ? 'call' : 'put'}${count === '' ? '' : 's'}`;
  return `${quantity > 0 ? 'long' : 'short'} ${count}${right} at ${formatNumber(strike)}`;
}

function autocall(spec: Spec<'worst_of_autocall'>): string {
  const { underlyings, observationDates, initialFixings, startDate, callBarrier, callBarriers = [] } = spec;
  const performer = underlyings.length === 1 ? underlyings[0] : `the worst performer of ${series(underlyings, 'and')}`;
  const since =
    initialFixings === undefined
      ? (startDate ?? 'today')
      : `${initialFixings.length === 1 ? 'an initial fixing' : 'initial fixings'} of ${series(initialFixings.map(formatNumber), 'and')}`;
  const missed = spec.memoryCoupon ? ' and those missed before' : '';
  return (
    `${spec.productType} autocall on ${performer} since ${since}, observed ${onEach(observationDates)}: ` +
    `a coupon of ${formatPercent(spec.couponRate)}${missed} at ${formatPercent(spec.couponBarrier)} or above, ` +
    `redemption at 1 at ${callBarrier === undefined ? inTurn(callBarriers) : formatPercent(callBarrier)} or above, ` +
    `and at the end ${atEnd(spec)}`
  );
}

/** Call barriers one by one: a few as they are, more as a range. */
const inTurn = (levels: readonly number[]): string =>
  levels.length <= MAX_LISTED_LEVELS
    ? `${series(levels.map(formatPercent), 'and')}${levels.length > 1 ? ' in turn' : ''}`
    : `${levels.length} levels from ${formatPercent(levels[0]!)} to ${formatPercent(levels[levels.length - 1]!)} in turn`;

const MAX_LISTED_LEVELS = 6;

/** The repayment of the last date. */
function atEnd({
  protectionBarrier,
  protectionMonitoring = 'final',
  underlyings,
  airbag,
  participation,
}: Spec<'worst_of_autocall'>): string {
  const performance = airbag === undefined ? 'the performance' : `the performance divided by ${formatPercent(airbag)}`;
  const level = formatPercent(protectionBarrier);
  const besides = participation === undefined ? '' : `, and ${formatPercent(participation)} of the performance above 1 besides`;
  if (protectionMonitoring === 'final')
    return `1 at ${level} or above, otherwise ${performance}${airbag === undefined ? '' : ', at most 1'}${besides}`;
  const asset = underlyings.length === 1 ? underlyings[0] : 'each of them';
  const frequency = protectionMonitoring === 'continuous' ? 'at any time' : CHECK.daily;
  return `1 if ${asset} has stayed above ${level} ${frequency}, otherwise ${performance}, at most 1${besides}`;
}

const say = fold<ContractSpec, 'type', Phrase>('type', {
  vanilla_call: ({ underlying, strike, expiry }) => term(`right to buy ${underlying} at ${formatNumber(strike)} on ${expiry}`),
  vanilla_put: ({ underlying, strike, expiry }) => term(`right to sell ${underlying} at ${formatNumber(strike)} on ${expiry}`),
  combined: ({ specs }, again) =>
    specs.length === 1 ? again(specs[0]!) : list(`all of: ${specs.map((spec) => item(again(spec))).join('; ')}`),
  negated: ({ spec }, again) => clause(`short: ${within(again(spec))}`),
  scaled: ({ contract, factor }, again) => clause(`${formatNumber(factor)} × ${within(again(contract))}`),
  conditional: (spec, again) => clause(`${within(again(spec.contract))}, ${barrier(spec)}`),
  choice: (spec, again) =>
    list(
      `the more valuable on ${decisionDate(spec)} of: ${item(again(spec.left))}; or ${item(again(spec.right))}` +
        (spec.chosen === undefined ? '' : `; the ${spec.chosen === 'left' ? 'first' : 'second'} was chosen`),
    ),
  strategy: (spec) =>
    clause(
      `${spec.strategy.replaceAll('_', ' ')} on ${spec.underlying} expiring ${spec.expiry}: ${strategyLegs(spec).map(leg).join(', ')}`,
    ),
  worst_of_autocall: (spec) => clause(autocall(spec)),
  ...describeForms,
});

/**
 * The description with what a market adds and what has happened so far, such as
 * `…; SPX pays 1.5 on 2026-07-15, and falls by it; on 2026-06-01 SPX was fixed at 5000`.
 */
export const describeInMarket = (spec: ContractSpec, market: MarketInput, lifecycle: readonly LifecycleEvent[]): string =>
  [
    describeContract(spec),
    ...describeMarket(market, underlyings(spec)),
    ...lifecycle.map(({ date, description }) => `on ${date} ${description}`),
  ].join('; ');

/** The description as one sentence without a full stop, such as `right to buy SPX at 100 on 2027-01-15, which ends if SPX falls to 80 or below at any time`. */
export const describeContract = (spec: ContractSpec): string => say(spec).text;
