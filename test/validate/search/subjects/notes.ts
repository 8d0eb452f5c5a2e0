/** Notes, American options and convertibles: against closed forms, trees and differences. */
import { blackScholes, normalMean } from '../reference-formulas.js';
import { MAX_STANDARD_ERRORS, type Subject, type Trial } from '../subject.js';
import { dateOf, drawn, PATHS, VALUATION } from './drawn-contracts.js';

/** A phoenix or a plain note on one asset and one date is a digital and a put, in closed form. */
async function judgeNotes(trial: Trial): Promise<void> {
  const option = drawn(trial);
  const { world, time, expiry } = option;
  const notional = trial.draw.between(1, 1e6);
  const [couponRate, callBarrier, couponBarrier, protectionBarrier] = [
    trial.uniform(0.01, 0.2),
    trial.uniform(0.9, 1.2),
    trial.uniform(0.5, 0.85),
    trial.uniform(0.3, 0.8),
  ];
  const product = {
    ...{ type: 'worst_of_autocall', productType: 'phoenix', underlyings: ['ACME'], observationDates: [expiry], memoryCoupon: false },
    ...{ callBarrier, couponBarrier, protectionBarrier, notional, couponRate },
  };
  const market = {
    assets: { ACME: { spot: world.spot, volatility: world.volatility, dividend: world.dividend } },
    rate: world.rate,
    valuationDate: VALUATION,
  };
  const note = await trial.ask('priceStructuredProduct', { product, market, pricer: PATHS });
  const s = world.volatility * Math.sqrt(time);
  const drift = (world.rate - world.dividend - world.volatility ** 2 / 2) * time;
  const breaks = [callBarrier, couponBarrier, protectionBarrier].map((each) => (Math.log(each) - drift) / s);
  const paid = (z: number) => {
    const level = Math.exp(drift + s * z);
    return (level >= couponBarrier ? couponRate : 0) + (level < protectionBarrier ? level : 1);
  };
  const expected = notional * Math.exp(-world.rate * time) * normalMean(paid, breaks, s);
  trial.close('a note of one date', note.price, expected, MAX_STANDARD_ERRORS * note.standardError + 1e-5 * notional);
  const called = normalMean((z) => (Math.exp(drift + s * z) >= callBarrier ? 1 : 0), breaks);
  trial.close('its probability of a call', note.callProbabilities[0].probability, called, 0.05);
  // Scaled, and solved back for its own coupon.
  const double = await trial.ask('priceStructuredProduct', { product: { ...product, notional: 2 * notional }, market, pricer: PATHS });
  trial.same('is proportional to the notional', double.price, 2 * note.price, 1e-9);
  const dates = [0.25, 0.5, 0.75, 1].map((share) => dateOf(Math.round(option.days * share)));
  const long = { ...product, observationDates: dates, memoryCoupon: trial.draw.chance(0.5) };
  const target = await trial.ask('priceStructuredProduct', { product: long, market, pricer: PATHS });
  const { couponRate: _, ...unsolved } = long;
  const solved = await trial.ask('solveStructuredProduct', {
    product: unsolved,
    market,
    solveFor: 'couponRate',
    targetPrice: target.price,
    pricer: PATHS,
  });
  trial.close('solves for its own coupon', solved.solvedValue, couponRate, 1e-3 * couponRate + 1e-5);
  trial.close('reprices', solved.price, target.price, 1e-5 * notional);
}

/** American options: early exercise adds, a tree agrees, and no dividend leaves a call European. */
async function judgeAmerican(trial: Trial): Promise<void> {
  const { draw } = trial;
  const world = {
    spot: draw.between(20, 300),
    rate: trial.uniform(0, 0.08),
    dividend: trial.uniform(0, 0.08),
    volatility: draw.between(0.12, 0.6),
  };
  const time = draw.between(0.2, 2);
  const strike = world.spot * Math.exp(trial.uniform(-0.7, 0.7) * world.volatility * Math.sqrt(time));
  const optionType = trial.optionType();
  const sign = optionType === 'call' ? 1 : -1;
  const tree = await trial.price('binomial_tree', {
    instrument: { strike, time, optionType, exerciseStyle: 'american' },
    market: world,
    params: { steps: 801, treeType: 'leisen_reimer' },
  });
  const exact = await trial.price('equity_american_alo', { instrument: { strike, time, optionType }, market: world });
  trial.close('the tree and the boundary agree', tree.price, exact.price, 3e-4 * strike);
  const european = blackScholes(world, strike, time, sign);
  const steps = 20;
  const simulated = await trial.ask('priceAmerican', { ...world, strike, time, optionType, pricer: { numPaths: 2048, numSteps: steps } });
  trial.close('has its European price', simulated.europeanPrice, european, 1e-9 * strike);
  trial.same(
    'its premium is the difference',
    simulated.earlyExercisePremium,
    simulated.price - simulated.europeanPrice,
    1e-9,
    1e-12 * strike,
  );
  trial.atLeast(
    'is at most the American option',
    exact.price + 1e-6 * strike,
    simulated.price,
    MAX_STANDARD_ERRORS * simulated.standardError,
  );
  trial.atLeast('is at least the European option', simulated.price, european, 1e-9 * strike);
  trial.close(
    'is near the American option',
    simulated.price,
    exact.price,
    MAX_STANDARD_ERRORS * simulated.standardError + 0.012 * exact.price + 1e-3 * strike,
  );
  // Dividends in cash by finite differences; without any, the boundary's own price.
  const differences = await trial.price('equity_dividends_fd', {
    instrument: { strike, time, optionType, exerciseStyle: 'american' },
    market: { ...world, dividends: [{ time: time + 1, amount: 1 }] },
  });
  trial.close('finite differences agree', differences.price, exact.price, 1e-4 * Math.max(strike, world.spot));
}

/** American options at any time, in wild markets too: finite differences and the bounds of exercise agree with the boundary. */
async function judgeAmericanAtAnyTime(trial: Trial): Promise<void> {
  const { draw } = trial;
  const rateOf = () => (draw.chance(0.2) ? 0 : draw.chance(0.3) ? -draw.between(1e-4, 0.05) : draw.between(1e-4, 0.15));
  const world = { spot: draw.between(1, 1000), rate: rateOf(), dividend: rateOf(), volatility: draw.between(0.02, 1.5) };
  const time = draw.between(0.003, 10);
  const strike = world.spot * Math.exp(trial.uniform(-2, 2) * world.volatility * Math.sqrt(time));
  const optionType = trial.optionType();
  const sign = optionType === 'call' ? 1 : -1;
  const request = { ...world, strike, time, optionType, pricer: { exercise: 'continuous' } };
  const priceAt = (spot: number) => trial.ask('priceAmerican', { ...request, spot });
  const priced = await priceAt(world.spot);
  const size = Math.max(strike, world.spot);
  const grid = await trial.price('equity_dividends_fd', {
    instrument: { strike, time, optionType, exerciseStyle: 'american' },
    market: world,
  });
  trial.close('finite differences agree', grid.price, priced.price, priced.errorBound + 2 * grid.errorBound + 1e-5 * size);
  trial.atLeast('is at least the European option', priced.price, priced.europeanPrice, 1e-12 * size);
  trial.atLeast('is at least exercise', priced.price, sign * (world.spot - strike), 1e-12 * size);
  trial.close('has its European price', priced.europeanPrice, blackScholes(world, strike, time, sign), 1e-5 * size + 2 * priced.errorBound);
  trial.atLeast('gains at most as shares do', Math.exp(Math.max(0, -world.dividend * time)), sign * priced.delta, 1e-3);
  trial.atLeast('does not lose with the spot', sign * priced.delta, 0, 1e-3);
  const h = 1e-3 * world.spot;
  const [up, down] = [await priceAt(world.spot + h), await priceAt(world.spot - h)];
  // Prices of a grid differ by its error; those of the boundary are smooth, but for a jump of gamma where exercise begins.
  const noise = (2 * priced.errorBound) / h + (2 * h) / (world.spot * Math.max(0.02, world.volatility * Math.sqrt(time)));
  trial.close('delta', priced.delta, (up.price - down.price) / (2 * h), noise + 0.02);
  const spots: number[] = priced.exerciseBoundary.map(({ spot }: { spot: number }) => spot);
  // Exercise and holding are worth the same there, so that the boundary may err by a hundredth while the price does not.
  if (priced.method === 'integral_equation')
    for (let i = 1; i < spots.length; i++)
      trial.atLeast('its boundary comes nearer', sign * spots[i - 1]!, sign * spots[i]!, 0.01 * spots[i]!);
}

/** Convertibles: bounds and limits, and a bond where conversion is worthless. */
/** The error of a grid, relative to the price. */
const GRID_NOISE = 1e-4;

async function judgeConvertible(trial: Trial): Promise<void> {
  const maturity = trial.whole(1, 6);
  const [couponRate, couponFrequency] = [trial.uniform(0, 0.06), trial.draw.pick(1, 2, 4)];
  const [rate, hazardRate, recoveryRate] = [trial.uniform(0, 0.07), trial.uniform(0, 0.05), trial.uniform(0, 0.6)];
  const bond = { faceValue: 100, couponRate, couponFrequency, maturity, conversionRatio: trial.uniform(0.5, 2) };
  const market = { spot: trial.draw.between(10, 120), rate, volatility: trial.uniform(0.23, 0.6), dividend: 0, hazardRate, recoveryRate };
  const priced = await trial.ask('priceConvertible', { bond, market });
  trial.same('parity', priced.parity, bond.conversionRatio * market.spot, 1e-12);
  trial.same('conversion premium', priced.conversionPremium, priced.price / priced.parity - 1, 1e-9, 1e-12);
  trial.atLeast('is at least its parity', priced.price, priced.parity, 1e-6 * priced.parity);
  trial.atLeast('is at least its floor', priced.price, priced.bondFloor, 2e-3 * priced.bondFloor);
  const safe = await trial.ask('priceConvertible', { bond: { ...bond, conversionRatio: 0 }, market: { ...market, hazardRate: 0 } });
  const coupons = Array.from({ length: maturity * couponFrequency }, (_, i) => (i + 1) / couponFrequency);
  const value = coupons.reduce(
    (total, t) => total + ((100 * couponRate) / couponFrequency) * Math.exp(-rate * t),
    100 * Math.exp(-rate * maturity),
  );
  trial.close('a bond that nothing is converted of', safe.price, value, 1e-6 * value);
  // No coupon, no default, no dividend: a zero bond and calls, since nobody converts early.
  const zero = await trial.ask('priceConvertible', { bond: { ...bond, couponRate: 0 }, market: { ...market, hazardRate: 0 } });
  const { spot, volatility } = market;
  const expected =
    100 * Math.exp(-rate * maturity) +
    bond.conversionRatio * blackScholes({ spot, rate, dividend: 0, volatility }, 100 / bond.conversionRatio, maturity, 1);
  trial.close('a zero bond and calls', zero.price, expected, 1.5e-3 * expected);
  const h = 0.02 * spot;
  const priceAt = async (moved: object) => (await trial.ask('priceConvertible', { bond, market: { ...market, ...moved } })).price as number;
  const [up, down] = [await priceAt({ spot: spot + h }), await priceAt({ spot: spot - h })];
  trial.close('delta', priced.delta, (up - down) / (2 * h), 0.01 * bond.conversionRatio);
  // By its description vega is the difference over one point of volatility upwards; the grids of two prices are others.
  const wild = await priceAt({ volatility: volatility + 0.01 });
  trial.close('vega', priced.vega, (wild - priced.price) / 0.01, 0.03 * Math.abs(priced.vega) + GRID_NOISE * priced.price * 100);
  // A default of intensity λ and no recovery discounts a bond by λ more.
  const risky = await trial.ask('priceConvertible', { bond: { ...bond, conversionRatio: 0 }, market: { ...market, recoveryRate: 0 } });
  const riskyValue = coupons.reduce(
    (total, t) => total + ((100 * couponRate) / couponFrequency) * Math.exp(-(rate + hazardRate) * t),
    100 * Math.exp(-(rate + hazardRate) * maturity),
  );
  trial.close('a bond that may default', risky.price, riskyValue, 1e-3 * riskyValue);
}

export const noteSubjects: readonly Subject[] = [
  { name: 'notes', operations: ['priceStructuredProduct', 'solveStructuredProduct'], judge: judgeNotes },
  { name: 'American options', operations: ['priceAmerican'], judge: judgeAmerican },
  { name: 'American options at any time', operations: ['priceAmerican'], judge: judgeAmericanAtAnyTime },
  { name: 'convertibles', operations: ['priceConvertible'], judge: judgeConvertible },
];
