/** Requests and results of computations as JSON, and the message in which a worker thread returns its outcome. */
import { EngineFailure, type FailureKind, type Fault } from '#engine';
import type { Measured } from './method.js';

/** A result as JSON, with the id of the pricer that made its numbers; no id where nothing was priced. */
export interface Computed {
  readonly resultJson: string;
  readonly pricerId?: string | undefined;
}

/** A failure is data here, because an error that crosses threads keeps only its message. */
export type WorkOutcome =
  | Computed
  /** A part of a result, which crosses threads as it is. */
  | { readonly part: unknown }
  | { readonly failure: { readonly kind: FailureKind; readonly message: string; readonly faults: readonly Fault[] } };

/**
 * The body of a request that crossed as JSON, to be validated by the schema of its method.
 *
 * @throws EngineFailure `invalid` where the text is not JSON
 */
export function parseBody(bodyJson: string): unknown {
  try {
    return JSON.parse(bodyJson);
  } catch {
    throw new EngineFailure('invalid', 'the body is not JSON');
  }
}

/** JSON would write a number that is not finite as null. @throws EngineFailure `pricing` that names it */
function requireFinite(name: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new EngineFailure('pricing', `${name} is not a finite number (${value}): the terms are too extreme for double precision`);
  return value;
}

/** @throws EngineFailure `pricing` that names a number that is not finite */
export const finiteJson = (result: object): string => JSON.stringify(result, requireFinite);

/** @throws EngineFailure as `finiteJson` */
export const computed = ({ pricerId, result }: Measured): Computed => ({
  resultJson: finiteJson(result),
  ...(pricerId !== undefined && { pricerId }),
});

/** Computes an outcome. Any error but an EngineFailure is a fault of the service and is thrown on. */
export const outcomeOf = (compute: () => Measured | Promise<Measured>): Promise<WorkOutcome> =>
  guarded(async () => computed(await compute()));

/** The same for a part of a result. */
export const partOf = (compute: () => unknown): Promise<WorkOutcome> => guarded(async () => ({ part: await compute() }));

async function guarded(compute: () => Promise<WorkOutcome>): Promise<WorkOutcome> {
  try {
    return await compute();
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error;
    return { failure: { kind: error.kind, message: error.message, faults: error.faults } };
  }
}

/** Every worker file exports this task beside its own: it ends as soon as the thread has loaded its file. */
export const ping = (): boolean => true;
