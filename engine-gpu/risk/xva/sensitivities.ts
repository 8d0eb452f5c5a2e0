/**
 * Sensitivities of valuation adjustments, all from one simulation but those to volatilities.
 *
 * - Credit: the adjustments are closed forms of the profile; each spread or intensity is bumped by itself.
 * - Rates by tenor, exchange rates, shares: pathwise derivatives, exact for the paths, from the moments of the simulation (leg-moments.ts). The
 *   positive part of an exposure has no derivative where it is zero, which happens on no path.
 * - Volatilities, and on request projection curves by themselves: central differences on the same random numbers.
 *
 * Decisions to exercise are kept too. A swap that is entered at the boundary is worth as much as holding on there, but its later positive part is
 * not: what a moved boundary does to exposures after exercise is left out, and the result warns where a Bermudan swaption makes it matter.
 *
 * Models and correlations are kept: a model that was fitted to swaptions is not fitted again to bumped curves.
 *
 * @see P. Glasserman (2003), Monte Carlo Methods in Financial Engineering, 7.2
 */
import type { z } from 'zod';
import { invalid } from '../../base/failure.js';
import type { Years } from '../../base/units.js';
import { type HazardCurve, hazardAt } from '../../formula/credit-default-swap.js';
import type { CrossAssetMarket, PiecewiseVolatility } from '../../market/cross-asset.js';
import { crossAssetModel } from '../../model/cross-asset.js';
import { termsOfTrade } from '../../product/trade/terms.js';
import { coefficientTools } from '../../simulation/exposure/coefficients.js';
import type { Exposures } from '../../simulation/exposure/combine.js';
import type { ExposurePlan } from '../../simulation/exposure/exposure-plan.js';
import type { ShiftSums } from '../../simulation/exposure/exposure-run.js';
import { legMoments } from '../../simulation/exposure/leg-moments.js';
import { type BucketWeights, bucketWeights, figuresOf, type XvaTerms } from './adjustments.js';
import { adjustmentsOf, simulationJob, type XvaLimits } from './calculate.js';
import type { BlockJob } from './job.js';
import { isSwaptionOfTwoFactors, type NettingSet, resolveNettingSet, resolveParties } from './netting-set.js';
import { methodOf, type XvaSensitivitiesInput } from './requests.js';
import type { xvaSensitivitiesResponse } from './responses.js';

/** The measures whose sensitivities are given; capital by the regulatory exposure is not among them. */
const NAMES = ['cva', 'dva', 'fca', 'fba', 'fva', 'kva', 'total'] as const;
type Sensitivity = Record<(typeof NAMES)[number], number>;

/** Bump of a spread or an intensity: large enough that rounding of the sums does not matter. */
const CREDIT_BUMP = 1e-5;
/** Bump of the zero rates of a projection curve: the exposure is nearly linear in them. */
const PROJECTION_BUMP = 1e-4;
/** Relative bump of a volatility. */
const VOLATILITY_BUMP = 0.01;

interface Bumped {
  readonly factor: 'rates' | 'exchange_rate' | 'share';
  readonly name: string;
  /** Absolute bump that stands for the relative one, by which differences are divided. */
  readonly bump: number;
  readonly nettingSets: readonly [up: NettingSet, down: NettingSet];
}

export function xvaSensitivitiesJob(
  request: XvaSensitivitiesInput,
  limits: XvaLimits,
): BlockJob<ShiftSums, z.input<typeof xvaSensitivitiesResponse>> {
  const { trades, pricer, capital, tenors } = request;
  trades.forEach((trade, i) => {
    if (isSwaptionOfTwoFactors(trade, request.market))
      throw invalid(
        `/trades/${i}/type`,
        'must not be swaption in a currency with secondFactor: sensitivities of what regressions value are not computed',
      );
  });
  const nettingSet = resolveNettingSet(trades, request, (trade) => `/trades/${trade}`);
  const terms = resolveParties(request, nettingSet);
  const sets = [trades.map((_, i) => i)];
  const linear = capital !== undefined && methodOf(capital) === 'exposure' ? capital : undefined;
  const job = (of: NettingSet, moments: boolean) =>
    simulationJob(of, { moments, sets, requirement: undefined }, pricer, limits, (exposures, plan) => ({ exposures, plan }));
  const base = job(nettingSet, true);
  const bumps = volatilityBumps(nettingSet);
  const projections = request.projectionBumps ? projectionBumps(request, nettingSet) : [];
  const bumped = [...bumps, ...projections].flatMap(({ nettingSets }) => nettingSets);
  const { blocks } = base;
  let latest: { readonly index: number; readonly job: typeof base } | undefined;
  /** Blocks come one bump after the other, of which the plan of one is kept: memory does not grow with volatilities. */
  const jobAt = (index: number): typeof base => {
    if (index === 0) return base;
    latest = latest?.index === index ? latest : { index, job: job(bumped[index - 1], false) };
    return latest.job;
  };
  return {
    blocks: blocks * (1 + bumped.length),
    numbers: 2 * (base.numbers ?? 0),
    run: (block) => jobAt(Math.floor(block / blocks)).run(block % blocks),
    combine: (parts) => {
      // Bumped markets have the dates and the discount curve of the base, which is all that joining blocks reads of a plan.
      const results = [base, ...bumped].map((_, i) => base.combine(parts.slice(i * blocks, (i + 1) * blocks)));
      const [{ exposures, plan }] = results;
      const weights = bucketWeights(nettingSet.times, terms);
      const measuresFor = (profile: Exposures, changed: XvaTerms): Sensitivity => {
        const { values } = figuresOf(adjustmentsOf(profile.sets[0], changed, linear));
        return Object.fromEntries(NAMES.map((name) => [name, values[name]])) as Sensitivity;
      };
      const credit = creditSensitivities(request, nettingSet, terms, (changed) => measuresFor(exposures, changed));
      const volatilities = bumps.map(({ factor, name, bump }, i) => ({
        factor,
        name,
        ...differences(measuresFor(results[1 + 2 * i].exposures, terms), measuresFor(results[2 + 2 * i].exposures, terms), 2 * bump),
      }));
      const projectionRates = projections.map(({ currency }, i) => {
        const [up, down] = [0, 1].map((side) => measuresFor(results[1 + 2 * (bumps.length + i) + side].exposures, terms));
        return { currency, ...differences(up, down, 2 * PROJECTION_BUMP) };
      });
      const warnings = [
        ...nettingSet.warnings,
        ...(capital !== undefined && linear === undefined
          ? ['the sensitivities of kva are left out: it is that of the regulatory exposure']
          : []),
        ...(trades.some(({ type }) => type === 'bermudan_swaption')
          ? ['what moved exercise boundaries do to exposures after exercise is not in the sensitivities to rates']
          : []),
        ...(nettingSet.collateral !== undefined && nettingSet.collateral.minimumTransfer > 0
          ? ['the jump of collateral at the minimum transfer is not in the sensitivities to rates, exchange rates and shares']
          : []),
      ];
      return {
        base: measuresFor(exposures, terms),
        ...pathwise(plan, exposures, weights, tenors, linear?.capitalFactor ?? 0),
        ...(request.projectionBumps && { projectionRates }),
        credit,
        volatilities,
        reportingCurrency: nettingSet.reportingCurrency,
        numPaths: exposures.numPaths,
        seed: pricer.seed,
        ...(warnings.length > 0 && { warnings }),
      };
    },
  };
}

/** The netting set with the projection curve of each currency that has one moved up and down, by itself. */
function projectionBumps({ trades }: XvaSensitivitiesInput, nettingSet: NettingSet) {
  const { market } = nettingSet.model;
  return market.currencies.flatMap(({ currency, projection }, moved) => {
    if (projection === undefined) return [];
    const movedBy = (by: number): NettingSet => {
      const curve = { ...projection, zeroRates: projection.zeroRates.map((rate) => rate + by) };
      const bumped = { ...market, currencies: market.currencies.map((each, i) => (i === moved ? { ...each, projection: curve } : each)) };
      // Floating rates are part of what trades pay. Contracts, which have none, are refused before.
      return {
        ...nettingSet,
        model: crossAssetModel(bumped),
        trades: trades.flatMap((trade) => (trade.type === 'contract' ? [] : [termsOfTrade(trade, bumped)])),
      };
    };
    return [{ currency, nettingSets: [movedBy(PROJECTION_BUMP), movedBy(-PROJECTION_BUMP)] as const }];
  });
}

const differences = (up: Sensitivity, down: Sensitivity, by: number): Sensitivity =>
  Object.fromEntries(NAMES.map((name) => [name, (up[name] - down[name]) / by])) as Sensitivity;

/** The netting set with each volatility moved up and down. A model of rates moves as a whole. */
function volatilityBumps(nettingSet: NettingSet): Bumped[] {
  const { market } = nettingSet.model;
  const { currencies, exchangeRates, shares } = market;
  const withMarket = (changed: Partial<CrossAssetMarket>): NettingSet => ({
    ...nettingSet,
    model: crossAssetModel({ ...market, ...changed }),
  });
  const both = (of: (factor: number) => Partial<CrossAssetMarket>): Bumped['nettingSets'] => [
    withMarket(of(1 + VOLATILITY_BUMP)),
    withMarket(of(1 - VOLATILITY_BUMP)),
  ];
  const replaced = <Item>(list: readonly Item[], index: number, item: Item): Item[] => list.map((each, i) => (i === index ? item : each));
  const scaled = ({ times, values }: PiecewiseVolatility, by: number): PiecewiseVolatility => ({
    times,
    values: values.map((value) => by * value),
  });
  const mean = ({ values }: PiecewiseVolatility): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  return [
    ...currencies.flatMap((each, i): Bumped[] =>
      mean(each.volatility) > 0
        ? [
            {
              factor: 'rates',
              name: each.currency,
              bump: VOLATILITY_BUMP * mean(each.volatility),
              nettingSets: both((by) => ({
                currencies: replaced(currencies, i, {
                  ...each,
                  volatility: scaled(each.volatility, by),
                  ...(each.second && { second: { ...each.second, volatility: scaled(each.second.volatility, by) } }),
                }),
              })),
            },
          ]
        : [],
    ),
    ...exchangeRates.flatMap((each, i): Bumped[] =>
      each.volatility > 0
        ? [
            {
              factor: 'exchange_rate',
              name: currencies[i + 1].currency + currencies[0].currency,
              bump: VOLATILITY_BUMP * each.volatility,
              nettingSets: both((by) => ({ exchangeRates: replaced(exchangeRates, i, { ...each, volatility: by * each.volatility }) })),
            },
          ]
        : [],
    ),
    ...shares.flatMap((each, i): Bumped[] =>
      each.volatility > 0
        ? [
            {
              factor: 'share',
              name: each.name,
              bump: VOLATILITY_BUMP * each.volatility,
              nettingSets: both((by) => ({ shares: replaced(shares, i, { ...each, volatility: by * each.volatility }) })),
            },
          ]
        : [],
    ),
  ];
}

type CreditSensitivity = Sensitivity & {
  readonly party: 'counterparty' | 'own';
  readonly quote: 'spread' | 'intensity';
  readonly tenor: string;
};

/** Both parties' credit, spread by spread where spreads are given, otherwise the intensity from one tenor to the next. */
function creditSensitivities(
  request: XvaSensitivitiesInput,
  nettingSet: NettingSet,
  terms: XvaTerms,
  measuresFor: (changed: XvaTerms) => Sensitivity,
): CreditSensitivity[] {
  const last = nettingSet.times[nettingSet.times.length - 1];
  return (['counterparty', 'own'] as const).flatMap((party): CreditSensitivity[] => {
    const given = request[party];
    const credit = terms[party];
    if (given === undefined || credit === undefined) return [];
    const { cdsCurve } = given;
    if (cdsCurve !== undefined)
      return cdsCurve.map(({ tenor }, i) => {
        const at = (bump: number): Sensitivity => {
          const bumped = cdsCurve.map((quote, j) => (i === j ? { ...quote, spread: Math.max(quote.spread + bump, 0) } : quote));
          return measuresFor(resolveParties({ ...request, [party]: { ...given, cdsCurve: bumped } }, nettingSet));
        };
        // A spread of less than the bump is moved up alone.
        const down = Math.min(CREDIT_BUMP, cdsCurve[i].spread);
        return { party, quote: 'spread', tenor, ...differences(at(CREDIT_BUMP), at(-down), CREDIT_BUMP + down) };
      });
    const tenors = request.tenors.filter((_, i) => i === 0 || request.tenors[i - 1] < last);
    return tenors.map((tenor, i) => {
      const from = i === 0 ? 0 : tenors[i - 1];
      const to = i === tenors.length - 1 ? Number.POSITIVE_INFINITY : tenor;
      const at = (bump: number): Sensitivity =>
        measuresFor({ ...terms, [party]: { ...credit, hazard: raised(credit.hazard, from, to, bump) } });
      return { party, quote: 'intensity', tenor: `${tenor}`, ...differences(at(CREDIT_BUMP), at(-CREDIT_BUMP), 2 * CREDIT_BUMP) };
    });
  });
}

/** The intensity moved between two times. */
function raised(hazard: HazardCurve, from: Years, to: Years, by: number): HazardCurve {
  const inner = [...hazard.times.slice(0, -1), from, to].filter((time) => time > 0 && time < Number.POSITIVE_INFINITY);
  const times = [...new Set(inner)].sort((a, b) => a - b);
  // The last piece has no end; any time beyond the others stands for it.
  const ends = [...times, (times.at(-1) ?? 0) + 1];
  return { times: ends, rates: ends.map((end) => hazardAt(hazard, end) + (end > from && end <= to ? by : 0)) };
}

/** Linear weights of a time on the tenors between which it lies; flat beyond both ends. */
function tenorWeights(tenors: readonly Years[], time: Years): readonly (readonly [tenor: number, weight: number])[] {
  const after = tenors.findIndex((tenor) => tenor >= time);
  if (after === 0) return [[0, 1]];
  if (after === -1) return [[tenors.length - 1, 1]];
  const [before, end] = [tenors[after - 1], tenors[after]];
  const weight = (time - before) / (end - before);
  return [
    [after - 1, 1 - weight],
    [after, weight],
  ];
}

/** Derivatives with respect to zero rates, exchange rates and shares. */
function pathwise(plan: ExposurePlan, exposures: Exposures, weights: BucketWeights, tenors: readonly Years[], capitalFactor: number) {
  const { request, masks } = plan;
  const { market } = request.model;
  const empty = (): Sensitivity => Object.fromEntries(NAMES.map((name) => [name, 0])) as Sensitivity;
  const rates = market.currencies.map(() => tenors.map(empty));
  const exchange = market.exchangeRates.map(empty);
  const shares = market.shares.map(empty);
  const add = (into: Sensitivity, e: number, [ee, nee]: readonly number[], scale: number): void => {
    into.cva += scale * weights.cva[e] * ee;
    into.dva += scale * weights.dva[e] * nee;
    into.fca += scale * weights.fca[e] * ee;
    into.fba += scale * weights.fba[e] * nee;
    into.kva += scale * weights.kva[e] * capitalFactor * ee;
  };
  plan.exposures.forEach(({ view, lookBack, time }, e) => {
    // Positive and negative exposure: the first two of the plan's weightings.
    const { now, lookBack: backMoments } = exposures.moments[e];
    const onCurve = (currency: number, at: Years, means: readonly number[]): void => {
      if (at <= 0) return;
      for (const [tenor, weight] of tenorWeights(tenors, at)) add(rates[currency][tenor], e, means, -at * weight);
    };
    const receive = {
      discountFactor: onCurve,
      leg: (currency: number, at: Years, means: readonly number[], share?: number): void => {
        onCurve(currency, at, means);
        if (currency > 0) add(exchange[currency - 1], e, means, 1 / market.exchangeRates[currency - 1].spot);
        if (share !== undefined) add(shares[share], e, means, 1 / market.shares[share].spot);
      },
    };
    const values = legMoments(coefficientTools(request.model, view.terms), request.trades, masks, now, receive);
    const { discount, ee, nee } = exposures.sets[0][e];
    const left = [discount * ee.value - values[0], discount * nee.value - values[1]];
    if (lookBack !== undefined && 'view' in lookBack && backMoments !== undefined) {
      const { terms } = lookBack.view;
      const before = legMoments(coefficientTools(request.model, terms), request.trades, masks, backMoments, receive);
      // Deflated at the date, not when it was valued.
      onCurve(0, time, before);
      onCurve(
        0,
        terms.time,
        before.map((mean) => -mean),
      );
      before.forEach((mean, i) => {
        left[i] = left[i] - mean;
      });
    }
    // What thresholds keep uncalled, and the collateral called today, are known amounts.
    if (request.collateral !== undefined) onCurve(0, time, left);
  });
  const complete = (each: Sensitivity): Sensitivity => {
    const fva = each.fca - each.fba;
    return { ...each, fva, total: each.cva - each.dva + fva + each.kva };
  };
  return {
    rates: market.currencies.flatMap(({ currency }, i) => tenors.map((tenor, j) => ({ currency, tenor, ...complete(rates[i][j]) }))),
    exchangeRates: exchange.map((each, i) => ({
      pair: market.currencies[i + 1].currency + market.currencies[0].currency,
      ...complete(each),
    })),
    shares: shares.map((each, k) => ({ name: market.shares[k].name, ...complete(each) })),
  };
}
