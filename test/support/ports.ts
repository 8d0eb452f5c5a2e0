/** Free ports. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections, so that no such connection takes one before it is used. */
const FIRST = 20_000;
const COUNT = 12_000;
/** Given to a test already, which may not listen yet. */
const reserved = new Set<number>();

/** Different free ports. Drawn at random, because several test runs may look for some at the same time. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) ports.push(await freeRun(1));
  return ports;
}

/** The first of `count` consecutive free ports. */
export async function freeRun(count: number): Promise<number> {
  for (;;) {
    const first = FIRST + Math.floor(Math.random() * (COUNT - count));
    const run = Array.from({ length: count }, (_, index) => first + index);
    if (run.some((port) => reserved.has(port))) continue;
    for (const port of run) reserved.add(port);
    const free = await Promise.all(run.map(isFree));
    if (free.every((each) => each)) return first;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const free = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  if (free) await once(server.close(), 'close');
  return free;
}
