/** An example of a book of instruments, for every operation that takes one. */

export const ANY_TYPE = 'Instruments of several types and currencies in one market, of which one has started';
/** Three instruments in a market of two currencies. */
export const bookExample = {
  positions: [
    {
      ...{ id: 'living swap', type: 'interest_rate_swap', currency: 'EUR', notional: 1_000_000, side: 'payer', fixedRate: 0.02 },
      ...{ startDate: '2024-03-04', tenor: '5Y', index: 'EURIBOR-6M', fixedFrequency: 1, fixedDayCount: '30E/360', floatingFrequency: 2 },
    },
    {
      ...{ id: 'outright', type: 'fx_forward', buyCurrency: 'EUR', buyAmount: 500_000, sellCurrency: 'USD', sellAmount: 560_000 },
      maturity: '2027-03-02',
    },
    { id: 'calls', type: 'vanilla', underlying: 'ACME', quantity: 100, strike: 105, expiry: '2026-12-18', optionType: 'call' },
  ],
  market: {
    valuationDate: '2026-03-02',
    curves: { USD: { rate: 0.04 }, EUR: { rate: 0.022 } },
    projections: { 'EURIBOR-6M': { times: [1, 5], zeroRates: [0.023, 0.026] } },
    fx: { EURUSD: 1.1 },
    assets: { ACME: { spot: 100, volatility: 0.25 } },
    fixings: { 'EURIBOR-6M': [{ date: '2025-09-04', value: 0.0207 }] },
  },
  reportingCurrency: 'USD',
};

export const SMILES = 'An option on an exchange rate whose market quotes smiles by expiry';
export const smilesBook = {
  positions: [
    {
      ...{ id: 'euro call', type: 'fx_option', buyCurrency: 'EUR', buyAmount: 1_000_000, sellCurrency: 'USD', sellAmount: 1_150_000 },
      ...{ expiry: '2026-10-15', optionType: 'call', quantity: 1 },
    },
  ],
  market: {
    valuationDate: '2026-03-02',
    curves: { USD: { rate: 0.04 }, EUR: { rate: 0.022 } },
    fx: { EURUSD: 1.1 },
    volatilities: {
      EURUSD: {
        expiries: [
          { date: '2026-06-02', atm: 0.072, riskReversal25: -0.006, butterfly25: 0.0018, riskReversal10: -0.011, butterfly10: 0.006 },
          { date: '2027-03-02', atm: 0.078, riskReversal25: -0.008, butterfly25: 0.0022 },
        ],
      },
    },
  },
  reportingCurrency: 'USD',
};

/** The book under normal moves of three factors. */
export const parametricBook = {
  ...bookExample,
  volatilities: { 'rate:EUR': 0.008, 'fx:EURUSD': 0.09, 'spot:ACME': 0.25 },
  correlations: [
    { asset1: 'rate:EUR', asset2: 'fx:EURUSD', correlation: 0.2 },
    { asset1: 'rate:EUR', asset2: 'spot:ACME', correlation: -0.1 },
    { asset1: 'fx:EURUSD', asset2: 'spot:ACME', correlation: 0.3 },
  ],
};
