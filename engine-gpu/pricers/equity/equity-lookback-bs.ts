import { invalid } from '../../base/failure.js';
import type { Price } from '../../base/units.js';
import { lookbackFixed, lookbackFloating } from '../../formula/lookback.js';
import { flatBlackScholesMarket } from '../../market/equity.js';
import { lookbackOption } from '../../product/option/exotic.js';
import { signOf } from '../../product/option/vanilla.js';
import { pricer } from '../definition/pricer.js';

/** Lookback options of Goldman, Sosin and Gatto (1979) and of Conze and Viswanathan (1991). */
export const equityLookbackBs = pricer({
  id: 'equity_lookback_bs',
  version: 2,
  status: 'production-candidate',
  summary: 'Lookback option, fixed or floating strike, continuous, Black-Scholes-Merton, closed form',
  needs: [],
  instrument: lookbackOption,
  market: flatBlackScholesMarket,
  price: ({ instrument: { strike, time, optionType, extreme }, market }) => {
    const sign = signOf(optionType);
    const ofMaximum = sign > 0 === (strike !== undefined);
    requireReached(extreme ?? market.spot, market.spot, ofMaximum);
    const terms = { ...market, time, sign, extreme: extreme ?? market.spot };
    return { price: strike === undefined ? lookbackFloating(terms) : lookbackFixed(terms, strike) };
  },
});

/** Refuses an extreme that today's spot already exceeds: today's spot is part of the path. */
function requireReached(extreme: Price, spot: Price, ofMaximum: boolean): void {
  if (ofMaximum ? extreme >= spot : extreme <= spot) return;
  const bound = ofMaximum ? `at least ${spot}, the spot, as the maximum` : `at most ${spot}, the spot, as the minimum`;
  throw invalid('/instrument/extreme', `must be ${bound} so far; got ${extreme}`);
}
