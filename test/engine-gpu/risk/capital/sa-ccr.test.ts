import { expect } from 'chai';
import fc from 'fast-check';
import {
  addOnOf,
  adjustedNotional,
  exposureAtDefault,
  multiplierOf,
  oneFactorAddOn,
  type RegulatoryMargin,
  type RegulatoryTrade,
  regulatoryExposure,
  supervisoryDelta,
} from '#engine-gpu/risk/capital/sa-ccr';

/** The worked examples print whole thousands, rounded from unrounded intermediate results. */
const PRINTED = 0.5;

/** CRE99.21, example 1: two swaps in dollars and a bought European swaption that receives fixed. */
const example1: readonly RegulatoryTrade[] = [
  { assetClass: 'interestRate', hedgingSet: 'USD', notional: 10_000, direction: 1, start: 0, maturity: 10 },
  { assetClass: 'interestRate', hedgingSet: 'USD', notional: 10_000, direction: -1, start: 0, maturity: 4 },
  {
    assetClass: 'interestRate',
    hedgingSet: 'EUR',
    notional: 5_000,
    direction: 1,
    start: 1,
    maturity: 11,
    option: { call: false, forward: 0.06, strike: 0.05, expiry: 1 },
  },
];
const noClass = { interestRate: 0, foreignExchange: 0, equity: 0 };
const addOn = (total: number) => ({ ...noClass, total });

describe('the exposure at default by SA-CCR', () => {
  it('is that of example 1 of the Basel text: interest rates', () => {
    expect(example1.map((trade) => Math.round(adjustedNotional(trade, 0)))).to.deep.equal([78_694, 36_254, 37_428]);
    expect(supervisoryDelta(example1[2]!, 0)).to.be.closeTo(-0.2694, 5e-5);
    const exposure = regulatoryExposure(example1, undefined);
    expect(exposure.unmargined.interestRate).to.be.closeTo(347, PRINTED);
    expect(exposure.unmargined.total).to.equal(exposure.unmargined.interestRate);
    expect(exposureAtDefault(exposure, 30 - 20 + 50, 0)).to.be.closeTo(569, PRINTED);
  });

  it('is that of example 2: add-ons of issuers with a common factor, and a multiplier below 1', () => {
    const credit = oneFactorAddOn([
      { addOn: 0.0038 * 27_858, correlation: 0.5 },
      { addOn: -0.0054 * 51_836, correlation: 0.5 },
      { addOn: 0.0038 * 44_240, correlation: 0.8 },
    ]);
    expect(credit).to.be.closeTo(282, PRINTED);
    expect(multiplierOf(-20, credit)).to.be.closeTo(0.965, 5e-4);
    expect(exposureAtDefault({ unmargined: addOn(credit), margined: undefined, margin: undefined }, -20, 0)).to.be.closeTo(381, PRINTED);
  });

  it('is that of example 5: a margin agreement with a period of 14 business days', () => {
    const margin: RegulatoryMargin = { threshold: 0, minimumTransfer: 5, independentAmount: 150, marginPeriod: 14 / 250 };
    expect(addOnOf(example1, margin).total).to.be.closeTo(123, PRINTED);
    // The other half of the netting set are commodities, whose add-on the text gives as 1,278.
    const margined = addOn(1_401);
    expect(multiplierOf(80 - 200, margined.total)).to.be.closeTo(0.958, 5e-4);
    const exposure = { unmargined: addOn(347 + 3_841), margined, margin };
    expect(exposureAtDefault(exposure, 80, 200)).to.be.closeTo(1_879, PRINTED);
  });

  it('has the replacement costs of the examples of margin agreements (CRE99.98 to 115)', () => {
    const replacementCost = (value: number, collateral: number, minimumTransfer: number, independentAmount: number) =>
      exposureAtDefault(
        {
          unmargined: addOn(1e9),
          margined: addOn(0),
          margin: { threshold: 0, minimumTransfer, independentAmount, marginPeriod: 10 / 250 },
        },
        value,
        collateral,
      ) / 1.4;
    expect(replacementCost(80, 90, 1, 10)).to.equal(0);
    expect(replacementCost(80, 79.5, 1, 0)).to.be.closeTo(1, 1e-12);
    expect(replacementCost(-50, -50, 0, 0)).to.equal(0);
    expect(replacementCost(-50, -60, 0, -10)).to.be.closeTo(10, 1e-12);
    expect(replacementCost(50, 80, 0, 20)).to.equal(0);
  });

  const option = fc.record({
    call: fc.boolean(),
    forward: fc.double({ min: -0.05, max: 0.2, noNaN: true }),
    strike: fc.double({ min: -0.05, max: 0.2, noNaN: true }),
    expiry: fc.double({ min: 0.001, max: 5, noNaN: true }),
  });
  const common = {
    hedgingSet: fc.constantFrom('A', 'B'),
    notional: fc.double({ min: 1e-3, max: 1e9, noNaN: true }),
    direction: fc.constantFrom<1 | -1>(1, -1),
    maturity: fc.double({ min: 0.001, max: 60, noNaN: true }),
  };
  const trade: fc.Arbitrary<RegulatoryTrade> = fc.oneof(
    fc.record({
      assetClass: fc.constant('interestRate' as const),
      ...common,
      start: fc.constantFrom(0, 0.5, 70),
    }),
    fc.record({ assetClass: fc.constant('interestRate' as const), ...common, start: fc.constant(0), option }),
    fc.record({ assetClass: fc.constant('foreignExchange' as const), ...common }),
    fc.record({ assetClass: fc.constant('equity' as const), ...common }),
  );
  const trades = fc.array(trade, { maxLength: 6 });
  const margins = fc.option(
    fc.record({
      threshold: fc.double({ min: 0, max: 1e6, noNaN: true }),
      minimumTransfer: fc.double({ min: 0, max: 1e5, noNaN: true }),
      independentAmount: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      marginPeriod: fc.double({ min: 0, max: 0.2, noNaN: true }),
    }),
    { nil: undefined },
  );
  const time = fc.double({ min: 0, max: 61, noNaN: true });
  const amount = fc.double({ min: -1e9, max: 1e9, noNaN: true });
  /** Sums of six terms of up to 1e10. */
  const ROUNDING = 1e-12;

  it('is finite, at least 5 % of the add-on, and no larger with a margin agreement than without', () => {
    fc.assert(
      fc.property(trades, margins, time, amount, amount, (list, margin, years, value, collateral) => {
        const exposure = regulatoryExposure(list, margin, years);
        const ead = exposureAtDefault(exposure, value, collateral);
        const unmargined = exposureAtDefault({ ...exposure, margin: undefined }, value, collateral);
        expect(Number.isFinite(ead)).to.equal(true);
        expect(ead).to.be.at.most(unmargined);
        expect(unmargined).to.be.at.least(1.4 * 0.05 * exposure.unmargined.total * (1 - ROUNDING));
        expect(unmargined).to.be.at.least(1.4 * (value - collateral) * (1 - ROUNDING));
      }),
      { numRuns: 2_000 },
    );
  });

  it('nets: what is bought and sold counts for nothing, and no netting set has more than its parts', () => {
    fc.assert(
      fc.property(trades, trades, margins, time, (some, more, margin, years) => {
        const [one, two, both] = [some, more, [...some, ...more]].map((list) => addOnOf(list, margin, years).total);
        expect(both).to.be.at.most((one! + two!) * (1 + ROUNDING) + Number.MIN_VALUE);
        const reversed = some.map((each) => ({ ...each, direction: -each.direction as 1 | -1 }));
        // The square root of what rounding leaves of squares that cancel.
        expect(addOnOf([...some, ...reversed], margin, years).total).to.be.at.most(one! * 1e-7);
        expect(addOnOf(reversed, margin, years).total).to.be.closeTo(one!, one! * ROUNDING);
      }),
      { numRuns: 2_000 },
    );
  });

  it('has deltas of a call and a sold put that add up to the underlying, at negative rates too', () => {
    fc.assert(
      fc.property(option, time, (terms, years) => {
        const delta = (call: boolean) => supervisoryDelta({ ...example1[2]!, option: { ...terms, call } }, years);
        expect(delta(true) - delta(false)).to.be.closeTo(1, 1e-15);
        expect(delta(true)).to.be.within(0, 1);
      }),
    );
  });
});
