/**
 * Assets of other currencies in the market of a contract, in the words of the market of a netting set: curves by currency, exchange rates and
 * their volatilities by pair, correlations that name pairs as they name assets.
 */
import { z } from 'zod';
import { constantVolatilities, crossAssetMarket, currency } from './cross-asset-input.js';

const { curves, fx } = crossAssetMarket.shape;

export const assetCurrency = {
  currency: currency.optional().meta({ description: 'Currency in which the asset is quoted; by default that of the market' }),
  conversion: z.enum(['quanto', 'composite']).optional().meta({
    description:
      'How an asset of another currency counts in that of the market: quanto, its price as so many units of the market’s currency, at a fixed rate of 1; composite, its price converted at the exchange rate of each date, so that strikes, levels and fixings are in the market’s currency. Under a model with a random variance the exchange rate is correlated with the variance through the asset alone, by the product of their correlations with it, and the drift of the variance changes with that of the asset; a composite asset then stands alone in its contract. Under a local volatility only quanto is taken, and the quotes are those of the asset’s own currency',
  }),
};

/** Fields of a market whose assets have several currencies. */
export const currencyFields = {
  currency: currency.optional().meta({
    description: 'Currency in which the contract pays, and of rate or curve; with it, assets may have other currencies',
  }),
  curves: curves.optional().meta({ description: 'Curves of the other currencies of assets; the market’s own is rate or curve' }),
  fx: fx.unwrap().optional().meta({
    description:
      'Exchange rates by pair: EURUSD is the price of one EUR in USD. One per currency of a composite asset, against the market’s currency',
  }),
  volatilities: constantVolatilities.optional().meta({
    description: 'By pair of a currency and that of the market: volatility of the exchange rate, lognormal',
  }),
};
