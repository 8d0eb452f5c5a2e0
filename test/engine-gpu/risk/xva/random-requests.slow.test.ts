/** Random requests of netting sets, each count up to its documented maximum: refused by name before anything is simulated, or simulated to finite numbers. */
import { expect } from 'chai';
import fc from 'fast-check';
import { type BlockJob, EngineFailure, exposureJob, incrementalXvaJob, xvaJob, xvaSensitivitiesJob } from '#engine';
import { exposureRequest, incrementalXvaRequest, parse, xvaRequest, xvaSensitivitiesRequest } from '#engine/schemas';
import { dateOn, repeat, valuationDate } from '#test/support/netted-trades';

/** So small that what is admitted takes a fraction of a second. */
const COST_LIMIT = 2e6;
/** Numbers that a plan may hold (128 MiB), and a sweep two of. */
const MAX_NUMBERS = 2 * 2 ** 24;
const CURRENCIES = [
  'USD',
  'EUR',
  'GBP',
  'JPY',
  'CHF',
  'SEK',
  'NOK',
  'DKK',
  'CAD',
  'AUD',
  'NZD',
  'PLN',
  'CZK',
  'HUF',
  'MXN',
  'ZAR',
  'SGD',
  'HKD',
  'KRW',
  'INR',
];

/** Counts of every size are equally likely: a count up to 10 000 is below 100 in half of the draws. */
const countTo = (max: number, min = 1) =>
  fc.double({ min: Math.log(min), max: Math.log(max), noNaN: true }).map((log) => Math.min(max, Math.max(min, Math.round(Math.exp(log)))));

const drawn = fc.record({
  operation: fc.constantFrom('exposure', 'joint', 'xva', 'incremental', 'sensitivities', 'sensitivities'),
  kinds: fc.uniqueArray(
    fc.constantFrom('swap', 'swaption', 'bermudan', 'cross_currency_swap', 'fx_option', 'equity_option', 'average', 'barrier'),
    { minLength: 1, maxLength: 4 },
  ),
  trades: countTo(10_000),
  dates: countTo(1_200),
  paths: countTo(2 ** 22, 256),
  currencies: countTo(20),
  shares: countTo(64),
  tenors: countTo(60),
  sets: countTo(100),
  maturity: fc.constantFrom(1, 5, 30, 90),
  perYear: fc.constantFrom(1, 4, 12),
  twoFactors: fc.boolean(),
  settlement: fc.constantFrom('cash', 'physical'),
  margin: fc.constantFrom('none', 'threshold', 'amount', 'modelled'),
  capital: fc.constantFrom('none', 'exposure', 'sa_ccr'),
  wrongWay: fc.boolean(),
  further: fc.boolean(),
});
type Drawn = typeof drawn extends fc.Arbitrary<infer Value> ? Value : never;

function tradeOf(kind: Drawn['kinds'][number], i: number, { currencies, shares, maturity, perYear, settlement }: Drawn): object {
  const currency = CURRENCIES[i % currencies];
  const end = Math.max(1, Math.round(maturity * (0.2 + (0.8 * (i % 37)) / 36)));
  const swap = {
    currency,
    notional: 1e6,
    side: i % 2 === 0 ? 'payer' : 'receiver',
    fixedRate: 0.03,
    fixedFrequency: perYear,
    floatingFrequency: perYear,
  };
  const share = `A${i % shares}`;
  const expiry = dateOn(end * 360);
  switch (kind) {
    case 'swap':
      return { ...swap, type: 'interest_rate_swap', maturity: end };
    case 'swaption':
      return { ...swap, type: 'swaption', expiry: end, maturity: end + 5, settlement };
    case 'bermudan':
      return { ...swap, type: 'bermudan_swaption', exerciseDates: repeat(end, (k) => 1 + k), maturity: end + 2, settlement };
    case 'cross_currency_swap':
      return currencies === 1
        ? { ...swap, type: 'interest_rate_swap', maturity: end }
        : {
            ...{ type: 'cross_currency_swap', maturity: end, frequency: perYear },
            receive: { currency: CURRENCIES[1], notional: 1e6, spread: 0 },
            pay: { currency: 'USD', notional: 1.1e6, rate: 0.03 },
          };
    case 'fx_option':
      return currencies === 1
        ? { type: 'equity_forward', underlying: share, quantity: 1, strike: 100, maturity: end }
        : {
            type: 'fx_option',
            buyCurrency: CURRENCIES[1],
            buyAmount: 1e6,
            sellCurrency: 'USD',
            sellAmount: 1.1e6,
            maturity: end,
            optionType: 'call',
          };
    case 'equity_option':
      return { type: 'equity_option', underlying: share, quantity: 1, strike: 80 + (i % 40), maturity: end, optionType: 'put' };
    case 'average':
      return {
        type: 'contract',
        contract: {
          type: 'asian_call',
          underlying: share,
          strike: 100,
          expiry,
          observationDates: repeat(12, (k) => dateOn(30 * end * (k + 1))),
        },
      };
    case 'barrier':
      return {
        type: 'contract',
        contract: {
          type: 'conditional',
          contract: { type: 'vanilla_call', underlying: share, strike: 100, expiry },
          condition: { type: 'barrier_condition', level: 80, direction: 'down', style: 'knock_out', monitoring: 'monthly' },
        },
      };
  }
}

function jobOf(draw: Drawn): () => BlockJob<unknown, object> {
  const { operation, kinds, margin, capital, wrongWay, further } = draw;
  const hasContracts = kinds.includes('average') || kinds.includes('barrier');
  const codes = CURRENCIES.slice(0, draw.currencies);
  const byCurrency = <Value>(value: Value) => Object.fromEntries(codes.map((code) => [code, value]));
  const byPair = <Value>(value: Value) => Object.fromEntries(codes.slice(1).map((code) => [`${code}USD`, value]));
  const secondFactor = { meanReversion: 0.3, volatility: 0.005, correlation: -0.5 };
  const shared = {
    market: {
      valuationDate,
      curves: byCurrency({ rate: 0.02 }),
      fx: byPair(1.1),
      volatilities: byPair({ type: 'lognormal', volatility: 0.1 }),
      assets: Object.fromEntries(repeat(draw.shares, (i) => [`A${i}`, { spot: 100, volatility: 0.25 }])),
      models: byCurrency({ meanReversion: 0.05, volatility: 0.008, ...(draw.twoFactors && { secondFactor }) }),
    },
    exposureTimes: repeat(draw.dates, (i) => (draw.maturity * (i + 1)) / draw.dates),
    pricer: { numPaths: draw.paths },
  };
  const initialMargin = margin === 'modelled' && !hasContracts ? {} : { amount: 1e4 };
  const collateral = margin === 'none' ? {} : { collateral: { threshold: 1e4, ...(margin !== 'threshold' && { initialMargin }) } };
  const cost = { costOfCapital: 0.1, ...((capital === 'exposure' || hasContracts) && { capitalFactor: 0.08 }) };
  const parties = {
    counterparty: { hazardRate: 0.02, recoveryRate: 0.4 },
    own: { hazardRate: 0.01, recoveryRate: 0.4 },
    funding: { borrowSpread: 0.01 },
    ...(capital !== 'none' && { capital: cost }),
    ...(wrongWay && { wrongWayRisk: { counterparty: { volatility: 0.0005, correlations: [{ asset: 'USD', correlation: 0.3 }] } } }),
  };
  const trades = repeat(draw.trades, (i) => tradeOf(kinds[i % kinds.length]!, i, draw));
  const limits = { costLimit: COST_LIMIT };
  switch (operation) {
    case 'exposure': {
      const request = parse(exposureRequest, { ...shared, ...collateral, trades });
      return () => exposureJob(request, limits);
    }
    case 'joint': {
      const sets = repeat(Math.min(draw.sets, trades.length), (set) => ({
        ...collateral,
        trades: trades.filter((_, i) => i % draw.sets === set),
      }));
      const request = parse(exposureRequest, { ...shared, nettingSets: sets });
      return () => exposureJob(request, limits);
    }
    case 'xva': {
      const request = parse(xvaRequest, { ...shared, ...collateral, ...parties, trades, allocation: further });
      return () => xvaJob(request, limits) as BlockJob<unknown, object>;
    }
    case 'incremental': {
      const request = parse(incrementalXvaRequest, {
        ...shared,
        ...collateral,
        ...parties,
        trades: trades.slice(1),
        newTrades: trades.slice(0, 1),
      });
      return () => incrementalXvaJob(request, limits) as BlockJob<unknown, object>;
    }
    case 'sensitivities': {
      const tenors = repeat(draw.tenors, (i) => (i + 1) / 2);
      const body = { ...shared, ...collateral, ...parties, trades, tenors, correlationBumps: further && wrongWay };
      const request = parse(xvaSensitivitiesRequest, body);
      return () => xvaSensitivitiesJob(request, limits) as BlockJob<unknown, object>;
    }
  }
}

/** Every number of an answer, also those in arrays. */
function numbersIn(value: unknown): readonly number[] {
  if (typeof value === 'number') return [value];
  if (ArrayBuffer.isView(value)) return [...(value as Float64Array)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

describe('random requests of netting sets', function () {
  this.timeout(240_000);

  it('are refused with the limit and the part of the request, or have a plan that fits into memory and finite sums', () => {
    const counts = { refused: 0, simulated: 0 };
    fc.assert(
      fc.property(drawn, (draw) => {
        const start = jobOf(draw);
        let job: BlockJob<unknown, object>;
        try {
          job = start();
        } catch (error) {
          if (!(error instanceof EngineFailure)) throw error;
          expect(error.kind, error.message).to.equal('cost');
          expect(error.message).to.match(/limit is [0-9.e+]+|would need more than [0-9]+ numbers in memory/);
          counts.refused++;
          return;
        }
        counts.simulated++;
        expect(job.blocks).to.be.above(0);
        expect(job.numbers ?? 0).to.be.at.most(MAX_NUMBERS);
        // One block stands for all: they differ in their random numbers alone.
        expect(numbersIn(job.run(0)).every(Number.isFinite)).to.equal(true);
      }),
      { seed: 20_261_120, numRuns: 40 },
    );
    expect(counts.refused).to.be.above(10);
    expect(counts.simulated).to.be.above(5);
  });
});
