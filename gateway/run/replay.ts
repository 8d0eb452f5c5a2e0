/** Replays: what a receipt holds is run again, and the two results are compared to the last bit. */
import type { Caller } from '#proto/caller';
import { HttpFailure } from '../contract/errors.js';
import type { Manifest } from '../contract/manifest.js';
import { allOperations, type Dependencies, type OperationCall } from '../contract/operation.js';
import type { RunInputs } from './inputs.js';
import type { WholeReceipt } from './receipts.js';
import { runOperation } from './run.js';

interface Replayed {
  /** The places at which result or pricer differ; empty where they agree. */
  readonly differences: readonly Difference[];
  /** The parts of the environment in which the first run and this one differ. */
  readonly environment: readonly EnvironmentDifference[];
  readonly result: Record<string, unknown>;
  /** The manifest of the replay itself, whose receipt is kept. */
  readonly manifest: Manifest;
}

/** @throws HttpFailure SVC-RES-001 or SVC-RES-002 where this version cannot run it again */
export async function replayReceipt(
  receipt: WholeReceipt,
  { caller, signal }: { readonly caller: Caller; readonly signal?: OperationCall['signal'] },
  dependencies: Dependencies,
): Promise<Replayed> {
  const { runId, operationId, requestJson, resultJson, manifestJson, backend } = receipt;
  const repeated = allOperations(dependencies).find(({ id }) => id === operationId);
  if (repeated === undefined) throw new HttpFailure('SVC-RES-001', `this version has no operation ${operationId} to replay`);
  const original = JSON.parse(manifestJson) as Manifest;
  const inputs = inputsOf(receipt, original);
  const { params = {}, query = {}, headers = {} } = inputs;
  const answer = await runOperation(
    repeated,
    {
      caller,
      params,
      query,
      headers,
      ...(repeated.request !== undefined && { body: Buffer.from(requestJson) }),
      ...(signal && { signal }),
      replay: { runId, inputs, ...(backend && { backend }) },
    },
    dependencies,
  );
  if (answer.kind === 'failure') {
    if (answer.failure.code !== 'SVC-REQ-001') throw answer.cause;
    throw new HttpFailure('SVC-RES-002', `this version no longer takes the request of run ${runId}: ${answer.failure.message}`);
  }
  if (answer.kind !== 'data' || answer.manifestJson === undefined)
    throw new HttpFailure('SVC-RES-002', `this version no longer gives a priced result for run ${runId}`);
  const result = JSON.parse(`${answer.dataJson}`) as Record<string, unknown>;
  const manifest = JSON.parse(answer.manifestJson) as Manifest;
  const deviations = differences(
    { result: withoutFallbacks(JSON.parse(resultJson)), pricer: pricerOf(original) },
    { result: withoutFallbacks(result), pricer: pricerOf(manifest) },
  );
  return { differences: deviations, environment: environmentDifferences(original, manifest), result, manifest };
}

/** A receipt from before the inputs were recorded says in its manifest what the run took for today. */
const inputsOf = ({ inputsJson }: WholeReceipt, { marketDataAsOf }: Manifest): RunInputs =>
  inputsJson === '' ? { today: marketDataAsOf } : (JSON.parse(inputsJson) as RunInputs);

const pricerOf = ({ pricerId, pricerFingerprint, engineVersion }: Manifest) => ({
  id: pricerId,
  fingerprint: pricerFingerprint,
  engineVersion,
});

/** The parts of what computes a number on which its last bits may depend. */
export const ENVIRONMENT_PARTS = ['engineVersion', 'node', 'v8', 'processor', 'adapter', 'runtime'] as const;

interface EnvironmentDifference {
  readonly part: (typeof ENVIRONMENT_PARTS)[number];
  /** Absent where the manifest does not say. */
  readonly original?: string;
  readonly replayed?: string;
}

/** Node and V8 by their versions, the processor, and the adapter of WebGPU, as services/compute/manifest.ts writes them. */
const RUNTIME_PARTS = /^node\/(?<node>\S+) v8\/(?<v8>\S+) (?<processor>\S+?)(?: webgpu \((?<adapter>.*)\))?$/;

const environmentOf = ({ engineVersion, runtime }: Manifest): Readonly<Record<string, string | undefined>> => ({
  engineVersion,
  ...(runtime === undefined ? {} : (RUNTIME_PARTS.exec(runtime)?.groups ?? { runtime })),
});

/** The parts in which two runs differ, as their manifests state them. */
export function environmentDifferences(original: Manifest, replayed: Manifest): EnvironmentDifference[] {
  const [first, second] = [environmentOf(original), environmentOf(replayed)];
  return ENVIRONMENT_PARTS.filter((part) => first[part] !== second[part]).map((part) => ({
    part,
    ...(first[part] !== undefined && { original: first[part] }),
    ...(second[part] !== undefined && { replayed: second[part] }),
  }));
}

interface Difference {
  readonly pointer: string;
  readonly original: unknown;
  readonly replayed: unknown;
}

/** Enough to see what went wrong; a batch that differs throughout would list 100 000. */
const MAX_DIFFERENCES = 100;

/** A result without the backends that failed before the one that gave it: a replay uses that one at once. */
export function withoutFallbacks(result: unknown): unknown {
  const { fallbacks: _, ...rest } = result as { readonly fallbacks?: unknown };
  return rest;
}

/** The places at which two JSON values differ, numbers to the last bit. */
export function differences(original: unknown, replayed: unknown): Difference[] {
  const list: Difference[] = [];
  const compare = (a: unknown, b: unknown, pointer: string): void => {
    if (list.length >= MAX_DIFFERENCES || Object.is(a, b)) return;
    if (typeof a === 'object' && typeof b === 'object' && a !== null && b !== null) {
      const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
      for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) compare(left[key], right[key], `${pointer}/${key}`);
      return;
    }
    list.push({ pointer, original: a ?? null, replayed: b ?? null });
  };
  compare(original, replayed, '');
  return list;
}
