import { expect } from 'chai';
import { type Backend, openBackend } from '#engine-gpu/backend/backend';
import { EngineFailure } from '#engine-gpu/base/failure';
import type { Curve } from '#engine-gpu/market/curve';
import { discount } from '#engine-gpu/market/curve';
import { decayIntegral } from '#engine-gpu/math/decay';
import { inverseNormalCdf, normalPdf } from '#engine-gpu/math/normal';
import type { G2Parameters } from '#engine-gpu/model/g2';
import { swaptionG2 } from '#engine-gpu/model/g2-swaption';
import type { GaussianRates } from '#engine-gpu/model/gaussian-rates';
import { type CashFlows, netted, type Swap, swapFlows } from '#engine-gpu/simulation/exposure/cash-flows';
import { type ExposureSettings, exposureProfile } from '#engine-gpu/simulation/exposure/exposure';
import type { HullWhiteInputs, Lg2fInputs } from '#test/reference/engine-requests';
import { closeTo, table } from '#test/reference/table';

/** With 16 shifts, Student's t with 15 degrees of freedom exceeds 4 standard errors once in 900. */
const STANDARD_ERRORS = 4;
/** Error of single precision in a mean, as a fraction of the notional. */
const ROUNDING = 1e-7;

const numPaths = 2 ** 14;

const flat = (rate: number): Curve => ({ times: [1], zeroRates: [rate], interpolation: 'linear_zero' });
const RISING: Curve = { times: [1, 5, 10], zeroRates: [0.02, 0.03, 0.035], interpolation: 'linear_zero' };
const BELOW_ZERO: Curve = { times: [1, 10], zeroRates: [-0.01, -0.002], interpolation: 'log_linear' };

const oneFactor = (meanReversion: number, volatility: number): GaussianRates => ({
  factors: [{ meanReversion, volatility }],
  correlation: 0,
});
const twoFactors = ({ meanReversion1, volatility1, meanReversion2, volatility2, correlation }: G2Parameters): GaussianRates => ({
  factors: [
    { meanReversion: meanReversion1, volatility: volatility1 },
    { meanReversion: meanReversion2, volatility: volatility2 },
  ],
  correlation,
});
const G2: G2Parameters = { meanReversion1: 0.5, volatility1: 0.012, meanReversion2: 0.05, volatility2: 0.01, correlation: -0.75 };

/** A swap of an annual fixed leg against a semi-annual floating leg. */
const swap = (years: number, fixedRate: number, side: Swap['side'] = 'payer', notional = 1): Swap => {
  const times = Array.from({ length: years }, (_, i) => i + 1);
  const floating = Array.from({ length: 2 * years + 1 }, (_, i) => i / 2);
  return { notional, side, fixedRate, fixed: { times, accruals: times.map(() => 1) }, floating };
};

describe('the exposure profile of interest rate cash flows', () => {
  let backend: Backend;
  before(async () => {
    backend = await openBackend('webasm', { workers: 2 });
  });
  after(() => backend.close());

  const profile = async (
    flows: CashFlows,
    rates: GaussianRates,
    times: readonly number[],
    curve = RISING,
    settings: ExposureSettings = {},
  ) => (await exposureProfile(flows, curve, rates, times, { numPaths, ...settings }, backend)).exposures;
  const one = async (flows: CashFlows, rates: GaussianRates, time: number, curve = RISING, settings: ExposureSettings = {}) =>
    (await profile(flows, rates, [time], curve, settings))[0];

  table<HullWhiteInputs, Record<string, number>>('hull_white', async (row) => {
    const { strike, option_expiry: time, bond_maturity, cashflow_times, cashflows, optionType, notional = 1, curve: input } = row.inputs;
    const points = input.zero_rates_continuous ?? [[1, input.flat_continuous_rate ?? Number.NaN]];
    const curve: Curve = { times: points.map(([t]) => t), zeroRates: points.map(([, rate]) => rate), interpolation: 'linear_zero' };
    const sign = optionType === 'put' ? -notional : notional;
    const bond =
      bond_maturity === undefined ? (cashflow_times ?? []).map((t, i) => [t, cashflows?.[i] ?? 0] as const) : [[bond_maturity, 1] as const];
    const flows = {
      payments: bond.map(([t, amount]) => ({ time: t, amount: sign * amount })),
      // Fixed on the date itself, so its value is the strike.
      deposits: [{ start: time, end: time + 1, notional: -sign * strike }],
    };
    const { ee, discount: now } = await one(flows, oneFactor(row.inputs.mean_reversion, row.inputs.sigma), time, curve);
    const allowed = STANDARD_ERRORS * now * ee.standardError + ROUNDING * notional;
    closeTo(now * ee.value, row.expected.price ?? Number.NaN, { abs: allowed, why: 'standard errors' });
    expect(ee.standardError).to.be.below(1e-4 * notional);
  });

  table<Lg2fInputs, Record<string, number>>('lg2f', async (row) => {
    const { a, sigma, b, eta, rho, option_expiry: time, payment_times, accruals, fixed_rate, payer, notional, curve } = row.inputs;
    const rates = twoFactors({ meanReversion1: a, volatility1: sigma, meanReversion2: b, volatility2: eta, correlation: rho });
    const flows = swapFlows({
      notional,
      side: payer ? 'payer' : 'receiver',
      fixedRate: fixed_rate,
      fixed: { times: payment_times, accruals },
      floating: [time, ...payment_times],
    });
    const { ee, discount: now } = await one(flows, rates, time, flat(curve.flat_continuous_rate));
    const allowed = STANDARD_ERRORS * now * ee.standardError + ROUNDING * notional;
    closeTo(now * ee.value, row.expected.price ?? Number.NaN, { abs: allowed, why: 'standard errors' });
    expect(ee.standardError).to.be.below(2e-4 * notional);
  });

  it('of a swap equals the swaption on its remaining cash flows, also at negative rates and high volatilities', async () => {
    const large = { ...G2, volatility1: 0.25 };
    for (const [model, curve, rate] of [
      [G2, RISING, 0.03],
      [G2, BELOW_ZERO, -0.004],
      [{ ...G2, volatility1: 0 }, RISING, 0.035],
      [large, RISING, 0.03],
      [{ ...large, volatility2: 0 }, RISING, 0.03],
    ] as const) {
      const dates = [1, 3, 6, 9];
      const rates = model.volatility2 === 0 ? oneFactor(model.meanReversion1, model.volatility1) : twoFactors(model);
      const exposures = await profile(swapFlows(swap(10, rate)), rates, dates, curve);
      exposures.forEach(({ time, ee, ene }) => {
        const left = Array.from({ length: 10 - time }, (_, i) => time + i + 1);
        const forwards = left.map((t) => ((rate + (t === 10 ? 1 : 0)) * discount(curve, t)) / discount(curve, time));
        for (const [part, sign] of [
          [ee, 1],
          [ene, -1],
        ] as const) {
          const allowed = STANDARD_ERRORS * part.standardError + ROUNDING;
          expect(Math.abs(part.value - swaptionG2(model, time, left, forwards, sign))).to.be.at.most(allowed);
        }
      });
    }
  });

  it('has EE − ENE equal to the forward value, and is one-sided for a bond owed', async () => {
    const exposures = await profile(swapFlows(swap(10, 0.03, 'receiver', 1e6)), twoFactors(G2), [0, 0.25, 1, 4.75, 5, 9.9]);
    for (const { ee, ene, forward } of exposures) {
      const allowed = STANDARD_ERRORS * Math.hypot(ee.standardError, ene.standardError) + ROUNDING * 1e6;
      expect(Math.abs(ee.value - ene.value - forward)).to.be.at.most(allowed);
    }
    // The forward value projects each fixing at its forward rate.
    const leftAfter = (date: number) => {
      const fixed = Array.from({ length: 10 }, (_, i) => i + 1).filter((t) => t > date);
      const under = Math.floor(2 * date) / 2;
      const owed = fixed.reduce((sum, t) => sum + 0.03 * discount(RISING, t), 0);
      return (1e6 * (owed + discount(RISING, 10) - discount(RISING, under))) / discount(RISING, date);
    };
    for (const { time, forward } of exposures) expect(forward).to.be.closeTo(leftAfter(time), 1e-6);

    const bond = { payments: [{ time: 7, amount: -100 }], deposits: [] };
    const { ee, ene, forward } = await one(bond, twoFactors(G2), 3);
    expect(ee.value).to.equal(0);
    expect(forward).to.be.closeTo((-100 * discount(RISING, 7)) / discount(RISING, 3), 1e-12);
    expect(Math.abs(ene.value + forward)).to.be.at.most(STANDARD_ERRORS * ene.standardError + 100 * ROUNDING);
  });

  it('is deterministic today and without volatility, and zero after the last payment', async () => {
    const still = await profile(swapFlows(swap(10, 0.02)), oneFactor(0.1, 0), [0, 2, 10, 30]);
    const moving = await profile(swapFlows(swap(10, 0.02)), twoFactors(G2), [0, 10, 30]);
    for (const { ee, ene, forward } of [...still, moving[0]]) {
      expect(ee.value).to.be.closeTo(Math.max(forward, 0), ROUNDING);
      expect(ene.value).to.equal(0);
      expect(ee.standardError).to.be.below(1e-15);
    }
    for (const { ee, ene } of moving.slice(1)) expect([ee.value, ene.value, ee.standardError]).to.deep.equal([0, 0, 0]);
  });

  it('tends to the limits of no mean reversion and of factors with correlation ±1', async () => {
    const flows = swapFlows(swap(10, 0.03));
    const at = async (rates: GaussianRates) => (await one(flows, rates, 4.25)).ee.value;
    expect(await at(oneFactor(1e-9, 0.01))).to.be.closeTo(await at(oneFactor(0, 0.01)), ROUNDING);
    const alike = { meanReversion1: 0.1, volatility1: 0.006, meanReversion2: 0.1, volatility2: 0.004 };
    // On the same points, because the second normal has no loading.
    expect(await at(twoFactors({ ...alike, correlation: 1 }))).to.be.closeTo(await at(oneFactor(0.1, 0.01)), ROUNDING);
    expect(await at(twoFactors({ ...alike, correlation: -1 }))).to.be.closeTo(await at(oneFactor(0.1, 0.002)), ROUNDING);
    const opposed = { ...alike, volatility2: 0.006, correlation: -1 };
    const { ee, forward } = await one(flows, twoFactors(opposed), 4.25);
    expect(ee.value).to.be.closeTo(Math.max(forward, 0), ROUNDING);
  });

  it('includes, between fixings, the interest already fixed, down to the last payment', async () => {
    const [a, sigma] = [0.05, 0.012];
    const flows = swapFlows(swap(10, 0.03));
    const onRates = (from: number, to: number) => decayIntegral(a, to - from);
    const variance = (t: number) => sigma ** 2 * decayIntegral(2 * a, t);
    /** The bond price at t given x, under the t-forward measure. */
    const bond = (x: number, t: number, to: number) =>
      (discount(RISING, to) / discount(RISING, t)) * Math.exp(-onRates(t, to) * x - 0.5 * onRates(t, to) ** 2 * variance(t));
    /** Integral over x at the fixing and at the date by the trapezoidal rule; half the step agrees to 1e-6, and to 3e-4 during the last period. */
    const byQuadrature = (fixedAt: number, time: number): number => {
      const kept = Math.exp(-a * (time - fixedAt));
      // Under the forward measure of `time` the mean of x at the fixing is shifted by this; `bond` assumes mean 0.
      const shift = -onRates(fixedAt, time) * variance(fixedAt);
      const rest = Math.sqrt(variance(time) - kept ** 2 * variance(fixedAt));
      const step = 0.05;
      const nodes = Array.from({ length: 241 }, (_, i) => (i - 120) * step);
      let sum = 0;
      for (const u of nodes)
        for (const v of nodes) {
          const past = Math.sqrt(variance(fixedAt)) * u;
          const x = kept * past + rest * v;
          let value = bond(x, time, fixedAt + 0.5) / bond(past + shift, fixedAt, fixedAt + 0.5);
          for (const payment of flows.payments) if (payment.time > time) value += payment.amount * bond(x, time, payment.time);
          sum += Math.max(value, 0) * normalPdf(u) * normalPdf(v);
        }
      return sum * step * step;
    };
    for (const [fixedAt, time, error] of [
      [4.5, 4.75, 3e-5],
      [9, 9.25, 3e-5],
      [9.5, 9.75, 5e-4],
    ] as const) {
      const exact = byQuadrature(fixedAt, time);
      const { ee } = await one(flows, oneFactor(a, sigma), time);
      // The allowed error is that of a standard deviation taken at the mean state. Ignoring the deviation would be 2e-4, 3e-3 and 4 % low.
      expect(Math.abs(ee.value - exact), `${time}`).to.be.at.most(STANDARD_ERRORS * ee.standardError + error * exact);
      const precise = await one(flows, oneFactor(a, sigma), time, RISING, { numPaths: 2 ** 20 });
      expect(Math.abs(precise.ee.value / exact - 1), `${time}`).to.be.at.most(error);
    }
  });

  it('has lognormal quantiles for a single bond', async () => {
    const [a, sigma, time, maturity] = [0.05, 0.012, 4, 9];
    const { quantiles } = await one({ payments: [{ time: maturity, amount: 1 }], deposits: [] }, oneFactor(a, sigma), time, RISING, {
      quantiles: [0.05, 0.5, 0.95, 0.99],
    });
    // Brigo and Mercurio (2006), 3.39 and 3.42: under the risk-neutral measure the state has mean 0 and the bond price a drift correction.
    const [load, toDate] = [decayIntegral(a, maturity - time), decayIntegral(a, time)];
    const variance = sigma ** 2 * decayIntegral(2 * a, time);
    const forward = discount(RISING, maturity) / discount(RISING, time);
    for (const { level, value, standardError } of quantiles) {
      const x = -Math.sqrt(variance) * inverseNormalCdf(level) + (sigma * toDate) ** 2 / 2;
      const exact = forward * Math.exp(-load * x - (load * load * variance) / 2);
      expect(Math.abs(value - exact), `${level}`).to.be.at.most(STANDARD_ERRORS * standardError + ROUNDING);
      expect(standardError).to.be.below(1e-3);
    }
  });

  it('has the quantiles of a deposit between its fixing and its end, which the state hardly determines', async () => {
    const [a, sigma, start, time, end] = [0.05, 0.012, 3, 3.25, 3.5];
    const deposit = { payments: [], deposits: [{ start, end, notional: 1 }] };
    const { quantiles } = await one(deposit, oneFactor(a, sigma), time, RISING, { quantiles: [0.05, 0.95, 0.99] });
    // −ln of its value is B x_t − C x_start plus a drift under the risk-neutral measure: the covariance with the integral of x up to t.
    const [load, fixed] = [decayIntegral(a, end - time), decayIntegral(a, end - start)];
    const variance = (t: number) => sigma ** 2 * decayIntegral(2 * a, t);
    const kept = Math.exp(-a * (time - start));
    const total = load ** 2 * variance(time) + (fixed ** 2 - 2 * load * fixed * kept) * variance(start);
    const withIntegral = (t: number) => (sigma * decayIntegral(a, t)) ** 2 / 2;
    const drift = load * withIntegral(time) - fixed * (withIntegral(start) + decayIntegral(a, time - start) * variance(start));
    const forward = discount(RISING, start) / discount(RISING, time);
    for (const { level, value, standardError } of quantiles) {
      const exact = forward * Math.exp(-drift - total / 2 + Math.sqrt(total) * inverseNormalCdf(level));
      // The tolerance covers the small covariance of the unexplained part of the interest with the integral.
      expect(Math.abs(value - exact), `${level}`).to.be.at.most(STANDARD_ERRORS * standardError + 2e-6);
      expect(standardError).to.be.below(2e-4);
    }
  });

  it('nets cash flows: a swap against itself is zero, and two equal swaps are one of twice the notional', async () => {
    const rates = twoFactors(G2);
    const [payer, receiver] = [swapFlows(swap(10, 0.03)), swapFlows(swap(10, 0.03, 'receiver'))];
    const nothing = await one(netted([payer, receiver]), rates, 3.3);
    expect([nothing.ee.value, nothing.ene.value, nothing.forward]).to.deep.equal([0, 0, 0]);
    const twice = await one(netted([payer, payer]), rates, 3.3);
    expect(twice.ee.value).to.equal((await one(swapFlows(swap(10, 0.03, 'payer', 2)), rates, 3.3)).ee.value);
    expect(netted([payer, payer]).payments.length).to.equal(11);
    // A hedged portfolio keeps its relative accuracy, because precision applies to the net value.
    const hedged = await one(netted([swapFlows(swap(10, 0.03, 'payer', 1e9)), swapFlows(swap(10, 0.03, 'receiver', 1e9 - 1))]), rates, 3);
    expect(hedged.ee.value).to.be.closeTo((await one(payer, rates, 3)).ee.value, 3 * ROUNDING);
  });

  it('repeats bit for bit for a seed, whatever other dates are requested, and differs for another seed', async () => {
    const at = (seed: number, times: number[]) => profile(swapFlows(swap(10, 0.03)), twoFactors(G2), times, RISING, { seed });
    const [alone, beside, other] = [await at(1, [5]), await at(1, [2, 5, 7]), await at(2, [5])];
    expect(beside[1]).to.deep.equal(alone[0]);
    expect(await at(1, [5])).to.deep.equal(alone);
    expect(other[0].ee.value).not.to.equal(alone[0].ee.value);
    expect([...alone[0].ee.shifts].reduce((sum, value) => sum + value, 0) / 16).to.be.closeTo(alone[0].ee.value, 1e-15);
  });

  it('stops when it is cancelled', async () => {
    const failure = await profile(swapFlows(swap(5, 0.03)), twoFactors(G2), [1], RISING, { signal: AbortSignal.abort() }).catch((e) => e);
    expect(failure).to.be.instanceOf(EngineFailure);
    expect(failure.kind).to.equal('cancelled');
  });

  it('refuses a floating leg that fixed before today or whose dates do not increase', () => {
    const floating = (dates: number[]) => () => swapFlows({ ...swap(1, 0.03), floating: dates });
    expect(floating([-0.5, 0.5])).to.throw(EngineFailure, 'floating.0 must be at least 0; got -0.5');
    expect(floating([0, 1, 1])).to.throw(EngineFailure, 'floating.2 must be above 1, the date before it; got 1');
    expect(floating([0])).to.throw(EngineFailure, 'floating must have at least 2 dates; got 1');
  });
});
