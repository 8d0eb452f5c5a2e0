/** `node:v8` as far as it is named: blocks of jobs cross the wire in its encoding, and none does here. */

const notEncoded = (): never => {
  throw new Error('the bundle of the engine shares no blocks of jobs');
};

export const serialize = notEncoded;
export const deserialize = notEncoded;
