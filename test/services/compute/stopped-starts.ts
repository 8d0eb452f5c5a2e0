/** A process that closes as many pools as its argument says at random moments of the start of their first thread. It prints how many, if it lives. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import client from 'prom-client';
import { openWorkerPool, type WorkerPool } from '#services/compute/worker-pool';

const noLog = { error: () => undefined };
const numPools = Number(process.argv[2]);
/** Modules, each of which imports many names from the next: linking them is a large part of the start of a thread. */
const MODULES = 4;
const NAMES = 20_000;

const folder = mkdtempSync(join(tmpdir(), 'stopped-starts-'));
const file = (module: number): string => join(folder, `${module}.mjs`);
for (let module = 0; module < MODULES; module++) {
  const names = Array.from({ length: NAMES }, (_, i) => `x${i}`);
  const imported = `import { ${names.map((name) => `${name} as of_${name}`).join(', ')} } from './${module + 1}.mjs';\n`;
  const exported = names.map((name, i) => `export const ${name} = ${i};`).join('\n');
  writeFileSync(file(module), `${module + 1 < MODULES ? imported : ''}${exported}\nexport const ping = () => 1;\n`);
}
const open = (): WorkerPool<object> =>
  openWorkerPool({
    worker: pathToFileURL(file(0)),
    ...{ threads: 1, maxWaiting: 1, tasks: 'tasks', registry: new client.Registry(), log: noLog, outOfMemory: 'cost' },
  });

try {
  const begun = performance.now();
  const first = open();
  await first.ping();
  const startMs = performance.now() - begun;
  await first.close();
  for (let i = 0; i < numPools; i++) {
    const pool = open();
    await new Promise((resolve) => setTimeout(resolve, startMs * Math.random()));
    await pool.close();
  }
} finally {
  rmSync(folder, { recursive: true });
}
process.stdout.write(`${numPools}\n`);
