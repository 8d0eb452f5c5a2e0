/** The public face of the engine. */

export { type AmericanPrice, priceAmerican } from './american.js';
export {
  type Backend,
  type BackendName,
  type BackendPreference,
  type Fallback,
  type LaunchResult,
  openBackend,
  type PassedOver,
} from './backend/backend.js';
export type { Launch } from './backend/launch.js';
export { calibrateCurve } from './calibration/curve.js';
export { calibrateHeston } from './calibration/heston.js';
export { calibrateSabr } from './calibration/sabr.js';
export { EngineFailure, type FailureKind, type Fault, invalid } from './failure.js';
export { impliedNormalVolatility } from './formula/bachelier.js';
export { GREEKS } from './formula/black-scholes.js';
export { strangeToKernels } from './kernel/vocabulary.js';
export { ENGINE_VERSION, fingerprint, type Manifest, manifestFor, type Run } from './manifest.js';
export { type ContractGreeks, type GreeksResult, greeksContract, type SpotGreeks } from './method/bump.js';
export { cost, type MonteCarloResult, type MonteCarloSettings, priceContract, type RunLimits } from './method/monte-carlo.js';
export { priceConvertible } from './price-convertible.js';
export { type NamedPricingOutcome, type NamedPricingRequest, priceWithPricer } from './price-with-pricer.js';
export { contractPricer } from './pricers/contract-model-mc.js';
export { americanPricer } from './pricers/equity-american-model-lsm.js';
export { findPricer, pricers } from './pricers/index.js';
export type { CapabilityStatus, Need, Pricer, PricerTools, PricingRequest, PricingResult } from './pricers/pricer.js';
export type { Contract } from './product/contract.js';
export { discount, forward, zeroRate } from './product/curve.js';
export { describeContract } from './product/describe.js';
export type { Market } from './product/market.js';
export type { MarketInput, PricerSettings } from './product/market-input.js';
export { strategyAsContract } from './product/requests.js';
export { type ResolvedContract, resolveContract } from './product/resolve.js';
export type { ContractSpec } from './product/spec.js';
export { assetsUsed, eventTimes, lastTime } from './product/timeline.js';
export type { VanillaTerms } from './product/vanilla.js';
export { type Exposure, type ExposureProfile, type ExposureSettings, exposureProfile } from './risk/exposure.js';
export { type CashFlows, netted, type Swap, swapFlows } from './risk/portfolio.js';
export { priceStructured, type StructuredPrice, type StructuredSolution, solveStructured } from './structured.js';
export {
  type Greeks,
  type GreeksBatch,
  greeksVanilla,
  greeksVanillaBatch,
  type ImpliedVolatility,
  impliedVolatility,
  type PriceBatch,
  priceVanilla,
  priceVanillaBatch,
  type RowFailure,
  type VanillaColumns,
} from './vanilla.js';
