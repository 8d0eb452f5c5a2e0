/** A European option on an asset that follows a model, priced by simulation. */
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
 * The price, clamped to the bounds that hold under any model: at least D max(±(F − K), 0), at most D F for a call and D K for a put. A mean
 * over paths may exceed them by its standard error or by rounding. Where the model has no variance, the price is the lower bound.
 */
export async function simulatedEuropean(
  { instrument: { strike, time, optionType }, market: { spot, dividend }, model, curve, valuationDate }: Option,
  settings: PricerSettings,
  limits: RunLimits,
  backend: Backend,
): Promise<MonteCarloResult> {
  const asset: Asset = { name: 'the underlying', spot, dividend, model };
  const sign = signOf(optionType);
  const [share, cash] = [discount(curve, time) * forwardPrice(curve, asset, time), discount(curve, time) * strike];
  const [lower, upper] = [Math.max(sign * (share - cash), 0), sign > 0 ? share : cash];
  if (!(modelOf(asset).deviation(0, time) > 0)) return deterministic(lower, settings, backend);
  const result = await priceExtrapolated(
    { type: 'vanilla', asset: 0, strike, time, sign },
    { valuationDate, curve, assets: [asset], correlation: [[1]] },
    { ...settings, ...limits },
    backend,
  );
  return { ...result, price: Math.min(Math.max(result.price, lower), upper) };
}

/** The result of a single path without random variables. */
const deterministic = (price: number, { seed }: PricerSettings, backend: Backend): MonteCarloResult => ({
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
