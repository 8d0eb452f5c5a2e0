/** Documents that print, made in a running service. */
import { expectSuccess } from './envelope.js';
import { get } from './http.js';
import { send } from './pages.js';
import { type Caller, pause } from './service.js';

const POLL_MS = 200;

/** @returns the path of the report of a run */
export async function validationReport(caller: Caller): Promise<string> {
  const { data } = await send<{ readonly id: string }>(caller, '/api/v1/validation/runs', { pricers: ['equity_digital_bs'] });
  const stateOf = async () => expectSuccess(await get(caller, `/api/v1/validation/runs/${data.id}`)).state;
  while (['queued', 'running'].includes(await stateOf())) await pause(POLL_MS);
  return `/api/v1/validation/report?format=html&validationRunId=${data.id}`;
}

/** @returns the path of the term sheet of a phoenix */
export async function termSheet(caller: Caller): Promise<string> {
  const { data } = await send<{ readonly id: string }>(caller, '/api/v1/products', {
    ...{ name: 'Phoenix with memory on two indices', description: 'Pays 4 % a half-year while both indices hold', type: 'contract' },
    terms: {
      type: 'scaled',
      factor: 1_000,
      contract: {
        ...{ type: 'worst_of_autocall', productType: 'phoenix', underlyings: ['SPX', 'NDX'] },
        observationDates: ['2031-01-06', '2031-07-07', '2032-01-05', '2032-07-05', '2033-01-05'],
        ...{ callBarrier: 1, couponBarrier: 0.7, protectionBarrier: 0.6, couponRate: 0.04, memoryCoupon: true },
      },
    },
  });
  return `/api/v1/products/${data.id}/term-sheet`;
}

/** @returns the path of the report of a netting set */
export async function xvaReport(caller: Caller): Promise<string> {
  const swap = { type: 'interest_rate_swap', currency: 'USD', fixedFrequency: 2, floatingFrequency: 4 };
  const { runId } = await send(caller, '/api/v1/xva/calculate', {
    trades: [
      { ...swap, id: 'Payer swap', notional: 1e7, side: 'payer', fixedRate: 0.03, maturity: 5 },
      { ...swap, id: 'Receiver swap', notional: 6e6, side: 'receiver', fixedRate: 0.035, maturity: 8 },
    ],
    market: {
      ...{ valuationDate: '2026-01-05', curves: { USD: { rate: 0.03 } }, models: { USD: { meanReversion: 0.03 } } },
      volatilities: { USD: { type: 'normal', volatility: 0.008 } },
    },
    ...{ counterparty: { hazardRate: 0.02, recoveryRate: 0.4 }, own: { hazardRate: 0.01, recoveryRate: 0.4 } },
    ...{ exposureTimes: [0.5, 1, 1.5, 2, 3, 4, 5, 6, 7, 8], allocation: true, collateral: { threshold: 100_000 } },
  });
  return `/desk/v1/receipts/${runId}/report`;
}
