/** What a worker thread sends back: the result as JSON, or a failure as data, since an error that crosses threads keeps only its message. */
import { EngineFailure, type FailureKind, type Fault } from '#engine';

export type WorkOutcome =
  | { readonly resultJson: string }
  /** A part of a result, which crosses threads as it is. */
  | { readonly part: unknown }
  | { readonly failure: { readonly kind: FailureKind; readonly message: string; readonly faults: readonly Fault[] } };

/** JSON would write a number that is not finite as null. @throws EngineFailure `pricing` that names it */
function requireFinite(name: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new EngineFailure('pricing', `${name} is not a finite number (${value}): the terms are too extreme for double precision`);
  return value;
}

/** @throws EngineFailure `pricing` that names a number that is not finite */
export const finiteJson = (result: object): string => JSON.stringify(result, requireFinite);

/** Computes an outcome. Any error but an EngineFailure is a fault of the service and is thrown on. */
export const outcomeOf = (compute: () => object | Promise<object>): Promise<WorkOutcome> =>
  guarded(async () => ({ resultJson: finiteJson(await compute()) }));

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

/** A task that every worker file exports beside its own: it ends as soon as the thread has loaded its file. */
export const ping = (): boolean => true;
