/**
 * Geometric Brownian motion whose variance depends on time, simulated exactly: over a step with variance v,
 *
 *   Δx = ∫(r − q) dt − v/2 + √(v/Δ) ΔB
 *
 * With several assets the grid has the times at which a variance changes, so that √(v/Δ) is the volatility throughout a step.
 */
import { highestVolatility, type TermVolatility, varianceUpTo } from '../../market/term-volatility.js';
import { MAX_INVERSE_VARIANCE } from './gbm.js';
import { type AssetModel, carryIncrements } from './process.js';

export const termVolatility = (term: TermVolatility): AssetModel => ({
  drivers: 0,
  normals: 0,
  steps: () => ({ usual: 0, least: 0 }),
  deviation: (from, to) => Math.sqrt(Math.max(varianceUpTo(term, to) - varianceUpTo(term, from), 0)),
  gaussian: true,
  relative: true,
  highest: highestVolatility(term),
  write: ({ builder: { column, step, local, fresh }, grid, x, carry, spotDriver }) => {
    const variances = Float64Array.from(grid.times, (time, i) =>
      Math.max(varianceUpTo(term, time) - varianceUpTo(term, time - grid.lengths[i]!), 0),
    );
    const drift = carryIncrements(grid, carry).map((growth, i) => growth - variances[i]! / 2);
    const volatilities = grid.lengths.map((dt, i) => (dt > 0 ? Math.sqrt(variances[i]! / dt) : 0));
    const [now, previous] = [fresh(), local('0.0')];
    step(`const ${now} = ${spotDriver(1)};
${x} = ${x} + ${column(drift)} + ${column(volatilities)} * (${now} - ${previous});
${previous} = ${now};`);
    return {
      variance: () => column(variances),
      inverse: () => column(variances.map((v) => Math.min(2 / v, MAX_INVERSE_VARIANCE))),
      states: [],
      martingales: () => ({}),
    };
  },
});
