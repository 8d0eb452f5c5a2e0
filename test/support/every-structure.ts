/** A contract of each structure that kernels are composed from, in a market of three assets. */
import type { Barrier, Contract } from '#engine-gpu/product/contract';
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
  'a continuous knock-out': barrier(call, 90, 'down', 'knock_out'),
  'a continuous knock-in on another asset': barrier(call, 45, 'up', 'knock_in', 'continuous', 1),
  'a double knock-out': barrier(barrier(call, 80, 'down', 'knock_out'), 130, 'up', 'knock_out'),
  'a knock-in inside a knock-out': barrier(barrier(call, 95, 'down', 'knock_in'), 130, 'up', 'knock_out'),
  'a barrier around payments at several dates': barrier(sum([1, vanilla(100, 0.5)], [1, call]), 85, 'down', 'knock_out'),
  'an autocall': autocall,
  'an autocall that a barrier may end': barrier(autocall, 1100, 'down', 'knock_out', 'continuous', 2),
  'a choice at expiry': choice(call, put, 1),
  'a choice of two assets under a barrier': barrier(choice(call, vanilla(40, 1, -1, 1), 1), 85, 'down', 'knock_out'),
  'a choice before expiry': choice(call, put, 0.5),
  'a choice of choices': choice(choice(call, put, 1), vanilla(40, 1, 1, 1), 1),
  'a choice before another': choice(choice(call, put, 1), vanilla(40, 1, 1, 1), 0.5),
  'a choice after another': choice(choice(vanilla(105, 1.5), vanilla(95, 1.5, -1), 0.5), vanilla(40, 1.5, 1, 1), 1),
  'a choice between paths yet to come': choice(barrier(call, 90, 'down', 'knock_out'), barrier(put, 90, 'down', 'knock_in'), 0.5),
  'a choice between an autocall and an option': choice(autocall, sum([0.05, vanilla(100, 2)]), 0.5),
};
