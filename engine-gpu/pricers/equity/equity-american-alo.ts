import { invalid } from '../../base/failure.js';
import { americanOption, hasOneBoundary } from '../../formula/american.js';
import { blackScholesMarket } from '../../market/equity.js';
import { signOf, strictEuropeanOption } from '../../product/option/vanilla.js';
import { pricer } from '../definition/pricer.js';

/** American option under Black and Scholes, by the integral equation of its exercise boundary (formula/american.ts); error 1e-6 of the strike. */
export const equityAmericanAlo = pricer({
  id: 'equity_american_alo',
  version: 4,
  status: 'ga-validated',
  summary: 'American option, Black-Scholes-Merton, spectral collocation of the exercise boundary (Andersen, Lake, Offengenden)',
  needs: [],
  prices: ['american'],
  instrument: strictEuropeanOption,
  market: blackScholesMarket,
  price: ({ instrument, market }) => {
    const { strike, time, optionType } = instrument;
    const { spot, rate, volatility, dividend } = market;
    if (rate === undefined) throw invalid('/market/curve', 'must be a flat rate for this pricer; binomial_tree takes a curve');
    const terms = { spot, strike, rate, volatility, time, dividend, sign: signOf(optionType) };
    if (!hasOneBoundary(terms))
      throw invalid(
        '/market/rate',
        `must lead to one exercise boundary: a ${optionType} with rate ${rate} and dividend ${dividend} has two; binomial_tree prices it`,
      );
    return { price: americanOption(terms).price };
  },
});
