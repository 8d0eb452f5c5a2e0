/** The bundle of the engine has no WebGPU: its kernels would be made from text by gpu.js, which content security policies refuse. */
import type * as device from './webgpu.js';

export const findAdapter: typeof device.findAdapter = async () => {
  throw new Error('the bundle of the engine has no WebGPU');
};
