import type { Fault } from '../../base/failure.js';
import { refusal } from '../../base/faults.js';
import type { Years } from '../../base/units.js';
import { marketOfTrades, requireRepresentable, withFittedModels } from '../../calibration/trade-models.js';
import { crossAssetMarket } from '../../market/cross-asset-input.js';
import { smilesLeftOut } from '../../market/resolve-cross-asset.js';
import { smilesOfPair } from '../../market/resolve-exchange-smiles.js';
import { crossAssetModel } from '../../model/cross-asset.js';
import { termsOfTrade } from '../../product/trade/terms.js';
import { type Trade, trade } from '../../product/trade/trade.js';
import { valuesToday } from '../../simulation/exposure/plan/exposure-plan.js';
import { pricer } from '../definition/pricer.js';
import { smileOptionPrice } from './exchange-option.js';

/**
 * A trade of a netting set, in the currency of the market's first curve. Exposure and valuation adjustments revalue each trade by the same
 * closed forms on every path, and have the manifest of this pricer.
 */
export const crossAssetTrade = pricer({
  id: 'cross_asset_trade',
  version: 14,
  status: 'production-candidate',
  summary:
    'Swap, European or Bermudan swaption, exchange of currencies or share, joint Gaussian rates with lognormal exchange rates and shares, closed form',
  needs: [],
  prices: ['trade'],
  instrument: trade,
  market: crossAssetMarket,
  price: ({ instrument, market: input, valuationDate }) => {
    const faults: Fault[] = [];
    const [reportingCurrency = ''] = Object.keys(input.curves);
    const report = (pointer: string, reason: string): void => void faults.push({ pointer, reason });
    const option = instrument.type === 'fx_option' ? instrument : undefined;
    const smiles = option && smilesOfPair(input, option.buyCurrency, option.sellCurrency, valuationDate, report);
    const { market, toFit } = marketOfTrades(
      [instrument],
      // Of an option on its smile, rates need not move.
      smiles === undefined ? input : { ...input, models: {} },
      reportingCurrency,
      valuationDate,
      () => '/instrument',
      report,
      smiles !== undefined || (isLinear(instrument) && Object.keys(input.models).length === 0) ? 'optional' : 'required',
    );
    if (faults.length > 0) throw refusal(faults);
    if (option && smiles) return { price: smileOptionPrice(option, smiles, market) };
    const complete = withFittedModels(market, toFit, [instrument], [], lastExercise(instrument));
    requireRepresentable(complete, instrument.maturity, [instrument]);
    const [price] = valuesToday(crossAssetModel(complete), [termsOfTrade(instrument, complete)], [[0]]);
    const warnings = smilesLeftOut(toFit);
    return { price: price!, ...(warnings.length > 0 && { warnings }) };
  },
});

/** True if no volatility of an exchange rate matters where short rates do not move. */
const isLinear = ({ type }: Trade): boolean =>
  type === 'interest_rate_swap' || type === 'cross_currency_swap' || type === 'fx_forward' || type === 'equity_forward';

/** Time after which the rates of an option on a swap do not matter. */
function lastExercise(instrument: Trade): Years | undefined {
  if (instrument.type === 'swaption') return instrument.expiry;
  return instrument.type === 'bermudan_swaption' ? Math.max(...instrument.exerciseDates) : undefined;
}
