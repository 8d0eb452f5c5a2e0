/** The numbers of a request by name, so that requests of different operations can be compared: those of the tests with those of callers. */

type InputValues = ReadonlyMap<string, readonly number[]>;

/** Parts of a request whose fields other operations have at the top. */
const CONTAINERS = ['instrument', 'market', 'params'];
/** Settings of a method, which say nothing of what is priced. */
const SETTINGS = ['pricer'];

/** The numbers of a request by their path; those of a list stand together. */
export function inputsOf(request: object): InputValues {
  const valuesByInput = new Map<string, number[]>();
  const add = (value: unknown, path: string): void => {
    if (typeof value === 'number') valuesByInput.set(path, [...(valuesByInput.get(path) ?? []), value]);
    else if (typeof value === 'object' && value !== null)
      for (const [name, part] of Object.entries(value)) add(part, Array.isArray(value) ? path : `${path}${path && '.'}${name}`);
  };
  for (const [name, part] of Object.entries(request)) if (!SETTINGS.includes(name)) add(part, CONTAINERS.includes(name) ? '' : name);
  return valuesByInput;
}

export interface InputRange {
  readonly input: string;
  readonly from: number;
  readonly to: number;
}

/** Smallest and largest value of each input over requests. */
export function rangesOf(requests: readonly InputValues[]): InputRange[] {
  const ranges = new Map<string, InputRange>();
  for (const inputs of requests)
    for (const [input, values] of inputs)
      for (const value of values) {
        const { from, to } = ranges.get(input) ?? { from: value, to: value };
        ranges.set(input, { input, from: Math.min(from, value), to: Math.max(to, value) });
      }
  return [...ranges.values()];
}
