/**
 * Sensitivities of valuation adjustments.
 *
 * - Credit: the adjustments are closed forms of the profile; each spread or intensity is bumped by itself. Where intensities move with the market, the
 *   simulation gives the derivatives with respect to today's survival probabilities.
 * - Rates by tenor, exchange rates, shares: pathwise derivatives, exact for the paths, from the moments of the simulation
 *   (pathwise-sensitivities.ts). The positive part of an exposure has no derivative where it is zero, which happens on no path.
 * - Volatilities, correlations of default intensities, and on request projection curves by themselves: central differences on the same random numbers.
 *
 * Pathwise, decisions to exercise are kept. A swap that is entered at the boundary is worth as much as holding on there, but its later positive part
 * is not: what a moved boundary does to exposures after exercise is left out, and the result warns where a Bermudan swaption makes it matter.
 * By `differences` rates, exchange rates and shares are moved one by one too, and the netting set is valued again on the same random numbers: boundaries are
 * optimal in the moved market, and regressions are fitted in it. Of what a regression values that is the derivative, since its coefficients are
 * functions of the market: with coefficients kept, a value would stay where it is. So contracts, and swaptions that are valued by regression, are always
 * differentiated so.
 *
 * Models, correlations and survival curves are kept: a model that was fitted to swaptions is not fitted again to bumped curves, and intensities
 * that were fitted to spreads stay.
 *
 * @see P. Glasserman (2003), Monte Carlo Methods in Financial Engineering, 7.1 and 7.2
 */
import type { z } from 'zod';
import { EngineFailure, invalid } from '../../base/failure.js';
import type { Exposures } from '../../simulation/exposure/combine.js';
import type { ShiftSums } from '../../simulation/exposure/exposure-run.js';
import { addOnSlopes, requireAffordableSlopes } from './add-on-slopes.js';
import { figuresOf, type XvaTerms } from './adjustments.js';
import { type Bump, type BumpedSide, correlationBumps, factorBumps, projectionBumps, volatilityBumps } from './bumped-netting-sets.js';
import { adjustmentsOf, requirementOf, simulationJob, type XvaLimits } from './calculate.js';
import { creditSensitivities, movingCreditDifference } from './credit-sensitivities.js';
import type { BlockJob } from './job.js';
import { isSwaptionOfTwoFactors, type NettingSet, resolveNettingSet, resolveParties } from './netting-set.js';
import { type FactorSensitivities, listed, pathwiseSensitivities } from './pathwise-sensitivities.js';
import { methodOf, type XvaSensitivitiesInput } from './requests.js';
import type { xvaSensitivitiesResponse } from './responses.js';
import { differences, type Sensitivity, sensitivityOf, shownWith } from './sensitivity.js';

/** Places in the list of all bumped sides. */
interface Placed<Of> extends Bump<Of> {
  readonly first: number;
}

export function xvaSensitivitiesJob(
  request: XvaSensitivitiesInput,
  limits: XvaLimits,
): BlockJob<ShiftSums, z.input<typeof xvaSensitivitiesResponse>> {
  const { trades, pricer, capital, tenors, collateral } = request;
  const byDifferences = usesDifferences(request);
  const nettingSet = resolveNettingSet(trades, request, (trade) => `/trades/${trade}`);
  const terms = resolveParties(request, nettingSet);
  const { market } = nettingSet.model;
  const moving = terms.pathCredit !== undefined;
  const correlations = request.correlationBumps ? correlationBumps(request, nettingSet) : { bumps: [], fixed: [] };
  const factors = byDifferences ? factorBumps(request, nettingSet) : undefined;
  const sides: BumpedSide[] = [];
  const placed = <Of>(bumps: readonly Bump<Of>[]): Placed<Of>[] =>
    bumps.map((bump) => {
      const first = sides.length;
      sides.push(...bump.sides);
      return { ...bump, first };
    });
  const volatilities = placed(volatilityBumps(nettingSet));
  const projections = placed(request.projectionBumps ? projectionBumps(request, nettingSet) : []);
  const correlated = placed(correlations.bumps);
  const moved = factors && {
    rates: factors.rates.map(placed),
    exchangeRates: placed(factors.exchangeRates),
    shares: placed(factors.shares),
  };
  const bumped = sides.flatMap((side, index) => (side === undefined ? [] : [{ side, index }]));
  // Simulations that a request asks for beyond those of volatilities and projection curves share what one may take.
  const further = sides.slice(2 * (volatilities.length + projections.length)).filter((side) => side !== undefined).length;
  const isBySaCcr = capital !== undefined && methodOf(capital) === 'sa_ccr';
  if (isBySaCcr && !byDifferences) requireAffordableSlopes(nettingSet, trades, tenors, limits);

  const job = (of: NettingSet, isBase: boolean) =>
    sharing(further, () =>
      simulationJob(
        of,
        {
          moments: isBase && !byDifferences,
          sets: [trades.map((_, i) => i)],
          requirement: requirementOf(trades, of, capital),
          credit: terms.pathCredit,
          survivalDerivatives: isBase && moving,
        },
        pricer,
        { costLimit: limits.costLimit / (1 + further) },
        (exposures, plan) => ({ exposures, plan }),
      ),
    );
  const base = job(nettingSet, true);
  const { blocks } = base;
  let latest: { readonly index: number; readonly job: typeof base } | undefined;
  /** Blocks come one bump after the other, of which the plan of one is kept: memory does not grow with bumps. */
  const jobAt = (index: number): typeof base => {
    if (index === 0) return base;
    latest = latest?.index === index ? latest : { index, job: job(bumped[index - 1].side(), false) };
    return latest.job;
  };
  return {
    blocks: blocks * (1 + bumped.length),
    numbers: 2 * (base.numbers ?? 0),
    run: (block) => jobAt(Math.floor(block / blocks)).run(block % blocks),
    combine: (parts) => {
      const measuresFor = (profile: Exposures, changed: XvaTerms): Sensitivity => {
        const { values } = figuresOf(adjustmentsOf(profile.sets[0], changed, capital));
        return sensitivityOf((name) => values[name]);
      };
      const partsOf = (run: number): readonly ShiftSums[] => parts.slice(run * blocks, (run + 1) * blocks);
      const { exposures, plan } = base.combine(partsOf(0));
      const baseMeasures = measuresFor(exposures, terms);
      const places = new Map(bumped.map(({ index }, i) => [index, i]));
      /** Measures read deflated sums alone, which no discount factor of the base's plan is left in. */
      const measuresAt = (index: number): Sensitivity => {
        const place = places.get(index);
        return place === undefined ? baseMeasures : measuresFor(base.combine(partsOf(1 + place)).exposures, terms);
      };
      const sensitivityTo = ({ first, width }: Placed<unknown>): Sensitivity =>
        differences(measuresAt(first), measuresAt(first + 1), width);
      const shown = shownWith(collateral?.initialMargin !== undefined);
      const credit = creditSensitivities(
        request,
        nettingSet,
        terms,
        moving
          ? movingCreditDifference(nettingSet, terms, exposures)
          : (up, down, by) => differences(measuresFor(exposures, up), measuresFor(exposures, down), by),
      );
      const ofFactors: FactorSensitivities = moved
        ? {
            // Beyond the last date nothing moves with a tenor.
            rates: moved.rates.map((ofTenors) =>
              tenors.map((_, j) => (j < ofTenors.length ? sensitivityTo(ofTenors[j]) : sensitivityOf(() => 0))),
            ),
            exchangeRates: moved.exchangeRates.map(sensitivityTo),
            shares: moved.shares.map(sensitivityTo),
          }
        : pathwiseSensitivities(
            plan,
            exposures,
            terms,
            tenors,
            capital?.capitalFactor ?? 0,
            isBySaCcr ? addOnSlopes(nettingSet, trades, tenors, capital.riskWeight ?? 1) : undefined,
          );
      const warnings = [
        ...nettingSet.warnings,
        ...(byDifferences ? [] : pathwiseWarnings(request)),
        ...correlations.fixed.map(
          ({ party, asset }) =>
            `the correlation of the intensity of ${party} with ${asset} has no sensitivity: the other correlations allow no other`,
        ),
      ];
      return {
        base: shown(baseMeasures),
        ...listed(market, tenors, ofFactors, shown),
        ...(request.projectionBumps && { projectionRates: projections.map((bump) => ({ ...bump.of, ...shown(sensitivityTo(bump)) })) }),
        credit: credit.map(shown),
        volatilities: volatilities.map((bump) => ({ ...bump.of, ...shown(sensitivityTo(bump)) })),
        ...(request.correlationBumps && {
          wrongWayCorrelations: correlated.map((bump) => ({ ...bump.of, ...shown(sensitivityTo(bump)) })),
        }),
        reportingCurrency: nettingSet.reportingCurrency,
        numPaths: exposures.numPaths,
        seed: pricer.seed,
        ...(warnings.length > 0 && { warnings }),
      };
    },
  };
}

/** Whether rates, exchange rates and shares are moved one by one: asked for, or the only way. */
function usesDifferences({ method, trades, market }: XvaSensitivitiesInput): boolean {
  const regressed = trades.findIndex((trade) => trade.type === 'contract' || isSwaptionOfTwoFactors(trade, market));
  if (method === 'pathwise' && regressed >= 0)
    throw invalid(
      '/method',
      `must be differences where a trade is valued by regression, whose coefficients move with the market; trade ${regressed} is; got pathwise`,
    );
  return method === 'differences' || regressed >= 0;
}

/** What pathwise derivatives leave out. */
const pathwiseWarnings = ({ trades, collateral }: XvaSensitivitiesInput): string[] => [
  ...(trades.some(({ type }) => type === 'bermudan_swaption')
    ? ['what moved exercise boundaries do to exposures after exercise is not in the sensitivities to rates']
    : []),
  ...(collateral !== undefined && collateral.minimumTransfer > 0
    ? ['the jump of collateral at the minimum transfer is not in the sensitivities to rates, exchange rates and shares']
    : []),
];

/** Names the number of simulations where they are why one may take no more. */
function sharing<Result>(further: number, plan: () => Result): Result {
  try {
    return plan();
  } catch (error) {
    if (further === 0 || !(error instanceof EngineFailure) || error.kind !== 'cost') throw error;
    const more = `, which ${1 + further} simulations share: fewer tenors, correlations or paths need less`;
    throw new EngineFailure(
      'cost',
      error.message + more,
      error.faults.map(({ pointer, reason }) => ({ pointer, reason: reason + more })),
    );
  }
}
