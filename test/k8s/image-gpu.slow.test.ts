/** The image for nodes with a GPU, which build-image.sh has built: with a driver of Vulkan from the machine, its kernels run on WebGPU. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { builtFolder, builtImage, noImage } from '../support/kube/image.js';

/** The folder of a software driver of Vulkan, which stands for that of a node. */
const DRIVER = '/usr/lib/chromium';
const DRIVER_FILE = 'vk_swiftshader_icd.json';

const PROGRAM = `
  const { contractPrice, openBackend } = await import('#engine');
  const request = {
    contract: { type: 'asian_call', underlying: 'SPX', strike: 105, expiry: '2027-01-05', monitoring: 'monthly' },
    market: { spot: 100, rate: 0.05, dividend: 0, volatility: 0.2 },
    pricer: { numPaths: 65536, seed: 7 },
  };
  for (const name of ['webgpu', 'cpu']) {
    const backend = await openBackend(name, { workers: 1 });
    const { result } = await contractPrice(request, '2026-01-05', { run: (compute) => compute({}, backend) });
    console.log(JSON.stringify({ backend: result.backend, price: result.price }));
  }
  process.exit(0);
`;

const leftOut =
  builtFolder === undefined
    ? noImage
    : existsSync(path.join(DRIVER, DRIVER_FILE))
      ? undefined
      : `there is no ${DRIVER_FILE} (Debian: chromium)`;

if (leftOut === undefined) {
  describe('the image for nodes with a GPU', () => {
    it('computes on WebGPU with the driver of its node as on the CPU, within single precision', async () => {
      const image = builtImage(path.join(builtFolder!, 'gpu'), DRIVER);
      const child = image.start(['--input-type=module', '-e', PROGRAM], { VK_DRIVER_FILES: `/mnt/driver/${DRIVER_FILE}` });
      let [output, errors] = ['', ''];
      child.stdout?.on('data', (chunk) => (output += chunk));
      child.stderr?.on('data', (chunk) => (errors += chunk));
      const [status] = await once(child, 'close');
      expect(status, errors).to.equal(0);
      const [onGpu, onCpu] = output
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { backend: string; price: number });
      expect([onGpu?.backend, onCpu?.backend]).to.deep.equal(['webgpu', 'cpu']);
      // Values of single precision, 6e-8 of the spot each, on the same paths.
      expect(onGpu?.price).to.be.closeTo(onCpu?.price ?? Number.NaN, 1e-5 * 100);
    });
  });
} else {
  process.stdout.write(`  The image for nodes with a GPU is left out: ${leftOut}\n`);
}
