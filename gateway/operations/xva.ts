/** Exposure and valuation adjustments of netting sets. */
import {
  exposureRequest,
  exposureResponse,
  incrementalXvaRequest,
  incrementalXvaResponse,
  nettedTradeSchemas,
  tradeExamples,
  xvaRequest,
  xvaResponse,
  xvaSensitivitiesRequest,
  xvaSensitivitiesResponse,
} from '#engine/schemas';
import { computation, type ServiceMethod } from '../contract/computation.js';
import { type Computation, type Dependencies, type OperationCall, operation } from '../contract/operation.js';
import { BOOK_BODY_LIMIT } from '../portfolio/book-computation.js';
import { takesNettingSet } from '../portfolio/takes-netting-set.js';

const [swap, swaption, , fxForward] = tradeExamples;
const bermudan = tradeExamples.find(({ type }) => type === 'bermudan_swaption');
const market = {
  curves: { USD: { rate: 0.03 }, EUR: { rate: 0.02 } },
  fx: { EURUSD: 1.1 },
  volatilities: { USD: { type: 'normal', volatility: 0.008 }, EURUSD: { type: 'lognormal', volatility: 0.09 } },
  models: { USD: { meanReversion: 0.03 }, EUR: { meanReversion: 0.03, volatility: 0.007 } },
  correlations: [
    { asset1: 'USD', asset2: 'EUR', correlation: 0.5 },
    { asset1: 'USD', asset2: 'EURUSD', correlation: -0.1 },
    { asset1: 'EUR', asset2: 'EURUSD', correlation: 0.1 },
  ],
};
/** A short rate of two factors (G2++). */
const twoFactors = {
  meanReversion: 0.4,
  volatility: 0.01,
  secondFactor: { meanReversion: 0.03, volatility: 0.007, correlation: -0.6 },
};
const pricer = { numPaths: 1024 };
const parties = {
  counterparty: { hazardRate: 0.02, recoveryRate: 0.4 },
  own: { hazardRate: 0.01, recoveryRate: 0.4 },
  funding: { borrowSpread: 0.006, lendSpread: 0.004 },
};
const averageOption = {
  type: 'contract',
  id: 'average',
  contract: {
    type: 'asian_call',
    underlying: 'ACME',
    strike: 100,
    expiry: '2028-11-20',
    observationDates: ['2027-11-19', '2028-05-19', '2028-11-20'],
  },
  quantity: 1000,
};
const overnightSwap = {
  ...{ type: 'interest_rate_swap', id: 'overnight', currency: 'EUR', index: 'ESTR', floatingType: 'overnight', side: 'payer' },
  ...{ fixedRate: 0.021, notional: 1_000_000, tenor: '5Y', floatingFrequency: 1, calendar: 'TARGET', paymentLag: 1 },
};
const exposureTimes = [0.5, 1, 2, 3, 4, 5];

/** The computation of a measure of the risk service, with the date from which curves and spreads count: today where the body gives none. */
function datedComputation<Data extends object>(
  method: ServiceMethod,
  body: { readonly market: { readonly valuationDate?: string | undefined } },
  call: OperationCall,
  dependencies: Dependencies,
): Computation<Data> {
  const { valuationDate = call.today } = body.market;
  return computation(method, { ...body, market: { ...body.market, valuationDate } }, call, dependencies);
}

const ofNettingSet = {
  method: 'POST',
  costClass: 'simulation',
  schemas: nettedTradeSchemas,
  bodyLimit: BOOK_BODY_LIMIT,
  prices: ['trade'],
  failures: ['SVC-RES-001', 'SVC-LIMIT-003', 'SVC-CALC-001', 'SVC-CALC-002'],
} as const;

const ofParties = ['trades', 'counterparty'];
const exposed = takesNettingSet(exposureRequest, [{ required: ['trades'] }, { required: ['nettingSets'] }]);
const adjusted = takesNettingSet(xvaRequest, [{ required: ofParties }, { required: ['exposure', 'counterparty'] }]);
const incremental = takesNettingSet(incrementalXvaRequest, [{ required: ['counterparty'] }], { mayBeEmpty: true });
const sensitive = takesNettingSet(xvaSensitivitiesRequest, [{ required: ofParties }]);

export const xva = [
  operation({
    ...ofNettingSet,
    id: 'riskExposure',
    path: '/api/v1/risk/exposure',
    tag: 'Risk',
    scope: 'portfolio',
    summary: 'Exposure profile of a netting set: EE, NEE, PFE, EPE, EEPE',
    description:
      'Short rates (Gaussian, of one factor or two), exchange rates and shares move jointly and exactly; trades are revalued in closed form on every path, contracts of other shapes by regression. A trade may state its dates: each index projects its rates from market.projections, overnight rates accrue on the paths, and a period that has begun needs the fixings of its index. Quantiles are risk-neutral. Several netting sets of one counterparty are added up on each path.',
    request: exposed.request,
    example: { trades: [swap, fxForward], market, exposureTimes, pricer },
    furtherExamples: {
      'Quantiles at levels of choice': { trades: [swap, fxForward], market, exposureTimes, pfeLevels: [0.5, 0.9, 0.999], pricer },
      'A swap on an overnight rate, by its dates': {
        trades: [overnightSwap],
        market: { ...market, valuationDate: '2026-11-20' },
        exposureTimes,
        pricer,
      },
      'Two netting sets of one counterparty, added up on each path': {
        nettingSets: [{ trades: [swap], collateral: { threshold: 10_000 } }, { trades: [fxForward] }],
        market,
        exposureTimes,
        pricer,
      },
    },
    response: exposureResponse,
    handle: exposed.handle(async ({ body, call }, dependencies) => datedComputation('risk.exposure', body, call, dependencies)),
  }),
  operation({
    ...ofNettingSet,
    id: 'calculateXva',
    path: '/api/v1/xva/calculate',
    tag: 'XVA',
    scope: 'xva',
    summary: 'CVA, DVA, FVA, KVA and MVA of a netting set',
    description:
      'Every measure has its standard error. A profile made elsewhere may stand in place of the trades. With allocation, each measure is shared among the trades by Euler’s principle. With wrongWayRisk, default intensities move with the market.',
    request: adjusted.request,
    example: {
      trades: [swap, swaption, fxForward],
      market,
      exposureTimes: [...exposureTimes, 7],
      ...parties,
      capital: { costOfCapital: 0.1 },
      allocation: true,
      pricer,
    },
    furtherExamples: {
      'A Bermudan swaption where the short rate has two factors (G2++), with modelled initial margin': {
        trades: [swap, bermudan],
        market: { ...market, models: { ...market.models, USD: twoFactors } },
        exposureTimes,
        ...parties,
        collateral: { threshold: 10_000, initialMargin: { confidence: 0.99, periodDays: 10 } },
        pricer,
      },
    },
    response: xvaResponse,
    manifest: 'when_priced',
    // A profile that was made elsewhere is not priced here, and has no manifest.
    handle: adjusted.handle(async ({ body, call }, dependencies) => datedComputation('risk.calculateXva', body, call, dependencies)),
  }),
  operation({
    ...ofNettingSet,
    id: 'incrementalXva',
    path: '/api/v1/xva/incremental',
    tag: 'XVA',
    scope: 'xva',
    summary: 'What new trades add to each measure, before they are booked',
    description:
      'The netting set is valued with and without the new trades on the same paths, so that the difference has a standard error of its own. A trade of the type contract is any contract of the algebra that is observed on dates; the regressions that value it are fitted anew for each part of the paths, so that their error is in the standard errors.',
    request: incremental.request,
    example: {
      trades: [swap],
      newTrades: [fxForward, averageOption],
      market: { ...market, assets: { ACME: { spot: 100, volatility: 0.25 } }, valuationDate: '2026-11-20' },
      exposureTimes,
      ...parties,
      wrongWayRisk: { counterparty: { volatility: 0.01, correlations: [{ asset: 'EURUSD', correlation: 0.4 }] } },
      pricer,
    },
    response: incrementalXvaResponse,
    handle: incremental.handle(async ({ body, call }, dependencies) => datedComputation('risk.incrementalXva', body, call, dependencies)),
  }),
  operation({
    ...ofNettingSet,
    id: 'xvaSensitivities',
    path: '/api/v1/xva/sensitivities',
    tag: 'XVA',
    scope: 'xva',
    summary: 'Sensitivities of XVA to credit, rates by tenor, exchange rates, shares and volatilities',
    description:
      'Rates, exchange rates and shares by pathwise derivatives of one simulation, with what moved exercise boundaries of swaptions do to exposures after exercise and the jump of collateral at its minimum transfer; with modelled margin, or where an exercise boundary under G2++ is not one curve, the rates of a currency of such swaptions are moved one by one instead; credit by bumps of the spreads or intensities; volatilities by bumps on the same random numbers. With wrongWayRisk, intensities move with the market, and correlationBumps gives what each of their correlations does. Initial margin, modelled or an amount, and capital by SA-CCR have sensitivities too; those of SA-CCR are derivatives beside its kinks (a net value of zero, a net position of a hedging set of zero). Trades of the type contract are valued by regression: with one of them, rates, exchange rates and shares are moved one by one and the regressions fitted again, two simulations for each, which together may cost what one may.',
    request: sensitive.request,
    example: { trades: [swap, fxForward], market, exposureTimes, ...parties, tenors: [1, 2, 5], pricer },
    furtherExamples: {
      'Wrong-way risk, modelled initial margin and capital by SA-CCR': {
        trades: [swap, fxForward],
        market,
        exposureTimes,
        ...parties,
        wrongWayRisk: { counterparty: { volatility: 0.01, correlations: [{ asset: 'EURUSD', correlation: 0.4 }] } },
        correlationBumps: true,
        collateral: { threshold: 10_000, initialMargin: { confidence: 0.99, periodDays: 10 } },
        capital: { costOfCapital: 0.1 },
        tenors: [1, 2, 5],
        pricer,
      },
      'A contract of the algebra: every factor moved by itself, the regressions fitted again': {
        trades: [fxForward, averageOption],
        market: { ...market, assets: { ACME: { spot: 100, volatility: 0.25 } }, valuationDate: '2026-11-20' },
        exposureTimes: [1, 1.5],
        ...parties,
        tenors: [1, 2],
        pricer,
      },
    },
    response: xvaSensitivitiesResponse,
    handle: sensitive.handle(async ({ body, call }, dependencies) => datedComputation('risk.xvaSensitivities', body, call, dependencies)),
  }),
];
