/**
 * The price of an American option with its exercise boundary, and the pricer that gives it. On exercise dates that is least-squares Monte
 * Carlo, or finite differences under Heston; with continuous exercise the integral equation of the boundary, or finite differences.
 */
import type { Priced } from '../../base/priced.js';
import { carriesVolatility } from '../../market/equity-model-input.js';
import { type AmericanPriceRequest, exerciseOf } from '../../product/option/american.js';
import { type AmericanPrice, priceOnDates } from '../../simulation/exercise/american.js';
import { continuousModel, priceAtAnyTime } from '../../simulation/exercise/american-at-any-time.js';
import type { PricerTools } from '../definition/pricer.js';
import { equityAmericanAlo } from './equity-american-alo.js';
import { equityAmericanHestonFd } from './equity-american-heston-fd.js';
import { equityAmericanLocalVolFd } from './equity-american-local-vol-fd.js';
import { equityAmericanLsm } from './equity-american-lsm.js';
import { equityAmericanModelLsm } from './equity-american-model-lsm.js';
import { equityBermudanHestonFd } from './equity-bermudan-heston-fd.js';
import { equityDividendsFd } from './equity-dividends-fd.js';

/** The pricers by finite differences. */
const PRICERS_AT_ANY_TIME = {
  black_scholes: equityDividendsFd,
  heston: equityAmericanHestonFd,
  local_vol: equityAmericanLocalVolFd,
} as const;

/** @param today ISO date, the valuation date */
export async function americanPrice(request: AmericanPriceRequest, today: string, { run }: PricerTools): Promise<Priced<AmericanPrice>> {
  const { model, volatilitySurface } = request;
  if (exerciseOf(request) === 'continuous') {
    const result = await run((limits, backend) => priceAtAnyTime(request, today, limits, backend));
    const { id } = result.method === 'integral_equation' ? equityAmericanAlo : PRICERS_AT_ANY_TIME[continuousModel(request)];
    return { pricerId: id, result };
  }
  if (model?.type === 'heston') {
    const result = await run((limits, backend) => priceOnDates('finite_differences', request, today, limits, backend));
    return { pricerId: equityBermudanHestonFd.id, result };
  }
  const { id } = carriesVolatility(model) || volatilitySurface !== undefined ? equityAmericanModelLsm : equityAmericanLsm;
  const result = await run((limits, backend) => priceOnDates('least_squares_monte_carlo', request, today, limits, backend));
  return { pricerId: id, result };
}
