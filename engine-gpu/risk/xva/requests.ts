/** Requests of the exposure and XVA operations. */
import { z } from 'zod';
import { oneAlternative, oneOfRequired } from '../../base/alternatives.js';
import { stored } from '../../base/stored.js';
import { increasing, increasingBy, MAX_HORIZON_YEARS } from '../../base/terms.js';
import { creditSpreads, flatHazard, hazardCurve, recovery } from '../../market/credit.js';
import { crossAssetMarket, currency } from '../../market/cross-asset-input.js';
import { wrongWayRisk } from '../../market/wrong-way-risk-input.js';
import { powerOfTwo } from '../../math/elementary/binary.js';
import { pathSettings } from '../../product/simulation.js';
import { nettedTrade } from '../../product/trade/contract-trade.js';
import { datedOr, datedTrade } from '../../valuation/dated-trade.js';
import type { StatedTrade } from '../../valuation/simulated-trade.js';

/** A netting set of a bank with its largest counterparties has some thousands. */
const MAX_TRADES = 10_000;
const MAX_EXPOSURE_TIMES = 1_200;
/** Largest threshold or minimum transfer, in the reporting currency. */
const MAX_AMOUNT = 1e15;
const MAX_SPREAD = 10;
/** Longest margin period: a year of calendar days. */
const MAX_MARGIN_CALENDAR_DAYS = 365;

const years = z.number().positive().max(MAX_HORIZON_YEARS);
const amount = (description: string) => z.number().nonnegative().max(MAX_AMOUNT).meta({ description });
const spread = (description: string) => stored('spread', z.number().nonnegative().max(MAX_SPREAD).meta({ description }));

const creditKinds = [{ required: ['hazardRate'] }, { required: ['hazardCurve'] }, { required: ['cdsCurve'] }] as const;
const party = stored(
  'credit',
  z
    .strictObject({
      hazardRate: flatHazard.optional().meta({ description: 'Default intensity, decimal per year, constant in time' }),
      hazardCurve: hazardCurve.optional(),
      cdsCurve: creditSpreads.optional().meta({ description: 'Par spreads of standard credit default swaps, in place of hazardRate' }),
      recoveryRate: recovery.meta({ description: 'Recovery at default, as a fraction of the exposure' }),
    })
    .superRefine(oneAlternative(...creditKinds))
    .meta({ id: 'XvaParty', description: 'The credit of one party', ...oneOfRequired(...creditKinds) }),
);

const fixedMargin = z
  .strictObject({ amount: amount('What each party posts at every time, in the reporting currency') })
  .meta({ id: 'FixedInitialMargin', description: 'Posted by both parties and segregated. Its funding at the borrow spread is mva' });

const modelledMargin = z
  .strictObject({
    confidence: z.number().min(0.5).max(0.99999).default(0.99),
    periodDays: z.number().positive().max(MAX_MARGIN_CALENDAR_DAYS).default(10).meta({ description: 'Calendar days' }),
  })
  .meta({
    id: 'InitialMargin',
    description:
      'Posted by both parties and segregated: the quantile of the change of value over the period, taken as normal with the sensitivities at the date. Its funding at the borrow spread is mva',
  });

const initialMargin = z
  .union([modelledMargin, fixedMargin])
  .meta({ description: 'Initial margin: a quantile of the change of value, or an amount' });

const collateral = z
  .strictObject({
    threshold: amount('Value up to which no collateral is posted, by either party'),
    minimumTransfer: amount('Smallest amount that is called').default(0),
    marginPeriodDays: z
      .number()
      .nonnegative()
      .max(MAX_MARGIN_CALENDAR_DAYS)
      .default(10)
      .meta({ description: 'Calendar days from the last call that was answered to the close-out' }),
    flowsInMarginPeriod: z
      .enum(['unpaid', 'paid'])
      .default('unpaid')
      .meta({ description: 'Flows due in the margin period: unpaid by either party, so that the close-out has them, or paid by both' }),
    initialMargin: initialMargin.optional(),
  })
  .meta({ id: 'CollateralAgreement', description: 'Bilateral margin agreement, in the reporting currency' });

const exposureTimes = z.array(years).min(1).max(MAX_EXPOSURE_TIMES).superRefine(increasing('the time before it')).optional().meta({
  description:
    'Ends of the buckets, years; by default months up to the last maturity, at most 120 equal buckets, and at least eight to the first maturity',
});

const paths = pathSettings(
  'Paths',
  8_192,
  powerOfTwo(22),
  'By default an eighth of the paths of prices, because each revalues every trade at every exposure date',
)
  .prefault({})
  .meta({ id: 'ExposureSimulationSettings', description: 'Settings of the simulation of a netting set' });

const anyTrade: z.ZodType<StatedTrade> = datedOr(
  'SimulatedTrade',
  nettedTrade,
  nettedTrade.options.map(({ shape }) => shape.type.value),
);
/** The schemas to which the trades of a request refer, for the documents. */
export const nettedTradeSchemas: readonly z.ZodType[] = [nettedTrade, datedTrade];

const trades = z.array(anyTrade).min(1).max(MAX_TRADES);
const reportingCurrency = currency
  .optional()
  .meta({ description: 'Currency of every amount of the result; by default that of the first curve' });
const simulated = { market: crossAssetMarket, reportingCurrency, exposureTimes, collateral: collateral.optional(), pricer: paths };

/** Most netting sets of one counterparty that are simulated on the same paths. */
const MAX_NETTING_SETS = 100;

const severalSets = z
  .array(
    z
      .strictObject({ trades, collateral: collateral.optional() })
      .superRefine(limitsOfContracts)
      .meta({ id: 'SimulatedNettingSet', description: 'Trades that are netted with each other, and their margin agreement' }),
  )
  .min(1)
  .max(MAX_NETTING_SETS)
  .superRefine((sets, context) => {
    const total = sets.reduce((sum, { trades: tradesOfSet }) => sum + tradesOfSet.length, 0);
    if (total > MAX_TRADES)
      context.addIssue({ code: 'custom', message: `must have at most ${MAX_TRADES} trades together; got ${total}`, input: total });
  });

/** Levels of quantiles in one request. */
const MAX_PFE_LEVELS = 20;

const exposureOf = [{ required: ['trades'], optional: ['collateral'] }, { required: ['nettingSets'] }] as const;
export const exposureRequest = z
  .strictObject({
    trades: trades.optional(),
    nettingSets: severalSets.optional().meta({
      description:
        'In place of trades and collateral: netting sets with one counterparty that are not netted with each other. The result is of their sum on each path: its expectation is the sum of theirs, its quantiles are not',
    }),
    pfeLevels: z
      .array(z.number().min(0.5).max(0.999))
      .min(1)
      .max(MAX_PFE_LEVELS)
      .superRefine(increasing('the level before it'))
      .optional()
      .meta({ description: 'Levels of further quantiles of the exposure, increasing; those at 95 and 99 % are given in any case' }),
    ...simulated,
  })
  .superRefine(oneAlternative(...exposureOf))
  .superRefine(limitsOfContracts)
  .meta({ id: 'ExposureRequest', description: 'A netting set whose exposure is simulated, or several', ...oneOfRequired(...exposureOf) });
export type ExposureRequestInput = z.output<typeof exposureRequest>;

const funding = z
  .strictObject({
    borrowSpread: spread('Spread at which positive exposure is funded, per year').default(0),
    lendSpread: spread('Spread that negative exposure earns, per year').default(0),
    survivalWeighted: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether each bucket counts with the probability that both parties survive to its start' }),
  })
  .meta({ id: 'XvaFunding' });

const capital = z
  .strictObject({
    costOfCapital: spread('Cost of a unit of capital per year'),
    method: z.enum(['exposure', 'sa_ccr']).optional().meta({
      description:
        'sa_ccr: the regulatory exposure at default, of which a swaption with physical settlement counts after its expiry as exercised or not by the forward rate of today; exposure: capitalFactor · ee. sa_ccr by default without a capitalFactor',
    }),
    capitalFactor: z.number().nonnegative().max(100).optional().meta({ description: 'Capital per unit of expected exposure' }),
    riskWeight: z.number().nonnegative().max(20).optional().meta({ description: 'Of the counterparty, for sa_ccr; 1 by default' }),
  })
  .superRefine(({ method, capitalFactor, riskWeight }, context) => {
    const fault = (path: string, message: string, input: unknown) => context.addIssue({ code: 'custom', path: [path], message, input });
    if (method === 'exposure' && capitalFactor === undefined) fault('capitalFactor', 'is required by the method exposure', capitalFactor);
    if (method === 'sa_ccr' && capitalFactor !== undefined) fault('capitalFactor', 'has no meaning for the method sa_ccr', capitalFactor);
    if (methodOf({ method, capitalFactor }) === 'exposure' && riskWeight !== undefined)
      fault('riskWeight', 'has no meaning for the method exposure', riskWeight);
  })
  .meta({ id: 'XvaCapital' });

/** The method of capital, which a capitalFactor implies. */
export const methodOf = ({
  method,
  capitalFactor,
}: {
  readonly method?: string | undefined;
  readonly capitalFactor?: number | undefined;
}) => method ?? (capitalFactor === undefined ? 'sa_ccr' : 'exposure');

const profile = z
  .array(
    z.strictObject({
      time: z.number().nonnegative().max(MAX_HORIZON_YEARS).meta({
        description: 'Years. The first may be 0, today; without it the first bucket counts with the exposure at its end',
      }),
      ee: z.number().nonnegative().max(MAX_AMOUNT).meta({ description: 'Expected positive exposure, undiscounted' }),
      nee: z.number().nonnegative().max(MAX_AMOUNT).meta({ description: 'Expected negative exposure, undiscounted, positive' }),
      eeBefore: z
        .number()
        .nonnegative()
        .max(MAX_AMOUNT)
        .optional()
        .meta({ description: 'ee just before the payments of the date; ee by default' }),
      neeBefore: z.number().nonnegative().max(MAX_AMOUNT).optional().meta({ description: 'nee just before them; nee by default' }),
    }),
  )
  .min(1)
  .max(MAX_EXPOSURE_TIMES)
  .superRefine(increasingBy('time'))
  .superRefine((entries, context) => {
    if (entries.length === 1 && entries[0]!.time === 0)
      context.addIssue({
        code: 'custom',
        path: [0, 'time'],
        message: 'must not be 0 where it is the only one: a bucket has an end',
        input: 0,
      });
  });

const ofParties = {
  integration: z.enum(['mean', 'end']).default('mean').meta({
    description:
      'The exposure that a bucket counts with. mean: the mean of that just after the payments at its start and that just before those at its end, of second order in its length; with modelled initial margin the first bucket counts as with end. end: that at its end, after the payments',
  }),
  counterparty: party,
  own: party.optional().meta({ description: 'Own credit; without it there is no DVA' }),
  funding: funding.prefault({}),
  capital: capital.optional(),
  firstToDefault: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether CVA and DVA count only defaults before that of the other party; by default they are unilateral' }),
};

interface Netted {
  readonly trades?: readonly StatedTrade[] | undefined;
  readonly newTrades?: readonly StatedTrade[];
  readonly collateral?: z.output<typeof collateral> | undefined;
  readonly capital?: z.output<typeof capital> | undefined;
}

/**
 * Refuses what is not defined for contracts of any shape: modelled initial margin needs the derivatives of every trade with respect to the
 * state, which a regression does not give, and the regulatory exposure at default is a sum over kinds of trades.
 */
function limitsOfContracts(
  { trades: presentTrades = [], newTrades = [], collateral: agreement, capital: capitalTerms }: Netted,
  context: z.RefinementCtx,
): void {
  if (![...presentTrades, ...newTrades].some(({ type }) => type === 'contract')) return;
  const fault = (path: string[], message: string, input: unknown) => context.addIssue({ code: 'custom', path, message, input });
  const margin = agreement?.initialMargin;
  if (margin !== undefined && !('amount' in margin))
    fault(
      ['collateral', 'initialMargin'],
      'must be an amount where a trade is a contract: the sensitivities of contracts on paths are not computed',
      margin,
    );
  if (capitalTerms !== undefined && methodOf(capitalTerms) === 'sa_ccr')
    fault(
      ['capital', 'method'],
      'must be exposure where a trade is a contract: sa_ccr has no add-on for contracts of any shape',
      capitalTerms.method,
    );
}

/** An own intensity that moves is that of an own credit. */
function ownIntensity(
  {
    own: ourCredit,
    wrongWayRisk: intensities,
  }: { readonly own?: object | undefined; readonly wrongWayRisk?: { readonly own?: object | undefined } | undefined },
  context: z.RefinementCtx,
): void {
  if (intensities?.own !== undefined && ourCredit === undefined)
    context.addIssue({
      code: 'custom',
      path: ['wrongWayRisk', 'own'],
      message: 'needs the credit of the party: own is absent',
      input: intensities.own,
    });
}

const sources = [{ required: ['trades'], optional: ['collateral', 'exposureTimes', 'wrongWayRisk'] }, { required: ['exposure'] }] as const;
export const xvaRequest = z
  .strictObject({
    trades: trades.optional(),
    exposure: profile.optional().meta({ description: 'A profile made elsewhere, in place of trades; it is given as collateralised' }),
    ...simulated,
    ...ofParties,
    wrongWayRisk: wrongWayRisk.optional(),
    allocation: z.boolean().default(false).meta({ description: 'Whether every measure is allocated to the trades' }),
  })
  .superRefine(oneAlternative(...sources))
  .superRefine(ownIntensity)
  .superRefine(limitsOfContracts)
  .superRefine(({ exposure, capital, allocation }, context) => {
    const fault = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message, input: undefined });
    if (exposure === undefined) return;
    if (capital !== undefined && methodOf(capital) === 'sa_ccr')
      fault(['capital', 'method'], 'must be exposure where a profile stands in place of trades');
    if (allocation) fault(['allocation'], 'has no meaning where a profile stands in place of trades');
  })
  .meta({ id: 'XvaRequest', description: 'A netting set, its parties, and what funding and capital cost', ...oneOfRequired(...sources) });
export type XvaRequestInput = z.output<typeof xvaRequest>;

export const incrementalXvaRequest = z
  .strictObject({
    trades: z.array(anyTrade).max(MAX_TRADES).default([]).meta({ description: 'Those of the netting set; none by default' }),
    newTrades: trades.meta({ description: 'Trades that are to be added' }),
    ...simulated,
    ...ofParties,
    wrongWayRisk: wrongWayRisk.optional(),
  })
  .superRefine(ownIntensity)
  .superRefine(limitsOfContracts)
  .meta({ id: 'IncrementalXvaRequest', description: 'What new trades add to the measures of a netting set' });
export type IncrementalXvaInput = z.output<typeof incrementalXvaRequest>;

const DEFAULT_TENORS = [0.25, 0.5, 1, 2, 3, 5, 7, 10, 15, 20, 30];
export const xvaSensitivitiesRequest = z
  .strictObject({
    trades,
    ...simulated,
    ...ofParties,
    tenors: z
      .array(years)
      .min(1)
      .max(60)
      .superRefine(increasing('the tenor before it'))
      .default(DEFAULT_TENORS)
      .meta({ description: 'Years: nodes between which a bump of the zero rate, or of the default intensity, is linear' }),
    projectionBumps: z.boolean().default(false).meta({
      description: 'Whether the sensitivity to each projection curve of the market is given, moved by itself (projectionRates)',
    }),
    wrongWayRisk: wrongWayRisk.optional(),
    correlationBumps: z.boolean().default(false).meta({
      description: 'Whether the sensitivity to each correlation of wrongWayRisk is given, moved by itself (wrongWayCorrelations)',
    }),
    method: z.enum(['pathwise', 'differences']).optional().meta({
      description:
        'Of the sensitivities to rates, exchange rates and shares. pathwise: derivatives of the paths of one simulation, exercise decisions and collateral that was called today kept. differences: each is moved up and down (rates by 0.0005, spots by 0.5 %) and the netting set valued again on the same random numbers, with its exercise boundaries and regressions. By default differences where a trade is a contract, since values by regression have no derivatives on paths; and otherwise pathwise, together with what moved exercise boundaries of swaptions do to exposures after exercise, and the jump of collateral at its minimum transfer does, from the paths near them. With modelled initial margin, or where the exercise boundary of two factors is not one curve, the rates of a currency of such swaptions are differences instead, as far as the simulations together cost no more than one may; where they would, decisions are kept and a warning says so',
    }),
  })
  .superRefine(ownIntensity)
  .superRefine(limitsOfContracts)
  .superRefine(({ correlationBumps, wrongWayRisk: intensities }, context) => {
    if (correlationBumps && intensities === undefined)
      context.addIssue({
        code: 'custom',
        path: ['correlationBumps'],
        message: 'needs wrongWayRisk: there are no correlations of default intensities without it',
        input: correlationBumps,
      });
  })
  .meta({ id: 'XvaSensitivitiesRequest' });
export type XvaSensitivitiesInput = z.output<typeof xvaSensitivitiesRequest>;
