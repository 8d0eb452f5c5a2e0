/** Fits Heston's five parameters to a surface of implied volatilities. */
import { EngineFailure, type Fault } from '../base/failure.js';
import { refusal } from '../base/faults.js';
import type { Priced } from '../base/priced.js';
import { SOLVERS } from '../base/solvers.js';
import type { Volatility, Years } from '../base/units.js';
import { timeValue } from '../formula/black.js';
import { discount } from '../market/curve.js';
import { curveOf } from '../market/curve-input.js';
import type { HestonParameters } from '../market/model-parameters.js';
import { exp } from '../math/elementary/exp.js';
import { log } from '../math/elementary/log.js';
import type { LeastSquaresProblem, StopCriteria } from '../math/levenberg-marquardt.js';
import { bestFit, fitReport, rootWeights, type Start } from './fit.js';
import { hestonStart } from './heston-start.js';
import { type Expiry, hestonVolatilities } from './heston-surface.js';
import type { HestonCalibrationRequest, HestonCalibrationResponse } from './requests.js';

/** Bounds of v₀, κ, θ, σ and ρ: no market has been calibrated beyond them, and the transform need not converge there. */
const LOWER = [1e-6, 1e-3, 1e-6, 1e-2, -0.999];
const UPPER = [10, 100, 10, 20, 0.999];

/** Quotes are accurate to 1e-4 at best. Of a surface that the model itself generated, the parameters are recovered to at least six digits. */
const STOP: StopCriteria = { maxIterations: 200, residual: 1e-10, gradient: 1e-9, cost: 1e-10, step: 1e-9 };

/** Smallest out-of-the-money value, relative to the smaller of forward and strike, whose volatility double precision resolves. */
const MIN_RELATIVE_PRICE = 1e-10;

/**
 * Minimises the weighted squared errors of the implied volatilities.
 *
 * @param today  ISO date; the valuation date if the request gives none
 * @throws EngineFailure `invalid` for quotes too cheap to have a volatility; `calibration` if no starting point leads to a fit
 */
export function calibrateHeston(request: HestonCalibrationRequest, today: string): Priced<HestonCalibrationResponse> {
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
        // The transform does not converge for parameters this extreme: NaN makes the optimiser reject the step.
        volatilities.fill(Number.NaN);
      }
      for (let i = 0; i < quotes.length; i++) {
        residuals[i] = roots[i]! * (volatilities[i]! - quotes[i]!.impliedVolatility);
        for (let j = 5 * i; j < 5 * i + 5; j++) jacobian[j]! *= roots[i]!;
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
    modelVolatility: volatilities[i]!,
  }));
  const { kappa, theta, sigma } = parameters;
  const fellerSatisfied = 2 * kappa * theta >= sigma * sigma;
  return { pricerId: SOLVERS.heston.id, result: { ...parameters, fellerSatisfied, ...fitReport(fit, fitted), fitted } };
}

/** A fit from the request's own starting point with at most this error, in volatility, is accepted without trying others. */
const GOOD_FIT: Volatility = 1e-3;
/** Even markets that Heston describes poorly are fitted to this error, in volatility; a worse fit is probably a local minimum. */
const FAIR_FIT: Volatility = 0.02;
/** Speed, volatility of variance and correlation of further starting points, for surfaces where the estimated one fails. */
const OTHER_STARTS = [
  { kappa: 0.5, sigma: 0.3, rho: -0.3 },
  { kappa: 5, sigma: 1, rho: -0.7 },
];

function* startsOf(expiries: readonly Expiry[], { quotes, initial }: HestonCalibrationRequest): Generator<Start> {
  const start = ({ v0, kappa, theta, sigma, rho }: HestonParameters, acceptedError: number): Start => ({
    x: [v0, kappa, theta, sigma, rho],
    acceptedError,
  });
  if (initial !== undefined) yield start(initial, GOOD_FIT);
  const estimated = hestonStart(expiries, quotes);
  yield start(estimated, FAIR_FIT);
  for (const other of OTHER_STARTS) yield start({ ...estimated, ...other }, FAIR_FIT);
}

const parametersOf = (x: ArrayLike<number>): HestonParameters => ({ v0: x[0]!, kappa: x[1]!, theta: x[2]!, sigma: x[3]!, rho: x[4]! });

/** The quotes grouped by expiry, each with its log-moneyness ln(K/F). */
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
    const forward = (spot * exp(-dividend * time)) / discount(curve, time);
    const moneyness = Float64Array.from(rows, (row) => log(quotes[row]!.strike / forward));
    rows.forEach((row, i) => {
      const { impliedVolatility } = quotes[row]!;
      if (timeValue(-Math.abs(moneyness[i]!), impliedVolatility * Math.sqrt(time)) < MIN_RELATIVE_PRICE)
        faults.push({
          pointer: `/quotes/${row}`,
          reason: `must be worth at least ${MIN_RELATIVE_PRICE} of the smaller of forward (${forward}) and strike as an out-of-the-money option; at volatility ${impliedVolatility} it is worth less`,
        });
    });
    return { time, moneyness, rows };
  });
  if (faults.length > 0) throw refusal(faults);
  return expiries.toSorted((a, b) => a.time - b.time);
}
