/** The offences of a smile as residuals of a fit: a riskless profit that it allows, and variance below that of an earlier smile. */
import { densityFactor, MAX_WING_SLOPE, type SviParameters, sviVariance } from '../market/svi.js';
import { sinh } from '../math/elementary/hyperbolic.js';
import { integerPower, squareOf } from '../math/elementary/pow.js';
import { hypot } from '../math/elementary/roots.js';
import type { LeastSquaresProblem } from '../math/levenberg-marquardt.js';
import type { SmileQuotes } from './svi-fit.js';

/** Points at which offences are looked for: m + s sinh(u), s a part of the width of the quotes. */
const SCAN = { points: 81, reach: 6, part: 0.25 };
const OFFSETS = Float64Array.from({ length: SCAN.points }, (_, i) => sinh(SCAN.reach * ((2 * i) / (SCAN.points - 1) - 1)));

/**
 * The problem of a fit with the size of each offence as a further residual.
 *
 * @param problem residuals and derivatives of the quotes, by the least variance, b, ρ, m and σ
 * @param earlier the smile below which the total variance must not lie
 * @param margin  floor of g, of relative differences of variance and of differences of slopes, below which a residual begins
 */
export function withOffences(
  problem: LeastSquaresProblem,
  { ks }: SmileQuotes,
  earlier: SviParameters | undefined,
  { weight, margin }: { readonly weight: number; readonly margin: number },
): LeastSquaresProblem {
  const scale = SCAN.part * (ks[ks.length - 1]! - ks[0]!);
  const points = OFFSETS.map((value) => scale * value);
  const quoteCount = problem.residualCount;
  return {
    ...problem,
    residualCount: quoteCount + (earlier === undefined ? 1 : 2) * points.length + (earlier === undefined ? 1 : 3),
    evaluate: (x, residuals, jacobian) => {
      problem.evaluate(x, residuals, jacobian);
      let row = quoteCount;
      /** Writes the part of a value below the margin, and its derivatives by the least variance, b, ρ, m and σ. */
      const write = (value: number, ...slopes: [number, number, number, number, number]) => {
        const isOffence = !(value >= margin);
        residuals[row] = isOffence ? weight * (margin - value) : 0;
        for (let j = 0; j < 5; j++) jacobian[5 * row + j] = isOffence ? -weight * slopes[j]! : 0;
        row++;
      };
      const [least, b, rho, m, sigma] = x as unknown as readonly [number, number, number, number, number];
      const across = Math.sqrt(1 - rho * rho);
      for (const from of points) {
        // At a fixed distance from m, total variance and its derivatives by k do not depend on m.
        const k = m + from;
        const root = hypot(from, sigma);
        const [sine, bend] = [from / root, squareOf(sigma) / integerPower(root, 3)];
        const spread = rho * from + root - sigma * across;
        const [w, slope, curvature] = [least + b * spread, b * (rho + sine), b * bend];
        const [byRho, bySigma] = [b * (from + (sigma * rho) / across), b * (sigma / root - across)];
        // Derivatives of g by k, w, w′ and w″, of which the last is ½.
        const part = 1 - (k * slope) / (2 * w);
        const gOfK = (-part * slope) / w;
        const gOfW = (part * k * slope) / (w * w) + squareOf(slope / w) / 4;
        const gOfSlope = (-part * k) / w - (slope / 2) * (1 / w + 0.25);
        write(
          densityFactor({ value: w, slope, curvature }, k),
          gOfW,
          gOfW * spread + gOfSlope * (rho + sine) + bend / 2,
          gOfW * byRho + gOfSlope * b,
          gOfK,
          gOfW * bySigma -
            gOfSlope * b * ((from * sigma) / integerPower(root, 3)) +
            (b / 2) * (2 - 3 * squareOf(sigma / root)) * (bend / sigma),
        );
        if (earlier === undefined) continue;
        const { value, slope: earlierSlope } = sviVariance(earlier, k);
        write(w / value - 1, 1 / value, spread / value, byRho / value, (-w * earlierSlope) / squareOf(value), bySigma / value);
      }
      const [right, left] = [b * (1 + rho), b * (1 - rho)];
      if (earlier !== undefined) {
        write(right - earlier.b * (1 + earlier.rho), 0, 1 + rho, b, 0, 0);
        write(left - earlier.b * (1 - earlier.rho), 0, 1 - rho, -b, 0, 0);
      }
      const side = Math.sign(rho);
      write(MAX_WING_SLOPE - Math.max(right, left), 0, -1 - Math.abs(rho), -b * side, 0, 0);
    },
  };
}
