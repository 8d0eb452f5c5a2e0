import { americanPriceRequest, americanPriceResponse } from '#engine/schemas';
import { computation } from '../contract/computation.js';
import { operation } from '../contract/operation.js';

export const american = [
  operation({
    id: 'priceAmerican',
    method: 'POST',
    path: '/api/v1/american/price',
    tag: 'American',
    scope: 'price',
    costClass: 'simulation',
    failures: ['SVC-LIMIT-003', 'SVC-CALC-001'],
    prices: ['american'],
    summary: 'Price of an American option, with its exercise boundary',
    description:
      'The option may be exercised today and on equally spaced dates, 50 a year by default; `pricer.exercise` continuous asks for exercise at any time: under Black-Scholes by the integral equation of the exercise boundary (Andersen, Lake and Offengenden 2016), with two boundaries, as negative rates may have them, and under local volatility and Heston by finite differences. On dates: under Black-Scholes, local volatility and rough models by least-squares Monte Carlo (Longstaff and Schwartz 2001): the exercise policy is fitted on one set of paths and valued on another, with European options or the gains of a hedge as control variates. Under Heston by finite differences in spot and variance, whose exercise policy the simulation then values as a check. With dividends on dates, or a volatility by time, under Black-Scholes by finite differences with exercise at any time, right before ex-dates too: the spot falls by the dividend and is lognormal between ex-dates (the spot model, not the escrowed one). With dividends on dates and a surface, by finite differences under its local volatility: what the dividends in cash are worth does not move, and the surface is of the forward. With dividends on dates and the model `heston`, by finite differences in spot and variance with exercise at any time, right before ex-dates too, and without a simulation: on an ex-date the spot falls by the dividend and the variance stays.',
    request: americanPriceRequest,
    example: { spot: 36, strike: 40, rate: 0.06, volatility: 0.2, time: 1, optionType: 'put' },
    furtherExamples: {
      'A put that may be exercised at any time': {
        ...{ spot: 36, strike: 40, rate: 0.06, volatility: 0.2, time: 1, optionType: 'put' },
        pricer: { exercise: 'continuous' },
      },
      'A call on a share that pays a dividend in cash: it is exercised right before the ex-date, or not at all': {
        spot: 100,
        strike: 90,
        rate: 0.04,
        volatility: 0.25,
        time: 1,
        dividends: [{ time: 0.5, amount: 6 }],
      },
      'A put under the local volatility of a surface, on a share that pays in cash': {
        ...{ spot: 100, strike: 105, rate: 0.03, time: 1, optionType: 'put' },
        dividends: [
          { time: 0.25, amount: 1.5 },
          { time: 0.75, amount: 1.5 },
        ],
        volatilitySurface: { ssvi: { times: [0.5, 1], volatilities: [0.22, 0.21], rho: -0.4, eta: 0.8, gamma: 0.4 } },
      },
      'A put under Heston, on a share that pays in cash and as a proportion': {
        ...{ spot: 100, strike: 105, rate: 0.03, time: 1, optionType: 'put' },
        dividends: [
          { time: 0.25, amount: 2 },
          { time: 0.75, proportion: 0.02 },
        ],
        model: { type: 'heston', v0: 0.04, kappa: 2, theta: 0.05, sigma: 0.4, rho: -0.6 },
      },
      'A put under Heston, exercisable at any time': {
        ...{ spot: 100, strike: 105, rate: 0.03, time: 1, optionType: 'put' },
        model: { type: 'heston', v0: 0.04, kappa: 2, theta: 0.05, sigma: 0.4, rho: -0.6 },
        pricer: { exercise: 'continuous' },
      },
      'Under the local volatility of a surface': {
        ...{ spot: 100, strike: 100, rate: 0.03, time: 0.5, optionType: 'put' },
        volatilitySurface: { ssvi: { times: [0.25, 0.5], volatilities: [0.22, 0.21], rho: -0.4, eta: 0.8, gamma: 0.4 } },
        pricer: { numPaths: 4096 },
      },
    },
    response: americanPriceResponse,
    handle: async ({ body, call }, dependencies) => computation('pricing.priceAmerican', body, call, dependencies),
  }),
];
