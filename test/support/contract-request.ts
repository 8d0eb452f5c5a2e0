/**
 * A priced row of the contract tables as a caller would send it: dates for times, names for assets.
 *
 * Tables give times as year fractions, callers give dates, and few fractions are whole days. A price under geometric
 * Brownian motion depends on rT, qT and σ²T alone: time is stretched until every fraction is a whole number of days,
 * and rates and volatilities shrink by as much.
 */

import { fold } from '#engine-gpu/base/fold';
import type { Market } from '#engine-gpu/market/market';
import type { Contract } from '#engine-gpu/product/contract/contract';
import { assetsUsed, eventTimes } from '#engine-gpu/product/contract/timeline';
import { dateOfDay, dayNumber } from '#engine-gpu/time/date';
import { defined } from '#services/runtime/defined';
import type { PricedRow } from './contract-rows.js';

const DAYS_PER_YEAR = 365;
const VALUATION_DATE = '2026-01-05';
/** Largest distance of a number of days from an integer; the year fractions of the tables are sums of i/m. */
const DAY_TOLERANCE = 1e-6;
const MAX_DAYS_PER_YEAR = 5_000;

export function contractRequest({ contract, market }: PricedRow): { contract: object; market: object } {
  const days = daysPerYear(eventTimes(contract));
  const stretch = days / DAYS_PER_YEAR;
  const dateAt = (time: number) => dateOfDay(dayNumber(VALUATION_DATE) + Math.round(time * days));
  return {
    contract: specOf(contract, { name: (asset) => market.assets[asset]!.name, dateAt }),
    market: marketOf(contract, market, stretch),
  };
}

/** The smallest number of days per year, at least 365, in which each time is a whole number of days. */
function daysPerYear(times: readonly number[]): number {
  for (let days = DAYS_PER_YEAR; days <= MAX_DAYS_PER_YEAR; days++)
    if (times.every((time) => Math.abs(time * days - Math.round(time * days)) < DAY_TOLERANCE)) return days;
  throw new Error(`in no year of up to ${MAX_DAYS_PER_YEAR} days are all of ${times.join(', ')} whole numbers of days`);
}

function marketOf(contract: Contract, { assets, correlation, curve }: Market, stretch: number): object {
  const quote = ({ spot, volatility, dividend }: Market['assets'][number]) => ({
    spot,
    volatility: defined(volatility, 'the volatility') / Math.sqrt(stretch),
    dividend: dividend / stretch,
  });
  const common = { rate: curve.zeroRates[0]! / stretch, valuationDate: VALUATION_DATE };
  if (assetsUsed(contract).length === 1) return { ...common, ...quote(assets[0]!) };
  return {
    ...common,
    assets: Object.fromEntries(assets.map((asset) => [asset.name, quote(asset)])),
    correlations: assets.flatMap(({ name: asset1 }, i) =>
      assets.slice(i + 1).map(({ name: asset2 }, j) => ({ asset1, asset2, correlation: correlation[i]![i + 1 + j] })),
    ),
  };
}

interface Naming {
  readonly name: (asset: number) => string;
  readonly dateAt: (time: number) => string;
}

/** Forms that no table states in the algebra. */
const unstated = ({ type }: Contract): never => {
  throw new Error(`a ${type} is stated by its specification`);
};

const specOf = fold<Contract, 'type', object, [Naming]>('type', {
  digital: unstated,
  cash: unstated,
  payoff: unstated,
  vanilla: ({ sign, asset, strike, time }, _say, { name, dateAt }) => ({
    type: sign === 1 ? 'vanilla_call' : 'vanilla_put',
    underlying: name(asset),
    strike,
    expiry: dateAt(time),
  }),
  sum: ({ terms }, say, naming) => ({
    type: 'combined',
    specs: terms.map(({ weight, contract }) => ({ type: 'scaled', factor: weight, contract: say(contract, naming) })),
  }),
  barrier: ({ contract, level, direction, style, monitoring }, say, naming) => ({
    type: 'conditional',
    contract: say(contract, naming),
    condition: {
      type: 'barrier_condition',
      level,
      direction,
      style,
      ...(monitoring === 'continuous' ? { monitoring } : { monitoringDates: monitoring.map(naming.dateAt) }),
    },
  }),
  choice: ({ left, right, time }, say, naming) => ({
    type: 'choice',
    left: say(left, naming),
    right: say(right, naming),
    decisionDate: naming.dateAt(time),
  }),
  autocall: ({ assets, initialFixings, times, memory, ...terms }, _say, { name, dateAt }) => ({
    type: 'worst_of_autocall',
    productType: 'phoenix',
    underlyings: assets.map(name),
    initialFixings,
    observationDates: times.map(dateAt),
    memoryCoupon: memory,
    callBarrier: terms.callBarrier,
    couponBarrier: terms.couponBarrier,
    protectionBarrier: terms.protectionBarrier,
    couponRate: terms.couponRate,
  }),
});
