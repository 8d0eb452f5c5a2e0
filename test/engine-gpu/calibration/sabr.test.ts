import { expect } from 'chai';
import fc from 'fast-check';
import { sabrCalibrationRequest } from '#engine-gpu/calibration/requests';
import { calibrateSabr } from '#engine-gpu/calibration/sabr';
import { sabrVolatility } from '#engine-gpu/formula/sabr';
import { defined } from '#services/runtime/defined';
import { closeTo, table } from '#test/reference/table';

interface Inputs {
  readonly forward: number;
  readonly time: number;
  readonly beta: number;
  readonly strikes: number[];
  readonly implied_vols: number[];
}
interface Expected {
  readonly alpha: number;
  readonly rho: number;
  readonly nu: number;
  readonly rms_error_below?: number;
  readonly max_error_below?: number;
  readonly quantlib_fit: { readonly rmse: number };
}

const request = ({ forward, time, beta, strikes, implied_vols }: Inputs) => ({
  forward,
  expiry: time,
  beta,
  strikes,
  volatilities: implied_vols,
});

table<Inputs, Expected>('sabr_calibration', ({ inputs, expected, tolerance }) => {
  const { result: fit } = calibrateSabr(request(inputs));
  expect(fit.converged).to.be.true;
  if (expected.rms_error_below !== undefined) {
    expect(fit.rmse).to.be.below(expected.rms_error_below);
    expect(fit.maxError).to.be.below(defined(expected.max_error_below, 'expected.max_error_below'));
    // The fit has a sum of squares no larger than another optimiser's, up to rounding.
    expect(fit.rmse).to.be.at.most(expected.quantlib_fit.rmse * (1 + 1e-9));
    return;
  }
  expect(fit.rmse).to.be.below(1e-6);
  for (const name of ['alpha', 'rho', 'nu'] as const) closeTo(fit[name], expected[name], tolerance, name);
});

describe('a SABR calibration', () => {
  const strikes = [0.5, 0.7, 0.85, 1, 1.15, 1.3, 1.6];
  const smile = (parameters: Parameters<typeof sabrVolatility>[3], expiry: number) => ({
    forward: 1,
    expiry,
    beta: parameters.beta,
    strikes,
    volatilities: strikes.map((strike) => sabrVolatility(1, strike, expiry, parameters)),
  });

  it('with a shift fits a smile with negative and positive strikes', () => {
    const parameters = { alpha: 0.006, beta: 0.25, rho: -0.3, nu: 0.45 };
    const shift = 0.03;
    const forward = -0.002;
    const rates = [-0.02, -0.01, -0.002, 0, 0.01, 0.025];
    const volatilities = rates.map((rate) => sabrVolatility(forward + shift, rate + shift, 5, parameters));
    const { result: fit } = calibrateSabr({ forward, expiry: 5, beta: 0.25, strikes: rates, volatilities, shift });
    expect(fit).to.include({ converged: true, shift });
    // The quotes are exact, so the stopping rule (a relative change of 1e-14 in the cost) limits the accuracy of the parameters.
    for (const name of ['alpha', 'rho', 'nu'] as const)
      expect(fit[name]).to.be.closeTo(parameters[name], 1e-6 * Math.abs(parameters[name]));
    expect(fit.fitted.map(({ strike }) => strike)).to.deep.equal(rates);
  });

  it('refuses a forward and strikes that are not above minus the shift and names each of them', () => {
    const quoted = { forward: -0.03, expiry: 5, beta: 0.25, strikes: [-0.04, 0, 0.01, 0.02], volatilities: [0.3, 0.3, 0.3, 0.3] };
    const refused = (request: object) => {
      const { error } = sabrCalibrationRequest.safeParse(request);
      return defined(error, 'error').issues.map(({ path, message }) => `${path.join('/')} ${message}`);
    };
    expect(refused({ ...quoted, shift: 0.03 })).to.deep.equal([
      'forward must be above -0.03; got -0.03',
      'strikes/0 must be above -0.03; got -0.04',
    ]);
    expect(refused(quoted)).to.deep.equal([
      'forward must be above 0; got -0.03',
      'strikes/0 must be above 0; got -0.04',
      'strikes/1 must be above 0; got 0',
    ]);
  });

  it('reproduces any smile that SABR generates', () => {
    const parameters = fc.record({
      alpha: fc.double({ min: 0.05, max: 0.6, noNaN: true }),
      beta: fc.double({ min: 0, max: 1, noNaN: true }),
      rho: fc.double({ min: -0.9, max: 0.9, noNaN: true }),
      nu: fc.double({ min: 0.05, max: 1.5, noNaN: true }),
    });
    fc.assert(
      fc.property(parameters, fc.double({ min: 0.05, max: 3, noNaN: true }), (model, expiry) => {
        const quotes = smile(model, expiry);
        // Parameters for which the expansion gives no usable volatilities are skipped.
        fc.pre(quotes.volatilities.every((volatility) => volatility > 0.01 && volatility < 5));
        const { result: fit } = calibrateSabr(quotes);
        // Different parameters may give the same seven volatilities, so the fit is checked by its volatilities.
        expect(fit.rmse).to.be.below(1e-7);
      }),
      { numRuns: 200, seed: 2 },
    );
  });

  it('reproduces steep smiles of many years, whose level is half of the leading order', () => {
    for (const [forward, expiry, model] of [
      [65.4, 13.5, { alpha: 2.27, beta: 0.7, rho: -0.747, nu: 0.545 }],
      [3.93, 12.2, { alpha: 0.956, beta: 0.7, rho: -0.748, nu: 0.573 }],
      [3.31, 4.32, { alpha: 1.33, beta: 0.5, rho: -0.852, nu: 0.962 }],
    ] as const) {
      const deviation = model.alpha * forward ** (model.beta - 1) * Math.sqrt(expiry);
      const far = [-1.5, -1, -0.5, 0, 0.5, 1, 1.5].map((each) => forward * Math.exp(each * deviation));
      const volatilities = far.map((strike) => sabrVolatility(forward, strike, expiry, model));
      const { result: fit } = calibrateSabr({ forward, expiry, beta: model.beta, strikes: far, volatilities });
      expect(fit.rmse, `forward ${forward}`).to.be.below(1e-7);
    }
  });

  it('gives ν = 0 for a flat smile at β = 1', () => {
    const { result: fit } = calibrateSabr({ forward: 1, expiry: 2, beta: 1, strikes, volatilities: strikes.map(() => 0.25) });
    expect(fit.alpha).to.be.closeTo(0.25, 1e-9);
    expect(fit.nu).to.be.closeTo(0, 1e-4);
    expect(fit.rmse).to.be.below(1e-9);
  });

  it('depends only on the ratios of the weights, however large they are', () => {
    const smile = { forward: 100, expiry: 1, beta: 1, strikes: [80, 90, 100, 110, 120], volatilities: [0.26, 0.23, 0.2, 0.19, 0.18] };
    const weights = [1, 2, 4, 2, 1];
    expect(calibrateSabr({ ...smile, weights: weights.map((weight) => weight * 2 ** 1021) })).to.deep.equal(
      calibrateSabr({ ...smile, weights }),
    );
  });

  it('ignores a quote of zero weight in the fit', () => {
    const model = { alpha: 0.2, beta: 0.5, rho: -0.3, nu: 0.6 };
    const { volatilities, ...rest } = smile(model, 1);
    const spoilt = volatilities.map((volatility, i) => (i === 1 ? 2 * volatility : volatility));
    const { result: fit } = calibrateSabr({ ...rest, volatilities: spoilt, weights: [1, 0, 1, 1, 1, 1, 1] });
    expect(fit.alpha).to.be.closeTo(model.alpha, 1e-9);
    expect(fit.nu).to.be.closeTo(model.nu, 1e-8);
    expect(fit.maxError).to.be.closeTo(volatilities[1]!, 1e-8);
  });
});
