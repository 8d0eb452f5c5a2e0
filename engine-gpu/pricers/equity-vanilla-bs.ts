import { blackScholes } from '../formula/black-scholes.js';
import { blackScholesMarket, europeanOption } from '../product/vanilla.js';
import { pricer } from './pricer.js';

/** European option under Black and Scholes (1973) with Merton's (1973) dividend yield, in closed form. */
export const equityVanillaBs = pricer({
  id: 'equity_vanilla_bs',
  version: 1,
  status: 'ga-validated',
  summary: 'European option, Black-Scholes-Merton, closed form',
  needs: [],
  evidence: ['black_scholes', 'batch', 'implied_vol'],
  instrument: europeanOption,
  market: blackScholesMarket,
  price: ({ instrument, market }) => ({
    price: blackScholes(
      market.spot,
      instrument.strike,
      market.rate,
      market.volatility,
      instrument.time,
      market.dividend,
      instrument.optionType === 'put' ? -1 : 1,
    ),
  }),
});
