/**
 * The part of WebAssembly's binary format that kernels need.
 *
 * @see WebAssembly Core Specification 2.0, chapter 5, and its instructions on 128-bit vectors
 */

/** LEB128 encodings of an unsigned and of a signed integer. */
const unsigned = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)]);
const signed = (value: number): number[] => (value >= -64 && value < 64 ? [value & 127] : [(value & 127) | 128, ...signed(value >> 7)]);

const singles = (...values: readonly number[]): number[] => [...new Uint8Array(Float32Array.from(values).buffer)];
const vector = (code: number): number[] => [0xfd, ...unsigned(code)];

const TYPE = { i32: 0x7f, f32: 0x7d, f64: 0x7c, v128: 0x7b } as const;
export type Type = keyof typeof TYPE;

const VOID = 0x40;
export const block = [0x02, VOID];
export const loop = [0x03, VOID];
export const ifTrue = [0x04, VOID];
export const otherwise = [0x05];
export const end = [0x0b];
export const branch = (levels: number): number[] => [0x0c, levels];
export const branchIf = (levels: number): number[] => [0x0d, levels];
export const select = (type: Type): number[] => [0x1c, 1, TYPE[type]];

export const get = (local: number): number[] => [0x20, ...unsigned(local)];
export const set = (local: number): number[] => [0x21, ...unsigned(local)];

export const i32 = {
  const: (value: number): number[] => [0x41, ...signed(value)],
  eqz: [0x45],
  and: [0x71],
  or: [0x72],
  shl: [0x74],
  divideUnsigned: [0x6e],
  fromF32: [0xfc, 0],
  bitsOfF32: [0xbc],
  '+': [0x6a],
  '-': [0x6b],
  '*': [0x6c],
  '<': [0x48],
  '<=': [0x4c],
  '>': [0x4a],
  '>=': [0x4e],
  '===': [0x46],
  '!==': [0x47],
};

export const f32 = {
  const: (value: number): number[] => [0x43, ...singles(value)],
  load: (offset = 0): number[] => [0x2a, 2, ...unsigned(offset)],
  fromI32: [0xb2],
  ofBits: [0xbe],
  '+': [0x92],
  '-': [0x93],
  '*': [0x94],
  '/': [0x95],
  negate: [0x8c],
  floor: [0x8e],
  ceil: [0x8d],
  trunc: [0x8f],
  abs: [0x8b],
  sqrt: [0x91],
  min: [0x96],
  max: [0x97],
  '<': [0x5d],
  '<=': [0x5f],
  '>': [0x5e],
  '>=': [0x60],
  '===': [0x5b],
  '!==': [0x5c],
};

export const f32x4 = {
  const: (...values: readonly [number, number, number, number]): number[] => [...vector(12), ...singles(...values)],
  load: (offset: number): number[] => [...vector(0), 4, ...unsigned(offset)],
  loadSplat: (offset = 0): number[] => [...vector(9), 2, ...unsigned(offset)],
  loadLane: (lane: number): number[] => [...vector(0x56), 2, 0, lane],
  store: (offset: number): number[] => [...vector(11), 2, ...unsigned(offset)],
  splat: vector(0x13),
  first: [...vector(0x1f), 0],
  '+': vector(0xe4),
  '-': vector(0xe5),
  '*': vector(0xe6),
  '/': vector(0xe7),
  negate: vector(0xe1),
  floor: vector(0x68),
  ceil: vector(0x67),
  trunc: vector(0x69),
  abs: vector(0xe0),
  sqrt: vector(0xe3),
  min: vector(0xe8),
  max: vector(0xe9),
  /** b < a ? b : a, and a < b ? b : a: one instruction on most processors; a NaN in the second operand is lost. */
  quickMin: vector(0xea),
  quickMax: vector(0xeb),
  '<': vector(0x43),
  '<=': vector(0x45),
  '>': vector(0x44),
  '>=': vector(0x46),
  '===': vector(0x41),
  '!==': vector(0x42),
};

export const f64x2 = {
  load: (offset: number): number[] => [...vector(0), 4, ...unsigned(offset)],
  loadSplat: (offset: number): number[] => [...vector(10), 3, ...unsigned(offset)],
  /** One number into the first lane, 0 in the other; and one number into the second lane of a vector. */
  loadFirst: (offset: number): number[] => [...vector(0x5d), 3, ...unsigned(offset)],
  loadSecond: (offset: number): number[] => [...vector(0x57), 3, ...unsigned(offset), 1],
  splat: vector(0x14),
  store: (offset: number): number[] => [...vector(11), 4, ...unsigned(offset)],
  '+': vector(0xf0),
  '-': vector(0xf1),
  '*': vector(0xf2),
  '/': vector(0xf3),
  abs: vector(0xec),
  sqrt: vector(0xef),
  floor: vector(0x75),
  max: vector(0xf5),
  '<': vector(0x49),
  '>': vector(0x4a),
  '>=': vector(0x4c),
};

export const i64x2 = {
  '+': vector(0xce),
  '-': vector(0xd1),
  shl: vector(0xcb),
  /** Fills with the sign. */
  shr: vector(0xcc),
};

export const i32x4 = {
  splat: vector(0x11),
  shl: vector(0xab),
  lane: (lane: number): number[] => [...vector(0x1b), lane],
  /** The whole numbers of two doubles, in the first two lanes. */
  fromF64x2: vector(0xfc),
};

export const v128 = {
  not: vector(0x4d),
  and: vector(0x4e),
  /** a & ~b, bit by bit. */
  andNot: vector(0x4f),
  or: vector(0x50),
  /** Bits of the first operand where the third operand is set, and of the second elsewhere. */
  bitselect: vector(0x52),
  anyTrue: vector(0x53),
};

const sized = (bytes: readonly number[]): number[] => [...unsigned(bytes.length), ...bytes];
const section = (id: number, bytes: readonly number[]): number[] => [id, ...sized(bytes)];
const name = (text: string): number[] => sized([...new TextEncoder().encode(text)]);

/** Bytes, nested as they were composed. */
export type Code = readonly (number | Code)[];

function flattened(code: Code, into: number[] = []): number[] {
  for (const part of code)
    if (typeof part === 'number') into.push(part);
    else flattened(part, into);
  return into;
}

/** A module that exports one function `run` without results and imports its memory as `env.memory`. */
export function moduleOf(parameters: readonly Type[], locals: readonly Type[], code: Code): Uint8Array<ArrayBuffer> {
  const body = flattened([unsigned(locals.length), locals.map((type) => [1, TYPE[type]]), code, end]);
  const size = unsigned(body.length);
  const header = [
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, ...sized(parameters.map((type) => TYPE[type])), 0]),
    ...section(2, [1, ...name('env'), ...name('memory'), 2, 0, 1]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...name('run'), 0, 0]),
    ...[10, ...unsigned(1 + size.length + body.length), 1, ...size],
  ];
  const bytes = new Uint8Array(header.length + body.length);
  bytes.set(header);
  bytes.set(body, header.length);
  return bytes;
}
