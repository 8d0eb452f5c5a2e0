import { expect } from 'chai';
import { erf, erfc, erfcx } from '#engine-gpu/math/erf';

/** x, erf, erfc, erfcx in 60-digit arithmetic (mpmath 1.3), rounded once; both sides of each boundary between two approximations. */
const ROWS: readonly (readonly [number, number, number, number])[] = [
  [-5, -0.9999999999984626, 1.9999999999984626, 144009798674.66104],
  [-2, -0.9953222650189527, 1.9953222650189528, 108.94090438997797],
  [-0.46875, -0.49261347321793797, 1.492613473217938, 1.859402416871422],
  [-0.2, -0.22270258921047847, 1.2227025892104784, 1.2726020284831958],
  [0, 0.0, 1.0, 1.0],
  [0.1, 0.1124629160182849, 0.887537083981715, 0.8964569799691267],
  [0.46875, 0.49261347321793797, 0.507386526782062, 0.6320696892495561],
  [0.47, 0.4937450508860821, 0.5062549491139179, 0.6314005166600343],
  [1, 0.8427007929497149, 0.15729920705028513, 0.427583576155807],
  [3.9, 0.9999999652077514, 3.4792248597231765e-8, 0.14031418160068973],
  [4, 0.9999999845827421, 1.541725790028002e-8, 0.13699945762506138],
  [4.1, 0.9999999932999724, 6.700027654084918e-9, 0.133834116418652],
  [10, 1.0, 2.088487583762545e-45, 0.05614099274382259],
  [26, 1.0, 5.663192408856143e-296, 0.021683584850562907],
  [100, 1.0, 0.0, 0.005641613782989433],
  [1e9, 1.0, 0.0, 5.641895835477563e-10],
];

/** Five ulp: the rational function, the exponential and their product each have an error of one or two. */
const RELATIVE = 5 * Number.EPSILON;

describe('the error function', () => {
  it('and its complements have relative accuracy on either side of each boundary, however small they are', () => {
    for (const [x, value, complement, scaled] of ROWS) {
      expect(erf(x), `erf(${x})`).to.be.closeTo(value, RELATIVE * Math.abs(value));
      expect(erfc(x), `erfc(${x})`).to.be.closeTo(complement, RELATIVE * complement);
      expect(erfcx(x), `erfcx(${x})`).to.be.closeTo(scaled, RELATIVE * scaled);
    }
  });

  it('has its limits at infinite arguments', () => {
    expect([erf(-Infinity), erf(Infinity), erfc(-Infinity), erfc(Infinity)]).to.deep.equal([-1, 1, 2, 0]);
    expect([erfcx(-Infinity), erfcx(Infinity)]).to.deep.equal([Infinity, 0]);
  });
});
