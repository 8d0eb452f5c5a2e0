/**
 * Derivatives of a contract's value, beside the bump-and-reprice Greeks that the interface fixes.
 *
 * Where every claim has a closed form, differences of it in double precision, extrapolated: relative error under 1e-7. Elsewhere central
 * differences on the lattice points of the price with bumps scaled to s = σ√t, t the contract's first date:
 *
 *   delta, gamma   h = S min(1 %, s/10), and h/2:            R = (4 D(h/2) − D(h))/3,   the next error of order h⁴
 *   vega           ±h, h = min(0.005, σ/20), and +0.01:      a of the cubic a x + b x² + c x³ through the three changes
 *   rho            ±h, h = u s_T/T within 1 and 50 basis points, T the last payment, u = 1/300, or 1/30 where the value of a path jumps
 *   theta          τ = min(1 day, t/20), and τ/2:            R = 2 D(τ/2) − D(τ),   the next error of order τ²
 *
 * The standard error of each is that of R over the shifts. Its error bound is the difference between R and the unextrapolated derivative, which
 * bounds the bias that is left wherever the bumps are small enough for the extrapolation to help. That of rho is 2u² of it: its bias is h²V‴/6, and the
 * largest V‴ of 180 knock-outs was 6 (T/s_T)² V′, of one that is far out of the money. That of gamma has besides what the rounding of values leaves in the second
 * difference over h/2, where there are barriers.
 */
import type { Price, Years } from '../../base/units.js';
import { type Asset, type Market, marketAfter } from '../../market/market.js';
import { bumpVolatility } from '../../market/volatility-bump.js';
import { clamp } from '../../math/clamp.js';
import { powerOfTwo } from '../../math/elementary/binary.js';
import { pow, squareOf } from '../../math/elementary/pow.js';
import { euclideanNorm, hypot } from '../../math/elementary/roots.js';
import type { Contract } from '../../product/contract/contract.js';
import { afterTime } from '../../product/contract/shift.js';
import { assetsUsed } from '../../product/contract/timeline.js';
import { SAME_TIME } from '../emit/grid.js';
import type { Plan } from '../estimator/estimator.js';
import { estimatorOfChanges, hasClosedForm } from '../estimator/index.js';
import { largestJump } from '../payoff/claims.js';
import { modelOf } from '../process/index.js';
import { composeProgram } from './compose.js';
import { mean, standardErrorOf } from './monte-carlo.js';
import { planFor } from './plan.js';
import type { Scenario } from './scenarios.js';
import { SPOT_BUMP, type SpotBumps, spotBumps } from './spot-bumps.js';

export interface SpotGreeks {
  readonly delta: number;
  readonly gamma: number;
  readonly vega: number;
}

export interface ContractGreeks extends SpotGreeks {
  readonly rho: number;
  readonly theta: number;
}

export interface Derivatives extends ContractGreeks {
  /** Standard error of each derivative over the paths. */
  readonly standardErrors: ContractGreeks;
  /** Estimated absolute error that the bumps leave in each derivative, and rounding in gamma. */
  readonly errorBounds: ContractGreeks;
}

/** Bumps relative to s, to σ and to the first date, and the largest of each: of simulated contracts, and of closed forms. */
const SIMULATED = { spot: 0.1, volatility: 0.05, time: 0.05 };
const CLOSED_FORM = { spot: 0.02, volatility: 0.02, time: 0.005 };
const MAX = { spot: SPOT_BUMP, volatility: 0.005, rate: 0.005, time: 1 / 365 };
/** u: the move of the forward of the last payment by a bumped rate, in standard deviations of its logarithm. */
const FORWARD_MOVE = { continuous: 1 / 300, jumping: 1 / 30 };
/** Bias of rho that is allowed for, as a share of rho per u². */
const RATE_BIAS = 2;
/**
 * Relative error of a mean of values in single precision. With barriers it is larger than the sampling error where one dimension is simulated: 3e-8 of the spot of an
 * autocall on two dates, 2.4e-4 of its gamma.
 */
const VALUE_ROUNDING = powerOfTwo(-26);
/** Smallest bump of rates, below which rounding shows, and that of closed forms. */
const MIN_RATE_BUMP = 0.0001;
/** Volatility bump of the interface, which the cubic of vega uses too. */
const FAR_VOLATILITY_BUMP = 0.01;
/** Share of the difference between extrapolated and plain derivative that counts as bias for closed forms: their bumps leave a hundredth of it. */
const CLOSED_FORM_BIAS = 0.05;

interface Bumps {
  /** Relative. */
  readonly spot: number;
  readonly volatility: number;
}

const GREEKS = ['delta', 'gamma', 'vega', 'rho', 'theta'] as const;

/** First date of the contract after today, years; the bumps of spot and time are scaled to it. */
const firstDate = ({ grid, last }: Plan): Years => Math.max(grid.events.find((time) => time > SAME_TIME) ?? last, SAME_TIME);

function bumpsOf(plan: Plan, asset: number, relative: typeof SIMULATED): Bumps {
  const model = modelOf(plan.market.assets[asset]!);
  const first = firstDate(plan);
  const deviation = model.deviation(0, first);
  const level = deviation / Math.sqrt(first);
  return {
    spot: deviation > 0 ? Math.min(MAX.spot, relative.spot * deviation) : MAX.spot,
    volatility: level > 0 ? Math.min(MAX.volatility, relative.volatility * level) : MAX.volatility,
  };
}

/** True if a payment depends on barriers. */
const hasBarriers = ({ claims, monitored: { discrete, corridors } }: Plan): boolean =>
  discrete.size + corridors.size > 0 || claims.some(({ type }) => type === 'autocall');

/** Bump of rates, and by how many standard deviations it moves the forward of the last payment. */
function rateBumpOf(plan: Plan): { readonly rate: number; readonly move: number } {
  const { market, claims, last } = plan;
  const time = Math.max(last, SAME_TIME);
  const deviations = market.assets.map((asset) => modelOf(asset).deviation(0, time)).filter((deviation) => deviation > 0);
  const deviation = Math.min(1, ...deviations);
  const estimator = estimatorOfChanges(plan);
  const jumps = estimator === undefined ? largestJump(claims, market) > 0 : estimator.name === 'barrier control variate';
  const rate = clamp(((jumps ? FORWARD_MOVE.jumping : FORWARD_MOVE.continuous) * deviation) / time, MIN_RATE_BUMP, MAX.rate);
  return { rate, move: (rate * time) / deviation };
}

const withAsset = (market: Market, index: number, moved: Asset): Market => ({
  ...market,
  assets: market.assets.map((asset, i) => (i === index ? moved : asset)),
});

const withRates = (market: Market, change: number): Market => ({
  ...market,
  curve: { ...market.curve, zeroRates: market.curve.zeroRates.map((rate) => rate + change) },
});

/** An estimate of a derivative: per shift, extrapolated and not. */
interface Extrapolated {
  readonly value: Float64Array;
  readonly plain: Float64Array;
}

const combine = (formula: (...values: number[]) => number, ...arrays: readonly Float64Array[]): Float64Array =>
  arrays[0]!.map((_, r) => formula(...arrays.map((values) => values[r]!)));

const extrapolate = (coarse: Float64Array, fine: Float64Array, order: number): Extrapolated => ({
  value: combine((one, half) => half + (half - one) / (pow(2, order) - 1), coarse, fine),
  plain: fine,
});

/** The scenarios that the derivatives need, and what their value changes give. */
interface DerivativePlan {
  readonly scenarios: readonly Scenario[];
  /** @param changes  of the scenarios, in their order: one number per shift */
  readonly from: (changes: readonly Float64Array[], price: Price) => Derivatives;
}

/** Plans the derivatives of a contract whose claims are simulated. */
export function derivativePlan(plan: Plan, contract: Contract, market: Market): DerivativePlan {
  const used = assetsUsed(contract);
  const tau = Math.min(MAX.time, SIMULATED.time * firstDate(plan));
  const { rate, move } = rateBumpOf(plan);
  const perAsset = used.map((index, place) => {
    const { spot, volatility } = bumpsOf(plan, place, SIMULATED);
    const asset = market.assets[index]!;
    const sides = [spot, spot / 2].map((bump) => ({ bump, sides: spotBumps(plan, place, bump) })) as [Sided, Sided];
    const moved = sides.flatMap(({ bump, sides: { steps } }) => steps.map((step) => ({ ...asset, spot: asset.spot * (1 + step * bump) })));
    const more = [-volatility, volatility, FAR_VOLATILITY_BUMP].map((bump) => bumpVolatility(asset, bump));
    return { asset, sides, volatility, scenarios: [...moved, ...more].map((one) => ({ market: withAsset(market, index, one) })) };
  });
  const scenarios: Scenario[] = [
    ...perAsset.flatMap((one) => one.scenarios),
    ...[-rate, rate].map((bump) => ({ market: withRates(market, bump) })),
    ...[tau, tau / 2].map((passed) => ({ market, passed })),
  ];
  return {
    scenarios,
    from: (changes, price) => {
      const ofAssets = perAsset.map(({ asset, sides, volatility, scenarios: { length } }, place) => {
        const assetChanges = changes.slice(place * length, (place + 1) * length);
        return { ...spotDerivatives(sides, asset.spot, assetChanges), vega: vegaOf(assetChanges.slice(4), volatility) };
      });
      const [lower, higher, later, sooner] = changes.slice(-4);
      const slope = combine((down, up) => (up - down) / (2 * rate), lower!, higher!);
      const rho = { value: slope, plain: slope.map((one) => one * (1 - RATE_BIAS * move * move)) };
      const theta = extrapolate(
        later!.map((change) => change / tau),
        sooner!.map((change) => change / (tau / 2)),
        1,
      );
      const zero = later!.map(() => 0);
      const total = (sumOf: 'delta' | 'gamma' | 'vega'): Extrapolated => ({
        value: ofAssets.reduce<Float64Array>((sum, one) => combine((a, b) => a + b, sum, one[sumOf].value), zero),
        plain: ofAssets.reduce<Float64Array>((sum, one) => combine((a, b) => a + b, sum, one[sumOf].plain), zero),
      });
      const rounding = hasBarriers(plan)
        ? euclideanNorm(perAsset.map(({ asset, sides: [, { bump }] }) => (VALUE_ROUNDING * price) / squareOf(bump * asset.spot)))
        : 0;
      return summary({ delta: total('delta'), gamma: total('gamma'), vega: total('vega'), rho, theta }, 1, rounding);
    },
  };
}

interface Sided {
  readonly bump: number;
  readonly sides: SpotBumps;
}

/** Delta and gamma from changes at the bump and at half of it; where one of the two is one-sided only, the smaller bump alone. */
function spotDerivatives([coarse, fine]: readonly [Sided, Sided], spot: number, [c1, c2, f1, f2]: readonly Float64Array[]) {
  const extrapolated = (greek: 'delta' | 'gamma', { bump, sides }: Sided, first: Float64Array, second: Float64Array) =>
    combine((one, two) => sides[greek](one, two, bump * spot), first, second);
  const alike = coarse.sides.steps.every((step, i) => step === fine.sides.steps[i]);
  const central = fine.sides.steps[0] === -fine.sides.steps[1];
  const both = (greek: 'delta' | 'gamma', order: number): Extrapolated => {
    const [large, small] = [extrapolated(greek, coarse, c1!, c2!), extrapolated(greek, fine, f1!, f2!)];
    return alike ? extrapolate(large, small, order) : { value: small, plain: large };
  };
  return { delta: both('delta', 2), gamma: both('gamma', central ? 2 : 1) };
}

/** a of the cubic through the changes at −h, h and H. */
function vegaOf([lower, higher, far]: readonly Float64Array[], h: number): Extrapolated {
  const H = FAR_VOLATILITY_BUMP;
  const plain = combine((down, up) => (up - down) / (2 * h), lower!, higher!);
  const value = combine(
    (down, up, high, central) => {
      const b = (up + down) / (2 * h * h);
      return central - ((high / H - central - b * H) * h * h) / (H * H - h * h);
    },
    lower!,
    higher!,
    far!,
    plain,
  );
  return { value, plain };
}

/**
 * @param biasShare  part of the difference between extrapolated and plain derivative that counts as remaining bias
 * @param rounding   of gamma
 */
function summary(greeks: Readonly<Record<keyof ContractGreeks, Extrapolated>>, biasShare: number, rounding = 0): Derivatives {
  const summary = (pick: (one: Extrapolated) => number) =>
    Object.fromEntries(GREEKS.map((greek) => [greek, pick(greeks[greek])])) as unknown as ContractGreeks;
  const biases = summary(({ value, plain }) => biasShare * Math.abs(mean(value) - mean(plain)));
  return {
    ...summary(({ value }) => mean(value)),
    standardErrors: summary(({ value }) => (value.length > 1 ? standardErrorOf(value) : 0)),
    errorBounds: rounding === 0 ? biases : { ...biases, gamma: hypot(biases.gamma, rounding) },
  };
}

/** The derivatives of a contract all of whose claims have closed forms; undefined where one is simulated. */
export function closedFormDerivatives(plan: Plan, contract: Contract, market: Market): Derivatives | undefined {
  if (!hasClosedForm(plan)) return undefined;
  const valueAt = (bumped: Market, passed = 0): number => {
    const moved = planFor(afterTime(contract, passed), marketAfter(bumped, passed));
    return composeProgram(moved).knownMean;
  };
  const centre = valueAt(market);
  const used = assetsUsed(contract);
  const one = (value: number, plain: number): Extrapolated => ({ value: Float64Array.of(value), plain: Float64Array.of(plain) });
  /** f(h) and f(h/2) of even order-2 differences, extrapolated. */
  const halved = (difference: (h: number) => number, h: number): Extrapolated => {
    const [large, small] = [difference(h), difference(h / 2)];
    return one(small + (small - large) / 3, small);
  };
  const sum = (sumOver: (place: number, index: number) => Extrapolated): Extrapolated => {
    const all = used.map((index, place) => sumOver(place, index));
    const total = (pick: (value: Extrapolated) => Float64Array) => all.reduce((all, value) => all + pick(value)[0]!, 0);
    return one(
      total(({ value }) => value),
      total(({ plain }) => plain),
    );
  };
  const atSpot = (index: number, h: number) =>
    valueAt(withAsset(market, index, { ...market.assets[index]!, spot: market.assets[index]!.spot * (1 + h) }));
  const atVolatility = (index: number, bump: number) => valueAt(withAsset(market, index, bumpVolatility(market.assets[index]!, bump)));
  const tau = Math.min(MAX.time, CLOSED_FORM.time * firstDate(plan));
  const [later, sooner] = [tau, tau / 2].map((passed) => (valueAt(market, passed) - centre) / passed);
  return summary(
    {
      delta: sum((place, index) =>
        halved(
          (h) => (atSpot(index, h) - atSpot(index, -h)) / (2 * h * market.assets[index]!.spot),
          bumpsOf(plan, place, CLOSED_FORM).spot,
        ),
      ),
      gamma: sum((place, index) =>
        halved(
          (h) => (atSpot(index, h) - 2 * centre + atSpot(index, -h)) / squareOf(h * market.assets[index]!.spot),
          bumpsOf(plan, place, CLOSED_FORM).spot,
        ),
      ),
      vega: sum((place, index) =>
        halved((h) => (atVolatility(index, h) - atVolatility(index, -h)) / (2 * h), bumpsOf(plan, place, CLOSED_FORM).volatility),
      ),
      rho: halved((h) => (valueAt(withRates(market, h)) - valueAt(withRates(market, -h))) / (2 * h), MIN_RATE_BUMP),
      theta: one(2 * sooner! - later!, sooner!),
    },
    CLOSED_FORM_BIAS,
  );
}

/** Largest relative distance of a bumped Greek from its derivative without a warning, beside their standard errors. */
const BUMP_TOLERANCE = 1e-3;

/** Warnings of Greeks whose fixed bump is off the derivative by more than the stated errors. */
export const bumpWarnings = (bumped: ContractGreeks, errors: ContractGreeks, derivatives: Derivatives): string[] =>
  GREEKS.flatMap((greek) => {
    const apart = Math.abs(bumped[greek] - derivatives[greek]);
    const error = hypot(derivatives.standardErrors[greek], derivatives.errorBounds[greek]);
    const allowed = 2 * (errors[greek] + error) + BUMP_TOLERANCE * Math.abs(derivatives[greek]);
    return apart > allowed
      ? [
          `${greek} by the bump of the interface is ${bumped[greek].toPrecision(4)}, and the derivative is ${derivatives[greek].toPrecision(4)}: ` +
            'the bump is too large for this contract, and its standard error leaves that out',
        ]
      : [];
  });
