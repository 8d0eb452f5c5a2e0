import { expect } from 'chai';
import fc from 'fast-check';
import { EngineFailure } from '#engine';
import { hestonCalibrationRequest, parse } from '#engine/schemas';
import { calibrateHeston } from '#engine-gpu/calibration/heston';
import { hestonVolatilities } from '#engine-gpu/calibration/heston-surface';
import { impliedVolatility } from '#engine-gpu/method/vanilla-option';
import { defined } from '#services/runtime/defined';
import { closeTo, table } from '#test/reference/table';

interface Inputs {
  readonly spot: number;
  readonly rate?: number;
  readonly dividend: number;
  readonly quotes: readonly { strike: number; time: number; rate?: number; implied_vol?: number; call_price?: number }[];
}
type Parameters = Record<'v0' | 'kappa' | 'theta' | 'sigma' | 'rho', number>;
interface Expected extends Omit<Parameters, 'sigma'> {
  readonly sigma_vol_of_vol: number;
  readonly sse_vol_points_squared?: number;
  readonly parameters_at_optimum_quantlib: Omit<Parameters, 'sigma'> & { sigma_vol_of_vol: number };
}

const today = '2026-01-05';
const calibrate = (request: object) => calibrateHeston(parse(hestonCalibrationRequest, request), today).result;
const NAMES = ['v0', 'kappa', 'theta', 'sigma', 'rho'] as const;
const namedAs = (name: (typeof NAMES)[number]) => (name === 'sigma' ? 'sigma_vol_of_vol' : name);

/** The request of a table row, whose quotes are volatilities with one rate each, which form a curve, or call prices. */
const request = ({ spot, rate, dividend, quotes }: Inputs) => ({
  spot,
  dividend,
  ...(rate !== undefined ? { rate } : { curve: curveOf(quotes) }),
  quotes: quotes.map(({ strike, time, implied_vol, call_price }) => ({
    strike,
    time,
    impliedVolatility:
      implied_vol ??
      impliedVolatility({ spot, strike, rate: defined(rate, 'rate'), time, dividend, put: false }, defined(call_price, 'call_price'))
        .impliedVolatility,
  })),
});
const curveOf = (quotes: Inputs['quotes']) => {
  const times = [...new Set(quotes.map(({ time }) => time))].toSorted((a, b) => a - b);
  return {
    times,
    zeroRates: times.map((maturity) => defined(quotes.find(({ time }) => time === maturity)?.rate, `a rate at ${maturity}`)),
  };
};

table<Inputs, Expected>('heston_calibration', ({ inputs, expected, tolerance }) => {
  const fit = calibrate(request(inputs));
  expect(fit.converged).to.be.true;
  if (expected.sse_vol_points_squared !== undefined) {
    const squares = fit.fitted.reduce(
      (sum, { marketVolatility, modelVolatility }) => sum + (100 * (modelVolatility - marketVolatility)) ** 2,
      0,
    );
    expect(squares).to.be.at.most(expected.sse_vol_points_squared * (1 + defined(tolerance.rel, 'tolerance.rel')));
    // The sum of squares is flat around its minimum: the parameters of another optimiser agree within 10%.
    for (const name of NAMES)
      closeTo(fit[name], expected.parameters_at_optimum_quantlib[namedAs(name)], { rel: 0.1, why: 'weakly identified' }, name);
    return;
  }
  // The prices of the table are accurate to about 1e-12, which far out of the money is 1e-8 in volatility.
  expect(fit.rmse).to.be.below(1e-6);
  for (const name of NAMES) closeTo(fit[name], expected[namedAs(name)], tolerance, name);
});

const TIMES = [0.1, 0.5, 1, 3];
const DEVIATIONS = [-1.5, -1, -0.5, 0, 0.5, 1, 1.5];

/** Quotes computed from the parameters, at strikes up to one and a half standard deviations from the forward. */
const surface = (parameters: Parameters) => ({
  spot: 100,
  rate: 0,
  quotes: TIMES.flatMap((time) => {
    const moneyness = Float64Array.from(DEVIATIONS, (deviation) => deviation * Math.sqrt(Math.min(parameters.v0, parameters.theta) * time));
    const volatilities = new Float64Array(DEVIATIONS.length);
    hestonVolatilities(
      [{ time, moneyness, rows: [...moneyness.keys()] }],
      parameters,
      volatilities,
      new Float64Array(5 * DEVIATIONS.length),
    );
    return [...volatilities].map((impliedVolatility, i) => ({ strike: 100 * Math.exp(moneyness[i]!), time, impliedVolatility }));
  }),
});

const parameters = fc.record({
  v0: fc.double({ min: 0.01, max: 0.2, noNaN: true }),
  kappa: fc.double({ min: 0.3, max: 6, noNaN: true }),
  theta: fc.double({ min: 0.02, max: 0.2, noNaN: true }),
  sigma: fc.double({ min: 0.2, max: 1.2, noNaN: true }),
  rho: fc.double({ min: -0.9, max: 0.3, noNaN: true }),
});

describe('a Heston calibration', () => {
  // κ, θ and σ can offset each other, so an rmse below 1e-6 on exact quotes determines the parameters only this closely.
  const recovered = (fit: Parameters & { rmse: number }, truth: Parameters) => {
    expect(fit.rmse).to.be.below(1e-6);
    for (const name of NAMES) expect(fit[name], name).to.be.closeTo(truth[name], 1e-3 * Math.max(Math.abs(truth[name]), 0.1));
  };

  it('recovers the parameters from a surface that Heston generates', () => {
    fc.assert(
      fc.property(parameters, (truth) => recovered(calibrate(surface(truth)), truth)),
      { numRuns: 40, seed: 7 },
    );
  });

  it('recovers the parameters from a random initial guess', () => {
    fc.assert(
      fc.property(parameters, parameters, (truth, initial) => recovered(calibrate({ ...surface(truth), initial }), truth)),
      { numRuns: 40, seed: 8 },
    );
  });

  const truth = { v0: 0.04, kappa: 1.5, theta: 0.06, sigma: 0.5, rho: -0.6 };

  it('has analytic derivatives of the volatility that agree with finite differences', () => {
    const expiry = { time: 0.5, moneyness: Float64Array.of(-0.4, -0.05, 0, 0.1, 0.3), rows: [0, 1, 2, 3, 4] };
    const pricesUnder = (values: Parameters) => {
      const [volatilities, gradient] = [new Float64Array(5), new Float64Array(25)];
      hestonVolatilities([expiry], values, volatilities, gradient);
      return { volatilities, gradient };
    };
    const { gradient } = pricesUnder(truth);
    NAMES.forEach((name, j) => {
      const h = 1e-4 * Math.abs(truth[name]);
      const [above, below] = [pricesUnder({ ...truth, [name]: truth[name] + h }), pricesUnder({ ...truth, [name]: truth[name] - h })];
      for (const row of expiry.rows) {
        const difference = (above.volatilities[row]! - below.volatilities[row]!) / (2 * h);
        expect(gradient[5 * row + j], `${name} of row ${row}`).to.be.closeTo(difference, 1e-5 * (1 + Math.abs(difference)));
      }
    });
  });

  it('leaves a valley in which its steps become short', () => {
    // A surface of Heston with noise of 4e-4, fitted to 7e-3 before.
    const quotes = [
      {
        time: 0.08,
        strikes: [96.3965, 97.583, 98.7841, 100, 101.2309, 102.4769, 103.7382],
        volatilities: [0.103396, 0.097002, 0.087685, 0.076551, 0.063061, 0.046202, 0.0369],
      },
      {
        time: 0.25,
        strikes: [93.7182, 95.767, 97.8606, 100, 102.1861, 104.4201, 106.7028],
        volatilities: [0.102492, 0.092979, 0.080485, 0.065559, 0.047127, 0.031643, 0.02995],
      },
      {
        time: 0.5,
        strikes: [91.2333, 94.0666, 96.9879, 100, 103.1056, 106.3077, 109.6092],
        volatilities: [0.096954, 0.087044, 0.074095, 0.059964, 0.044083, 0.0281, 0.026631],
      },
      {
        time: 1,
        strikes: [87.831, 91.7132, 95.767, 100, 104.4201, 109.0355, 113.855],
        volatilities: [0.091197, 0.081345, 0.070607, 0.059126, 0.04354, 0.029964, 0.023938],
      },
    ].flatMap(({ time, strikes, volatilities }) => strikes.map((strike, i) => ({ time, strike, impliedVolatility: volatilities[i]! })));
    expect(calibrate({ spot: 100, rate: 0, quotes }).rmse).to.be.below(4.5e-4);
  });

  it('reports whether the Feller condition holds', () => {
    expect(calibrate(surface(truth)).fellerSatisfied).to.be.false;
    expect(calibrate(surface({ ...truth, sigma: 0.3 })).fellerSatisfied).to.be.true;
  });

  it('ignores a quote of zero weight in the fit and includes it in the reported errors', () => {
    const { quotes, ...market } = surface(truth);
    const spoilt = quotes.map((quote, i) => (i === 3 ? { ...quote, impliedVolatility: 0.9, weight: 0 } : quote));
    const fit = calibrate({ ...market, quotes: spoilt });
    for (const name of NAMES) expect(fit[name], name).to.be.closeTo(truth[name], 1e-4);
    expect(fit.fitted[3]!.modelVolatility).to.be.closeTo(quotes[3]!.impliedVolatility, 1e-6);
    expect(fit.maxError).to.be.closeTo(0.9 - quotes[3]!.impliedVolatility, 1e-6);
  });

  it('fits a flat surface with the smallest admitted volatility of variance', () => {
    const { quotes, ...market } = surface(truth);
    const fit = calibrate({ ...market, quotes: quotes.map((quote) => ({ ...quote, impliedVolatility: 0.2 })) });
    // The volatility of variance is at its lower bound of 0.01, whose effect on the smile is below this tolerance.
    expect(fit.maxError).to.be.below(1e-4);
    expect(fit.v0).to.be.closeTo(0.04, 1e-4);
  });

  it('refuses fewer than five quotes, a quote of negligible price, and a rate together with a curve', () => {
    const { quotes, ...market } = surface(truth);
    const faults = (request: object) => {
      try {
        calibrate(request);
      } catch (error) {
        return (error as EngineFailure).faults;
      }
      return [];
    };
    expect(faults({ ...market, quotes: quotes.slice(0, 4) })[0]!.pointer).to.equal('/quotes');
    const [worthless] = faults({ ...market, quotes: [...quotes, { strike: 1_000, time: 0.1, impliedVolatility: 0.2 }] });
    expect(worthless!.pointer).to.equal('/quotes/28');
    expect(worthless!.reason).to.include('at least 1e-10');
    expect(() => calibrate({ ...market, quotes, curve: { times: [1], zeroRates: [0] } })).to.throw(
      EngineFailure,
      'only one of rate or curve',
    );
  });
});
