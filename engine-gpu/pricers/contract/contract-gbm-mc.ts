import type { Fault } from '../../base/failure.js';
import { pointerPart, refusal } from '../../base/faults.js';
import { carriesVolatility, type ModelInput } from '../../market/equity-model-input.js';
import { type MarketInput, marketInput } from '../../market/market-input.js';
import { resolveContract } from '../../product/contract/resolve.js';
import { contractSpec } from '../../product/contract/spec.js';
import { pricer } from '../pricer.js';

/** Any contract on assets that follow geometric Brownian motions, by randomly shifted lattices through one composed kernel. */
export const contractGbmMc = pricer({
  id: 'contract_gbm_mc',
  version: 4,
  status: 'production-candidate',
  summary: 'Any contract, correlated geometric Brownian motions, quasi-Monte Carlo on the compute backend',
  needs: [],
  evidence: ['contracts', 'autocall', 'exotics'],
  instrument: contractSpec,
  market: marketInput,
  price: ({ instrument, market, settings, valuationDate }, { simulate }) => {
    const faults = carried(market);
    if (faults.length > 0) throw refusal(faults);
    const resolved = resolveContract(instrument, market, valuationDate, '/instrument');
    return simulate(resolved.contract, resolved.market, settings);
  },
});

/** Models that this pricer does not simulate. */
function carried({ model, assets = {} }: MarketInput): Fault[] {
  const one = (at: string, of: ModelInput | undefined): Fault[] =>
    carriesVolatility(of)
      ? [{ pointer: `${at}/model`, reason: `must be black_scholes for contract_gbm_mc; got ${of.type}, which contract_model_mc takes` }]
      : [];
  return [
    ...one('/market', model),
    ...Object.entries(assets).flatMap(([name, asset]) => one(`/market/assets/${pointerPart(name)}`, asset.model)),
  ];
}
