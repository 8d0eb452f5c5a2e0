/** The public face of the engine. */
export { EngineFailure, type FailureKind, type Fault, invalid } from './failure.js';
export { GREEKS } from './formula/black-scholes.js';
export { ENGINE_VERSION, fingerprint, type Manifest, manifestFor, type Run } from './manifest.js';
export { findPricer, pricers } from './pricers/index.js';
export type { CapabilityStatus, Need, Pricer, PricingRequest, PricingResult } from './pricers/pricer.js';
export type { VanillaTerms } from './product/vanilla.js';
export {
  type Greeks,
  type GreeksBatch,
  greeksVanilla,
  greeksVanillaBatch,
  type PriceBatch,
  priceVanilla,
  priceVanillaBatch,
  type RowFailure,
  type VanillaColumns,
} from './vanilla.js';
