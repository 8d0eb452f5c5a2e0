/** A book with a position of every type of instrument, and the market in which they are valued. */

export const market = {
  valuationDate: '2026-03-02',
  curves: { USD: { rate: 0.04 }, EUR: { times: [1, 5, 10], zeroRates: [0.021, 0.024, 0.027] }, GBP: { rate: 0.038 } },
  projections: { 'EURIBOR-6M': { times: [1, 5], zeroRates: [0.023, 0.026] } },
  fx: { EURUSD: 1.1, GBPUSD: 1.29 },
  assets: { ACME: { spot: 100, volatility: 0.25, dividend: 0.01 }, BMW: { spot: 80, volatility: 0.22, currency: 'EUR' } },
  volatilities: {
    USD: { type: 'normal', volatility: 0.009 },
    EUR: { type: 'normal', volatility: 0.008 },
    EURUSD: { type: 'lognormal', volatility: 0.09 },
    GBPUSD: { type: 'lognormal', volatility: 0.1 },
    'EURIBOR-6M': { type: 'normal', volatility: 0.0075 },
  },
  models: { USD: { meanReversion: 0.03 }, EUR: { meanReversion: 0.02 } },
  credit: { ISSUER: { hazardRate: 0.02, recoveryRate: 0.4 } },
  fixings: { 'EURIBOR-6M': [{ date: '2025-09-04', value: 0.0207 }] },
};

export const swap = { currency: 'EUR', notional: 1e6, side: 'payer', fixedRate: 0.025 };
export const inYears = { maturity: 5, fixedFrequency: 1, floatingFrequency: 2 };
export const conventions = { fixedFrequency: 1, fixedDayCount: '30E/360', floatingFrequency: 2, index: 'EURIBOR-6M' };
export const exchange = { buyCurrency: 'EUR', buyAmount: 1e6, sellCurrency: 'USD', sellAmount: 1.12e6 };
export const equity = { underlying: 'BMW', strike: 82, maturity: 1 };

/** A position of each type; those that simulate on few paths. */
export const positions = [
  { id: 'swap', type: 'interest_rate_swap', ...swap, ...inYears },
  { id: 'living swap', type: 'interest_rate_swap', ...swap, startDate: '2024-03-04', tenor: '5Y', ...conventions },
  { id: 'swaption', type: 'swaption', ...swap, ...inYears, expiry: 1, quantity: 2 },
  { id: 'dated swaption', type: 'swaption', ...swap, expiry: '2027-03-02', tenor: '4Y', ...conventions, quantity: -1 },
  { id: 'bermudan', type: 'bermudan_swaption', ...swap, ...inYears, exerciseDates: [1, 2, 3] },
  {
    ...{ id: 'dated bermudan', type: 'bermudan_swaption', ...swap, startDate: '2027-03-04', tenor: '5Y', ...conventions },
    exerciseDates: ['2027-03-02', '2028-03-02', '2029-03-01'],
  },
  {
    ...{ id: 'currencies', type: 'cross_currency_swap', receive: { currency: 'GBP', notional: 1e6, spread: 0.001 } },
    ...{ pay: { currency: 'USD', notional: 1.29e6, rate: 0.03 }, maturity: 4, frequency: 2 },
  },
  {
    ...{
      id: 'amortising',
      type: 'interest_rate_swap',
      currency: 'EUR',
      side: 'receiver',
      fixedRate: 0.02,
      startDate: '2024-03-04',
      tenor: '5Y',
    },
    ...conventions,
    notionalSchedule: [
      { date: '2024-03-04', notional: 1e6 },
      { date: '2026-09-04', notional: 5e5 },
    ],
  },
  {
    ...{ id: 'basis', type: 'basis_swap', currency: 'EUR', notional: 1e6, tenor: '3Y', receive: { index: 'EURIBOR-6M', frequency: 2 } },
    pay: { frequency: 4, spread: 0.001 },
  },
  {
    ...{ id: 'dated currencies', type: 'cross_currency_swap', startDate: '2025-03-04', tenor: '4Y' },
    ...{ receive: { currency: 'GBP', notional: 1e6, rate: 0.03 }, pay: { currency: 'USD', notional: 1.29e6, rate: 0.035, frequency: 2 } },
  },
  { id: 'zero-coupon swap', type: 'zero_coupon_swap', ...swap, tenor: '4Y', floatingFrequency: 2, index: 'EURIBOR-6M' },
  {
    id: 'floater',
    type: 'floating_rate_bond',
    currency: 'EUR',
    faceValue: 1e5,
    spread: 0.004,
    tenor: '3Y',
    frequency: 2,
    index: 'EURIBOR-6M',
  },
  { id: 'deposit', type: 'deposit', currency: 'USD', notional: 1e6, fixedRate: 0.04, tenor: '3M' },
  { id: 'agreement', type: 'fra', currency: 'EUR', fixedRate: 0.025, startDate: '2026-06-02', tenor: '6M', index: 'EURIBOR-6M' },
  { id: 'outright', type: 'fx_forward', ...exchange, maturity: '2027-03-02' },
  { id: 'exchanges', type: 'fx_swap', near: { ...exchange, maturity: '2026-01-05' }, far: { ...exchange, maturity: '2027-03-02' } },
  { id: 'currency call', type: 'fx_option', ...exchange, expiry: '2027-03-02', optionType: 'call', quantity: 3 },
  { id: 'forward', type: 'equity_forward', ...equity, quantity: 100 },
  { id: 'option', type: 'equity_option', ...equity, optionType: 'put', quantity: -50 },
  { id: 'vanilla', type: 'vanilla', underlying: 'ACME', strike: 105, expiry: '2026-12-18', optionType: 'call', quantity: 10 },
  { id: 'american', type: 'american', underlying: 'ACME', strike: 105, time: 1, optionType: 'put', pricer: { exercise: 'continuous' } },
  { id: 'cap', type: 'cap', currency: 'EUR', strike: 0.03, notional: 1e6, tenor: '3Y', frequency: 2, index: 'EURIBOR-6M' },
  { id: 'floor', type: 'floor', currency: 'EUR', strike: 0.02, notional: 1e6, tenor: '3Y', frequency: 2 },
  {
    id: 'bond',
    type: 'fixed_rate_bond',
    currency: 'USD',
    couponRate: 0.03,
    couponFrequency: 2,
    startDate: '2023-02-15',
    maturity: '2033-02-15',
  },
  { id: 'zero', type: 'zero_coupon_bond', currency: 'GBP', maturity: '2030-03-04', faceValue: 1e5 },
  {
    id: 'protection',
    type: 'credit_default_swap',
    issuer: 'ISSUER',
    side: 'buyer',
    spread: 0.01,
    maturity: 5,
    paymentsPerYear: 4,
    notional: 1e6,
  },
  {
    ...{ id: 'contract', type: 'contract', quantity: 2, pricer: { numPaths: 1024 } },
    contract: { type: 'vanilla_call', underlying: 'ACME', strike: 100, expiry: '2027-03-02' },
  },
  {
    ...{ id: 'convertible', type: 'convertible', underlying: 'ACME', issuer: 'ISSUER', steps: 50 },
    bond: { faceValue: 100, couponRate: 0.02, couponFrequency: 1, maturity: 3, conversionRatio: 0.9 },
  },
  { id: 'own market', type: 'vanilla', spot: 50, strike: 50, rate: 0.03, volatility: 0.3, time: 1, optionType: 'put', quantity: 4 },
] as const;
