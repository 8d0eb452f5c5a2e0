import { exp } from './exp.js';
import { cosAndSin } from './trigonometric.js';

/**
 * Writes the real and the imaginary part of e^(x + iy), and e^x: as `exp`, `cos` and `sin` give them, but V8 allocates an object for each
 * number that a function returns and none for those that it writes.
 */
export function complexExp(x: number, y: number, target: Float64Array): void {
  const size = exp(x);
  cosAndSin(y, target);
  target[0] = size * target[0]!;
  target[1] = size * target[1]!;
  target[2] = size;
}
