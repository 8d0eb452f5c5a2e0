/**
 * The operations that the engine alone computes, from a request and the stored inputs that it names: all that price, each result of which has a
 * receipt, and those that calibrate, describe and test.
 */
import type { Operation } from '#gateway/contract/operation';
import { calibrations } from '#gateway/desk/calibrations';
import { contractPaths } from '#gateway/desk/contract-paths';
import { curveSets } from '#gateway/desk/curve-set';
import { quoteSensitivities } from '#gateway/desk/quote-sensitivities';
import { american } from '#gateway/operations/american';
import { calibration } from '#gateway/operations/calibration';
import { contractDsl } from '#gateway/operations/contract-dsl';
import { convertible } from '#gateway/operations/convertible';
import { hedging } from '#gateway/operations/hedging';
import { limitUtilisation } from '#gateway/operations/limit-utilisation';
import { portfolio } from '#gateway/operations/portfolio';
import { pricing } from '#gateway/operations/pricing';
import { products } from '#gateway/operations/products';
import { risk } from '#gateway/operations/risk';
import { structuredProducts } from '#gateway/operations/structured-products';
import { studio } from '#gateway/operations/studio';
import { vanilla } from '#gateway/operations/vanilla';
import { xva } from '#gateway/operations/xva';

export const computingOperations: readonly Operation[] = [
  ...pricing,
  ...vanilla,
  ...contractDsl,
  ...contractPaths,
  ...american,
  ...convertible,
  ...structuredProducts,
  ...calibration,
  ...calibrations,
  ...curveSets,
  limitUtilisation,
  ...portfolio,
  ...products,
  ...studio,
  ...risk,
  ...hedging,
  ...quoteSensitivities,
  ...xva,
].filter(({ costClass }) => costClass !== 'store');
