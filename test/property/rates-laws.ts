/** Laws of the pricers of interest rate, inflation and credit products. */
import fc from 'fast-check';
import { between, bounded, instead, type Law, ordered, orZero, requestsOf, scale, sums } from './law.js';

const rates = { rate: between(-0.02, 0.15) };
const expiry = orZero(scale(0.01, 30));
const tenor = fc.integer({ min: 1, max: 20 });
const reversion = between(-0.1, 3);
const normalVolatility = orZero(scale(1e-5, 0.1));

export const ratesLaws: Record<string, Law> = {
  rates_swaption_lg2f: {
    requests: requestsOf({
      instrument: {
        optionType: fc.constantFrom('payer', 'receiver'),
        strike: between(-0.01, 0.2),
        expiry,
        tenor,
        paymentsPerYear: fc.constant(1),
      },
      market: rates,
      params: {
        ...{ meanReversion1: reversion, volatility1: normalVolatility, meanReversion2: reversion, volatility2: normalVolatility },
        correlation: between(-1, 1),
      },
    }),
    claims: (request) => {
      const { strike, expiry, tenor } = request.instrument;
      const { rate } = request.market;
      const [start, end] = [Math.exp(-rate * expiry), Math.exp(-rate * (expiry + tenor))];
      const annuity = Array.from({ length: tenor }, (_, i) => Math.exp(-rate * (expiry + i + 1))).reduce((a, b) => a + b);
      // Both prices are integrated to 1e-10 of the notional, in the worst cases to 1e-8.
      const rounding = 2e-8 * (start + end + annuity);
      const [payer, receiver] = ['payer', 'receiver'].map((optionType) => ({ request: instead(request, { optionType }) }));
      return [
        bounded(request, 0, Number.POSITIVE_INFINITY, rounding),
        sums(
          'satisfies payer-receiver parity',
          [
            [1, payer!],
            [-1, receiver!],
          ],
          start - end - strike * annuity,
          rounding,
        ),
        ordered('decreases with the fixed rate', payer!, { request: instead(payer!.request, { strike: strike + 0.01 }) }, rounding),
      ];
    },
    // The integral does not converge when bond prices have a standard deviation of about 100.
    refused: 0.1,
    runs: 60,
  },
  rates_bond_option_hull_white: {
    requests: requestsOf({
      instrument: { optionType: fc.constantFrom('call', 'put'), strike: scale(0.2, 2), optionExpiry: expiry, tenor },
      market: rates,
      params: { meanReversion: reversion, volatility: normalVolatility },
    }).map(({ instrument: { tenor, ...instrument }, ...rest }) => ({
      ...rest,
      instrument: { ...instrument, bondMaturity: instrument.optionExpiry + tenor },
    })),
    claims: (request) => {
      const { strike, optionExpiry, bondMaturity, optionType } = request.instrument;
      const cash = strike * Math.exp(-request.market.rate * optionExpiry);
      const bond = Math.exp(-request.market.rate * bondMaturity);
      const rounding = 1e-12 * (cash + bond);
      const [call, put] = ['call', 'put'].map((side) => ({ request: instead(request, { optionType: side }) }));
      const isPut = optionType === 'put';
      return [
        bounded(request, Math.max(isPut ? cash - bond : bond - cash, 0), isPut ? cash : bond, rounding),
        sums(
          'satisfies put-call parity',
          [
            [1, call!],
            [-1, put!],
          ],
          bond - cash,
          rounding,
        ),
        ordered('decreases with the strike', call!, { request: instead(call!.request, { strike: 1.1 * strike }) }, rounding),
      ];
    },
  },
  inflation_yoy_jy: {
    requests: requestsOf({
      instrument: {
        type: fc.constantFrom('yoy_swaplet', 'yoy_caplet', 'yoy_floorlet'),
        startTime: expiry,
        tenor,
        strike: between(-0.05, 0.1),
      },
      market: { nominalRate: rates.rate, realRate: between(-0.02, 0.05) },
      params: {
        ...{ nominalMeanReversion: reversion, nominalVolatility: normalVolatility, realMeanReversion: reversion },
        ...{ realVolatility: normalVolatility, indexVolatility: orZero(scale(1e-3, 0.2)) },
        // Three correlations that form a positive semidefinite matrix.
        ...{
          nominalRealCorrelation: between(-0.5, 0.5),
          nominalIndexCorrelation: between(-0.5, 0.5),
          realIndexCorrelation: between(-0.5, 0.5),
        },
      },
    }).map(({ instrument: { tenor, ...instrument }, ...rest }) => ({
      ...rest,
      instrument: { ...instrument, endTime: instrument.startTime + tenor },
    })),
    claims: (request) => {
      const { strike } = request.instrument;
      const ofType = (type: string, rate = strike) => ({ request: instead(request, { type, strike: rate }) });
      const [caplet, floorlet] = [ofType('yoy_caplet'), ofType('yoy_floorlet')];
      // Large volatilities make the year-on-year ratio large, and its rounding error is proportional to it.
      const rounding = 1e-9;
      return [
        bounded(caplet.request, 0, Number.POSITIVE_INFINITY, rounding),
        bounded(floorlet.request, 0, Number.POSITIVE_INFINITY, rounding),
        sums(
          'satisfies cap-floor parity',
          [
            [1, caplet],
            [-1, floorlet],
            [-1, ofType('yoy_swaplet')],
          ],
          0,
          rounding,
        ),
        ordered('decreases with the strike', caplet, ofType('yoy_caplet', strike + 0.01), rounding),
      ];
    },
    // Some volatilities take the year-on-year ratio beyond the range of doubles.
    refused: 0.1,
  },
  convertible_tree: {
    requests: requestsOf({
      instrument: {
        faceValue: fc.constant(100),
        couponRate: between(0, 0.08),
        couponFrequency: fc.constantFrom(1, 2, 4),
        maturity: between(0.5, 10),
        conversionRatio: orZero(between(0.5, 4)),
      },
      market: {
        spot: scale(5, 200),
        rate: between(0, 0.1),
        volatility: between(0.25, 0.8),
        dividend: between(0, 0.05),
        // The law does not hold for the split of Tsiveriotis and Fernandes: a call may turn cash into shares, which are discounted at a lower rate.
        hazardRate: between(0, 0.05),
        recoveryRate: between(0, 1),
      },
    }),
    claims: (request) => {
      const { faceValue, couponRate, maturity, conversionRatio } = request.instrument;
      const { spot } = request.market;
      const right = [{ time: 0.4 * maturity, price: 102 }];
      const called = { request: instead(request, { callSchedule: right }) };
      const puttable = { request: instead(request, { putSchedule: right }) };
      const paid = faceValue * (1 + couponRate * (maturity + 1));
      return [
        // With a positive rate a bond is worth at most the sum of its payments.
        bounded(request, conversionRatio * spot, conversionRatio * spot + paid, 1e-9 * paid),
        // A right adds nodes and time steps of its own, so that each price has another discretisation error.
        ordered('is worth no more when it may be called', { request }, called, 1e-4 * paid),
        ordered('is worth no less when it may be put', puttable, { request }, 1e-4 * paid),
      ];
    },
    runs: 10,
  },
  credit_default_swap: {
    requests: requestsOf({
      instrument: {
        side: fc.constant('buyer'),
        spread: between(0, 0.2),
        maturity: scale(0.05, 30),
        paymentsPerYear: fc.constantFrom(1, 2, 4, 12),
      },
      market: { rate: between(0, 0.2), hazardRate: orZero(scale(1e-4, 2)), recoveryRate: between(0, 1) },
    }),
    claims: (request) => {
      const { spread, maturity } = request.instrument;
      const { hazardRate, recoveryRate } = request.market;
      const rounding = 1e-12 * (1 + spread * maturity);
      return [
        bounded(request, -spread * maturity, 1 - recoveryRate, rounding),
        sums(
          'has opposite values for buyer and seller',
          [
            [1, { request }],
            [1, { request: instead(request, { side: 'seller' }) }],
          ],
          0,
          0,
        ),
        ordered('decreases with the spread', { request }, { request: instead(request, { spread: spread + 0.01 }) }, rounding),
        ordered(
          'decreases with the recovery rate',
          { request },
          { request: instead(request, {}, { recoveryRate: (1 + recoveryRate) / 2 }) },
          rounding,
        ),
        ordered(
          'increases with the hazard rate',
          { request: instead(request, {}, { hazardRate: 1.1 * hazardRate }) },
          { request },
          rounding,
        ),
      ];
    },
  },
};
