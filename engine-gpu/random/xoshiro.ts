/**
 * xoshiro256++: 64-bit numbers of period 2²⁵⁶ − 1, its state filled by splitmix64.
 *
 * @see Blackman and Vigna (2021), Scrambled linear pseudorandom number generators; reference code at prng.di.unimi.it
 */

const u64 = (x: bigint): bigint => BigInt.asUintN(64, x);
const rotateLeft = (x: bigint, k: bigint): bigint => u64(x << k) | (x >> (64n - k));

/** splitmix64 from a 64-bit state. */
export function splitMix64(seed: bigint): () => bigint {
  let state = u64(seed);
  return () => {
    state = u64(state + 0x9e3779b97f4a7c15n);
    let z = state;
    z = u64((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = u64((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return z ^ (z >> 31n);
  };
}

/** From a 64-bit seed. @returns the next 64 bits a call */
export function xoshiro256(seed: bigint): () => bigint {
  const fill = splitMix64(seed);
  return xoshiro256From(fill(), fill(), fill(), fill());
}

/** From its whole state, not all zero. */
export function xoshiro256From(a: bigint, b: bigint, c: bigint, d: bigint): () => bigint {
  const state: [bigint, bigint, bigint, bigint] = [a, b, c, d];
  return () => {
    const [a, b, c, d] = state;
    const result = u64(rotateLeft(u64(a + d), 23n) + a);
    const [e, f] = [c ^ a, d ^ b];
    state[0] = a ^ f;
    state[1] = b ^ e;
    state[2] = e ^ u64(b << 17n);
    state[3] = rotateLeft(f, 45n);
    return result;
  };
}
