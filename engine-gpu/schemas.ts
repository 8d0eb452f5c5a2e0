/** The light face of the engine: what requests and answers look like, without anything that computes. */
export * from './product/requests.js';
