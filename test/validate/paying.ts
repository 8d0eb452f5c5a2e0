/** Contracts on assets that pay dividends on dates, drawn for the search: under Black-Scholes, Heston and local volatility. */
import { reportCashFaults } from '#engine-gpu/market/cash-dividends';
import { type Dividend, paysCashBetween } from '#engine-gpu/market/growth';
import { type AssetTerms, forwardOf, type LocalVolModel } from '#engine-gpu/market/market';
import { dividendOption } from '#engine-gpu/method/dividend-finite-differences';
import { localVolatilityOption } from '#engine-gpu/method/local-volatility-option';
import type { Contract } from '#engine-gpu/product/contract/contract';
import { localVolatilityOf } from '#engine-gpu/simulation/process/local-volatility';
import { flatMarket, sum, vanilla } from '#test/support/contract-rows';
import { average, barrier, digital, extreme, optionOn } from '#test/support/every-structure';
import type { Case } from './error-bars.js';

export interface Draw {
  readonly between: (low: number, high: number) => number;
  readonly scale: (low: number, high: number) => number;
  readonly oneOf: <T>(...values: readonly T[]) => T;
  readonly equallySpaced: (count: number, last: number) => number[];
}

/** Draws of a surface without arbitrage before one is given up: steep smiles and large dividends contradict each other often. */
const MAX_DRAWS = 100;

/** An asset, and the exact price of a vanilla on it where finite differences give one. */
interface Paying {
  readonly asset: AssetTerms;
  readonly deviation: number;
  readonly vanilla?: (strike: number, time: number, sign: 1 | -1) => number;
}

function drawnDividends({ scale, oneOf, between }: Draw, time: number): Dividend[] {
  return Array.from({ length: oneOf(1, 1, 2, 4) }, () => {
    const inCash = oneOf(true, true, false);
    return { time: time * between(0.02, 1.1), cash: inCash ? scale(0.1, 15) : 0, proportion: inCash ? 0 : scale(0.001, 0.1) };
  }).sort((one, other) => one.time - other.time);
}

function drawnAsset(draw: Draw, rate: number, time: number): Paying {
  const { between, scale, oneOf, equallySpaced } = draw;
  const curve = { times: [1], zeroRates: [rate], interpolation: 'linear_zero' } as const;
  const dividend = between(0, 0.05);
  const kind = oneOf('constant', 'heston', 'local', 'local');
  for (let n = 0; n < MAX_DRAWS; n++) {
    const terms = { spot: 100, dividend, dividends: drawnDividends(draw, time) };
    const volatility = scale(0.05, 0.8);
    const deviation = volatility * Math.sqrt(time);
    const variance = (t: number) => volatility ** 2 * t;
    if (kind === 'constant')
      return {
        asset: { ...terms, volatility },
        deviation,
        vanilla: (strike, time, sign) => dividendOption({ strike, sign, time, american: false, curve, terms, variance }).price,
      };
    if (kind === 'heston') {
      const v0 = volatility ** 2;
      const model = {
        type: 'heston',
        v0,
        theta: scale(0.5, 2) * v0,
        kappa: scale(0.3, 5),
        sigma: scale(0.05, 1),
        rho: between(-0.9, 0.3),
      } as const;
      return { asset: { ...terms, model }, deviation };
    }
    const quoted = { ...terms, curve };
    const [skew, bend, expiries] = [between(-0.15, 0.05), between(0, 0.1), equallySpaced(oneOf(1, 2, 3), time * 1.05)];
    const strikes = Array.from({ length: 13 }, (_, i) => 100 * Math.exp(deviation * (-3 + i / 2)));
    const smile = (k: number) => volatility * (1 + skew * k + bend * k * k);
    const volatilities = expiries.map((t) =>
      strikes.map((strike) => smile(Math.log(strike / forwardOf(curve, quoted, t)) / (volatility * Math.sqrt(t)))),
    );
    const model: LocalVolModel = { type: 'local_vol', strikes, expiries, volatilities, quoted };
    let refused = false;
    reportCashFaults(
      model,
      quoted,
      () => {
        refused = true;
      },
      '',
      () => '',
    );
    if (refused || volatilities.flat().some((one) => !(one > 0))) continue;
    return {
      asset: { ...terms, model },
      deviation,
      vanilla: (strike, time, sign) =>
        localVolatilityOption({ strike, sign, time, american: false, quoted, fit: localVolatilityOf(model) }).price,
    };
  }
  return { asset: { spot: 100, dividend, volatility: 0.2 }, deviation: 0.2 * Math.sqrt(time) };
}

export function drawnPaying(draw: Draw): Case {
  const { between, scale, oneOf, equallySpaced } = draw;
  const time = scale(0.05, 4);
  const rate = between(-0.02, 0.08);
  const { asset, deviation, vanilla: exact } = drawnAsset(draw, rate, time);
  const strike = 100 * Math.exp(deviation * between(-2.5, 2));
  const level = 100 * Math.exp(-deviation * scale(0.05, 2));
  const sign = oneOf<1 | -1>(1, -1);
  const dates = equallySpaced(oneOf(1, 2, 4, 12), time);
  const [contract, terms] = oneOf<readonly [string, Contract]>(
    ['vanilla', vanilla(strike, time, sign)],
    ['vanilla', vanilla(strike, time, sign)],
    ['digital', sum([100, digital(strike, time, sign)])],
    ['average', optionOn(average(dates), strike, time, sign)],
    ['knock-out', barrier(vanilla(strike, time, sign), level, 'down', 'knock_out', dates)],
    ['continuous knock-out', barrier(vanilla(strike, time, sign), level, 'down', 'knock_out')],
    ['low', optionOn(extreme('low', dates), strike, time, sign)],
  );
  return {
    contract: `${contract}, K ${strike}, ${sign}, H ${level}, ${dates.length} dates, T ${time}, r ${rate}`,
    market: JSON.stringify(asset),
    terms,
    on: flatMarket(rate, [asset]),
    // Without cash by the expiry the contract has a closed form, beside which finite differences err.
    ...(contract === 'vanilla' && exact && paysCashBetween(asset, 0, time) && { truth: exact(strike, time, sign) }),
  };
}
