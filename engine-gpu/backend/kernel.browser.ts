/** The bundle of the engine has no kernels on a GPU, because it finds no adapter (webgpu.browser.ts). */
import type * as gpu from './kernel.js';

export const openKernels: typeof gpu.openKernels = () => {
  throw new Error('the bundle of the engine has no WebGPU');
};
