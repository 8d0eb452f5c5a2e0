import type { z } from 'zod';
import type { Years } from '../../base/units.js';
import type { TwoAssets } from '../../formula/two-assets.js';
import { zeroRate } from '../../market/curve.js';
import type { twoAssetMarket } from '../../market/exotic-market.js';
import type { Curve } from '../../market/market.js';

/** A market of two assets as the formulas see it: up to one time. */
export const twoAssetsAt = (
  { asset1, asset2, correlation }: Pick<z.output<typeof twoAssetMarket>, 'asset1' | 'asset2' | 'correlation'>,
  curve: Curve,
  time: Years,
): TwoAssets => ({ first: asset1, second: asset2, correlation, rate: zeroRate(curve, time), time });
