/** The light face of the engine: the schemas of requests and responses, without any code that computes. */

export { type Alternative, oneAlternative, oneOfRequired } from './base/alternatives.js';
export * from './base/failure.js';
export * from './base/faults.js';
export { markOf, parsedLater, parsedOneByOne, type StoredPlace, stored } from './base/stored.js';
export { date, MAX_HORIZON_YEARS, underlying } from './base/terms.js';
export * from './calibration/correlation-request.js';
export * from './calibration/credit-curve-request.js';
export * from './calibration/curve-request.js';
export { report as fitReportFields } from './calibration/fit-report.js';
export * from './calibration/requests.js';
export { fitOfQuotes, type SurfaceFormInput, surfaceFormFields, surfaceForms } from './calibration/surface-request.js';
export * from './calibration/svi-request.js';
export { GREEKS } from './formula/greeks.js';
export { type CreditSpread, creditSpreads } from './market/credit.js';
export type { CrossAssetMarketInput } from './market/cross-asset-input.js';
export { MAX_CURVE_NODES } from './market/curve-input.js';
export { type CurveNodeInput, curveNode } from './market/curve-nodes.js';
export { datesOrTimes, datesOrTimesRule, evaluatedAt, evaluatedPoint } from './market/evaluation-times.js';
export { dividendYield, flatRate, spot, volatility } from './market/fields.js';
export { type MarketInput, marketInput } from './market/market-input.js';
export { enginePriceParts, enginePriceRequest, enginePriceResponse } from './pricers/engine-request.js';
export { horizon, underlyings } from './product/contract/horizon.js';
export * from './product/contract/requests.js';
export { contractSpec } from './product/contract/spec.js';
export type { ContractSpec } from './product/contract/spec-type.js';
export { type StrategyTerms, strategyTerms } from './product/contract/strategy.js';
export { type VanillaLeg, vanillaLegs } from './product/contract/vanilla-legs.js';
export * from './product/note/convertible.js';
export * from './product/note/structured.js';
export * from './product/option/american.js';
export { SOLUTIONS, solutionMs, surfaceMs } from './product/option/solution-time.js';
export {
  type BatchOption,
  batchGreeksResponse,
  batchItemFailure,
  batchOption,
  batchPriceResponse,
  europeanOption,
  greeksResponse,
  type ImpliedVolatilityRequest,
  impliedVolatilityRequest,
  impliedVolatilityResponse,
  isBeyondPlain,
  isPlainOption,
  MAX_BATCH,
  priceResponse,
  sideWarning,
  termsOf,
  type VanillaOption,
  type VanillaOptionRequest,
  type VanillaTerms,
  vanillaBatchRequest,
  vanillaOption,
  vanillaOptionRequest,
} from './product/option/vanilla.js';
export { type NettedTrade, nettedCurrencies, nettedMaturity, nettedTrade, nettedUnderlyings } from './product/trade/contract-trade.js';
export { currenciesOf, type Trade, type TradeType, trade, tradeExamples, underlyingsOf } from './product/trade/trade.js';
export * from './risk/requests.js';
export * from './risk/responses.js';
export * from './risk/xva/requests.js';
export * from './risk/xva/responses.js';
