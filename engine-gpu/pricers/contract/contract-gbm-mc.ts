import type { Fault } from '../../base/failure.js';
import { pointerPart, refusal } from '../../base/faults.js';
import { carriesVolatility, type ModelInput } from '../../market/equity-model-input.js';
import { type MarketInput, marketInput } from '../../market/market-input.js';
import { resolveContract, withLifecycle } from '../../product/contract/resolve.js';
import { contractSpec } from '../../product/contract/spec.js';
import { priceContract } from '../../simulation/run/monte-carlo.js';
import { pricer } from '../definition/pricer.js';

/** Any contract on assets that follow correlated geometric Brownian motions, simulated on randomly shifted lattices by one kernel. */
export const contractGbmMc = pricer({
  id: 'contract_gbm_mc',
  version: 12,
  status: 'production-candidate',
  summary: 'Any contract, correlated geometric Brownian motions, quasi-Monte Carlo on the compute backend',
  needs: [],
  prices: ['contract'],
  instrument: contractSpec,
  market: marketInput,
  price: async ({ instrument, market, settings, valuationDate }, { run }) => {
    const faults = unsupportedModels(market);
    if (faults.length > 0) throw refusal(faults);
    const resolved = resolveContract(instrument, market, valuationDate, '/instrument');
    const simulated = run((limits, backend) => priceContract(resolved.contract, resolved.market, { ...settings, ...limits }, backend));
    return withLifecycle(await simulated, resolved);
  },
});

/** The models in the market that this pricer does not simulate, as faults. */
function unsupportedModels({ assets = {}, ...market }: MarketInput): Fault[] {
  const faultsAt = (
    place: string,
    { model, volatilitySurface }: { readonly model?: ModelInput | undefined; readonly volatilitySurface?: unknown },
  ): Fault[] => [
    ...(carriesVolatility(model)
      ? [
          {
            pointer: `${place}/model`,
            reason: `must be black_scholes for contract_gbm_mc; got ${model.type}, which contract_model_mc simulates`,
          },
        ]
      : []),
    ...(volatilitySurface === undefined
      ? []
      : [
          {
            pointer: `${place}/volatilitySurface`,
            reason: 'must be left out for contract_gbm_mc: contract_model_mc simulates its local volatility',
          },
        ]),
  ];
  return [
    ...faultsAt('/market', market),
    ...Object.entries(assets).flatMap(([name, asset]) => faultsAt(`/market/assets/${pointerPart(name)}`, asset)),
  ];
}
