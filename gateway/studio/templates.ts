/** Starting points of the studio: contracts with a market in which each can be priced as given. */

import type { ContractSpec } from '#engine/schemas';
import { dateOfDay, dayNumber } from '#engine/schemas';

interface Template {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly contract: ContractSpec;
  readonly market: object;
}

/** Dates count from today, so that a template never ends. */
export function templates(today: string): Template[] {
  const inDays = (days: number): string => dateOfDay(dayNumber(today) + days);
  const inYears = (years: number): string => inDays(Math.round(365 * years));
  const everyYears = (step: number, count: number): string[] => Array.from({ length: count }, (_, i) => inYears((i + 1) * step));

  const index = { spot: 5000, volatility: 0.18, dividend: 0.015 };
  const rate = 0.03;
  const onIndex = { ...index, rate, valuationDate: today };
  const technology = { spot: 17_500, volatility: 0.24, dividend: 0.008 };
  const europe = { spot: 4800, volatility: 0.2, dividend: 0.028 };
  const pair = (asset1: string, asset2: string, correlation: number) => ({ asset1, asset2, correlation });
  const onTwo = { assets: { SPX: index, NDX: technology }, correlations: [pair('SPX', 'NDX', 0.85)], rate, valuationDate: today };
  const onThree = {
    assets: { SPX: index, NDX: technology, SX5E: europe },
    correlations: [pair('SPX', 'NDX', 0.85), pair('SPX', 'SX5E', 0.65), pair('NDX', 'SX5E', 0.6)],
    ...{ rate, valuationDate: today },
  };
  const year = inYears(1);
  const call = (strike: number, expiry = year): ContractSpec => ({ type: 'vanilla_call', underlying: 'SPX', strike, expiry });
  const put = (strike: number, expiry = year): ContractSpec => ({ type: 'vanilla_put', underlying: 'SPX', strike, expiry });
  const cash = (amount: number, date = year): ContractSpec => ({ type: 'cash', amount, date });
  const times = (factor: number, contract: ContractSpec): ContractSpec => ({ type: 'scaled', contract, factor });
  const less = (spec: ContractSpec): ContractSpec => ({ type: 'negated', spec });
  const all = (...specs: ContractSpec[]): ContractSpec => ({ type: 'combined', specs });
  const barrier = (contract: ContractSpec, level: number, direction: 'down' | 'up', style: 'knock_out' | 'knock_in'): ContractSpec => ({
    ...{ type: 'conditional', contract },
    condition: { type: 'barrier_condition', level, direction, style },
  });

  return [
    {
      id: 'reverse-convertible',
      name: 'Barrier reverse convertible',
      description: 'A note of 1000 that pays a fixed coupon, and loses with the index if it ever falls to 70 % and ends below its start',
      contract: all(cash(1000), cash(80), less(times(1000 / 5000, barrier(put(5000), 3500, 'down', 'knock_in')))),
      market: onIndex,
    },
    {
      id: 'phoenix-memory',
      name: 'Phoenix with memory',
      description: 'An autocallable note of 1000 on two indices whose missed coupons are paid later',
      contract: times(1000, {
        ...{ type: 'worst_of_autocall', productType: 'phoenix', underlyings: ['SPX', 'NDX'], observationDates: everyYears(0.5, 6) },
        ...{ callBarrier: 1, couponBarrier: 0.7, protectionBarrier: 0.6, couponRate: 0.04, memoryCoupon: true },
      }),
      market: onTwo,
    },
    {
      id: 'worst-of-autocall',
      name: 'Worst-of autocall',
      description: 'An autocallable note of 1000 on the worst of three indices, with a coupon on each date on which all are high enough',
      contract: times(1000, {
        ...{ type: 'worst_of_autocall', productType: 'phoenix', underlyings: ['SPX', 'NDX', 'SX5E'], observationDates: everyYears(1, 4) },
        ...{ callBarrier: 1, couponBarrier: 0.8, protectionBarrier: 0.55, couponRate: 0.09, memoryCoupon: false },
      }),
      market: onThree,
    },
    {
      id: 'barrier-call',
      name: 'Down-and-out call',
      description: 'A call that ends when the index falls to 80 % of its start',
      contract: barrier(call(5250), 4000, 'down', 'knock_out'),
      market: onIndex,
    },
    {
      id: 'cliquet',
      name: 'Cliquet',
      description: 'The sum of quarterly returns, each between -3 % and 5 %, at least 0, on 1000',
      contract: times(1000, {
        ...{ type: 'cliquet', underlying: 'SPX', observationDates: everyYears(0.25, 8) },
        ...{ localFloor: -0.03, localCap: 0.05, globalFloor: 0 },
      }),
      market: onIndex,
    },
    {
      id: 'asian-call',
      name: 'Asian call',
      description: 'A call on the average of twelve monthly levels',
      contract: { type: 'asian_call', underlying: 'SPX', strike: 5000, expiry: year, monitoring: 'monthly' },
      market: onIndex,
    },
    {
      id: 'basket-call',
      name: 'Basket call',
      description: 'A call on three indices, each with a third of the basket’s start of 100',
      contract: {
        ...{ type: 'basket_call', underlyings: ['SPX', 'NDX', 'SX5E'], weights: [100 / 3 / 5000, 100 / 3 / 17_500, 100 / 3 / 4800] },
        ...{ strike: 100, expiry: inYears(2) },
      },
      market: onThree,
    },
    {
      id: 'collar',
      name: 'Collar',
      description: 'A put bought at 90 % and a call sold at 110 %, which bound what a holder of the index loses and gains',
      contract: { type: 'strategy', strategy: 'collar', underlying: 'SPX', expiry: year, putStrike: 4500, callStrike: 5500 },
      market: onIndex,
    },
    {
      id: 'lookback-call',
      name: 'Floating lookback call',
      description: 'The right to buy at the lowest level until expiry',
      contract: { type: 'lookback_call', underlying: 'SPX', expiry: year },
      market: onIndex,
    },
    {
      id: 'variance-swap',
      name: 'Variance swap',
      description: 'Daily realised variance against 18 % squared, 50 000 per unit of variance',
      contract: times(50_000, { type: 'variance_swap', underlying: 'SPX', expiry: inYears(0.5), strikeVolatility: 0.18 }),
      market: onIndex,
    },
    {
      id: 'chooser',
      name: 'Chooser',
      description: 'In six months the holder chooses whether the option is a call or a put',
      contract: { type: 'choice', left: call(5000), right: put(5000), decisionDate: inYears(0.5) },
      market: onIndex,
    },
    {
      id: 'capital-protected-note',
      name: 'Capital-protected note',
      description: 'A note that repays 1000 and takes part in the rise of the index up to 40 %',
      contract: all(cash(1000, inYears(5)), times(1000 / 5000, all(call(5000, inYears(5)), less(call(7000, inYears(5)))))),
      market: onIndex,
    },
    {
      id: 'digital-coupon',
      name: 'Digital coupon note',
      description: 'A note that repays 1000, and pays 70 if the index ends above its start',
      contract: all(cash(1000), { type: 'digital_call', underlying: 'SPX', strike: 5000, expiry: year, payout: 70 }),
      market: onIndex,
    },
    {
      id: 'spread-call',
      name: 'Spread call',
      description: 'The amount by which one index ends more than 200 points above another, per 100 of the first',
      contract: times(100 / 5000, { type: 'spread_call', underlyings: ['SPX', 'SX5E'], strike: 200, expiry: year }),
      market: onThree,
    },
    {
      id: 'iron-condor',
      name: 'Iron condor',
      description: 'A premium for an index that stays between two levels, with a bounded loss on either side',
      contract: {
        ...{ type: 'strategy', strategy: 'iron_condor', underlying: 'SPX', expiry: inYears(0.25) },
        ...{ putBuy: 4400, putSell: 4600, callSell: 5400, callBuy: 5600 },
      },
      market: onIndex,
    },
  ];
}
