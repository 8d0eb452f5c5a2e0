import { EngineFailure, type Fault } from '#engine-gpu/base/failure';

/** The faults of a refused request; empty where it is accepted. Any other failure is thrown on. */
export function faultsIn(attempt: () => unknown): readonly Fault[] {
  try {
    attempt();
  } catch (error) {
    if (error instanceof EngineFailure && error.kind === 'invalid') return error.faults;
    throw error;
  }
  return [];
}
