/**
 * The volatility of an exchange rate beside rates that move, from its volatilities at the money.
 *
 * σ(t) is constant between the expiries. Expiry by expiry, it makes the variance that ln X(T), and so the forward rate to T, gathers to the expiry T that of
 * the quote, σ_atm² T. That variance is c + b σ + Δt σ² in the σ of the last piece, b and c being what rates and earlier pieces make; of two roots
 * the larger one is taken, which stays where rates do not move. Beyond the last expiry σ stays.
 *
 * @see D. Brigo, F. Mercurio (2006), Interest Rate Models, 14.1
 */
import { invalid } from '../base/failure.js';
import { threeDigits } from '../base/format.js';
import type { Years } from '../base/units.js';
import { type CrossAssetMarket, constantVolatility, type PiecewiseVolatility } from '../market/cross-asset.js';
import type { ExchangeRateQuotes } from '../market/resolve-cross-asset.js';
import { placeOfSmile } from '../market/resolve-exchange-smiles.js';
import { squareOf } from '../math/elementary/pow.js';
import { crossAssetModel, exchangeVariance } from '../model/cross-asset.js';
import { volatilityAtTheMoney } from './exchange-smile.js';

/**
 * @param market   with the volatilities of rates
 * @param horizon  time after which the rate does not matter
 * @throws EngineFailure `invalid` that names the first volatility which leaves the spot none
 */
function fitExchangeRate(market: CrossAssetMarket, { currency, smiles }: ExchangeRateQuotes, horizon: Years): PiecewiseVolatility {
  const { pair, times } = smiles;
  const reaching = times.findIndex((time) => time >= horizon);
  const last = reaching < 0 ? times.length - 1 : reaching;
  const values: number[] = [];
  for (let i = 0; i <= last; i++) {
    const time = times[i]!;
    const atm = volatilityAtTheMoney(smiles, market, i);
    const varianceWith = (value: number): number =>
      exchangeVariance(crossAssetModel(withVolatility(market, currency, times, [...values, value])), currency, 0, 0, time);
    const length = time - (times[i - 1] ?? 0);
    const earlier = varianceWith(0);
    const slope = (varianceWith(atm) - earlier) / atm - length * atm;
    const discriminant = squareOf(slope) + 4 * length * (squareOf(atm) * time - earlier);
    const value = (Math.sqrt(discriminant) - slope) / (2 * length);
    if (!(value >= 0)) {
      const least = earlier - (slope < 0 ? squareOf(slope) / (4 * length) : 0);
      throw invalid(
        placeOfSmile(pair, i),
        `must be at least ${threeDigits(Math.sqrt(least / time))} at the money, which the moves of rates and the expiries before make it; got ${atm}`,
      );
    }
    values.push(value);
  }
  return { times: times.slice(0, last), values };
}

/** The market in which an exchange rate has volatilities up to the times, of which the last one stays. */
const withVolatility = (
  market: CrossAssetMarket,
  currency: number,
  times: readonly Years[],
  values: readonly number[],
): CrossAssetMarket => {
  const volatility = values.length === 1 ? constantVolatility(values[0]!) : { times: times.slice(0, values.length - 1), values };
  return {
    ...market,
    exchangeRates: market.exchangeRates.map((each, i) => (i === currency - 1 ? { ...each, volatility } : each)),
  };
};

/** The market with every exchange rate that has smiles fitted to them. */
export const withFittedExchangeRates = (
  market: CrossAssetMarket,
  quotes: readonly ExchangeRateQuotes[],
  horizon: Years,
): CrossAssetMarket =>
  quotes.reduce((fitted, quote) => {
    const { times, values } = fitExchangeRate(market, quote, horizon);
    return withVolatility(fitted, quote.currency, times, values);
  }, market);
