import { expect } from 'chai';
import { exposureJob, runJob, xvaJob, xvaSensitivitiesJob } from '#engine';
import { exposureRequest, parse, xvaRequest, xvaSensitivitiesRequest } from '#engine/schemas';
import { normalCdf } from '#engine-gpu/math/normal';
import { capFloor, capletsOf } from '#engine-gpu/product/rates/cap-floor';
import { failureOf, faultsIn } from '../../../support/faults.js';
import {
  curveOf,
  days,
  errorOf,
  exposureOf,
  limits,
  MEAN_REVERSION,
  market,
  times,
  VOLATILITY,
  valuationDate,
} from './dated-netting-set.js';

const NOTIONAL = 1e6;
const TERM = 'TERM-SOFR-6M';
/** Its first period is fixed, at some 3.9 %. */
const cap = {
  ...{ type: 'cap', currency: 'USD', index: TERM, notional: NOTIONAL, strike: 0.037 },
  ...{ startDate: '2026-08-03', tenor: '4Y', fixingDays: 2, calendar: 'TARGET' },
} as const;
const floor = { ...cap, type: 'floor' } as const;
/** Pays the rates of the cap against its strike. */
const swap = {
  ...{ type: 'interest_rate_swap', currency: 'USD', index: TERM, notional: NOTIONAL, fixedRate: cap.strike, side: 'payer' },
  ...{ startDate: cap.startDate, tenor: cap.tenor, fixingDays: 2, calendar: 'TARGET' },
  ...{ fixedFrequency: 2, floatingFrequency: 2, fixedDayCount: 'ACT/360', floatingDayCount: 'ACT/360' },
} as const;

/** A second factor of the short rate, and the market that has it. */
const SECOND = { meanReversion: 0.4, volatility: 0.007, correlation: -0.6 };
const MODELS = [
  { title: 'one factor', markets: market, factors: [{ a: MEAN_REVERSION, volatility: VOLATILITY }], correlation: 1 },
  {
    title: 'two factors',
    markets: { ...market, models: { ...market.models, USD: { ...market.models.USD, secondFactor: SECOND } } },
    factors: [
      { a: MEAN_REVERSION, volatility: VOLATILITY },
      { a: SECOND.meanReversion, volatility: SECOND.volatility },
    ],
    correlation: SECOND.correlation,
  },
] as const;
type Model = Pick<(typeof MODELS)[number], 'factors' | 'correlation'>;

/** Variance of the logarithm of P(T, start)/P(T, end) at the expiry T (Brigo and Mercurio 2006, equation 4.26). */
const varianceOf = ({ factors, correlation }: Model, expiry: number, start: number, end: number): number =>
  factors
    .flatMap((one) => factors.map((other) => [one, other] as const))
    .reduce((sum, [one, other]) => {
      const [across, ofOther] = [one, other].map(({ a, volatility }) => (volatility / a) * (Math.exp(-a * start) - Math.exp(-a * end)));
      const rate = one.a + other.a;
      return sum + (one === other ? 1 : correlation) * across! * ofOther! * ((Math.exp(rate * expiry) - 1) / rate);
    }, 0);

/**
 * The value today of the payments of a cap after a time. With Gaussian short rates a caplet is an option to exchange P(T, start), times what the
 * curve of the index grows more, for (1 + K τ) P(T, end), whose ratio is lognormal (Brigo and Mercurio 2006, sections 3.3 and 4.2).
 */
function closedForm(model: Model, { strike, type }: { readonly strike: number; readonly type: 'cap' | 'floor' }, first: number): number {
  const { currency: _currency, index: _index, ...instrument } = { ...cap, type, fixings: market.fixings[TERM] };
  const { caplets, clock } = capletsOf(parse(capFloor, instrument), valuationDate);
  const [discount, projection] = [curveOf('USD'), curveOf('USD', TERM)];
  const sign = type === 'cap' ? 1 : -1;
  return caplets
    .filter(({ time }) => time > first + 1e-9)
    .reduce((sum, { from, to, known: growth, time, accrual, fixing }) => {
      const owed = 1 + strike * accrual;
      if (from === to) return sum + NOTIONAL * discount(time) * Math.max(sign * (growth - owed), 0);
      const deviation = Math.sqrt(varianceOf(model, clock.years(fixing), from, to));
      const grown = (projection(from) / projection(to)) * discount(to);
      const d1 = Math.log(grown / (owed * discount(to))) / deviation + deviation / 2;
      return sum + NOTIONAL * sign * (grown * normalCdf(sign * d1) - owed * discount(to) * normalCdf(sign * (d1 - deviation)));
    }, 0);
}

const exposuresOf = (trades: readonly object[], more: object = {}) =>
  runJob(exposureJob(parse(exposureRequest, { trades, market, exposureTimes: times, pricer: { numPaths: 4096 }, ...more }), limits));

describe('exposures of caps and floors by their dates', () => {
  for (const { title, markets, ...model } of MODELS) {
    for (const type of ['cap', 'floor'] as const)
      it(`start at the value of the ${type} under its model, and keep it on average, with ${title}`, async () => {
        const { value, exposure } = await exposuresOf([{ ...cap, type, quantity: -2 }], {
          market: markets,
          exposureTimes: [...times, 3.9],
        });
        const terms = { type, strike: cap.strike };
        // A table of values, between whose nodes they are interpolated.
        expect(value / -2).to.be.closeTo(closedForm(model, terms, 0), 1e-6 * NOTIONAL);
        for (const { time, ee, nee, standardErrors } of exposure) {
          const discount = curveOf('USD')(time);
          const mean = (discount * (ee - nee)) / -2;
          const allowed = 4.5 * discount * errorOf(standardErrors) + 1e-6 * NOTIONAL;
          expect(mean, `at ${time}`).to.be.closeTo(closedForm(model, terms, time), allowed);
        }
      });

    it(`are those of a swap on every path for a cap that is held and a floor that is sold, with ${title}`, async () => {
      const netted = [cap, { ...floor, quantity: -1 }, { ...swap, side: 'receiver' }];
      const { value, exposure } = await exposuresOf(netted, { market: markets });
      const alone = await exposuresOf([cap], { market: markets });
      expect(alone.exposure[3]!.ee).to.be.above(1e-3 * NOTIONAL);
      // Values of options are interpolated in tables.
      for (const each of [value, ...exposure.flatMap(({ ee, nee }) => [ee, nee])]) expect(each).to.be.closeTo(0, 1e-6 * NOTIONAL);
    });

    it(`have sensitivities along the paths that agree with those of moved markets, and shares by trade that add up, with ${title}`, async () => {
      const request = {
        ...{ trades: [cap, { ...floor, quantity: -1, strike: 0.03 }, swap], market: markets, exposureTimes: times },
        ...{ counterparty: { hazardRate: 0.02, recoveryRate: 0.4 }, pricer: { numPaths: 4096 } },
      };
      const sensitivities = (method: string) =>
        runJob(xvaSensitivitiesJob(parse(xvaSensitivitiesRequest, { ...request, method, tenors: [0.5, 1, 2, 5] }), limits));
      const [paths, moved] = await Promise.all([sensitivities('pathwise'), sensitivities('differences')]);
      const most = Math.max(...moved.rates.map(({ cva }) => Math.abs(cva)));
      moved.rates.forEach(({ currency, tenor, cva }, i) => {
        // A bump of 5 bp both ways leaves its third derivative.
        expect(paths.rates[i]!.cva, `${currency} ${tenor}`).to.be.closeTo(cva, 2e-3 * most);
      });
      const { cva, allocation } = await runJob(xvaJob(parse(xvaRequest, { ...request, allocation: true }), limits));
      expect(allocation!.map(({ trade }) => trade)).to.deep.equal([0, 1, 2]);
      expect(allocation!.reduce((sum, share) => sum + share.cva, 0)).to.be.closeTo(cva, 1e-9 * cva);
    });
  }

  it('have sensitivities of thirty years of quarters under two factors within the limits of a request', async () => {
    const request = {
      ...{ trades: [{ ...cap, startDate: '2026-11-25', tenor: '30Y', frequency: 4 }], market: MODELS[1].markets },
      ...{ counterparty: { hazardRate: 0.02, recoveryRate: 0.4 }, pricer: { numPaths: 1024 }, tenors: [10, 30], method: 'pathwise' },
    };
    const { rates } = await runJob(xvaSensitivitiesJob(parse(xvaSensitivitiesRequest, request), limits));
    // The cap pays more where the rates of thirty years are higher.
    expect(rates[1]!.cva).to.be.above(0);
  });

  it('are settled by the rate that was fixed, as the pricer has it', async () => {
    const short = { ...cap, tenor: '6M' };
    const { value } = await exposureOf(short, { exposureTimes: [days(30)] });
    expect(value).to.be.above(1e-4 * NOTIONAL);
    const gone = await exposureOf({ ...short, strike: 0.2 }, { exposureTimes: [days(30)] });
    expect([gone.value, gone.exposure[0]!.ee]).to.deep.equal([0, 0]);
  });

  it('count for capital as an option on each rate', async () => {
    const capitalOf = async (trades: readonly object[]): Promise<number> => {
      const body = { trades, market, exposureTimes: [0.001], pricer: { numPaths: 1024 } };
      const parties = { counterparty: { hazardRate: 0.02, recoveryRate: 0.4 }, capital: { costOfCapital: 0.1 } };
      return (await runJob(xvaJob(parse(xvaRequest, { ...body, ...parties }), limits))).kva;
    };
    // Three annual periods of the discount curve itself, of which each is a swaption of one period.
    const annual = { type: 'cap', currency: 'USD', notional: NOTIONAL, strike: 0.034, frequency: 1, dayCount: 'ACT/365F', fixingDays: 0 };
    const shared = { type: 'swaption', currency: 'USD', notional: NOTIONAL, side: 'payer', fixedRate: 0.034, fixedFrequency: 1 };
    const conventions = { floatingFrequency: 1, fixedDayCount: 'ACT/365F', floatingDayCount: 'ACT/365F' };
    const starts = ['2027-11-22', '2028-11-22', '2029-11-22'];
    const swaptions = starts.map((expiry) => ({ ...shared, ...conventions, expiry, tenor: '1Y' }));
    const [one, other] = await Promise.all([capitalOf([{ ...annual, startDate: starts[0], tenor: '3Y' }]), capitalOf(swaptions)]);
    expect(one).to.be.above(0);
    expect(one).to.be.closeTo(other!, 1e-9 * other!);
  });

  it('are refused where they have more options than there is room for, before the first is valued', () => {
    const monthly = { ...cap, startDate: '2026-11-25', tenor: '30Y', frequency: 12, calendar: 'none' };
    for (const [count, reason] of [
      [200, 'trades would need more'],
      [2000, 'trades have schedules t'],
    ] as const) {
      const request = { trades: Array.from({ length: count }, () => monthly), market };
      const { kind, message } = failureOf(() => exposureJob(parse(exposureRequest, request), limits));
      expect([kind, message.slice(0, reason.length)]).to.deep.equal(['cost', reason]);
    }
  });

  it('name what is wrong with a trade by its place in the request, once', () => {
    const { USD: _, ...models } = market.models;
    const request = { trades: [swap, cap, { ...floor, startDate: '2020-01-01', tenor: '1Y' }], exposureTimes: [1] };
    const faultsOf = (more: object) =>
      faultsIn(() => exposureJob(parse(exposureRequest, { ...request, market: { ...market, ...more } }), limits));
    expect(faultsOf({})).to.deep.include({
      pointer: '/trades/2',
      reason: 'must have a payment after 2026-11-20, the valuation date',
    });
    request.trades.pop();
    expect(faultsOf({ models }).map(({ pointer }) => pointer)).to.deep.equal(['/trades/1/currency']);
  });

  it('have capital that jumps at the strike that the trade states, by its own day count', async () => {
    const request = { trades: [cap], market, counterparty: { hazardRate: 0.02, recoveryRate: 0.4 }, capital: { costOfCapital: 0.1 } };
    const { warnings } = await runJob(xvaJob(parse(xvaRequest, { ...request, exposureTimes: [1, 4], pricer: { numPaths: 256 } }), limits));
    const warning = warnings?.find((each) => each.includes('kva jumps')) ?? '';
    const [, forward] = /nearest of \d+ options are (0\.0\d+) and strike 0\.037$/.exec(warning) ?? [];
    const { currency: _currency, index: _index, ...instrument } = { ...cap, fixings: market.fixings[TERM] };
    const { caplets } = capletsOf(parse(capFloor, instrument), valuationDate);
    const discount = curveOf('USD');
    const rates = caplets.map(({ from, time, accrual }) => (discount(from) / discount(time) - 1) / accrual);
    const nearest = Math.min(...rates.map((rate) => Math.abs(rate - Number(forward))));
    // The regulation's forward rate is that of the currency's curve to the day of the payment; six digits are printed.
    expect(nearest, `${forward} of ${rates.join()}`).to.be.below(1e-7);
  });
});
