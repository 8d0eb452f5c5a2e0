import { cos, sin } from './elementary/trigonometric.js';

/**
 * Discrete Fourier transform in place, X_k = Σ_j x_j e^(∓2πi jk/n), unscaled in both directions.
 *
 * @param re,im    real and imaginary parts, length n, a power of two; overwritten
 * @param inverse  takes the sign + in the exponent; the caller divides by n to invert the forward transform
 * @see Cooley and Tukey (1965); radix 2, decimation in time, relative error about ε log₂ n
 */
export function fft(re: Float64Array, im: Float64Array, inverse = false): void {
  const n = re.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [re[i], re[j]] = [re[j]!, re[i]!];
      [im[i], im[j]] = [im[j]!, im[i]!];
    }
  }
  for (let size = 2; size <= n; size <<= 1) {
    const half = size >> 1;
    const angle = ((inverse ? 2 : -2) * Math.PI) / size;
    for (let k = 0; k < half; k++) {
      const [c, s] = [cos(angle * k), sin(angle * k)];
      for (let i = k; i < n; i += size) {
        const j = i + half;
        const x = re[j]! * c - im[j]! * s;
        const y = re[j]! * s + im[j]! * c;
        re[j] = re[i]! - x;
        im[j] = im[i]! - y;
        re[i] = re[i]! + x;
        im[i] = im[i]! + y;
      }
    }
  }
}
