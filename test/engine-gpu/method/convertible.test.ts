import { expect } from 'chai';
import fc from 'fast-check';
import { convertibleGrid, convertibleValue } from '#engine-gpu/method/convertible';
import type { ConvertibleWorld } from '#engine-gpu/method/convertible-rights';
import type { ConvertibleTerms } from '#engine-gpu/product/note/convertible';
import { convertibleOnTree } from '#test/support/convertible-tree';

const bond: ConvertibleTerms = {
  face: 100,
  redemption: 100,
  maturity: 5,
  ratio: 2,
  american: true,
  coupons: Array.from({ length: 10 }, (_, k) => ({ time: (k + 1) / 2, amount: 1 })),
  calls: [],
  puts: [],
};
const shared = { spot: 40, volatility: 0.3, dividend: 0, accumulatedRate: (t: number) => 0.03 * t };
const spread: ConvertibleWorld = { ...shared, credit: { spread: 0.02 } };
const intensity: ConvertibleWorld = { ...shared, credit: { intensity: 0.02, recovery: 0.4 } };
const priceAt = (terms: ConvertibleTerms, world: ConvertibleWorld, steps: number): number =>
  convertibleValue(terms, world, convertibleGrid(terms, world, steps), steps).price;

describe('a convertible bond by finite differences', () => {
  for (const [name, terms] of Object.entries({
    'a plain bond': bond,
    'a hard call': { ...bond, calls: [{ time: 2, price: 105 }] },
    'a falling schedule of calls': {
      ...bond,
      calls: [
        { time: 1, price: 110 },
        { time: 2, price: 107 },
        { time: 3, price: 104 },
      ],
    },
    'a soft call': { ...bond, calls: [{ time: 1, price: 102, trigger: 60 }] },
    'two puts': {
      ...bond,
      puts: [
        { time: 2, price: 105 },
        { time: 4, price: 103 },
      ],
    },
    'a call and a put': { ...bond, calls: [{ time: 1, price: 108 }], puts: [{ time: 2, price: 100 }] },
  }))
    it(`converges smoothly in the number of steps for ${name}: 780 to 860 steps agree with 2000 within 1e-4 of the price`, () => {
      for (const world of [spread, intensity]) {
        const limit = priceAt(terms, world, 2_000);
        for (const steps of [780, 800, 801, 860]) expect(priceAt(terms, world, steps) / limit).to.be.closeTo(1, 1e-4);
      }
    });

  /** The largest errors that searches over random bonds found: 1.1e-3 and 3.8e-4 before triggers took more and graded time steps. */
  const triggered: { readonly terms: ConvertibleTerms; readonly world: ConvertibleWorld }[] = [
    {
      terms: {
        ...{ ...bond, maturity: 7, redemption: 105.441, ratio: 2.643, american: false, puts: [{ time: 4, price: 91.448 }] },
        coupons: Array.from({ length: 28 }, (_, k) => ({ time: (k + 1) / 4, amount: 0.92 })),
        calls: [
          { time: 1.25, price: 104.724, trigger: 45.168 },
          { time: 4.25, price: 105.198, trigger: 55.65 },
          { time: 5.75, price: 109.384, trigger: 38.376 },
          { time: 6.75, price: 101.977, trigger: 59.936 },
        ],
      },
      world: { spot: 24.6, volatility: 0.42, dividend: 0.015, credit: { spread: 0.051 }, accumulatedRate: (t) => 0.03 * t },
    },
    {
      terms: {
        ...{ ...bond, maturity: 4, ratio: 2.013 },
        coupons: Array.from({ length: 4 }, (_, k) => ({ time: k + 1, amount: 1.76 })),
        calls: [
          { time: 1.5, price: 110.216, trigger: 75.947 },
          { time: 1.75, price: 104.401, trigger: 51.59 },
          { time: 2.75, price: 111.854, trigger: 56.099 },
        ],
      },
      world: { spot: 38.4, volatility: 0.52, dividend: 0.028, credit: { spread: 0.045 }, accumulatedRate: (t) => 0.057 * t },
    },
  ];

  it('is within 1e-4 of the price at the default steps for bonds with several call triggers', () => {
    for (const { terms, world } of triggered) expect(priceAt(terms, world, 800) / priceAt(terms, world, 2_400)).to.be.closeTo(1, 1e-4);
  });

  it('agrees with a binomial tree for a bond without calls, where a tree converges', () => {
    const rights = fc.record({
      spot: fc.double({ min: 20, max: 80, noNaN: true }),
      volatility: fc.double({ min: 0.2, max: 0.6, noNaN: true }),
      dividend: fc.double({ min: 0, max: 0.05, noNaN: true }),
      rate: fc.double({ min: -0.01, max: 0.08, noNaN: true }),
      credit: fc.double({ min: 0, max: 0.035, noNaN: true }),
    });
    fc.assert(
      fc.property(rights, fc.boolean(), fc.boolean(), ({ spot, volatility, dividend, rate, credit }, american, byIntensity) => {
        const terms = { ...bond, american, puts: [{ time: 2.5, price: 98 }] };
        const world: ConvertibleWorld = {
          spot,
          volatility,
          dividend,
          credit: byIntensity ? { intensity: credit, recovery: 0.4 } : { spread: credit },
          accumulatedRate: (t) => rate * t,
        };
        const trees = [1_600, 1_601].map((steps) => convertibleOnTree(terms, world, steps)?.price ?? Number.NaN);
        expect(priceAt(terms, world, 800) / ((trees[0]! + trees[1]!) / 2)).to.be.closeTo(1, 3e-4);
      }),
      { numRuns: 12, seed: 3 },
    );
  });

  it('without volatility that converts at maturity alone is its coupons and the dearer of its shares and its redemption then', () => {
    const certain = { ...spread, volatility: 0 };
    const discounted = (amount: number, time: number) => amount * Math.exp(-(0.03 + 0.02) * time);
    const coupons = bond.coupons.slice(0, -1).reduce((sum, { amount, time }) => sum + discounted(amount, time), 0);
    for (const spot of [30, 60]) {
      // The forward of 30 gives 69.7 for the bond, that of 60 139.4; the last coupon goes with the redemption.
      const end = spot === 60 ? bond.ratio * spot : discounted(bond.redemption + 1, bond.maturity);
      expect(priceAt({ ...bond, american: false }, { ...certain, spot }, 800), `${spot}`).to.be.closeTo(coupons + end, 1e-9);
    }
  });
});
