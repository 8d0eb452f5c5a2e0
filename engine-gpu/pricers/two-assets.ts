import type { z } from 'zod';
import type { TwoAssets } from '../formula/two-assets.js';
import { zeroRate } from '../product/curve.js';
import type { twoAssetMarket } from '../product/exotic-market.js';
import type { Curve } from '../product/market.js';
import type { Years } from '../units.js';

/** A market of two assets as the formulas see it: up to one time. */
export const twoAssetsAt = (
  { asset1, asset2, correlation }: Pick<z.output<typeof twoAssetMarket>, 'asset1' | 'asset2' | 'correlation'>,
  curve: Curve,
  time: Years,
): TwoAssets => ({ first: asset1, second: asset2, correlation, rate: zeroRate(curve, time), time });
