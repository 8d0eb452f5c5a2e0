/** Other operations as parts of a run: each with its own schemas and its own code, but one run, one receipt. */

import { defined } from '#services/runtime/defined';
import { HttpFailure, httpFailure } from '../contract/errors.js';
import type { KeptManifest } from '../contract/manifest.js';
import {
  allOperations,
  type Computation,
  type Dependencies,
  type EnvelopeOperation,
  type Input,
  type Outcome,
  type RunContext,
} from '../contract/operation.js';
import type { StoredData } from '../contract/stored-data.js';
import { readBody, validatedWithValues } from './validate.js';

/** The operation of an id. */
export function operationOf(id: string, dependencies: Pick<Dependencies, 'operations' | 'desk'>): EnvelopeOperation {
  const operation = allOperations(dependencies).find((each): each is EnvelopeOperation => each.id === id && each.wire === 'envelope');
  if (operation === undefined) throw new Error(`there is no operation ${id}`);
  return operation;
}

/** The body as the operation's handler takes it, with values in place of names. @throws HttpFailure that lists every fault */
export async function validPart(operation: EnvelopeOperation, request: object, stored: StoredData): Promise<unknown> {
  const parts = { params: {}, query: {}, headers: {}, body: Buffer.from(JSON.stringify(request)) };
  return (await validatedWithValues(operation, parts, readBody(operation, parts), stored)).body;
}

/** Runs the handler of an operation that takes a body alone. */
export async function beginPart(
  id: string,
  request: object,
  context: RunContext,
  dependencies: Dependencies,
): Promise<Outcome<object> | Computation<object>> {
  const operation = operationOf(id, dependencies);
  const { caller, call, resolve, stored } = context;
  const body = await validPart(operation, request, stored);
  const input = { caller, call, resolve, stored, body, params: undefined, query: undefined, headers: undefined };
  return operation.handle(input as unknown as Input<never, never, never, never>, dependencies);
}

/** The outcome of an operation that takes a body alone and prices. */
export async function pricePart(
  id: string,
  request: object,
  context: RunContext,
  dependencies: Dependencies,
): Promise<Outcome<object> & { readonly manifest: KeptManifest }> {
  const result = await beginPart(id, request, context, dependencies);
  const outcome = 'compute' in result ? await result.compute() : result;
  const { manifest } = outcome;
  if (manifest === undefined) throw new Error(`${id} priced without a manifest`);
  return { ...outcome, manifest };
}

/**
 * Gives the faults of a part their place in the request of the run.
 *
 * @param placeOf the pointer in the run's request for a pointer in the part's
 */
export async function placing<T>(placeOf: (pointer: string) => string, run: () => Promise<T> | T): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw placed(error, placeOf);
  }
}

/** @param error whatever a part threw; a failure without faults, and anything else, is returned as it is */
function placed(error: unknown, placeOf: (pointer: string) => string): unknown {
  const { faults } = error as { readonly faults?: readonly { pointer: string; reason: string }[] };
  if (faults === undefined || faults.length === 0) return error;
  const moved = faults.map(({ pointer, reason }) => ({ pointer: placeOf(pointer), reason }));
  const first = defined(moved[0], 'a fault');
  const more = moved.length > 1 ? ` (and ${moved.length - 1} more)` : '';
  const { code } = httpFailure(error);
  return new HttpFailure(code, `${first.pointer.slice(1).replaceAll('/', '.') || 'body'} ${first.reason}${more}`, moved);
}
