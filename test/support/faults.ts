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

/** The failure of a refused request. @throws where it is accepted, and any other failure */
export function failureOf(attempt: () => unknown): EngineFailure {
  try {
    attempt();
  } catch (error) {
    if (error instanceof EngineFailure) return error;
    throw error;
  }
  throw new Error('the request is accepted');
}
