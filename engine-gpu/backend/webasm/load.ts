/** Compiled kernels of this worker thread. They share one memory, which holds the data of one part of one launch at a time. */
import { BLOCK, type CompiledKernel, compileKernel } from './compile.js';
import { isWhole } from './kinds.js';
import { type LaunchPart, threadsBefore } from './part.js';

/** Bytes of a WebAssembly memory page. */
const PAGE_BYTES = 65_536;
/**
 * Number of blocks per call of the module. V8 replaces the quickly compiled version of a function by the optimised one only between calls, so
 * that one long call would never be optimised.
 */
const BLOCKS_PER_CALL = 16;

/** The part of the WebAssembly API that is used here; Node's type declarations leave it to the browser's. */
declare const WebAssembly: {
  readonly validate: (bytes: Uint8Array) => boolean;
  readonly Memory: new (size: { readonly initial: number }) => Memory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: { readonly run: Run } };
};
interface Memory {
  readonly buffer: ArrayBuffer;
  readonly grow: (pages: number) => void;
}
type Run = (begin: number, end: number, blocks: number, plane: number, out: number, ...rest: readonly number[]) => void;

let memory: Memory | undefined;

/** True if this runtime supports WebAssembly SIMD. */
export const hasVectors = (): boolean => WebAssembly.validate(compileKernel('function kernel() { return this.thread.x; }', 0, [], 1).bytes);

/** The next multiple of 16, the bytes of a vector. */
const aligned = (bytes: number): number => Math.ceil(bytes / 16) * 16;

/** @throws SyntaxError where the kernel's source is outside the subset of JavaScript that is compiled */
export function loadKernel({ source, arrays, numbers, outputs }: LaunchPart): (part: LaunchPart) => Float32Array {
  const compiled = compileKernel(source, arrays.length, numbers.map(isWhole), outputs);
  memory ??= new WebAssembly.Memory({ initial: 1 });
  const { run } = new WebAssembly.Instance(new WebAssembly.Module(compiled.bytes), { env: { memory } }).exports;
  return compute.bind(undefined, run, memory, compiled);
}

function compute(run: Run, memory: Memory, { lanes, constants }: CompiledKernel, part: LaunchPart): Float32Array {
  const { arrays, numbers, width, outputs, begin, end } = part;
  const bases: number[] = [];
  let address = aligned(constants.at + constants.values.byteLength);
  for (const { byteLength } of arrays) {
    bases.push(address);
    address += aligned(byteLength);
  }
  const lasts = arrays.map(({ length }) => length - 1);
  const outputStart = address;
  const threads = (end - begin) * BLOCK;
  const byteLength = outputStart + 4 * threads * outputs;
  if (memory.buffer.byteLength < byteLength) memory.grow(Math.ceil((byteLength - memory.buffer.byteLength) / PAGE_BYTES));

  const singles = new Float32Array(memory.buffer);
  singles.set(constants.values, constants.at / 4);
  arrays.forEach((array, i) => void singles.set(array, bases[i]! / 4));
  // A block of the launch is several blocks of the module.
  const parts = BLOCK / lanes;
  const blocks = parts * Math.ceil(width / BLOCK);
  for (let block = begin; block < end; block += BLOCKS_PER_CALL)
    run(
      parts * block,
      parts * Math.min(block + BLOCKS_PER_CALL, end),
      blocks,
      4 * threads,
      outputStart + 4 * (block - begin) * BLOCK,
      ...bases,
      ...lasts,
      ...numbers,
    );

  const [first, last] = [threadsBefore(begin, width), threadsBefore(end, width)];
  const values = new Float32Array((last - first) * outputs);
  for (let block = begin; block < end; block++) {
    const from = threadsBefore(block, width) - first;
    const to = threadsBefore(block + 1, width) - first;
    const written = outputStart / 4 + (block - begin) * BLOCK;
    for (let output = 0; output < outputs; output++)
      for (let thread = from; thread < to; thread++)
        values[thread * outputs + output] = singles[written + output * threads + thread - from]!;
  }
  return values;
}
