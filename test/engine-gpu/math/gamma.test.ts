import { expect } from 'chai';
import { gamma } from '#engine-gpu/math/gamma';

describe('the gamma function', () => {
  it('equals factorials at integers and multiples of √π at half-integers', () => {
    let factorial = 1;
    for (let n = 1; n <= 5; n++) {
      expect(gamma(n) / factorial - 1).to.be.closeTo(0, 4e-15);
      factorial *= n;
    }
    expect(gamma(0.5)).to.be.closeTo(Math.sqrt(Math.PI), 4e-15);
    expect(gamma(2.5)).to.be.closeTo(0.75 * Math.sqrt(Math.PI), 4e-15);
  });
});
