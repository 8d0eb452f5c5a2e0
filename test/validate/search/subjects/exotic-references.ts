/** Exotic options by integrals over the laws of the spot and of its extremes, which share no code with the engine. */
import { bachelier, black, blackScholes, density, integral, normalCdf, normalMean, type World } from '../reference-formulas.js';
import type { Trial } from '../subject.js';
import type { Reference } from './pricers.js';

interface Drawn extends World {
  readonly strike: number;
  readonly time: number;
  readonly optionType: 'call' | 'put';
}

function drawn(trial: Trial): Drawn {
  const { draw } = trial;
  const [volatility, time] = [draw.between(0.05, 0.9), draw.between(0.05, 4)];
  const spot = draw.between(5, 500);
  return {
    ...{ spot, volatility, time },
    strike: spot * Math.exp(trial.uniform(-1.2, 1.2) * volatility * Math.sqrt(time)),
    rate: trial.uniform(-0.03, 0.12),
    dividend: trial.uniform(-0.03, 0.1),
    optionType: trial.optionType(),
  };
}

const market = ({ spot, rate, dividend, volatility }: World) => ({ spot, rate, dividend, volatility });
const signOf = ({ optionType }: { readonly optionType: string }) => (optionType === 'call' ? 1 : -1);

/** Distribution of the running extreme of a Brownian motion with drift: P(max ≤ m), m ≥ 0. */
function maxCdf(m: number, drift: number, volatility: number, time: number): number {
  const s = volatility * Math.sqrt(time);
  return normalCdf((m - drift * time) / s) - Math.exp((2 * drift * m) / volatility ** 2) * normalCdf((-m - drift * time) / s);
}

/** Price of what pays f(S_T) while a level has never been reached: by the density of the killed motion. */
function survivingValue(world: Drawn, level: number, payoff: (spot: number) => number, kinks: readonly number[]): number {
  const { spot, rate, dividend, volatility, time } = world;
  const drift = rate - dividend - volatility ** 2 / 2;
  const s = volatility * Math.sqrt(time);
  const h = Math.log(level / spot);
  const ends = (h < 0 ? [h, Math.max(h, drift * time) + 10 * s + s * s] : [Math.min(h, drift * time) - 10 * s, h]) as [number, number];
  const points = [ends[0], ...kinks.map((k) => Math.log(k / spot)).filter((x) => x > ends[0] && x < ends[1]), ends[1]];
  const killed = (x: number) =>
    (density((x - drift * time) / s) - Math.exp((2 * drift * h) / volatility ** 2) * density((x - 2 * h - drift * time) / s)) / s;
  let sum = 0;
  for (let i = 1; i < points.length; i++) sum += integral((x) => killed(x) * payoff(spot * Math.exp(x)), points[i - 1]!, points[i]!, 16);
  return Math.exp(-rate * time) * sum;
}

const barrierReference: Reference = async (trial) => {
  const option = drawn(trial);
  const { spot, strike, time, optionType, volatility } = option;
  const direction = trial.draw.pick('up' as const, 'down' as const);
  const style = trial.draw.pick('knock_in', 'knock_out');
  const level = spot * Math.exp((direction === 'up' ? 1 : -1) * volatility * Math.sqrt(time) * trial.uniform(0.05, 2));
  const sign = signOf(option);
  const request = { instrument: { strike, time, optionType, level, direction, style }, market: market(option) };
  const { price } = await trial.price('equity_barrier_bs', request);
  const payoff = (s: number) => Math.max(sign * (s - strike), 0);
  const knockOut = survivingValue(option, level, payoff, [strike]);
  const whole = blackScholes(option, strike, time, sign);
  trial.close('is the integral of the killed motion', price, style === 'knock_out' ? knockOut : whole - knockOut, 1e-8 * (spot + strike));
  // Monitored once, at expiry: a payoff that is cut off at the level.
  const once = await trial.price('equity_barrier_bs', { ...request, instrument: { ...request.instrument, monitoringDates: 1 } });
  const s = volatility * Math.sqrt(time);
  const drift = (option.rate - option.dividend - volatility ** 2 / 2) * time;
  const alive = (x: number) => (direction === 'up' ? x < level : x > level);
  const cut = (style: string) =>
    Math.exp(-option.rate * time) *
    normalMean(
      (z) => {
        const x = spot * Math.exp(drift + s * z);
        return alive(x) === (style === 'knock_out') ? payoff(x) : 0;
      },
      [(Math.log(strike / spot) - drift) / s, (Math.log(level / spot) - drift) / s],
      s,
    );
  trial.close('monitored once is the integral of the cut payoff', once.price, cut(style), 1e-8 * (spot + strike));
  // Monitored twice: the integral of that over the spot at the first date.
  const twice = await trial.price('equity_barrier_bs', {
    ...request,
    instrument: { ...request.instrument, monitoringDates: 2, style: 'knock_out' },
  });
  const halfS = volatility * Math.sqrt(time / 2);
  const inner = (x: number) => cutVanilla({ ...option, spot: x, time: time / 2 }, level, direction, sign);
  const first =
    Math.exp((-option.rate * time) / 2) *
    normalMean(
      (z) => {
        const x = spot * Math.exp(drift / 2 + halfS * z);
        return alive(x) ? inner(x) : 0;
      },
      [(Math.log(level / spot) - drift / 2) / halfS],
      halfS,
    );
  trial.close('monitored twice is the integral of one monitored once', twice.price, first, 2e-6 * (spot + strike));
  // A smooth function of 1/√n, also where the engine changes its method.
  const limit = trial.draw.pick(512, 768);
  const near = {
    ...request.instrument,
    level: spot * Math.exp((direction === 'up' ? 1 : -1) * volatility * Math.sqrt(time / limit) * trial.uniform(0.05, 12)),
    rebate: spot * trial.uniform(0, 0.5),
    rebatePayment: style === 'knock_in' ? 'at_expiry' : trial.draw.pick('at_hit', 'at_expiry'),
  };
  const prices: number[] = [];
  for (const monitoringDates of [limit - 2, limit - 1, limit, limit + 1])
    prices.push((await trial.price('equity_barrier_bs', { ...request, instrument: { ...near, monitoringDates } })).price);
  const extrapolated = 3 * (prices[2]! - prices[1]!) + prices[0]!;
  trial.close('monitored at many dates has no step from one number of dates to the next', prices[3]!, extrapolated, 2e-6 * (spot + strike));
};

/** A vanilla that pays only beyond a level at expiry, in closed form: payoff on (a, b). */
function cutVanilla(
  { spot, rate, dividend, volatility, time, strike }: Drawn,
  level: number,
  direction: 'up' | 'down',
  sign: number,
): number {
  const s = volatility * Math.sqrt(time);
  const forward = spot * Math.exp((rate - dividend) * time);
  let [a, b] = sign > 0 ? [strike, Number.POSITIVE_INFINITY] : [0, strike];
  if (direction === 'up') b = Math.min(b, level);
  else a = Math.max(a, level);
  if (a >= b) return 0;
  const above = (k: number, shift: number) =>
    k <= 0 ? 1 : k === Number.POSITIVE_INFINITY ? 0 : normalCdf(Math.log(forward / k) / s - s / 2 + shift);
  const [asset, cash] = [forward * (above(a, s) - above(b, s)), above(a, 0) - above(b, 0)];
  return Math.exp(-rate * time) * sign * (asset - strike * cash);
}

const lookbackReference: Reference = async (trial) => {
  const option = drawn(trial);
  const { spot, rate, dividend, volatility, time, strike, optionType } = option;
  const fixed = trial.draw.chance(0.5);
  const drift = rate - dividend - volatility ** 2 / 2;
  const s = volatility * Math.sqrt(time);
  // P(max > m), and of the minimum by reflection.
  const maxAbove = (m: number) => 1 - maxCdf(m, drift, volatility, time);
  const minBelow = (m: number) => 1 - maxCdf(-m, -drift, volatility, time);
  const reach = 10 * s + Math.abs(drift) * time + s * s;
  /** E max(M − k, 0) for the maximum of the spot, k ≥ spot. */
  const aboveMean = (k: number) =>
    integral((x) => spot * Math.exp(x) * maxAbove(x), Math.max(0, Math.log(k / spot)), Math.max(0, Math.log(k / spot)) + reach, 40);
  const belowMean = (k: number) =>
    integral((x) => spot * Math.exp(x) * minBelow(x), Math.min(0, Math.log(k / spot)) - reach, Math.min(0, Math.log(k / spot)), 40);
  const discount = Math.exp(-rate * time);
  const forward = spot * Math.exp((rate - dividend) * time);
  const expected = fixed
    ? optionType === 'call'
      ? discount * (Math.max(spot - strike, 0) + aboveMean(Math.max(strike, spot)))
      : discount * (Math.max(strike - spot, 0) + belowMean(Math.min(strike, spot)))
    : optionType === 'call'
      ? discount * (forward - spot + belowMean(spot))
      : discount * (spot + aboveMean(spot) - forward);
  const { price } = await trial.price('equity_lookback_bs', {
    instrument: { time, optionType, ...(fixed && { strike }) },
    market: market(option),
  });
  trial.close('is the integral over the law of the extreme', price, expected, 1e-6 * (spot + strike));
};

const asianReference: Reference = async (trial) => {
  const option = drawn(trial);
  const { spot, rate, dividend, volatility, time, strike, optionType } = option;
  const drift = rate - dividend - volatility ** 2 / 2;
  const priced = async (instrument: object) =>
    (await trial.price('equity_asian_geometric_bs', { instrument: { strike, time, optionType, ...instrument }, market: market(option) }))
      .price;
  const worthOf = (mean: number, variance: number) =>
    Math.exp(-rate * time) * black(spot * Math.exp(mean + variance / 2), strike, Math.sqrt(variance), signOf(option));
  trial.close(
    'is Black on the lognormal average',
    await priced({ monitoring: 'continuous' }),
    worthOf((drift * time) / 2, (volatility ** 2 * time) / 3),
    1e-10 * (spot + strike),
  );
};

const chooserReference: Reference = async (trial) => {
  const option = drawn(trial);
  const { spot, rate, dividend, volatility, time, strike } = option;
  const choiceTime = time * trial.uniform(0.05, 0.95);
  const { price } = await trial.price('equity_chooser_bs', { instrument: { strike, time, choiceTime }, market: market(option) });
  const s = volatility * Math.sqrt(choiceTime);
  const drift = (rate - dividend - volatility ** 2 / 2) * choiceTime;
  const rest = time - choiceTime;
  const parity = (Math.log((strike * Math.exp(-(rate - dividend) * rest)) / spot) - drift) / s;
  const best = (z: number) => {
    const world = { ...option, spot: spot * Math.exp(drift + s * z) };
    return Math.max(blackScholes(world, strike, rest, 1), blackScholes(world, strike, rest, -1));
  };
  trial.close(
    'is the mean of the better option at the choice',
    price,
    Math.exp(-rate * choiceTime) * normalMean(best, [parity], s),
    1e-8 * (spot + strike),
  );
};

const digitalReference: Reference = async (trial) => {
  const option = drawn(trial);
  const { spot, rate, dividend, volatility, time, strike, optionType } = option;
  const pays = trial.draw.pick('cash', 'asset');
  const payout = trial.draw.between(0.1, 10);
  const { price } = await trial.price('equity_digital_bs', {
    instrument: { strike, time, optionType, pays, payout },
    market: market(option),
  });
  const s = volatility * Math.sqrt(time);
  const drift = (rate - dividend - volatility ** 2 / 2) * time;
  const sign = signOf(option);
  const mean = normalMean(
    (z) => {
      const x = spot * Math.exp(drift + s * z);
      return sign * (x - strike) > 0 ? (pays === 'cash' ? 1 : x) : 0;
    },
    [(Math.log(strike / spot) - drift) / s],
    s,
  );
  trial.close(
    'is the integral of its payoff',
    price,
    payout * Math.exp(-rate * time) * mean,
    1e-10 * payout * (pays === 'cash' ? 1 : spot) * 2,
  );
};

function twoAssets(trial: Trial) {
  const { draw } = trial;
  const time = draw.between(0.05, 4);
  const asset = () => ({ spot: draw.between(50, 200), volatility: draw.between(0.05, 0.7), dividend: trial.uniform(-0.02, 0.08) });
  const [asset1, asset2] = [asset(), asset()];
  return { time, market: { asset1, asset2, correlation: trial.uniform(-0.97, 0.97), rate: trial.uniform(-0.02, 0.1) } };
}

/** E of a payoff of two lognormals, given as the mean over the first given the normal of the second. */
function twoAssetMean(
  { time, market: { asset1, asset2, correlation, rate } }: ReturnType<typeof twoAssets>,
  conditionalMean: (forward1: number, deviation1: number, spot2: number) => number,
  kinks: (scale: (spot2: number) => number) => readonly number[] = () => [],
): number {
  const [s1, s2] = [asset1.volatility * Math.sqrt(time), asset2.volatility * Math.sqrt(time)];
  const forward = ({ spot, dividend }: typeof asset1) => spot * Math.exp((rate - dividend) * time);
  const deviation = s1 * Math.sqrt(1 - correlation ** 2);
  const zOf = (spot2: number) => (Math.log(spot2 / forward(asset2)) + (s2 * s2) / 2) / s2;
  const mean = normalMean(
    (z) =>
      conditionalMean(
        forward(asset1) * Math.exp(correlation * s1 * z - (correlation * s1) ** 2 / 2),
        deviation,
        forward(asset2) * Math.exp(s2 * z - (s2 * s2) / 2),
      ),
    [-2, 0, 2, ...kinks(zOf)],
    Math.max(s2, Math.abs(correlation) * s1) * 1,
  );
  return Math.exp(-rate * time) * mean;
}

const exchangeReference: Reference = async (trial) => {
  const world = twoAssets(trial);
  const { price } = await trial.price('equity_exchange_margrabe', { instrument: { time: world.time }, market: world.market });
  trial.close(
    'is the integral over the second asset',
    price,
    twoAssetMean(world, (f, s, k) => black(f, k, s, 1)),
    1e-6 * 200,
  );
};

const spreadReference: Reference = async (trial) => {
  const world = twoAssets(trial);
  const strike = trial.uniform(-60, 60);
  const optionType = trial.optionType();
  const { price } = await trial.price('equity_spread_bs', { instrument: { strike, time: world.time, optionType }, market: world.market });
  const expected = twoAssetMean(
    world,
    (f, s, k) => (k + strike > 0 ? black(f, k + strike, s, optionType === 'call' ? 1 : -1) : optionType === 'call' ? f - k - strike : 0),
    (zOf) => (strike < 0 ? [zOf(-strike)] : []),
  );
  trial.close('is the integral over the second asset', price, expected, 1e-5 * 200);
};

const rainbowReference: Reference = async (trial) => {
  const world = twoAssets(trial);
  const strike = trial.uniform(50, 200);
  const on = trial.draw.pick('best', 'worst');
  const { price } = await trial.price('equity_rainbow_stulz', {
    instrument: { strike, time: world.time, optionType: 'call', on },
    market: world.market,
  });
  // max(max(a, b) − K, 0) = max(b − K, 0) + max(a − max(b, K), 0); and best and worst add up to both calls.
  const best = twoAssetMean(
    world,
    (f, s, b) => Math.max(b - strike, 0) + black(f, Math.max(b, strike), s, 1),
    (zOf) => [zOf(strike)],
  );
  const both = twoAssetMean(
    world,
    (f, s, b) => Math.max(b - strike, 0) + black(f, strike, s, 1),
    (zOf) => [zOf(strike)],
  );
  trial.close('is the integral over the second asset', price, on === 'best' ? best : both - best, 2e-6 * 200);
};

const onForward =
  (pricerId: string): Reference =>
  async (trial) => {
    const { draw } = trial;
    const normal = pricerId.endsWith('bachelier');
    const [time, rate] = [draw.between(0.01, 10), trial.uniform(-0.02, 0.1)];
    const forward = normal ? trial.uniform(-100, 100) : draw.between(1, 1e3);
    const volatility = normal ? draw.between(0.5, 30) : draw.between(0.03, 1.2);
    const strike = normal
      ? forward + volatility * Math.sqrt(time) * trial.uniform(-2, 2)
      : forward * Math.exp(volatility * Math.sqrt(time) * trial.uniform(-2, 2));
    const optionType = trial.optionType();
    const { price } = await trial.price(pricerId, {
      instrument: { strike, time, optionType },
      market: { forward, rate, [normal ? 'normalVolatility' : 'volatility']: volatility },
    });
    const formula = normal ? bachelier : black;
    trial.close(
      'is the textbook formula',
      price,
      Math.exp(-rate * time) * formula(forward, strike, volatility * Math.sqrt(time), optionType === 'call' ? 1 : -1),
      1e-11 * (Math.abs(forward) + Math.abs(strike) + volatility * Math.sqrt(time)),
    );
  };

export const exoticReferences: Readonly<Record<string, Reference>> = {
  equity_barrier_bs: barrierReference,
  equity_lookback_bs: lookbackReference,
  equity_asian_geometric_bs: asianReference,
  equity_chooser_bs: chooserReference,
  equity_digital_bs: digitalReference,
  equity_exchange_margrabe: exchangeReference,
  equity_spread_bs: spreadReference,
  equity_rainbow_stulz: rainbowReference,
  futures_option_black76: onForward('futures_option_black76'),
  futures_option_bachelier: onForward('futures_option_bachelier'),
};
