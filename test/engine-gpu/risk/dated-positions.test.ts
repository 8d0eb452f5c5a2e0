import { expect } from 'chai';
import { explainRequest, historicalVarRequest, type OptionPosition, parse, stressGridRequest } from '#engine/schemas';
import { varianceOf } from '#engine-gpu/market/option-market';
import { dividendOption, dividendPricesBySpot } from '#engine-gpu/method/dividend-finite-differences';
import { greeksInMarket, optionMarket, priceInMarket } from '#engine-gpu/method/option-in-market';
import { bookOf } from '#engine-gpu/risk/book-of-positions';
import { historicalVarJob } from '#engine-gpu/risk/measures';
import { bookGreeks, bookValues, unmoved } from '#engine-gpu/risk/option-book';
import { measures } from './whole-measures.js';

const { explain, portfolioVar, sensitivities, stressGrid, varHistorical } = measures;

const limits = { costLimit: 4e8 };
const option = { strike: 105, time: 1, optionType: 'call' as 'call' | 'put' };
const terms = { spot: 100, rate: 0.05, dividend: 0.01, volatility: 0.2 };
const quarterly = [0.2, 0.45, 0.7, 0.95].map((time) => ({ time, amount: 0.8 }));
const positionOf = (underlying: string, quantity: number, more: object = {}) => ({ underlying, quantity, ...option, ...terms, ...more });
const cash = positionOf('A', 10, { dividends: quarterly });
const proportion = positionOf('A', -4, { optionType: 'put', dividends: [{ time: 0.5, proportion: 0.03 }] });
const plain = positionOf('B', 7, { strike: 95 });
const book: OptionPosition[] = [cash, plain, proportion];

type Dated = { readonly time: number; readonly amount?: number; readonly proportion?: number };
/** The price of a position alone, after a move. */
function alone(
  position: object,
  {
    spotShock = 0,
    volatilityShock = 0,
    rateShock = 0,
    timeShock = 0,
  }: Partial<Record<`${'spot' | 'volatility' | 'rate' | 'time'}Shock`, number>>,
): number {
  const { dividends = [], ...plain } = position as typeof cash & { readonly dividends?: Dated[] };
  const moved = {
    ...plain,
    spot: plain.spot * (1 + spotShock),
    volatility: Math.max(plain.volatility + volatilityShock, 0),
    rate: plain.rate + rateShock,
    time: Math.max(plain.time - timeShock, 0),
    dividends: dividends.filter(({ time }) => time > timeShock).map((one) => ({ ...one, time: one.time - timeShock })),
  };
  return priceInMarket(moved, optionMarket(moved, moved, '', '')).price;
}

describe('positions with dividends on dates', () => {
  it('have prices by spot that are those of one spot each, near and far, calls and puts', () => {
    for (const [volatility, time, dividends] of [
      [0.2, 1, quarterly],
      [0.2, 0.02, [{ time: 0.01, amount: 2 }]],
      [0.2, 0.0005, [{ time: 0.0001, amount: 2 }]],
      [
        0.6,
        3,
        [
          { time: 1, amount: 30 },
          { time: 2, proportion: 0.3 },
        ],
      ],
      [0.01, 1, quarterly],
      [0, 1, quarterly],
    ] as const)
      for (const sign of [1, -1] as const) {
        const dated = { ...option, time, dividends: [...dividends] as Dated[] };
        const market = optionMarket(dated, { ...terms, volatility, dividends: dated.dividends }, '', '');
        const solved = { ...dated, sign, american: false, curve: market.curve, terms: market.terms, variance: varianceOf(market) };
        const prices = dividendPricesBySpot(solved);
        for (const spot of [100, 99, 104.5, 117, 80, 55, 160, 1_000, 1, 1e-10, 100]) {
          const { price } = dividendOption({ ...solved, terms: { ...market.terms, spot } });
          expect(prices(spot), `${volatility} ${time} ${sign} ${spot}`).to.be.closeTo(price, 1e-11 * Math.max(spot, option.strike));
        }
      }
  });

  it('have prices that do not depend on the spots that were asked for before', () => {
    const market = optionMarket(option, { ...terms, dividends: quarterly }, '', '');
    const solved = { ...option, sign: 1, american: false, curve: market.curve, terms: market.terms, variance: varianceOf(market) } as const;
    const [one, other] = [dividendPricesBySpot(solved), dividendPricesBySpot(solved)];
    for (const spot of [1, 10, 50, 400, 3_000, 2e4]) one(spot);
    for (const spot of [100, 120, 61.5]) expect(one(spot)).to.equal(other(spot));
  });

  it('leave the values of the others in their book to the last bit', () => {
    const [mixed, alone] = [bookOf(book), bookOf([book[1]!])];
    const [values, aloneValues] = [new Float64Array(2), new Float64Array(1)];
    bookValues(mixed, Float64Array.of(0.1, -0.07), { volatility: 0.01 }, values);
    bookValues(alone, Float64Array.of(-0.07), { volatility: 0.01 }, aloneValues);
    expect(values[1]).to.equal(aloneValues[0]);
  });

  it('have the Greeks of the option alone, to the last bit, in value at risk and sensitivities', () => {
    const greeks = bookGreeks(bookOf(book));
    for (const [row, position] of [cash, proportion].entries()) {
      const index = row === 0 ? 0 : 2;
      const { dividends, ...plain } = position as typeof cash & { dividends: Dated[] };
      const { greeks: expected } = greeksInMarket(plain, optionMarket(plain, { ...plain, dividends }, '', ''));
      expect(Array.from(greeks.subarray(14 * index, 14 * index + 14))).to.deep.equal(Object.values(expected));
    }
    const { delta, vega } = greeksInMarket(option, optionMarket(option, { ...terms, dividends: quarterly }, '', '')).greeks;
    const ladder = sensitivities({ positions: [book[0]!], tenors: [1] });
    expect(ladder.byUnderlying[0]).to.deep.include({ delta: 10 * delta, vega: 10 * vega });
    const { components } = portfolioVar({ positions: [book[0]!], confidence: 0.99, horizonDays: 10 });
    expect(components[0]!.delta).to.equal(10 * delta);
  });

  it('lose in historical scenarios what the option alone loses', () => {
    const days = 60;
    const returns = {
      A: Array.from({ length: days }, (_, k) => 0.05 * Math.sin(1.7 * k)),
      B: Array.from({ length: days }, (_, k) => 0.03 * Math.cos(2.3 * k)),
    };
    const request = parse(historicalVarRequest, { positions: book, returns, confidence: 0.9 });
    const pnl = (k: number) =>
      10 * (alone(cash, { spotShock: returns.A[k] }) - alone(cash, {})) -
      4 * (alone(proportion, { spotShock: returns.A[k] }) - alone(proportion, {})) +
      7 * (alone(plain, { spotShock: returns.B[k] }) - alone(plain, {}));
    const losses = Array.from({ length: days }, (_, k) => -pnl(k)).sort((a, b) => b - a);
    const figures = varHistorical(request, limits);
    // Six of sixty scenarios are the worst tenth.
    expect(figures.valueAtRisk).to.be.closeTo(losses[5]!, 1e-8);
    expect(figures.expectedShortfall).to.be.closeTo(losses.slice(0, 6).reduce((sum, loss) => sum + loss, 0) / 6, 1e-8);
    // Each block would begin with the same grids.
    expect(historicalVarJob(request, limits).blocks).to.equal(1);
  });

  it('are worth under stress what the option alone is worth in the moved market, at every combination', () => {
    const request = parse(stressGridRequest, {
      positions: book,
      spotShocks: [-1, -0.3, 0, 0.2, 5],
      volatilityShocks: [-0.3, 0, 0.1],
      rateShocks: [0, 0.01],
      timeShocks: [0, 0.5, 2],
    });
    const { results, baseValue } = stressGrid(request, limits);
    expect(results).to.have.length(90);
    expect(baseValue).to.be.closeTo(10 * alone(cash, {}) + 7 * alone(plain, {}) - 4 * alone(proportion, {}), 1e-8);
    for (const shock of results) {
      const { spotShock } = shock;
      const positive = { ...shock, spotShock: spotShock === -1 ? 1e-12 - 1 : spotShock };
      const expected = 10 * alone(cash, positive) + 7 * alone(plain, positive) - 4 * alone(proportion, positive);
      expect(shock.value, JSON.stringify(shock)).to.be.closeTo(expected, 1e-8);
    }
  });

  it('have their profit and loss explained: by factor each revaluation alone, with the dividends that time passes gone', () => {
    // The first dividend is paid within the day, and the second is announced anew.
    const [sooner, later] = [0.002, 0.4];
    const request = parse(explainRequest, {
      positions: [
        { underlying: 'A', quantity: 10, strike: 105, time: 1, optionType: 'call' },
        { underlying: 'B', quantity: 7, strike: 95, time: 1, optionType: 'put' },
      ],
      marketStart: {
        assets: {
          A: {
            spot: 100,
            volatility: 0.2,
            dividend: 0.01,
            dividends: [
              { time: sooner, amount: 1 },
              { time: later, amount: 2 },
            ],
          },
          B: { spot: 100, volatility: 0.2, dividend: 0.01 },
        },
        rate: 0.05,
        valuationDate: '2026-01-01',
      },
      marketEnd: {
        assets: {
          A: { spot: 99.5, volatility: 0.21, dividend: 0.01, dividends: [{ time: later - 0.1, amount: 2.5 }] },
          B: { spot: 101, volatility: 0.21, dividend: 0.012 },
        },
        rate: 0.051,
        valuationDate: '2026-01-02',
      },
    });
    const day = 1 / 365;
    const { total, byFactor, byGreek, cross, unexplained } = explain(request);
    const start = { ...positionOf('A', 10), dividends: request.marketStart.assets.A!.dividends };
    const base = alone(start, {});
    const other = explain({ ...request, positions: [request.positions[1]!] });
    const ofA = (factor: keyof typeof byFactor) => byFactor[factor] - other.byFactor[factor];
    expect(ofA('spot')).to.be.closeTo(10 * (alone(start, { spotShock: -0.005 }) - base), 1e-8);
    expect(ofA('volatility')).to.be.closeTo(10 * (alone(start, { volatilityShock: 0.01 }) - base), 1e-8);
    expect(ofA('rate')).to.be.closeTo(10 * (alone(start, { rateShock: 0.001 }) - base), 1e-8);
    expect(ofA('time')).to.be.closeTo(10 * (alone(start, { timeShock: day }) - base), 1e-8);
    const otherDividends = [{ time: later - 0.1 + day, amount: 2.5 }];
    expect(ofA('dividend')).to.be.closeTo(10 * (alone({ ...start, dividends: otherDividends }, {}) - base), 1e-8);
    const end = { ...start, spot: 99.5, volatility: 0.21, rate: 0.051, time: 1 - day, dividends: request.marketEnd.assets.A!.dividends };
    expect(total - other.total).to.be.closeTo(10 * (alone(end, {}) - base), 1e-8);
    expect(Object.values(byFactor).reduce((sum, one) => sum + one, cross)).to.be.closeTo(total, 1e-9);
    expect(Object.values(byGreek).reduce((sum, one) => sum + one, unexplained)).to.be.closeTo(total, 1e-9);
    const { greeks } = greeksInMarket(start, optionMarket(start, start, '', ''));
    expect(byGreek.delta - other.byGreek.delta).to.be.closeTo(10 * greeks.delta * -0.5, 1e-9);
  });

  it('are refused where there are too many of them, or too many revaluations', () => {
    const many = Array.from({ length: 2_001 }, () => book[0]!);
    expect(() => bookOf(many)).to.throw('at most 2000 positions may have dividends in cash, which finite differences price; got 2001');
    expect(bookOf(Array.from({ length: 2_001 }, () => book[2]!)).dated).to.have.length(2_001);
    const request = { positions: book, spotShocks: [0, 0.1], volatilityShocks: [0], rateShocks: [0], timeShocks: [0] };
    expect(() => stressGrid(request, { costLimit: 201 })).to.throw(
      'scenarios × positions must be at most 201, of which one with dividends on dates counts as 50; this call would take 202',
    );
    expect(stressGrid(request, { costLimit: 202 }).results).to.have.length(2);
  });

  it('are worth nothing that moves where no option is held', () => {
    const values = new Float64Array(1);
    bookValues(bookOf([{ ...book[0]!, quantity: 0 }]), unmoved(bookOf([book[0]!])), {}, values);
    expect(values[0]).to.equal(0);
  });
});
