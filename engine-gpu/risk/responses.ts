/** Responses of the portfolio, risk and hedging operations. */
import { z } from 'zod';
import { resultWarnings } from '../base/result-warnings.js';
import { failedItem } from '../product/option/vanilla.js';
import { curveSetResponse } from '../valuation/curve-set/curve-set-request.js';
import { FACTOR_KINDS } from '../valuation/market-factors.js';
import { cashFlow, sensitivity } from '../valuation/requests.js';
import { BOOK_GREEKS, EXPLAINED_FACTORS } from './requests.js';

const figure = (description: string) => z.number().meta({ description });

const warnings = z.array(z.string()).optional().meta({ description: 'Absent when there are none' });
const contribution = figure('Euler contribution to the figure; contributions add up to it');
const incremental = figure('With incremental: the figure less that of the book without the underlying’s positions').optional();

/** Standard errors of a component's figures. */
const componentStandardErrors = z
  .strictObject({ contribution: z.number(), incremental: z.number().optional() })
  .optional()
  .meta({ description: 'With withStandardErrors' });

const tailStandardErrors = z
  .strictObject({ valueAtRisk: z.number(), expectedShortfall: z.number() })
  .optional()
  .meta({ description: 'Standard errors of both figures, where they are simulated or withStandardErrors asks for them' });

const simulation = {
  numPaths: z.int().optional(),
  seed: z.int().optional(),
  backend: z.enum(['double']).optional().meta({ description: 'The arithmetic that simulated: double precision on the processor' }),
};

/** The place of a position in the answer for a book of instruments. */
const positionName = z.string().meta({ description: 'Id of the position, or its place in the list, from 0, where it has none' });
const positionPnl = z.strictObject({ position: positionName, pnl: figure('In the reporting currency') });
/** How complete the figures of a book of instruments are. */
const ofInstrumentBook = {
  currency: z.string().optional().meta({ description: 'In a market: the reporting currency, in which all figures are' }),
  complete: z.boolean().optional().meta({ description: 'In a market: whether every position is in the figures' }),
  failures: z.array(failedItem).optional().meta({ description: 'In a market: the positions that are not, with their reasons' }),
};

export const varResponse = z
  .strictObject({
    valueAtRisk: figure('A loss is positive'),
    expectedShortfall: figure('Mean loss beyond the value at risk'),
    components: z
      .array(
        z.strictObject({
          position: positionName.optional(),
          underlying: z.string().optional(),
          factorKind: z.enum(FACTOR_KINDS).optional(),
          delta: figure('Units of the underlying').optional(),
          contribution: figure(
            'Euler contribution to the figure: those of the underlyings of an option book add up to it, and those of the positions of a book in a market. Of a kind of factor: the loss where its moves come alone in the scenario of the figure; of parametric figures its Euler contribution',
          ),
          incremental,
          standardErrors: componentStandardErrors,
        }),
      )
      .meta({
        description: 'Of an option book by underlying; in a market by position, by underlying, and with byFactorKind by kind of factor',
      }),
    ...ofInstrumentBook,
    baseValue: figure('In a market: sum of the values of the positions').optional(),
    tail: z
      .array(
        z.strictObject({
          scenario: z.int().meta({ description: 'Place among the scenarios, the oldest 0' }),
          date: z.iso.date().optional(),
          pnl: z.number(),
          positions: z.array(positionPnl).meta({ description: 'Those that lose most, at most 20' }),
        }),
      )
      .optional()
      .meta({ description: 'In a market: the scenarios whose mean is the expected shortfall, the worst first' }),
    mean: figure('Of the profit and loss').optional(),
    standardDeviation: z.number().optional(),
    skewness: z.number().optional(),
    excessKurtosis: z.number().optional(),
    scenarios: z.int().optional().meta({ description: 'Historical scenarios revalued' }),
    profitAndLoss: z
      .array(z.strictObject({ date: z.iso.date().optional(), pnl: z.number() }))
      .optional()
      .meta({ description: 'With withScenarios, that of every historical scenario, the oldest first' }),
    standardError: figure('Standard error of the value at risk, where it is simulated or withStandardErrors asks for it').optional(),
    standardErrors: tailStandardErrors,
    ...simulation,
    warnings: resultWarnings,
  })
  .meta({ id: 'ValueAtRiskResponse', description: 'Value at risk with its contributions' });

export const expectedShortfallResponse = z
  .strictObject({
    expectedShortfall: figure('Mean loss beyond the value at risk'),
    valueAtRisk: figure('A loss is positive'),
    standardError: figure('Standard error of the expected shortfall, where it is simulated or withStandardErrors asks for it').optional(),
    standardErrors: tailStandardErrors,
    ...simulation,
    components: z.array(
      z.strictObject({
        underlying: z.string(),
        contribution,
        marginal: figure(
          'Change of the figure per unit of market value added to the underlying’s positions; absent where they are worth 0 or next to nothing',
        ).optional(),
        incremental,
        standardErrors: componentStandardErrors,
      }),
    ),
    warnings: resultWarnings,
  })
  .meta({ id: 'ExpectedShortfallResponse' });

const stressed = { value: figure('Value after the shock'), pnl: figure('Value less the unshocked value') };
const shocked = { spotShock: z.number(), volatilityShock: z.number(), rateShock: z.number(), timeShock: z.number(), ...stressed };
const ofPositions = { positions: z.array(positionPnl).optional().meta({ description: 'With perPosition' }) };
const gridEntry = z.strictObject({ ...shocked, ...ofPositions });
export const stressGridResponse = z
  .strictObject({
    baseValue: z.number(),
    ...ofInstrumentBook,
    results: z.array(gridEntry),
    worst: gridEntry.meta({ description: 'The lowest profit and loss' }),
    warnings: resultWarnings,
  })
  .meta({ id: 'StressGridResponse' });
const stressEntry = z.strictObject({
  name: z.string(),
  ...shocked,
  ...ofPositions,
  moves: z.record(z.string(), z.number()).optional().meta({ description: 'Those that the scenario states' }),
  description: z.string().optional(),
});
export const stressResponse = z
  .strictObject({
    baseValue: z.number(),
    ...ofInstrumentBook,
    results: z.array(stressEntry),
    worst: stressEntry.meta({ description: 'The lowest profit and loss' }),
    warnings: resultWarnings,
  })
  .meta({ id: 'StressResponse' });

const byName = <Name extends string>(names: readonly Name[]) =>
  z.strictObject(Object.fromEntries(names.map((name) => [name, z.number()])) as Record<Name, z.ZodNumber>);
const factorName = z.enum(EXPLAINED_FACTORS);
export const explainResponse = z
  .strictObject({
    total: figure('Value at the end less value at the start'),
    byGreek: byName(['delta', 'gamma', 'vega', 'volga', 'vanna', 'theta', 'rho', 'dividendRho']),
    unexplained: figure('Total less the sum over Greeks'),
    byFactor: byName(EXPLAINED_FACTORS).meta({
      description: 'Each factor moved alone, by full revaluation',
    }),
    cross: figure('Total less the sum over factors'),
    crossTerms: z
      .array(z.strictObject({ factors: z.tuple([factorName, factorName]), value: z.number() }))
      .optional()
      .meta({ description: 'With crossTerms: of each pair of factors, what both moved together give less what each gives alone' }),
    higherOrder: figure('With crossTerms: cross less the sum over pairs, what three factors or more give only together').optional(),
  })
  .meta({ id: 'ExplainResponse' });

const heldValues = {
  total: figure('Value at the end less value at the start, and the cash paid between them'),
  startValue: z.number(),
  endValue: z.number(),
  cash: figure('Paid after the start and until the end, at the exchange rates of the end'),
};
export const bookExplainResponse = z
  .strictObject({
    ...heldValues,
    carry: figure('What the value at the start earns at the first market’s curve of its currency'),
    roll: figure('The rest of what time alone does, zero rates staying by tenor, and fixings coming as they were projected'),
    fixings: figure('The fixings that came, in place of those that the first market projected'),
    byFactor: z
      .array(z.strictObject({ factor: z.strictObject({ kind: z.enum(FACTOR_KINDS), name: z.string() }), pnl: z.number() }))
      .meta({ description: 'Each factor that differs, alone moved to the second market' }),
    newTrades: figure('Values of positions that are in the book at the end alone'),
    deadTrades: figure('Values, with the sign turned, and cash of positions that are in it at the start alone'),
    crossEffects: figure('All factors together less the sum of each alone'),
    unexplained: figure('What is left: models and correlations'),
    currency: z.string(),
    complete: z.boolean().meta({ description: 'Whether every position is in the figures' }),
    failures: z.array(failedItem).meta({ description: 'The positions that are not, with their reasons' }),
    positions: z
      .array(z.strictObject({ position: positionName, ...heldValues }))
      .optional()
      .meta({ description: 'With perPosition' }),
    warnings: resultWarnings,
  })
  .meta({ id: 'BookExplainResponse', description: 'The parts of the profit and loss of a book, which add up to the total' });

export const sensitivitiesResponse = z
  .strictObject({
    byUnderlying: z.array(byName(BOOK_GREEKS).extend({ underlying: z.string() })),
    rho: z.array(z.strictObject({ tenor: z.number(), rho: figure('Per 1.00 of the zero rate at this node') })),
    vega: z.array(z.strictObject({ underlying: z.string(), time: z.number(), strike: z.number(), vega: figure('Per 1.00 of volatility') })),
    crossGammas: z
      .strictObject({
        spotVolatility: z.array(
          z.strictObject({ underlying: z.string(), crossGamma: figure('Vanna: per 1.00 of spot and of volatility') }),
        ),
        spotRate: z.array(
          z.strictObject({ underlying: z.string(), tenor: z.number(), crossGamma: figure('Per 1.00 of spot and of the rate') }),
        ),
        volatilityRate: z.array(
          z.strictObject({ underlying: z.string(), tenor: z.number(), crossGamma: figure('Per 1.00 of volatility and of the rate') }),
        ),
        rates: z.array(
          z.strictObject({
            tenor1: z.number(),
            tenor2: z.number(),
            crossGamma: figure('Per 1.00 of both rates; of one tenor, its own convexity'),
          }),
        ),
      })
      .optional()
      .meta({
        description:
          'With crossGammas. Two underlyings have none, since each option is on one; rates have those of a tenor and of neighbours, between which an expiry is shared',
      }),
  })
  .meta({ id: 'SensitivitiesResponse' });

const likelihoodRatio = z.strictObject({
  statistic: z.number(),
  pValue: figure('Probability of a larger statistic where forecasts are right'),
});
export const backtestResponse = z
  .strictObject({
    observations: z.int(),
    exceptions: z.int().meta({ description: 'Days with a loss above the forecast' }),
    expectedExceptions: z.number(),
    kupiec: likelihoodRatio,
    independence: likelihoodRatio,
    conditionalCoverage: likelihoodRatio,
    trafficLight: z.strictObject({
      zone: z.enum(['green', 'yellow', 'red']),
      cumulativeProbability: z.number(),
      multiplierAddOn: figure('The Basel addition, for 250 days at 99 %').optional(),
    }),
  })
  .meta({ id: 'BacktestResponse' });

export const hedgeResponse = z
  .strictObject({
    hedges: z.array(z.strictObject({ id: z.string(), quantity: z.number(), cost: z.number() })),
    residual: z
      .record(z.string(), z.number())
      .meta({ description: 'What is left: each Greek, variance, sumOfSquares, or cvar and valueAtRisk' }),
    totalCost: z.number(),
    status: z.enum(['optimal', 'infeasible', 'limit']).meta({ description: 'limit: the best found in the time allowed' }),
  })
  .meta({ id: 'HedgeResponse' });

const echo = { id: z.string().optional(), underlying: z.string(), quantity: z.number(), warnings };
const positionPrice = z
  .strictObject({ ...echo, price: figure('Per option'), value: figure('quantity × price') })
  .meta({ id: 'PositionPrice' });
const positionGreeks = byName(['price', ...BOOK_GREEKS])
  .extend({ ...echo, value: figure('quantity × price') })
  .meta({ id: 'PositionGreeks', description: 'Greeks per option held' });
const unitSensitivity = sensitivity
  .extend({ unit: z.enum(['per_one', 'basis_point']).meta({ description: 'Unit of the factor' }) })
  .meta({ id: 'BookSensitivity', description: 'The sensitivity of a book or a position to one factor of the market' });
const positionSensitivities = z
  .strictObject({ id: z.string().optional(), type: z.string(), quantity: z.number(), sensitivities: z.array(unitSensitivity).optional() })
  .meta({ id: 'PositionSensitivities', description: 'Sensitivities of a position, with perPosition' });
const ofUnderlying = { underlying: z.string(), value: z.number() };
const summary = z.strictObject({ count: z.int(), succeeded: z.int(), failed: z.int() });
const bookSummary = summary.extend({ priced: z.int().meta({ description: 'As succeeded' }) });
const totals = {
  totalValue: figure('Sum over the positions that were priced; absent where none was').optional(),
  complete: z.boolean().meta({ description: 'Whether every position was priced' }),
};
const instrumentValue = z
  .strictObject({
    id: z.string().optional(),
    type: z.string(),
    underlying: z.string().optional(),
    quantity: z.number(),
    price: figure('Per unit, in currency'),
    value: figure('quantity × price, in currency'),
    currency: z.string().optional().meta({ description: 'Absent where neither the position nor the request says it' }),
    valueInReporting: figure('Value in the reporting currency'),
    standardError: figure('Of the price; absent where it is not simulated').optional(),
    errorBound: figure('Estimated absolute error that a grid leaves in the price; absent where none does').optional(),
    marketDataAsOf: z.iso.date(),
    pricerId: z.string(),
    capabilityStatus: z.string(),
    cashflows: z
      .array(cashFlow)
      .optional()
      .meta({ description: 'With cashflows, in the order of time; absent where the instrument has a choice, or a notional that is reset' }),
  })
  .meta({ id: 'InstrumentValue', description: 'The value of a position' });
const valueInReporting = figure('Sum in the reporting currency');
export const portfolioPriceResponse = z
  .strictObject({
    ...totals,
    currency: z.string().optional().meta({ description: 'Currency of the totals; absent where nothing says it' }),
    standardError: figure('Upper bound on that of the total; absent where nothing is simulated').optional(),
    positions: z
      .array(z.union([positionPrice, instrumentValue, failedItem]))
      .meta({ description: 'An outcome per position, in order: PositionPrice where no position states a type and there is no market' }),
    byUnderlying: z.array(z.strictObject(ofUnderlying)).meta({ description: 'Of instruments on one asset' }),
    byCurrency: z.array(z.strictObject({ currency: z.string(), value: figure('Sum in that currency'), valueInReporting })).optional(),
    byType: z.array(z.strictObject({ type: z.string(), count: z.int(), value: valueInReporting })).optional(),
    summary: bookSummary,
  })
  .meta({ id: 'PortfolioPriceResponse' });
export const portfolioGreeksResponse = z
  .strictObject({
    ...totals,
    positions: z
      .array(z.union([positionGreeks, positionSensitivities, failedItem]))
      .meta({ description: 'An outcome per position, in order' }),
    byUnderlying: z
      .array(byName(BOOK_GREEKS).extend(ofUnderlying))
      .optional()
      .meta({ description: 'Sums of quantity × Greek, of option books' }),
    currency: z.string().optional().meta({ description: 'Currency of sensitivities' }),
    sensitivities: z.array(unitSensitivity).optional().meta({ description: 'Of books in a market: sums over the positions' }),
    summary: bookSummary,
  })
  .meta({ id: 'PortfolioGreeksResponse' });

const mixedResult = z
  .strictObject({
    id: z.string().optional(),
    kind: z.string(),
    quantity: z.number(),
    price: figure('Per unit'),
    value: figure('quantity × price'),
    standardError: figure('Of the price; absent where it is not simulated').optional(),
    errorBound: figure('Estimated absolute error that a grid leaves in the price; absent where none does').optional(),
    pricerId: z.string(),
    pricerVersion: z.int(),
  })
  .meta({ id: 'MixedResult' });
export const mixedPortfolioResponse = z
  .strictObject({
    totalValue: figure('Sum over the instruments that were priced'),
    standardError: figure('Upper bound on that of the total; absent where nothing is simulated').optional(),
    errorBound: figure('Sum over the instruments, quantities without sign; absent where no grid leaves an error').optional(),
    results: z.array(z.union([mixedResult, failedItem])).meta({ description: 'An outcome per instrument, in order' }),
    summary,
  })
  .meta({ id: 'MixedPortfolioResponse' });

export const quoteSensitivitiesResponse = z
  .strictObject({
    baseValue: z.number().meta({ description: 'Value of the book in the calibrated market' }),
    currency: z.string(),
    complete: z.boolean().meta({ description: 'Whether every position is in the figures' }),
    failures: z.array(failedItem).meta({ description: 'The positions that are not, with their reasons' }),
    sensitivities: z
      .array(
        curveSetResponse.shape.nodes.element.pick({ field: true, name: true, instrument: true, quote: true }).extend({
          value: z.number().meta({ description: 'Derivative of the value by the quote, per 1.00 of it, in the reporting currency' }),
          positions: z
            .array(z.strictObject({ position: z.string(), value: z.number() }))
            .optional()
            .meta({ description: 'With perPosition: the part of each position' }),
        }),
      )
      .meta({ description: 'One per quote, in the order of the request: curves, then projections' }),
  })
  .meta({ id: 'QuoteSensitivitiesResponse', description: 'What the value of a book owes to the quotes of which its curves are made' });
