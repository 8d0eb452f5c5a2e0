/** Kernels as JavaScript: their arithmetic is in double precision. */
import { powerOfTwo } from '../math/elementary/binary.js';
import type { KernelCall } from './webasm/part.js';

/** The thread that a kernel computes. */
export interface KernelThread {
  readonly thread: { x: number; y: number };
}

/** A kernel as a function of its arrays, then its numbers. */
export type KernelFunction = (this: KernelThread, ...args: readonly (Float32Array | number)[]) => number | readonly number[];

/**
 * The function that a kernel's source states. Powers of two are the engine's own, because ECMAScript leaves their last bit to the implementation.
 */
export const kernelFunction = ({ source }: KernelCall): KernelFunction =>
  new Function('powerOfTwo', `return ${source.replaceAll('Math.pow(2.0, ', 'powerOfTwo(')}`)(powerOfTwo) as KernelFunction;
