/** Utilisation of the exposure limit of a counterparty, from a simulation of its trades in the stored market. */

import { z } from 'zod';
import { exposureRequest } from '#engine/schemas';
import type { CollateralAgreement } from '#services/resources/collateral-agreement';
import { type ExposureLimit, exposureLimitFields, exposureLimits } from '#services/resources/exposure-limit';
import { nettingSets } from '#services/resources/netting-set';
import { notedOutcome } from '../contract/computation.js';
import { HttpFailure, httpFailure } from '../contract/errors.js';
import { type KeptManifest, weakestManifest } from '../contract/manifest.js';
import type { RunContext } from '../contract/operation.js';
import { type Dependencies, type Outcome, operation } from '../contract/operation.js';
import type { StoredData } from '../contract/stored-data.js';
import { pricePart } from '../run/part.js';
import {
  agreementOf,
  collateralTerms,
  type ExcludedTrade,
  type LivingTrades,
  livingTrades,
  neededBy,
  type SimulatedTrade,
  withoutUnfit,
} from '../stored/booked-trades.js';
import { storedExposureMarket } from '../stored/exposure-market.js';
import { withValues } from '../stored/resolve.js';

/** Largest number of netting sets and of trades that are not netted in one utilisation. */
const MAX_SETS = 100;
const TIMES_PER_YEAR = 4;
const MAX_UTILISATION_TIMES = 60;

const excluded = z
  .object({
    tradeId: z.string(),
    type: z.string(),
    reason: z.string().optional().meta({ description: 'Of a contract or a trade with dates that is not simulated' }),
  })
  .meta({ description: 'A trade that is not simulated' });
const point = z.object({ time: z.number().meta({ description: 'Years' }), exposure: z.number() });

const response = z
  .object({
    limit: exposureLimitFields,
    current: z.number().meta({ description: 'Largest exposure of the profile, in the currency of the limit' }),
    utilisation: z.number().meta({ description: 'current / amount' }),
    breached: z.boolean().meta({ description: 'Whether the utilisation of a limit in force is above 1' }),
    expired: z.boolean().meta({ description: 'Whether the limit is no longer in force, since its `expiresAt`' }),
    profile: z.array(point).meta({
      description:
        'The measure that is limited, of the sum of the exposures of the netting sets on each path; empty where there is no trade',
    }),
    runId: z.string().optional().meta({ description: 'Of the receipt; absent where nothing was simulated' }),
    excluded: z.array(excluded),
  })
  .meta({ id: 'LimitUtilisation' });
type Utilisation = z.input<typeof response>;

/** The part of an exposure that a utilisation reads. */
interface Simulated {
  readonly exposure: readonly Readonly<Record<ExposureLimit['measure'], number>>[];
}

/** Trades that are netted: those of one netting set, or one trade that is not netted. */
interface Netted {
  readonly trades: readonly SimulatedTrade[];
  readonly collateral?: CollateralAgreement;
}

export const limitUtilisation = operation({
  id: 'getLimitUtilisation',
  method: 'GET',
  path: '/api/v1/counterparties/{counterpartyId}/limit/utilisation',
  tag: 'Counterparties',
  scope: 'xva',
  costClass: 'simulation',
  summary: 'Exposure to a counterparty against its limit',
  description:
    'Simulates the living trades of every netting set of the counterparty in the stored market, on the same paths, and adds up their exposures on each ' +
    'path: a potential future exposure is the quantile of the sum. Trades outside a ' +
    'netting set, or in one without a netting agreement, are not netted. The market is the latest: the discount curve of each currency, the quotes ' +
    'of exchange rates (EURUSD) and shares, the surfaces of both (of the underlying EURUSD or ACME, whose dividend yield it has) or the quotes of volatilities (EURUSD.VOL and ACME.VOL, lognormal; USD.VOL, normal, of swaptions: ' +
    'without it the rates of the currency do not move) and of mean reversions (USD.MEANREVERSION, a rate per year: 0.03 where none is quoted, with a ' +
    'warning), and the correlation matrix that the limit names. A 404 names what is missing. Initial margin counts as held at every time.',
  params: z.strictObject({ counterpartyId: z.string().max(200) }),
  response,
  manifest: 'when_priced',
  prices: ['trade'],
  failures: ['SVC-RES-001', 'SVC-LIMIT-003', 'SVC-CALC-001', 'SVC-CALC-002'],
  handle: async ({ params: { counterpartyId }, ...context }, dependencies) => utilisationOf(counterpartyId, context, dependencies),
});

async function utilisationOf(counterpartyId: string, context: RunContext, dependencies: Dependencies): Promise<Outcome<Utilisation>> {
  const { stored, call, resolve } = context;
  const { fields: limit } = await limitOf(counterpartyId, stored);
  const { simulated, excluded } = await livingTrades('counterpartyId', counterpartyId, call.today, context, dependencies);
  const sets = await nettedSets(simulated, context);
  if (sets.length > MAX_SETS)
    throw new HttpFailure('SVC-LIMIT-003', `${sets.length} netting sets and trades that are not netted are more than ${MAX_SETS}`);
  const { profile, unfit, warnings, manifest } = await simulate(sets, simulated, limit, context, dependencies);
  const current = profile.reduce((most, { exposure }) => Math.max(most, exposure), 0);
  const { counterpartyId: _, ...terms } = limit;
  // Recorded, so that a replay gives the same data: they name the first run.
  const runId = await resolve('run-id', async () => call.caller.correlationId);
  const inForce = await resolve(
    'limit-in-force',
    async () => limit.expiresAt === undefined || limit.expiresAt > dependencies.now().toISOString(),
  );
  const outcome = {
    data: {
      limit: exposureLimitFields.strip().parse(terms),
      current,
      // The smallest of limits would make it infinite, which JSON cannot say.
      utilisation: Math.min(current / limit.amount, Number.MAX_VALUE),
      breached: inForce && current > limit.amount,
      expired: !inForce,
      profile,
      ...(manifest && { runId }),
      excluded: [...excluded, ...unfit],
    },
    ...(manifest && { manifest }),
  };
  return notedOutcome(outcome, { warnings: inForce ? warnings : [...warnings, `the limit expired at ${limit.expiresAt}`] });
}

const limitOf = (counterpartyId: string, stored: StoredData) =>
  stored.undated<ExposureLimit>(exposureLimits, counterpartyId, 'limit').catch((error: unknown) => {
    if (httpFailure(error).code !== 'SVC-RES-001') throw error;
    throw new HttpFailure('SVC-RES-001', `there is no exposure limit of ${counterpartyId}`);
  });

async function nettedSets(living: LivingTrades['simulated'], context: RunContext): Promise<Netted[]> {
  const sets = await Promise.all(
    [...new Set(living.map(({ nettingSetId = '' }) => nettingSetId))].map(async (id): Promise<Netted[]> => {
      const setTrades = living.flatMap(({ nettingSetId = '', trade }) => (nettingSetId === id ? [trade] : []));
      const alone = setTrades.map((trade) => ({ trades: [trade] }));
      if (id === '') return alone;
      const { fields } = await context.stored.undated<{ readonly agreement: string }>(nettingSets, id, 'netting set');
      if (fields.agreement === 'none') return alone;
      const collateral = await agreementOf(id, context);
      return [{ trades: setTrades, ...(collateral && { collateral }) }];
    }),
  );
  return sets.flat();
}

const ADDED_UP =
  'simulated together the netting sets would cost more than one simulation may: their potential future exposures are added up, as if all were largest on the same paths';

interface Simulation {
  readonly profile: Utilisation['profile'];
  readonly unfit: readonly ExcludedTrade[];
  readonly warnings: readonly string[];
  readonly manifest?: KeptManifest;
}

async function simulate(
  sets: readonly Netted[],
  living: LivingTrades['simulated'],
  limit: ExposureLimit,
  context: RunContext,
  dependencies: Dependencies,
): Promise<Simulation> {
  const { currency, measure, correlationId, horizonYears = Number.POSITIVE_INFINITY } = limit;
  const { stored, resolve, call } = context;
  const none = { profile: [], unfit: [], warnings: [] };
  if (sets.length === 0) return none;
  const exposureMarket = storedExposureMarket({ stored, resolve, valuationDate: call.today });
  const all = sets.flatMap((set) => set.trades);
  const { currencies, shares, observed, indices } = neededBy(all);
  const needs = { correlationId, observed, indices };
  const { market: named, warnings: assumptions } = await exposureMarket.market(currencies, shares, currency, needs);
  const { market } = (await withValues({ market: named }, exposureRequest, stored)) as { readonly market: object };
  const setting = { market, reportingCurrency: currency, valuationDate: call.today };
  const { fit, unfit } = await withoutUnfit(all, setting, call, dependencies);
  const fitTrades = new Set(fit);
  const simulated = sets
    .map((set) => ({ ...set, trades: set.trades.filter((trade) => fitTrades.has(trade)) }))
    .filter(({ trades }) => trades.length > 0);
  if (simulated.length === 0) return { ...none, unfit };
  const maturities = living.flatMap(({ trade, maturity }) => (fitTrades.has(trade) ? [maturity] : []));
  const end = Math.min(horizonYears, Math.max(...maturities));
  const count = Math.min(MAX_UTILISATION_TIMES, Math.max(1, Math.ceil(TIMES_PER_YEAR * end)));
  const times = Array.from({ length: count }, (_, i) => (end * (i + 1)) / count);
  const nettingSets = await Promise.all(
    simulated.map(async ({ trades, collateral }) => {
      if (collateral === undefined) return { trades };
      return { trades, collateral: collateralTerms(collateral, await exposureMarket.rate(collateral.currency, currency)) };
    }),
  );
  const exposureOf = async (request: object) => {
    const common = { market, reportingCurrency: currency, exposureTimes: times };
    const { data, manifest } = await pricePart('riskExposure', { ...request, ...common }, context, dependencies);
    const { exposure } = data as Simulated;
    return { exposures: exposure.map((measures) => measures[measure]), manifest };
  };
  const [single] = nettingSets;
  const whole = await (single !== undefined && nettingSets.length === 1 ? exposureOf(single) : exposureOf({ nettingSets })).catch(
    (error: unknown) => {
      if (nettingSets.length === 1 || httpFailure(error).code !== 'SVC-LIMIT-003') throw error;
      return undefined;
    },
  );
  const parts = whole === undefined ? [] : [whole];
  if (whole === undefined) for (const set of nettingSets) parts.push(await exposureOf(set));
  return {
    profile: times.map((time, i) => ({ time, exposure: parts.reduce((sum, { exposures }) => sum + (exposures[i] ?? 0), 0) })),
    unfit,
    warnings: [...assumptions, ...(parts.length > 1 && measure !== 'ee' ? [ADDED_UP] : [])],
    manifest: weakestManifest(parts.map((part) => part.manifest)),
  };
}
