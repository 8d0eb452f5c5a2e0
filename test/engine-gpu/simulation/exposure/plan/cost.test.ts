/** The cost limit of a netting set: work and memory are bounded before anything is built. */
import { expect } from 'chai';
import { exposureJob, openMomentBatches, type ShiftSums, xvaJob, xvaSensitivitiesJob } from '#engine';
import { exposureRequest, parse, xvaRequest, xvaSensitivitiesRequest } from '#engine/schemas';
import { crossAssetModel, logarithmsAt } from '#engine-gpu/model/cross-asset';
import { resolveNettingSet } from '#engine-gpu/risk/xva/netting-set';
import { simulatedRequest } from '#engine-gpu/risk/xva/simulated-request';
import { openBasis, openSharedArrays } from '#engine-gpu/simulation/exposure/contract/contract-basis';
import { contractPlan, fitContracts, openContractValues, outlineContracts } from '#engine-gpu/simulation/exposure/contract/contract-fits';
import { exposurePlan } from '#engine-gpu/simulation/exposure/plan/exposure-plan';
import { failureOf } from '#test/support/faults';
import { COST_LIMIT, dateOn, option, repeat, secondFactor, swap, times, valuationDate } from '#test/support/netted-trades';

const every = (step: number, last: number): string[] => Array.from({ length: Math.floor(last / step) }, (_, i) => dateOn((i + 1) * step));
const YEARS_30 = 10_950;

const market = {
  valuationDate,
  curves: { USD: { rate: 0.03 } },
  assets: Object.fromEntries(repeat(64, (i) => [`A${i}`, { spot: 100, volatility: 0.25 }])),
  models: { USD: { meanReversion: 0.03, volatility: 0.008 } },
};
/** Observed daily, as far as a list of dates goes. */
const average = (days: number, underlying = 'A0', strike = 100) => ({
  type: 'contract',
  contract: { type: 'asian_call', underlying, strike, expiry: dateOn(days), observationDates: every(Math.ceil(days / 4_096), days) },
});
const ended = (days: number, strike: number) => ({
  type: 'contract',
  contract: {
    type: 'conditional',
    contract: { type: 'vanilla_call', underlying: 'A0', strike, expiry: dateOn(days) },
    condition: { type: 'barrier_condition', level: 80, direction: 'down', style: 'knock_out', monitoringDates: every(3, days) },
  },
});
const bermudan = (dates: number) => ({
  ...swap(dates / 12 + 1, 12),
  type: 'bermudan_swaption',
  exerciseDates: repeat(dates, (i) => 1 + i / 12),
});
const allocated = { counterparty: { hazardRate: 0.02, recoveryRate: 0.4 }, allocation: true };

/** Requests of which each would take minutes or gigabytes. */
const hostile: readonly { readonly title: string; readonly body: object }[] = [
  { title: 'averages over 30 years of days on 64 assets', body: { trades: repeat(64, (i) => average(YEARS_30, `A${i}`)) } },
  {
    title: 'hundreds of averages over the days of a year',
    body: { trades: repeat(400, (i) => average(365, 'A0', 50 + i)), exposureTimes: times(12, 1) },
  },
  { title: 'a barrier over 30 years of days on the most paths', body: { trades: [ended(YEARS_30, 90)], pricer: { numPaths: 2 ** 22 } } },
  { title: 'as many contracts as trades are admitted', body: { trades: repeat(10_000, (i) => average(30, 'A0', 50 + i / 100)) } },
  {
    title: 'options on thousands of dates',
    body: { trades: repeat(10_000, (i) => option(1 + i * 0.0029)), exposureTimes: times(1_200, 30) },
  },
  { title: 'swaps that pay every month for 100 years', body: { trades: repeat(10_000, () => swap(100, 12)) } },
  {
    title: 'swaps of two factors with payments on thousands of dates',
    body: {
      trades: repeat(300, (i) => swap(1 + i * 0.09, 12)),
      market: { ...market, models: { USD: { ...market.models.USD, secondFactor } } },
    },
  },
  { title: 'Bermudan swaptions of a thousand dates', body: { trades: repeat(10, () => bermudan(1_100)) } },
];

const planned = (body: object) =>
  exposureJob(parse(exposureRequest, { market, exposureTimes: times(120, 30), ...body }), { costLimit: COST_LIMIT });

describe('the cost of a netting set', function () {
  this.timeout(120_000);

  for (const { title, body } of hostile)
    it(`refuses ${title}`, () => {
      const { kind, message } = failureOf(() => planned(body));
      expect(kind).to.equal('cost');
      expect(message).to.match(/^(trades .*|the simulation would draw .*); the limit is [0-9.e+]+$/);
    });

  it('names the part of the request that takes most, and the limit of the service', () => {
    const { message, faults } = failureOf(() => planned({ trades: repeat(10, () => bermudan(1_100)) }));
    expect(message).to.match(
      /^trades would take .* evaluations at 120 dates on 8192 paths, of them .* for options; the limit is 4.00e\+9$/,
    );
    expect(faults.map(({ pointer }) => pointer)).to.deep.equal(['/trades']);
  });

  it('counts contracts before their terms are built, and those that have ended by a date not at that date', () => {
    const { message } = failureOf(() => planned({ trades: repeat(400, () => average(10_800)) }));
    expect(message).to.equal('trades have 400 contracts, which at 121 dates are at least 47600 values; the limit is 40000');
    expect(planned({ trades: repeat(2, () => average(30)), exposureTimes: times(120, 30) }).blocks).to.equal(16);
  });

  it('counts capital, modelled margin, intensities that move and moments beside the exposures', () => {
    const many = { market, trades: [swap(20, 1)], exposureTimes: times(1_200, 20), pricer: { numPaths: 2 ** 17 } };
    const more = {
      capital: { costOfCapital: 0.1 },
      collateral: { threshold: 0, initialMargin: {} },
      wrongWayRisk: { counterparty: { volatility: 0.002 } },
    };
    const admitted = (body: object) =>
      xvaJob(parse(xvaRequest, { ...many, counterparty: allocated.counterparty, ...body }), { costLimit: 1e9 });
    expect(admitted({}).blocks).to.equal(16);
    expect(failureOf(() => admitted({ ...more, allocation: true })).message).to.match(/of them .* for amounts; the limit is 1.00e\+10$/);
  });

  for (const [title, models] of Object.entries({
    'one factor': market.models,
    'two factors': { USD: { ...market.models.USD, secondFactor } },
  }))
    it(`counts the shares and the legs of swaptions of ${title}, each leg of a Bermudan one a quadrature of its own`, () => {
      const european = { ...swap(20, 12), type: 'swaption', expiry: 5 };
      const annual = { ...swap(30, 12), type: 'bermudan_swaption', exerciseDates: repeat(25, (i) => 1 + i) };
      const counted = (trade: object, more: { readonly moments: boolean; readonly derivatives?: boolean }): number => {
        const body = { market: { ...market, models }, trades: [trade], exposureTimes: times(24, 24) };
        const request = simulatedRequest(parse(exposureRequest, body));
        const nettingSet = resolveNettingSet(request.trades ?? [], request, (i) => `/trades/${i}`);
        const { message } = failureOf(() => exposurePlan({ ...nettingSet, sets: [[0]], numPaths: 256, seed: 1, ...more, costLimit: 1 }));
        return Number(message.match(/would take (\S+) evaluations/)?.[1]);
      };
      // Processor times over those of the values alone, with 24 to 60 dates: 1.6 to 2 for shares, for derivatives 2.4 to 2.9 (European) and 8 to 10.
      for (const [trade, least, most] of [
        [european, 1.2, 3],
        [annual, 4, 20],
      ] as const) {
        const values = counted(trade, { moments: false });
        expect(counted(trade, { moments: true })).to.be.within(1.2 * values, 3 * values);
        expect(counted(trade, { moments: true, derivatives: true })).to.be.within(least * values, most * values);
      }
    });

  it('bounds the sweep of all volatilities by what a few simulations may take', () => {
    const names = Object.keys(market.assets);
    const body = {
      market,
      trades: names.map((name) => option(5, name)),
      exposureTimes: times(60, 5),
      counterparty: allocated.counterparty,
    };
    const sweep = (numPaths: number) =>
      xvaSensitivitiesJob(parse(xvaSensitivitiesRequest, { ...body, pricer: { numPaths } }), { costLimit: COST_LIMIT });
    // The base, and two of each share and of the short rate.
    expect(sweep(1_024).blocks).to.equal(16 * (1 + 2 * 65));
    expect(failureOf(() => sweep(2 ** 16)).message).to.match(
      /which 131 simulations share: fewer factors, tenors, correlations or paths need less$/,
    );
    // Each of them alone is admitted.
    expect(xvaJob(parse(xvaRequest, { ...body, pricer: { numPaths: 2 ** 16 } }), { costLimit: COST_LIMIT }).blocks).to.equal(16);
  });

  it('refuses a plan that would hold more tables than fit into memory', () => {
    const { message } = failureOf(() =>
      planned({
        trades: repeat(600, (i) => option(30 - i * 0.01)),
        exposureTimes: times(240, 29),
        pricer: { numPaths: 256 },
      }),
    );
    expect(message).to.match(/^trades would need more than 16777216 numbers in memory/);
  });

  it('refuses an allocation whose moments would not fit into memory, and takes the same trades without one', () => {
    const body = { market, trades: repeat(500, (i) => option(10 + i / 40)), exposureTimes: times(60, 20) };
    const { message } = failureOf(() => xvaJob(parse(xvaRequest, { ...body, ...allocated }), { costLimit: COST_LIMIT }));
    expect(message).to.match(/^trades would need .* numbers for the shares or sensitivities of their tables; the limit is 4.19e\+6/);
    expect(planned(body).blocks).to.equal(16);
  });

  it('takes a year of days on the usual paths, and a book of a thousand options', () => {
    const daily = { trades: [average(365), ended(365, 90)], exposureTimes: times(12, 1) };
    expect(planned(daily).blocks).to.equal(16);
    expect(planned({ trades: repeat(500, (i) => option(1 + i * 0.02)), exposureTimes: times(60, 10) }).blocks).to.equal(16);
  });
});

describe('the moments of an allocation', () => {
  it('are joined part by part to the same shares', () => {
    const collateral = { threshold: 1, marginPeriodDays: 20 };
    const daily = average(500);
    const monthly = { ...daily, contract: { ...daily.contract, observationDates: every(30, 500) } };
    const body = { market, trades: [swap(3, 2), option(2), monthly], exposureTimes: [0.5, 1, 1.5], pricer: { numPaths: 512 } };
    const job = xvaJob(parse(xvaRequest, { ...body, ...allocated, collateral }), { costLimit: COST_LIMIT });
    const parts = (): ShiftSums[] => Array.from({ length: job.blocks }, (_, block) => job.run(block));
    const joined = parts().map(openMomentBatches());
    expect(job.combine(joined)).to.deep.equal(job.combine(parts()));
  });
});

describe('the memory of contracts in a netting set', () => {
  const body = {
    market,
    trades: [average(400), ended(500, 95), { ...average(300, 'A1', 90), quantity: 2 }],
    exposureTimes: [0.25, 0.5, 1],
  };
  const request = simulatedRequest(parse(exposureRequest, body));
  const { trades, times: valued, model } = resolveNettingSet(request.trades ?? [], request, (i) => `/trades/${i}`);
  const contracts = trades.flatMap(({ contract }) => contract ?? []);
  const outline = outlineContracts(model, contracts, valued, { shifts: 16, log2Points: 9 });
  if (outline === undefined) throw new Error('the netting set has contracts');
  const plan = contractPlan(model, outline);

  it('does not grow with the dates: the bases of all dates use the same arrays', () => {
    const shared = openSharedArrays();
    const [one, other] = [0.25, 0.5].map((time) =>
      openBasis(crossAssetModel(model.market), logarithmsAt(model, time), plan.groups[0]!, time, shared),
    );
    expect(one!.forms.length).to.be.above(0);
    [...one!.forms, ...one!.features].forEach((array, i) => void expect(array).to.equal([...other!.forms, ...other!.features][i]));
  });

  it('is that of a portion of the regressions: fitted one by one they have the same bits', () => {
    const [together, apart] = [[[0, 1, 2]], [[0], [1], [2]]].map((portions) => fitContracts({ ...plan, portions }, 7, 3));
    expect(apart!.today).to.deep.equal(together!.today);
    const states = model.coordinates.map((_, i) => new Float64Array(512).map((_, p) => 0.002 * (i + 1) * (p - 256)));
    const valuesOf = (fits: typeof together): number[][] =>
      contracts.map((_, c) => {
        const into = new Float64Array(512);
        const { move, valuesOf: write } = openContractValues(fits!, plan.paths.dates);
        move(0, states, 512);
        write(c, 1, states, undefined, 512, into);
        return [...into];
      });
    expect(valuesOf(apart)).to.deep.equal(valuesOf(together));
    expect(valuesOf(together).flat().every(Number.isFinite)).to.equal(true);
  });
});
