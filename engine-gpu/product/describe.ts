/** What a contract is, in words that a trader would use. */
import { amount, percent } from './amount.js';
import { fold } from './fold.js';
import { decisionDate, underlyings } from './horizon.js';
import type { ContractSpec, Spec } from './spec.js';
import { type StrategyLeg, strategyLegs } from './strategy.js';

interface Phrase {
  readonly text: string;
  /** How much the text holds together, so that brackets stand where a longer sentence would tear it, and only there. */
  readonly form: 'term' | 'clause' | 'list';
}

const term = (text: string): Phrase => ({ text, form: 'term' });
const clause = (text: string): Phrase => ({ text, form: 'clause' });
const list = (text: string): Phrase => ({ text, form: 'list' });

/** As a part of a clause. */
const within = ({ text, form }: Phrase): string => (form === 'term' ? text : `(${text})`);
/** As an item between semicolons. */
const item = ({ text, form }: Phrase): string => (form === 'list' ? `(${text})` : text);

const and = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

/** Few dates are all named; many would bury the rest of the sentence. */
const FEW_DATES = 3;
const onDates = (dates: readonly string[]): string =>
  dates.length <= FEW_DATES ? `on ${and(dates)}` : `on ${dates.length} dates from ${dates[0]} to ${dates.at(-1)}`;

const MONITORED = {
  continuous: 'at any time',
  daily: 'at a daily check',
  weekly: 'at a weekly check',
  monthly: 'at a monthly check',
} as const;
const REACHED = { down: (level: string) => `falls to ${level} or below`, up: (level: string) => `rises to ${level} or above` } as const;
const EFFECT = { knock_out: 'which ends if', knock_in: 'which begins only if' } as const;

function barrier({ contract, condition }: Spec<'conditional'>): string {
  const { style, direction, level, monitoring = 'continuous', monitoringDates, underlying = underlyings(contract)[0] } = condition;
  const when = monitoringDates === undefined ? MONITORED[monitoring] : onDates(monitoringDates);
  return `${EFFECT[style]} ${underlying} ${REACHED[direction](amount(level))} ${when}`;
}

function leg({ quantity, sign, strike }: StrategyLeg): string {
  const count = Math.abs(quantity) === 1 ? '' : `${amount(Math.abs(quantity))} `;
  const right = `${sign === 1 ? 'call' : 'put'}${count === '' ? '' : 's'}`;
  return `${quantity > 0 ? 'long' : 'short'} ${count}${right} at ${amount(strike)}`;
}

function autocall(spec: Spec<'worst_of_autocall'>): string {
  const { underlyings, observationDates, initialFixings } = spec;
  const performer = underlyings.length === 1 ? underlyings[0] : `the worst performer of ${and(underlyings)}`;
  const since = initialFixings === undefined ? 'today' : `initial fixings of ${and(initialFixings.map(amount))}`;
  const missed = spec.memoryCoupon ? ' and those missed before' : '';
  return (
    `${spec.productType} autocall on ${performer} since ${since}, observed ${onDates(observationDates)}: ` +
    `a coupon of ${percent(spec.couponRate)}${missed} at ${percent(spec.couponBarrier)} or above, ` +
    `redemption at 1 at ${percent(spec.callBarrier)} or above, ` +
    `and at the end 1 at ${percent(spec.protectionBarrier)} or above, otherwise the performance`
  );
}

const say = fold<ContractSpec, 'type', Phrase>('type', {
  vanilla_call: ({ underlying, strike, expiry }) => term(`right to buy ${underlying} at ${amount(strike)} on ${expiry}`),
  vanilla_put: ({ underlying, strike, expiry }) => term(`right to sell ${underlying} at ${amount(strike)} on ${expiry}`),
  combined: ({ specs }, again) =>
    specs.length === 1 ? again(specs[0]!) : list(`all of: ${specs.map((spec) => item(again(spec))).join('; ')}`),
  negated: ({ spec }, again) => clause(`short: ${within(again(spec))}`),
  scaled: ({ contract, factor }, again) => clause(`${amount(factor)} × ${within(again(contract))}`),
  conditional: (spec, again) => clause(`${within(again(spec.contract))}, ${barrier(spec)}`),
  choice: (spec, again) => list(`the more valuable on ${decisionDate(spec)} of: ${item(again(spec.left))}; or ${item(again(spec.right))}`),
  strategy: (spec) =>
    clause(
      `${spec.strategy.replaceAll('_', ' ')} on ${spec.underlying} expiring ${spec.expiry}: ${strategyLegs(spec).map(leg).join(', ')}`,
    ),
  worst_of_autocall: (spec) => clause(autocall(spec)),
});

/** One sentence without a full stop, as `right to buy SPX at 100 on 2027-01-15, which ends if SPX falls to 80 or below at any time`. */
export const describe = (spec: ContractSpec): string => say(spec).text;
