import { carriesVolatility } from '../../market/equity-model-input.js';
import { type MarketInput, marketInput } from '../../market/market-input.js';
import { resolveContract } from '../../product/contract/resolve.js';
import { contractSpec } from '../../product/contract/spec.js';
import { pricer } from '../pricer.js';
import { contractGbmMc } from './contract-gbm-mc.js';

/**
 * Any contract on assets each of which has a model of its own: Heston (1993) by quadratic-exponential steps, local volatility (Dupire
 * 1994) to second order, rough Bergomi and rough Heston by hybrid schemes. European prices agree with the transforms and finite
 * differences of those models; what steps leave is in the price, not in its standard error.
 */
export const contractModelMc = pricer({
  id: 'contract_model_mc',
  version: 1,
  status: 'experimental',
  summary: 'Any contract, each asset under a model of its own, quasi-Monte Carlo on the compute backend',
  needs: [],
  evidence: ['models', 'heston', 'dupire', 'rough_bergomi', 'rough_heston'],
  instrument: contractSpec,
  market: marketInput,
  price: ({ instrument, market, settings, valuationDate }, { simulate }) => {
    const resolved = resolveContract(instrument, market, valuationDate, '/instrument');
    return simulate(resolved.contract, resolved.market, settings);
  },
});

/** The id of the pricer of contracts in a market: one where every volatility is a constant, another where a model carries some. */
export const contractPricer = ({ model, assets = {} }: MarketInput): string =>
  [{ model }, ...Object.values(assets)].some((asset) => carriesVolatility(asset.model)) ? contractModelMc.id : contractGbmMc.id;
