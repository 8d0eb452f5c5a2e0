/**
 * @param description names the value in the message
 * @returns the value, for a test that cannot go on without it
 * @throws where it is missing
 */
export function defined<Value>(value: Value | null | undefined, description: string): Value {
  if (value === null || value === undefined) throw new Error(`${description} is missing`);
  return value;
}
