/** A pivot up to this, relative to its diagonal entry, is a rounding error of zero. */
const PIVOT_ROUNDING = 1e-13;

/** L with L Lᵀ = A for a positive semi-definite A. The column of a variable that is a linear function of those before it is zero. */
export function choleskyFactor(matrix: readonly (readonly number[])[]): number[][] {
  const size = matrix.length;
  const lower = Array.from({ length: size }, () => new Array<number>(size).fill(0));
  for (let i = 0; i < size; i++)
    for (let j = 0; j <= i; j++) {
      let rest = matrix[i]![j]!;
      for (let k = 0; k < j; k++) rest -= lower[i]![k]! * lower[j]![k]!;
      if (i === j) lower[i]![i] = rest > PIVOT_ROUNDING * matrix[i]![i]! ? Math.sqrt(rest) : 0;
      else lower[i]![j] = lower[j]![j]! > 0 ? rest / lower[j]![j]! : 0;
    }
  return lower;
}
