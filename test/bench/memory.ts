/**
 * Process memory and number of cached kernels after a thousand different contracts in a row, on each backend of this machine. Each
 * contract has its own structure and is compiled. The first is priced again at the end and must give exactly the same price.
 * `node dist/test/bench/memory.js`
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type BackendName, openBackend } from '#engine-gpu/backend/backend';
import type { Contract } from '#engine-gpu/product/contract/contract';
import { priceContract } from '#engine-gpu/simulation/run/monte-carlo';
import { webgpuLeftOut } from '../support/backends.js';
import { EVERY_STRUCTURE, THREE_ASSETS } from '../support/every-structure.js';

/** Number of contracts per backend: fewer where the compilation of one takes a good part of a second. */
const CONTRACT_COUNT: Record<BackendName, number> = { webasm: 1000, cpu: 240, webgpu: 240 };
const READINGS = 20;
const numPaths = 4096;
/**
 * Largest allowed ratio of the minimum memory of the last five readings to that of the second five. Uncollected memory of the threads
 * settles only after a thousand contracts (then it stays between 256 and 282 MiB up to 12 000); leaked kernel memories would give 2.
 */
const MAX_MEMORY_RATIO = 1.5;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const write = (line: string) => process.stdout.write(`${line}\n`);
const megabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(0).padStart(5);

/** Sums of two or three structures, each with its own kernel source. */
function* contracts(): Generator<Contract> {
  const all = Object.values(EVERY_STRUCTURE);
  const sum = (...parts: Contract[]): Contract => ({ type: 'sum', terms: parts.map((contract) => ({ weight: 1, contract })) });
  for (let a = 0; a < all.length; a++)
    for (let b = a + 1; b < all.length; b++) {
      yield sum(all[a]!, all[b]!);
      for (let c = b + 1; c < all.length; c++) yield sum(all[a]!, all[b]!, all[c]!);
    }
}

const names: BackendName[] = ['webasm', 'cpu', ...(webgpuLeftOut() === undefined ? (['webgpu'] as const) : [])];
for (const name of names) {
  const backend = await openBackend(name, { workers: 2 });
  const all = [...contracts()].slice(0, CONTRACT_COUNT[name]);
  const price = (contract: Contract) => priceContract(contract, THREE_ASSETS, { numPaths }, backend);
  const first = await price(all[0]!);
  const resident: number[] = [];
  write(`${name} (${backend.reason}); MiB: resident, heap, outside the heap; kernels held`);
  const start = performance.now();
  for (const [i, contract] of all.entries()) {
    await price(contract);
    const rounds = i + 1;
    if (rounds % (all.length / READINGS) !== 0) continue;
    collect();
    const { rss, heapUsed, external } = process.memoryUsage();
    resident.push(rss);
    if (resident.length % 5 === 0)
      write(
        `${String(rounds).padStart(5)} contracts ${megabytes(rss)} ${megabytes(heapUsed)} ${megabytes(external)}  ${JSON.stringify(backend.kernelsHeld())}`,
      );
  }
  const each = (performance.now() - start) / all.length;
  const growth = Math.min(...resident.slice(-5)) / Math.min(...resident.slice(5, 10));
  write(
    `memory in the last quarter over that in the second: ${growth.toFixed(2)}; ${each.toFixed(0)} ms per contract, compilation included`,
  );
  if (growth > MAX_MEMORY_RATIO) throw new Error(`memory grew ${growth.toFixed(2)}-fold`);
  const again = await price(all[0]!);
  if (again.price !== first.price || again.backend !== name)
    throw new Error(`${name} gave ${first.price}, and then ${again.price} on ${again.backend}`);
  await backend.close();
}
process.exit(0);
