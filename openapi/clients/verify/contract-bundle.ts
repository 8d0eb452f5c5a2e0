/** The part of the light face that an editor of contracts needs, as one file for pages: contracts read, checked, described and drawn. */
import './no-code-from-text.js';

export { faultsOf } from '#engine-gpu/base/faults';
export { parsedWith } from '#engine-gpu/base/similar-field';
export { describeContract } from '#engine-gpu/product/contract/describe';
export { horizon, underlyings } from '#engine-gpu/product/contract/horizon';
export { contractFaults, payoffProfile } from '#engine-gpu/product/contract/payoff-profile';
export { contractSpec } from '#engine-gpu/product/contract/spec';
