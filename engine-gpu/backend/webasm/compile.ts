/**
 * A kernel's text as a WebAssembly module that computes several threads of a row at once.
 *
 * What is the same for all of them is computed once: integers as integers, so that reading a number a step costs an address and a load. What
 * varies is in vectors side by side, whose chains of arithmetic then wait less for their own results, and share what a step costs
 * besides.
 */
import { CONSTANTS, openFrame } from './frame.js';
import { settleKinds } from './kinds.js';
import { block, branch, branchIf, end, f32, f32x4, get, i32, loop, moduleOf, set } from './module.js';
import { readKernel } from './read.js';
import { statementWriter } from './statements.js';
import { uniformValues, varyingValues } from './values.js';

/** Threads that stand next to each other in a row are handed out in blocks of so many. */
export const BLOCK = 16;
/** Of a vector. */
const LANES = 4;
/** Vectors of four, by the length of the text: eight would be a tenth faster than four, and take twice as long to compile. */
const vectorsFor = (source: string): number => (source.length < 12_000 ? 4 : 2);

export interface CompiledKernel {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Threads that it computes at once: they divide a block. */
  readonly lanes: number;
  /** Numbers that the memory must hold from a byte address on. What is below it is the module's own. */
  readonly constants: { readonly at: number; readonly values: Float32Array };
}

/**
 * The module's `run(begin, end, blocks, plane, out, ...bases, ...lasts, ...numbers)` computes blocks `begin` to `end` of `lanes` threads, `blocks` a row. Output
 * k of thread t (of whole blocks) is written to out + k·plane + 4t. All but lasts, the indices of arrays' last elements, are byte addresses.
 *
 * @param source   of a function; parameters are arrays, then numbers
 * @param arrays   how many are arrays
 * @param whole    of the numbers, which are integers
 * @param outputs  numbers that it returns
 * @throws SyntaxError where the text is beyond what kernels are written in
 */
export function compileKernel(source: string, arrays: number, whole: readonly boolean[], outputs: number): CompiledKernel {
  const kernel = readKernel(source, arrays, whole);
  if (kernel.outputs.length !== outputs) throw new SyntaxError(`a kernel of ${outputs} outputs returns ${kernel.outputs.length}`);
  const kindOf = settleKinds(kernel);
  const vectors = vectorsFor(source);
  const lanes = LANES * vectors;

  const frame = openFrame(kernel, vectors);
  const { own, x, y, homeOf, emit } = frame;
  const uniform = uniformValues(frame, kindOf);
  const varying = varyingValues(frame, kindOf, uniform);
  const write = statementWriter(frame, kindOf, uniform, varying);

  kernel.numbers.forEach((number, at) => {
    emit(get(frame.numbers[at]), number.kind === 'integer' ? [] : f32x4.splat, set(homeOf(number)[0]));
  });
  emit(block, loop, get(own.begin), get(own.end), i32['>='], branchIf(1));
  emit(get(own.begin), get(own.blocks), i32.divideUnsigned, set(y));
  const first = [get(own.begin), get(y), get(own.blocks), i32['*'], i32['-'], i32.const(lanes), i32['*'], f32.fromI32, f32x4.splat];
  x.forEach((at, n) => {
    emit(first, f32x4.const(4 * n, 4 * n + 1, 4 * n + 2, 4 * n + 3), f32x4['+'], set(at));
  });
  kernel.body.forEach(write);
  kernel.outputs.forEach((output, k) => {
    varying.share(output);
    for (let n = 0; n < vectors; n++)
      emit(get(own.out), get(own.plane), i32.const(k), i32['*'], i32['+'], varying.vector(output, n), f32x4.store(16 * n));
  });
  emit(get(own.begin), i32.const(1), i32['+'], set(own.begin), get(own.out), i32.const(4 * lanes), i32['+'], set(own.out));
  emit(branch(0), end, end);
  const code = frame.finish();
  return {
    bytes: moduleOf(frame.parameters, frame.locals, code),
    lanes,
    constants: { at: CONSTANTS, values: Float32Array.from(frame.constants.keys()) },
  };
}
