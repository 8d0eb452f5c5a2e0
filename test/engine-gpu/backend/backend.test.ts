import { createRequire } from 'node:module';
import { expect } from 'chai';
import { type Backend, openBackend } from '#engine-gpu/backend/backend';
import { findAdapter } from '#engine-gpu/backend/webgpu';
import { EngineFailure } from '#engine-gpu/base/failure';
import { priceContract } from '#engine-gpu/simulation/run/monte-carlo';
import { BACKENDS, webgpuLeftOut } from '#test/support/backends';
import { EVERY_STRUCTURE, THREE_ASSETS } from '#test/support/every-structure';
import { needsVectors, vectorsLeftOut } from '#test/support/vectors';

const require = createRequire(import.meta.url);

const launch = (body: string) => ({
  source: `function kernel(a, n) { ${body} }`,
  arrays: [Float32Array.of(1, 2, 3, 4)],
  numbers: [3],
  width: 64,
  rows: 64,
  outputs: 1,
});

/** Destroys the device as a driver reset would: calls in flight fail. */
async function loseDevice(): Promise<void> {
  const { WebGPUContext } = require('gpu.js/src/backend/web-gpu/context.js') as { WebGPUContext: { destroy: () => Promise<void> } };
  await WebGPUContext.destroy();
}

/** The backend that follows webgpu. */
const NEXT = vectorsLeftOut === undefined ? 'webasm' : 'cpu';

/** Those that compute on the processor. */
const ON_THREADS = BACKENDS.filter((name) => name !== 'webgpu');

/** A kernel that every backend runs. */
const PLAIN = launch('return a[2] * n + this.thread.x + 64.0 * this.thread.y;');
/** A kernel that webasm refuses: the comma operator is not compiled. */
const COMMA = launch('let x = 0.0; for (let i = 0; i < n; i++) { x = (x, x + a[i]); } return x;');

describe('a backend', () => {
  const open: Backend[] = [];
  const openOne: typeof openBackend = async (...args) => {
    const backend = await openBackend(...args);
    open.push(backend);
    return backend;
  };
  after(() => Promise.all(open.map((backend) => backend.close())));
  const needsWebgpu = function (this: Mocha.Context) {
    const leftOut = webgpuLeftOut();
    if (leftOut === undefined) return;
    process.stdout.write(`    webgpu is left out: ${leftOut}\n`);
    this.skip();
  };

  for (const name of ON_THREADS)
    it(`of ${name} returns one number per thread, row by row`, async () => {
      const backend = await openOne(name, { workers: 2 });
      const { values, backend: ran, fallbacks } = await backend.run(PLAIN);
      expect(backend.name).to.equal(name);
      expect(backend.reason).to.include('asked for');
      expect(ran).to.equal(name);
      expect(fallbacks).to.deep.equal([]);
      expect([...values]).to.deep.equal(Array.from({ length: 4096 }, (_, k) => 9 + k));
    });

  for (const name of BACKENDS)
    it(`of ${name} returns up to four numbers per thread`, async () => {
      const backend = await openOne(name, { workers: 2 });
      const parts = ['a[0]', 'this.thread.x + 64.0 * this.thread.y', 'a[1] * n', 'a[2] + this.thread.y'];
      const choices = [() => 1, (thread: number) => thread, () => 6, (thread: number) => 3 + Math.floor(thread / 64)];
      for (const outputs of [2, 3, 4]) {
        const { values, fallbacks } = await backend.run({ ...launch(`return [${parts.slice(0, outputs).join(', ')}];`), outputs });
        expect(fallbacks).to.deep.equal([]);
        expect([...values]).to.deep.equal(
          Array.from({ length: 4096 }, (_, thread) => choices.slice(0, outputs).map((output) => output(thread))).flat(),
        );
      }
    });

  it('is never a software adapter where none is asked for by name', async function () {
    needsWebgpu.call(this);
    needsVectors.call(this);
    const { software, description } = await findAdapter();
    const backend = await openOne('auto', { workers: 2 });
    if (software) {
      expect(backend.name).to.equal('webasm');
      expect(backend.passedOver).to.deep.equal([{ backend: 'webgpu', reason: `${description} is a software adapter, slower than webasm` }]);
    } else expect(backend.name).to.equal('webgpu');
  });

  it('passes a kernel that it refuses to the next backend for good, and says why', async function () {
    needsVectors.call(this);
    const backend = await openOne('webasm', { workers: 2 });
    for (let i = 0; i < 2; i++) {
      const { values, backend: ran, fallbacks } = await backend.run(COMMA);
      expect(ran).to.equal('cpu');
      expect(values[0]).to.equal(6);
      expect(fallbacks).to.have.length(1);
      expect(fallbacks[0]).to.include({ from: 'webasm', to: 'cpu' });
      expect(fallbacks[0]!.reason).to.include('SequenceExpression');
    }
    expect((await backend.run(PLAIN)).backend).to.equal('webasm');
  });

  it('fails with the reason where no backend can run the kernel', async () => {
    const backend = await openOne('cpu', { workers: 1 });
    const error = await backend.run(launch('return nothing(a);')).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(EngineFailure);
    expect((error as EngineFailure).kind).to.equal('device');
    expect((error as EngineFailure).message).to.match(/^cpu: /);
  });

  it('continues on the next backend when its device is lost, with the same price', async function () {
    needsWebgpu.call(this);
    const backend = await openOne('webgpu', { workers: 2 });
    expect(backend.name).to.equal('webgpu');
    const contract = EVERY_STRUCTURE['a continuous knock-out']!;
    const priceBefore = await priceContract(contract, THREE_ASSETS, {}, backend);
    await loseDevice();
    await new Promise((resolve) => setTimeout(resolve, 50));
    const priceAfter = await priceContract(contract, THREE_ASSETS, {}, backend);
    expect([priceBefore.backend, priceAfter.backend]).to.deep.equal(['webgpu', NEXT]);
    expect(priceBefore.fallbacks).to.deep.equal([]);
    expect(priceAfter.fallbacks).to.have.length(1);
    expect(priceAfter.fallbacks[0]).to.include({ from: 'webgpu', to: NEXT });
    expect(priceAfter.fallbacks[0]!.reason).to.include('lost');
    // The two backends round differently: by 1e-6 of a price of about 8.
    expect(priceAfter.price).to.be.closeTo(priceBefore.price, 1e-5);
  });

  it('continues on the next backend when its device is lost during a run', async function () {
    needsWebgpu.call(this);
    const contract = EVERY_STRUCTURE['a continuous knock-out']!;
    const numPaths = 2 ** 22;
    const undisturbed = await priceContract(contract, THREE_ASSETS, { numPaths }, await openOne(NEXT, { workers: 2 }));
    const backend = await openOne('webgpu', { workers: 2 });
    let launches = 0;
    const progress = () => {
      // Other launches are in flight at that time.
      if (launches++ === 0) void loseDevice();
    };
    const result = await priceContract(contract, THREE_ASSETS, { numPaths, progress }, backend);
    expect(launches).to.equal(4);
    expect(result.backend).to.equal(NEXT);
    expect(result.fallbacks.map(({ from, to }) => [from, to])).to.deep.equal([['webgpu', NEXT]]);
    expect(result.fallbacks[0]!.reason).to.include('lost');
    // The same rounding as above.
    expect(result.price).to.be.closeTo(undisturbed.price, 1e-5);
  });

  it('is passed over where no adapter answers, and the next backend says why', async function () {
    needsWebgpu.call(this);
    await findAdapter();
    const { gpu } = (globalThis as unknown as { navigator: { gpu: { requestAdapter: unknown } } }).navigator;
    const requestAdapter = gpu.requestAdapter;
    gpu.requestAdapter = async () => null;
    try {
      const backend = await openOne('webgpu', { workers: 2 });
      expect(backend.name).to.equal(NEXT);
      expect(backend.passedOver[0]).to.deep.equal({ backend: 'webgpu', reason: 'no adapter answers' });
      expect(backend.reason).to.include('webgpu is not available');
      expect((await backend.run(PLAIN)).backend).to.equal(NEXT);
    } finally {
      gpu.requestAdapter = requestAdapter;
    }
  });

  for (const name of ON_THREADS)
    it(`of ${name} cancels its launches when it is closed and does not pass them on`, async () => {
      const backend = await openBackend(name, { workers: 2 });
      await backend.run(PLAIN);
      const outcomes = Array.from({ length: 20 }, () => backend.run(PLAIN).catch((error: EngineFailure) => error.kind));
      await backend.close();
      for (const outcome of await Promise.all(outcomes)) if (typeof outcome === 'string') expect(outcome).to.equal('cancelled');
      expect(Object.keys(backend.kernelsHeld())).to.deep.equal([name]);
    });

  for (const name of ON_THREADS)
    it(`of ${name} does not block the event loop while it computes`, async () => {
      const backend = await openOne(name, { workers: 2 });
      let [launches, turned] = [0, 0];
      const watched: Backend = {
        ...backend,
        run: (launch) => {
          let ended = false;
          launches++;
          // A launch computed on this thread would have ended before the next turn of the event loop.
          setImmediate(() => {
            if (!ended) turned++;
          });
          return backend.run(launch).finally(() => {
            ended = true;
          });
        },
      };
      await priceContract(EVERY_STRUCTURE['an autocall']!, THREE_ASSETS, { numPaths: 2 ** 17, numSteps: 64 }, watched);
      expect(launches).to.be.at.least(1);
      expect(turned).to.equal(launches);
    });

  it('does not leak memory over many contracts', async () => {
    const backend = await openOne('webasm', { workers: 1 });
    const round = async () => {
      for (const contract of Object.values(EVERY_STRUCTURE)) await priceContract(contract, THREE_ASSETS, { numPaths: 1024 }, backend);
    };
    await round();
    const { external, arrayBuffers } = process.memoryUsage();
    for (let i = 0; i < 4; i++) await round();
    const now = process.memoryUsage();
    // Cached kernels keep their memories; what runs allocate is collected. 32 MiB is a third of what 80 runs allocate.
    expect(now.external + now.arrayBuffers - external - arrayBuffers).to.be.below(32 * 2 ** 20);
  });
});
