/** The runner of operations without a network: it calls the reference service's handlers, on a store of the test, directly. */
import { v7 as uuid } from 'uuid';
import { deadlinesFor, roomsOf } from '#gateway/compose';
import type { Dependencies, Operation } from '#gateway/contract/operation';
import { type RunRequest, runOperation } from '#gateway/run/run';
import { type Caller, callerOf } from '#proto/caller';
import type { CallContext, Client, ReferenceDefinition } from '#proto/services';
import { referenceHandlers } from '#services/reference/handlers';
import type { ClientCall } from '#services/rpc/method-table';
import { callFailure } from '#services/rpc/status';
import type { Store } from '#services/store/port';

export const NOW = Date.UTC(2026, 2, 3);

export interface TestRunner {
  readonly dependencies: Dependencies;
  /** Runs it with a body, as one caller. */
  run(operation: Operation, body?: unknown, fields?: Partial<RunRequest>): ReturnType<typeof runOperation>;
}

/** A gateway of its own. Several on one store are several gateways in front of one service. */
export function testRunner(store: Store, operations: readonly Operation[] = [], now: () => number = () => NOW): TestRunner {
  const dependencies = {
    ...roomsOf(asClient(referenceHandlers(store, { now }))),
    operations,
    desk: [],
    now: () => new Date(now()),
    deadlines: deadlinesFor(60_000),
    countResult: () => {},
  } as unknown as Dependencies;
  return {
    dependencies,
    run: (operation, body, fields = {}) =>
      runOperation(
        operation,
        {
          caller: newCaller(),
          params: {},
          query: {},
          headers: {},
          ...(body !== undefined && { body: Buffer.from(JSON.stringify(body)) }),
          ...fields,
        },
        dependencies,
      ),
  };
}

/** A request of its own, of one tenant. */
export const newCaller = (tenantId = 'ten_one', traceId = ''): Caller =>
  callerOf({ tenantId, keyId: 'key_one', userId: '', roles: [], scopes: ['price'], tier: 'enterprise', statuses: [] }, uuid(), traceId);

type Method = (request: object, call: CallContext) => unknown;

/** Wraps handlers as a client that behaves like the wire: answers come later than the call, and failures have their wire form. */
export function asClient(handlers: object): Client<ReferenceDefinition, ClientCall> {
  const methods = Object.entries(handlers as Record<string, Method>).map(([name, handle]) => [
    name,
    async (request: object, { caller, signal = new AbortController().signal }: ClientCall) => {
      await new Promise(setImmediate);
      try {
        return await handle(request, { caller, signal });
      } catch (error) {
        throw callFailure(error);
      }
    },
  ]);
  return Object.fromEntries(methods) as unknown as Client<ReferenceDefinition, ClientCall>;
}
