/** The inputs of a run beside its body: recorded with the receipt, so that a replay has the same ones. */
import { HttpFailure } from './http/errors.js';
import type { ResolveInput } from './operation.js';

/** Every part but the day is left out where it is empty. */
export interface RunInputs {
  /** ISO date that stood for a valuation date that the request left out. */
  readonly today: string;
  /** As they came. */
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  /** Those that the operation declares, by lower-case name. */
  readonly headers?: Readonly<Record<string, unknown>>;
  /** Values of the stored inputs that were looked up, by the names under which the handler asked for them. */
  readonly resolved?: Readonly<Record<string, unknown>>;
  /** SHA-256 of the code that the pricer reaches, hexadecimal; absent where no registered pricer ran. */
  readonly pricerSources?: string;
  /** Of a replay: the run that it repeats. */
  readonly replayOf?: string;
}

export interface InputRecorder {
  readonly resolve: ResolveInput;
  /** What was resolved; undefined: nothing. */
  readonly resolved: () => RunInputs['resolved'];
}

/** Looks up each name once and remembers its value: two look-ups of one name in one run give the same value. */
export function lookUpInputs(): InputRecorder {
  let running: Map<string, Promise<unknown>> | undefined;
  let values: Record<string, unknown> | undefined;
  return {
    resolve: <Value>(name: string, lookUp: () => Promise<Value>) => {
      running ??= new Map();
      let value = running.get(name) as Promise<Value> | undefined;
      if (value === undefined) {
        value = lookUp().then((found) => {
          values = { ...values, [name]: found };
          return found;
        });
        running.set(name, value);
      }
      return value;
    },
    resolved: () => values,
  };
}

/** Gives the recorded values and looks nothing up. The handler is given copies, which it may change. */
export function recordedInputs(recorded: RunInputs['resolved']): InputRecorder {
  return {
    resolve: async <Value>(name: string) => {
      if (recorded === undefined || !Object.hasOwn(recorded, name))
        throw new HttpFailure('SVC-RES-002', `the receipt of this run holds no value of ${name}`);
      return structuredClone(recorded[name]) as Value;
    },
    resolved: () => recorded,
  };
}
