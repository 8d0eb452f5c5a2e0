import { EngineFailure, type Fault } from '#engine-gpu/base/failure';

/** The faults with which a request is refused, or none where it is taken. Any other failure is thrown on. */
export function faultsIn(attempt: () => unknown): readonly Fault[] {
  try {
    attempt();
  } catch (error) {
    if (error instanceof EngineFailure && error.kind === 'invalid') return error.faults;
    throw error;
  }
  return [];
}
