/** One contract per structure that kernels are composed of, on a market of three assets. */

import type { EquityModel, LocalVolModel, Market } from '#engine-gpu/market/market';
import type { Average, Barrier, Contract, Extreme, Observable } from '#engine-gpu/product/contract/contract';

import { flatMarket, sum, vanilla } from './contract-rows.js';

export const THREE_ASSETS = flatMarket(
  0.03,
  [
    { spot: 100, volatility: 0.2, dividend: 0.01 },
    { spot: 40, volatility: 0.35, dividend: 0 },
    { spot: 1500, volatility: 0.25, dividend: 0.02 },
  ],
  [
    [1, 0.6, 0.3],
    [0.6, 1, 0.4],
    [0.3, 0.4, 1],
  ],
);

const [first, second, third] = THREE_ASSETS.assets;
/** A volatility surface around a spot, with a smile that flattens with time. */
export const smileOn = (quoted: LocalVolModel['quoted']): LocalVolModel => {
  const strikes = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.5, 1.8].map((moneyness) => moneyness * quoted.spot);
  const expiries = [0.25, 0.5, 1, 2];
  const smile = (log: number, time: number) => 0.2 + (0.04 * log * log - 0.05 * log) / Math.sqrt(time);
  const volatilities = expiries.map((time) => strikes.map((strike) => smile(Math.log(strike / quoted.spot), time)));
  return { type: 'local_vol', strikes, expiries, volatilities, quoted };
};

/** The same market with a model per asset. Feller's condition fails, so that both branches of the Heston scheme are used. */
export const THREE_MODELS: Market = {
  ...THREE_ASSETS,
  assets: [
    {
      name: first!.name,
      spot: first!.spot,
      dividend: first!.dividend,
      model: { type: 'heston', v0: 0.04, kappa: 1.5, theta: 0.06, sigma: 0.8, rho: -0.7 },
    },
    {
      name: second!.name,
      spot: second!.spot,
      dividend: second!.dividend,
      model: smileOn({ spot: second!.spot, dividend: second!.dividend, curve: THREE_ASSETS.curve }),
    },
    third!,
  ],
};

/** The same market with a model for the first asset. */
const underModel = (model: EquityModel): Market => ({
  ...THREE_ASSETS,
  assets: THREE_ASSETS.assets.map(({ name, spot, dividend, volatility }, i) =>
    i === 0 ? { name, spot, dividend, model } : { name, spot, dividend, volatility },
  ),
});

/** Markets under rough models, with a Hurst parameter as estimated from markets and with 0.5; both branches of the rough Heston scheme are used. */
export const WITH_ROUGH = {
  'rough Bergomi': underModel({ type: 'rough_bergomi', hurst: 0.1, eta: 1.5, rho: -0.7, xi0: 0.05 }),
  'rough Bergomi of a diffusion': underModel({ type: 'rough_bergomi', hurst: 0.5, eta: 1.5, rho: -0.7, xi0: 0.05 }),
  'rough Heston': underModel({ type: 'rough_heston', hurst: 0.1, v0: 0.04, kappa: 1, theta: 0.06, nu: 0.3, rho: -0.7 }),
  'rough Heston of a diffusion': underModel({ type: 'rough_heston', hurst: 0.5, v0: 0.04, kappa: 1, theta: 0.06, nu: 0.8, rho: 0.7 }),
} as const;

/** Structures whose kernels differ where an asset's volatility is stochastic or local. */
export const UNDER_MODELS = [
  'a call',
  'a continuous knock-out',
  'a continuous knock-in on another asset',
  'a double knock-out',
  'an autocall',
  'a choice of two assets under a barrier',
  'a choice before expiry',
  'the lowest at any time against the last',
] as const;

/** Those of them that use further parts of a model. */
export const UNDER_ROUGH = ['a call', 'a continuous knock-out', 'a choice before expiry'] as const;

export const barrier = (
  contract: Contract,
  level: number,
  direction: Barrier['direction'],
  style: Barrier['style'],
  monitoring: Barrier['monitoring'] = 'continuous',
  asset = 0,
): Barrier => ({ type: 'barrier', contract, asset, level, direction, style, monitoring });

export const choice = (left: Contract, right: Contract, time: number): Contract => ({ type: 'choice', left, right, time });

export const autocall: Contract = {
  type: 'autocall',
  assets: [0, 1, 2],
  initialFixings: [100, 40, 1500],
  times: [0.5, 1, 1.5, 2],
  callBarrier: 1,
  couponBarrier: 0.8,
  protectionBarrier: 0.6,
  couponRate: 0.05,
  memory: true,
};

export const digital = (strike: number, time: number, sign: 1 | -1 = 1, asset = 0): Contract => ({
  type: 'digital',
  asset,
  strike,
  time,
  sign,
});

export const cash = (amount: number, time: number): Contract => sum([amount, { type: 'cash', time }]);

/** max(±(x − strike), 0). */
export const optionOn = (observable: Observable, strike: number, time: number, sign: 1 | -1 = 1): Contract => ({
  type: 'payoff',
  of: observable,
  pays: { type: 'option', strike, sign },
  time,
});

/** x itself, within bounds. */
export const boundedOn = (observable: Observable, time: number, floor?: number, cap?: number): Contract => ({
  type: 'payoff',
  of: observable,
  pays: { type: 'clamped', floor, cap },
  time,
});

export const average = (times: readonly number[], mean: 'arithmetic' | 'geometric' = 'arithmetic', asset = 0): Average => ({
  type: 'average',
  mean,
  asset,
  times,
});

export const extreme = (side: Extreme['side'], monitoring: Extreme['monitoring'] = 'continuous', floating = false): Extreme => ({
  type: 'extreme',
  side,
  floating,
  asset: 0,
  monitoring,
});

const call = vanilla(105, 1);
const put = vanilla(95, 1, -1);
const dates = [0.25, 0.5, 0.75, 1];

export const EVERY_STRUCTURE: Readonly<Record<string, Contract>> = {
  'a call': call,
  'a call with little time, far out of the money': vanilla(150, 0.01),
  'a payment of today': vanilla(90, 0),
  'a sum over dates and assets': sum([2, call], [-1, vanilla(40, 0.5, -1, 1)], [0.1, vanilla(1400, 2, 1, 2)]),
  'a discrete knock-out': barrier(call, 90, 'down', 'knock_out', dates),
  'a discrete knock-in from above': barrier(put, 110, 'up', 'knock_in', dates),
  'a knock-out at many dates': barrier(
    sum([1, call], [2, digital(95, 1, -1)]),
    90,
    'down',
    'knock_out',
    Array.from({ length: 12 }, (_, i) => (i + 1) / 12),
  ),
  'a discrete knock-out on another asset': barrier(call, 45, 'up', 'knock_out', dates, 1),
  'discrete barriers on both sides of payments of each kind': barrier(
    barrier(sum([1, call], [1, digital(95, 0.75, -1)], [5, { type: 'cash', time: 0.5 }]), 90, 'down', 'knock_in', [0.2, 0.4]),
    120,
    'up',
    'knock_out',
    dates,
  ),
  'a continuous knock-out': barrier(call, 90, 'down', 'knock_out'),
  'a continuous knock-in on another asset': barrier(call, 45, 'up', 'knock_in', 'continuous', 1),
  'a double knock-out': barrier(barrier(call, 80, 'down', 'knock_out'), 130, 'up', 'knock_out'),
  'a knock-in inside a knock-out': barrier(barrier(call, 95, 'down', 'knock_in'), 130, 'up', 'knock_out'),
  'a barrier around payments at several dates': barrier(sum([1, vanilla(100, 0.5)], [1, call]), 85, 'down', 'knock_out'),
  'an autocall': autocall,
  'an autocall without memory on one asset': { ...autocall, assets: [0], initialFixings: [100], memory: false },
  'an autocall that a barrier may end': barrier(autocall, 1100, 'down', 'knock_out', 'continuous', 2),
  'a step-down autocall with a daily protection, an airbag and a participation': {
    ...autocall,
    callBarrier: [1.1, 1.05, 1, 0.95],
    protectionMonitoring: Array.from({ length: 100 }, (_, i) => (i + 1) / 50),
    airbag: 0.8,
    participation: 0.5,
    missed: 2,
  },
  'an autocall with a continuous protection on one asset': {
    ...autocall,
    assets: [0],
    initialFixings: [100],
    protectionMonitoring: 'continuous',
  },
  'an autocall that has lost its protection': { ...autocall, protectionLost: true, airbag: 0.9 },
  'a choice between an autocall with a daily protection and cash': choice(
    { ...autocall, assets: [0], initialFixings: [100], protectionMonitoring: [0.25, 0.75, 1.25, 1.75, 2] },
    cash(0.95, 2),
    0.5,
  ),
  'a choice at expiry': choice(call, put, 1),
  'a choice of two assets under a barrier': barrier(choice(call, vanilla(40, 1, -1, 1), 1), 85, 'down', 'knock_out'),
  'a choice before expiry': choice(call, put, 0.5),
  'a choice of choices': choice(choice(call, put, 1), vanilla(40, 1, 1, 1), 1),
  'a choice before another': choice(choice(call, put, 1), vanilla(40, 1, 1, 1), 0.5),
  'a choice after another': choice(choice(vanilla(105, 1.5), vanilla(95, 1.5, -1), 0.5), vanilla(40, 1.5, 1, 1), 1),
  'a choice between paths yet to come': choice(barrier(call, 90, 'down', 'knock_out'), barrier(put, 90, 'down', 'knock_in'), 0.5),
  'a digital': digital(105, 1),
  'digitals of several dates and a forward': sum([3, digital(105, 1)], [-2, digital(40, 0.5, -1, 1)], [1, call], [-1, vanilla(105, 1, -1)]),
  'cash that a barrier may end': barrier(cash(50, 1), 90, 'down', 'knock_out'),
  'a basket': optionOn({ type: 'basket', assets: [0, 1, 2], weights: [0.5, 1, 0.03] }, 130, 1),
  'a basket with weights of both signs': optionOn({ type: 'basket', assets: [0, 1, 2], weights: [-1, 0.5, 0.1] }, 70, 1, -1),
  'a spread under a barrier': barrier(optionOn({ type: 'basket', assets: [0, 1], weights: [1, -1] }, 55, 1), 85, 'down', 'knock_out'),
  'the best of three': optionOn({ type: 'ranked', rank: 'best', assets: [0, 1, 2] }, 1550, 1),
  'the worst of two': optionOn({ type: 'ranked', rank: 'worst', assets: [0, 1] }, 45, 1, -1),
  'an arithmetic average': optionOn(average(dates), 100, 1.25),
  'a geometric average': optionOn(average(dates, 'geometric'), 100, 1, -1),
  'a geometric average with known fixings': optionOn(
    { ...average(dates, 'geometric'), known: { count: 3, sum: 3 * Math.log(95) } },
    100,
    1,
  ),
  'an average less another': optionOn(
    { type: 'difference', of: average(dates), less: { ...average([0.1, 0.2]), known: { count: 2, sum: 205 } } },
    0,
    1,
  ),
  'a highest spot that is partly known': optionOn({ ...extreme('high', dates), known: { level: 104, observesToday: false } }, 100, 1),
  'a cliquet in progress': boundedOn({ type: 'returns', asset: 0, times: dates, lastFixing: 97, floor: -0.05, cap: 0.05 }, 1, 0, 0.12),
  'a variance in progress': boundedOn({ type: 'variance', asset: 0, times: dates, lastFixing: 97, perYear: 12 }, 1),
  'the highest of a few dates': optionOn(extreme('high', dates), 100, 1),
  'the highest at any time': optionOn(extreme('high'), 100, 1),
  'the lowest at any time against the last': boundedOn(extreme('low', 'continuous', true), 1),
  'the lowest and the highest on a path with dates': sum(
    [1, optionOn(extreme('low'), 100, 1, -1)],
    [1, optionOn(extreme('high'), 90, 0.5)],
  ),
  'a cliquet': boundedOn({ type: 'returns', asset: 0, times: dates, floor: -0.05, cap: 0.05 }, 1, 0, 0.12),
  'a variance': boundedOn({ type: 'variance', asset: 0, times: dates, perYear: 12 }, 1),
  'a choice at expiry between an average and cash': choice(optionOn(average(dates), 100, 1), cash(4, 1), 1),
  'a choice before expiry between a digital and cash': choice(digital(105, 1), cash(0.5, 1), 0.5),
  'a choice before expiry between an average and an extreme': choice(
    optionOn(average(dates), 100, 1),
    optionOn(extreme('high'), 110, 1),
    0.5,
  ),
  'a choice between an autocall and an option': choice(autocall, sum([0.05, vanilla(100, 2)]), 0.5),
};
