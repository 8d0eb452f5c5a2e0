/** A European option as a contract on one asset that follows a model. */
import type { z } from 'zod';
import type { Contract } from '../product/contract.js';
import type { equityMarket } from '../product/equity-market.js';
import type { Curve, EquityModel, Market } from '../product/market.js';
import { type europeanOption, signOf } from '../product/vanilla.js';

export function underModel(
  { strike, time, optionType }: z.output<typeof europeanOption>,
  { spot, dividend }: z.output<typeof equityMarket>,
  model: EquityModel,
  curve: Curve,
  valuationDate: string,
): { readonly contract: Contract; readonly market: Market } {
  return {
    contract: { type: 'vanilla', asset: 0, strike, time, sign: signOf(optionType) },
    market: { valuationDate, curve, assets: [{ name: 'the underlying', spot, dividend, model }], correlation: [[1]] },
  };
}
