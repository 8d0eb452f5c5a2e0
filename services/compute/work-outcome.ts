/** What a worker thread sends back: the result as JSON, or a failure as data, since an error that crosses threads keeps only its message. */
import { EngineFailure, type FailureKind, type Fault } from '#engine';

export type WorkOutcome =
  | { readonly resultJson: string }
  | { readonly failure: { readonly kind: FailureKind; readonly message: string; readonly faults: readonly Fault[] } };

/** Computes an outcome. Any error but an EngineFailure is a fault of the service and is thrown on. */
export async function outcomeOf(compute: () => object | Promise<object>): Promise<WorkOutcome> {
  try {
    return { resultJson: JSON.stringify(await compute()) };
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error;
    return { failure: { kind: error.kind, message: error.message, faults: error.faults } };
  }
}
