/** The light face of the engine: what requests and answers look like, without anything that computes. */
export * from './failure.js';
export * from './faults.js';
export * from './product/requests.js';
export * from './product/vanilla.js';
