import { expect } from 'chai';
import { mutantsOf } from './mutants.js';

describe('mutants', () => {
  it('change one operator, condition, number or call each, and leave messages alone', () => {
    const source = 'const f = (a) => { g(a); if (a > 0.5 && !b) throw new Error(a + 2); return a + 1; };';
    expect(mutantsOf(source).map(({ from, to }) => [from, to.trim()])).to.deep.equal([
      ['g(a);', ';'],
      ['a > 0.5 && !b', '!(a > 0.5 && !b)'],
      ['a > 0.5 && !b', 'a > 0.5 || !b'],
      ['a > 0.5', 'a >= 0.5'],
      ['0.5', '0.505'],
      ['!b', 'b'],
      ['a + 1', 'a - 1'],
      ['1', '2'],
    ]);
    for (const { text } of mutantsOf(source)) expect(() => mutantsOf(text)).not.to.throw();
  });
});
