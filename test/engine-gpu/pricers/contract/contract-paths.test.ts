import { expect } from 'chai';
import { contractPaths, contractPrice } from '#engine';
import { contractPathsRequest, contractPriceRequest } from '#engine/schemas';
import { defined } from '#services/runtime/defined';
import { toolsUpTo } from '#test/support/backend';

const TODAY = '2026-01-05';
const tools = toolsUpTo(1e12);
const DATES = ['2026-07-06', '2027-01-05', '2027-07-05', '2028-01-05'];
const FIXINGS = { SPX: 5000, NDX: 17_500 };
const TERMS = { callBarrier: 1, couponBarrier: 0.8, protectionBarrier: 0.65, couponRate: 0.05 };
const phoenix = {
  contract: {
    type: 'worst_of_autocall',
    productType: 'phoenix',
    underlyings: Object.keys(FIXINGS),
    observationDates: DATES,
    memoryCoupon: true,
    ...TERMS,
  },
  market: {
    assets: { SPX: { spot: 5000, volatility: 0.18, dividend: 0.015 }, NDX: { spot: 17_500, volatility: 0.26, dividend: 0.008 } },
    correlations: [{ asset1: 'SPX', asset2: 'NDX', correlation: 0.7 }],
    ...{ rate: 0.03, valuationDate: TODAY },
  },
};

const pathsOf = async (request: object, pricer: object = {}) =>
  (await contractPaths(contractPathsRequest.parse({ ...request, pricer }), TODAY, tools)).result;
const priceOf = async (request: object) =>
  (await contractPrice(contractPriceRequest.parse({ ...request, pricer: { numPaths: 65_536 } }), TODAY, tools)).result;

/** Standard errors between two estimates beyond which one is wrong: the paths are fixed by their seed, so that this holds or fails always. */
const MAX_ERRORS = 3;

describe('single paths of a contract', () => {
  it('pay a phoenix as its terms say, worked out here from the levels shown', async () => {
    const { paths, dates } = await pathsOf(phoenix);
    expect(paths.map(({ kind }) => kind)).to.deep.equal(['worst', 'median', 'best', 'called']);
    for (const { kind, underlyings, cashflows } of paths) {
      const expected: { date: string; amount: number }[] = [];
      let missed = 0;
      for (const [i, date] of DATES.entries()) {
        const worst = Math.min(
          ...underlyings.map(({ name, levels }) => defined(levels[dates.indexOf(date)], date) / FIXINGS[name as keyof typeof FIXINGS]),
        );
        const isCalled = worst >= TERMS.callBarrier;
        const isLast = i === DATES.length - 1;
        const coupon = worst >= TERMS.couponBarrier ? TERMS.couponRate * (1 + missed) : 0;
        missed = coupon > 0 ? 0 : missed + 1;
        const repaid = isCalled ? 1 : isLast ? (worst >= TERMS.protectionBarrier ? 1 : worst) : 0;
        if (coupon + repaid > 0) expected.push({ date, amount: coupon + repaid });
        if (isCalled) break;
      }
      expect(cashflows, kind).to.have.length(expected.length);
      cashflows.forEach(({ date, amount }, i) => {
        expect(date, kind).to.equal(expected[i]?.date);
        expect(amount, kind).to.be.closeTo(defined(expected[i], kind).amount, 1e-12);
      });
      if (kind === 'called') expect(defined(cashflows.at(-1), kind).date < defined(DATES.at(-1), 'the last date')).to.equal(true);
    }
  });

  it('have one level on the day of an event, although a step ends half a day before it', async () => {
    const condition = {
      type: 'barrier_condition',
      level: 110,
      direction: 'up',
      style: 'knock_out',
      monitoringDates: ['2026-08-01', '2027-02-24'],
    };
    const contract = {
      type: 'conditional',
      contract: { type: 'vanilla_call', underlying: 'SPX', strike: 90, expiry: '2027-02-24' },
      condition,
    };
    const market = { spot: 100, rate: 0.03, volatility: 0.2, valuationDate: TODAY };
    const { dates, times, observed, paths } = await pathsOf({ contract, market }, { numSteps: 8 });
    for (const date of observed) expect(dates.filter((each) => each === date)).to.deep.equal([date]);
    expect(times[dates.indexOf('2026-08-01')]).to.be.closeTo(208 / 365, 1e-12);
    for (const { underlyings } of paths) expect(underlyings[0]?.levels).to.have.length(dates.length);
  });

  it('are in the order of their present values, which have the price as their mean', async () => {
    const { paths, mean, standardError, presentValues } = await pathsOf(phoenix, { numPaths: 4096, numSteps: 8 });
    const [worst, median, best] = paths.map(({ presentValue }) => presentValue);
    expect(worst! < median! && median! < best!).to.equal(true);
    expect(presentValues.map(({ value }) => value)).to.deep.equal(presentValues.map(({ value }) => value).sort((a, b) => a - b));
    const price = await priceOf(phoenix);
    expect(Math.abs(mean - price.price)).to.be.below(MAX_ERRORS * Math.hypot(standardError, price.standardError));
  });

  it('follow the models of the market: the mean of what they pay is the price under Heston with dividends on dates', async () => {
    const model = { type: 'heston', v0: 0.04, kappa: 1.5, theta: 0.05, sigma: 0.4, rho: -0.6 };
    const request = {
      contract: {
        type: 'asian_call',
        underlying: 'SPX',
        strike: 100,
        observationDates: ['2026-07-06', '2027-01-05'],
        expiry: '2027-01-05',
      },
      market: { spot: 100, rate: 0.03, model, dividends: [{ date: '2026-06-01', amount: 2 }], valuationDate: TODAY },
    };
    const { mean, standardError, times, dates, observed } = await pathsOf(request, { numPaths: 4096, numSteps: 50 });
    const price = await priceOf(request);
    expect(Math.abs(mean - price.price)).to.be.below(MAX_ERRORS * Math.hypot(standardError, price.standardError));
    expect(times).to.have.length(dates.length);
    expect([dates[0], dates.at(-1)]).to.deep.equal([TODAY, '2027-01-05']);
    expect(observed).to.deep.equal(['2026-07-06', '2027-01-05']);
  });

  it('are the same for the same seed, and say what they leave out', async () => {
    const request = {
      contract: {
        ...{ type: 'conditional', contract: { type: 'vanilla_call', underlying: 'SPX', strike: 100, expiry: '2027-01-05' } },
        condition: { type: 'barrier_condition', level: 80, direction: 'down', style: 'knock_out' },
      },
      market: { spot: 100, rate: 0.03, volatility: 0.3, valuationDate: TODAY },
    };
    const [one, same, other] = await Promise.all([pathsOf(request), pathsOf(request), pathsOf(request, { seed: 7 })]);
    expect(one).to.deep.equal(same);
    expect(one.paths).not.to.deep.equal(other.paths);
    expect(one.warnings?.join()).to.include('between the steps');
    for (const { underlyings, cashflows } of one.paths)
      if (Math.min(...defined(underlyings[0], 'the asset').levels) <= 80) expect(cashflows).to.deep.equal([]);
  });

  it('cost what they take: paths × steps² × assets', async () => {
    const request = contractPathsRequest.parse({ ...phoenix, pricer: { numPaths: 16, numSteps: 4 } });
    const failure = await contractPaths(request, TODAY, toolsUpTo(100)).catch((error: Error) => error);
    expect(String(failure)).to.include('paths × steps² × assets must be at most 100');
  });
});
