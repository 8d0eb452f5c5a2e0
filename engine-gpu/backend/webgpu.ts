/** WebGPU in Node: Dawn from the `webgpu` package, put where gpu.js looks for it. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

export interface Adapter {
  readonly description: string;
  /** Computes on the processor; slower there than WebAssembly. */
  readonly software: boolean;
}

/** SwiftShader names itself `google`, Mesa's llvmpipe names `mesa` as its vendor or `cpu` as its type. */
const SOFTWARE = /swiftshader|llvmpipe|lavapipe|softpipe|\bgoogle\b|\bcpu\b|microsoft basic render/i;

/**
 * Loads Dawn and asks for an adapter.
 *
 * @throws where the package does not load or no adapter answers
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
    software: SOFTWARE.test(words) || adapter.info.isFallbackAdapter === true,
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
