import { expect } from 'chai';
import fc from 'fast-check';
import { EngineFailure } from '#engine';
import { curveCalibrationRequest, parse } from '#engine/schemas';
import { calibrateCurve } from '#engine-gpu/calibration/curve';
import { INTERPOLATIONS } from '#engine-gpu/market/curve';
import { defined } from '#services/runtime/defined';
import { closeTo, table } from '#test/reference/table';

const build = (request: object) => calibrateCurve(parse(curveCalibrationRequest, request)).result;

interface Inputs {
  readonly deposits?: readonly { time?: number; simple_rate?: number; tenor?: string; rate?: number }[];
  readonly futures?: readonly { start: number; end: number; price: number; convexity: number }[];
  readonly swaps_annual_fixed?: readonly { years: number; par_rate: number }[];
  readonly swaps?: readonly { years: number; rate: number }[];
  readonly bonds?: readonly { maturity: number; price: number; annual_coupon: number; coupons_per_year: number }[];
  readonly swap_conventions?: string;
  readonly settlement_days?: number;
}
interface Expected {
  readonly reference_date?: string;
  readonly pillar_dates?: readonly string[];
  readonly pillar_times?: readonly number[];
  readonly times_act365?: readonly number[];
  readonly discount_factors?: readonly number[];
  readonly zero_rates_continuous?: readonly number[];
}

const inYears = ({ deposits = [], futures = [], swaps_annual_fixed = [], bonds = [] }: Inputs) => ({
  valuationDate: '2026-01-05',
  instruments: [
    ...deposits.map(({ time, simple_rate }) => ({ type: 'deposit', maturity: time, rate: simple_rate })),
    ...futures.map(({ start, end, price, convexity }) => ({ type: 'future', start, maturity: end, price, convexity })),
    ...swaps_annual_fixed.map(({ years, par_rate }) => ({ type: 'swap', maturity: years, rate: par_rate })),
    ...bonds.map(({ maturity, price, annual_coupon, coupons_per_year }) => ({
      type: 'bond',
      maturity,
      price,
      couponRate: annual_coupon / 100,
      couponFrequency: coupons_per_year,
    })),
  ],
});

/** A request with tenors. The tables measure time from their reference date, which is the spot date or the evaluation date. */
const onDates = (inputs: Inputs, reference: string) => ({
  valuationDate: reference,
  calendar: 'TARGET',
  settlementDays: defined(inputs.swap_conventions, 'inputs.swap_conventions').startsWith('OIS') ? inputs.settlement_days : 0,
  instruments: [
    ...(inputs.deposits ?? []).map(({ tenor, rate }) => ({ type: 'deposit', tenor, rate })),
    ...defined(inputs.swaps, 'inputs.swaps').map(({ years, rate }) => ({
      type: defined(inputs.swap_conventions, 'inputs.swap_conventions').startsWith('OIS') ? 'ois' : 'swap',
      tenor: `${years}Y`,
      rate,
    })),
  ],
});

/** Tolerance of a repriced quote: rounding of about ten sums of about thirty terms each. */
const REPRICING_TOLERANCE = 1e-13;

table<Inputs, Expected>('curve_bootstrap', ({ inputs, expected, tolerance }) => {
  const { reference_date, discount_factors, zero_rates_continuous } = expected;
  const { nodes, residuals } = build(reference_date === undefined ? inYears(inputs) : onDates(inputs, reference_date));
  for (const { instrument, error } of residuals)
    expect(error, instrument).to.be.closeTo(0, instrument.startsWith('bond') ? 100 * REPRICING_TOLERANCE : REPRICING_TOLERANCE);
  if (expected.pillar_dates) expect(nodes.map(({ date }) => date)).to.deep.equal(expected.pillar_dates);
  nodes.forEach(({ time, discountFactor, zeroRate }, i) => {
    closeTo(
      time,
      (expected.pillar_times ?? expected.times_act365 ?? defined(inputs.bonds, 'inputs.bonds').map(({ maturity }) => maturity))[i]!,
      tolerance,
      'time',
    );
    if (discount_factors) closeTo(discountFactor, discount_factors[i]!, tolerance, `discount factor ${i}`);
    if (zero_rates_continuous) closeTo(zeroRate, zero_rates_continuous[i]!, tolerance, `zero rate ${i}`);
  });
});

const valuationDate = '2026-01-05';
const market = [
  { type: 'deposit', tenor: '1M', rate: 0.031 },
  { type: 'deposit', tenor: '3M', rate: 0.032 },
  { type: 'fra', start: '2026-04-07', tenor: '3M', rate: 0.033 },
  { type: 'future', start: '2026-07-07', tenor: '3M', price: 96.6, convexity: 0.0001 },
  { type: 'ois', tenor: '1Y', rate: 0.0335 },
  { type: 'swap', tenor: '2Y', rate: 0.034, fixedFrequency: 2 },
  { type: 'swap', tenor: '3Y', rate: 0.0345 },
  { type: 'swap', tenor: '5Y', rate: 0.035 },
  { type: 'bond', tenor: '7Y', price: 99, couponRate: 0.0355, couponFrequency: 2 },
  { type: 'swap', tenor: '10Y', rate: 0.036 },
  { type: 'swap', tenor: '30Y', rate: 0.0355 },
];

describe('a bootstrapped curve', () => {
  it('refuses an instrument that starts before the valuation date and names its start field', () => {
    const fra = { type: 'fra', start: '2026-04-07', tenor: '9M', rate: 0.02 };
    expect(() => build({ valuationDate: '2026-11-22', instruments: [fra] }))
      .to.throw(EngineFailure, 'instruments.0.start must not be before 2026-11-22, the valuation date; got 2026-04-07')
      .with.property('kind', 'invalid');
  });

  for (const interpolation of INTERPOLATIONS) {
    it(`reprices every quote of every instrument type with ${interpolation}`, () => {
      const { nodes, residuals } = build({ valuationDate, calendar: 'TARGET', settlementDays: 2, interpolation, instruments: market });
      expect(residuals.map(({ instrument }) => instrument)).to.include.members(['deposit 1M', 'swap 30Y']);
      for (const { instrument, error } of residuals)
        expect(error, instrument).to.be.closeTo(0, instrument.startsWith('bond') ? 1e-11 : REPRICING_TOLERANCE);
      expect(nodes.map(({ time }) => time)).to.deep.equal(nodes.map(({ time }) => time).toSorted((a, b) => a - b));
      for (const { zeroRate, forwardRate } of nodes) {
        expect(zeroRate).to.be.within(0.03, 0.04);
        expect(forwardRate).to.be.within(0.02, 0.05);
      }
    });

    it(`is flat with ${interpolation} when all instruments have the same rate`, () => {
      const rate = 0.04;
      const instruments = [0.5, 1, 2, 5].map((maturity) => ({
        type: 'bond',
        maturity,
        price: 100 * Math.exp(-rate * maturity),
        couponRate: 0,
        couponFrequency: 1,
      }));
      for (const { zeroRate, forwardRate } of build({ valuationDate, interpolation, instruments }).nodes) {
        expect(zeroRate).to.be.closeTo(rate, 1e-14);
        expect(forwardRate).to.be.closeTo(rate, 1e-13);
      }
    });

    it(`fits random deposit and swap rates with ${interpolation}`, () => {
      const rates = fc.array(fc.double({ min: -0.01, max: 0.08, noNaN: true }), { minLength: 8, maxLength: 8 });
      fc.assert(
        fc.property(rates, fc.double({ min: -0.01, max: 0.08, noNaN: true }), (steps, level) => {
          // Rates that differ by a few tenths of a percentage point between neighbouring maturities.
          const maturities = [0.25, 1, 2, 3, 5, 10, 20, 30];
          const instruments = maturities.map((maturity, i) => ({
            type: maturity <= 1 ? 'deposit' : 'swap',
            maturity,
            rate: level + (steps[i]! - level) * 0.05,
          }));
          const { residuals, nodes } = build({ valuationDate, interpolation, instruments });
          for (const { error } of residuals) expect(error).to.be.closeTo(0, 1e-12);
          for (const { discountFactor, forwardRate } of nodes) {
            expect(discountFactor).to.be.above(0);
            expect(forwardRate).to.satisfy(Number.isFinite);
          }
        }),
        { numRuns: 100, seed: 3 },
      );
    });
  }

  it('does not depend on the order of its instruments', () => {
    const request = { valuationDate, calendar: 'TARGET', settlementDays: 2 };
    const straight = build({ ...request, instruments: market });
    const reversed = build({ ...request, instruments: market.toReversed() });
    expect(reversed.nodes).to.deep.equal(straight.nodes);
    expect(reversed.residuals).to.deep.equal(straight.residuals.toReversed());
  });

  it('subtracts the convexity adjustment of a future from its rate', () => {
    const future = { type: 'future', start: 0, maturity: 0.25, price: 95.8, convexity: 0.002 };
    const [node] = build({ valuationDate, instruments: [future] }).nodes;
    expect(node!.discountFactor).to.be.closeTo(1 / (1 + 0.04 * 0.25), 1e-15);
  });

  it('equals the discount curve as a projection curve when both are fitted to the same swaps', () => {
    const swaps = [1, 2, 3, 5, 10].map((maturity) => ({ type: 'swap', maturity, rate: 0.03 + 0.001 * maturity }));
    const single = build({ valuationDate, instruments: swaps, interpolation: 'linear_zero' }).nodes;
    const discountCurve = { times: single.map(({ time }) => time), zeroRates: single.map(({ zeroRate }) => zeroRate) };
    const dual = build({ valuationDate, instruments: swaps, interpolation: 'linear_zero', discountCurve }).nodes;
    for (const [i, { discountFactor }] of dual.entries()) expect(discountFactor).to.be.closeTo(single[i]!.discountFactor, 1e-13);
  });

  it('fits swaps with monthly payments as a projection curve beside a discount curve of many nodes', () => {
    const swaps = [1, 2, 5, 10, 30].map((maturity) => ({ type: 'swap', maturity, rate: 0.03, fixedFrequency: 12, floatingFrequency: 12 }));
    const times = Array.from({ length: 120 }, (_, i) => 0.25 * (i + 1));
    const discountCurve = { times, zeroRates: times.map((time) => 0.02 + 0.01 * Math.sin(time)) };
    for (const interpolation of INTERPOLATIONS)
      for (const { error } of build({ valuationDate, instruments: swaps, interpolation, discountCurve }).residuals)
        expect(error).to.be.closeTo(0, REPRICING_TOLERANCE);
  });

  it('gives simply compounded forward rates as a projection curve beside another discount curve', () => {
    // One period: D(1) (1/P(1) − 1) = rate · D(1), whatever D is.
    const swap = { type: 'swap', maturity: 1, rate: 0.03, floatingFrequency: 1 };
    const [node] = build({ valuationDate, instruments: [swap], discountCurve: { times: [1], zeroRates: [0.2] } }).nodes;
    expect(node!.discountFactor).to.be.closeTo(1 / 1.03, 1e-15);
  });

  it('names the instrument that cannot be fitted', () => {
    const instruments = [
      { type: 'deposit', maturity: 1, rate: 0.01 },
      { type: 'swap', maturity: 2, rate: 1.5 },
    ];
    for (const interpolation of INTERPOLATIONS)
      expect(() => build({ valuationDate, interpolation, instruments }))
        .to.throw(EngineFailure, 'swap 2 cannot be fitted')
        .with.property('kind', 'calibration');
  });

  it('reports an instrument with no maturity, two maturities or one before its start, and two instruments with equal maturity', () => {
    const faultsOf = (instruments: object[]) => {
      try {
        build({ valuationDate, instruments });
      } catch (error) {
        return (error as EngineFailure).faults.map(({ pointer }) => pointer);
      }
      return [];
    };
    expect(faultsOf([{ type: 'deposit', rate: 0.01 }])).to.deep.equal(['/instruments/0']);
    expect(faultsOf([{ type: 'deposit', rate: 0.01, tenor: '1Y', maturity: 1 }])).to.deep.equal(['/instruments/0']);
    expect(faultsOf([{ type: 'fra', start: 1, maturity: 0.5, rate: 0.01 }])).to.deep.equal(['/instruments/0/maturity']);
    expect(faultsOf([{ type: 'deposit', maturity: '2026-01-05', rate: 0.01 }])).to.deep.equal(['/instruments/0/maturity']);
    expect(faultsOf([{ type: 'repo', maturity: 1, rate: 0.01 }])).to.deep.equal(['/instruments/0/type']);
    expect(faultsOf([{ type: 'swap', maturity: 1, rate: 0.01, fixedFrequency: 5 }])).to.deep.equal(['/instruments/0/fixedFrequency']);
    expect(
      faultsOf([
        { type: 'deposit', maturity: 1, rate: 0.01 },
        { type: 'swap', maturity: 1, rate: 0.02 },
      ]),
    ).to.deep.equal(['/instruments/1']);
  });

  it('counts the fixed leg by its own day count, and business days of joint calendars', () => {
    const dated = { valuationDate: '2026-01-05', calendar: ['TARGET', 'GBLO'], settlementDays: 2 };
    const rateUnder = (more: object, settings: object = {}) =>
      build({ ...dated, ...settings, instruments: [{ type: 'swap', tenor: '1Y', rate: 0.04, ...more }] }).nodes[0]!.discountFactor;
    // One payment after 365 days: P(start) = P(end)(1 + rate · accrual), and P(start) is that of the same flat curve, two days on.
    const accrualOf = (factor: number, start = 2) => (factor ** (start / 367) / factor - 1) / 0.04;
    expect(accrualOf(rateUnder({ fixedDayCount: 'ACT/360' }))).to.be.closeTo(365 / 360, 1e-13);
    expect(accrualOf(rateUnder({}))).to.be.closeTo(1, 1e-13);
    expect(accrualOf(rateUnder({ fixedDayCount: 'BUS/252' }, { calendar: 'weekends' }))).to.be.closeTo(261 / 252, 1e-13);
    const ois = build({ ...dated, instruments: [{ type: 'ois', tenor: '1Y', rate: 0.04, fixedDayCount: '30E/360' }] });
    expect(accrualOf(ois.nodes[0]!.discountFactor)).to.be.closeTo(1, 1e-13);
  });

  it('refuses an instrument that ends after 9999-12-31', () => {
    const ending = (tenor: string) => build({ valuationDate: '9999-09-30', instruments: [{ type: 'deposit', tenor, rate: 0.01 }] });
    expect(ending('3M').nodes[0]!.date).to.equal('9999-12-30');
    expect(() => ending('4M')).to.throw(EngineFailure, 'instruments.0.tenor must end by 9999-12-31; got 4M');
  });

  it('refuses more than 20 000 payments before the bootstrap starts', () => {
    const instruments = Array.from({ length: 100 }, (_, i) => ({ type: 'swap', maturity: 30 + 0.1 * i, rate: 0.03, fixedFrequency: 12 }));
    expect(() => build({ valuationDate, instruments }))
      .to.throw(EngineFailure, 'at most 20000')
      .with.property('kind', 'cost');
  });
});
