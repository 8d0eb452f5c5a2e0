import type { z } from 'zod';
import { type Fault, invalid } from '../../base/failure.js';
import { refusal } from '../../base/faults.js';
import type { Years } from '../../base/units.js';
import { holdsCash, movingSurface, reportCashFaults } from '../../market/cash-dividends.js';
import { discount, forwardPrice } from '../../market/curve.js';
import { curveOf, resolveCurve } from '../../market/curve-input.js';
import { dividendsOf } from '../../market/dividend-input.js';
import { equityMarketWithDividends } from '../../market/equity.js';
import { dupireParams } from '../../market/model-parameters.js';
import { type Surface, surface, widestDeviation } from '../../market/surface.js';
import { arbitrageFaults } from '../../market/surface-arbitrage.js';
import { fitLocalVolatility, localVariances } from '../../method/local-volatility-fit.js';
import { localVolatilityOption } from '../../method/local-volatility-option.js';
import { backwardInduction, uniformGrid } from '../../method/pde.js';
import { repricingOf, repricingWarnings } from '../../method/surface-evaluation.js';
import { europeanOption, signOf } from '../../product/option/vanilla.js';
import { type PricingResult, pricer } from '../definition/pricer.js';

/** Half-width of the grid, in standard deviations of the most volatile quote: about 1e-9 of the probability lies beyond. */
const GRID_HALF_WIDTH = 6;

/** European option under the local volatility (Dupire 1994) of a surface of quotes that is checked for arbitrage, by finite differences. */
export const equityLocalVolDupire = pricer({
  id: 'equity_local_vol_dupire',
  version: 2,
  status: 'production-candidate',
  summary: 'European option, Dupire local volatility, Crank-Nicolson with Rannacher start',
  needs: [],
  evidence: ['dupire', 'local_dividends'],
  instrument: europeanOption,
  market: equityMarketWithDividends,
  params: dupireParams,
  price: ({ instrument, market, params, valuationDate }) => {
    const { strike, time } = instrument;
    const sign = signOf(instrument.optionType);
    const curve = curveOf(market, valuationDate);
    const forwardAt = (t: Years) => forwardPrice(curve, market, t);
    const last = params.expiries[params.expiries.length - 1]!;
    if (time > last) throw invalid('/instrument/time', `must be at most ${last}, the last expiry of the surface; got ${time}`);
    if (market.dividends?.length) return withDividends(instrument, market, params, valuationDate);
    const slices = surface(params, forwardAt);
    const faults = arbitrageFaults(slices, '/params');
    if (faults.length > 0) throw refusal(faults);

    const forward = forwardAt(time);
    if (time === 0) return { price: Math.max(sign * (forward - strike), 0) };
    const fit = fitLocalVolatility(slices);
    const grid = uniformGrid(GRID_HALF_WIDTH * deviationAt(slices, time), params.spotSteps);
    const within = slices.filter((_, i) => i === 0 || slices[i - 1]!.time < time);
    const stretches = within.map((slice, i) => ({
      from: within[i - 1]?.time ?? 0,
      to: Math.min(slice.time, time),
      variances: localVariances(fit, i, grid.ys),
    }));
    return {
      price: discount(curve, time) * backwardInduction(grid, stretches, params.timeSteps, forward, strike, sign),
      repricing: [repricingOf(fit)],
      warnings: repricingWarnings(fit),
    };
  },
});

/** Largest total standard deviation over the quotes of the first expiry at or after `time`, scaled to `time`. */
function deviationAt(slices: Surface, time: Years): number {
  const next = slices.find((slice) => slice.time >= time) ?? slices[slices.length - 1];
  return widestDeviation(next!) * Math.sqrt(time / next!.time);
}

type WithDividends = z.output<typeof equityMarketWithDividends>;

/** The same of an asset with dividends on dates, in cash or as proportions. */
function withDividends(
  { strike, time, optionType }: z.output<typeof europeanOption>,
  market: WithDividends,
  params: z.output<typeof dupireParams>,
  valuationDate: string,
): PricingResult {
  const faults: Fault[] = [];
  const report = (pointer: string, reason: string) => void faults.push({ pointer, reason });
  const { spot, dividend } = market;
  const curve = resolveCurve(market, valuationDate, report, '/market/curve');
  const quoted = { spot, dividend, dividends: dividendsOf(market.dividends ?? [], valuationDate, report, '/market/dividends'), curve };
  const { strikes, expiries, volatilities, timeSteps, spotSteps } = params;
  const model = { type: 'local_vol', strikes, expiries, volatilities, quoted } as const;
  if (holdsCash(quoted)) reportCashFaults(model, quoted, report, '/market', (slice, quote) => `/params/volatilities/${slice}/${quote}`);
  else faults.push(...arbitrageFaults(movingSurface(model), '/params'));
  if (faults.length > 0) throw refusal(faults);
  const sign = signOf(optionType);
  const fit = fitLocalVolatility(movingSurface(model));
  const fineness = { nodes: spotSteps / 2, steps: timeSteps };
  const price =
    time > 0
      ? localVolatilityOption({ strike, time, sign, american: false, quoted, fit }, fineness).price
      : Math.max(sign * (spot - strike), 0);
  return { price, repricing: [repricingOf(fit)], warnings: repricingWarnings(fit) };
}
