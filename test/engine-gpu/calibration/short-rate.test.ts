import { expect } from 'chai';
import fc from 'fast-check';
import { calibrateCurve, EngineFailure } from '#engine';
import { curveCalibrationRequest, parse } from '#engine/schemas';
import { shortRateModel } from '#engine-gpu/calibration/short-rate-request';
import { impliedNormalVolatility } from '#engine-gpu/formula/bachelier';
import { discount } from '#engine-gpu/market/curve';
import type { G2Parameters } from '#engine-gpu/model/g2';
import { swaptionG2 } from '#engine-gpu/model/g2-swaption';
import { defined } from '#services/runtime/defined';
import { closeTo, table } from '#test/reference/table';
import { priceOf } from '#test/support/price';

const calibrated = (request: object) =>
  defined(calibrateCurve(parse(curveCalibrationRequest, request)).result.shortRateModel, 'shortRateModel');

interface Expected {
  readonly rmse: number;
  readonly meanReversion?: number;
  readonly volatility?: number;
}

/** Mean reversions below a thousandth per year are told apart by no matrix of ten years. */
const MEAN_REVERSION_RESOLUTION = 1e-3;

table<object, Expected>('short_rate_calibration', ({ inputs, expected, tolerance: { rel = 0, abs = 0, why } }) => {
  const fit = calibrated(inputs);
  // A better fit than QuantLib's passes.
  expect(fit.rmse).to.be.at.most(expected.rmse * (1 + rel) + abs);
  expect(fit.converged).to.equal(true);
  if (fit.type !== 'hull_white' || expected.meanReversion === undefined || expected.volatility === undefined) return;
  closeTo(fit.parameters.volatility, expected.volatility, { rel, why });
  closeTo(fit.parameters.meanReversion, expected.meanReversion, { rel, abs: MEAN_REVERSION_RESOLUTION, why });
});

const valuationDate = '2026-01-15';
const curve = { times: [1, 30], zeroRates: [0.02, 0.03] };
const expiries = [1, 2, 5, 10];
const tenors = [1, 5, 10];
const matrix = (normalVolatility: (expiry: number, tenor: number) => number) =>
  expiries.flatMap((expiry) => tenors.map((tenor) => ({ expiry, tenor, normalVolatility: normalVolatility(expiry, tenor) })));

describe('a short rate model fitted to swaptions', () => {
  it('recovers the parameters of the model that made the quotes, of both kinds', () => {
    const truth = { meanReversion1: 0.8, volatility1: 0.012, meanReversion2: 0.04, volatility2: 0.009, correlation: -0.7 };
    for (const [type, tolerance] of [
      ['hull_white', 1e-4],
      ['g2', 2e-2],
    ] as const) {
      const swaptions = quotesUnder(type === 'g2' ? truth : { ...truth, volatility1: 0 });
      const fit = calibrated({ valuationDate, curve, shortRateModel: { type, swaptions } });
      expect(fit.rmse).to.be.below(2e-7);
      const parameters = fit.parameters as Readonly<Record<string, number>>;
      const expected = type === 'g2' ? truth : { meanReversion: truth.meanReversion2, volatility: truth.volatility2 };
      for (const [name, value] of Object.entries(expected)) expect(parameters[name]! / value, name).to.be.closeTo(1, tolerance);
    }
  });

  it('has prices that its pricer gives for the same parameters', async () => {
    const { type, parameters, fitted } = calibrated({
      valuationDate,
      curve,
      shortRateModel: { type: 'g2', swaptions: matrix(() => 0.008) },
    });
    expect(type).to.equal('g2');
    for (const { expiry, tenor, strike, forwardRate, price } of fitted) {
      const instrument = { optionType: strike >= forwardRate ? 'payer' : 'receiver', strike, expiry, tenor, paymentsPerYear: 1 };
      expect(await priceOf('rates_swaption_lg2f', { instrument, market: { curve, valuationDate }, params: parameters })).to.be.closeTo(
        price,
        1e-12,
      );
    }
  });

  it('fits the example of its documentation as given', () => {
    for (const example of defined(shortRateModel.meta()?.examples, 'examples') as unknown[])
      expect(calibrated({ valuationDate, curve, shortRateModel: example as object }).converged).to.equal(true);
  });

  it('keeps a mean reversion that is given, and weights of 0 out of the fit', () => {
    const swaptions = matrix((expiry) => 0.009 - 0.0002 * expiry);
    const fit = calibrated({ valuationDate, curve, shortRateModel: { type: 'hull_white', meanReversion: 0.05, swaptions } });
    expect(fit.parameters).to.have.property('meanReversion', 0.05);
    const spoilt = [...swaptions.map((each) => ({ ...each, weight: 2 })), { expiry: 3, tenor: 3, normalVolatility: 0.1, weight: 0 }];
    const spoiltFit = calibrated({ valuationDate, curve, shortRateModel: { type: 'hull_white', meanReversion: 0.05, swaptions: spoilt } });
    expect((spoiltFit.parameters as { volatility: number }).volatility).to.be.closeTo(
      (fit.parameters as { volatility: number }).volatility,
      1e-9,
    );
  });

  it('stands on the curve of instruments as on the same curve given', () => {
    const instruments = [1, 5, 30].map((maturity) => ({ type: 'deposit', maturity, rate: 0.03 }));
    const { result } = calibrateCurve(
      parse(curveCalibrationRequest, { valuationDate, instruments, shortRateModel: { type: 'hull_white', swaptions: matrix(() => 0.01) } }),
    );
    const { nodes, shortRateModel } = result;
    const same = { times: nodes.map(({ time }) => time), zeroRates: nodes.map(({ zeroRate }) => zeroRate), interpolation: 'log_linear' };
    const { result: again } = calibrateCurve(
      parse(curveCalibrationRequest, { valuationDate, curve: same, shortRateModel: { type: 'hull_white', swaptions: matrix(() => 0.01) } }),
    );
    expect(again.shortRateModel).to.deep.equal(shortRateModel);
    expect(again.nodes).to.deep.equal(nodes);
    expect(again.residuals).to.deep.equal([]);
  });

  it('is refused where a quote has no meaning, and names the field', () => {
    const faults = (shortRateModel: object, more: object = { curve }) => {
      try {
        calibrated({ valuationDate, shortRateModel, ...more });
      } catch (error) {
        return (error as EngineFailure).faults.map(({ pointer, reason }) => `${pointer} ${reason}`);
      }
      return [];
    };
    const quote = { expiry: 1, tenor: 5, normalVolatility: 0.01 };
    expect(faults({ type: 'g2', swaptions: [quote, quote] })).to.deep.equal([
      '/shortRateModel/swaptions must have 5 quotes with positive weight, one per parameter; got 2',
    ]);
    expect(faults({ type: 'hull_white', swaptions: [quote, { ...quote, tenor: 1.5 }] })).to.deep.equal([
      '/shortRateModel/swaptions/1/tenor must be a whole number of periods of 1/1 year; got 1.5',
    ]);
    expect(faults({ type: 'hull_white', swaptions: [quote, { ...quote, volatility: 0.2, normalVolatility: undefined }] })).to.deep.equal([
      '/shortRateModel/swaptions must all have a volatility or all a normalVolatility: their errors are added',
    ]);
    const negative = { curve: { times: [1, 30], zeroRates: [-0.01, -0.01] } };
    const lognormal = { expiry: 1, tenor: 5, volatility: 0.2 };
    expect(faults({ type: 'hull_white', swaptions: [lognormal, { ...lognormal, shift: 0.03 }] }, negative)[0]).to.match(
      /^\/shortRateModel\/swaptions\/0\/volatility must be a normalVolatility, or have a shift above 0\.0099/,
    );
    expect(faults({ type: 'hull_white', swaptions: [quote, quote] }, { curve, discountCurve: curve })).to.deep.equal([
      '/discountCurve must be absent with a shortRateModel, whose curve discounts',
    ]);
    expect(faults({ type: 'hull_white', swaptions: [quote, quote] }, {})).to.deep.equal([
      ' must have exactly one of instruments and curve',
    ]);
  });

  /** Quotes that no model has: at its best fit without a bound, prices take thousands of evaluations. */
  const wild = {
    curve: { times: [1, 30], zeroRates: [-0.012, -0.077] },
    swaptions: [
      { expiry: 7.9, tenor: 18, volatility: 0.024, shift: 0.5, strike: 5.17 },
      { expiry: 84.86, tenor: 14, volatility: 0.316, shift: 0.5, strike: 0.029 },
      { expiry: 40.55, tenor: 10, volatility: 0.0041, shift: 0.5 },
      { expiry: 4.09, tenor: 3, volatility: 0.34, shift: 0.5 },
      { expiry: 5.11, tenor: 43, volatility: 0.0055, shift: 0.5 },
    ],
  };

  it('bounds the evaluations of a price, which quoted matrices stay far below', () => {
    // Payments of a rate of −7.5 % are negative but for the last.
    const times = Array.from({ length: 43 }, (_, i) => 6 + i);
    const forwards = times.map((_, i) => (i === 42 ? 1 - 0.075 : -0.075) * Math.exp(0.077 * (i + 1)));
    const afar = { meanReversion1: 0.051, volatility1: 0.2, meanReversion2: 0, volatility2: 0.0546, correlation: -0.999 };
    expect(() => swaptionG2(afar, 5, times, forwards, 1, 600)).to.throw(
      'the price of a swaption under G2++ needs more than 600 evaluations of its bond',
    );
    expect(swaptionG2(afar, 5, times, forwards, 1)).to.be.at.least(1 - forwards.reduce((sum, forward) => sum + forward, 0));
    for (const volatility1 of [0.002, 0.02])
      for (const [expiry, tenor] of [
        [0.25, 1],
        [5, 10],
        [20, 30],
      ]) {
        const model = { meanReversion1: 0.5, volatility1, meanReversion2: 0.03, volatility2: 0.012, correlation: -0.5 };
        const payments = Array.from({ length: tenor! }, (_, i) => expiry! + i + 1);
        const forwards = payments.map((_, i) => (i === tenor! - 1 ? 1.03 : 0.03) * 0.97 ** (i + 1));
        expect(swaptionG2(model, expiry!, payments, forwards, 1, 300)).to.be.within(0, 1);
      }
  });

  it('fits wild quotes by parameters whose prices are within the bound', () => {
    const { curve: wildCurve, swaptions } = wild;
    const fit = calibrated({ valuationDate, curve: wildCurve, shortRateModel: { type: 'g2', swaptions } });
    if (fit.type !== 'g2') throw new Error(`fitted ${fit.type}`);
    const { parameters, fitted } = fit;
    const zero = { ...wildCurve, interpolation: 'linear_zero' } as const;
    for (const { expiry, tenor, strike, forwardRate, price } of fitted) {
      const start = discount(zero, expiry);
      const times = Array.from({ length: tenor }, (_, i) => expiry + i + 1);
      const forwards = times.map((time, i) => ((strike + (i === tenor - 1 ? 1 : 0)) * discount(zero, time)) / start);
      const sign = strike >= forwardRate ? 1 : -1;
      expect(start * swaptionG2(parameters, expiry, times, forwards, sign, 600)).to.be.closeTo(price, 1e-12);
    }
  });

  it('refuses quotes for which the search finds no start, and names them', () => {
    const volatilities = {
      type: 'g2',
      swaptions: [
        { expiry: 31.9, tenor: 4, volatility: 3.57, shift: 1 },
        { expiry: 0.0096, tenor: 64, volatility: 0.003, shift: 1, strike: -0.757 },
        { expiry: 0.0056, tenor: 82, volatility: 0.0088, shift: 1 },
        { expiry: 47.5, tenor: 36, volatility: 0.00077, shift: 1, strike: -0.227 },
        { expiry: 0.0089, tenor: 3, volatility: 0.0011, shift: 1 },
      ],
    };
    expect(() => calibrated({ valuationDate, curve: { times: [1, 30], zeroRates: [2.374, 2.299] }, shortRateModel: volatilities }))
      .to.throw(
        EngineFailure,
        /^shortRateModel\.swaptions\.\d\.volatility must be one that the model can have with the others: at mean reversions/,
      )
      .with.property('kind', 'invalid');
  });

  it('fits random matrices or says why not, within seconds', () => {
    const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    const swaption = fc.record({
      expiry: number(0.01, 40),
      tenor: fc.integer({ min: 1, max: 40 }),
      normalVolatility: number(1e-5, 0.1),
      offset: number(-0.05, 0.1),
    });
    fc.assert(
      fc.property(
        fc.constantFrom('hull_white', 'g2'),
        fc.array(swaption, { minLength: 5, maxLength: 8 }),
        number(-0.05, 0.3),
        (type, quotes, rate) => {
          const swaptions = quotes.map(({ offset, ...quote }) => ({ ...quote, strike: rate + offset }));
          try {
            const fit = calibrated({ valuationDate, curve: { times: [1], zeroRates: [rate] }, shortRateModel: { type, swaptions } });
            expect(Number.isFinite(fit.rmse)).to.equal(true);
            expect(Object.values(fit.parameters).every(Number.isFinite)).to.equal(true);
          } catch (error) {
            if (!(error instanceof EngineFailure)) throw error;
            expect(error.kind).to.be.oneOf(['invalid', 'calibration']);
          }
        },
      ),
      { seed: 3, numRuns: 6 },
    );
  });
});

/** The quotes that a model implies at the money, from the prices of its own pricer's formula. */
function quotesUnder(parameters: G2Parameters) {
  const input = { times: curve.times, zeroRates: curve.zeroRates, interpolation: 'linear_zero' } as const;
  return expiries.flatMap((expiry) =>
    tenors.map((tenor) => {
      const times = Array.from({ length: tenor }, (_, i) => expiry + i + 1);
      const [start, factors] = [discount(input, expiry), times.map((time) => discount(input, time))];
      const annuity = factors.reduce((sum, factor) => sum + factor, 0);
      const forward = (start - factors[tenor - 1]!) / annuity;
      const forwards = factors.map((factor, i) => ((forward + (i === tenor - 1 ? 1 : 0)) * factor) / start);
      const value = (start * swaptionG2(parameters, expiry, times, forwards, 1)) / annuity;
      return { expiry, tenor, normalVolatility: impliedNormalVolatility(value, forward, forward, expiry, 1) };
    }),
  );
}
