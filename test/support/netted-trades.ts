/** Trades and dates of requests for netting sets. */

/** The limit of the service by default. */
export const COST_LIMIT = 4e8;
export const valuationDate = '2026-11-20';

/** @param day  days after the valuation date */
export const dateOn = (day: number): string => new Date(Date.parse(valuationDate) + day * 86_400_000).toISOString().slice(0, 10);

/** Equally spaced times to the last. */
export const times = (count: number, last: number): number[] => Array.from({ length: count }, (_, i) => ((i + 1) * last) / count);

export const repeat = <Item>(count: number, item: (i: number) => Item): Item[] => Array.from({ length: count }, (_, i) => item(i));

export const secondFactor = { meanReversion: 0.3, volatility: 0.005, correlation: -0.5 };

export const swap = (maturity: number, perYear: number, currency = 'USD') => ({
  ...{ type: 'interest_rate_swap', currency, notional: 1e6, side: 'payer', fixedRate: 0.03, maturity },
  ...{ fixedFrequency: perYear, floatingFrequency: perYear },
});

export const option = (maturity: number, underlying = 'A0') => ({
  ...{ type: 'equity_option', underlying, quantity: 1, strike: 100, maturity, optionType: 'call' },
});
