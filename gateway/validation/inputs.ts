/** The numbers of a request by name, so that requests of different operations can be compared: those of the tests with those of callers. */

export type InputValues = ReadonlyMap<string, readonly number[]>;

/** Parts of a request whose fields other operations have at the top. */
const CONTAINERS = ['instrument', 'market', 'params', 'contract', 'option'];
/** Settings of a method, which say nothing of what is priced. */
const SETTINGS = ['pricer', 'quantity', 'marketPrice'];

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

/** Levels of the price of an asset. A price is proportional to all of them together, so that they are compared as multiples of the spot. */
const LEVELS = ['strike', 'level', 'rebate', 'cash'];

/** The inputs of a price with levels as multiples of the spot, where the request has one: only these can lie within a tested range or beyond it. */
export function comparableInputs(request: object): InputValues {
  const inputs = new Map(inputsOf(request));
  const [spot] = inputs.get('spot') ?? [];
  if (spot === undefined || !(spot > 0)) return inputs;
  inputs.delete('spot');
  for (const name of LEVELS) {
    const levels = inputs.get(name);
    if (levels === undefined) continue;
    inputs.delete(name);
    inputs.set(
      `${name} / spot`,
      levels.map((level) => level / spot),
    );
  }
  return inputs;
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
