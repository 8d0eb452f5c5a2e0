/** WebGPU in Node: Dawn of the `webgpu` package, installed as `navigator.gpu`, where gpu.js looks for it. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

export interface Adapter {
  readonly description: string;
  /** Runs on the CPU, slower than WebAssembly. */
  readonly software: boolean;
}

/** Software adapters: SwiftShader has the vendor `google`, Mesa's llvmpipe the vendor `mesa` or the type `cpu`. */
const SOFTWARE_ADAPTER = /swiftshader|llvmpipe|lavapipe|softpipe|\bgoogle\b|\bcpu\b|microsoft basic render/i;

/**
 * Loads Dawn and asks for an adapter.
 *
 * @throws Error where the package does not load or no adapter answers
 */
export async function findAdapter(): Promise<Adapter> {
  const { create, globals } = dawn();
  if (!(globalThis as { navigator?: { gpu?: unknown } }).navigator?.gpu) {
    Object.assign(globalThis, globals);
    Object.defineProperty(globalThis, 'navigator', { value: { gpu: create([]) }, configurable: true, writable: true });
  }
  const { gpu } = (globalThis as unknown as { navigator: { gpu: GpuEntry } }).navigator;
  const adapter = await gpu.requestAdapter();
  if (!adapter) throw new Error('no adapter answers');
  const { vendor, architecture, device, description } = adapter.info;
  const words = [vendor, architecture, device, description].filter((word) => word !== '').join(' ');
  return {
    description: words === '' ? 'unnamed adapter' : words,
    software: SOFTWARE_ADAPTER.test(words) || adapter.info.isFallbackAdapter === true,
  };
}

/** @throws Error where the package is missing, as it is in the image for nodes without a GPU, or has nothing for this platform */
function dawn(): typeof import('webgpu') {
  try {
    return require('webgpu');
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND';
    throw isMissing ? new Error('the package webgpu is not installed') : error;
  }
}

interface GpuEntry {
  requestAdapter(): Promise<{
    readonly info: {
      readonly vendor: string;
      readonly architecture: string;
      readonly device: string;
      readonly description: string;
      readonly isFallbackAdapter?: boolean;
    };
  } | null>;
}
