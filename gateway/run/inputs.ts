/** The inputs of a run beside its body: recorded with its receipt, and given to a replay in place of what is stored by then. */
import { HttpFailure, httpFailure } from '../contract/errors.js';
import type { ResolveInput } from '../contract/operation.js';

/** Why a look-up gave no value. */
type Unresolved = Pick<HttpFailure, 'code' | 'message' | 'faults'>;

/** The inputs of a run beside its body. Every part but the day is left out where it is empty. */
export interface RunInputs {
  /** ISO date that stood for a valuation date that the request left out. */
  readonly today: string;
  /** Path parameters before validation. */
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  /** Those that the operation declares, by lower-case name. */
  readonly headers?: Readonly<Record<string, unknown>>;
  /** Values of the stored inputs that were looked up, by the names under which the handler asked for them. */
  readonly resolved?: Readonly<Record<string, unknown>>;
  /** Look-ups that failed, such as of an id that is not there, where the run went on without them; by the same names. */
  readonly unresolved?: Readonly<Record<string, Unresolved>>;
  /** SHA-256 of the code that the pricer reaches, hexadecimal; absent where no registered pricer ran. */
  readonly pricerSources?: string;
  /** The run that a replay repeats. */
  readonly replayOf?: string;
}

/** The look-ups of a run with their values and failures. */
type LookedUp = Pick<RunInputs, 'resolved' | 'unresolved'>;

interface InputRecorder {
  readonly resolve: ResolveInput;
  readonly lookedUp: () => LookedUp;
}

/** Looks up each name once and remembers its value: two look-ups of one name in one run give the same value. */
export function lookUpInputs(): InputRecorder {
  let running: Map<string, Promise<unknown>> | undefined;
  const lookedUp: { resolved?: Record<string, unknown>; unresolved?: Record<string, Unresolved> } = {};
  return {
    resolve: <Value>(name: string, lookUp: () => Promise<Value>) => {
      running ??= new Map();
      let value = running.get(name) as Promise<Value> | undefined;
      if (value === undefined) {
        value = lookUp().then(
          (result) => {
            lookedUp.resolved ??= {};
            lookedUp.resolved[name] = result;
            return result;
          },
          (error) => {
            const { code, message, faults } = httpFailure(error);
            lookedUp.unresolved ??= {};
            lookedUp.unresolved[name] = { code, message, faults };
            throw error;
          },
        );
        running.set(name, value);
      }
      return value;
    },
    lookedUp: () => lookedUp,
  };
}

/** Gives the recorded values and failures, and looks nothing up. The handler is given copies, which it may change. */
export function recordedInputs({ resolved = {}, unresolved = {} }: RunInputs): InputRecorder {
  return {
    resolve: async <Value>(name: string) => {
      const failure = Object.hasOwn(unresolved, name) ? unresolved[name] : undefined;
      if (failure !== undefined) {
        const { code, message, faults } = failure;
        throw new HttpFailure(code, message, faults);
      }
      if (!Object.hasOwn(resolved, name)) throw new HttpFailure('SVC-RES-002', `the receipt of this run holds no value of ${name}`);
      return structuredClone(resolved[name]) as Value;
    },
    lookedUp: () => ({ resolved, unresolved }),
  };
}
