/** Descriptions of contract forms with one payment, in words that a trader would use. */
import { formatNumber, formatPercent } from '../../base/format.js';
import { CHECK, clause, onEach, type Phrase, series, term } from './phrase.js';
import type { Spec } from './spec-type.js';

const digital = ({ underlying, strike, expiry, payout = 1 }: Spec<'digital_call' | 'digital_put'>, side: string): Phrase =>
  term(`payment of ${formatNumber(payout)} on ${expiry} if ${underlying} is then ${side} ${formatNumber(strike)}`);

/** An option on an underlying that is given in words, as its strike may be. */
const option = (right: 'call' | 'put', strike: number | string, on: string, expiry: string): Phrase =>
  clause(`${right} at ${typeof strike === 'number' ? formatNumber(strike) : strike} on ${on}, paid on ${expiry}`);

function asian(spec: Spec<'asian_call' | 'asian_put'>, right: 'call' | 'put'): Phrase {
  const { underlying, expiry, averaging = 'arithmetic', observationDates = [], monitoring, strikeDates = [] } = spec;
  const { strike = `the ${averaging} average of ${underlying} ${onEach(strikeDates)}` } = spec;
  const frequency = monitoring === undefined ? onEach(observationDates) : CHECK[monitoring];
  return option(right, strike, `the ${averaging} average of ${underlying} ${frequency}`, expiry);
}

function lookback(spec: Spec<'lookback_call' | 'lookback_put'>, right: 'call' | 'put'): Phrase {
  const { underlying, strike, expiry, observationDates, monitoring = 'continuous', startDate: from = 'today', extremeSoFar } = spec;
  const since = extremeSoFar === undefined ? '' : `, ${formatNumber(extremeSoFar)} so far`;
  const frequency =
    (observationDates !== undefined
      ? `${from === 'today' ? from : `on ${from}`} and ${onEach(observationDates)}`
      : monitoring === 'continuous'
        ? `from ${from} at any time`
        : `${from === 'today' ? from : `from ${from} on`} and ${CHECK[monitoring]}`) + since;
  if (strike !== undefined)
    return option(right, strike, `the ${right === 'call' ? 'highest' : 'lowest'} ${underlying} ${frequency}`, expiry);
  return clause(
    right === 'call'
      ? `right to buy ${underlying} at its lowest ${frequency}, on ${expiry}`
      : `right to sell ${underlying} at its highest ${frequency}, on ${expiry}`,
  );
}

function basket({ underlyings, weights, strike, expiry }: Spec<'basket_call' | 'basket_put'>, right: 'call' | 'put'): Phrase {
  const sum =
    weights === undefined
      ? `the average of ${series(underlyings, 'and')}`
      : underlyings.map((name, i) => `${formatNumber(weights[i]!)} ${name}`).join(' + ');
  return option(right, strike, sum, expiry);
}

interface Ranked {
  readonly underlyings: readonly string[];
  readonly strike: number;
  readonly expiry: string;
}
const ranked = ({ underlyings, strike, expiry }: Ranked, right: 'call' | 'put', rank: 'highest' | 'lowest'): Phrase =>
  option(right, strike, `the ${rank} of ${series(underlyings, 'and')}`, expiry);

const spread = ({ underlyings, strike, expiry }: Spec<'spread_call' | 'spread_put'>, right: 'call' | 'put'): Phrase =>
  option(right, strike, underlyings.join(' less '), expiry);

const within = (subject: string, floor: number | undefined, cap: number | undefined): string => {
  const bounds = [
    ...(floor === undefined ? [] : [`at least ${formatPercent(floor)}`]),
    ...(cap === undefined ? [] : [`at most ${formatPercent(cap)}`]),
  ];
  return bounds.length === 0 ? '' : `, ${subject} ${bounds.join(' and ')}`;
};

const cliquet = ({
  underlying,
  observationDates,
  startDate = 'today',
  localFloor,
  localCap,
  globalFloor,
  globalCap,
}: Spec<'cliquet'>): Phrase =>
  clause(
    `sum of the returns of ${underlying} from ${startDate}, taken ${onEach(observationDates)}` +
      `${within('each', localFloor, localCap)}${within('in all', globalFloor, globalCap)}`,
  );

const varianceSwap = ({
  underlying,
  expiry,
  strikeVolatility,
  monitoring = 'daily',
  observationDates,
  startDate,
}: Spec<'variance_swap'>): Phrase =>
  clause(
    `variance of ${underlying} realised ${observationDates === undefined ? CHECK[monitoring] : `from ${startDate ?? 'today'} ${onEach(observationDates)}`} less ${formatPercent(strikeVolatility)} squared, paid on ${expiry}`,
  );

export const describeForms = {
  cash: ({ amount, date }: Spec<'cash'>) => term(`payment of ${formatNumber(amount)} on ${date}`),
  forward: ({ underlying, strike, expiry }: Spec<'forward'>) =>
    term(`obligation to buy ${underlying} at ${formatNumber(strike)} on ${expiry}`),
  digital_call: (spec: Spec<'digital_call'>) => digital(spec, 'above'),
  digital_put: (spec: Spec<'digital_put'>) => digital(spec, 'below'),
  asian_call: (spec: Spec<'asian_call'>) => asian(spec, 'call'),
  asian_put: (spec: Spec<'asian_put'>) => asian(spec, 'put'),
  lookback_call: (spec: Spec<'lookback_call'>) => lookback(spec, 'call'),
  lookback_put: (spec: Spec<'lookback_put'>) => lookback(spec, 'put'),
  basket_call: (spec: Spec<'basket_call'>) => basket(spec, 'call'),
  basket_put: (spec: Spec<'basket_put'>) => basket(spec, 'put'),
  best_of_call: (spec: Spec<'best_of_call'>) => ranked(spec, 'call', 'highest'),
  best_of_put: (spec: Spec<'best_of_put'>) => ranked(spec, 'put', 'highest'),
  worst_of_call: (spec: Spec<'worst_of_call'>) => ranked(spec, 'call', 'lowest'),
  worst_of_put: (spec: Spec<'worst_of_put'>) => ranked(spec, 'put', 'lowest'),
  spread_call: (spec: Spec<'spread_call'>) => spread(spec, 'call'),
  spread_put: (spec: Spec<'spread_put'>) => spread(spec, 'put'),
  cliquet,
  variance_swap: varianceSwap,
};
