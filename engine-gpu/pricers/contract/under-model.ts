/** A European option as a contract on one asset that follows a model, simulated. */
import type { z } from 'zod';
import type { Backend } from '../../backend/backend.js';
import type { Curve } from '../../market/curve.js';
import { discount, forwardPrice } from '../../market/curve.js';
import type { equityMarket } from '../../market/equity.js';
import type { Asset, EquityModel } from '../../market/market.js';
import { type europeanOption, signOf } from '../../product/option/vanilla.js';
import type { PricerSettings } from '../../product/simulation.js';
import { modelOf } from '../../simulation/process/index.js';
import type { MonteCarloResult, RunLimits } from '../../simulation/run/monte-carlo.js';
import { priceExtrapolated } from '../../simulation/run/step-extrapolation.js';

interface Option {
  readonly instrument: z.output<typeof europeanOption>;
  readonly market: z.output<typeof equityMarket>;
  readonly model: EquityModel;
  readonly curve: Curve;
  readonly valuationDate: string;
}

/**
 * What it is worth: within the bounds that hold under any model, D max(±(F − K), 0) and D F of a call or D K of a put, and the lower of them where
 * the model moves nothing. A mean over paths may be an error or a rounding beyond them.
 */
export async function priceUnderModel(
  { instrument: { strike, time, optionType }, market: { spot, dividend }, model, curve, valuationDate }: Option,
  settings: PricerSettings,
  limits: RunLimits,
  backend: Backend,
): Promise<MonteCarloResult> {
  const asset: Asset = { name: 'the underlying', spot, dividend, model };
  const sign = signOf(optionType);
  const [received, owed] = [discount(curve, time) * forwardPrice(curve, asset, time), discount(curve, time) * strike];
  const [least, most] = [Math.max(sign * (received - owed), 0), sign > 0 ? received : owed];
  if (!(modelOf(asset).deviation(0, time) > 0)) return certain(least, settings, backend);
  const result = await priceExtrapolated(
    { type: 'vanilla', asset: 0, strike, time, sign },
    { valuationDate, curve, assets: [asset], correlation: [[1]] },
    { ...settings, ...limits },
    backend,
  );
  return { ...result, price: Math.min(Math.max(result.price, least), most) };
}

/** Of one path, which is drawn in no time. */
const certain = (price: number, { seed }: PricerSettings, backend: Backend): MonteCarloResult => ({
  price,
  standardError: 0,
  numPaths: 1,
  numSteps: 1,
  seed,
  backend: backend.name,
  fallbacks: [],
  varianceReduction: 'none',
  warnings: [],
});
