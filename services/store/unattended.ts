/** A promise that may fail before anybody waits for it. */
export function unattended<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}
