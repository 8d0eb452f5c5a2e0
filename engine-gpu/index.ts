/** The public face of the engine. */

export {
  type Backend,
  type BackendName,
  type BackendPreference,
  type Fallback,
  type LaunchResult,
  openBackend,
  type PassedOver,
} from './backend/backend.js';
export type { RunTime } from './backend/fair-parts.js';
export type { Launch } from './backend/launch.js';
export { loopFallback } from './backend/loops.js';
export { POOL_THREAD_FLAGS } from './backend/threads.js';
export { EngineFailure, type FailureKind, type Fault, invalid } from './base/failure.js';
export { type Group, type Item, openFairQueue, type Place } from './base/fair-queue.js';
export type { Priced, Unpriced } from './base/priced.js';
export type { CapabilityStatus, Need } from './base/pricer-identity.js';
export { correlationMatrix } from './calibration/correlation.js';
export { bootstrapCreditCurve, type CreditCurveNode, creditCurve } from './calibration/credit-curve.js';
export { calibrateCurve } from './calibration/curve.js';
export { calibrateHeston } from './calibration/heston.js';
export { calibrateSabr } from './calibration/sabr.js';
export { surfaceSlices } from './calibration/surface-slices.js';
export { impliedNormalVolatility } from './formula/bachelier.js';
export { GREEKS } from './formula/greeks.js';
export { accumulatedHazard, type HazardCurve, hazardAt } from './formula/hazard-curve.js';
export { discount, zeroRate } from './market/curve.js';
export type { Market } from './market/market.js';
export { forward } from './market/market.js';
export type { MarketInput } from './market/market-input.js';
export {
  impliedVolatilityAt,
  quotedSlice,
  type Slice,
  type Surface,
  type SviParameters,
  totalVarianceAt,
} from './market/surface.js';
export { type ArbitragePoint, type ArbitrageReport, arbitrageReport } from './market/surface-arbitrage.js';
export { evaluateSurface, type SurfacePoint, type SurfaceRepricing, type SurfaceValue } from './method/surface-evaluation.js';
export type { RowFailure, VanillaColumns } from './method/vanilla-option.js';
export { challenge } from './pricers/challenge.js';
export { priceStructured, solveStructured } from './pricers/contract/autocall-measures.js';
export { type ContractJob, contractGreeks, contractPrice, contractPriceJob } from './pricers/contract/contract-measures.js';
export { contractPaths } from './pricers/contract/contract-paths.js';
export type { Pricer, PricerTools, PricingRequest, PricingResult } from './pricers/definition/pricer.js';
export { americanPrice } from './pricers/equity/american-measures.js';
export { priceConvertible } from './pricers/equity/convertible-tree.js';
export { optionMeasures, vanillaMeasures } from './pricers/equity/vanilla-measures.js';
export { pricers } from './pricers/index.js';
export { ENGINE_VERSION, fingerprint, type Manifest, manifestFor, type Run } from './pricers/manifest.js';
export { findIdentity, findPricer, identities, type NamedPricingRequest, priceWithPricer } from './pricers/registry.js';
export { SOURCE_HASHES } from './pricers/source-hashes.js';
export type { Contract } from './product/contract/contract.js';
export { describeContract, describeInMarket } from './product/contract/describe.js';
export { contractFaults, payoffProfile } from './product/contract/payoff-profile.js';
export { strategyAsContract } from './product/contract/requests.js';
export { resolveContract } from './product/contract/resolve.js';
export type { ContractSpec } from './product/contract/spec-type.js';
export { assetsUsed, eventTimes, lastTime } from './product/contract/timeline.js';
export type { VanillaTerms } from './product/option/vanilla.js';
export type { PricerSettings } from './product/simulation.js';
export { contractRefusals } from './product/trade/contract-terms.js';
export { explainBook } from './risk/book-explain.js';
export { bookParametricVarJob } from './risk/book-parametric.js';
export { bookStressGridJob, bookStressJob } from './risk/book-stress.js';
export { bookMonteCarloVarJob, bookVarJob } from './risk/book-var.js';
export * from './risk/measures.js';
export { optimiseHedge } from './risk/optimised-hedge.js';
export { bookQuoteSensitivitiesJob } from './risk/quote-sensitivities.js';
export { exposureJob, incrementalXvaJob, type XvaLimits, xvaJob } from './risk/xva/calculate.js';
export { type BlockJob, runJob } from './risk/xva/job.js';
export { xvaSensitivitiesJob } from './risk/xva/sensitivities/sensitivities.js';
export { openMomentBatches } from './simulation/exposure/plan/combine.js';
export type { ShiftSums } from './simulation/exposure/plan/exposure-run.js';
export type { MonteCarloResult, RunLimits } from './simulation/run/monte-carlo.js';
export type { SimulatedBlock } from './simulation/run/price-in-blocks.js';
export { calibrateCurves } from './valuation/curve-set/calibrate-curves.js';
export { instrumentPrices } from './valuation/instrument-prices.js';
export { instrumentSensitivities } from './valuation/sensitivities.js';
