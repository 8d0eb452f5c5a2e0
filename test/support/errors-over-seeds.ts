/** Standard errors of exposure and XVA compared with the scatter of the figures over seeds. */
import { exposureJob, incrementalXvaJob, runJob, xvaJob, xvaSensitivitiesJob } from '#engine';
import { exposureRequest, incrementalXvaRequest, parse, xvaRequest, xvaSensitivitiesRequest } from '#engine/schemas';
import { limits, requestFor } from './bumped-xva.js';

const swap = {
  type: 'interest_rate_swap',
  currency: 'USD',
  notional: 1e6,
  side: 'payer',
  fixedRate: 0.026,
  maturity: 5,
  fixedFrequency: 1,
  floatingFrequency: 2,
};
const received = { ...swap, side: 'receiver', notional: 6e5, maturity: 3, fixedRate: 0.02 };
const euros = { buyCurrency: 'EUR', buyAmount: 1e6, sellCurrency: 'USD', sellAmount: 1.1e6 };
const currencyForward = { ...euros, type: 'fx_forward', maturity: 3 };
const currencyOption = { ...euros, type: 'fx_option', optionType: 'call', maturity: 2 };
const share = { type: 'equity_forward', underlying: 'ACME', quantity: 1e3, strike: 100, maturity: 2 };
const soldPut = { type: 'equity_option', underlying: 'ACME', quantity: -500, strike: 95, maturity: 3, optionType: 'put' };
const underlying = { ...swap, maturity: 6, settlement: 'physical' };
const bermudan = { ...underlying, type: 'bermudan_swaption', exerciseDates: [1, 2, 3] };
const swaption = { ...underlying, type: 'swaption', side: 'receiver', fixedRate: 0.027, expiry: 1.5 };
const intensity = { meanReversion: 0.1, volatility: 0.012, correlations: [{ asset: 'EURUSD', correlation: 0.5 }] };

/** Netting sets by what they are made of. */
export const BOOKS = {
  swaps: { trades: [swap, received] },
  'exchange of currencies': { trades: [currencyForward, currencyOption] },
  shares: { trades: [share, soldPut] },
  swaptions: { trades: [bermudan, swaption] },
  'collateral with a minimum transfer': { trades: [swap, currencyForward, soldPut], collateral: { threshold: 2e4, minimumTransfer: 5e3 } },
  'modelled initial margin': {
    trades: [swap, currencyForward],
    collateral: { threshold: 1e4, initialMargin: { confidence: 0.99, periodDays: 10 } },
  },
  'capital by SA-CCR': { trades: [swap, currencyForward, received], capital: { costOfCapital: 0.1 } },
  'wrong-way risk': { trades: [currencyForward, swap, soldPut], wrongWayRisk: { counterparty: intensity } },
} as const;

interface Figure {
  readonly value: number;
  readonly standardError: number;
}

/** Every figure that has a standard error, by its path in the response. */
function figuresIn(response: object, path: string, into: Map<string, Figure>): Map<string, Figure> {
  const { standardErrors = {} } = response as { readonly standardErrors?: Readonly<Record<string, number>> };
  for (const [name, each] of Object.entries(response)) {
    const standardError = standardErrors[name];
    if (typeof each === 'number' && standardError !== undefined) into.set(`${path}${name}`, { value: each, standardError });
    if (typeof each === 'object' && each !== null && name !== 'standardErrors') figuresIn(each, `${path}${name}.`, into);
  }
  return into;
}

/** The figures of all four operations of a book. */
function figuresOf(book: object, pricer: { readonly numPaths: number; readonly seed: number }): Map<string, Figure> {
  const { trades, ...terms } = requestFor({}, { ...book, pricer });
  const { counterparty: _, own: __, funding: ___, capital: ____, wrongWayRisk: _____, ...ofExposure } = { wrongWayRisk: 0, ...terms };
  const into = new Map<string, Figure>();
  const sensitivities = { ...terms, trades, tenors: [1, 5] };
  figuresIn(runJob(xvaSensitivitiesJob(parse(xvaSensitivitiesRequest, sensitivities), limits)), 'sensitivities.', into);
  figuresIn(runJob(xvaJob(parse(xvaRequest, { ...terms, trades, allocation: true }), limits)), 'xva.', into);
  const increment = { ...terms, trades: trades.slice(0, 1), newTrades: trades.slice(1) };
  figuresIn(runJob(incrementalXvaJob(parse(incrementalXvaRequest, increment), limits)), 'incremental.', into);
  figuresIn(runJob(exposureJob(parse(exposureRequest, { ...ofExposure, trades }), limits)), 'exposure.', into);
  return into;
}

/**
 * The standard deviation over seeds of each figure that scatters, in units of the root mean square of its stated errors.
 *
 * Figures that scatter by rounding alone are left out, where their stated errors are rounding too.
 */
export function ratiosOverSeeds(book: object, seeds: number, numPaths: number): Map<string, number> {
  const byName = new Map<string, Figure[]>();
  for (let seed = 1; seed <= seeds; seed++)
    for (const [name, figure] of figuresOf(book, { numPaths, seed })) byName.set(name, [...(byName.get(name) ?? []), figure]);
  const ratios = new Map<string, number>();
  for (const [name, figures] of byName) {
    const mean = figures.reduce((sum, { value }) => sum + value, 0) / seeds;
    const scatter = Math.sqrt(figures.reduce((sum, { value }) => sum + (value - mean) ** 2, 0) / (seeds - 1));
    const stated = Math.sqrt(figures.reduce((sum, { standardError }) => sum + standardError ** 2, 0) / seeds);
    const rounding = 1e-9 * (1 + Math.abs(mean));
    if (scatter > rounding || stated > rounding) ratios.set(name, scatter / stated);
  }
  return ratios;
}
