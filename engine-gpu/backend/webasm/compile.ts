/**
 * Compiles a kernel's source to a WebAssembly module that computes several threads of a row at once.
 *
 * Values that are the same for all of these threads (uniform values) are computed once, whole numbers as i32, so that reading one number per
 * step costs an address computation and a load. Values that vary by thread are in several SIMD vectors side by side: their independent
 * chains of arithmetic hide each other's latency and share the uniform work of a step.
 */
import { CONSTANTS, openFrame } from './frame.js';
import { settleKinds } from './kinds.js';
import { block, branch, branchIf, end, f32, f32x4, get, i32, loop, moduleOf, set } from './module.js';
import { readKernel } from './read.js';
import { statementWriter } from './statements.js';
import { uniformValues, varyingValues } from './values.js';

/** Number of neighbouring threads of a row in a block, the unit in which launches are divided. */
export const BLOCK = 16;
/** Lanes of one vector. */
const LANES = 4;
/** Number of vectors side by side, by the length of the source: eight would be a tenth faster than four but take twice as long to compile. */
const vectorsFor = (source: string): number => (source.length < 12_000 ? 4 : 2);

export interface CompiledKernel {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Threads that the module computes at once; a divisor of the block size. */
  readonly lanes: number;
  /** Constants that the caller writes to memory from byte address `at` on. The memory below is used by the module. */
  readonly constants: { readonly at: number; readonly values: Float32Array };
}

/**
 * The module exports `run(begin, end, blocks, plane, out, ...bases, ...lasts, ...numbers)`, which computes the blocks `begin` to `end` of
 * `lanes` threads each, with `blocks` blocks per row. Output k of thread t, counted from `begin`, is written to out + k·plane + 4t.
 * `plane`, `out` and `bases` are in bytes; `lasts` are the indices of the last elements of the arrays.
 *
 * @param source   text of a function whose parameters are arrays, then numbers
 * @param arrays   number of its array parameters
 * @param whole    which of its number parameters are integers
 * @param outputs  number of values that it returns
 * @throws SyntaxError where the source is outside the subset of JavaScript that kernels are written in
 */
export function compileKernel(source: string, arrays: number, whole: readonly boolean[], outputs: number): CompiledKernel {
  const kernel = readKernel(source, arrays, whole);
  if (kernel.outputs.length !== outputs) throw new SyntaxError(`a kernel of ${outputs} outputs returns ${kernel.outputs.length}`);
  const kindOf = settleKinds(kernel);
  const vectors = vectorsFor(source);
  const lanes = LANES * vectors;

  const frame = openFrame(kernel, vectors);
  const { own: parameterIndex, x, y, homeOf, emit } = frame;
  const uniform = uniformValues(frame, kindOf);
  const varying = varyingValues(frame, kindOf, uniform);
  const write = statementWriter(frame, kindOf, uniform, varying);

  kernel.numbers.forEach((number, position) => {
    emit(get(frame.numbers[position]!), number.kind === 'integer' ? [] : f32x4.splat, set(homeOf(number)[0]!));
  });
  emit(block, loop, get(parameterIndex.begin), get(parameterIndex.end), i32['>='], branchIf(1));
  emit(get(parameterIndex.begin), get(parameterIndex.blocks), i32.divideUnsigned, set(y));
  const first = [
    get(parameterIndex.begin),
    get(y),
    get(parameterIndex.blocks),
    i32['*'],
    i32['-'],
    i32.const(lanes),
    i32['*'],
    f32.fromI32,
    f32x4.splat,
  ];
  x.forEach((local, n) => {
    emit(first, f32x4.const(4 * n, 4 * n + 1, 4 * n + 2, 4 * n + 3), f32x4['+'], set(local));
  });
  kernel.body.forEach(write);
  kernel.outputs.forEach((output, k) => {
    varying.share(output);
    for (let n = 0; n < vectors; n++)
      emit(
        get(parameterIndex.out),
        get(parameterIndex.plane),
        i32.const(k),
        i32['*'],
        i32['+'],
        varying.vector(output, n),
        f32x4.store(16 * n),
      );
  });
  emit(
    get(parameterIndex.begin),
    i32.const(1),
    i32['+'],
    set(parameterIndex.begin),
    get(parameterIndex.out),
    i32.const(4 * lanes),
    i32['+'],
    set(parameterIndex.out),
  );
  emit(branch(0), end, end);
  const code = frame.finish();
  return {
    bytes: moduleOf(frame.parameters, frame.locals, code),
    lanes,
    constants: { at: CONSTANTS, values: Float32Array.from(frame.constants.keys()) },
  };
}
