/** Laws of a contract while it lives, whatever the numbers. */
import { expect } from 'chai';
import { marketInput } from '#engine-gpu/market/market-input';
import { resolveContract } from '#engine-gpu/product/contract/resolve';
import { contractSpec } from '#engine-gpu/product/contract/spec';
import { priceContract } from '#engine-gpu/simulation/run/monte-carlo';
import { act365f } from '#engine-gpu/time/date';
import { closeTo } from '#test/reference/table';
import { backend } from '#test/support/backend';

const START = '2025-01-06';
const DATES = ['2025-04-07', '2025-07-07', '2025-10-06', '2026-01-05', '2026-04-06', '2026-07-06'];
const END = '2026-07-06';
/** Valuation dates: before, on and after observation dates. */
const DAYS = [START, '2025-03-03', '2025-04-07', '2025-04-08', '2025-10-06', '2025-12-31', '2026-04-06', '2026-07-03'];
const [RATE, DIVIDEND] = [0.04, 0.01];

/** The spot where nothing is random: the forward of the start. */
const spotOn = (date: string): number => 100 * Math.exp((RATE - DIVIDEND) * act365f(START, date));
const market = (today: string, volatility: number, spot = spotOn(today)) =>
  marketInput.parse({
    ...{ spot, volatility, dividend: DIVIDEND, rate: RATE, valuationDate: today },
    fixings: { A: [START, ...DATES].filter((date) => date <= today).map((date) => ({ date, value: spotOn(date) })) },
  });

const observed = { underlying: 'A', observationDates: DATES };
const note = {
  ...{ type: 'worst_of_autocall', productType: 'phoenix', underlyings: ['A'], observationDates: DATES, startDate: START },
  ...{ callBarrier: 1.2, couponBarrier: 1.03, protectionBarrier: 0.6, couponRate: 0.05, memoryCoupon: true },
};
/** Rounding of a difference of two averages of about 100 in single precision. */
const DIFFERENCE = 100 * 2 ** -22;
/** Contracts that pay at the end alone while the spot follows its forward. */
const FORMS: Readonly<Record<string, object>> = {
  'an arithmetic average': { type: 'asian_call', ...observed, strike: 98, expiry: END },
  'an average that is exercised for certain': { type: 'asian_call', ...observed, strike: 20, expiry: END },
  'a geometric average': { type: 'asian_put', ...observed, averaging: 'geometric', strike: 110, expiry: END },
  'an average strike': { type: 'asian_call', ...observed, strikeDates: DATES.slice(0, 3), expiry: END },
  'a geometric average strike': { type: 'asian_call', ...observed, averaging: 'geometric', strikeDates: DATES.slice(0, 3), expiry: END },
  'a cliquet': { type: 'cliquet', ...observed, startDate: START, localFloor: 0, localCap: 0.007, globalFloor: 0.01, globalCap: 0.5 },
  'a variance swap': { type: 'variance_swap', ...observed, startDate: START, strikeVolatility: 0.1, expiry: END },
  'a highest spot': { type: 'lookback_call', ...observed, startDate: START, strike: 95, expiry: END },
  'the distance from the lowest spot': { type: 'lookback_call', ...observed, startDate: START, expiry: END },
  'a barrier on dates': {
    type: 'conditional',
    contract: { type: 'vanilla_call', underlying: 'A', strike: 90, expiry: END },
    condition: { type: 'barrier_condition', level: 102, direction: 'up', style: 'knock_in', monitoringDates: DATES },
  },
  'an autocall whose coupons come together': { ...note, couponBarrier: 1.04 },
  'a step-down autocall': { ...note, callBarrier: undefined, callBarriers: [1.2, 1.15, 1.1, 1.09, 1.08, 1], couponBarrier: 1.04 },
  'an autocall with daily protection': { ...note, couponBarrier: 1.04, protectionMonitoring: 'daily', participation: 0.7, airbag: 0.8 },
};

describe('a contract that lives', () => {
  const priceOn = (contract: object, today: string, volatility: number, spot?: number) => {
    const { contract: terms, market: resolved } = resolveContract(contractSpec.parse(contract), market(today, volatility, spot), today);
    return priceContract(terms, resolved, { numPaths: 2 ** 14 }, backend);
  };

  for (const [name, contract] of Object.entries(FORMS))
    it(`earns the rate and nothing else while its spot follows the forward: ${name}`, async () => {
      const first = await priceOn(contract, START, 0);
      expect(Math.abs(first.price)).to.be.above(1e-3);
      for (const today of DAYS) {
        const { price } = await priceOn(contract, today, 0);
        const grown = first.price * Math.exp(RATE * act365f(START, today));
        closeTo(price, grown, { rel: 1e-5, abs: name.includes('strike') ? DIFFERENCE : 2e-7, why: 'sums in single precision' }, today);
      }
    });

  it('pays the coupons of memory notes once, whatever the date of the price', async () => {
    const all = await priceOn(note, START, 0);
    // Where the coupon barrier is first reached, coupons are paid on that date and each one after.
    const paid = DATES.map((date, i) => ({ date, amount: spotOn(date) >= 103 ? note.couponRate : 0, i }));
    const firstPaid = paid.findIndex(({ amount }) => amount > 0);
    paid[firstPaid]!.amount *= 1 + firstPaid;
    expect(firstPaid).to.be.above(0);
    expect(paid.reduce((sum, { amount }) => sum + amount, 0)).to.be.closeTo(note.couponRate * DATES.length, 1e-12);
    for (const today of DAYS) {
      const { price } = await priceOn(note, today, 0);
      const valueOnEve = paid
        .filter(({ date }) => date < today)
        .reduce((sum, { date, amount }) => sum + amount * Math.exp(-RATE * act365f(START, date)), 0);
      closeTo(
        valueOnEve + price * Math.exp(-RATE * act365f(START, today)),
        all.price,
        { rel: 1e-5, why: 'sums in single precision' },
        today,
      );
    }
  });

  /** Largest change of a price of some 10 over one day at a volatility of 20 %: half the gamma times the variance of the day. */
  const ONE_DAY = 0.02;

  for (const name of ['an arithmetic average', 'a geometric average', 'an average strike', 'a highest spot'])
    it(`has a price without a jump as a date passes with its fixing at the spot: ${name}`, async () => {
      const [eve, day] = ['2025-10-05', '2025-10-06'];
      const spot = spotOn(day);
      const valueOnEve = await priceOn(FORMS[name]!, eve, 0.2, spot);
      const valueOnDay = await priceOn(FORMS[name]!, day, 0.2, spot);
      closeTo(valueOnDay.price, valueOnEve.price, {
        abs: ONE_DAY + 4 * Math.hypot(valueOnEve.standardError, valueOnDay.standardError),
        why: 'theta of one day',
      });
    });

  it('is worth its remainder with a shifted strike, where it is an average', async () => {
    const today = '2025-10-07';
    const seasoned = await priceOn(FORMS['an arithmetic average']!, today, 0.25);
    const fixedSum = DATES.slice(0, 3).reduce((sum, date) => sum + spotOn(date), 0);
    const strike = (6 * 98 - fixedSum) / 3;
    const rest = { type: 'asian_call', underlying: 'A', strike, observationDates: DATES.slice(3), expiry: END };
    const remainder = await priceOn(rest, today, 0.25);
    closeTo(seasoned.price, remainder.price / 2, { rel: 1e-12, why: 'the same contract' });
  });

  it('is worth its realised and its forward part, where it is a variance swap', async () => {
    const today = DATES[2]!;
    const seasoned = await priceOn(FORMS['a variance swap']!, today, 0.25);
    const levels = [START, ...DATES.slice(0, 3)].map(spotOn);
    const realised = levels.slice(1).reduce((sum, level, i) => sum + Math.log(level / levels[i]!) ** 2, 0);
    const ahead = { type: 'variance_swap', underlying: 'A', observationDates: DATES.slice(3), strikeVolatility: 0, expiry: END };
    const forward = await priceOn(ahead, today, 0.25);
    const paid = Math.exp(-RATE * act365f(today, END)) * ((252 * realised) / 6 - 0.01);
    closeTo(seasoned.price, forward.price / 2 + paid, { rel: 1e-5, why: 'sums in single precision' });
  });

  it('has lost more of its value the more often its protection is watched', async () => {
    const prices: number[] = [];
    for (const protectionMonitoring of ['final', 'daily', 'continuous'])
      prices.push((await priceOn({ ...note, protectionMonitoring, protectionBarrier: 0.8 }, '2025-04-08', 0.3)).price);
    expect(prices[0]).to.be.above(prices[1]!);
    expect(prices[1]).to.be.above(prices[2]!);
  });

  it('of a lost protection is worth what a protection at a level that is always reached is', async () => {
    const lost = await priceOn({ ...note, protectionMonitoring: 'daily', knocked: '2025-02-03' }, '2025-04-08', 0.3);
    const never = await priceOn({ ...note, protectionBarrier: 1e6 }, '2025-04-08', 0.3);
    // Without protection the last date repays the performance; a note that ends above 1 without being called repays 1 where it was lost.
    expect(lost.price).to.be.at.most(never.price + 1e-6);
    const callable = { ...note, callBarrier: 1 };
    const one = await priceOn({ ...callable, protectionMonitoring: 'daily', knocked: '2025-02-03' }, '2025-02-04', 0.3, 90);
    const other = await priceOn({ ...callable, protectionBarrier: 1e6 }, '2025-02-04', 0.3, 90);
    closeTo(one.price, other.price, { abs: 4 * Math.hypot(one.standardError, other.standardError), why: '4 standard errors' });
  });
});
