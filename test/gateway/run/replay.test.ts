import { expect } from 'chai';
import { differences, environmentDifferences, withoutFallbacks } from '#gateway/run/replay';

const result = { price: 10.25, backend: 'webasm', fallbacks: [{ from: 'webgpu', to: 'webasm', reason: 'the device was lost' }] };

describe('a replay', () => {
  it('is identical where the first run fell back to the backend that the replay uses', () => {
    const again = { ...result, fallbacks: [] };
    expect(differences({ result: withoutFallbacks(result) }, { result: withoutFallbacks(again) })).to.deep.equal([]);
  });

  it('differs where a number or its backend differs', () => {
    const again = { ...result, price: 10.250000000000002, backend: 'cpu' };
    expect(differences({ result: withoutFallbacks(result) }, { result: withoutFallbacks(again) })).to.deep.equal([
      { pointer: '/result/price', original: 10.25, replayed: 10.250000000000002 },
      { pointer: '/result/backend', original: 'webasm', replayed: 'cpu' },
    ]);
  });

  it('states in what the two runs differ: the engine, the runtime, the processor or the adapter of WebGPU', () => {
    const manifest = (runtime: string | undefined, engineVersion = '1.0.0') =>
      ({ engineVersion, ...(runtime !== undefined && { runtime }) }) as Parameters<typeof environmentDifferences>[0];
    const here = 'node/20.20.2 v8/11.3.244 x64';
    expect(environmentDifferences(manifest(here), manifest(here))).to.deep.equal([]);
    expect(environmentDifferences(manifest(here, '0.9.0'), manifest('node/24.1.0 v8/13.6.1 arm64'))).to.deep.equal([
      { part: 'engineVersion', original: '0.9.0', replayed: '1.0.0' },
      { part: 'node', original: '20.20.2', replayed: '24.1.0' },
      { part: 'v8', original: '11.3.244', replayed: '13.6.1' },
      { part: 'processor', original: 'x64', replayed: 'arm64' },
    ]);
    expect(environmentDifferences(manifest(`${here} webgpu (nvidia hopper)`), manifest(`${here} webgpu (mesa llvmpipe)`))).to.deep.equal([
      { part: 'adapter', original: 'nvidia hopper', replayed: 'mesa llvmpipe' },
    ]);
    expect(environmentDifferences(manifest(`${here} webgpu (nvidia hopper)`), manifest(here))).to.deep.equal([
      { part: 'adapter', original: 'nvidia hopper' },
    ]);
    // A manifest from before runtimes were recorded, and one of several processes.
    expect(environmentDifferences(manifest(undefined), manifest(`${here}, node/24.1.0 v8/13.6.1 x64`))).to.deep.equal([
      { part: 'runtime', replayed: `${here}, node/24.1.0 v8/13.6.1 x64` },
    ]);
  });
});
