import { expect } from 'chai';
import fc from 'fast-check';
import { solveLinear } from '#engine-gpu/math/linear-solve';

describe('the linear solver', () => {
  it('finds the solution from which the right-hand side was made, also where rows must be exchanged', () => {
    const entry = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(entry, { minLength: 16, maxLength: 16 }), fc.array(entry, { minLength: 4, maxLength: 4 }), (entries, x) => {
        // The large entries stand one off the diagonal, so that pivoting must exchange rows.
        const a = Float64Array.from(entries, (value, index) => value + (index % 4 === ((index >> 2) + 1) % 4 ? 5 : 0));
        const b = Float64Array.from({ length: 4 }, (_, i) => x.reduce((sum, value, k) => sum + a[4 * i + k]! * value, 0));
        solveLinear(a, b);
        // Entries of 4 to 6 against at most 3 in the rest of a row: the condition number is under 10.
        x.forEach((value, k) => {
          expect(b[k]).to.be.closeTo(value, 1e-14);
        });
      }),
    );
  });

  it('returns numbers that are not finite for a singular matrix', () => {
    const b = Float64Array.of(1, 1);
    solveLinear(Float64Array.of(1, 2, 2, 4), b);
    expect(Array.from(b).every(Number.isFinite)).to.equal(false);
  });
});
