/** The engine without a server: the operations, handlers and pricers of the service, in this process, with nothing stored. */
import type { Dependencies } from '#gateway/contract/operation';
import type { ReceiptContent } from '#gateway/run/receipt-file';
import { replayReceipt } from '#gateway/run/replay';
import { runOperation } from '#gateway/run/run';
import { computingOperations } from './computing-operations.js';
import { LOCAL_CALLER, openServices } from './services.js';

export interface Recomputed {
  /** The places at which result or pricer differ, as JSON pointers; empty where they agree to the last bit. */
  readonly differences: readonly { readonly pointer: string; readonly original: unknown; readonly replayed: unknown }[];
}

interface Computed {
  readonly data: unknown;
  /** Absent where nothing was priced, as by the figures of a backtest. */
  readonly manifest?: unknown;
}

export interface LocalEngine {
  /** Computes what a receipt holds again, on the backend that it names. @throws Error where it cannot be computed */
  recompute(receipt: ReceiptContent): Promise<Recomputed>;
  /**
   * Computes a request, as the service would.
   *
   * @param operationId such as `priceContract`
   * @param body        JSON
   * @param today       ISO date, the valuation date where the body gives none
   * @throws Error where the request is refused, or names stored data
   */
  compute(operationId: string, body: string, today: string, backend?: 'webasm' | 'cpu'): Promise<Computed>;
}

/** Milliseconds: a computation may take as long as it takes. */
const NO_DEADLINE = Number.MAX_SAFE_INTEGER;
const DEADLINES: Dependencies['deadlines'] = {
  quick: NO_DEADLINE,
  store: NO_DEADLINE,
  batch: NO_DEADLINE,
  calibration: NO_DEADLINE,
  simulation: NO_DEADLINE,
};

/** @param progress called with the number of further paths whenever some are simulated */
export function openEngine(progress?: (paths: number) => void): LocalEngine {
  const dependencies = {
    ...openServices(progress),
    // Nothing is looked up, and the snapshots that a run used stay as they are.
    documents: { keepSnapshots: async () => ({}) },
    // Nothing is measured.
    countResult: () => {},
    operations: computingOperations,
    desk: [],
    now: () => new Date(),
    deadlines: DEADLINES,
  } as unknown as Dependencies;
  return {
    recompute: ({ runId, operationId, createdAt, backend = '', traceId = '', request, inputs, result, manifest }) =>
      replayReceipt(
        {
          ...{ runId, operationId, backend, traceId, tag: '' },
          createdAtMs: Date.parse(createdAt),
          requestJson: JSON.stringify(request),
          resultJson: JSON.stringify(result),
          manifestJson: JSON.stringify(manifest),
          inputsJson: inputs === undefined ? '' : JSON.stringify(inputs),
        },
        { caller: LOCAL_CALLER },
        dependencies,
      ),
    compute: async (operationId, body, today, backend) => {
      const operation = computingOperations.find(({ id }) => id === operationId);
      if (operation === undefined) throw new Error(`the engine alone has no operation ${operationId}`);
      const replay = { runId: LOCAL_CALLER.correlationId, inputs: { today }, ...(backend && { backend }) };
      const request = { caller: LOCAL_CALLER, params: {}, query: {}, headers: {}, body: Buffer.from(body), replay };
      const answer = await runOperation(operation, request, dependencies);
      if (answer.kind === 'failure') throw answer.failure.code === 'SVC-SYS-001' ? answer.cause : answer.failure;
      if (answer.kind !== 'data') throw new Error(`${operationId} gives a document`);
      const { dataJson, manifestJson } = answer;
      return { data: JSON.parse(`${dataJson}`), ...(manifestJson !== undefined && { manifest: JSON.parse(manifestJson) }) };
    },
  };
}
