/** Fits Heston's five parameters to a surface of implied volatilities. */
import { EngineFailure, type Fault } from '../base/failure.js';
import { refusal } from '../base/faults.js';
import type { Volatility, Years } from '../base/units.js';
import { timeValue } from '../formula/black.js';
import { discount } from '../market/curve.js';
import { curveOf } from '../market/curve-input.js';
import type { HestonParameters } from '../market/model-parameters.js';
import type { LeastSquaresProblem, StopCriteria } from '../math/levenberg-marquardt.js';
import { bestFit, fitReport, rootWeights, type Start } from './fit.js';
import { hestonStart } from './heston-start.js';
import { type Expiry, hestonVolatilities } from './heston-surface.js';
import type { HestonCalibrationRequest, HestonCalibrationResponse } from './requests.js';

/** v₀, κ, θ, σ, ρ: beyond these no market has been, and the transform need not follow. */
const LOWER = [1e-6, 1e-3, 1e-6, 1e-2, -0.999];
const UPPER = [10, 100, 10, 20, 0.999];

/** Quotes are good to 1e-4 at best; of a surface that a model made itself, its parameters come back to six digits or more. */
const STOP: StopCriteria = { maxIterations: 200, residual: 1e-10, gradient: 1e-9, cost: 1e-10, step: 1e-9 };

/** An option worth less, relative to the smaller of forward and strike, has no volatility that a double could tell. */
const LEAST_VALUE = 1e-10;

/** @param today ISO date; the valuation date where the request gives none */
export function calibrateHeston(request: HestonCalibrationRequest, today: string): HestonCalibrationResponse {
  const { quotes } = request;
  const expiries = expiriesOf(request, today);
  const roots = rootWeights(quotes.map(({ weight }) => weight));
  const volatilities = new Float64Array(quotes.length);
  const problem: LeastSquaresProblem = {
    residualCount: quotes.length,
    lower: LOWER,
    upper: UPPER,
    evaluate: (x, residuals, jacobian) => {
      try {
        hestonVolatilities(expiries, parametersOf(x), volatilities, jacobian);
      } catch (error) {
        if (!(error instanceof EngineFailure)) throw error;
        // Parameters so far out that the transform does not converge: the step is not taken.
        volatilities.fill(Number.NaN);
      }
      for (let i = 0; i < quotes.length; i++) {
        residuals[i] = roots[i] * (volatilities[i] - quotes[i].impliedVolatility);
        for (let j = 5 * i; j < 5 * i + 5; j++) jacobian[j] *= roots[i];
      }
    },
  };
  const fit = bestFit('Heston', problem, startsOf(expiries, request), STOP);
  const parameters = parametersOf(fit.x);
  hestonVolatilities(expiries, parameters, volatilities, new Float64Array(5 * quotes.length));
  const fitted = quotes.map(({ strike, time, impliedVolatility }, i) => ({
    strike,
    time,
    marketVolatility: impliedVolatility,
    modelVolatility: volatilities[i],
  }));
  const { kappa, theta, sigma } = parameters;
  return { ...parameters, fellerSatisfied: 2 * kappa * theta >= sigma * sigma, ...fitReport(fit, fitted), fitted };
}

/** A given start that leads to a worse fit than this (volatility) is not all that is tried. */
const GOOD: Volatility = 1e-3;
/** Markets that Heston does not describe well are fitted to this; a worse fit is more likely a search that went astray. */
const FAIR: Volatility = 0.02;
/** Speed, volatility of variance and correlation of the starts for surfaces that the first misreads. */
const OTHER_STARTS = [
  { kappa: 0.5, sigma: 0.3, rho: -0.3 },
  { kappa: 5, sigma: 1, rho: -0.7 },
];

function* startsOf(expiries: readonly Expiry[], { quotes, initial }: HestonCalibrationRequest): Generator<Start> {
  const start = ({ v0, kappa, theta, sigma, rho }: HestonParameters, enough: number): Start => ({
    x: [v0, kappa, theta, sigma, rho],
    enough,
  });
  if (initial !== undefined) yield start(initial, GOOD);
  const own = hestonStart(expiries, quotes);
  yield start(own, FAIR);
  for (const other of OTHER_STARTS) yield start({ ...own, ...other }, FAIR);
}

const parametersOf = ([v0, kappa, theta, sigma, rho]: ArrayLike<number> & Iterable<number>): HestonParameters => ({
  v0: v0!,
  kappa: kappa!,
  theta: theta!,
  sigma: sigma!,
  rho: rho!,
});

/** The quotes by expiry, each as ln(K/F). */
function expiriesOf(request: HestonCalibrationRequest, today: string): Expiry[] {
  const { spot, dividend, quotes, valuationDate = today } = request;
  const curve = curveOf(request, valuationDate, '/curve');
  const faults: Fault[] = [];
  const byTime = new Map<Years, number[]>();
  quotes.forEach(({ time }, row) => {
    const rows = byTime.get(time);
    if (rows === undefined) byTime.set(time, [row]);
    else rows.push(row);
  });
  const expiries = [...byTime].map(([time, rows]) => {
    const forward = (spot * Math.exp(-dividend * time)) / discount(curve, time);
    const moneyness = Float64Array.from(rows, (row) => Math.log(quotes[row].strike / forward));
    rows.forEach((row, i) => {
      const { impliedVolatility } = quotes[row];
      if (timeValue(-Math.abs(moneyness[i]), impliedVolatility * Math.sqrt(time)) < LEAST_VALUE)
        faults.push({
          pointer: `/quotes/${row}`,
          reason: `must be worth at least ${LEAST_VALUE} of the smaller of forward (${forward}) and strike, out of the money; at volatility ${impliedVolatility} it is not`,
        });
    });
    return { time, moneyness, rows };
  });
  if (faults.length > 0) throw refusal(faults);
  return expiries.toSorted((a, b) => a.time - b.time);
}
