/** Random books of living and new trades in random markets: each value is that of the trade alone, and what is refused says where. */
import { expect } from 'chai';
import fc from 'fast-check';
import { instrumentPrices, instrumentSensitivities } from '#engine';
import { type InstrumentTypeName, instrumentPricesRequest, instrumentSensitivitiesRequest, parse } from '#engine/schemas';
import { dateOfDay, dayNumber } from '#engine-gpu/time/date';
import { DAY_COUNTS } from '#engine-gpu/time/day-count';
import { numCases } from '#test/support/effort';
import { between } from './law.js';

const SEED = 20260302;
const BOOKS = 1_000;
const QUICK_BOOKS = 100;
const valuationDate = '2026-03-02';
const today = dayNumber(valuationDate);
const day = (from: number, to: number) => fc.integer({ min: from, max: to }).map((days) => dateOfDay(today + days));
const frequency = fc.constantFrom(1, 2, 4, 12);
const currency = fc.constantFrom('EUR', 'USD');
const amount = fc.integer({ min: 1, max: 50 }).map((units) => 1e5 * units);
const rate = between(-0.01, 0.08);
/** Some trades have started, and some of those lack fixings. */
const life = {
  startDate: day(-2_000, 800),
  tenor: fc.integer({ min: 3, max: 240 }).map((months) => `${months}M`),
  calendar: fc.constantFrom('none', 'TARGET', 'USNY'),
  businessDayConvention: fc.constantFrom('following', 'modified_following', 'preceding', 'unadjusted'),
  stub: fc.constantFrom('short_front', 'long_front', 'short_back', 'long_back'),
  paymentLag: fc.integer({ min: 0, max: 3 }),
};
const dayCount = fc.constantFrom(...DAY_COUNTS);
const leg = { frequency, dayCount, spread: rate, index: fc.constantFrom('TERM', 'NO SUCH INDEX') };
const exchange = { buyAmount: amount, sellAmount: amount, maturity: between(0.01, 20) };

const trade = fc.oneof(
  fc.record({
    type: fc.constant('interest_rate_swap'),
    pricerId: fc.constant('rates_dated_legs'),
    terms: fc.record({
      ...{ currency, side: fc.constantFrom('payer', 'receiver'), fixedRate: rate, index: fc.constantFrom('TERM', 'OTHER'), ...life },
      ...{ fixedFrequency: frequency, floatingFrequency: frequency, fixedDayCount: dayCount, floatingDayCount: dayCount },
      notionalSchedule: fc.tuple(amount, amount).map(([first, second]) => [
        { date: dateOfDay(today - 3_000), notional: first },
        { date: dateOfDay(today + 400), notional: second },
      ]),
    }),
  }),
  fc.record({
    type: fc.constant('basis_swap'),
    pricerId: fc.constant('rates_dated_legs'),
    terms: fc.record({ currency, notional: amount, ...life, receive: fc.record(leg), pay: fc.record(leg) }),
  }),
  fc.record({
    type: fc.constant('interest_rate_swap'),
    pricerId: fc.constant('cross_asset_trade'),
    terms: fc.record({
      ...{ currency, notional: amount, side: fc.constantFrom('payer', 'receiver'), fixedRate: rate, maturity: between(0.05, 30) },
      ...{ fixedFrequency: frequency, floatingFrequency: frequency },
    }),
  }),
  fc.record({
    type: fc.constant('fx_forward'),
    pricerId: fc.constant('cross_asset_trade'),
    terms: fc.record({ buyCurrency: fc.constant('EUR'), sellCurrency: fc.constantFrom('USD', 'CHF'), ...exchange }),
  }),
);
const curve = fc.tuple(rate, rate, rate).map((zeroRates) => ({ times: [1, 5, 20], zeroRates }));
const market = fc.record({
  curves: fc.record({ USD: curve, EUR: curve }),
  projections: fc.record({ TERM: curve }),
  fx: fc.record({ EURUSD: between(0.5, 2) }),
  fixings: fc.constant({ TERM: Array.from({ length: 2_200 }, (_, i) => ({ date: dateOfDay(today - 2_200 + i), value: 0.02 + 1e-6 * i })) }),
  valuationDate: fc.constant(valuationDate),
});

describe('random books of trades', () => {
  it('are worth what each trade is worth alone, and move with a rate as their sensitivities say', async function () {
    this.timeout(120_000);
    let valued = 0;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(trade, { minLength: 1, maxLength: 6 }), market, async (trades, drawn) => {
        const setting = { market: drawn, reportingCurrency: 'USD', valuationDate };
        for (const pricerId of new Set(trades.map((each) => each.pricerId))) {
          const instruments = trades
            .filter((each) => each.pricerId === pricerId)
            .map(({ type, terms }) => ({ type: type as InstrumentTypeName, terms: terms as Record<string, unknown> }))
            // A currency without a curve is refused before a pricer is asked.
            .filter(({ terms }) => terms.sellCurrency !== 'CHF');
          if (instruments.length === 0) continue;
          const valuesIn = async (some: typeof instruments, inMarket: object) =>
            (await instrumentPrices(parse(instrumentPricesRequest, { ...setting, market: inMarket, pricerId, instruments: some }))).result
              .values;
          const together = await valuesIn(instruments, drawn);
          const tenors = [1, 5, 20];
          const measured = (
            await instrumentSensitivities(parse(instrumentSensitivitiesRequest, { ...setting, pricerId, tenors, instruments }))
          ).result.values;
          for (const [i, instrument] of instruments.entries()) {
            const value = together[i]!;
            expect((await valuesIn([instrument], drawn))[0]).to.deep.equal(value);
            if ('failure' in value) {
              refused++;
              for (const { pointer } of value.failure.faults)
                expect(pointer).to.match(/^\/market\/fixings\/|^\/(receive|pay|startDate|tenor|floatingDayCount|fixedDayCount)/);
              expect(value.failure.message.length).to.be.greaterThan(10);
              continue;
            }
            valued++;
            const ladder = measured[i]!;
            if ('failure' in ladder) throw new Error(ladder.failure.message);
            // A swap in euros is priced in euros, and its sensitivities are in dollars.
            const perUnit = instrument.type === 'fx_forward' || instrument.terms.currency === 'USD' ? 1 : drawn.fx.EURUSD;
            const inEuros = ladder.sensitivities.filter(({ factor }) => factor.kind === 'rate' && factor.name === 'EUR');
            const slope = inEuros.reduce((sum, each) => sum + each.value, 0);
            const shifted = (step: number) => ({
              ...drawn,
              curves: { ...drawn.curves, EUR: { ...drawn.curves.EUR, shift: { times: [1], zeroRates: [step] } } },
            });
            const [up] = await valuesIn([instrument], shifted(1e-5));
            const [down] = await valuesIn([instrument], shifted(-1e-5));
            if (up === undefined || down === undefined || 'failure' in up || 'failure' in down)
              throw new Error('a shifted market is refused');
            // Differences of values of up to ten millions over the step keep 1e-4 or so.
            expect(slope).to.be.closeTo((perUnit * (up.price - down.price)) / 2e-5, 1e-2 + 1e-6 * Math.abs(slope));
          }
        }
      }),
      { seed: SEED, numRuns: numCases(BOOKS, QUICK_BOOKS) },
    );
    expect(valued).to.be.greaterThan(refused);
    expect(refused).to.be.greaterThan(0);
  });
});
