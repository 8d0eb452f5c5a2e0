import { marketInput } from '../../market/market-input.js';
import { resolveContract, withLifecycle } from '../../product/contract/resolve.js';
import { contractSpec } from '../../product/contract/spec.js';
import { priceContract } from '../../simulation/run/monte-carlo.js';
import { pricer } from '../definition/pricer.js';

/**
 * Any contract on assets that each follow a model of their own: Heston (1993) by quadratic-exponential steps, local volatility (Dupire
 * 1994) by steps of second order, rough Bergomi and rough Heston by hybrid schemes. European prices agree with the transforms and finite
 * differences of those models. The discretisation error of the steps is part of the price and not of its standard error.
 */
export const contractModelMc = pricer({
  id: 'contract_model_mc',
  version: 12,
  status: 'experimental',
  summary: 'Any contract, each asset under its own model, quasi-Monte Carlo on the compute backend',
  needs: [],
  prices: ['contract'],
  instrument: contractSpec,
  market: marketInput,
  price: async ({ instrument, market, settings, valuationDate }, { run }) => {
    const resolved = resolveContract(instrument, market, valuationDate, '/instrument');
    const simulated = run((limits, backend) => priceContract(resolved.contract, resolved.market, { ...settings, ...limits }, backend));
    return withLifecycle(await simulated, resolved);
  },
});
