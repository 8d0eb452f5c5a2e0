/** The light face of the engine as one file for pages: the schemas, and contracts described, checked and drawn over the price of an asset. */
import './no-code-from-text.js';

export * from '#engine/schemas';
export { describeContract, describeInMarket } from '#engine-gpu/product/contract/describe';
export { contractFaults, payoffProfile } from '#engine-gpu/product/contract/payoff-profile';
