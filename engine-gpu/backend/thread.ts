/** A worker thread that computes parts of launches. */
import { move } from 'piscina';
import { computePart, type Part } from './compute-part.js';

export default (part: Part): Float32Array => move(computePart(part)) as unknown as Float32Array;
