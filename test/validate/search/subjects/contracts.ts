/** Contracts, strategies and Greeks of contracts against closed forms. */
import { blackScholes, normalMean } from '../reference-formulas.js';
import type { Data } from '../service.js';
import { MAX_STANDARD_ERRORS, type Subject, type Trial } from '../subject.js';
import { dateOf, drawn, PATHS, priced, SINGLE, VALUATION, type World } from './drawn-contracts.js';

/** Contracts that a closed form prices: European parts, barriers watched continuously, averages, extremes. */
async function judgeContracts(trial: Trial): Promise<void> {
  const option = drawn(trial);
  const { world, time, strike, expiry, days } = option;
  const optionType = trial.optionType();
  const sign = optionType === 'call' ? 1 : -1;
  const vanilla = (k: number, side = optionType) => ({ type: `vanilla_${side}`, underlying: 'ACME', strike: k, expiry });
  const check = async (label: string, contract: object, expected: number) => {
    const { price, slack } = await priced(trial, contract, option);
    trial.close(label, price, expected, slack + 1e-5 * Math.abs(expected));
  };
  const exact = blackScholes(world, strike, time, sign);
  await check('a vanilla option', vanilla(strike), exact);
  const other = strike * trial.uniform(0.7, 1.4);
  const factor = trial.uniform(-3, 3);
  await check(
    'parts add up',
    {
      type: 'combined',
      specs: [
        vanilla(strike),
        { type: 'scaled', factor, contract: vanilla(other) },
        { type: 'negated', spec: { type: 'cash', amount: 3, date: expiry } },
      ],
    },
    exact + factor * blackScholes(world, other, time, sign) - 3 * Math.exp(-world.rate * time),
  );
  const named = (pricerId: string, instrument: object) => trial.price(pricerId, { instrument: { time, ...instrument }, market: world });
  const kind = trial.draw.pick('barrier', 'digital', 'average', 'extreme', 'choice', 'heston', 'dated barrier', 'two assets');
  const direction = trial.draw.pick('up' as const, 'down' as const);
  const level = world.spot * Math.exp((direction === 'up' ? 1 : -1) * world.volatility * Math.sqrt(time) * trial.uniform(0.1, 1.5));
  const style = trial.draw.pick('knock_in', 'knock_out');
  if (kind === 'barrier') {
    const condition = { type: 'barrier_condition', level, direction, style };
    await check(
      'a barrier',
      { type: 'conditional', contract: vanilla(strike), condition },
      (await named('equity_barrier_bs', { strike, optionType, level, direction, style })).price,
    );
  } else if (kind === 'dated barrier') {
    const numDates = trial.draw.pick(1, 2, 4, 6);
    const whole = Math.floor(days / numDates) * numDates;
    const last = dateOf(whole);
    const dates = Array.from({ length: numDates }, (_, i) => dateOf(((i + 1) * whole) / numDates));
    const part = { type: `vanilla_${optionType}`, underlying: 'ACME', strike, expiry: last };
    const condition = { type: 'barrier_condition', level, direction, style, monitoringDates: dates };
    const expected = await trial.price('equity_barrier_bs', {
      instrument: { time: whole / 365, strike, optionType, level, direction, style, monitoringDates: numDates },
      market: world,
    });
    await check('a barrier on dates', { type: 'conditional', contract: part, condition }, expected.price);
  } else if (kind === 'digital') {
    const digital = { type: `digital_${optionType}`, underlying: 'ACME', strike, expiry, payout: 100 };
    await check('a digital', digital, (await named('equity_digital_bs', { strike, optionType, pays: 'cash', payout: 100 })).price);
    await check(
      'a forward',
      { type: 'forward', underlying: 'ACME', strike, expiry },
      blackScholes(world, strike, time, 1) - blackScholes(world, strike, time, -1),
    );
  } else if (kind === 'average') {
    const count = trial.whole(1, 6);
    const dates = Array.from({ length: count }, (_, i) => Math.round(((i + 1) * days) / count));
    const drift = world.rate - world.dividend - world.volatility ** 2 / 2;
    const times = dates.map((each) => each / 365);
    const mean = (drift * times.reduce((a, b) => a + b, 0)) / count;
    const variance =
      (world.volatility ** 2 * times.flatMap((a) => times.map((b) => Math.min(a, b))).reduce((a, b) => a + b, 0)) / count ** 2;
    const deviation = Math.sqrt(variance);
    const payoff = (z: number) => Math.max(sign * (world.spot * Math.exp(mean + deviation * z) - strike), 0);
    const expected = Math.exp(-world.rate * time) * normalMean(payoff, [(Math.log(strike / world.spot) - mean) / deviation], deviation);
    const observationDates = dates.map(dateOf);
    await check(
      'a geometric average',
      { type: `asian_${optionType}`, underlying: 'ACME', strike, expiry, averaging: 'geometric', observationDates },
      expected,
    );
    const [call, put] = [
      await priced(trial, { type: 'asian_call', underlying: 'ACME', strike, expiry, observationDates }, option),
      await priced(trial, { type: 'asian_put', underlying: 'ACME', strike, expiry, observationDates }, option),
    ];
    const average = times.reduce((total, t) => total + world.spot * Math.exp((world.rate - world.dividend) * t), 0) / count;
    trial.close('parity of averages', call.price - put.price, Math.exp(-world.rate * time) * (average - strike), call.slack + put.slack);
    if (count === 1) trial.close('an average of one date', optionType === 'call' ? call.price : put.price, exact, call.slack + put.slack);
  } else if (kind === 'extreme') {
    const fixed = trial.draw.chance(0.5);
    const lookback = { type: `lookback_${optionType}`, underlying: 'ACME', expiry, ...(fixed && { strike }) };
    await check('an extreme', lookback, (await named('equity_lookback_bs', { optionType, ...(fixed && { strike }) })).price);
  } else if (kind === 'choice') {
    const decision = trial.whole(1, days - 1);
    const chooser = { type: 'choice', left: vanilla(strike, 'call'), right: vanilla(strike, 'put'), decisionDate: dateOf(decision) };
    await check(
      'a choice',
      chooser,
      (await trial.price('equity_chooser_bs', { instrument: { strike, time, choiceTime: decision / 365 }, market: world })).price,
    );
  } else if (kind === 'heston') {
    const model = {
      type: 'heston',
      v0: trial.draw.between(0.01, 0.3),
      kappa: trial.draw.between(0.5, 4),
      theta: trial.draw.between(0.01, 0.3),
      sigma: trial.draw.between(0.1, 0.8),
      rho: trial.uniform(-0.8, 0.3),
    };
    const { volatility: _, ...bare } = world;
    const { type: __, ...params } = model;
    const expected = await trial.price('equity_vanilla_heston_fft', { instrument: { strike, time, optionType }, market: bare, params });
    const simulated = await trial.ask('priceContract', {
      contract: vanilla(strike),
      market: { ...bare, model, valuationDate: VALUATION },
      pricer: { ...PATHS, numSteps: 64 },
    });
    trial.close(
      'a vanilla under Heston',
      simulated.price,
      expected.price,
      MAX_STANDARD_ERRORS * simulated.standardError + 2e-4 * world.spot,
    );
  } else {
    const asset = () => ({
      spot: 100 * trial.uniform(0.7, 1.4),
      volatility: trial.draw.between(0.1, 0.6),
      dividend: trial.uniform(0, 0.05),
    });
    const assets = { A: asset(), B: asset() };
    const [correlation, rate] = [trial.uniform(-0.9, 0.9), world.rate];
    const body = {
      market: { assets, rate, valuationDate: VALUATION, correlations: [{ asset1: 'A', asset2: 'B', correlation }] },
      pricer: PATHS,
    };
    const on = trial.draw.pick('best', 'worst');
    const contract = { type: `${on}_of_call`, underlyings: ['A', 'B'], strike: 100, expiry };
    const simulated = await trial.ask('priceContract', { ...body, contract });
    const expected = await trial.price('equity_rainbow_stulz', {
      instrument: { time, strike: 100, optionType: 'call', on },
      market: { asset1: assets.A, asset2: assets.B, correlation, rate },
    });
    trial.close(
      'the better or worse of two',
      simulated.price,
      expected.price,
      MAX_STANDARD_ERRORS * simulated.standardError + SINGLE * 200,
    );
    const spread = await trial.ask('priceContract', {
      ...body,
      contract: { type: 'spread_call', underlyings: ['A', 'B'], strike: 5, expiry },
    });
    const exactSpread = await trial.price('equity_spread_bs', {
      instrument: { time, strike: 5, optionType: 'call' },
      market: { asset1: assets.A, asset2: assets.B, correlation, rate },
    });
    trial.close('a spread', spread.price, exactSpread.price, MAX_STANDARD_ERRORS * spread.standardError + SINGLE * 200);
  }
  const body = { contract: vanilla(strike), market: option.market, pricer: PATHS };
  const [whole, blocks] = [await trial.ask('priceContract', body), await trial.askInBlocks('priceContract', body)];
  trial.identical('a job is the call, to the bit', [blocks.price, blocks.standardError], [whole.price, whole.standardError]);
}

const STRATEGIES = ['straddle', 'strangle', 'bull_call_spread', 'bear_put_spread', 'butterfly', 'collar'] as const;

async function judgeStrategies(trial: Trial): Promise<void> {
  const option = drawn(trial);
  const { world, time, strike, expiry, market } = option;
  const [low, high] = [strike * trial.uniform(0.7, 0.95), strike * trial.uniform(1.05, 1.4)];
  const [call, put] = [(k: number) => blackScholes(world, k, time, 1), (k: number) => blackScholes(world, k, time, -1)];
  const expected = {
    straddle: [{ strike }, call(strike) + put(strike)],
    strangle: [{ putStrike: low, callStrike: high }, put(low) + call(high)],
    bull_call_spread: [{ lowerStrike: low, upperStrike: high }, call(low) - call(high)],
    bear_put_spread: [{ lowerStrike: low, upperStrike: high }, put(high) - put(low)],
    butterfly: [{ lowerStrike: low, middleStrike: strike, upperStrike: high }, call(low) - 2 * call(strike) + call(high)],
    collar: [{ putStrike: low, callStrike: high }, put(low) - call(high)],
  } as const;
  for (const strategy of STRATEGIES) {
    const [terms, value] = expected[strategy];
    const { price, standardError } = await trial.ask('priceStrategy', {
      strategy: { strategy, underlying: 'ACME', expiry, ...terms },
      market,
      pricer: PATHS,
    });
    trial.close(strategy, price, value, MAX_STANDARD_ERRORS * standardError + SINGLE * world.spot);
  }
}

/** Greeks of contracts against those of the closed form, and of the closed form of a barrier. */
async function judgeGreeks(trial: Trial): Promise<void> {
  const option = drawn(trial);
  const { world, time, strike, expiry, market } = option;
  const optionType = trial.optionType();
  const contract = { type: `vanilla_${optionType}`, underlying: 'ACME', strike, expiry };
  const isBarrier = trial.draw.chance(0.4);
  const level = world.spot * Math.exp(-world.volatility * Math.sqrt(time) * trial.uniform(0.3, 1.5));
  const condition = { type: 'barrier_condition', level, direction: 'down', style: 'knock_out' };
  const { derivatives, price, standardError } = await trial.ask('greeksContract', {
    contract: isBarrier ? { type: 'conditional', contract, condition } : contract,
    market,
    pricer: { numPaths: 4096 },
  });
  const exact = async (moved: Partial<World> & { readonly time?: number }) => {
    const { time: value = time, ...moves } = moved;
    const request = {
      instrument: { strike, time: value, optionType, ...(isBarrier && { level, direction: 'down', style: 'knock_out' }) },
      market: { ...world, ...moves },
    };
    return (await trial.price(isBarrier ? 'equity_barrier_bs' : 'equity_vanilla_bs', request)).price as number;
  };
  const slope = async (name: keyof World | 'time', value: number, step: number) =>
    ((await exact({ [name]: value + step })) - (await exact({ [name]: value - step }))) / (2 * step);
  const h = 1e-3 * world.spot * world.volatility * Math.sqrt(time);
  const expected: Record<string, number> = {
    delta: await slope('spot', world.spot, h),
    vega: await slope('volatility', world.volatility, 1e-4 * world.volatility),
    rho: await slope('rate', world.rate, 1e-5),
    theta: -(await slope('time', time, 1e-4 * time)),
    gamma:
      ((await exact({ spot: world.spot + 10 * h })) - 2 * (await exact({})) + (await exact({ spot: world.spot - 10 * h }))) / (100 * h * h),
  };
  trial.close('price', price, await exact({}), MAX_STANDARD_ERRORS * standardError + 1e-5 * world.spot);
  const unit: Record<string, number> = {
    delta: 1,
    vega: world.spot * Math.sqrt(time),
    rho: strike * time,
    theta: (world.spot * world.volatility) / Math.sqrt(time),
    gamma: 1 / (world.spot * world.volatility * Math.sqrt(time)),
  };
  for (const [name, value] of Object.entries(expected)) {
    const slack = MAX_STANDARD_ERRORS * (derivatives.standardErrors[name] ?? 0) + 2 * (derivatives.errorBounds?.[name] ?? 0);
    trial.close(`derivative ${name}`, derivatives[name], value, slack + 5e-4 * unit[name]! + 1e-3 * Math.abs(value));
  }
}

async function judgeMixed(trial: Trial): Promise<void> {
  const option = drawn(trial);
  const { world, strike, time, market, expiry } = option;
  const contract = { type: 'vanilla_call', underlying: 'ACME', strike, expiry };
  const instruments: Data[] = [
    { id: 'a', kind: 'vanilla', quantity: trial.uniform(-9, 9), ...world, strike, time },
    { id: 'b', kind: 'contract', quantity: trial.uniform(-9, 9), contract, market, pricer: PATHS },
    {
      id: 'c',
      kind: 'engine',
      quantity: 2,
      pricerId: 'equity_digital_bs',
      instrument: { strike, time, optionType: 'put', pays: 'cash', payout: 5 },
      market: world,
    },
  ];
  const { results, totalValue } = await trial.ask('portfolioMixed', { instruments });
  const alone = [
    (await trial.ask('priceOption', { ...world, strike, time })).price,
    (await trial.ask('priceContract', { contract, market, pricer: PATHS })).price,
    (await trial.price('equity_digital_bs', { instrument: instruments[2].instrument, market: world })).price,
  ];
  for (const [i, price] of alone.entries()) trial.same('is priced as alone', results[i].price, price, 1e-12);
  trial.same(
    'adds up',
    totalValue,
    alone.reduce((total, price, i) => total + price * instruments[i].quantity, 0),
    1e-9,
    1e-9 * world.spot,
  );
}

/** Paths that are shown: each pays what its levels say, and all together have the closed form as their mean. */
async function judgePaths(trial: Trial): Promise<void> {
  const { world, market, strike, expiry, time, days } = drawn(trial);
  const [optionType, direction] = [trial.optionType(), trial.draw.pick('up', 'down')];
  const side = direction === 'up' ? 1 : -1;
  const level = world.spot * Math.exp(side * world.volatility * Math.sqrt(time) * trial.uniform(0.2, 1.5));
  const isBarred = trial.draw.chance(0.7);
  const monitored = [dateOf(Math.ceil(days / 2)), expiry];
  const vanilla = { type: `vanilla_${optionType}`, underlying: 'ACME', strike, expiry };
  const condition = { type: 'barrier_condition', level, direction, style: 'knock_out', monitoringDates: monitored };
  const contract = isBarred ? { type: 'conditional', contract: vanilla, condition } : vanilla;
  const shown = await trial.ask('contractPaths', { contract, market, pricer: { numPaths: 4096, numSteps: 8, seed: trial.pathSeed() } });
  for (const { underlyings, cashflows, presentValue } of shown.paths) {
    const [{ levels }] = underlyings;
    const levelOn = (date: string): number => levels[shown.dates.indexOf(date)];
    const isOut = isBarred && monitored.some((date) => side * (levelOn(date) - level) >= 0);
    const payment = isOut ? 0 : Math.max(0, (optionType === 'call' ? 1 : -1) * (levelOn(expiry) - strike));
    const paid = cashflows.reduce((sum: number, { amount }: Data) => sum + amount, 0);
    // Levels are those of the simulation, in single precision.
    trial.close('a path pays what its levels say', paid, payment, 1e-6 * (world.spot + strike));
    trial.close('a payment is discounted', presentValue, paid * Math.exp(-world.rate * time), 1e-6 * (world.spot + strike));
  }
  if (isBarred) return;
  const exact = blackScholes(world, strike, time, optionType === 'call' ? 1 : -1);
  // A sample without a path that pays has a standard error of 0.
  if (shown.standardError > 0)
    trial.close('the mean is the price', shown.mean, exact, MAX_STANDARD_ERRORS * shown.standardError + SINGLE * (world.spot + strike));
}

export const contractSubjects: readonly Subject[] = [
  { name: 'contracts', operations: ['priceContract', 'submitJob'], judge: judgeContracts },
  { name: 'strategies', operations: ['priceStrategy'], judge: judgeStrategies },
  { name: 'paths of contracts', operations: ['contractPaths'], judge: judgePaths },
  { name: 'Greeks of contracts', operations: ['greeksContract'], judge: judgeGreeks },
  { name: 'mixed portfolios', operations: ['portfolioMixed'], judge: judgeMixed },
];
