/** Requests of the portfolio, risk and hedging operations. */
import { z } from 'zod';
import { parsedOneByOne, stored } from '../base/stored.js';
import { date, underlying } from '../base/terms.js';
import { bookMarket } from '../market/book-market.js';
import { currency } from '../market/cross-asset-input.js';
import { timedDividends } from '../market/dividend-input.js';
import { amount, dividendYield, flatRate, volatility } from '../market/fields.js';
import { powerOfTwo } from '../math/elementary/binary.js';
import { MAX_BATCH, optionType, strike, time, vanillaOption } from '../product/option/vanilla.js';
import { pathSettings } from '../product/simulation.js';
import { ladderTenors, positionSchemas } from '../valuation/requests.js';
import { STRESS_SCENARIOS, stressScenario } from './stress-scenarios.js';

/** The positions that leave out `underlying` are all on this one. */
export const DEFAULT_UNDERLYING = 'underlying';
const MAX_QUANTITY = 1e15;
const MAX_SHOCKS = 200;
/** Combinations of shocks: their results take 25 MB of JSON. */
export const MAX_STRESS_COMBINATIONS = 200_000;
/** A delta-gamma expansion multiplies matrices of this size. */
export const MAX_UNDERLYINGS = 1_000;
export const MAX_RETURNS = 10_000;
const MAX_HEDGE_INSTRUMENTS = 200;
const MAX_HEDGE_SCENARIOS = 5_000;

const id = z.string().min(1).max(100).optional().meta({ description: 'The caller’s own name of the position, returned with its result' });
const quantity = z.number().min(-MAX_QUANTITY).max(MAX_QUANTITY).meta({ description: 'Options held; negative for a short position' });
const ofPosition = { id, underlying: underlying.default(DEFAULT_UNDERLYING), quantity };

/** Schema of most positions, which is read faster than `optionPosition`. */
export const plainPosition = z
  .strictObject({ ...ofPosition, ...vanillaOption.shape })
  .meta({ description: 'A position in one European option without dividends on dates, with its market' });

export const optionPosition = z.strictObject({ ...plainPosition.shape, dividends: timedDividends.optional() }).meta({
  id: 'OptionPosition',
  description:
    'A position in one European option, with its market. In scenarios the dividends on dates keep their amounts and proportions as the spot moves, and those whose dates time passes are gone',
});
export type OptionPosition = z.output<typeof optionPosition>;

const positions = z.array(optionPosition).min(1).max(MAX_BATCH);
const confidence = z
  .number()
  .min(0.5)
  .max(0.99999)
  .default(0.99)
  .meta({ description: 'Probability that the loss is not above the value at risk' });
const horizonDays = (days: number) => z.int().min(1).max(2_520).default(days).meta({ description: 'Trading days, 252 per year' });

const correlations = stored(
  'correlations',
  z
    .array(
      z.strictObject({
        asset1: underlying,
        asset2: underlying,
        correlation: z.number().min(-1).max(1).meta({ description: 'Within [-1, 1]' }),
      }),
    )
    .max((MAX_UNDERLYINGS * (MAX_UNDERLYINGS - 1)) / 2),
)
  .optional()
  .meta({ description: 'One entry for each pair of underlyings; without any, they are taken as uncorrelated and the result warns' });
const volatilities = z
  .record(underlying, volatility)
  .optional()
  .meta({ description: 'Annual volatility of an underlying’s moves; by default that of its positions, which must then agree' });

const incremental = z.boolean().optional().meta({
  description: 'Whether each component also has how much the figure falls without the underlying’s positions; by default it has not',
});
const ofVar = { positions, confidence, horizonDays: horizonDays(10), correlations, volatilities, incremental };
const riskPaths = pathSettings(
  'Scenarios',
  16_384,
  powerOfTwo(20),
  'By default a quarter of the paths of prices, because each revalues every position: where losses are normal, the standard error of the value at risk at 99 % is then 1.3 % of it',
)
  .prefault({})
  .meta({ id: 'RiskSimulationSettings', description: 'Settings of a simulated value at risk' });

export const portfolioVarRequest = z.strictObject(ofVar).meta({ id: 'PortfolioVarRequest', description: 'Delta-normal value at risk' });
const method = z.enum(['delta_normal', 'delta_gamma']).default('delta_normal');
export const parametricVarRequest = z.strictObject({ ...ofVar, method }).meta({ id: 'ParametricVarRequest' });
const decay = (description: string) => z.number().gt(0).lt(1).optional().meta({ description });
const ofSimulation = {
  ...ofVar,
  pricer: riskPaths,
  withStandardErrors: z.boolean().optional().meta({
    description:
      'Whether each component comes with the standard errors of its figures; those of the whole book are given in any case. By default it does not',
  }),
};
/** How the moves of a history become figures. */
export const historicalSettings = {
  confidence,
  horizonDays: horizonDays(1),
  ageDecay: decay('Weight of a scenario per day of age (Boudoukh, Richardson and Whitelaw 1998); by default all weigh the same'),
  volatilityDecay: decay(
    'Decay of the variance by which returns are scaled to today’s volatility (Hull and White 1998); by default they stay as they were',
  ),
  incremental,
  withStandardErrors: z.boolean().optional().meta({
    description:
      'Whether the figures come with their standard errors as estimates from a sample: scenarios count as independent, by age as 1/Σw², overlapping runs of days as so many fewer. By default they do not',
  }),
};
const ofHistory = {
  positions,
  ...historicalSettings,
  returns: z
    .record(underlying, z.array(z.number().min(-1).max(100)).min(2).max(MAX_RETURNS))
    .meta({ description: 'Relative daily moves of each underlying, oldest first, all of one length' }),
};
export const historicalVarRequest = z.strictObject(ofHistory).meta({ id: 'HistoricalVarRequest' });
export const monteCarloVarRequest = z.strictObject(ofSimulation).meta({ id: 'MonteCarloVarRequest' });

/** The method's own request, told apart by `method`. */
export const expectedShortfallRequest = z
  .discriminatedUnion('method', [
    z.strictObject({ ...ofVar, method: z.literal('parametric'), expansion: method }),
    z.strictObject({ ...ofHistory, method: z.literal('historical') }),
    z.strictObject({ ...ofSimulation, method: z.literal('monte_carlo') }),
  ])
  .meta({ id: 'ExpectedShortfallRequest', description: 'By one of the three methods, each with the fields of its own value at risk' });

const shock = (least: number, most: number, description: string) => z.number().min(least).max(most).meta({ description });
const spotShock = shock(-1, 10, 'Relative move of every spot; -1 takes it to 0');
const volatilityShock = shock(-10, 10, 'Absolute move of every volatility; one that would fall below 0 is taken as 0');
const rateShock = shock(-1, 1, 'Absolute move of every rate');
const timeShock = shock(0, 100, 'Years that pass; an option that expires in them is worth its payoff');
const shocks = (shock: z.ZodNumber) => z.array(shock).min(1).max(MAX_SHOCKS);

export const gridShocks = {
  spotShocks: shocks(spotShock),
  volatilityShocks: shocks(volatilityShock),
  rateShocks: shocks(rateShock).default([0]),
  timeShocks: shocks(timeShock).default([0]),
};
export const stressGridRequest = z
  .strictObject({ positions, ...gridShocks })
  .meta({ id: 'StressGridRequest', description: `Every combination of the shocks, at most ${MAX_STRESS_COMBINATIONS}` });

const custom = {
  spotShock: spotShock.optional(),
  volatilityShock: volatilityShock.optional(),
  rateShock: rateShock.optional(),
  timeShock: timeShock.optional(),
};
const STRESS_NAMES = STRESS_SCENARIOS.map((each) => each.name).join(', ');
/** Refuses a name that is none of the named scenarios where no shocks are stated. */
const requireShocks = ({ name, ...moves }: { readonly name: string }, context: z.RefinementCtx): void => {
  if (Object.values(moves).some((move) => move !== undefined) || stressScenario(name)) return;
  const message = `must be one of ${STRESS_NAMES}, or come with shocks; got ${name}`;
  context.addIssue({ code: 'custom', path: ['name'], message, input: name });
};
const scenarioFields = { name: z.string().min(1).max(100), ...custom };
const NAMED_OR_OWN = `A name alone is one of ${STRESS_NAMES}; with shocks it is the caller’s own`;
const scenario = z.strictObject(scenarioFields).superRefine(requireShocks).meta({ id: 'StressScenario', description: NAMED_OR_OWN });
/** @param moves  of single factors of the market of a book */
export const bookStressScenarios = <Moves extends z.ZodType>(moves: Moves) =>
  z
    .array(
      z
        .strictObject({ ...scenarioFields, moves })
        .superRefine(requireShocks)
        .meta({ id: 'BookStressScenario', description: `${NAMED_OR_OWN}; in a market, with moves of single factors` }),
    )
    .min(1)
    .max(MAX_SHOCKS);
export const stressRequest = z
  .strictObject({ positions, scenarios: z.array(scenario).min(1).max(MAX_SHOCKS) })
  .meta({ id: 'StressRequest', description: 'Named and custom scenarios' });

/** Factors that move between the two markets of an explained profit and loss. */
export const EXPLAINED_FACTORS = ['spot', 'volatility', 'rate', 'dividend', 'time'] as const;
export type ExplainedFactor = (typeof EXPLAINED_FACTORS)[number];

const asset = { spot: amount('Spot, price units'), volatility, dividend: dividendYield, dividends: timedDividends.optional() };
const explainMarket = z
  .strictObject({
    assets: z.record(underlying, z.strictObject(asset)).meta({ description: 'Every underlying of the positions' }),
    rate: flatRate,
    valuationDate: date.optional().meta({ description: 'ISO 8601 calendar date; both markets have one, or neither and no time passes' }),
  })
  .meta({ id: 'ExplainMarket', description: 'A market between two of which profit and loss is explained' });
export const explainRequest = z
  .strictObject({
    positions: z
      .array(
        z.strictObject({
          ...ofPosition,
          strike,
          time,
          optionType,
          volatility: volatility.optional().meta({ description: 'The option’s own at the start, which then moves with its underlying’s' }),
        }),
      )
      .min(1)
      .max(MAX_BATCH),
    marketStart: explainMarket,
    marketEnd: explainMarket,
    crossTerms: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the cross effect is divided over pairs of factors, each pair moved together; by default it is not' }),
  })
  .meta({ id: 'ExplainRequest', description: 'Positions, with their time to expiry from the start, and two markets' });

export const sensitivitiesRequest = z
  .strictObject({
    positions,
    tenors: z
      .array(z.number().positive().max(100))
      .min(1)
      .max(100)
      .refine((tenors) => tenors.every((tenor, i) => i === 0 || tenor > tenors[i - 1]!), { error: 'must be strictly increasing' })
      .default([0.25, 0.5, 1, 2, 5, 10, 30])
      .meta({ description: 'Years, strictly increasing: nodes of a zero curve that is linear between them' }),
    crossGammas: z.boolean().optional().meta({
      description:
        'Whether the result has the second derivatives across risk factors too; by default it has not. Positions may then have no dividends in cash',
    }),
  })
  .meta({ id: 'SensitivitiesRequest' });

/** The profits of a book under scenarios, of which tail figures are asked. */
export const profitFiguresRequest = z.strictObject({ profitAndLoss: z.array(z.number()).min(1).max(100_000), confidence });

export const backtestRequest = z
  .strictObject({
    profitAndLoss: z.array(z.number()).min(2).max(100_000).meta({ description: 'Per day, oldest first; a loss negative' }),
    valueAtRisk: z.array(z.number()).min(2).max(100_000).meta({ description: 'Forecast for each of those days; a loss positive' }),
    confidence,
  })
  .refine(({ profitAndLoss, valueAtRisk }) => profitAndLoss.length === valueAtRisk.length, {
    path: ['valueAtRisk'],
    error: 'must have one entry per entry of profitAndLoss',
  })
  .meta({ id: 'BacktestRequest', description: 'Forecasts of value at risk, and what came' });

/** The Greeks that portfolios report and hedges take off. */
export const BOOK_GREEKS = ['delta', 'gamma', 'vega', 'theta', 'rho', 'vanna', 'volga'] as const;
const greeks = Object.fromEntries(BOOK_GREEKS.map((name) => [name, z.number().optional()])) as Record<
  (typeof BOOK_GREEKS)[number],
  z.ZodOptional<z.ZodNumber>
>;
const matrix = z.array(z.array(z.number()).max(MAX_HEDGE_INSTRUMENTS)).max(MAX_HEDGE_SCENARIOS);
const bound = (description: string) => z.number().min(-MAX_QUANTITY).max(MAX_QUANTITY).optional().meta({ description });

export const hedgeRequest = z
  .strictObject({
    objective: z.enum(['greeks', 'variance', 'least_squares', 'cvar']).default('greeks'),
    exposure: z
      .strictObject(greeks)
      .optional()
      .meta({ description: 'Greeks to be hedged; for the objective greeks, or positions in its place' }),
    positions: positions.optional().meta({ description: 'Positions whose delta, gamma and vega are to be hedged' }),
    instruments: z
      .array(
        z
          .strictObject({
            id: z.string().min(1).max(100),
            price: z.number().optional().meta({ description: 'Per unit; returned with nothing computed from it' }),
            ...greeks,
            cost: z.number().nonnegative().default(0).meta({ description: 'Cost of trading one unit' }),
            min: bound('Smallest quantity'),
            max: bound('Largest quantity'),
          })
          .refine(({ min, max }) => min === undefined || max === undefined || min <= max, { path: ['max'], error: 'must be at least min' }),
      )
      .min(1)
      .max(MAX_HEDGE_INSTRUMENTS),
    covariance: z
      .strictObject({
        exposure: z.number().nonnegative().meta({ description: 'Variance of what is hedged' }),
        cross: z.array(z.number()).max(MAX_HEDGE_INSTRUMENTS).meta({ description: 'Its covariance with each instrument' }),
        instruments: matrix.meta({ description: 'Covariances of the instruments' }),
      })
      .optional(),
    scenarios: z
      .strictObject({
        exposure: z
          .array(z.number())
          .min(1)
          .max(MAX_HEDGE_SCENARIOS)
          .meta({ description: 'Profit and loss of what is hedged, per scenario' }),
        instruments: matrix.meta({ description: 'Profit and loss per unit of each instrument: a row per scenario' }),
      })
      .optional(),
    ridge: z.number().nonnegative().default(0).meta({ description: 'Penalty on squared quantities; objective variance' }),
    confidence: confidence.unwrap().default(0.95),
    budget: z.number().nonnegative().optional().meta({ description: 'Most that all trades together may cost' }),
    integer: z.boolean().default(false).meta({ description: 'Whole quantities alone' }),
  })
  .superRefine((request, context) => {
    const { objective, exposure, positions, covariance, scenarios, instruments } = request;
    const fault = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message, input: undefined });
    const needs = { greeks: 'exposure', variance: 'covariance', least_squares: 'scenarios', cvar: 'scenarios' } as const;
    const n = instruments.length;
    if (objective === 'greeks') {
      if ((exposure === undefined) === (positions === undefined))
        fault(['exposure'], 'must be given, or positions in its place, and not both');
    } else if (request[needs[objective]] === undefined) fault([needs[objective]], `is required by the objective ${objective}`);
    for (const name of ['exposure', 'positions', 'covariance', 'scenarios'] as const)
      if (request[name] !== undefined && needs[objective] !== name && !(objective === 'greeks' && name === 'positions'))
        fault([name], `has no meaning for the objective ${objective}`);
    if (covariance && covariance.cross.length !== n) fault(['covariance', 'cross'], `must have one entry per instrument, ${n}`);
    if (covariance && covariance.instruments.length !== n) fault(['covariance', 'instruments'], `must have one row per instrument, ${n}`);
    if (scenarios && scenarios.instruments.length !== scenarios.exposure.length)
      fault(['scenarios', 'instruments'], `must have one row per scenario, ${scenarios.exposure.length}`);
    for (const [name, rows] of [
      ['covariance', covariance?.instruments],
      ['scenarios', scenarios?.instruments],
    ] as const)
      rows?.forEach((row, i) => {
        if (row.length !== n) fault([name, 'instruments', i], `must have one entry per instrument, ${n}`);
      });
    covariance?.instruments.forEach((row, i) => {
      row.forEach((value, j) => {
        if (j < i && value !== covariance.instruments[j]?.[i])
          fault(['covariance', 'instruments', i, j], 'must equal its transposed entry');
      });
    });
  })
  .meta({ id: 'HedgeRequest', description: 'What is hedged, with which instruments, and what is minimised' });

/** Positions in instruments of any type, and the market that values those which have none of their own. */
export const positionsInMarket = {
  positions: parsedOneByOne(
    [optionPosition, ...positionSchemas],
    z
      .array(z.unknown())
      .min(1)
      .max(MAX_BATCH)
      .meta({
        description: 'InstrumentPosition objects, or OptionPosition objects, which state no type; one that is refused fails alone',
        items: { anyOf: [{ $ref: '#/components/schemas/OptionPosition' }, { $ref: '#/components/schemas/InstrumentPosition' }] },
      }),
  ),
  market: bookMarket.optional().meta({ description: 'The market of the positions that have none of their own' }),
  reportingCurrency: currency
    .optional()
    .meta({ description: 'Currency of the totals: by default that of the market’s first curve, or the first that a position states' }),
};
export const portfolioPriceRequest = z
  .strictObject({
    ...positionsInMarket,
    cashflows: z
      .boolean()
      .optional()
      .meta({ description: 'In a market: whether each position without a choice has its cash flows; by default none has' }),
  })
  .meta({ id: 'PortfolioPriceRequest', description: '1 to 100 000 positions, priced in order' });

/** Option positions with their Greeks, or positions in instruments of any type with their sensitivities to the factors of a market. */
export const portfolioGreeksRequest = z
  .strictObject({
    ...positionsInMarket,
    tenors: ladderTenors,
    units: z
      .enum(['per_one', 'basis_point'])
      .default('per_one')
      .meta({ description: 'Of sensitivities to rates, projection curves and credit: per 1.00, or per basis point' }),
    perPosition: z.boolean().default(false).meta({ description: 'Whether each position has its sensitivities too' }),
  })
  .meta({
    id: 'PortfolioGreeksRequest',
    description: '1 to 100 000 positions. With a market, or with positions that state a type, sensitivities to the factors of the market',
  });

/** An instrument of a mixed portfolio: what remains of its fields is the request of the operation that prices its kind. */
export const mixedInstrument = z
  .looseObject({
    id,
    quantity,
    kind: z.enum(['vanilla', 'american', 'convertible', 'contract', 'structured', 'engine']).meta({
      description: 'Which operation prices it: price, american/price, convertible/price, contract/price, structured/price or engine/price',
    }),
  })
  .meta({ id: 'MixedInstrument', description: 'quantity, kind, and the fields of that operation’s own request' });
export const mixedPortfolioRequest = z
  .strictObject({
    instruments: z
      .array(z.unknown())
      .min(1)
      .max(MAX_BATCH)
      .meta({
        description: 'MixedInstrument objects; one that is refused fails alone',
        items: { $ref: '#/components/schemas/MixedInstrument' },
      }),
  })
  .meta({ id: 'MixedPortfolioRequest', description: '1 to 100 000 instruments, priced in order' });
