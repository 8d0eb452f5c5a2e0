/** A thread that runs requests with large bodies or large answers: the same operations, with clients of its own. */
import { setMaxListeners } from 'node:events';
import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import client from 'prom-client';
import type { Config } from '#services/runtime/processes';
import { startTracing } from '#services/runtime/trace-export';
import { inSpan } from '#services/runtime/tracing';
import { compose } from './compose.js';
import { failureAnswer } from './contract/answer.js';
import { allOperations } from './contract/operation.js';
import { runOperation } from './run/run.js';
import type { FromThread, RunMessage, ToThread } from './threads/messages.js';
import { toWire } from './threads/messages.js';

const port = parentPort;
if (port === null) throw new Error('this module runs in a thread of the gateway');

/** On Linux, threads have priorities of their own: this one gives way to the event loop, on which everybody else waits. */
function giveWay(): void {
  try {
    setPriority(Number(path.basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Elsewhere all threads of a process are equal.
  }
}

giveWay();
const registry = new client.Registry();
await startTracing('gateway');
const { dependencies } = compose(workerData as Config<'gateway'>, registry, async () => {
  throw new Error('metrics are answered by the main thread');
});
const running = new Map<number, AbortController>();

const tell = (message: FromThread, transferred: ArrayBuffer[] = []) => port.postMessage(message, transferred);

async function run({ id, operationId, body, traceparent = '', ...request }: RunMessage): Promise<void> {
  const controller = new AbortController();
  // The calls of one request listen at the same time, such as the blocks of a batch, and each stops listening when it ends.
  setMaxListeners(0, controller.signal);
  running.set(id, controller);
  try {
    const operation = allOperations(dependencies).find((each) => each.id === operationId);
    if (operation === undefined) throw new Error(`no operation ${operationId}`);
    const answer = await inSpan({ name: 'thread for large requests', kind: 'internal', parent: traceparent }, async () =>
      toWire(await runOperation(operation, { ...request, body: body && Buffer.concat(body), signal: controller.signal }, dependencies)),
    );
    tell({ kind: 'answer', id, answer }, answer.kind === 'document' ? [answer.body.buffer as ArrayBuffer] : []);
  } catch (error) {
    tell({ kind: 'answer', id, answer: await toWire(failureAnswer(error, request.caller.correlationId)) });
  } finally {
    running.delete(id);
  }
}

port.on('message', (message: ToThread) => {
  if (message.kind === 'run') void run(message);
  else if (message.kind === 'abort') running.get(message.id)?.abort();
  else void registry.getMetricsAsJSON().then((metrics) => tell({ kind: 'metrics', id: message.id, metrics }));
});
