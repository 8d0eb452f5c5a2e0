/**
 * Sensitivities of valuation adjustments.
 *
 * - Credit: the adjustments are closed forms of the profile; each spread or intensity is bumped by itself. Where intensities move with the market, the
 *   simulation gives the derivatives with respect to today's survival probabilities.
 * - Rates by tenor, exchange rates, shares: pathwise derivatives, exact for the paths, from the moments of the simulation
 *   (pathwise-sensitivities.ts). The positive part of an exposure has no derivative where it is zero, which happens on no path.
 * - Volatilities, correlations of default intensities, and on request projection curves by themselves: central differences on the same random numbers.
 *
 * Pathwise, decisions to exercise are kept. That is right for values, of which an optimal boundary is a maximum, and wrong for exposures: a swap that is
 * entered at the boundary is worth as much as holding on there, but its later positive part is not. What boundaries do to that is summed on the paths
 * near them (exercise-jumps.ts). CVA's sensitivity to a parallel move of a swaption of eight years was off by 9 % (European, physical), 11 % (Bermudan,
 * physical) and 75 % (Bermudan, cash) with decisions kept. With modelled margin, or where a boundary of two factors is not one curve, the rates of the currency
 * are moved one by one instead, and the netting set is valued again on the same random numbers, with boundaries that are optimal in the moved market. Where all those
 * simulations would cost more than one may, that part is left out with a warning. The jump of collateral at the minimum transfer is summed on paths too
 * (transfer-jumps.ts).
 *
 * By `differences` exchange rates and shares are moved one by one too. Of what a regression values that is the derivative, since its coefficients are
 * functions of the market: with coefficients kept, a value would stay where it is. So contracts are always differentiated so.
 *
 * Models, correlations and survival curves are kept: a model that was fitted to swaptions is not fitted again to bumped curves, and intensities
 * that were fitted to spreads stay.
 *
 * @see P. Glasserman (2003), Monte Carlo Methods in Financial Engineering, 7.1 and 7.2
 */
import type { z } from 'zod';
import { EngineFailure, invalid } from '../../../base/failure.js';
import { type NettedTrade, nettedCurrencies, statedPlace } from '../../../product/trade/contract-trade.js';
import { timeOfPoint } from '../../../simulation/exposure/paths/profile-points.js';
import type { Exposures } from '../../../simulation/exposure/plan/combine.js';
import type { ExposurePlan } from '../../../simulation/exposure/plan/exposure-plan.js';
import type { ShiftSums } from '../../../simulation/exposure/plan/exposure-run.js';
import { currencyOf, isOfTwoFactors } from '../../../simulation/exposure/swaption/two-factor-swaptions.js';
import { valuerOf } from '../../../simulation/exposure/trade/valuers.js';
import { figuresOf, type MeasureFigures, type Measures, measuresOf, weightsFor, type XvaTerms } from '../adjustments.js';
import { discounted, ONE_SET, requirementOf, simulationJob, withCapitalWarnings, type XvaLimits } from '../calculate.js';
import type { BlockJob } from '../job.js';
import { type NettingSet, resolveNettingSet, resolveParties } from '../netting-set.js';
import { methodOf, type XvaSensitivitiesInput } from '../requests.js';
import type { xvaSensitivitiesResponse } from '../responses.js';
import { type SimulatedRequest, simulatedRequest } from '../simulated-request.js';
import { addOnSlopes, requireAffordableSlopes } from './add-on-slopes.js';
import {
  type Bump,
  type BumpedSide,
  correlationBumps,
  type FactorBumps,
  factorBumps,
  type ProjectionName,
  projectionBumps,
  type VolatilityName,
  volatilityBumps,
  type WrongWayCorrelation,
} from './bumped-netting-sets.js';
import { creditSensitivities, movingCreditDifference } from './credit-sensitivities.js';
import { type FactorSensitivities, listed, pathwiseSensitivities } from './pathwise-sensitivities.js';
import { differences, noSensitivity } from './sensitivity.js';

/** Places in the list of all bumped sides. */
interface Placed<Of> extends Bump<Of> {
  readonly first: number;
}

/** The netting set as it is and with each factor moved: everything that is simulated. */
interface Sweep {
  readonly volatilities: readonly Placed<VolatilityName>[];
  readonly projections: readonly Placed<ProjectionName>[];
  readonly correlated: readonly Placed<WrongWayCorrelation>[];
  /** Currencies, exchange rates and shares that are moved one by one; the lists are empty where derivatives are pathwise. */
  readonly rates: readonly (readonly Placed<undefined>[])[];
  readonly exchangeRates: readonly Placed<undefined>[];
  readonly shares: readonly Placed<undefined>[];
  readonly bumped: readonly { readonly side: () => NettingSet; readonly index: number }[];
  readonly jobOf: (
    nettingSet: NettingSet,
    isBase: boolean,
  ) => BlockJob<ShiftSums, { readonly exposures: Exposures; readonly plan: ExposurePlan }>;
  readonly base: ReturnType<Sweep['jobOf']>;
}

/** Simulations that may each take what one may: those of more volatilities than fifteen share what so many take. */
const MAX_SIMULATIONS_AT_LIMIT = 32;

const NO_FACTORS: FactorBumps = { rates: [], exchangeRates: [], shares: [] };

/** The factors that are moved one by one, and whether the jumps of exposures at the boundaries of exercise are summed on the paths. */
interface Followed {
  readonly moved: FactorBumps;
  readonly jumps: boolean;
}

/** @throws EngineFailure `cost` where the simulations would take more than one may */
function sweepOf(
  request: SimulatedRequest<XvaSensitivitiesInput>,
  nettingSet: NettingSet,
  terms: XvaTerms,
  { costLimit }: XvaLimits,
  { moved, jumps }: Followed,
  correlations: readonly Bump<WrongWayCorrelation>[],
): Sweep {
  const { trades, pricer, capital } = request;
  const sides: BumpedSide[] = [];
  const placed = <Of>(bumps: readonly Bump<Of>[]): Placed<Of>[] =>
    bumps.map((bump) => {
      const first = sides.length;
      sides.push(...bump.sides);
      return { ...bump, first };
    });
  const volatilities = placed(volatilityBumps(nettingSet));
  const projections = placed(request.projectionBumps ? projectionBumps(request, nettingSet) : []);
  const correlated = placed(correlations);
  const factors = { rates: moved.rates.map(placed), exchangeRates: placed(moved.exchangeRates), shares: placed(moved.shares) };
  // Simulations beyond those of volatilities and projection curves share what one may take.
  const further = sides.slice(2 * (volatilities.length + projections.length)).filter((side) => side !== undefined).length;
  const isMoved = moved.rates.length > 0 && usesDifferences(request);
  const bumped = sides.flatMap((side, index) => (side === undefined ? [] : [{ side, index }]));
  const share = costLimit * Math.min(1 / (1 + further), MAX_SIMULATIONS_AT_LIMIT / (1 + bumped.length));
  const jobOf: Sweep['jobOf'] = (simulated, isBase) =>
    sharing(share < costLimit ? 1 + bumped.length : 1, () =>
      simulationJob(
        simulated,
        {
          moments: isBase && !isMoved,
          derivatives: isBase && !isMoved,
          jumps: isBase && !isMoved && jumps,
          quantiles: false,
          sets: [trades.map((_, i) => i)],
          requirement: requirementOf(trades, simulated, capital),
          credit: terms.pathCredit,
          survivalDerivatives: isBase && terms.pathCredit !== undefined,
        },
        pricer,
        { costLimit: share },
        (exposures, plan) => ({ exposures, plan }),
      ),
    );
  return { volatilities, projections, correlated, ...factors, bumped, jobOf, base: jobOf(nettingSet, true) };
}

/** The parts that the sensitivities of a sweep lack. */
interface LeftOut {
  readonly boundaries: boolean;
  readonly transfers: boolean;
}

/**
 * The sweep with the jumps of exposures, which are summed on the paths. Two cases do not allow that: modelled margin, which depends on the slopes of
 * values, and boundaries of two factors that are not one curve. The rates of the currency are then moved one by one. If that costs more than one
 * simulation may, the sweep has no jumps.
 */
function sweepWithJumps(
  request: SimulatedRequest<XvaSensitivitiesInput>,
  nettingSet: NettingSet,
  plan: (followed: Followed) => Sweep,
): { readonly sweep: Sweep; readonly leavesOut: LeftOut } {
  const currencies = exercisedCurrencies(request.trades, nettingSet);
  const { initialMargin, minimumTransfer = 0 } = nettingSet.collateral ?? {};
  const isModelled = initialMargin !== undefined && 'period' in initialMargin;
  const [boundaries, transfers] = [currencies.size > 0, minimumTransfer > 0];
  const moving = (movedCurrencies: ReadonlySet<number>): FactorBumps =>
    movedCurrencies.size === 0 ? NO_FACTORS : factorBumps(request, nettingSet, movedCurrencies);
  const withoutJumps = () => ({ sweep: plan({ moved: NO_FACTORS, jumps: false }), leavesOut: { boundaries, transfers } });
  if (request.method === 'pathwise') return withoutJumps();
  const summed = (movedCurrencies: ReadonlySet<number>, leftOut: boolean) => () => ({
    sweep: plan({ moved: moving(movedCurrencies), jumps: true }),
    leavesOut: { boundaries: leftOut, transfers: false },
  });
  const none = new Set<number>();
  const last = boundaries || transfers ? [withoutJumps] : [];
  if (isModelled && boundaries) return firstAffordable([summed(currencies, false), summed(none, true), ...last]);
  const affordable = firstAffordable([summed(none, false), ...last]);
  // The boundaries are known once the plan is: before, they would be found for requests that are refused.
  const several = affordable.leavesOut.boundaries ? none : severalCurves(nettingSet, currencies);
  if (several.size === 0) return affordable;
  return firstAffordable([summed(several, false), () => ({ ...affordable, leavesOut: { ...affordable.leavesOut, boundaries: true } })]);
}

/** The first of some ways that costs no more than it may. */
function firstAffordable<Result>([way, ...alternatives]: readonly (() => Result)[]): Result {
  try {
    return way!();
  } catch (error) {
    if (alternatives.length === 0 || !(error instanceof EngineFailure) || error.kind !== 'cost') throw error;
    return firstAffordable(alternatives);
  }
}

/** The currencies, among some, of swaptions of two factors that have a boundary which is not one curve. */
function severalCurves({ model, trades, times }: NettingSet, currencies: ReadonlySet<number>): Set<number> {
  const several = new Set<number>();
  if (![...currencies].some((i) => model.market.currencies[i]!.second !== undefined)) return several;
  for (const terms of trades) {
    const { option } = valuerOf(terms, model);
    if (terms.option === undefined || option === undefined || !isOfTwoFactors(terms.option, model)) continue;
    if (option.boundaries(model, times[times.length - 1]!).includes('several')) several.add(currencyOf(terms.option));
  }
  return several;
}

/** Currencies, as indices, of swaptions whose exercise changes exposures of later dates: those of Bermudan ones, and of swaps that are entered; not of caplets. */
function exercisedCurrencies(trades: readonly NettedTrade[], { model, times }: NettingSet): Set<number> {
  const last = times[times.length - 1]!;
  const codes = trades.flatMap((trade) =>
    (trade.type === 'bermudan_swaption' && trade.exerciseDates[0]! < last) ||
    (trade.type === 'swaption' && trade.settlement === 'physical' && trade.expiry < last)
      ? [trade.currency]
      : trade.type === 'dated' && trade.option !== undefined && !trade.option.isCaplet && trade.option.expiry < last
        ? nettedCurrencies(trade)
        : [],
  );
  return new Set(codes.map((code) => model.market.currencies.findIndex(({ currency }) => currency === code)));
}

export function xvaSensitivitiesJob(
  stated: XvaSensitivitiesInput,
  limits: XvaLimits,
): BlockJob<ShiftSums, z.input<typeof xvaSensitivitiesResponse>> {
  const request = simulatedRequest(stated);
  const { trades, pricer, capital, tenors } = request;
  const byDifferences = usesDifferences(request);
  const nettingSet = resolveNettingSet(trades, request, (i) => `/trades/${statedPlace(trades, i)}`, {
    ...ONE_SET,
    ...request.pricer,
    ...limits,
  });
  const terms = resolveParties(request, nettingSet);
  const { market } = nettingSet.model;
  const moving = terms.pathCredit !== undefined;
  const isBySaCcr = capital !== undefined && methodOf(capital) === 'sa_ccr';
  if (isBySaCcr && !byDifferences) requireAffordableSlopes(nettingSet, trades, tenors, limits);
  const correlations = request.correlationBumps ? correlationBumps(request, nettingSet) : { bumps: [], fixed: [] };
  const plan = (followed: Followed): Sweep => sweepOf(request, nettingSet, terms, limits, followed, correlations.bumps);
  const { sweep, leavesOut } = byDifferences
    ? { sweep: plan({ moved: factorBumps(request, nettingSet), jumps: false }), leavesOut: { boundaries: false, transfers: false } }
    : sweepWithJumps(request, nettingSet, plan);
  const { base, bumped } = sweep;
  const { blocks } = base;
  let latest: { readonly index: number; readonly job: typeof base } | undefined;
  /** Blocks come one bump after the other, of which the plan of one is kept: memory does not grow with bumps. */
  const jobAt = (index: number): typeof base => {
    if (index === 0) return base;
    latest = latest?.index === index ? latest : { index, job: sweep.jobOf(bumped[index - 1]!.side(), false) };
    return latest.job;
  };
  return {
    ...(base.pricerId && { pricerId: base.pricerId }),
    blocks: blocks * (1 + bumped.length),
    numbers: 2 * (base.numbers ?? 0),
    run: (block) => jobAt(Math.floor(block / blocks)).run(block % blocks),
    combine: (parts) => {
      const profileOf = ({ sets }: Exposures) => ({ points: sets[0]!, exposures: discounted(sets[0]!, capital) });
      const measuresFor = (profile: ReturnType<typeof profileOf>, changed: XvaTerms): Measures =>
        measuresOf(profile.exposures, weightsFor(nettingSet.times, profile.points, changed));
      const partsOf = (run: number): readonly ShiftSums[] => parts.slice(run * blocks, (run + 1) * blocks);
      const { exposures, plan: planned } = base.combine(partsOf(0));
      const baseProfile = profileOf(exposures);
      const baseMeasures = measuresFor(baseProfile, terms);
      const places = new Map(bumped.map(({ index }, i) => [index, i]));
      /** Measures read deflated sums alone, which no discount factor of the base's plan is left in. */
      const measuresAt = (index: number): Measures => {
        const place = places.get(index);
        return place === undefined ? baseMeasures : measuresFor(profileOf(base.combine(partsOf(1 + place)).exposures), terms);
      };
      const sensitivityTo = ({ first, width }: Placed<unknown>): MeasureFigures =>
        figuresOf(differences(measuresAt(first), measuresAt(first + 1), width));
      const credit = creditSensitivities(
        request,
        nettingSet,
        terms,
        moving
          ? movingCreditDifference(nettingSet, terms, exposures)
          : (up, down, width) => differences(measuresFor(baseProfile, up), measuresFor(baseProfile, down), width),
      );
      const ofSweep: FactorSensitivities = {
        // Beyond the last date nothing moves with a tenor.
        rates: sweep.rates.map((ofTenors) =>
          tenors.map((_, j) => (j < ofTenors.length ? sensitivityTo(ofTenors[j]!) : figuresOf(noSensitivity(1)))),
        ),
        exchangeRates: sweep.exchangeRates.map(sensitivityTo),
        shares: sweep.shares.map(sensitivityTo),
      };
      const ofPaths = byDifferences
        ? ofSweep
        : pathwiseSensitivities(
            planned,
            exposures,
            terms,
            tenors,
            capital?.capitalFactor ?? 0,
            isBySaCcr ? addOnSlopes(nettingSet, trades, tenors, planned.exposures.map(timeOfPoint)) : undefined,
          );
      const ofFactors = {
        ...ofPaths,
        rates: ofPaths.rates.map((each, i) => ((sweep.rates[i]?.length ?? 0) > 0 ? ofSweep.rates[i]! : each)),
      };
      const warnings = [
        ...withCapitalWarnings(nettingSet, trades, capital).warnings,
        ...warningsOf(leavesOut),
        ...correlations.fixed.map(
          ({ party, asset }) =>
            `the correlation of the intensity of ${party} with ${asset} has no sensitivity: the other correlations allow no other`,
        ),
      ];
      return {
        base: figuresOf(baseMeasures),
        ...listed(market, tenors, ofFactors),
        ...(request.projectionBumps && {
          projectionRates: sweep.projections.map((bump) => ({ ...bump.of, ...sensitivityTo(bump) })),
        }),
        credit,
        volatilities: sweep.volatilities.map((bump) => ({ ...bump.of, ...sensitivityTo(bump) })),
        ...(request.correlationBumps && {
          wrongWayCorrelations: sweep.correlated.map((bump) => ({ ...bump.of, ...sensitivityTo(bump) })),
        }),
        reportingCurrency: nettingSet.reportingCurrency,
        numPaths: exposures.numPaths,
        seed: pricer.seed,
        backend: 'double',
        ...(warnings.length > 0 && { warnings }),
      };
    },
  };
}

/** True where rates, exchange rates and shares are moved one by one: asked for, or the only way. */
function usesDifferences({ method, trades }: SimulatedRequest<XvaSensitivitiesInput>): boolean {
  const regressed = trades.findIndex((trade) => trade.type === 'contract');
  if (method === 'pathwise' && regressed >= 0)
    throw invalid(
      '/method',
      `must be differences where a trade is valued by regression, whose coefficients move with the market; trade ${regressed} is; got pathwise`,
    );
  return method === 'differences' || regressed >= 0;
}

const warningsOf = ({ boundaries, transfers }: LeftOut): string[] => [
  ...(boundaries ? ['what moved exercise boundaries do to exposures after exercise is not in the sensitivities to rates'] : []),
  ...(transfers ? ['the jump of collateral at the minimum transfer is not in the sensitivities to rates, exchange rates and shares'] : []),
];

/** Names the number of simulations where they are why one may take less. */
function sharing<Result>(simulations: number, plan: () => Result): Result {
  try {
    return plan();
  } catch (error) {
    if (simulations === 1 || !(error instanceof EngineFailure) || error.kind !== 'cost') throw error;
    const more = `, which ${simulations} simulations share: fewer factors, tenors, correlations or paths need less`;
    throw new EngineFailure(
      'cost',
      error.message + more,
      error.faults.map(({ pointer, reason }) => ({ pointer, reason: reason + more })),
    );
  }
}
