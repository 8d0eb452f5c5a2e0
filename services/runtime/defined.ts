/**
 * @param name names the value in the message
 * @returns the value, for code that cannot go on without it
 * @throws where it is missing
 */
export function defined<Value>(value: Value | null | undefined, name: string): Value {
  if (value === null || value === undefined) throw new Error(`${name} is missing`);
  return value;
}
