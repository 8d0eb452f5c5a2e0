import type { Fault } from '../../base/failure.js';
import { refusal } from '../../base/faults.js';
import { marketOfTrades, requireRepresentable, withFittedModels } from '../../calibration/trade-models.js';
import { crossAssetMarket } from '../../market/cross-asset-input.js';
import { crossAssetModel } from '../../model/cross-asset.js';
import { datedBermudan } from '../../product/rates/swap.js';
import { termsOfDatedFlows } from '../../product/trade/dated-flows.js';
import { bermudanFlows } from '../../product/trade/dated-swaption.js';
import { valuesToday } from '../../simulation/exposure/plan/exposure-plan.js';
import { pricer } from '../definition/pricer.js';

/**
 * Bermudan swaption by its dates under the Gaussian short rate of its currency, whose volatility is stated or fitted to the options on the rest of the swap,
 * by backward induction over the exercise dates (simulation/exposure/swaption/bermudan.ts). Netting sets value it in the same way on every path.
 */
export const ratesBermudanSwaption = pricer({
  id: 'rates_bermudan_swaption',
  version: 1,
  status: 'production-candidate',
  summary: 'Bermudan swaption by its dates, Gaussian short rate of one or two factors, discount and projection curve, backward induction',
  needs: [],
  instrument: datedBermudan,
  market: crossAssetMarket,
  price: ({ instrument, market: input, valuationDate }) => {
    const faults: Fault[] = [];
    const report = (pointer: string, reason: string): void => void faults.push({ pointer, reason });
    const { currency } = instrument;
    const trade = { type: 'dated', ...bermudanFlows(instrument, 1, valuationDate) } as const;
    const { market, toFit } = marketOfTrades([trade], input, currency, valuationDate, () => '/instrument', report);
    if (faults.length > 0) throw refusal(faults);
    const last = trade.option?.exerciseTimes?.at(-1);
    const complete = withFittedModels(market, toFit, [trade], [], last);
    requireRepresentable(complete, trade.maturity, [trade]);
    const [price] = valuesToday(crossAssetModel(complete), [termsOfDatedFlows(trade, complete)], [[0]]);
    return { price: price! };
  },
});
