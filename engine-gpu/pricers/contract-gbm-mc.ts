import { marketInput } from '../product/market-input.js';
import { resolveContract } from '../product/resolve.js';
import { contractSpec } from '../product/spec.js';
import { pricer } from './pricer.js';

/** Any contract on assets that follow geometric Brownian motions, by randomly shifted lattices through one composed kernel. */
export const contractGbmMc = pricer({
  id: 'contract_gbm_mc',
  version: 3,
  status: 'production-candidate',
  summary: 'Any contract, correlated geometric Brownian motions, quasi-Monte Carlo on the compute backend',
  needs: [],
  evidence: ['contracts', 'autocall', 'exotics'],
  instrument: contractSpec,
  market: marketInput,
  price: ({ instrument, market, settings, valuationDate }, { simulate }) => {
    const resolved = resolveContract(instrument, market, valuationDate, '/instrument');
    return simulate(resolved.contract, resolved.market, settings);
  },
});
