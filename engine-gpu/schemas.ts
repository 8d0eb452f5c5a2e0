/** The light face of the engine: what requests and answers look like, without anything that computes. */
export * from './calibration/curve-request.js';
export * from './calibration/requests.js';
export * from './failure.js';
export * from './faults.js';
export { GREEKS } from './formula/black-scholes.js';
export * from './product/american.js';
export * from './product/convertible.js';
export { enginePriceParts, enginePriceRequest, enginePriceResponse } from './product/engine-request.js';
export * from './product/requests.js';
export * from './product/structured.js';
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
  termsOf,
  type VanillaOption,
  type VanillaTerms,
  vanillaBatchRequest,
  vanillaOption,
} from './product/vanilla.js';
