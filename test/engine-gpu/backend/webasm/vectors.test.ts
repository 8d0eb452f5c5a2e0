import { expect } from 'chai';
import { endOf, plus, times } from '#engine-gpu/backend/webasm/rows';
import { compileLoop, inMemory, numbers, withArrays } from '#engine-gpu/backend/webasm/vectors';
import { needsVectors } from '#test/support/vectors';

describe('arrays in the memory of compiled loops', () => {
  it('are zeros, however often their place has been used, and stay where they are while scopes inside come and go', () => {
    withArrays(() => {
      const outer = numbers(5).fill(1);
      const [first, second] = [1, 2].map((value) =>
        withArrays(() => {
          const inner = numbers(1_000);
          expect(inner.every((each) => each === 0)).to.equal(true);
          return inner.fill(value).byteOffset;
        }),
      );
      expect(first).to.equal(second);
      expect([...outer]).to.deep.equal([1, 1, 1, 1, 1]);
    });
  });

  it('are arrays of their own outside of scopes and where there is no room', () => {
    expect(inMemory(numbers(8))).to.equal(false);
    withArrays(() => {
      const [large, small] = [numbers(2 ** 22), numbers(8)];
      expect(large).to.have.length(2 ** 22);
      expect([inMemory(large), inMemory(small), inMemory(small, large)]).to.deep.equal([false, true, false]);
    });
  });

  it('give their place back where the computation fails', () => {
    const place = (): number => withArrays(() => numbers(4).byteOffset);
    const placeBefore = place();
    expect(() =>
      withArrays(() => {
        numbers(4);
        throw new Error('stopped');
      }),
    ).to.throw('stopped');
    expect(place()).to.equal(placeBefore);
  });

  it('are computed with by loops of any arrays and parameters, the rows that are asked for and no other array', function () {
    needsVectors.call(this);
    const loop = compileLoop(3, 2, ({ column, parameter }) => [
      { column: 2, value: plus(times(parameter(0), column(0)), times(parameter(1), column(1))) },
    ]);
    if (loop === undefined) throw new Error('a loop of sums is compiled');
    withArrays(() => {
      const [one, other, sum, next] = [numbers(6), numbers(6), numbers(6), numbers(6)];
      for (let i = 0; i < 6; i++) [one[i], other[i]] = [i + 0.5, 10 * i];
      loop(endOf(5), one.byteOffset, other.byteOffset, sum.byteOffset, 2, -1);
      expect([...sum].slice(0, 5)).to.deep.equal([1, -7, -15, -23, -31]);
      expect([...next]).to.deep.equal([0, 0, 0, 0, 0, 0]);
    });
  });
});
