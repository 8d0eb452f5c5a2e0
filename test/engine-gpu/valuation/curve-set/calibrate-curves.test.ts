/** Curves that reproduce quotes together, against QuantLib, against the prices of positions, and found again from drawn ones. */
import { expect } from 'chai';
import { calibrateCurve } from '#engine';
import { bookMarket, curveCalibrationRequest, parse, pricingPlan } from '#engine/schemas';
import { closedFormPrice } from '#engine-gpu/valuation/instrument-prices';
import { closeTo, table } from '#test/reference/table';
import { Draw } from '../../../support/random.js';
import { calibrated, overnight, sixMonths, startDate, today } from './quoted-market.js';

type Field = 'curves' | 'projections';
type Nodes = Readonly<Record<string, readonly (readonly [time: number, zeroRate: number])[]>>;

table<object, Readonly<Record<Field, Nodes>>>('curve_sets', ({ inputs, expected, tolerance }) => {
  const { market } = calibrated(inputs);
  for (const field of ['curves', 'projections'] as const)
    for (const [name, nodes] of Object.entries(expected[field])) {
      const curve = market[field][name]!;
      if (!('times' in curve)) throw new Error('a curve of dates');
      expect(curve.times, name).to.deep.equal(nodes.map(([time]) => time));
      nodes.forEach(([, zeroRate], i) => {
        closeTo(curve.zeroRates![i]!, zeroRate, tolerance);
      });
    }
});

const TENORS = ['1Y', '2Y', '3Y', '5Y', '7Y', '10Y', '15Y', '20Y', '30Y'];
const rising = (first: number, step: number) => (tenor: string, i: number) => ({ tenor, fixedRate: first + step * i });

/** Two currencies, of which the second discounts by what the first and two exchange pay, and indices that depend on both. */
const wholeMarket = (interpolation: string) => ({
  valuationDate: today,
  curves: {
    USD: {
      interpolation,
      instruments: TENORS.map(rising(0.036, 5e-4)).map((each) => ({
        ...overnight,
        ...each,
        currency: 'USD',
        calendar: 'USNY',
        paymentLag: 2,
      })),
    },
    EUR: {
      interpolation,
      instruments: [
        { type: 'fx_forward', buyCurrency: 'EUR', buyAmount: 1, sellCurrency: 'USD', sellAmount: 1.1745, deliveryDate: '2027-02-24' },
        {
          type: 'fx_swap',
          near: { buyCurrency: 'EUR', buyAmount: 1, sellCurrency: 'USD', sellAmount: 1.1702, maturity: startDate },
          far: { buyCurrency: 'USD', buyAmount: 1, sellCurrency: 'EUR', sellAmount: 0.8487, maturity: '2027-05-24' },
        },
        ...TENORS.map((tenor, i) => ({
          ...{ type: 'cross_currency_swap', startDate, tenor, calendar: ['TARGET', 'USNY'] },
          receive: { currency: 'EUR', notional: 1e6, index: 'ESTR', floatingType: 'overnight', frequency: 4, spread: 1e-4 * i - 0.0012 },
          pay: { currency: 'USD', notional: 1.17e6, floatingType: 'overnight', frequency: 4 },
        })),
      ],
    },
  },
  projections: {
    ESTR: {
      interpolation,
      instruments: TENORS.map(rising(0.02, 6e-4)).map((each) => ({
        ...overnight,
        ...each,
        currency: 'EUR',
        calendar: 'TARGET',
        paymentLag: 1,
      })),
    },
    'EURIBOR-6M': {
      interpolation,
      instruments: [
        { type: 'fra', currency: 'EUR', startDate, tenor: '6M', fixedRate: 0.0215 },
        { type: 'future', currency: 'EUR', startDate: '2027-03-17', tenor: '6M', price: 97.8, convexity: 1e-4 },
        ...TENORS.slice(1)
          .map(rising(0.0225, 6e-4))
          .map((each) => ({ ...sixMonths, ...each })),
      ],
    },
    'EURIBOR-3M': {
      interpolation,
      instruments: TENORS.map((tenor, i) => ({
        ...{ type: 'basis_swap', currency: 'EUR', startDate, tenor },
        receive: { index: 'EURIBOR-3M', frequency: 4, spread: 8e-4 - 4e-5 * i },
        pay: { index: 'EURIBOR-6M', frequency: 2 },
      })),
    },
    'EURIBOR-12M': {
      interpolation,
      instruments: TENORS.map(rising(0.021, 1e-4)).map((each) => ({
        ...each,
        type: 'zero_coupon_swap',
        currency: 'EUR',
        side: 'payer',
        startDate,
      })),
    },
  },
  fx: { EURUSD: 1.17 },
});
type Request = ReturnType<typeof wholeMarket>;

/** Every instrument of a request with the place of its curve and its index. */
const instrumentsOf = ({ curves, projections }: Request) =>
  Object.entries({ ...curves, ...projections }).flatMap(([name, { instruments }]) =>
    (instruments as readonly Readonly<Record<string, unknown>>[]).map((instrument) => ({ name, instrument })),
  );

/** An instrument as a position of a book. */
function position({ type, price, convexity, ...terms }: Readonly<Record<string, unknown>>, name: string) {
  const takesIndex = !/^[A-Z]{3}$/.test(name) && ['fra', 'future', 'interest_rate_swap', 'zero_coupon_swap'].includes(String(type));
  const rate = type === 'future' ? { fixedRate: (100 - Number(price)) / 100 - Number(convexity) } : {};
  return { ...terms, ...rate, ...(takesIndex && { index: name }), type: type === 'future' ? 'fra' : (type as 'fra') };
}

describe('curves that are calibrated together', () => {
  for (const interpolation of ['log_linear', 'linear_zero', 'monotone_convex'])
    it(`make every instrument worth nothing as a position, with ${interpolation}`, async () => {
      const request = wholeMarket(interpolation);
      const { market, nodes } = calibrated(request);
      const setting = { market: parse(bookMarket, market), reportingCurrency: 'USD', valuationDate: today };
      const instruments = instrumentsOf(request);
      expect(nodes).to.have.length(instruments.length);
      for (const [i, { name, instrument }] of instruments.entries()) {
        const { type, ...terms } = position(instrument, name);
        const plan = pricingPlan(type, terms, setting);
        const notional = type.startsWith('cross') ? 1e6 : 1;
        // Sums of some hundred payments of the notional.
        expect(await closedFormPrice(plan, today), `${nodes[i]!.name} ${nodes[i]!.instrument}`).to.be.closeTo(0, 2e-13 * notional);
        expect(nodes[i]!.error).to.be.closeTo(0, 1e-13);
      }
    });

  // A kink of the monotone convex shape lies between the moved curves now and then: differences of 1e-6 see little of it.
  for (const [interpolation, tolerance] of [
    ['log_linear', 2e-7],
    ['linear_zero', 2e-7],
    ['monotone_convex', 2e-4],
  ] as const)
    it(`have derivatives that agree with those of moved quotes, with ${interpolation}`, () => {
      const request = wholeMarket(interpolation);
      const { derivatives, nodes } = calibrated({ ...request, derivatives: true });
      const moved = (move: (copy: Request) => void) => {
        const copy = structuredClone(request);
        move(copy);
        return calibrated(copy).nodes;
      };
      const step = 1e-6;
      const cases: readonly (readonly [number, (copy: Request, change: number) => void])[] = [
        [
          3,
          ({ curves }, change) => {
            curves.USD.instruments[3]!.fixedRate += change;
          },
        ],
        [
          9,
          ({ curves }, change) => {
            (curves.EUR.instruments[0] as { sellAmount: number }).sellAmount += change;
          },
        ],
        [
          10,
          ({ curves }, change) => {
            (curves.EUR.instruments[1] as { far: { sellAmount: number } }).far.sellAmount += change;
          },
        ],
        [
          14,
          ({ curves }, change) => {
            (curves.EUR.instruments[5] as { receive: { spread: number } }).receive.spread += change;
          },
        ],
        [
          22,
          ({ projections }, change) => {
            projections.ESTR.instruments[2]!.fixedRate += change;
          },
        ],
        [
          29,
          ({ projections }, change) => {
            (projections['EURIBOR-6M'].instruments[0] as { fixedRate: number }).fixedRate += change;
          },
        ],
        [
          30,
          ({ projections }, change) => {
            (projections['EURIBOR-6M'].instruments[1] as { price: number }).price += change;
          },
        ],
        [
          41,
          ({ projections }, change) => {
            projections['EURIBOR-3M'].instruments[2]!.receive.spread += change;
          },
        ],
        [
          54,
          ({ projections }, change) => {
            projections['EURIBOR-12M'].instruments[6]!.fixedRate += change;
          },
        ],
      ];
      for (const [column, move] of cases) {
        const [up, down] = [moved((copy) => move(copy, step)), moved((copy) => move(copy, -step))];
        expect(up[column]!.quote).not.to.equal(nodes[column]!.quote);
        const most = Math.max(...derivatives!.map((row) => Math.abs(row[column]!)));
        derivatives!.forEach((row, i) => {
          const difference = (up[i]!.zeroRate - down[i]!.zeroRate) / (2 * step);
          expect(row[column], `${nodes[i]!.name} ${nodes[i]!.instrument} by ${column}`).to.be.closeTo(difference, tolerance * most + 2e-9);
        });
      }
    });

  it('is of one currency the curve of calibrate/curve', () => {
    const instruments = TENORS.map(rising(0.02, 1e-3)).map((each) => ({ ...each, ...overnight, currency: 'EUR', calendar: 'TARGET' }));
    const { nodes } = calibrated({ curves: { EUR: { instruments } } });
    const { result: alone } = calibrateCurve(
      parse(curveCalibrationRequest, {
        ...{ valuationDate: today, calendar: 'TARGET', settlementDays: 2, dayCount: 'ACT/360' },
        instruments: TENORS.map(rising(0.02, 1e-3)).map(({ tenor, fixedRate }) => ({ type: 'ois', tenor, rate: fixedRate })),
      }),
    );
    expect(nodes.map(({ time }) => time)).to.deep.equal(alone.nodes.map(({ time }) => time));
    nodes.forEach(({ zeroRate }, i) => {
      expect(zeroRate).to.be.closeTo(alone.nodes[i]!.zeroRate, 1e-13);
    });
  });

  it('finds the curves from which quotes were made, however these turn, at rates from −3 to 40 %', () => {
    const draw = new Draw(11);
    const dates = Array.from({ length: 20 }, (_, i) => `${2027 + i}-11-20`);
    for (let trial = 0; trial < 40; trial++) {
      const level = draw.pick(-0.03, 0, 0.03, 0.4);
      const forwards = () => dates.map(() => level + 0.05 * (draw.uniform() - 0.5));
      const [discounting, projecting] = [forwards(), forwards()];
      const times = dates.map((date) => (Date.parse(date) - Date.parse(today)) / 86_400_000 / 365);
      const factors = (rates: readonly number[]): number[] => {
        let accumulated = 0;
        return times.map((time, i) => {
          accumulated += rates[i]! * (time - (times[i - 1] ?? 0));
          return Math.exp(-accumulated);
        });
      };
      const [paid, grown] = [factors(discounting), factors(projecting)];
      const annual = {
        type: 'interest_rate_swap',
        side: 'payer',
        currency: 'EUR',
        startDate: today,
        fixedFrequency: 1,
        floatingFrequency: 1,
      };
      const swap = (i: number, floating: number) => {
        const annuity = paid.slice(0, i + 1).reduce((sum, factor, k) => sum + factor * (times[k]! - (times[k - 1] ?? 0)), 0);
        return { ...annual, maturity: dates[i], fixedDayCount: 'ACT/365F', floatingDayCount: 'ACT/365F', fixedRate: floating / annuity };
      };
      const ofIndex = (i: number) =>
        grown.slice(0, i + 1).reduce((sum, factor, k) => sum + ((grown[k - 1] ?? 1) / factor - 1) * paid[k]!, 0);
      const { nodes } = calibrated({
        valuationDate: today,
        curves: { EUR: { instruments: dates.map((_, i) => swap(i, 1 - paid[i]!)) } },
        projections: { INDEX: { instruments: dates.map((_, i) => swap(i, ofIndex(i))) } },
      });
      nodes.forEach(({ discountFactor }, i) => {
        const expected = i < dates.length ? paid[i]! : grown[i - dates.length]!;
        expect(discountFactor, `${trial} ${i}`).to.be.closeTo(expected, 1e-11 * Math.max(1, expected));
      });
    }
  });

  it('have derivatives by a spread next to nothing that are those by one of some basis points', () => {
    const derivativesAt = (spread: number) => {
      const request = wholeMarket('log_linear');
      for (const instrument of request.projections['EURIBOR-3M'].instruments) instrument.receive.spread = spread;
      const { derivatives } = calibrated({ ...request, derivatives: true });
      return derivatives!.slice(40, 49).map((row) => row[44]!);
    };
    const expected = derivativesAt(1e-4);
    // The spread itself moves them by its size.
    for (const spread of [0, 1e-12, -1e-9])
      derivativesAt(spread).forEach((each, i) => {
        expect(each, `${spread} ${i}`).to.be.closeTo(expected[i]!, 2e-3);
      });
  });
});
