/**
 * The light face of the engine: the schemas of requests and responses, and the functions that read stored curves, surfaces and dates. It has no
 * pricer, no kernel and no device.
 */

export { type Alternative, oneAlternative, oneOfRequired } from './base/alternatives.js';
export * from './base/failure.js';
export * from './base/faults.js';
export type { PricedKind } from './base/pricer-identity.js';
export { parsedWith } from './base/similar-field.js';
export { SOLVERS } from './base/solvers.js';
export { markOf, parsedLater, parsedOneByOne, type StoredPlace, stored } from './base/stored.js';
export { date, MAX_HORIZON_YEARS, underlying } from './base/terms.js';
export * from './calibration/correlation-request.js';
export * from './calibration/credit-curve-request.js';
export * from './calibration/curve-request.js';
export { report as fitReportFields } from './calibration/fit-report.js';
export * from './calibration/requests.js';
export { fitOfQuotes, surfaceFitRequest, surfaceFormFields, surfaceForms, surfaceSlicesRequest } from './calibration/surface-request.js';
export type { SurfaceSlices } from './calibration/surface-slices.js';
export { GREEKS } from './formula/greeks.js';
export { hazardAt, probabilitiesAt } from './formula/hazard-curve.js';
export { type BookMarket, bookMarket } from './market/book-market.js';
export { type CreditSpread, creditSpreads } from './market/credit.js';
export type { CrossAssetMarketInput } from './market/cross-asset-input.js';
export { accumulatedRate, type Curve, discount, forwardRate, zeroRate } from './market/curve.js';
export { MAX_CURVE_NODES } from './market/curve-input.js';
export { type CurveNodeInput, curveNode, nodesOf } from './market/curve-nodes.js';
export { datesOrTimes, datesOrTimesRule, evaluatedAt, evaluatedPoint, pointsAt } from './market/evaluation-times.js';
export { dividendYield, flatRate, spot, volatility } from './market/fields.js';
export { marketDate } from './market/market-date.js';
export { type MarketInput, marketInput } from './market/market-input.js';
export { rateVolatilityTable, tableAfter } from './market/rate-volatilities.js';
export { spotOf } from './market/resolve-cross-asset.js';
export { gridOf, gridQuotesOf, logMoneynessOf, sliceOf, smilesAfter } from './market/stored-surface.js';
export { impliedVolatilityAt, totalVarianceAt } from './market/surface.js';
export { exp } from './math/elementary/exp.js';
export { log, log1p } from './math/elementary/log.js';
export { squareOf } from './math/elementary/pow.js';
export { hypot } from './math/elementary/roots.js';
export { cos } from './math/elementary/trigonometric.js';
export { localVolatilityAt } from './model/local-volatility.js';
export { challengeRequest } from './pricers/challenge-request.js';
export { enginePriceParts, enginePriceRequest, enginePriceResponse } from './pricers/engine-request.js';
export { horizon, underlyings } from './product/contract/horizon.js';
export { paymentDates } from './product/contract/payment-dates.js';
export * from './product/contract/requests.js';
export { contractSpec } from './product/contract/spec.js';
export type { ContractSpec } from './product/contract/spec-type.js';
export { type StrategyTerms, strategyTerms } from './product/contract/strategy.js';
export { type VanillaLeg, vanillaLegs } from './product/contract/vanilla-legs.js';
export { creditDefaultSwap } from './product/credit/credit-default-swap.js';
export * from './product/note/convertible.js';
export * from './product/note/structured.js';
export * from './product/option/american.js';
export { SOLUTIONS, solutionMs, surfaceMs } from './product/option/solution-time.js';
export {
  type BatchOption,
  batchGreeksResponse,
  batchOption,
  batchPriceResponse,
  europeanOption,
  failedItem,
  greeksResponse,
  type ImpliedVolatilityRequest,
  impliedVolatilityRequest,
  impliedVolatilityResponse,
  isBeyondPlain,
  isPlainOption,
  MAX_BATCH,
  priceResponse,
  sideWarning,
  statedOptionType,
  termsOf,
  type VanillaOption,
  type VanillaOptionRequest,
  type VanillaTerms,
  vanillaBatchRequest,
  vanillaOption,
  vanillaOptionRequest,
} from './product/option/vanilla.js';
export { type SimulationOfNumber, simulationOfNumber } from './product/simulation.js';
export {
  type ContractRefusals,
  contractRefusalsRequest,
  type NettedTrade,
  nettedCurrencies,
  nettedMaturity,
  nettedTrade,
  nettedUnderlyings,
} from './product/trade/contract-trade.js';
export { currenciesOf, type Trade, type TradeType, trade, tradeExamples, underlyingsOf } from './product/trade/trade.js';
export * from './risk/book-requests.js';
export { factorTypes, movesBetweenDays } from './risk/quoted-history.js';
export * from './risk/requests.js';
export * from './risk/responses.js';
export * from './risk/xva/requests.js';
export * from './risk/xva/responses.js';
export { act365f, dateAfter, dateOfDay, dayNumber, LAST_DATE } from './time/date.js';
export { addTenor, NO_TENOR, TENOR_PATTERN } from './time/tenor.js';
export { curveSetRequest, curveSetResponse } from './valuation/curve-set/curve-set-request.js';
export {
  type DatedTrade,
  datedLife,
  datedOr,
  datedTrade,
  datedTypes,
  inYears,
  startedTerms,
  statesDates,
  swapEnd,
} from './valuation/dated-trade.js';
export type { FailedValue, InstrumentValue } from './valuation/instrument-prices.js';
export { type InstrumentTypeName, instrumentTypeNames, pricingPlan } from './valuation/instrument-types.js';
export type { MoveType } from './valuation/market-factors.js';
export {
  type BookSetting,
  closedFormPricer,
  defaultReportingCurrency,
  type OperationKind,
  type PricingPlan,
  placedFailure,
} from './valuation/pricing-plan.js';
export * from './valuation/requests.js';
export type { InstrumentSensitivities } from './valuation/sensitivities.js';
export { notSimulated, type StatedTrade } from './valuation/simulated-trade.js';
