/** The measures of an American option, with the pricer that gives them. */
import type { Priced } from '../../base/priced.js';
import { carriesVolatility } from '../../market/equity-model-input.js';
import { type AmericanPriceRequest, needsFiniteDifferences } from '../../product/option/american.js';
import { type AmericanPrice, priceAmerican } from '../../simulation/exercise/american.js';
import type { PricerTools } from '../definition/pricer.js';
import { equityAmericanHestonFd } from './equity-american-heston-fd.js';
import { equityAmericanLsm } from './equity-american-lsm.js';
import { equityAmericanModelLsm } from './equity-american-model-lsm.js';
import { equityDividendsFd } from './equity-dividends-fd.js';

/** The price of an option on its exercise dates, with its exercise boundary. `today` is the valuation date. */
export const americanPrice = async (request: AmericanPriceRequest, today: string, { run }: PricerTools): Promise<Priced<AmericanPrice>> => {
  const { model, volatilitySurface } = request;
  const byRegression = carriesVolatility(model) || volatilitySurface !== undefined ? equityAmericanModelLsm : equityAmericanLsm;
  const byDifferences = model?.type === 'heston' ? equityAmericanHestonFd : equityDividendsFd;
  const { id } = needsFiniteDifferences(request) ? byDifferences : byRegression;
  return { pricerId: id, result: await run((limits, backend) => priceAmerican(request, today, limits, backend)) };
};
