/**
 * The whole service in one process, without a network: operations run as a request runs them (validation, handlers, receipts), on the handlers of the
 * four services, whose threads are replaced by calls. So a search asks thousands of requests per minute, and nothing is kept from one to the next.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import client from 'prom-client';
import { v7 as uuid } from 'uuid';
import { deadlinesFor, roomsOf } from '#gateway/compose';
import type { Answer } from '#gateway/contract/answer';
import type { Dependencies, Operation, SharedComputation } from '#gateway/contract/operation';
import { deskOperations } from '#gateway/desk/index';
import { combineBlocks, planBlocks, runBlock } from '#gateway/job/blocks';
import { operations } from '#gateway/operations/index';
import { finishRun, type RunState, runOperation, runOrShare } from '#gateway/run/run';
import { servicesHere } from '#openapi/clients/verify/services';
import { callerOf } from '#proto/caller';
import { type CallContext, methodsOf } from '#proto/services';
import type { ComputedBlock__Output } from '#proto/types/svc/common/v1/ComputedBlock';
import { calibration } from '#services/calibration/methods';
import { openSimulations } from '#services/compute/simulations';
import { pricing } from '#services/pricing/methods';
import { referenceHandlers } from '#services/reference/handlers';
import { risk } from '#services/risk/methods';
import { callFailure } from '#services/rpc/status';
import { openStore } from '#services/store/open';

/** The day on which all requests are made. */
const TODAY = '2026-01-05';
const DEADLINE_MS = 600_000;
const COST_LIMIT = 1e9;

// biome-ignore lint/suspicious/noExplicitAny: the answers of all operations; judges read the fields that the operation's schema has.
export type Data = any;

/** A request was refused, with the field and the reason. */
export class Refused extends Error {
  readonly status: number;
  constructor(operation: string, status: number, message: string) {
    super(`${operation} is refused with ${status}: ${message}`);
    this.status = status;
  }
}

export interface Asked {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly headers?: Record<string, string>;
}

export interface InProcessService {
  /** @throws Refused where the answer is a failure */
  ask(operationId: string, body?: object, fields?: Asked): Promise<Data>;
  /** The answer of a job, whose blocks are computed one by one. */
  askInBlocks(operationId: string, body: object): Promise<Data>;
  close(): Promise<void>;
}

/** The services by name, whose messages pass the encoding of the wire. */
const DEFINITIONS = { pricing, calibration, risk };

type Handle = (request: object, call: CallContext) => unknown;

/** Calls handlers with messages that have passed the wire's encoding, and asks for a result that is computed, not found in a cache. */
function clientOf(definition: object, handlers: object): object {
  const all = handlers as Readonly<Record<string, Handle>>;
  let calls = 0;
  return Object.fromEntries(
    methodsOf(definition).map(([name, { requestSerialize, requestDeserialize, responseSerialize, responseDeserialize }]) => [
      name,
      async (request: object & { bodyJson?: string; blocks?: unknown }, { caller, signal = new AbortController().signal }: CallContext) => {
        calls += 1;
        // Space at the end of a body keeps a thread from finding the plan of an earlier request of the same body.
        const ownRequest =
          request.bodyJson === undefined
            ? request
            : { ...request, fresh: true, bodyJson: request.bodyJson.padEnd(request.bodyJson.length + (calls % 64)) };
        try {
          const handle = all[name];
          if (handle === undefined) throw new Error(`no handler of ${name}`);
          return responseDeserialize(
            responseSerialize((await handle(requestDeserialize(requestSerialize(ownRequest)), { caller, signal })) as object),
          );
        } catch (error) {
          throw callFailure(error);
        }
      },
    ]),
  );
}

export async function openInProcessService(): Promise<InProcessService> {
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-search-'));
  const store = await openStore({ dataDir: folder });
  const now = () => Date.parse(`${TODAY}T12:00:00Z`);
  const registry = () => new client.Registry();
  const simulations = await openSimulations(
    { preference: 'webasm', workers: 1, costLimit: COST_LIMIT, maxWaiting: 64 },
    pino({ level: 'silent' }),
    registry(),
  );
  const tools = { costLimit: COST_LIMIT, blockMs: 0, now: () => new Date(now()) };
  const reference = referenceHandlers(store, { now });
  const rooms = Object.fromEntries(
    Object.entries(reference as Readonly<Record<string, Handle>>).map(([name, handle]) => [
      name,
      async (request: object, { caller, signal = new AbortController().signal }: CallContext) => {
        try {
          return await handle(request, { caller, signal });
        } catch (error) {
          throw callFailure(error);
        }
      },
    ]),
  );
  const dependencies = {
    ...roomsOf(rooms as never),
    ...servicesHere({
      ...tools,
      simulations,
      registry,
      simdWarnings: [],
      clientOf: (service, handlers) => clientOf(DEFINITIONS[service], handlers) as never,
    }),
    operations,
    desk: deskOperations,
    now: tools.now,
    deadlines: deadlinesFor(DEADLINE_MS),
    replicas: async () => [],
    countResult: () => {},
    metrics: async () => ({ contentType: 'text/plain', body: '' }),
  } as unknown as Dependencies;

  const byId = new Map<string, Operation>([...operations, ...deskOperations].map((each) => [each.id, each]));
  const requestOf = (body: object | undefined, { params = {}, query = {}, headers = {} }: Asked) => ({
    caller: callerOf(
      { tenantId: 'ten_search', keyId: 'key_search', userId: '', roles: [], scopes: ['admin'], tier: 'enterprise', statuses: [] },
      uuid(),
    ),
    params,
    query,
    headers,
    ...(body !== undefined && { body: Buffer.from(JSON.stringify(body)) }),
  });
  const operationOf = (id: string): Operation => {
    const operation = byId.get(id);
    if (operation === undefined) throw new Error(`there is no operation ${id}`);
    return operation;
  };
  const dataOf = (id: string, answer: Answer): Data => {
    if (answer.kind === 'failure') {
      // A fault of the service is no refusal, unlike a computation that says why it cannot be done.
      const isReasoned = answer.failure.code.startsWith('SVC-CALC');
      if (answer.status === 500 && !isReasoned)
        throw new Error(`${id} fails: ${answer.failure.message} ${String((answer.cause as Error)?.stack ?? '')}`);
      throw new Refused(id, answer.status, `${answer.failure.message} ${JSON.stringify(answer.failure.faults)}`);
    }
    if (answer.kind !== 'data') return answer.body;
    const data = JSON.parse(String(answer.dataJson));
    return answer.manifestJson === undefined ? data : { ...data, manifest: JSON.parse(answer.manifestJson) };
  };

  return {
    ask: async (id, body, fields = {}) => dataOf(id, await runOperation(operationOf(id), requestOf(body, fields), dependencies)),
    askInBlocks: async (id, body) => {
      const operation = operationOf(id);
      const request = { ...requestOf(body, {}), requestId: uuid() };
      let shared: { readonly computation: SharedComputation; readonly state: RunState } | undefined;
      const whole = await runOrShare(operation, request, dependencies, async (computation, state) => {
        shared = { computation, state };
        return true;
      });
      if (shared === undefined) return dataOf(id, whole as Answer);
      const { computation, state } = shared;
      const call = { caller: request.caller, signal: new AbortController().signal, timeoutMs: DEADLINE_MS };
      const plan = await planBlocks(computation, 0, call, dependencies);
      const { units, unitsPerBlock, backend } = plan;
      if (unitsPerBlock === 0 || units < 2) return dataOf(id, await runOperation(operation, request, dependencies));
      const { method, bodyJson, today } = computation;
      const parts: ComputedBlock__Output[] = [];
      for (let first = 0; first < units; first += unitsPerBlock)
        parts.push(
          await runBlock(
            method,
            { bodyJson, today, backend },
            { first, units: Math.min(unitsPerBlock, units - first) },
            call,
            dependencies,
          ),
        );
      return dataOf(
        id,
        await finishRun(
          operation,
          request,
          state,
          (ownRequest) => combineBlocks(computation, parts, ownRequest, dependencies),
          dependencies,
        ),
      );
    },
    close: async () => {
      await simulations.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
