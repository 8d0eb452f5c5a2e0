/**
 * The price of an American option with its exercise boundary, and the pricer that gives it. On exercise dates that is least-squares Monte
 * Carlo, or finite differences under Heston; with continuous exercise it is finite differences.
 */
import { type Fault, invalid } from '../../base/failure.js';
import { refusal } from '../../base/faults.js';
import type { Priced } from '../../base/priced.js';
import { dividendsOf } from '../../market/dividend-input.js';
import { carriesVolatility } from '../../market/equity-model-input.js';
import { optionMarketOf } from '../../market/option-market.js';
import { type AmericanDifferences, hestonAmerican, localVolatilityAmerican, lognormalAmerican } from '../../method/american-differences.js';
import { MAX_ABS_RHO } from '../../method/heston-finite-differences.js';
import { type AmericanPriceRequest, exerciseOf } from '../../product/option/american.js';
import { signOf } from '../../product/option/vanilla.js';
import { type AmericanPrice, priceOnDates } from '../../simulation/exercise/american.js';
import { marketOf, requireQuotesTo } from '../../simulation/exercise/american-market.js';
import type { PricerTools } from '../definition/pricer.js';
import { equityAmericanHestonFd } from './equity-american-heston-fd.js';
import { equityAmericanLsm } from './equity-american-lsm.js';
import { equityAmericanModelLsm } from './equity-american-model-lsm.js';
import { equityBermudanHestonFd } from './equity-bermudan-heston-fd.js';
import { equityDividendsFd } from './equity-dividends-fd.js';

/** @param today ISO date, the valuation date */
export async function americanPrice(request: AmericanPriceRequest, today: string, { run }: PricerTools): Promise<Priced<AmericanPrice>> {
  const { model, volatilitySurface } = request;
  if (exerciseOf(request) === 'continuous') return continuousPrice(request, today, { run });
  if (model?.type === 'heston') {
    const result = await run((limits, backend) => priceOnDates('finite_differences', request, today, limits, backend));
    return { pricerId: equityBermudanHestonFd.id, result };
  }
  const { id } = carriesVolatility(model) || volatilitySurface !== undefined ? equityAmericanModelLsm : equityAmericanLsm;
  return {
    pricerId: id,
    result: await run((limits, backend) => priceOnDates('least_squares_monte_carlo', request, today, limits, backend)),
  };
}

async function continuousPrice(request: AmericanPriceRequest, today: string, { run }: PricerTools): Promise<Priced<AmericanPrice>> {
  const { model, pricer } = request;
  const result = await run(async ({ signal }, backend) => {
    const { price, europeanPrice, delta, boundary, errorBound, repricing, warnings } = await differences(request, today, signal);
    return {
      price,
      method: 'finite_differences' as const,
      exercise: 'continuous' as const,
      standardError: 0,
      errorBound,
      europeanPrice,
      earlyExercisePremium: price - europeanPrice,
      delta,
      exerciseBoundary: [...boundary],
      numPaths: 1,
      numSteps: pricer.numSteps ?? 1,
      seed: pricer.seed,
      backend: backend.name,
      fallbacks: [],
      varianceReduction: 'none' as const,
      ...(repricing && { repricing: [...repricing] }),
      warnings: [...warnings],
    };
  });
  return { pricerId: (model?.type === 'heston' ? equityAmericanHestonFd : equityDividendsFd).id, result };
}

async function differences(request: AmericanPriceRequest, today: string, signal: AbortSignal | undefined): Promise<AmericanDifferences> {
  const { spot, strike, rate, dividend, dividends = [], time, optionType, model, volatilitySurface } = request;
  const terms = { spot, strike, time, sign: signOf(optionType) };
  if (volatilitySurface !== undefined || model?.type === 'local_vol') {
    const market = marketOf(request, today);
    requireQuotesTo(market, request);
    const { model: local } = market.assets[0]!;
    if (local?.type !== 'local_vol') throw new Error('a market without a surface was taken for one with a local volatility');
    return localVolatilityAmerican(terms, local);
  }
  if (model?.type === 'heston') {
    if (Math.abs(model.rho) > MAX_ABS_RHO)
      throw invalid('/model/rho', `must lie in [-${MAX_ABS_RHO}, ${MAX_ABS_RHO}] with continuous exercise; got ${model.rho}`);
    // The dividends state years alone, so that no date can be at fault.
    return hestonAmerican({ ...terms, parameters: model, rate, dividend, dividends: dividendsOf(dividends, today, () => {}, '') }, signal);
  }
  const faults: Fault[] = [];
  const market = optionMarketOf(request, request, today, (pointer, reason) => void faults.push({ pointer, reason }), '');
  if (faults.length > 0) throw refusal(faults);
  return lognormalAmerican(terms, market);
}
