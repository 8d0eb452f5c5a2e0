/** Sensitivities of valuation adjustments against moved markets; initial margin, regulatory capital and wrong-way risk. */
import type { Data } from '../service.js';
import { MAX_STANDARD_ERRORS, type Subject, type Trial } from '../subject.js';
import { drawMarket, drawTrades, type Market, ofPaths, PLAIN, parties, partKept, sum, TIMES, within } from './drawn-netting-sets.js';

/** Adjustments below this part of the amounts are of paths beyond any. */
const NOTHING = 1e-12;

/** Sensitivities against the same adjustments in a moved market, on the same paths. */
async function judgeSensitivities(trial: Trial): Promise<void> {
  const drawn = drawMarket(trial);
  const tenors = [0.5, 1, 2, 5];
  const curve = (rate: number, moved = -1, shift = 0) => ({
    times: tenors,
    zeroRates: tenors.map((_, i) => rate + (i === moved ? shift : 0)),
  });
  const marketWith = ({ usd = -1, eur = -1, shift = 0, fx = 0, spot = 0, fxVolatility = 0, volatility = 0 }) => ({
    ...drawn,
    curves: { USD: curve(drawn.curves.USD.rate, usd, shift), EUR: curve(drawn.curves.EUR.rate, eur, shift) },
    fx: { EURUSD: drawn.fx.EURUSD + fx },
    assets: { ACME: { ...drawn.assets.ACME, spot: drawn.assets.ACME.spot + spot, volatility: drawn.assets.ACME.volatility + volatility } },
    volatilities: { EURUSD: { type: 'lognormal', volatility: drawn.volatilities.EURUSD.volatility + fxVolatility } },
  });
  const trades = drawTrades(trial, drawn, PLAIN, trial.whole(1, 3));
  const terms = parties(trial);
  const body = { trades, exposureTimes: TIMES, ...terms, ...ofPaths(trial, 512) };
  const sensitive = await trial.ask('xvaSensitivities', { ...body, market: marketWith({}), tenors });
  const base = await trial.ask('calculateXva', { ...body, market: marketWith({}) });
  const names = ['cva', 'dva', 'fca', 'fba', 'kva'] as const;
  const size = base.cva + base.dva;
  const amounts = sum(
    trades.map(
      ({ notional, sellAmount, receive, quantity, strike }: Data) =>
        notional ?? sellAmount ?? receive?.notional ?? Math.abs(quantity) * strike,
    ),
  );
  for (const name of names) trial.close(`base ${name}`, sensitive.base[name], base[name], 1e-9 * size);
  const difference = async (move: object, step: number) => {
    const adjusted = async (side: 1 | -1) =>
      trial.ask('calculateXva', {
        ...body,
        market: marketWith(
          Object.fromEntries(Object.entries(move).map(([key, value]) => [key, key === 'usd' || key === 'eur' ? value : side * value])),
        ),
      });
    const [up, down] = [await adjusted(1), await adjusted(-1)];
    // Beyond a volatility the control variate is another: on the two sides of it, paths differ by their errors.
    const isOfOneEstimator = names.every((name) => {
      const [one, other] = [up.standardErrors[name], down.standardErrors[name]];
      return one <= 2 * other && other <= 2 * one;
    });
    return isOfOneEstimator ? (name: (typeof names)[number]) => (up[name] - down[name]) / (2 * step) : undefined;
  };
  const compare = (
    label: string,
    actual: Data | undefined,
    slope: ((name: (typeof names)[number]) => number) | undefined,
    unit: number,
  ) => {
    if (actual === undefined || slope === undefined) return;
    for (const name of names)
      trial.close(
        `${name} to ${label}`,
        actual[name],
        slope(name),
        (5e-3 + (2 * base.standardErrors[name]) / (base[name] || 1)) * Math.abs(slope(name)) +
          MAX_STANDARD_ERRORS * actual.standardErrors[name] +
          2e-3 * (base[name] / unit) +
          1e-9 * size +
          NOTHING * amounts,
      );
  };
  const node = trial.whole(0, 3);
  const currency = trial.draw.pick('USD', 'EUR');
  const rate = await difference({ [currency === 'USD' ? 'usd' : 'eur']: node, shift: 1e-4 }, 1e-4);
  compare(
    'a rate',
    sensitive.rates.find((each: Data) => each.currency === currency && each.tenor === tenors[node]),
    rate,
    0.1,
  );
  if (sensitive.fx.length > 0)
    compare(
      'the exchange rate',
      sensitive.fx[0],
      await difference({ fx: 1e-3 * drawn.fx.EURUSD }, 1e-3 * drawn.fx.EURUSD),
      drawn.fx.EURUSD,
    );
  if (sensitive.assets.length > 0)
    compare(
      'the share',
      sensitive.assets[0],
      await difference({ spot: 1e-3 * drawn.assets.ACME.spot }, 1e-3 * drawn.assets.ACME.spot),
      drawn.assets.ACME.spot,
    );
  for (const each of sensitive.volatilities) {
    if (each.name === 'EURUSD') compare('the volatility of the exchange rate', each, await difference({ fxVolatility: 1e-3 }, 1e-3), 0.1);
    if (each.name === 'ACME') compare('the volatility of the share', each, await difference({ volatility: 1e-3 }, 1e-3), 0.1);
  }
  const credit = sensitive.credit.filter(({ party }: Data) => party === 'counterparty');
  const step = 1e-4 * terms.counterparty.hazardRate;
  const adjusted = async (shift: number) =>
    (
      await trial.ask('calculateXva', {
        ...body,
        market: marketWith({}),
        counterparty: { ...terms.counterparty, hazardRate: terms.counterparty.hazardRate + shift },
      })
    ).cva;
  trial.same(
    'credit by tenor adds up to the intensity',
    sum(credit.map(({ cva }: Data) => cva)),
    ((await adjusted(step)) - (await adjusted(-step))) / (2 * step),
    2e-3,
    1e-6 * size,
  );
}

/** Initial margin, regulatory capital and wrong-way risk. */
async function judgeFurther(trial: Trial): Promise<void> {
  const market = drawMarket(trial, { twoFactors: false });
  const terms = parties(trial);
  const trades = drawTrades(trial, market, PLAIN, trial.whole(1, 3));
  const body = { trades, market, exposureTimes: TIMES, ...terms, ...ofPaths(trial, 1024) };
  const base = await trial.ask('calculateXva', body);
  const size = base.cva + base.dva;
  // An amount of margin is funded for as long as there are trades.
  const amount = 1e5;
  const margined = await trial.ask('calculateXva', {
    ...body,
    exposureTimes: [0.25],
    integration: 'end',
    collateral: { threshold: 1e15, marginPeriodDays: 0, initialMargin: { amount } },
  });
  trial.close(
    'margin of an amount',
    margined.mva,
    terms.funding.borrowSpread * amount * 0.25 * Math.exp(-market.curves.USD.rate * 0.25),
    0.02 * terms.funding.borrowSpread * amount * 0.25,
  );
  // Modelled margin of a share forward: the quantile of its normal move over the margin period.
  const { spot, volatility } = market.assets.ACME;
  const forward = { type: 'equity_forward', underlying: 'ACME', quantity: 100, strike: spot, maturity: 2 };
  const confidence = 0.99;
  const still = {
    ...market,
    models: { USD: { meanReversion: 0.05, volatility: 1e-9 }, EUR: { meanReversion: 0.05, volatility: 1e-9 } },
    correlations: [],
  };
  const modelled = await trial.ask('calculateXva', {
    ...body,
    market: still,
    trades: [forward],
    exposureTimes: [0.25],
    integration: 'end',
    collateral: { threshold: 1e15, marginPeriodDays: 10, initialMargin: { confidence, periodDays: 10 } },
  });
  const move =
    100 *
    spot *
    Math.exp(still.curves.USD.rate * 0.25) *
    partKept(market.assets.ACME, 2) *
    volatility *
    Math.sqrt(10 / 365) *
    2.3263478740408408;
  trial.close(
    'modelled margin of a share forward',
    modelled.mva,
    terms.funding.borrowSpread * move * Math.exp(-still.curves.USD.rate * 0.25) * 0.25,
    0.05 * modelled.mva,
  );
  // Intensities that move, but with nothing: the same adjustments.
  const moving = await trial.ask('calculateXva', {
    ...body,
    wrongWayRisk: { counterparty: { volatility: 0.005, meanReversion: 0.1, correlations: [] } },
  });
  trial.close(
    'an intensity that moves with nothing',
    moving.cva,
    base.cva,
    within(base, 'cva') + within(moving, 'cva') + 0.01 * base.cva + 1e-9 * size,
  );
  // Regulatory capital scales, and is the same for the sum as a job.
  const regulated = { ...body, capital: { costOfCapital: terms.capital.costOfCapital, method: 'sa_ccr', riskWeight: 1 } };
  const kva = (await trial.ask('calculateXva', regulated)).kva;
  const doubled = (await trial.ask('calculateXva', { ...regulated, capital: { ...regulated.capital, riskWeight: 0.5 } })).kva;
  trial.same('capital is proportional to the risk weight', doubled, kva / 2, 1e-9, 1e-12 * size);
  await judgeRegulatory(trial, market, terms.capital.costOfCapital);
}

/** Years of a bucket in which a value moves by less than the tolerances: the exposure at default is convex in it. */
const SHORT_BUCKET = 1e-6;

/** The exposure at default of single trades in one short bucket by the Basel text (CRE52): 1.4 (RC + multiplier · AddOn). */
async function judgeRegulatory(trial: Trial, market: Market, costOfCapital: number): Promise<void> {
  const { spot } = market.assets.ACME;
  const capitalOf = async (trade: Data) => {
    const { kva, value } = await trial.ask('calculateXva', {
      ...{
        trades: [trade],
        market,
        exposureTimes: [SHORT_BUCKET],
        integration: 'end',
        counterparty: { hazardRate: 0.01, recoveryRate: 0.4 },
      },
      capital: { costOfCapital, method: 'sa_ccr', riskWeight: 1 },
      ...ofPaths(trial, 512),
    });
    return { exposureAtDefault: kva / (costOfCapital * 0.08 * SHORT_BUCKET), value };
  };
  const check = (
    label: string,
    { exposureAtDefault, value }: { exposureAtDefault: number; value: number },
    addOn: number,
    slack: number,
  ) => {
    const multiplier = Math.min(1, 0.05 + 0.95 * Math.exp(value / (2 * 0.95 * addOn)));
    const expected = 1.4 * (Math.max(value, 0) + multiplier * addOn);
    trial.close(label, exposureAtDefault, expected, slack * expected + 1.4 * 0.1 * Math.abs(value) * 0.2);
  };
  const share = { type: 'equity_forward', underlying: 'ACME', quantity: 100, strike: spot, maturity: 3 };
  check('regulatory exposure of a share forward', await capitalOf(share), 0.32 * 100 * spot, 0.006);
  const swap = {
    type: 'interest_rate_swap',
    currency: 'USD',
    notional: 1e6,
    side: 'payer',
    fixedRate: market.curves.USD.rate,
    maturity: trial.whole(2, 10),
    fixedFrequency: 1,
    floatingFrequency: 1,
  };
  const duration = (1 - Math.exp(-0.05 * swap.maturity)) / 0.05;
  check('regulatory exposure of a swap', await capitalOf(swap), 0.005 * 1e6 * duration, 0.006);
  const exchange = {
    type: 'fx_forward',
    buyCurrency: 'EUR',
    buyAmount: 1e6,
    sellCurrency: 'USD',
    sellAmount: 1e6 * market.fx.EURUSD,
    maturity: 2,
  };
  check('regulatory exposure of an outright', await capitalOf(exchange), 0.04 * 1e6 * market.fx.EURUSD, 0.006);
}

export const xvaSensitivitySubjects: readonly Subject[] = [
  { name: 'sensitivities of XVA', operations: ['xvaSensitivities'], judge: judgeSensitivities },
  { name: 'margin, capital and wrong-way risk', operations: ['calculateXva'], judge: judgeFurther },
];
