/** Contracts of the algebra in netting sets: valued by regression on the paths. */
import { expect } from 'chai';
import { exposureJob, incrementalXvaJob, runJob, xvaJob } from '#engine';
import { exposureRequest, faultsOf, incrementalXvaRequest, parse, xvaRequest, xvaSensitivitiesRequest } from '#engine/schemas';
import { isFullRun } from '#test/support/effort';
import { dateOn, valuationDate } from '#test/support/netted-trades';
import { rowsOf } from '../../../../reference/table.js';

const limits = { costLimit: 1e10 };
const DAYS_PER_YEAR = 365;

const market = {
  valuationDate,
  curves: { USD: { rate: 0.03 }, EUR: { rate: 0.015 } },
  fx: { EURUSD: 1.1 },
  assets: {
    ACME: { spot: 100, volatility: 0.25, dividend: 0.01 },
    BETA: { spot: 40, volatility: 0.3, currency: 'EUR' },
    GAMMA: { spot: 60, volatility: 0.2 },
  },
  volatilities: { EURUSD: { type: 'lognormal', volatility: 0.1 } },
  models: { USD: { meanReversion: 0.05, volatility: 0.01 }, EUR: { meanReversion: 0.1, volatility: 0.008 } },
  correlations: [
    { asset1: 'ACME', asset2: 'GAMMA', correlation: 0.5 },
    { asset1: 'ACME', asset2: 'USD', correlation: 0.2 },
    { asset1: 'USD', asset2: 'EUR', correlation: 0.5 },
    { asset1: 'BETA', asset2: 'EURUSD', correlation: -0.3 },
  ],
};
const expiry = dateOn(2 * DAYS_PER_YEAR);
const call = { type: 'vanilla_call', underlying: 'ACME', strike: 105, expiry };
const contract = (form: object, more: object = {}) => ({ type: 'contract', contract: form, ...more });
const netting = { market, exposureTimes: [0.25, 0.5, 1, 1.5, 1.9], pricer: { numPaths: 4_096 } };
interface Simulated {
  readonly time: number;
  readonly ee: number;
  readonly nee: number;
  readonly pfe95: number;
  readonly standardErrors: { readonly ee: number; readonly nee: number; readonly pfe95: number };
}
function exposureOf(trades: readonly object[], more: object = {}): { readonly value: number; readonly exposure: readonly Simulated[] } {
  const { value, exposure } = runJob(exposureJob(parse(exposureRequest, { ...netting, trades, ...more }), limits));
  return { value, exposure: exposure as readonly Simulated[] };
}
const barrier = (more: object) => ({ type: 'barrier_condition', monitoring: 'monthly', ...more });

/** Requires every expected exposure within some standard errors, and within what regressions leave. */
function requireSame(
  actual: readonly Simulated[],
  expected: readonly { readonly ee: number; readonly nee: number }[],
  { relative, absolute = 0 }: { readonly relative: number; readonly absolute?: number },
): void {
  actual.forEach(({ time, ee, nee, standardErrors }, i) => {
    for (const [name, value, reference, error] of [
      ['ee', ee, expected[i]!.ee, standardErrors.ee],
      ['nee', nee, expected[i]!.nee, standardErrors.nee],
    ] as const)
      expect(Math.abs(value - reference), `${name} at ${time}: ${value} ± ${error} for ${reference}`).to.be.at.most(
        4 * error + relative * reference + absolute,
      );
  });
}

interface ContractRow {
  readonly spot: number;
  readonly rate: number;
  readonly dividend: number;
  readonly volatility: number;
  readonly strike: number;
  readonly amount: number;
  readonly optionType: 'call' | 'put';
  readonly exposureDays: readonly number[];
  readonly observationDays?: readonly number[];
  readonly monitoringDays?: readonly number[];
  readonly expiryDay?: number;
  readonly level?: number;
  readonly direction?: string;
  readonly style?: string;
}
interface Figures {
  readonly exposure: readonly { readonly day: number; readonly ee: number; readonly nee: number; readonly pfe95: number }[];
}

function specOf({ strike, optionType, amount, observationDays, monitoringDays = [], expiryDay = 0, level, direction, style }: ContractRow) {
  const last = dateOn(observationDays?.at(-1) ?? expiryDay);
  const option =
    observationDays === undefined
      ? {
          type: 'conditional',
          contract: { type: `vanilla_${optionType}`, underlying: 'ACME', strike, expiry: last },
          condition: { type: 'barrier_condition', level, direction, style, monitoringDates: monitoringDays.map(dateOn) },
        }
      : { type: `asian_${optionType}`, underlying: 'ACME', strike, expiry: last, observationDates: observationDays.map(dateOn) };
  return { type: 'combined', specs: [option, { type: 'cash', date: last, amount: -amount }] };
}

describe('a contract in a netting set', function () {
  this.timeout(120_000);

  it('that is an option on one spot is that option, in closed form on every path', () => {
    const option = { type: 'equity_option', underlying: 'ACME', quantity: 3, strike: 105, maturity: 2, optionType: 'call' };
    const [actual, expected] = [exposureOf([contract(call, { quantity: 3 })]), exposureOf([option])];
    expect(actual.value).to.be.closeTo(expected.value, 1e-10 * expected.value);
    actual.exposure.forEach(({ ee, pfe95 }, i) => {
      // The option's table is interpolated; the contract's formula is not.
      expect(ee).to.be.closeTo(expected.exposure[i]!.ee, 1e-4 * expected.exposure[i]!.ee);
      expect(pfe95).to.be.closeTo(expected.exposure[i]!.pfe95, 1e-4 * expected.exposure[i]!.pfe95);
    });
  });

  it('on an exchange rate is an option on the exchange', () => {
    const option = { buyCurrency: 'EUR', buyAmount: 100, sellCurrency: 'USD', sellAmount: 112, maturity: 2, optionType: 'call' };
    const options = contract({ type: 'vanilla_call', underlying: 'EURUSD', strike: 1.12, expiry }, { quantity: 100 });
    const [actual, expected] = [exposureOf([options]), exposureOf([{ type: 'fx_option', ...option }])];
    expect(actual.value).to.be.closeTo(expected.value, 1e-10 * expected.value);
    actual.exposure.forEach(({ ee }, i) => void expect(ee).to.be.closeTo(expected.exposure[i]!.ee, 1e-3 * expected.exposure[i]!.ee));
  });

  for (const [label, form] of [
    ['an average over one date', { type: 'asian_call', underlying: 'ACME', strike: 105, expiry, observationDates: [expiry] }],
    ['a basket of one asset', { type: 'basket_call', underlyings: ['ACME'], weights: [1], strike: 105, expiry }],
    [
      'an option behind a barrier that is never reached',
      { type: 'conditional', contract: call, condition: barrier({ level: 1, direction: 'down', style: 'knock_out' }) },
    ],
    [
      'the sum of a knock-in and a knock-out',
      {
        type: 'combined',
        specs: ['knock_in', 'knock_out'].map((style) => ({
          type: 'conditional',
          contract: call,
          condition: barrier({ level: 85, direction: 'down', style }),
        })),
      },
    ],
  ] as const)
    it(`that is an option in disguise has the exposure of its closed form: ${label}`, () => {
      // Netted with a payment, so that the exposure is that of a compound option.
      const owed = contract({ type: 'cash', date: expiry, amount: -14 }, { currency: 'USD' });
      const [actual, expected] = [exposureOf([contract(form), owed]), exposureOf([contract(call), owed])];
      requireSame(actual.exposure, expected.exposure, { relative: 0.005 });
      actual.exposure.forEach(
        ({ pfe95 }, i) => void expect(pfe95).to.be.closeTo(expected.exposure[i]!.pfe95, 0.03 * expected.exposure[i]!.pfe95),
      );
    });

  for (const { id, inputs, expected } of rowsOf<ContractRow, Figures>('contract_exposure'))
    it(`has the exposure of the law of its path by quadrature: ${id}`, () => {
      const { spot, rate, dividend, volatility, exposureDays } = inputs;
      const actual = exposureOf([contract(specOf(inputs))], {
        market: { valuationDate, curves: { USD: { rate } }, assets: { ACME: { spot, volatility, dividend } } },
        exposureTimes: exposureDays.map((day) => day / DAYS_PER_YEAR),
        pricer: { numPaths: 16_384 },
      });
      // Regressions leave up to half a percent of the exposure, and two of its upper quantile.
      requireSame(actual.exposure, expected.exposure, { relative: 0.005, absolute: 0.02 });
      actual.exposure.forEach(({ pfe95, standardErrors }, i) => {
        const reference = expected.exposure[i]!.pfe95;
        expect(Math.abs(pfe95 - reference), `pfe95 ${pfe95} for ${reference}`).to.be.at.most(4 * standardErrors.pfe95 + 0.02 * reference);
      });
    });

  it('keeps its value in the mean at every date, whatever it observes, in whatever currency it pays, with rates that move', () => {
    const dates = Array.from({ length: 4 }, (_, k) => dateOn(91 * (k + 1)));
    const last = dates[dates.length - 1];
    const one = { underlying: 'ACME', expiry: last };
    const several = { underlyings: ['ACME', 'GAMMA'], expiry: last };
    const note = {
      type: 'worst_of_autocall',
      underlyings: ['ACME', 'GAMMA'],
      observationDates: dates,
      callBarrier: 1,
      couponBarrier: 0.8,
      protectionBarrier: 0.7,
      couponRate: 0.02,
      productType: 'phoenix',
      memoryCoupon: true,
    };
    const all: readonly (readonly [string, object, object?])[] = [
      ['an average', { type: 'asian_put', strike: 100, observationDates: dates, ...one }],
      ['a geometric average', { type: 'asian_call', strike: 100, observationDates: dates, averaging: 'geometric', ...one }],
      ['a basket', { type: 'basket_call', weights: [0.5, 0.8], strike: 98, ...several }],
      ['a best-of', { type: 'best_of_call', strike: 105, ...several }],
      ['a cliquet', { type: 'cliquet', underlying: 'ACME', observationDates: dates, localFloor: -0.05, localCap: 0.06 }],
      ['a lookback', { type: 'lookback_call', strike: 100, observationDates: dates, ...one }],
      ['an autocall', { type: 'scaled', contract: note, factor: 100 }],
      ['an autocall with daily protection', { type: 'scaled', contract: { ...note, protectionMonitoring: 'daily' }, factor: 100 }],
      [
        'a knock-out',
        {
          type: 'conditional',
          contract: { ...call, expiry: last },
          condition: barrier({ level: 130, direction: 'up', style: 'knock_out' }),
        },
      ],
      ['a quanto option', { type: 'vanilla_call', underlying: 'BETA', strike: 42, expiry: last }, { currency: 'USD', quantity: 3 }],
      ['a digital on a rate', { type: 'digital_call', underlying: 'EURUSD', strike: 1.1, expiry: last }, { quantity: 20 }],
    ];
    for (const [label, form, more] of all.filter((_, i) => isFullRun || i % 3 === 0)) {
      const { value, exposure } = exposureOf([contract(form, more)], { exposureTimes: [0.23], pricer: { numPaths: 2_048 } });
      // Before the first payment the mean of V/B is the value today.
      exposure.forEach(({ time, ee, nee, standardErrors }) => {
        const compounded = value * Math.exp(0.03 * time);
        const error = Math.hypot(standardErrors.ee, standardErrors.nee);
        expect(Math.abs(ee - nee - compounded), `${label} at ${time}: ${ee - nee} ± ${error} for ${compounded}`).to.be.at.most(
          4 * error + 0.01 * Math.abs(value),
        );
      });
    }
  });

  it('that has ended is worth nothing, and in a margin period counts with what it paid in it', () => {
    const [end, periodDays] = [0.5, 30];
    const paid = contract({ type: 'cash', date: dateOn(180), amount: 100 }, { currency: 'USD' });
    const collateral = { threshold: 0, marginPeriodDays: periodDays };
    const settings = { exposureTimes: [end, 0.6], collateral };
    const [unpaid, gone] = exposureOf([paid], settings).exposure;
    // Paid on day 180, two days before the date: the call before it was for its value, which is still due at close-out.
    expect(unpaid!.ee).to.be.at.most(1);
    expect(unpaid!.nee).to.be.at.most(1);
    expect(gone!.ee + gone!.nee).to.equal(0);
    const [flowsPaid] = exposureOf([paid], { ...settings, collateral: { ...collateral, flowsInMarginPeriod: 'paid' } }).exposure;
    // It has been paid and the collateral for it is still held.
    expect(flowsPaid!.nee).to.be.closeTo(100, 1);
    // The same of an average, whose payment the paths determine.
    const asian = { type: 'asian_call', underlying: 'ACME', strike: 95, expiry: dateOn(180), observationDates: [dateOn(90), dateOn(180)] };
    const [asianAlone] = exposureOf([contract(asian)], settings).exposure;
    const [released] = exposureOf([contract(asian)], { ...settings, collateral: { ...collateral, flowsInMarginPeriod: 'paid' } }).exposure;
    expect(asianAlone!.ee).to.be.below(0.5 * released!.nee);
    expect(released!.ee).to.equal(0);
  });

  const parties = {
    counterparty: { hazardRate: 0.02, recoveryRate: 0.4 },
    own: { hazardRate: 0.01, recoveryRate: 0.4 },
    funding: { borrowSpread: 0.006, lendSpread: 0.004 },
  };
  const small = { ...netting, ...parties, exposureTimes: [0.5, 1.2, 1.9], pricer: { numPaths: 1_024 } };
  const asian = { type: 'asian_call', underlying: 'ACME', strike: 100, expiry, observationDates: [dateOn(360), dateOn(540), expiry] };
  const forward = { type: 'equity_forward', id: 'forward', underlying: 'ACME', quantity: -1, strike: 101, maturity: 2 };
  const book = [contract(asian, { id: 'asian', quantity: 2 }), forward, contract(call, { id: 'call', quantity: -1 })];
  const calculate = (trades: readonly object[], more: object = {}) =>
    runJob(xvaJob(parse(xvaRequest, { ...small, trades, ...more }), limits));

  it('has its share of every measure, and the shares add up', () => {
    const collateral = { threshold: 5, marginPeriodDays: 20 };
    for (const more of [{}, { collateral }, { capital: { costOfCapital: 0.1, capitalFactor: 0.08 } }]) {
      const actual = calculate(book, { ...more, allocation: true });
      const shares = actual.allocation ?? [];
      expect(shares.map(({ id }) => id)).to.deep.equal(['asian', 'forward', 'call']);
      for (const name of ['cva', 'dva', 'fva', 'kva', 'total'] as const) {
        const sum = shares.reduce((total, share) => total + share[name], 0);
        expect(sum, name).to.be.closeTo(actual[name], 1e-10 * Math.max(actual.cva, actual.dva));
      }
    }
    // Differences on the same paths show what the size of the contract changes.
    const [share] = calculate(book, { allocation: true }).allocation ?? [];
    const sized = (factor: number) => calculate([{ ...book[0], quantity: 2 * factor }, ...book.slice(1)]).cva;
    // Between the two sizes the exposure of a few of the paths changes its sign.
    expect(share!.cva).to.be.closeTo((sized(1.001) - sized(0.999)) / 0.002, 5e-3 * Math.abs(share!.cva));
  });

  it('added to a netting set adds the difference, on the same paths, and has the same bits in whatever order blocks are computed', () => {
    const [first, ...rest] = book;
    const request = { ...small, trades: rest, newTrades: [first] };
    const added = runJob(incrementalXvaJob(parse(incrementalXvaRequest, request), limits));
    expect(added.after.cva).to.be.closeTo(calculate([...rest, first!]).cva, 1e-9 * added.after.cva);
    // Alone, the trades before are simulated on fewer dates, so that their paths are others.
    const { cva, standardErrors } = calculate(rest);
    expect(Math.abs(added.before.cva - cva)).to.be.at.most(4 * Math.hypot(standardErrors.cva, added.before.standardErrors.cva));
    expect(added.cva).to.be.closeTo(added.after.cva - added.before.cva, 1e-12 * added.after.cva);
    const job = xvaJob(parse(xvaRequest, { ...small, trades: book }), limits);
    const backwards = Array.from({ length: job.blocks }, (_, i) => job.blocks - 1 - i).map((block) => [block, job.run(block)] as const);
    const parts = new Map(backwards);
    const inOrder = Array.from({ length: job.blocks }, (_, block) => structuredClone(parts.get(block) ?? job.run(block)));
    expect(job.combine(inOrder)).to.deep.equal(calculate(book));
  });

  it('observes fixings of the past', () => {
    const dates = [dateOn(-30), dateOn(60), dateOn(180)];
    const asianCall = { type: 'asian_call', underlying: 'ACME', strike: 100, expiry: dateOn(180), observationDates: dates };
    const fixed = (value: number) =>
      exposureOf([contract(asianCall)], { market: { ...market, fixings: { ACME: [{ date: dateOn(-30), value }] } }, exposureTimes: [0.2] })
        .value;
    expect(fixed(130)).to.be.above(fixed(100) + 4);
  });

  it('is refused where it cannot be simulated, and the fault names it', () => {
    const refusalOf = (schema: typeof exposureRequest | typeof xvaRequest | typeof xvaSensitivitiesRequest, body: object) => {
      const parsed = schema.safeParse(body);
      return parsed.success ? [] : faultsOf(parsed.error, body).map(({ pointer }) => pointer);
    };
    const engineRefusal = (trade: object, more: object = {}): string => {
      try {
        exposureOf([forward, trade], more);
      } catch (error) {
        return (error as Error).message;
      }
      return 'priced';
    };
    const continuous = {
      type: 'conditional',
      contract: call,
      condition: { type: 'barrier_condition', level: 80, direction: 'down', style: 'knock_out' },
    };
    expect(engineRefusal(contract(continuous))).to.contain('trades.1.contract must not be monitored continuously');
    expect(engineRefusal(contract({ type: 'choice', left: call, right: { ...call, type: 'vanilla_put' } }))).to.contain(
      'trades.1.contract must not have a choice of the holder',
    );
    expect(engineRefusal(contract({ ...call, underlying: 'NOTHING' }))).to.contain('NOTHING');
    expect(engineRefusal(contract({ type: 'worst_of_call', underlyings: ['ACME', 'BETA'], strike: 50, expiry }))).to.contain(
      'trades.1.currency is required: the underlyings are in USD and EUR',
    );
    const xva = { ...netting, ...parties, trades: book };
    expect(refusalOf(xvaRequest, { ...xva, capital: { costOfCapital: 0.1 } })).to.deep.equal(['/capital/method']);
    expect(refusalOf(xvaRequest, { ...xva, collateral: { threshold: 0, initialMargin: {} } })).to.deep.equal(['/collateral/initialMargin']);
    expect(
      refusalOf(exposureRequest, { ...netting, trades: book, collateral: { threshold: 0, initialMargin: { amount: 1 } } }),
    ).to.deep.equal([]);
    expect(refusalOf(xvaSensitivitiesRequest, { ...xva, capital: { costOfCapital: 0.1 } })).to.deep.equal(['/capital/method']);
  });
});
