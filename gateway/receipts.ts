/** A priced number leaves only after its receipt is durable, and a receipt can be run again. */
import type { Dependencies, EnvelopeOperation, Operation, OperationCall } from './operation.js';

/**
 * Keeps what a run was asked, what it answered and why.
 *
 * @param run  in the texts that the caller sent and gets
 */
export async function keepReceipt(
  reference: Dependencies['reference'],
  run: { operationId: string; requestJson: string; resultJson: string; manifestJson: string; backend?: string },
  call: OperationCall,
): Promise<void> {
  const { backend = '', ...texts } = run;
  const inputsJson = JSON.stringify({ today: call.today });
  await reference.recordReceipt(
    { runId: call.caller.correlationId, ...texts, backend, createdAtMs: Date.now(), inputsJson, traceId: call.caller.traceId },
    call,
  );
}

/** The operation that a receipt names, or undefined when this version has none of that name. */
export const receiptOperation = (operations: readonly Operation[], id: string): EnvelopeOperation | undefined =>
  operations.find((candidate): candidate is EnvelopeOperation => candidate.id === id && candidate.wire === 'envelope');

export interface Difference {
  readonly pointer: string;
  readonly original: unknown;
  readonly replayed: unknown;
}

/** Enough to see what went wrong; a batch that differs throughout would list a hundred thousand. */
const MAX_DIFFERENCES = 100;

/** A result without what was tried before the backend that gave it, to which a replay goes at once. */
export function withoutFallbacks(result: unknown): unknown {
  const { fallbacks: _, ...rest } = result as { readonly fallbacks?: unknown };
  return rest;
}

/** Where two JSON values differ, numbers to the last bit. */
export function differences(original: unknown, replayed: unknown): Difference[] {
  const found: Difference[] = [];
  const compare = (a: unknown, b: unknown, pointer: string): void => {
    if (found.length >= MAX_DIFFERENCES || Object.is(a, b)) return;
    if (typeof a === 'object' && typeof b === 'object' && a !== null && b !== null) {
      const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
      for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) compare(left[key], right[key], `${pointer}/${key}`);
      return;
    }
    found.push({ pointer, original: a ?? null, replayed: b ?? null });
  };
  // Through JSON, as the first result was: it has no -0 and no undefined.
  compare(original, JSON.parse(JSON.stringify(replayed)), '');
  return found;
}
