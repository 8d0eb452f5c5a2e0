import { expect } from 'chai';
import fc from 'fast-check';
import { EngineFailure, priceConvertible } from '#engine';
import { convertiblePriceRequest, parse } from '#engine/schemas';
import { barrierOption } from '#engine-gpu/formula/barrier';
import { priceVanilla } from '#engine-gpu/method/vanilla-option';
import { convertibleTerms } from '#engine-gpu/product/note/convertible';
import { closeTo, table } from '#test/reference/table';
import { type ConvertibleInputs as Inputs, convertibleRequest as request } from '#test/support/convertible-rows';
import { convertibleOnTree } from '#test/support/convertible-tree';

interface Expected {
  readonly price: number;
  readonly bond_floor?: number;
  readonly parity?: number;
}

const today = '2026-01-05';
const price = (request: object) => priceConvertible(parse(convertiblePriceRequest, request), today).result;

/** The price on the binomial tree of the test support. */
function treePrice(inputs: Inputs, steps: number): number {
  const { bond, market } = parse(convertiblePriceRequest, request(inputs));
  const { spot, volatility, dividend, creditSpread, hazardRate = 0, recoveryRate = 0, rate = 0 } = market;
  const credit = creditSpread === undefined ? { intensity: hazardRate, recovery: recoveryRate } : { spread: creditSpread };
  const world = { spot, volatility, dividend, credit, accumulatedRate: (t: number) => rate * t };
  return convertibleOnTree(convertibleTerms(bond), world, steps)?.price ?? Number.NaN;
}

table<Inputs, Expected>('convertible', ({ inputs, expected, tolerance }) => {
  if (inputs.steps !== undefined)
    return closeTo(treePrice(inputs, inputs.steps), expected.price, tolerance, "price on a tree with the row's number of steps");
  const result = price(request(inputs));
  closeTo(result.price, expected.price, tolerance, 'price');
  // Rounding of a sum of about twenty discounted amounts.
  if (expected.bond_floor) expect(result.bondFloor).to.be.closeTo(expected.bond_floor, 1e-11);
  if (expected.parity) {
    expect(result.parity).to.be.closeTo(expected.parity, 1e-12);
    expect(result.conversionPremium).to.be.closeTo(result.price / expected.parity - 1, 1e-14);
  }
});

const bond = { faceValue: 100, couponRate: 0.02, couponFrequency: 2, maturity: 5, conversionRatio: 2 };
const market = { spot: 40, rate: 0.03, volatility: 0.3, creditSpread: 0.02 };
const intensity = { spot: 40, rate: 0.03, volatility: 0.3, hazardRate: 0.02, recoveryRate: 0.4 };

describe('a convertible bond', () => {
  // With conversion at maturity only and no coupons, the convertible is a zero-coupon bond and calls on the shares.
  const zero = { faceValue: 100, couponRate: 0, couponFrequency: 1, maturity: 3, conversionRatio: 2, conversionStyle: 'european' };
  const riskless = { spot: 50, rate: 0.04, volatility: 0.2, dividend: 0.01, creditSpread: 0 };
  const closed = (spot: number, volatility: number) =>
    100 * Math.exp(-0.12) + 2 * priceVanilla({ spot, strike: 50, rate: 0.04, volatility, time: 3, dividend: 0.01, put: false });

  it('without credit risk, coupons or early conversion has the price and Greeks of a bond plus calls', () => {
    const { price: value, delta, gamma, vega } = price({ bond: zero, market: riskless });
    expect(value).to.be.closeTo(closed(50, 0.2), 2e-4);
    expect(delta).to.be.closeTo((closed(50.5, 0.2) - closed(49.5, 0.2)) / 1, 1e-4);
    expect(gamma).to.be.closeTo(closed(51, 0.2) - 2 * closed(50, 0.2) + closed(49, 0.2), 1e-4);
    expect(vega).to.be.closeTo((closed(50, 0.21) - closed(50, 0.2)) / 0.01, 0.01);
  });

  it('under Tsiveriotis-Fernandes discounts shares at the rate and cash at the rate plus the spread', () => {
    // The shares, 2 S if S > 50, are two calls and one hundred digitals; the cash is what is paid otherwise.
    const spread = 0.03;
    const step = 1e-4;
    const call = (strike: number) => priceVanilla({ spot: 50, strike, rate: 0.04, volatility: 0.2, time: 3, dividend: 0.01, put: false });
    const digital = (call(50 - step) - call(50 + step)) / (2 * step);
    const expected = 2 * (call(50) + 50 * digital) + 100 * Math.exp(-spread * 3) * (Math.exp(-0.12) - digital);
    expect(price({ bond: zero, market: { ...riskless, creditSpread: spread } }).price).to.be.closeTo(expected, 1e-3);
  });

  it('without conversion is worth its bond floor, under a credit spread and under an intensity with a curve', () => {
    const curve = { times: [1, 2, 5], zeroRates: [0.02, 0.025, 0.035] };
    const { rate: _, ...rest } = intensity;
    for (const world of [market, { ...rest, curve }]) {
      const result = price({ bond: { ...bond, conversionRatio: 0 }, market: world, steps: 2_000 });
      // Cash flows do not depend on the spot. The recovery payment is integrated with a constant forward rate per time step.
      expect(result.price).to.be.closeTo(result.bondFloor, 1e-6);
      expect(result).not.to.have.property('conversionPremium');
      expect(result.delta).to.be.closeTo(0, 1e-10);
    }
  });

  it('under an intensity has the bond floor of the closed form', () => {
    const { bondFloor } = price({ bond: { ...bond, couponRate: 0 }, market: intensity });
    const total = 0.05;
    const expected = 100 * Math.exp(-total * 5) + ((0.4 * 100 * 0.02) / total) * -Math.expm1(-total * 5);
    expect(bondFloor).to.be.closeTo(expected, 1e-12);
  });

  it('has the same price on a flat curve as with the constant rate', () => {
    const { rate, ...rest } = market;
    const onCurve = price({ bond, market: { ...rest, curve: { times: [1], zeroRates: [rate] } } });
    const atRate = price({ bond, market });
    expect(onCurve.price).to.be.closeTo(atRate.price, 1e-9);
  });

  it('is worth at least parity and, without calls, its bond floor; a call lowers the price and a put raises it', () => {
    const worlds = fc.record({
      spot: fc.double({ min: 10, max: 120, noNaN: true }),
      rate: fc.double({ min: 0, max: 0.08, noNaN: true }),
      volatility: fc.double({ min: 0.25, max: 0.8, noNaN: true }),
      dividend: fc.double({ min: 0, max: 0.04, noNaN: true }),
      hazardRate: fc.double({ min: 0, max: 0.05, noNaN: true }),
      recoveryRate: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(worlds, fc.double({ min: 0, max: 0.08, noNaN: true }), (world, couponRate) => {
        const priceWith = (rights: object) => price({ bond: { ...bond, couponRate, ...rights }, market: world, steps: 100 });
        const plain = priceWith({});
        const called = priceWith({ callSchedule: [{ time: 2, price: 105 }] });
        const puttable = priceWith({ putSchedule: [{ time: 2, price: 100 }] });
        expect(plain.price).to.be.at.least(plain.bondFloor - 1e-8);
        expect(plain.price).to.be.at.least(plain.parity - 1e-10);
        expect(called.price).to.be.at.least(called.parity - 1e-10);
        // The two prices come from different grids, since the call level is a node of one. With 100 steps they differ by a few hundredths.
        expect(called.price).to.be.at.most(plain.price + 0.05);
        // A put date changes the time steps.
        expect(puttable.price).to.be.at.least(plain.price - 1e-3);
        // The tolerance allows for the discretisation error of 100 intervals.
        expect(plain.delta).to.be.within(-1e-3, 2 + 1e-3);
      }),
      { numRuns: 60, seed: 9 },
    );
  });

  it('with a call at any time has the closed-form price of a knock-out at the call price, from 400 to 1600 steps', () => {
    // The zero-coupon bond of the table. Until default the share grows at r + λ, which is also the discount rate; the holder receives 113
    // when parity reaches the call price.
    const [rate, hazardRate, time] = [0.05, 0.01, 0.75];
    const carry = rate + hazardRate;
    const world = { spot: 50, level: 56.5, rate: carry, volatility: Math.sqrt(0.09 - hazardRate), time, dividend: 0 };
    const claim = { ...world, strike: 1e6, sign: 1, direction: 'up', rebate: 1 } as const;
    const hit = barrierOption({ ...claim, style: 'knock_out', rebatePayment: 'at_hit' });
    const never = barrierOption({ ...claim, style: 'knock_in', rebatePayment: 'at_expiry' });
    const call = barrierOption({ ...claim, strike: 50, style: 'knock_out', rebate: 0, rebatePayment: 'at_hit' });
    const exact = 113 * hit + 100 * never + 2 * call + 0.4 * 100 * (hazardRate / carry) * (1 - hit - never);

    const zeroBond = { faceValue: 100, couponRate: 0, couponFrequency: 1, maturity: time, conversionRatio: 2 };
    const onGrid = (steps: number) =>
      price({
        bond: { ...zeroBond, callSchedule: [{ time: 0, price: 113 }] },
        market: { spot: 50, rate, volatility: 0.3, hazardRate, recoveryRate: 0.4 },
        steps,
      }).price;
    // The error of a binomial tree of 440 to 840 steps is 0.04 to 0.2 here and oscillates with the position of the barrier between nodes.
    for (const steps of [400, 440, 800, 840, 1_600]) expect(onGrid(steps)).to.be.closeTo(exact, 1e-5 * exact);
  });

  it('is not called while the share is below the call trigger', () => {
    const callable = (trigger?: number) =>
      price({ bond: { ...bond, callSchedule: [{ time: 1, price: 102, ...(trigger && { trigger }) }] }, market: intensity }).price;
    const plain = price({ bond, market: intensity }).price;
    expect(callable(60)).to.be.within(callable(), plain);
    expect(callable(60)).to.be.above(callable() + 0.1);
    expect(callable(1e6)).to.be.closeTo(plain, 1e-3);
  });

  it('without volatility has the value of the deterministic forward path, the limit of small volatilities', () => {
    const still = (volatility: number, spot = 40, dividend = 0) => price({ bond, market: { ...market, spot, volatility, dividend } });
    // Ten coupons of 1 and the redemption of 100, discounted at 5%. Parity grows from 80 to 92.9 in five years, so nobody converts.
    const cash = Array.from({ length: 10 }, (_, k) => Math.exp((-0.05 * (k + 1)) / 2)).reduce(
      (sum, each) => sum + each,
      100 * Math.exp(-0.25),
    );
    expect(still(0).price).to.be.closeTo(cash, 1e-10);
    expect(still(0).delta).to.be.closeTo(0, 1e-9);
    expect(still(1e-3).price).to.be.closeTo(cash, 1e-3);
    // Parity is 120 today, and the shares grow at their discount rate: the holder takes the coupons and converts at maturity.
    expect(still(0, 60).delta).to.be.closeTo(2, 1e-6);
    // Dividends of a hundredth a year are less than the coupons. The last coupon comes with the redemption: the holder converts after the one before it.
    expect(still(0, 60, 0.01).delta).to.be.closeTo(2 * Math.exp(-0.01 * 4.5), 1e-6);
    // The tolerance is the discretisation error, about 1e-4 of the price.
    expect(still(1e-3, 60).price).to.be.closeTo(still(0, 60).price, 1e-2);
  });

  it('may be put only on the put date', () => {
    const putAt = (time: number, amount: number) =>
      price({ bond: { ...bond, putSchedule: [{ time, price: amount }] }, market: intensity }).price;
    const plain = price({ bond, market: intensity }).price;
    expect(putAt(0, 120)).to.equal(120);
    expect(putAt(0, 80)).to.equal(plain);
    // The bond is put in two years for 120, at a rate of 3% and an intensity of 2%, after four coupons of 1.
    expect(putAt(2, 120))
      .to.be.above(120 * Math.exp(-0.1))
      .and.below(120 * Math.exp(-0.06) + 4 + 10);
    expect(putAt(4, 120)).to.be.within(plain, putAt(2, 120));
  });

  it('requires a credit spread or an intensity with recovery, and an intensity below the variance rate of the share', () => {
    const pointers = (world: object) => {
      try {
        price({ bond, market: { spot: 40, rate: 0.03, volatility: 0.3, ...world } });
      } catch (error) {
        return (error as EngineFailure).faults.map(({ pointer }) => pointer);
      }
      return [];
    };
    expect(pointers({})).to.deep.equal(['/market']);
    expect(pointers({ creditSpread: 0.01, hazardRate: 0.01, recoveryRate: 0.4 })).to.deep.equal(['/market']);
    expect(pointers({ hazardRate: 0.01 })).to.deep.equal(['/market/recoveryRate']);
    expect(pointers({ hazardRate: 0.09, recoveryRate: 0.4 })).to.deep.equal(['/market/hazardRate']);
    expect(pointers({ hazardRate: 0.01, recoveryRate: 0.4, volatility: 0 })).to.deep.equal(['/market/hazardRate']);
    expect(pointers({ creditSpread: 0.01, volatility: -0.1 })).to.deep.equal(['/market/volatility']);
  });

  it('refuses calls that are not in order and a put at maturity', () => {
    const right = (time: number) => ({ time, price: 100 });
    expect(() => price({ bond: { ...bond, callSchedule: [right(2), right(1)] }, market })).to.throw(
      EngineFailure,
      'bond.callSchedule.1.time',
    );
    expect(() => price({ bond: { ...bond, putSchedule: [right(5)] }, market })).to.throw(EngineFailure, 'bond.putSchedule.0.time');
  });
});
