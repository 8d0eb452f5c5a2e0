/** European options on an exchange rate whose market quotes smiles: Black's formula at the volatility of their strike and expiry. */
import type { Price } from '../../base/units.js';
import { smileVolatility, unitOf } from '../../calibration/exchange-smile.js';
import { black } from '../../formula/black-76.js';
import type { CrossAssetMarket } from '../../market/cross-asset.js';
import type { QuotedSmiles } from '../../market/resolve-exchange-smiles.js';
import { signOf } from '../../product/option/vanilla.js';
import type { Trade } from '../../product/trade/trade.js';

/**
 * quantity · bought amount · X_s P_s(0,T) Black(F, K, σ√T), with F = X_b P_b(0,T)/(X_s P_s(0,T)) units of the sold currency s per unit of the bought
 * currency b, K the sold amount per bought amount, and σ that of the smile, which has 1/F and 1/K where the pair is the other way round.
 *
 * @param market  its exchange rates need not move
 * @returns in the reporting currency
 */
export function smileOptionPrice(option: Extract<Trade, { type: 'fx_option' }>, smiles: QuotedSmiles, market: CrossAssetMarket): Price {
  const { buyCurrency, buyAmount, sellAmount, sellCurrency, maturity, optionType, quantity } = option;
  const [bought, sold] = [unitOf(market, buyCurrency), unitOf(market, sellCurrency)];
  const strike = sellAmount / buyAmount;
  const volatility = smileVolatility(smiles, market, smiles.pair.startsWith(sellCurrency) ? 1 / strike : strike, maturity);
  const forward = bought.valueAt(maturity) / sold.valueAt(maturity);
  return quantity * buyAmount * sold.valueAt(maturity) * black(forward, strike, volatility * Math.sqrt(maturity), signOf(optionType));
}
