import { invalid } from '../../base/failure.js';
import { carriesVolatility, type ModelInput } from '../../market/equity-model-input.js';
import { marketInput } from '../../market/market-input.js';
import { americanPriceRequest } from '../../product/option/american.js';
import { europeanOption } from '../../product/option/vanilla.js';
import { priceAmerican } from '../../simulation/exercise/american.js';
import { pricer } from '../pricer.js';
import { equityAmericanLsm } from './equity-american-lsm.js';

/** American option on an asset under a model of its own, by least-squares Monte Carlo on hedged paths (american-under-model.ts). */
export const equityAmericanModelLsm = pricer({
  id: 'equity_american_model_lsm',
  version: 1,
  status: 'experimental',
  summary: 'American option, an asset under a model of its own, hedged least-squares Monte Carlo on the compute backend',
  needs: [],
  evidence: ['american_heston'],
  instrument: europeanOption,
  market: marketInput,
  price: async ({ instrument, market: { spot, volatility, dividend, rate, model, assets, curve }, settings, valuationDate }, { run }) => {
    if (curve !== undefined) throw invalid('/market/curve', 'must be a flat rate for this pricer');
    if (assets !== undefined) throw invalid('/market/assets', 'must be left out: an American option is on one asset, with spot and model');
    const request = americanPriceRequest.parse({ ...instrument, spot, volatility, dividend, rate, model, pricer: settings });
    const {
      delta: _delta,
      exerciseBoundary: _boundary,
      europeanPrice: _european,
      earlyExercisePremium: _premium,
      ...result
    } = await run((limits, backend) => priceAmerican(request, valuationDate, limits, backend));
    return result;
  },
});

/** The id of the pricer of an American option: one where the volatility is a constant, another where a model carries it. */
export const americanPricer = ({ model }: { readonly model?: ModelInput | undefined }): string =>
  carriesVolatility(model) ? equityAmericanModelLsm.id : equityAmericanLsm.id;
