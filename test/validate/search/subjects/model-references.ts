/** Options under Heston, rough Heston at a Hurst exponent of one half, and SABR, by the formulas of model-formulas.ts. */
import { type HestonParameters, hagan, heston } from '../model-formulas.js';
import type { Trial } from '../subject.js';
import type { Reference } from './pricers.js';

/** A share, and an option on it within three standard deviations. @param deviation of the logarithm of the spot */
function drawn({ draw, ...trial }: Trial, time: number, deviation: number) {
  const [spot, rate, dividend] = [draw.between(5, 500), trial.uniform(-0.03, 0.12), trial.uniform(-0.03, 0.1)];
  const forward = spot * Math.exp((rate - dividend) * time);
  const strike = forward * Math.exp(trial.uniform(-3, 3) * deviation);
  const optionType = trial.optionType();
  return {
    request: { instrument: { strike, time, optionType }, market: { spot, rate, dividend } },
    ...{ forward, strike, discountFactor: Math.exp(-rate * time) },
    sign: optionType === 'call' ? 1 : -1,
  };
}

function drawHeston({ draw, ...trial }: Trial): HestonParameters {
  return {
    ...{ v0: draw.between(0.005, 0.4), kappa: draw.between(0.2, 3), theta: draw.between(0.01, 0.3) },
    ...{ sigma: draw.between(0.05, 1.5), rho: trial.uniform(-0.95, 0.6) },
  };
}

/** @param accuracy  of the pricer, a share of forward and strike */
const hestonReference =
  (pricerId: string, paramsOf: (parameters: HestonParameters) => object, accuracy: number): Reference =>
  async (trial) => {
    const parameters = drawHeston(trial);
    const time = trial.draw.between(0.05, 5);
    const deviation = Math.sqrt(Math.max(parameters.v0, parameters.theta) * time);
    const { request, forward, strike, discountFactor, sign } = drawn(trial, time, deviation);
    const { price } = await trial.price(pricerId, { ...request, params: paramsOf(parameters) });
    const expected = discountFactor * heston(forward, strike, time, parameters, sign);
    trial.close('is the integral of the transform', price, expected, accuracy * discountFactor * (forward + strike));
  };

const sabrReference: Reference = async (trial) => {
  const { draw } = trial;
  const time = draw.between(0.05, 3);
  const [beta, volatility] = [draw.uniform(), draw.between(0.05, 0.6)];
  const { request, forward, strike, discountFactor, sign } = drawn(trial, time, volatility * Math.sqrt(time));
  const parameters = {
    ...{ beta, alpha: volatility * forward ** (1 - beta) },
    ...{ rho: trial.uniform(-0.9, 0.9), nu: draw.between(0.1, 0.9) },
  };
  const { price } = await trial.price('equity_vanilla_sabr_hagan', { ...request, params: parameters });
  // The quotient z/x(z) loses digits near the money.
  const lost = 1e-14 / Math.abs(Math.log(forward / strike));
  const expected = discountFactor * hagan(forward, strike, time, parameters, sign);
  trial.close('is the formula as it is printed', price, expected, (1e-11 + lost) * discountFactor * (forward + strike));
};

export const modelReferences: Readonly<Record<string, Reference>> = {
  equity_vanilla_heston_fft: hestonReference('equity_vanilla_heston_fft', (parameters) => parameters, 1e-9),
  equity_rough_heston_cf: hestonReference(
    'equity_rough_heston_cf',
    ({ sigma, ...parameters }) => ({ ...parameters, nu: sigma, hurst: 0.5 }),
    1e-6,
  ),
  equity_vanilla_sabr_hagan: sabrReference,
};
