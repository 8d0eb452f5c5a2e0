/** `node:crypto` as far as it is named: idempotency keys are hashed by it, and no request has one here. */

export const createHash = (): never => {
  throw new Error('the bundle of the engine hashes no idempotency keys');
};
