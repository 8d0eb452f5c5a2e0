/** Tests of what is compiled to WebAssembly SIMD, which some processors lack (`node --no-enable-sse4-1` is one). */
import { hasVectors } from '#engine-gpu/backend/webasm/load';

export const vectorsLeftOut = hasVectors() ? undefined : 'this processor has no WebAssembly SIMD';

/** A hook that leaves out the tests after it, with the reason printed, where there are no vectors. */
export function needsVectors(this: Mocha.Context): void {
  if (vectorsLeftOut === undefined) return;
  process.stdout.write(`    ${this.test?.parent?.title} is left out: ${vectorsLeftOut}\n`);
  this.skip();
}
