/** Laws of the pricers of rates products with dates and conventions. */
import fc from 'fast-check';
import { CALENDARS } from '#engine-gpu/time/calendar';
import { dateOfDay, dayNumber } from '#engine-gpu/time/date';
import { DAY_COUNTS } from '#engine-gpu/time/day-count';
import { between, bounded, instead, type Law, ordered, orZero, type Request, requestsOf, scale, sums } from './law.js';

const today = dayNumber('2026-01-02');
const VALUATION = { valuationDate: fc.constant(dateOfDay(today)) };
const later = (from: number, days: number) => fc.integer({ min: from, max: days }).map((day) => dateOfDay(today + day));
const calendar = fc.oneof(fc.constantFrom(...CALENDARS), fc.uniqueArray(fc.constantFrom(...CALENDARS), { minLength: 1, maxLength: 3 }));

// Two weeks on, no convention moves the start before the valuation date, where a fixing would be missing.
const life = { startDate: later(14, 4000), tenor: fc.integer({ min: 1, max: 360 }).map((months) => `${months}M`) };
const conventions = {
  calendar,
  businessDayConvention: fc.constantFrom('unadjusted', 'following', 'modified_following', 'preceding', 'modified_preceding'),
  stub: fc.constantFrom('short_front', 'long_front', 'short_back', 'long_back'),
  endOfMonth: fc.boolean(),
  paymentLag: fc.integer({ min: 0, max: 5 }),
};
const frequency = fc.constantFrom(1, 2, 3, 4, 6, 12);
const legs = {
  ...life,
  ...conventions,
  fixedFrequency: frequency,
  floatingFrequency: frequency,
  fixedDayCount: fc.constantFrom(...DAY_COUNTS),
  floatingDayCount: fc.constantFrom(...DAY_COUNTS),
};
const curveOf = (low: number, high: number) =>
  fc.tuple(between(low, high), between(low, high)).map((zeroRates) => ({ times: [1, 20], zeroRates }));
const markets = { rate: between(-0.02, 0.15), projectionCurve: curveOf(-0.02, 0.15), ...VALUATION };
const optionMarket = { ...markets, normalVolatility: orZero(scale(1e-5, 0.1)) };
/** Sums of some hundred payments of at most a few units. */
const ROUNDING = 1e-9;

const INTERPOLATION = 1e-6;
/** A fixed rate that is worse for the holder. */
const paidMore = ({ side, fixedRate }: Request['instrument']) => ({
  fixedRate: fixedRate + (side === 'payer' ? 0.002 : -0.002),
});

export const datedRatesLaws: Record<string, Law> = {
  rates_swap_multi_curve: {
    requests: requestsOf({
      instrument: {
        ...legs,
        side: fc.constant('payer'),
        fixedRate: between(-0.02, 0.2),
        spread: between(-0.01, 0.01),
        floatingType: fc.constantFrom('term', 'overnight'),
      },
      market: markets,
    }),
    claims: (request) => {
      const { fixedRate } = request.instrument;
      const withRate = (rate: number) => ({ request: instead(request, { fixedRate: rate }) });
      return [
        sums(
          'has opposite values for payer and receiver',
          [
            [1, { request }],
            [1, { request: instead(request, { side: 'receiver' }) }],
          ],
          0,
          0,
        ),
        sums(
          'is linear in the fixed rate',
          [
            [1, withRate(fixedRate)],
            [-2, withRate(fixedRate + 0.01)],
            [1, withRate(fixedRate + 0.02)],
          ],
          0,
          ROUNDING,
        ),
        ordered('decreases with the fixed rate paid', withRate(fixedRate), withRate(fixedRate + 0.01), ROUNDING),
      ];
    },
  },
  rates_dated_legs: {
    requests: requestsOf({
      instrument: {
        ...legs,
        fixedRate: between(-0.02, 0.2),
        spread: between(-0.01, 0.01),
        floatingType: fc.constantFrom('term', 'overnight'),
      },
      market: { rate: between(-0.02, 0.15), projected: between(-0.02, 0.15), ...VALUATION },
    }).map(({ instrument: { fixedRate, spread, floatingType, ...terms }, market: { rate, projected, valuationDate } }) => {
      const { fixedFrequency, floatingFrequency, fixedDayCount, floatingDayCount, ...shared } = terms;
      const leg = { currency: 'EUR', ...shared };
      return {
        instrument: {
          legs: [
            { ...leg, type: 'fixed', direction: 'pay', rate: fixedRate, frequency: fixedFrequency, dayCount: fixedDayCount },
            {
              ...{ ...leg, type: 'floating', direction: 'receive', floatingType, spread, index: 'INDEX' },
              ...{ frequency: floatingFrequency, dayCount: floatingDayCount },
            },
          ],
        },
        market: { curves: { EUR: { rate } }, projections: { INDEX: { times: [1], zeroRates: [projected] } }, valuationDate },
      };
    }),
    claims: (request) => {
      const [fixed, floating] = request.instrument.legs;
      const legsOnly = (...some: object[]) => ({ request: { ...request, instrument: { legs: some } } });
      const { startDate, notional = 1, rate: fixedRate, frequency: fixedFrequency, dayCount: fixedDayCount } = fixed;
      const { spread, floatingType, frequency: floatingFrequency, dayCount: floatingDayCount } = floating;
      const { direction: _, type: __, currency: ___, rate: ____, frequency: _____, dayCount: ______, ...shared } = fixed;
      const swap = {
        ...shared,
        side: 'payer',
        fixedRate,
        fixedFrequency,
        fixedDayCount,
        spread,
        floatingType,
        floatingFrequency,
        floatingDayCount,
      };
      const { curves, projections, valuationDate } = request.market;
      const market = { rate: curves.EUR.rate, projectionCurve: projections.INDEX, valuationDate };
      const lower = { notionalSchedule: [{ date: startDate, notional: 0.25 * notional }] };
      const { index: _______, ...unnamed } = floating;
      const lent = { ...unnamed, exchange: 'all', calendar: 'none', paymentLag: 0, spread: 0 };
      return [
        sums(
          'is worth the swap of both legs',
          [
            [1, { request }],
            [-1, { pricerId: 'rates_swap_multi_curve', request: { instrument: swap, market } }],
          ],
          0,
          ROUNDING,
        ),
        sums(
          'is the sum of its legs',
          [
            [1, { request }],
            [-1, legsOnly(fixed)],
            [-1, legsOnly(floating)],
          ],
          0,
          ROUNDING,
        ),
        sums(
          'is opposite to its payer',
          [
            [1, legsOnly(floating)],
            [1, legsOnly({ ...floating, direction: 'pay' })],
          ],
          0,
          ROUNDING,
        ),
        sums(
          'is linear in its notional',
          [
            [1, legsOnly(floating)],
            [-4, legsOnly({ ...floating, ...lower })],
          ],
          0,
          ROUNDING,
        ),
        // Interest at the rates by which it is discounted is worth the notional at the start less that at the end.
        ...(startDate > valuationDate
          ? [sums('is worth nothing where it lends at the rates that discount it', [[1, legsOnly(lent)]], 0, ROUNDING)]
          : []),
      ];
    },
  },
  rates_cap_floor: {
    requests: requestsOf({
      instrument: {
        ...life,
        ...conventions,
        type: fc.constant('cap'),
        strike: between(-0.02, 0.2),
        frequency,
        dayCount: fc.constantFrom('ACT/360', 'ACT/365F', 'ACT/ACT ISDA'),
      },
      market: optionMarket,
    }),
    claims: (request) => {
      const { strike } = request.instrument;
      const { frequency, dayCount, ...schedule } = request.instrument;
      const floor = { request: instead(request, { type: 'floor' }) };
      const { strike: _, type: __, ...dates } = schedule;
      const { normalVolatility: ___, ...curves } = request.market;
      // A swap with the cap's periods on both legs: cap − floor pays the floating rate and receives the strike.
      const swap = {
        pricerId: 'rates_swap_multi_curve',
        request: {
          instrument: {
            ...dates,
            side: 'payer',
            fixedRate: strike,
            fixedFrequency: frequency,
            floatingFrequency: frequency,
            fixedDayCount: dayCount,
            floatingDayCount: dayCount,
          },
          market: curves,
        },
      };
      return [
        bounded(request, 0, Number.POSITIVE_INFINITY, ROUNDING),
        sums(
          'satisfies cap-floor parity',
          [
            [1, { request }],
            [-1, floor],
            [-1, swap],
          ],
          0,
          ROUNDING,
        ),
        ordered('decreases with the strike', { request }, { request: instead(request, { strike: strike + 0.01 }) }, ROUNDING),
        ordered(
          'increases with the volatility',
          { request: instead(request, {}, { normalVolatility: 1.2 * request.market.normalVolatility }) },
          { request },
          ROUNDING,
        ),
      ];
    },
  },
  rates_swaption_black: {
    requests: requestsOf({
      instrument: {
        ...legs,
        fixedDayCount: fc.constantFrom('30/360', 'ACT/360', '30E/360'),
        optionType: fc.constant('payer'),
        strike: between(-0.02, 0.2),
        expiryDays: fc.nat(2000),
        settlement: fc.constantFrom('physical', 'cash'),
      },
      market: optionMarket,
    }).map(({ instrument: { expiryDays, ...instrument }, ...rest }) => ({
      ...rest,
      instrument: { ...instrument, expiryDate: dateOfDay(Math.max(today, dayNumber(instrument.startDate) - expiryDays)) },
    })),
    claims: (request) => {
      const { strike, optionType: _, expiryDate: __, settlement: ___, ...swap } = request.instrument;
      const physical = instead(request, { settlement: 'physical' });
      const { normalVolatility: ____, ...curves } = request.market;
      return [
        bounded(request, 0, Number.POSITIVE_INFINITY, ROUNDING),
        sums(
          'is worth the swap, bought as a payer and sold as a receiver',
          [
            [1, { request: physical }],
            [-1, { request: instead(physical, { optionType: 'receiver' }) }],
            [
              -1,
              {
                pricerId: 'rates_swap_multi_curve',
                request: { instrument: { ...swap, side: 'payer', fixedRate: strike }, market: curves },
              },
            ],
          ],
          0,
          ROUNDING,
        ),
        ordered('decreases with the fixed rate', { request }, { request: instead(request, { strike: strike + 0.01 }) }, ROUNDING),
      ];
    },
    // A fixed leg of a day may count none.
    refused: 0.02,
  },
  rates_bermudan_swaption: {
    requests: fc
      .record({
        month: fc.integer({ min: 1, max: 12 }),
        notice: fc.nat(20),
        years: fc.integer({ min: 1, max: 12 }),
        instrument: fc.record({
          side: fc.constantFrom('payer', 'receiver'),
          fixedRate: between(-0.02, 0.1),
          spread: between(-0.01, 0.01),
          floatingType: fc.constantFrom('term', 'overnight'),
          floatingFrequency: fc.constantFrom(1, 2, 4),
          fixedDayCount: fc.constantFrom(...DAY_COUNTS.filter((each) => each !== 'BUS/252')),
        }),
        rate: between(-0.02, 0.1),
        projection: curveOf(-0.02, 0.1),
        meanReversion: between(0, 0.3),
        volatility: orZero(scale(1e-4, 0.03)),
      })
      .map(({ month, notice, years, instrument, rate, projection, ...model }) => {
        const startOf = (year: number) => dayNumber(`${2027 + year}-${String(month).padStart(2, '0')}-15`);
        const exerciseDates = Array.from({ length: years }, (_, year) => dateOfDay(startOf(year) - notice));
        const life = { startDate: dateOfDay(startOf(0)), tenor: `${years}Y`, fixedFrequency: 1, calendar: 'none' };
        return {
          instrument: { ...instrument, ...life, exerciseDates, currency: 'EUR', index: 'EURIBOR' },
          market: {
            valuationDate: dateOfDay(today),
            curves: { EUR: { rate } },
            projections: { EURIBOR: projection },
            models: { EUR: model },
          },
        };
      }) as fc.Arbitrary<Request>,
    claims: (request) => {
      const { exerciseDates } = request.instrument;
      const only = (dates: readonly string[]) => ({ request: instead(request, { exerciseDates: dates }) });
      return [
        bounded(request, 0, Number.POSITIVE_INFINITY, ROUNDING),
        // The tables on which values are interpolated err by some 1e-6 of the notional.
        ordered('is worth at least the right on the first date alone', { request }, only([exerciseDates[0]]), INTERPOLATION),
        ordered('is worth at least the right on the last date alone', { request }, only([exerciseDates.at(-1)]), INTERPOLATION),
        ordered('is worth less to pay more', { request }, { request: instead(request, paidMore(request.instrument)) }, INTERPOLATION),
      ];
    },
  },
  rates_bond_fixed: {
    requests: requestsOf({
      instrument: {
        couponRate: between(0, 0.15),
        couponFrequency: frequency,
        dayCount: fc.constantFrom(...DAY_COUNTS, 'ACT/ACT ICMA'),
        startDate: later(-4000, 0),
        maturity: later(40, 14_000),
        ...{
          calendar,
          businessDayConvention: conventions.businessDayConvention,
          stub: conventions.stub,
          endOfMonth: conventions.endOfMonth,
        },
        settlementDays: fc.integer({ min: 0, max: 3 }),
      },
      market: { rate: between(-0.02, 0.15), ...VALUATION },
    }),
    claims: (request) => {
      const { couponRate } = request.instrument;
      const { rate } = request.market;
      const withCoupon = (coupon: number) => ({ request: instead(request, { couponRate: coupon }) });
      return [
        bounded(request, 0, Number.POSITIVE_INFINITY, 0),
        sums(
          'is linear in the coupon',
          [
            [1, withCoupon(couponRate)],
            [-2, withCoupon(couponRate + 0.01)],
            [1, withCoupon(couponRate + 0.02)],
          ],
          0,
          1e-7,
        ),
        ordered('decreases with the rate', { request }, { request: instead(request, {}, { rate: rate + 0.01 }) }, 0),
      ];
    },
  },
  fx_forward: {
    requests: requestsOf({
      instrument: {
        side: fc.constant('buy'),
        strike: scale(0.01, 200),
        maturity: later(10, 20_000),
        spotDays: fc.integer({ min: 0, max: 3 }),
        calendar,
      },
      market: { spot: scale(0.01, 200), rate: between(-0.05, 0.3), foreignRate: between(-0.05, 0.3), ...VALUATION },
    }),
    claims: (request) => {
      const { strike } = request.instrument;
      const { spot, rate, foreignRate } = request.market;
      const years = (dayNumber(request.instrument.maturity) - today) / 365;
      const size = (spot + strike) * Math.exp(years * Math.max(-rate, -foreignRate, 0));
      return [
        sums(
          'has opposite values for buyer and seller',
          [
            [1, { request }],
            [1, { request: instead(request, { side: 'sell' }) }],
          ],
          0,
          0,
        ),
        ordered('decreases with the strike', { request }, { request: instead(request, { strike: 1.1 * strike }) }, 1e-13 * size),
        ordered('increases with the spot', { request: instead(request, {}, { spot: 1.1 * spot }) }, { request }, 1e-13 * size),
      ];
    },
  },
};
