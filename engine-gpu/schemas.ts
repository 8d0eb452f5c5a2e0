/** The light face of the engine: the schemas of requests and responses, without any code that computes. */

export * from './base/failure.js';
export * from './base/faults.js';
export * from './calibration/curve-request.js';
export * from './calibration/requests.js';
export { GREEKS } from './formula/black-scholes.js';
export { type CreditSpread, creditSpreads } from './market/credit.js';
export { enginePriceParts, enginePriceRequest, enginePriceResponse } from './pricers/engine-request.js';
export * from './product/contract/requests.js';
export * from './product/note/convertible.js';
export * from './product/note/structured.js';
export * from './product/option/american.js';
export {
  batchGreeksResponse,
  batchItemFailure,
  batchPriceResponse,
  greeksResponse,
  type ImpliedVolatilityRequest,
  impliedVolatilityRequest,
  impliedVolatilityResponse,
  MAX_BATCH,
  priceResponse,
  sideWarning,
  termsOf,
  type VanillaOption,
  type VanillaTerms,
  vanillaBatchRequest,
  vanillaOption,
} from './product/option/vanilla.js';
export { type Trade, type TradeType, trade, tradeExamples } from './product/trade/trade.js';
export * from './risk/requests.js';
export * from './risk/responses.js';
