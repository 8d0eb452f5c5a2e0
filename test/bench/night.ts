/**
 * The night of a bank through HTTP, on the two cores of one machine: a book of 10 000 trades in five currencies (60 % swaps, 15 % swaptions and caps,
 * 15 % exchanges of currencies, 10 % equity) is valued, its sensitivities and its historical value at risk over 500 days by full revaluation are
 * computed, and exposure, CVA, DVA and FVA of 200 netting sets with 2 000 paths. Prints the time of each stage, and the processor time of the value
 * of the swaps beside that of reading their requests as JSON. The sum of the values of single trades is compared with the total.
 *
 *   npm run bench -- night
 */
import { Draw } from '#test/support/random';
import { startService } from '#test/support/service';
import { killDescendantsAtExit } from '../support/processes.js';

const TRADES = 10_000;
const DAYS = 500;
const NETTING_SETS = 200;
const PATHS = 2_000;
/** Netting sets that are asked for at a time. */
const AT_A_TIME = 2;
const VALUATION_DATE = '2026-03-02';
const CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF', 'JPY'] as const;
const ASSETS = ['INDEX', 'SHARE'] as const;

const draw = new Draw(20260302);
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const day = (days: number): string => new Date(Date.parse(VALUATION_DATE) + days * 86_400_000).toISOString().slice(0, 10);
const uniform = (low: number, high: number): number => low + (high - low) * draw.uniform();

const zeroRates = { EUR: 0.022, USD: 0.038, GBP: 0.037, CHF: 0.004, JPY: 0.011 } as const;
const times = [0.25, 1, 2, 5, 10, 20, 30];
const curveOf = (level: number) => ({ times, zeroRates: times.map((time) => level + 0.001 * Math.log1p(time)) });
const byCurrency = <Value>(value: (currency: (typeof CURRENCIES)[number]) => Value) =>
  Object.fromEntries(CURRENCIES.map((currency) => [currency, value(currency)]));
const pastDays = Array.from({ length: 400 }, (_, back) => day(back - 400));
const market = {
  valuationDate: VALUATION_DATE,
  curves: byCurrency((currency) => curveOf(zeroRates[currency])),
  projections: Object.fromEntries(CURRENCIES.map((currency) => [`${currency}-6M`, curveOf(zeroRates[currency] + 0.001)])),
  fx: { EURUSD: 1.1, GBPUSD: 1.29, USDCHF: 0.88, USDJPY: 150 },
  assets: {
    INDEX: { spot: 5_000, volatility: 0.18, dividend: 0.02, currency: 'EUR' },
    SHARE: { spot: 100, volatility: 0.3, dividend: 0.01, currency: 'USD' },
  },
  volatilities: {
    ...byCurrency(() => ({ type: 'normal', volatility: 0.008 })),
    ...Object.fromEntries(CURRENCIES.map((currency) => [`${currency}-6M`, { type: 'normal', volatility: 0.008 }])),
    ...Object.fromEntries(
      CURRENCIES.flatMap((one) =>
        CURRENCIES.filter((other) => other !== one).map((other) => [one + other, { type: 'lognormal', volatility: 0.09 }]),
      ),
    ),
  },
  models: byCurrency(() => ({ meanReversion: 0.03 })),
  fixings: Object.fromEntries(CURRENCIES.map((currency) => [`${currency}-6M`, pastDays.map((date) => ({ date, value: 0.02 }))])),
};

function tradeOf(i: number) {
  const currency = draw.pick(...CURRENCIES);
  const notional = Math.round(uniform(1, 50)) * 1e6;
  const side = draw.pick('payer', 'receiver');
  const fixedRate = zeroRates[currency] + uniform(-0.005, 0.01);
  const kind = i % 20;
  const id = `trade ${i}`;
  if (kind < 12) {
    const life = { startDate: day(Math.round(uniform(-360, 30))), tenor: `${Math.round(uniform(2, 20))}Y` };
    const schedule = { fixedFrequency: 1, fixedDayCount: '30E/360', floatingFrequency: 2, index: `${currency}-6M` };
    return { id, type: 'interest_rate_swap', currency, notional, side, fixedRate, ...life, ...schedule };
  }
  if (kind < 14) {
    const [expiry, length] = [Math.round(uniform(1, 5)), Math.round(uniform(2, 10))];
    return {
      id,
      type: 'swaption',
      currency,
      notional,
      side,
      fixedRate,
      expiry,
      maturity: expiry + length,
      fixedFrequency: 1,
      floatingFrequency: 2,
    };
  }
  if (kind < 15)
    return {
      id,
      type: 'cap',
      currency,
      notional,
      strike: fixedRate,
      tenor: `${Math.round(uniform(2, 8))}Y`,
      frequency: 2,
      index: `${currency}-6M`,
    };
  const sellCurrency = draw.pick(...CURRENCIES.filter((each) => each !== currency));
  const exchange = { buyCurrency: currency, buyAmount: notional, sellCurrency, sellAmount: notional };
  if (kind < 17) return { id, type: 'fx_forward', ...exchange, maturity: day(Math.round(uniform(20, 1500))) };
  if (kind < 18) return { id, type: 'fx_option', ...exchange, expiry: day(Math.round(uniform(20, 1000))), optionType: 'call' };
  const underlying = draw.pick(...ASSETS);
  const strike = market.assets[underlying].spot * uniform(0.8, 1.2);
  return {
    id,
    type: 'vanilla',
    underlying,
    quantity: 100,
    strike,
    expiry: day(Math.round(uniform(20, 1500))),
    optionType: draw.pick('call', 'put'),
  };
}
const positions = Array.from({ length: TRADES }, (_, i) => tradeOf(i));
const reportingCurrency = 'EUR';

killDescendantsAtExit();
const service = await startService();

async function ask(method: 'GET' | 'POST', path: string, body?: object) {
  const response = await fetch(service.url + path, {
    method,
    headers: { 'Content-Type': 'application/json', 'X-API-Key': service.key },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { data, error } = (await response.json()) as { readonly data?: Record<string, never>; readonly error?: object };
  if (data === undefined) throw new Error(`${path}: ${JSON.stringify(error).slice(0, 500)}`);
  // biome-ignore lint/suspicious/noExplicitAny: the answers of several operations
  return data as any;
}

async function stage<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  const result = await run();
  print(`${name}: ${((performance.now() - start) / 1e3).toFixed(1)} s`);
  return result;
}

async function job(operation: string, request: object) {
  const { id } = await ask('POST', '/api/v1/jobs', { operation, request });
  for (;;) {
    const { state, result, error } = await ask('GET', `/api/v1/jobs/${id}?wait=20`);
    if (state === 'succeeded') return result;
    if (state !== 'queued' && state !== 'running') throw new Error(`${operation} ${state}: ${JSON.stringify(error)}`);
  }
}

/** Trades as netting sets take them, in years. */
const ofNettingSet = (set: number) =>
  Array.from({ length: TRADES / NETTING_SETS }, (_, i) => {
    const maturity = 1 + ((set + i) % 10);
    const currency = CURRENCIES[(set + i) % CURRENCIES.length]!;
    const swap = { currency, notional: 1e6 * (1 + (i % 9)), side: i % 2 === 0 ? 'payer' : 'receiver', fixedRate: zeroRates[currency] };
    return { type: 'interest_rate_swap', ...swap, maturity, fixedFrequency: 1, floatingFrequency: 2 };
  });

try {
  const swaps = positions.filter(({ type }) => type === 'interest_rate_swap');
  await stage(`value of ${swaps.length} swaps`, () =>
    ask('POST', '/api/v1/portfolio/price', { positions: swaps, market, reportingCurrency }),
  );
  await stage(`curve sensitivities of ${swaps.length} swaps`, () =>
    ask('POST', '/api/v1/portfolio/greeks', { positions: swaps, market, reportingCurrency }),
  );
  const book = await stage(`value of ${TRADES} trades`, () =>
    ask('POST', '/api/v1/portfolio/price', { positions, market, reportingCurrency }),
  );
  if (!book.complete) throw new Error(JSON.stringify(book.positions.find((each: object) => 'error' in each)));
  const total = book.positions.reduce((sum: number, { valueInReporting }: { valueInReporting: number }) => sum + valueInReporting, 0);
  if (total !== book.totalValue) throw new Error(`the total ${book.totalValue} is not ${total}`);
  await stage(`sensitivities of ${TRADES} trades`, () => job('portfolioGreeks', { positions, market, reportingCurrency }));
  const moves = (deviation: number) => Array.from({ length: DAYS }, () => deviation * draw.normal());
  const returns = {
    ...Object.fromEntries(
      CURRENCIES.flatMap((currency) => ['1Y', '5Y', '10Y', '30Y'].map((tenor) => [`rate:${currency}:${tenor}`, moves(0.0005)])),
    ),
    ...Object.fromEntries(
      CURRENCIES.flatMap((currency) => ['1Y', '10Y'].map((tenor) => [`projection:${currency}-6M:${tenor}`, moves(0.0005)])),
    ),
    ...Object.fromEntries(Object.keys(market.fx).map((pair) => [`fx:${pair}`, moves(0.006)])),
    ...Object.fromEntries(ASSETS.map((asset) => [`spot:${asset}`, moves(0.012)])),
  };
  const risk = await stage(`historical value at risk of ${TRADES} trades over ${DAYS} days`, () =>
    job('riskVarHistorical', { positions, market, reportingCurrency, returns }),
  );
  print(`  value at risk ${risk.valueAtRisk.toExponential(4)} of ${book.totalValue.toExponential(4)} ${reportingCurrency}`);
  await stage(`CVA, DVA and FVA of ${NETTING_SETS} netting sets with ${PATHS} paths`, async () => {
    const { fixings: _, projections: __, volatilities, ...rest } = market;
    const ofRates = Object.fromEntries(Object.entries(volatilities).filter(([name]) => !name.includes('-')));
    let next = 0;
    const work = async () => {
      while (next < NETTING_SETS) {
        const trades = ofNettingSet(next++);
        await ask('POST', '/api/v1/xva/calculate', {
          trades,
          market: { ...rest, volatilities: ofRates },
          counterparty: { hazardRate: 0.02, recoveryRate: 0.4 },
          own: { hazardRate: 0.01, recoveryRate: 0.4 },
          funding: { borrowSpread: 0.01, lendSpread: 0.005 },
          pricer: { numPaths: PATHS },
        });
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
  });
} finally {
  await service.stop();
}
