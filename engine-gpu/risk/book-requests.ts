/**
 * Requests of measures of risk of books of instruments of any type: as callers send them, where positions without a type in a request without a
 * market are European options, and as the risk service computes them, whose positions have values.
 */
import { z } from 'zod';
import { date } from '../base/terms.js';
import { bookMarket } from '../market/book-market.js';
import { currency, limited } from '../market/cross-asset-input.js';
import { failedItem, MAX_BATCH } from '../product/option/vanilla.js';
import { curveSetResponse } from '../valuation/curve-set/curve-set-request.js';
import { DEFAULT_MOVE_TYPES, FACTOR_KINDS, type FactorKind, MOVE_TYPES } from '../valuation/market-factors.js';
import { bookPosition } from '../valuation/requests.js';
import {
  bookStressScenarios,
  expectedShortfallRequest,
  gridShocks,
  historicalSettings,
  historicalVarRequest,
  MAX_RETURNS,
  monteCarloVarRequest,
  parametricVarRequest,
  portfolioGreeksRequest,
  portfolioVarRequest,
  positionsInMarket,
  sensitivitiesRequest,
  stressGridRequest,
  stressRequest,
} from './requests.js';

/** Factors whose moves one request states. */
const MAX_FACTORS = 2_000;
/** The name of a factor: its kind, a name of the market and a tenor. */
const factorName = z.string().min(1).max(100);
const NAMES =
  'spot:ACME, fx:EURUSD, volatility:ACME, dividend:ACME, credit:ISSUER, rate:USD:5Y or projection:SOFR:5Y (without a tenor the whole curve), and volatility:EURUSD:1Y where the market has smiles by expiry, which move at the money';
const PROJECTIONS = '. A projection curve that is not named keeps its spread to the curve of its currency';

const moves = limited(factorName, z.number().min(-100).max(100), MAX_FACTORS)
  .optional()
  .meta({
    description: `Moves of single factors of the market, in place of the shock that they would have: ${NAMES}. Rates, credit, volatilities and dividends move by absolute amounts, spots and exchange rates relatively${PROJECTIONS}`,
  });
const bookScenarios = bookStressScenarios(moves);
const perPosition = z
  .boolean()
  .optional()
  .meta({ description: 'In a market: whether each result has the profit and loss of each position too' });

const bookReturns = z.record(factorName, z.array(z.number().min(-100).max(100)).min(2).max(MAX_RETURNS)).meta({
  description: `Daily moves, oldest first, all of one length. Of an option book: relative, by underlying. In a market: by factor (${NAMES}); factors without an entry stay${PROJECTIONS}`,
});
const moveTypes = z
  .strictObject(
    Object.fromEntries(FACTOR_KINDS.map((kind) => [kind, z.enum(MOVE_TYPES).optional()])) as Record<
      FactorKind,
      z.ZodOptional<z.ZodEnum<{ absolute: 'absolute'; relative: 'relative'; log: 'log' }>>
    >,
  )
  .optional()
  .meta({
    description: `In a market: how a move m changes a level x, to x + m (absolute), x(1 + m) (relative) or x·exp(m) (log); by default ${FACTOR_KINDS.map((kind) => `${kind} ${DEFAULT_MOVE_TYPES[kind]}`).join(', ')}`,
  });
const quotedHistory = z
  .strictObject({
    from: date.optional().meta({ description: 'First day; by default the first that is stored, of at most 4 000' }),
    to: date.optional().meta({ description: 'Last day; by default the valuation date' }),
    symbols: limited(factorName, z.string().min(1).max(64), MAX_FACTORS).optional().meta({
      description:
        'By factor, the symbol of the quotes that are its level, or that stand for it; by default assets and exchange rates by their own names, and nothing else moves. Of an option book: by underlying',
    }),
    moves: moveTypes,
  })
  .optional()
  .meta({
    id: 'QuotedHistory',
    description:
      'Stored quotes in place of returns: the last of each day, in UTC. Days on which not every factor has one are left out, with a warning',
  });
const bookHistory = {
  ...historicalSettings,
  returns: bookReturns,
  dates: z.array(date).max(MAX_RETURNS).optional().meta({ description: 'In a market: the date on which each move ended' }),
  moves: moveTypes,
  withScenarios: z.boolean().optional().meta({ description: 'In a market: whether the profit and loss of every scenario is answered' }),
  byFactorKind: z.boolean().optional().meta({
    description:
      'In a market: whether components by kind of factor are answered too, for which each scenario is computed once for each kind',
  }),
};

export const anyBookStressRequest = z
  .strictObject({ ...positionsInMarket, scenarios: bookScenarios, perPosition })
  .meta({ ...stressRequest.meta() });
export const anyBookStressGridRequest = z
  .strictObject({ ...positionsInMarket, ...gridShocks, perPosition })
  .meta({ ...stressGridRequest.meta() });
export const anyBookHistoricalVarRequest = z
  .strictObject({ ...positionsInMarket, ...bookHistory, returns: bookReturns.optional(), history: quotedHistory })
  .meta({ ...historicalVarRequest.meta() });

const dayOfBook = (description: string) =>
  z
    .strictObject({
      market: bookMarket.optional(),
      snapshotId: z.string().max(200).optional().meta({ description: 'A stored snapshot, in place of market' }),
    })
    .meta({ description });
/** Positions of any type between two markets. Positions are those of the start; times in years are aged. */
export const anyBookExplainRequest = z
  .strictObject({
    positions: positionsInMarket.positions.optional(),
    portfolioId: z.string().max(200).optional().meta({ description: 'A stored portfolio: what it held on each of the two days' }),
    from: dayOfBook('The first day'),
    to: dayOfBook('The second day'),
    reportingCurrency: positionsInMarket.reportingCurrency,
    perPosition: z.boolean().optional().meta({ description: 'Whether each position has its values and cash too' }),
  })
  .meta({
    id: 'BookExplainRequest',
    description: 'A book of instruments of any type, and the markets of two days, by value or as snapshots',
  });

/** A position on each of two days; absent on the one on which it is not in the book. */
const termsOnDay = bookPosition.omit({ index: true, id: true }).optional();
export const heldPosition = z.strictObject({ index: z.int().nonnegative(), id: z.string().optional(), start: termsOnDay, end: termsOnDay });
const datedMarket = bookMarket.and(z.looseObject({ valuationDate: date }));
export const bookExplainRequest = z.strictObject({
  pricerId: z.string(),
  reportingCurrency: currency,
  from: datedMarket,
  to: datedMarket,
  positions: z.array(heldPosition).min(1).max(MAX_BATCH),
  failures: z.array(failedItem),
  perPosition: z.boolean().optional(),
});

const { volatilities: _, ...ofSimulation } = monteCarloVarRequest.shape;
const factorVolatilities = limited(factorName, z.number().min(0).max(10), MAX_FACTORS).meta({
  description: `Annual standard deviation of the moves. Of an option book by underlying, by default that of its positions, which must then agree; in a market by factor (${NAMES}), and factors without one stay${PROJECTIONS}`,
});
const inMarket = {
  moves: moveTypes,
  byFactorKind: bookHistory.byFactorKind,
};
export const anyBookMonteCarloVarRequest = z
  .strictObject({ ...ofSimulation, ...positionsInMarket, ...inMarket, volatilities: factorVolatilities.optional() })
  .meta({ ...monteCarloVarRequest.meta() });

const ofParametricVar = { ...inMarket, volatilities: factorVolatilities.optional() };
export const anyBookPortfolioVarRequest = z
  .strictObject({ ...portfolioVarRequest.shape, ...positionsInMarket, ...ofParametricVar })
  .meta({ ...portfolioVarRequest.meta() });
export const anyBookParametricVarRequest = z
  .strictObject({ ...parametricVarRequest.shape, ...positionsInMarket, ...ofParametricVar })
  .meta({ ...parametricVarRequest.meta() });

const { method: _method, ...ofParametricShortfall } = anyBookParametricVarRequest.shape;
/** The fields of the value at risk of one of the three methods. */
export const anyBookExpectedShortfallRequest = z
  .discriminatedUnion('method', [
    z.strictObject({ ...ofParametricShortfall, method: z.literal('parametric'), expansion: parametricVarRequest.shape.method }),
    z.strictObject({ ...anyBookHistoricalVarRequest.shape, method: z.literal('historical') }),
    z.strictObject({ ...anyBookMonteCarloVarRequest.shape, method: z.literal('monte_carlo') }),
  ])
  .meta({ ...expectedShortfallRequest.meta() });

const { tenors, units, perPosition: eachPosition } = portfolioGreeksRequest.shape;
/** Settings of the sensitivities of a book in a market, with their defaults. */
export const ladderSettings = z.strictObject({ tenors, units, perPosition: eachPosition });
export const anyBookSensitivitiesRequest = z
  .strictObject({
    ...positionsInMarket,
    ...sensitivitiesRequest.shape,
    positions: positionsInMarket.positions,
    tenors: sensitivitiesRequest.shape.tenors.unwrap().optional().meta({
      description: 'Years, strictly increasing: nodes of a zero curve that is linear between them; by default 0.25 to 30',
    }),
    units: units
      .unwrap()
      .optional()
      .meta({ description: 'In a market: of rates, projection curves and credit, per 1.00 (default) or per basis point' }),
    perPosition: eachPosition.unwrap().optional().meta({ description: 'In a market: whether each position has its sensitivities too' }),
  })
  .meta({ ...sensitivitiesRequest.meta() });

/** The positions that have a value, and why the others have none. */
const scenarioBook = {
  /** That of the weakest status among those of the positions. */
  pricerId: z.string(),
  market: bookMarket,
  reportingCurrency: currency,
  valuationDate: date,
  /** Sum of the values of the positions. */
  baseValue: z.number(),
  positions: z.array(bookPosition).min(1).max(MAX_BATCH),
  failures: z.array(failedItem),
};
/** Curves of the market by the nodes of a calibration, with what each zero rate owes to each quote. */
export const bookQuoteSensitivitiesRequest = z.strictObject({
  ...scenarioBook,
  nodes: curveSetResponse.shape.nodes,
  derivatives: curveSetResponse.shape.derivatives.unwrap(),
  perPosition,
});
export const bookStressRequest = z.strictObject({ ...scenarioBook, scenarios: bookScenarios, perPosition });
export const bookStressGridRequest = z.strictObject({ ...scenarioBook, ...gridShocks, perPosition });
/** The figure that components share out, and whose standard error is the answer's. */
const ofFigure = { ofShortfall: z.boolean().optional() };
export const bookVarRequest = z.strictObject({ ...scenarioBook, ...bookHistory, ...ofFigure });
const { positions: __, ...simulation } = ofSimulation;
export const bookMonteCarloVarRequest = z.strictObject({
  ...{ ...simulation, ...inMarket, volatilities: factorVolatilities, ...scenarioBook },
  ...ofFigure,
});
const { positions: _positions, ...parametric } = portfolioVarRequest.shape;
export const bookParametricVarRequest = z.strictObject({
  ...{ ...parametric, ...inMarket, volatilities: factorVolatilities, ...scenarioBook },
  ...ofFigure,
});
export type ScenarioBookRequest = Pick<z.output<typeof bookStressRequest>, keyof typeof scenarioBook>;
