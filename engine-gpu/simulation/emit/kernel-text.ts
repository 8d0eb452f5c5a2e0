/** The text of a kernel around what its builder has collected. Each thread simulates consecutive points of its row and sums the results. */

import type { Finished } from './kernel-builder.js';
import type { Dimensions } from './points.js';

/**
 * @param results     texts of numbers known at the end of a path; a thread returns the sum of each over its points
 * @param selectable  whether the kernel has the parameter `selector`
 */
export function kernelText(
  { before: preparation, locals, step }: Pick<Finished, 'before' | 'locals' | 'step'>,
  { blocks }: Dimensions,
  results: readonly string[],
  selectable: boolean,
): string {
  const parameters = [
    ...['g', 'l', 'p', 'z', 's'],
    ...(blocks > 1 ? ['o'] : []),
    ...['steps', 'dimensions', 'points'],
    ...(blocks > 1 ? ['width'] : []),
    ...(selectable ? ['selector'] : []),
  ];
  const sums = results.map((_, output) => `sum${output}`);
  return `function kernel(${parameters.join(', ')}) {
const row = this.thread.y * dimensions;
${sums.map((sum) => `let ${sum} = 0.0;`).join('\n')}
for (let j = 0; j < points; j++) {
const point = this.thread.x * points + j;
let q = point;
${preparation}${locals}for (let i = 0; i < steps; i++) {
${step}}
${results.map((text, output) => `${sums[output]} = ${sums[output]} + (${text});`).join('\n')}
}
return ${sums.length === 1 ? sums[0] : `[${sums.join(', ')}]`};
}`;
}
