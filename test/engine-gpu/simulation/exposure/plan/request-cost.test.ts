/** Netting sets that are refused while their terms are built, or before they are valued. */
import { expect } from 'chai';
import { EngineFailure, exposureJob, incrementalXvaJob, xvaJob, xvaSensitivitiesJob } from '#engine';
import { exposureRequest, incrementalXvaRequest, parse, xvaRequest, xvaSensitivitiesRequest } from '#engine/schemas';
import { resolveNettingSet } from '#engine-gpu/risk/xva/netting-set';
import { simulatedRequest } from '#engine-gpu/risk/xva/simulated-request';
import { valuedDates } from '#engine-gpu/simulation/exposure/paths/valued-dates';
import { startsOfFixings } from '#engine-gpu/simulation/exposure/plan/cost';
import { exposurePlan } from '#engine-gpu/simulation/exposure/plan/exposure-plan';
import { valuerOf } from '#engine-gpu/simulation/exposure/trade/valuers';
import { failureOf } from '#test/support/faults';
import { COST_LIMIT, dateOn, option, repeat, secondFactor, swap, times, valuationDate } from '#test/support/netted-trades';
import { uniforms } from '../../../../support/random.js';

const market = {
  valuationDate,
  curves: { USD: { rate: 0.03 }, EUR: { rate: 0.02 } },
  fx: { EURUSD: 1.1 },
  volatilities: { EURUSD: { type: 'lognormal', volatility: 0.1 } },
  assets: { A0: { spot: 100, volatility: 0.25 }, A1: { spot: 50, volatility: 0.3 } },
  models: { USD: { meanReversion: 0.03, volatility: 0.008 }, EUR: { meanReversion: 0.03, volatility: 0.008 } },
};
const ofTwoFactors = { ...market, models: { ...market.models, USD: { ...market.models.USD, secondFactor } } };
const swaption = (expiry: number, maturity: number, perYear = 12) => ({ ...swap(maturity, perYear), type: 'swaption', expiry });
const bermudan = (dates: number, maturity: number, perYear = 12) => ({
  ...swap(maturity, perYear),
  ...{ type: 'bermudan_swaption', exerciseDates: repeat(dates, (i) => 1 + i / perYear) },
});
const resetting = (maturity: number, frequency: number) => ({
  ...{ type: 'cross_currency_swap', maturity, frequency, notionalExchange: true, resetting: 'receive' },
  ...{ receive: { currency: 'EUR', notional: 1e6, spread: 0.001 }, pay: { currency: 'USD', notional: 1.1e6, spread: 0 } },
});
const average = (days: number, step: number) => ({
  type: 'contract',
  contract: {
    ...{ type: 'asian_call', underlying: 'A0', strike: 100, expiry: dateOn(days) },
    observationDates: repeat(Math.floor(days / step), (i) => dateOn(days - i * step)).reverse(),
  },
});
const counterparty = { hazardRate: 0.02, recoveryRate: 0.4 };

const limits = { costLimit: COST_LIMIT };
const exposure = (body: object) => () => exposureJob(parse(exposureRequest, { market, exposureTimes: times(120, 30), ...body }), limits);
const measures = (body: object) => () =>
  xvaJob(parse(xvaRequest, { market, exposureTimes: times(120, 30), counterparty, ...body }), limits);

/** Requests whose terms alone would take seconds, or whose tables would; the first of their trades say so. */
const hostile: readonly { readonly title: string; readonly start: () => object; readonly label: RegExp }[] = [
  { title: 'long Bermudan swaptions', start: exposure({ trades: repeat(500, () => bermudan(300, 60)) }), label: /for options/ },
  {
    title: 'Bermudan swaptions of two factors',
    start: exposure({ market: ofTwoFactors, trades: repeat(300, () => bermudan(100, 40)) }),
    label: /for options/,
  },
  {
    title: 'sensitivities of Bermudan swaptions',
    start: () =>
      xvaSensitivitiesJob(
        parse(xvaSensitivitiesRequest, {
          market,
          trades: repeat(500, () => bermudan(100, 40)),
          exposureTimes: times(60, 30),
          counterparty,
        }),
        limits,
      ),
    label: /for options/,
  },
  {
    title: 'Bermudan swaptions to which a swap is added',
    start: () =>
      incrementalXvaJob(
        parse(incrementalXvaRequest, {
          ...{ market, trades: repeat(500, () => bermudan(60, 40)), newTrades: [swap(1, 1)] },
          ...{ exposureTimes: times(60, 30), counterparty },
        }),
        limits,
      ),
    label: /for options/,
  },
  { title: 'long swaptions', start: measures({ trades: repeat(2_000, (i) => swaption(0.5 + (i % 300) / 12, 40)) }), label: /for options/ },
  {
    title: 'swaps on the most paths',
    start: exposure({ trades: repeat(5_000, () => swap(8, 12)), pricer: { numPaths: 2 ** 22 } }),
    label: /for paths/,
  },
  {
    title: 'a swap on more paths and dates than may be drawn',
    start: exposure({ trades: [swap(30, 4)], exposureTimes: times(300, 30), pricer: { numPaths: 2 ** 20 } }),
    label: /^the simulation would draw at least 6\.29e\+8 random numbers/,
  },
  {
    title: 'capital on the most paths',
    start: measures({
      ...{ trades: repeat(5_000, () => swap(10, 4)), capital: { costOfCapital: 0.1, method: 'sa_ccr' } },
      ...{ exposureTimes: times(1_200, 10), pricer: { numPaths: 2 ** 20 } },
    }),
    label: /for paths/,
  },
  { title: 'averages over ten years of days', start: exposure({ trades: repeat(100, () => average(3_650, 1)) }), label: /for contracts/ },
];

/** Swaps whose terms are built, and whose values at many dates would take too long. */
const ofManyPayments: typeof hostile = [
  {
    title: 'swaps of two factors with payments on many dates',
    start: exposure({ market: ofTwoFactors, trades: repeat(300, (i) => swap(1 + i * 0.059, 12)) }),
    label: /for tables/,
  },
  { title: 'resetting swaps', start: measures({ trades: repeat(150, (i) => resetting(30 - i * 0.02, 12)) }), label: /for tables/ },
  {
    title: 'netting sets of swaps on many dates',
    start: exposure({ nettingSets: repeat(10, (k) => ({ trades: repeat(500, (i) => swap(1 + (500 * k + i) * 0.0059, 12)) })) }),
    label: /for paths/,
  },
];

/** Netting sets whose paths visit dates beside those of their exposures, for the fixings of floating rates and of reset notionals. */
const fixed: Readonly<Record<string, object>> = {
  'swaps of several schedules': { trades: repeat(20, (i) => swap(1 + i * 0.43, 4)) },
  'resetting swaps': { trades: repeat(5, (i) => resetting(5 + i / 3, 4)) },
  'swaps with margin': { trades: repeat(6, (i) => swap(2 + i, 2)), collateral: { threshold: 1e4, marginPeriodDays: 10 } },
  'swaps and options': { trades: [swap(9, 12), option(5), swap(4.5, 1)] },
};

describe('the dates of paths', () => {
  for (const [title, body] of Object.entries(fixed))
    it(`are counted before the plan is built as it has them, for ${title}`, () => {
      const request = simulatedRequest(parse(exposureRequest, { market, exposureTimes: times(24, 8), pricer: { numPaths: 256 }, ...body }));
      const nettingSet = resolveNettingSet(request.trades ?? [], request, (i) => `/trades/${i}`);
      const sets = [nettingSet.trades.map((_, i) => i)];
      const plan = exposurePlan({ ...nettingSet, integration: 'end', sets, ...request.pricer, moments: false, costLimit: COST_LIMIT });
      const valued = valuedDates(nettingSet.times, nettingSet.collateral);
      const sizes = nettingSet.trades.map((terms) => valuerOf(terms, nettingSet.model).sizes(nettingSet.model));
      const starts = startsOfFixings(sizes, valued);
      expect(starts).to.be.above(0);
      expect(valued.length + starts).to.equal(plan.paths.dates.length);
    });
});

describe('the cost of a request', function () {
  this.timeout(120_000);

  for (const { title, start, label } of hostile)
    it(`refuses ${title} before all their terms are built`, () => {
      const { kind, message } = failureOf(start);
      expect(kind).to.equal('cost');
      expect(message).to.match(/ at least /);
      expect(message).to.match(label);
      expect(message).to.match(/; the limit is [0-9.e+]+$/);
    });

  for (const { title, start, ...refusal } of ofManyPayments)
    it(`refuses ${title} before they are valued`, () => {
      const { kind, message } = failureOf(start);
      expect(kind).to.equal('cost');
      expect(message).to.match(refusal.label);
    });

  it('counts contracts one by one, and stops at the first that is too many', () => {
    const { message } = failureOf(exposure({ trades: repeat(100, () => average(3_650, 1)) }));
    const [, counted, limit] = message.match(/at least (\S+) evaluations .* the limit is (\S+)$/) ?? [];
    // One of them takes 1.3e9.
    expect(Number(counted)).to.be.within(Number(limit), 1.5 * Number(limit));
  });

  it('refuses options whose tables would not fit into memory before they are valued', () => {
    const trades = repeat(4_000, (i) => option(1 + i * 0.00725));
    expect(failureOf(measures({ trades })).message).to.match(/^trades would need more than 16777216 numbers in memory/);
    const fewer = { trades: repeat(500, (i) => option(10 + i / 40)), exposureTimes: times(60, 20), allocation: true };
    expect(failureOf(measures(fewer)).message).to.match(/^trades would need 7\.69e\+6 numbers for the shares or sensitivities/);
  });

  it('refuses nothing that the plan admits, and most of what it refuses', () => {
    const uniform = uniforms(20_261_120);
    const oneOf = <Item>(...items: readonly Item[]): Item => items[Math.floor(uniform() * items.length)]!;
    const perYear = () => oneOf(1, 2, 4, 12);
    const maturity = () => oneOf(1 + 9 * uniform(), 5, 10, Math.ceil(40 * uniform()) / 4);
    const kinds = [
      () => swap(maturity(), perYear()),
      () => swap(maturity(), perYear(), 'EUR'),
      () => ({ ...swap(maturity(), perYear()), floatingFrequency: perYear() }),
      () => swaption(0.5 + uniform(), 2 + maturity(), perYear()),
      () => bermudan(1 + Math.floor(5 * uniform()), 8, oneOf(1, 2)),
      () => bermudan(1 + Math.floor(20 * uniform()), 8, oneOf(4, 12)),
      () => resetting(maturity(), oneOf(1, 2, 4)),
      () => ({ ...resetting(maturity(), oneOf(1, 2, 4)), resetting: 'pay' }),
      () => option(maturity()),
      () => average(Math.ceil(60 + 400 * uniform()), oneOf(30, 60)),
    ];
    let [refused, early] = [0, 0];
    for (let n = 0; n < 40; n++) {
      const trades = repeat(Math.ceil(8 * uniform()), () => oneOf(...kinds)());
      const collateral = oneOf(undefined, { threshold: 1e4, marginPeriodDays: oneOf(0, 10, 30) });
      const body = {
        ...{ market: oneOf(market, ofTwoFactors), trades, collateral, allocation: oneOf(true, false) },
        ...{ exposureTimes: times(Math.ceil(30 * uniform()), oneOf(1, 5, 10)), pricer: { numPaths: oneOf(256, 2_000, 40_000) } },
      };
      const request = simulatedRequest(parse(xvaRequest, { ...body, counterparty }));
      const { allocation: moments, pricer } = request;
      const derivatives = moments && oneOf(true, false);
      const resolved = (run?: Parameters<typeof resolveNettingSet>[3]) =>
        resolveNettingSet(request.trades ?? [], request, (i) => `/trades/${i}`, run);
      const nettingSet = resolved();
      const sets = [trades.map((_, i) => i)];
      for (let k = 0; k < 4; k++) {
        const costLimit = 10 ** (3 + 5 * uniform());
        const isRefused = (start: () => object): boolean => {
          try {
            start();
            return false;
          } catch (error) {
            if (error instanceof EngineFailure && error.kind === 'cost') return true;
            throw error;
          }
        };
        const byPlan = isRefused(() =>
          exposurePlan({ ...nettingSet, integration: 'end', sets, ...pricer, moments, derivatives, costLimit }),
        );
        const byRequest = isRefused(() => resolved({ sets: 1, moments, hasRequirement: false, numPaths: pricer.numPaths, costLimit }));
        expect(byRequest && !byPlan, JSON.stringify({ ...body, costLimit })).to.equal(false);
        if (byPlan) refused++;
        if (byRequest) early++;
      }
    }
    expect(refused).to.be.above(50);
    expect(early).to.be.above(0.8 * refused);
  });
});
