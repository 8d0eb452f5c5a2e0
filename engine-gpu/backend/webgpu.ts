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
  const { create, globals } = require('webgpu') as typeof import('webgpu');
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
