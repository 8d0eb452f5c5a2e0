/**
 * The engine as one file for browsers and Node.js: it computes requests and receipts as the service does, and `computing` is the whole computing face
 * of the engine. It opens no network and no file, and makes no code from text but WebAssembly.
 */
import './no-code-from-text.js';

export * as computing from '#engine';
export { openEngine } from './local-engine.js';
export { verify } from './verify.js';
