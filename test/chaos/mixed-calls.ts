/** Calls of several kinds in turn: prices with receipts, small simulations, calibrations, risk, reads of stored data. */
import { type Answer, post, send } from '../support/http.js';

/** Makes one call of those in turn. @returns what it is called, with its answer */
export async function mixedCall(caller: Parameters<typeof post>[0], turn: number): Promise<readonly [string, Answer]> {
  const option = { spot: 50 + (turn % 100), strike: 105, rate: 0.05, volatility: 0.2, time: 1 };
  if (turn % 10 === 1) {
    const quotes = { strikes: [0.01, 0.02, 0.03, 0.04, 0.06], volatilities: [0.3552, 0.2392, 0.1812, 0.1647, 0.1806] };
    // No two alike, so that none is found in the cache.
    const body = { forward: 0.03 + 1e-7 * turn, expiry: 5, beta: 0.5, ...quotes };
    return ['sabr', await post(caller, '/api/v1/calibrate/sabr', body)];
  }
  if (turn % 10 === 3) {
    const contract = { type: 'vanilla_call', underlying: 'SPX', strike: 100, expiry: '2027-01-05' };
    const market = { spot: 100, rate: 0.03, volatility: 0.2, valuationDate: '2026-01-05' };
    const body = { contract, market, pricer: { seed: turn + 1, numPaths: 4096 } };
    return ['contract', await post(caller, '/api/v1/contract/price', body)];
  }
  if (turn % 10 === 5) {
    const days = Array.from({ length: 60 }, (_, day) => day);
    const body = { profitAndLoss: days.map((day) => Math.sin(day + turn)), valueAtRisk: days.map(() => 2), confidence: 0.95 };
    return ['backtest', await post(caller, '/api/v1/risk/backtest', body)];
  }
  if (turn % 10 === 7) return ['entitlements', await send(caller, 'GET', '/api/v1/entitlements')];
  if (turn % 10 === 9) {
    const headers = { 'Idempotency-Key': `chaos-${turn}` };
    return ['once', await send(caller, 'POST', '/api/v1/price', { body: option, headers })];
  }
  return ['price', await post(caller, '/api/v1/price', option)];
}
