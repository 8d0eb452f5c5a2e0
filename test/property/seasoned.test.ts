/**
 * Contracts that live against a reading of their terms that shares nothing with the engine: without volatility and rates every spot stays
 * where it is, so a contract is worth what its terms pay on the fixings so far and today's spot from now on.
 */
import { expect } from 'chai';
import fc from 'fast-check';
import { type Backend, openBackend } from '#engine-gpu/backend/backend';
import { marketInput } from '#engine-gpu/market/market-input';
import { type ResolvedContract, resolveContract } from '#engine-gpu/product/contract/resolve';
import { contractSpec } from '#engine-gpu/product/contract/spec';
import { greeksContract } from '#engine-gpu/simulation/run/bumped-greeks';
import { priceContract } from '#engine-gpu/simulation/run/monte-carlo';
import { dateOfDay, dayNumber } from '#engine-gpu/time/date';
import { closeTo } from '#test/reference/table';

const TODAY = '2026-01-05';
const dateAfter = (days: number): string => dateOfDay(dayNumber(TODAY) + days);
const level = fc.double({ min: 60, max: 160, noNaN: true });
const barrier = fc.double({ min: 0.5, max: 1.5, noNaN: true });

/** Days from the valuation date, increasing and distinct; the last is to come. */
const schedule = fc
  .uniqueArray(fc.oneof({ weight: 4, arbitrary: fc.integer({ min: -700, max: 700 }) }, { weight: 1, arbitrary: fc.constant(0) }), {
    minLength: 1,
    maxLength: 7,
  })
  .chain((days) => fc.integer({ min: 1, max: 300 }).map((more) => [...days.sort((a, b) => a - b), Math.max(...days, 0) + more]));

interface World {
  readonly days: readonly number[];
  /** A level for each day, used where the day has passed or where `fixedToday`. */
  readonly levels: readonly number[];
  readonly start: number;
  readonly spot: number;
  readonly fixedToday: boolean;
}

const world: fc.Arbitrary<World> = schedule.chain((days) =>
  fc.record({
    days: fc.constant(days),
    levels: fc.array(level, { minLength: days.length, maxLength: days.length }),
    start: level,
    spot: level,
    fixedToday: fc.boolean(),
  }),
);

/** The level on each date of the schedule. */
const levelsSeen = ({ days, levels, spot, fixedToday }: World): number[] =>
  days.map((day, i) => (day < 0 || (day === 0 && fixedToday) ? levels[i]! : spot));
const startDay = ({ days }: World): number => Math.min(days[0]!, 0) - 10;

const marketOf = (one: World, spot = one.spot) => {
  const pastFixings = one.days.flatMap((day, i) =>
    day < 0 || (day === 0 && one.fixedToday) ? [{ date: dateAfter(day), value: one.levels[i] }] : [],
  );
  const fixings = { A: [{ date: dateAfter(startDay(one)), value: one.start }, ...pastFixings] };
  return marketInput.parse({ spot, volatility: 0, rate: 0, valuationDate: TODAY, fixings });
};

const clamp = (x: number, floor = -Infinity, cap = Infinity): number => Math.max(floor, Math.min(cap, x));
const mean = (levels: readonly number[], geometric: boolean): number =>
  geometric
    ? Math.exp(levels.reduce((sum, x) => sum + Math.log(x), 0) / levels.length)
    : levels.reduce((sum, x) => sum + x, 0) / levels.length;

interface Living {
  readonly contract: object;
  readonly paid: (one: World) => number;
}
type Form = fc.Arbitrary<(one: World) => Living>;
const datesOf = ({ days }: World): string[] => days.map(dateAfter);
const common = (one: World) => ({ underlying: 'A', observationDates: datesOf(one) });
const expiryOf = (one: World): string => datesOf(one).at(-1) ?? '';

const asian: Form = fc
  .record({ call: fc.boolean(), geometric: fc.boolean(), strike: level, into: fc.boolean() })
  .map(({ call, geometric, strike, into }) => (one) => {
    const dates = datesOf(one);
    const split = into ? Math.ceil(dates.length / 2) : 0;
    const strikes = into ? { strikeDates: dates.slice(0, split) } : { strike };
    const sign = call ? 1 : -1;
    return {
      contract: {
        ...{ type: call ? 'asian_call' : 'asian_put', underlying: 'A', observationDates: dates.slice(split), expiry: expiryOf(one) },
        ...{ averaging: geometric ? 'geometric' : 'arithmetic', ...strikes },
      },
      paid: () => {
        const levels = levelsSeen(one);
        const start = into ? mean(levels.slice(0, split), geometric) : strike;
        return Math.max(sign * (mean(levels.slice(split), geometric) - start), 0);
      },
    };
  });

const lookback: Form = fc
  .record({ call: fc.boolean(), strike: level, floating: fc.boolean() })
  .map(({ call, strike, floating }) => (one) => ({
    contract: {
      ...{ type: call ? 'lookback_call' : 'lookback_put', ...common(one), startDate: dateAfter(startDay(one)), expiry: expiryOf(one) },
      ...(!floating && { strike }),
    },
    paid: () => {
      const levels = [one.start, ...levelsSeen(one)];
      const extreme = call === floating ? Math.min(...levels) : Math.max(...levels);
      if (!floating) return Math.max((call ? 1 : -1) * (extreme - strike), 0);
      return call ? one.spot - extreme : extreme - one.spot;
    },
  }));

const cliquet: Form = fc
  .record({ floor: fc.double({ min: -0.3, max: 0, noNaN: true }), cap: fc.double({ min: 0, max: 0.3, noNaN: true }), globalCap: barrier })
  .map(({ floor, cap, globalCap }) => (one) => ({
    contract: {
      type: 'cliquet',
      ...common(one),
      startDate: dateAfter(startDay(one)),
      localFloor: floor,
      localCap: cap,
      globalFloor: 0,
      globalCap,
    },
    paid: () => {
      const levels = [one.start, ...levelsSeen(one)];
      const returns = levels.slice(1).map((x, i) => clamp(x / levels[i]! - 1, floor, cap));
      return clamp(
        returns.reduce((sum, x) => sum + x, 0),
        0,
        globalCap,
      );
    },
  }));

const variance: Form = fc.record({ perYear: fc.integer({ min: 1, max: 400 }) }).map(({ perYear }) => (one) => ({
  contract: {
    ...{ type: 'variance_swap', ...common(one), startDate: dateAfter(startDay(one)), expiry: expiryOf(one) },
    ...{ strikeVolatility: 0.2, periodsPerYear: perYear },
  },
  paid: () => {
    const levels = [one.start, ...levelsSeen(one)];
    const squares = levels.slice(1).reduce((sum, x, i) => sum + Math.log(x / levels[i]!) ** 2, 0);
    return (squares * perYear) / one.days.length - 0.04;
  },
}));

const dates: Form = fc
  .record({ at: level, up: fc.boolean(), out: fc.boolean(), strike: level })
  .map(({ at: level, up, out: isOut, strike }) => (one) => ({
    contract: {
      type: 'conditional',
      contract: { type: 'vanilla_call', underlying: 'A', strike, expiry: expiryOf(one) },
      condition: {
        ...{ type: 'barrier_condition', level, direction: up ? 'up' : 'down', style: isOut ? 'knock_out' : 'knock_in' },
        monitoringDates: datesOf(one),
      },
    },
    paid: () => {
      const reached = levelsSeen(one).some((x) => (up ? x >= level : x <= level));
      return reached === isOut ? 0 : Math.max(one.spot - strike, 0);
    },
  }));

const note: Form = fc
  .record({
    calls: fc.array(barrier, { minLength: 8, maxLength: 8 }),
    coupon: barrier,
    protection: barrier,
    watched: fc.constantFrom('final', 'daily', 'continuous'),
    airbag: fc.option(fc.double({ min: 0.3, max: 1, noNaN: true }), { nil: undefined }),
    participation: fc.option(fc.double({ min: 0, max: 2, noNaN: true }), { nil: undefined }),
    memory: fc.boolean(),
  })
  .map(({ calls, coupon, protection, watched, airbag, participation, memory }) => (one) => ({
    contract: {
      ...{ type: 'worst_of_autocall', productType: 'phoenix', underlyings: ['A'], observationDates: datesOf(one) },
      ...{ startDate: dateAfter(startDay(one)), callBarriers: calls.slice(0, one.days.length), couponBarrier: coupon },
      ...{ protectionBarrier: protection, protectionMonitoring: watched, airbag, participation, couponRate: 0.05, memoryCoupon: memory },
    },
    paid: () => {
      let [total, missed, lost] = [0, 0, false];
      for (const [i, level] of levelsSeen(one).entries()) {
        const performance = level / one.start;
        const due = one.days[i]! >= 0;
        lost ||= (due ? Math.min(performance, one.spot / one.start) : performance) <= protection;
        const last = i === one.days.length - 1;
        const earned = performance >= coupon;
        const called = performance >= calls[i]!;
        if (due && earned) total += 0.05 * (1 + (memory ? missed : 0));
        missed = earned ? 0 : missed + 1;
        const fallen = airbag === undefined ? performance : Math.min(1, performance / airbag);
        const repaid = watched === 'final' ? (performance >= protection ? 1 : fallen) : lost ? Math.min(1, fallen) : 1;
        if (due && last) total += (called ? 1 : repaid) + (participation ?? 0) * Math.max(performance - 1, 0);
        else if (due && called) total += 1;
        if (called) break;
      }
      return total;
    },
  }));

describe('a contract that lives, over what a request admits', () => {
  let backend: Backend;
  before(async () => {
    backend = await openBackend('cpu', { workers: 1 });
  });
  after(() => backend.close());

  for (const [name, form] of Object.entries({ asian, lookback, cliquet, variance, dates, note }))
    it(`is worth what its terms pay where nothing moves any more: ${name}`, () =>
      fc.assert(
        fc.asyncProperty(form, world, async (make, one) => {
          const { contract, paid } = make(one);
          const seasoned = resolved(contract, one);
          const { price } = await priceContract(seasoned.contract, seasoned.market, { numPaths: 16 }, backend);
          closeTo(price, paid(one), { rel: 2e-5, abs: 4e-5, why: 'differences of levels of about 100 in single precision' });
        }),
        { numRuns: 60 },
      ));
});

describe('a contract that is observed today without a fixing', () => {
  const [past, later] = [
    ['2025-07-01', '2025-10-01'],
    ['2026-07-05', '2027-01-05'],
  ];
  const on = { underlying: 'A', observationDates: [past[1], TODAY, ...later] };
  const [, expiry] = later;
  const forms = {
    asian: { type: 'asian_call', ...on, strike: 100, expiry },
    'geometric asian': { type: 'asian_put', ...on, averaging: 'geometric', strike: 105, expiry },
    'average in': { type: 'asian_call', underlying: 'A', strikeDates: [past[1], TODAY], observationDates: later, expiry },
    lookback: { type: 'lookback_call', ...on, strike: 100, expiry },
    cliquet: { type: 'cliquet', ...on, startDate: past[0], localFloor: -0.05, localCap: 0.08, globalFloor: 0 },
    'variance swap': { type: 'variance_swap', ...on, startDate: past[0], strikeVolatility: 0.2, expiry },
    autocall: {
      ...{ type: 'worst_of_autocall', underlyings: ['A'], startDate: past[0], observationDates: on.observationDates, memoryCoupon: true },
      ...{ callBarrier: 1.1, couponBarrier: 0.9, protectionBarrier: 0.7, couponRate: 0.05, productType: 'phoenix' },
    },
  };
  const pastFixings = [
    { date: past[0], value: 95 },
    { date: past[1], value: 90 },
  ];
  const inMarket = (contract: object, fixedToday: boolean) => {
    const fixings = { A: [...pastFixings, ...(fixedToday ? [{ date: TODAY, value: 100 }] : [])] };
    const market = marketInput.parse({ spot: 100, volatility: 0.2, rate: 0.03, valuationDate: TODAY, fixings });
    return resolveContract(contractSpec.parse(contract), market, TODAY);
  };
  const settings = { numPaths: 8_192 };
  let backend: Backend;
  before(async () => {
    backend = await openBackend('cpu', { workers: 1 });
  });
  after(() => backend.close());

  for (const [name, contract] of Object.entries(forms))
    it(`is worth as much as with today’s spot for the fixing: ${name}`, async () => {
      const [open, fixed] = [inMarket(contract, false), inMarket(contract, true)];
      const [one, other] = [
        await priceContract(open.contract, open.market, settings, backend),
        await priceContract(fixed.contract, fixed.market, settings, backend),
      ];
      closeTo(one.price, other.price, { abs: 5 * Math.hypot(one.standardError, other.standardError), why: '5 standard errors' });
    });

  it('moves with the spot in its Greeks, where a fixing would not', async () => {
    const contract = { type: 'asian_call', underlying: 'A', observationDates: [past[1], TODAY], strike: 80, expiry };
    const delta = async (fixedToday: boolean) => {
      const { contract: remainder, market } = inMarket(contract, fixedToday);
      return (await greeksContract(remainder, market, settings, backend)).delta;
    };
    closeTo(await delta(false), 0.5 * Math.exp(-0.03), { abs: 1e-5, why: 'half the average, in single precision' });
    expect(await delta(true)).to.equal(0);
  });
});

const resolved = (contract: object, one: World): ResolvedContract => resolveContract(contractSpec.parse(contract), marketOf(one), TODAY);
