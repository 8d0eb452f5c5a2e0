/**
 * Cumulants of a quadratic form of jointly normal factor moves, and their derivatives: what delta-gamma value at risk needs.
 *
 *   P = a·x + ½ Σ gᵢ xᵢ²,   x ~ N(0, C),   G = diag(g),   M = G C,   u_k = (C G)^k C a
 *   κ₁ = ½ tr M,   κ_n = ½ (n − 1)! tr Mⁿ + ½ n! a·u_{n−2}   (n ≥ 2)
 *
 * Positions on one underlying have no cross gamma, so G is diagonal.
 *
 * @see C. Britten-Jones and S. Schaefer (1999), Non-linear value-at-risk; P. Glasserman (2003), section 9.1.2
 */

/** κ₁ to κ₄, and the derivative of each with respect to a scale factor on (aᵢ, gᵢ), one per factor. */
export interface Cumulants {
  readonly values: readonly [mean: number, variance: number, third: number, fourth: number];
  readonly derivatives: readonly [Float64Array, Float64Array, Float64Array, Float64Array];
}

/**
 * @param linear    a, n numbers
 * @param quadratic g, n numbers; all zero gives the cumulants of a normal law
 * @param covariance C, n × n
 */
export function cumulantsOf(linear: Float64Array, quadratic: Float64Array, covariance: readonly Float64Array[]): Cumulants {
  const n = linear.length;
  const isLinear = quadratic.every((g) => g === 0);
  const u0 = multiply(covariance, linear);
  const u1 = isLinear ? new Float64Array(n) : multiply(covariance, product(quadratic, u0));
  const u2 = isLinear ? new Float64Array(n) : multiply(covariance, product(quadratic, u1));

  const mean = new Float64Array(n);
  const variance = new Float64Array(n);
  const third = new Float64Array(n);
  const fourth = new Float64Array(n);
  // (Mᵏ)ᵢᵢ for k = 1 … 4: the derivative of tr Mᵏ / k in the scale of factor i.
  const powers = isLinear ? undefined : diagonalsOfPowers(quadratic, covariance);
  for (let i = 0; i < n; i++) {
    const [m1, m2, m3, m4] = powers ? [powers[0]![i], powers[1]![i], powers[2]![i], powers[3]![i]] : [0, 0, 0, 0];
    const [a, g] = [linear[i], quadratic[i]];
    mean[i] = 0.5 * m1!;
    variance[i] = m2! + 2 * a! * u0[i]!;
    third[i] = 3 * m3! + 3 * (2 * a! * u1[i]! + g! * u0[i]! * u0[i]!);
    fourth[i] = 12 * m4! + 12 * (2 * a! * u2[i]! + 2 * g! * u0[i]! * u1[i]!);
  }
  // Euler: κ_n has degree n in the scale of all factors together.
  const total = (derivative: Float64Array, degree: number) => derivative.reduce((all, one) => all + one, 0) / degree;
  return {
    values: [total(mean, 1), total(variance, 2), total(third, 3), total(fourth, 4)],
    derivatives: [mean, variance, third, fourth],
  };
}

/** C x. */
export const multiply = (matrix: readonly Float64Array[], x: Float64Array): Float64Array =>
  Float64Array.from(matrix, (row) => {
    let total = 0;
    for (let j = 0; j < x.length; j++) total += row[j]! * x[j]!;
    return total;
  });

const product = (x: Float64Array, y: Float64Array): Float64Array => x.map((value, i) => value * y[i]!);

/** The diagonals of M, M², M³ and M⁴, M = G C, from M and M² alone. */
function diagonalsOfPowers(quadratic: Float64Array, covariance: readonly Float64Array[]): Float64Array[] {
  const n = quadratic.length;
  const m = covariance.map((row, i) => row.map((c) => quadratic[i]! * c));
  const square = m.map((row) => {
    const result = new Float64Array(n);
    for (let k = 0; k < n; k++) if (row[k] !== 0) for (let j = 0; j < n; j++) result[j]! += row[k]! * m[k]![j]!;
    return result;
  });
  const diagonalOfProduct = (left: readonly Float64Array[], right: readonly Float64Array[]) =>
    Float64Array.from(left, (row, i) => {
      let total = 0;
      for (let k = 0; k < n; k++) total += row[k]! * right[k]![i]!;
      return total;
    });
  const diagonal = (matrix: readonly Float64Array[]) => Float64Array.from(matrix, (row, i) => row[i]!);
  return [diagonal(m), diagonal(square), diagonalOfProduct(square, m), diagonalOfProduct(square, square)];
}
