/** Lattice points as kernel text: point q of the row, its shift and the normal of each dimension. */
import { LATTICE_DIMENSIONS, latticeComponent } from '../random/lattice.js';
import { normalQuantile } from './arithmetic.js';
import type { Sheet } from './sheet.js';

/**
 * Points stand at multiples of 2^−23, from 0 to 1 − 2^−23. The middles of the cells that they head, c = u − ½ + 2^−24, are
 * symmetric about 0, and exact in f32.
 */
const HALF_CELL = 2 ** -24;

export interface Dimensions {
  /** z of each, in the order in which kernels read them: those drawn once a path, then step by step. */
  readonly components: readonly number[];
  /** Blocks of dimensions that take the points in orders of their own; 1 when all fit the lattice. */
  readonly blocks: number;
}

/**
 * Writes the drawing of `factors` normals a step.
 *
 * @param extra  uniforms drawn once a path
 * @returns texts: the normals' names within a step, the uniforms'; and which dimensions they take
 */
export function writePoints(
  sheet: Sheet,
  steps: number,
  factors: number,
  extra: number,
): { readonly normals: readonly string[]; readonly uniforms: readonly string[]; readonly dimensions: Dimensions } {
  const stepsPerBlock = Math.max(1, Math.floor((LATTICE_DIMENSIONS - extra) / factors));
  const blocks = Math.ceil(steps / stepsPerBlock);
  const components = [
    ...Array.from({ length: extra }, (_, d) => latticeComponent(d)),
    ...Array.from({ length: steps * factors }, (_, d) =>
      latticeComponent(extra + (Math.floor(d / factors) % stepsPerBlock) * factors + (d % factors)),
    ),
  ];
  const uniforms = Array.from({ length: extra }, (_, d) => {
    const u = point(sheet, `${d}`, (text) => sheet.before(text));
    const uniform = sheet.fresh();
    sheet.before(`const ${uniform} = ${u} + ${HALF_CELL};`);
    return uniform;
  });
  if (blocks > 1) {
    const block = Float64Array.from({ length: steps }, (_, i) => Math.floor(i / stepsPerBlock));
    const isFirst = block.map((_, i) => (i > 0 && i % stepsPerBlock === 0 ? 1 : 0));
    const first = sheet.column(isFirst);
    sheet.step(`if (${first} > 0.5) { q = o[${sheet.column(block)} * width + this.thread.x]; }`);
  }
  const normals = Array.from({ length: factors }, (_, factor) => {
    const u = point(sheet, `i * ${factors} + ${extra + factor}`, (text) => sheet.step(text));
    const [centred, normal] = [sheet.fresh(), sheet.fresh()];
    sheet.step(`const ${centred} = ${u} - ${0.5 - HALF_CELL};${normalQuantile(normal, centred, sheet.fresh)}`);
    return normal;
  });
  return { normals, uniforms, dimensions: { components, blocks } };
}

/** {q z_d/W + s_d} */
function point({ fresh }: Sheet, d: string, write: (text: string) => void): string {
  const [multiple, u] = [fresh(), fresh()];
  write(`const ${multiple} = q * z[${d}];
let ${u} = ${multiple} - Math.floor(${multiple}) + s[row + ${d}];
${u} = ${u} - Math.floor(${u});`);
  return u;
}
