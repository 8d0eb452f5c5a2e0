import { curveOf } from '../../market/curve-input.js';
import { blackScholesMarket } from '../../market/equity.js';
import { binomialParams } from '../../market/model-parameters.js';
import { optionOnTree } from '../../method/tree.js';
import { exercisableOption, signOf } from '../../product/option/vanilla.js';
import { pricer } from '../definition/pricer.js';

/** The interface's default for a request without params. */
const DEFAULT_PARAMS = { steps: 200, treeType: 'crr' } as const;

/** European or American option under Black and Scholes on a binomial lattice (model/binomial-tree.ts), along a curve by the rate of each step. */
export const binomialTree = pricer({
  id: 'binomial_tree',
  version: 2,
  status: 'ga-validated',
  summary: 'European or American option, Black-Scholes-Merton, binomial lattice',
  needs: [],
  instrument: exercisableOption,
  market: blackScholesMarket,
  params: binomialParams.optional(),
  price: ({ instrument, market, params = DEFAULT_PARAMS, valuationDate }) => {
    const { strike, time, optionType, exerciseStyle } = instrument;
    const { spot, dividend, volatility } = market;
    const option = { spot, strike, dividend, volatility, time, sign: signOf(optionType), american: exerciseStyle === 'american' };
    return { price: optionOnTree(option, curveOf(market, valuationDate), params) };
  },
});
