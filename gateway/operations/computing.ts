/**
 * The operations that the engine alone computes, from a request and the stored inputs that it names: all that price, each result of which has a
 * receipt, and those that calibrate, describe and test.
 */
import type { Operation } from '../contract/operation.js';
import { american } from './american.js';
import { calibration } from './calibration.js';
import { contractDsl } from './contract-dsl.js';
import { convertible } from './convertible.js';
import { limitUtilisation } from './limit-utilisation.js';
import { portfolio } from './portfolio.js';
import { pricing } from './pricing.js';
import { products } from './products.js';
import { risk } from './risk.js';
import { structuredProducts } from './structured-products.js';
import { studio } from './studio.js';
import { vanilla } from './vanilla.js';
import { xva } from './xva.js';

export const computingOperations: readonly Operation[] = [
  ...pricing,
  ...vanilla,
  ...contractDsl,
  ...american,
  ...convertible,
  ...structuredProducts,
  ...calibration,
  limitUtilisation,
  ...portfolio,
  ...products,
  ...studio,
  ...risk,
  ...xva,
].filter(({ costClass }) => costClass !== 'store');
