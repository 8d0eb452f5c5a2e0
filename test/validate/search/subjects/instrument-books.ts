/** Books of instruments of many types: their risk in scenarios and their explained profit, against their values in markets that are moved another way. */
import type { Data } from '../service.js';
import type { Subject, Trial } from '../subject.js';
import { drawInstrumentBook, INDEX_BY_CURRENCY, type InstrumentBook, raised, shocked } from './drawn-instruments.js';
import { sum } from './drawn-netting-sets.js';

/** Rounding of a difference of values, of the amounts of the book. */
const ROUNDING = 1e-9;

const sizeOf = ({ positions }: InstrumentBook): number =>
  sum(
    positions.map(({ quantity, notional = 1, faceValue = notional, buyAmount = faceValue, strike = 1, receive = {} }: Data) =>
      Math.abs(quantity * (receive.notional ?? buyAmount) * Math.max(strike, 1)),
    ),
  );

async function totalIn(trial: Trial, { positions, reportingCurrency }: InstrumentBook, market: Data): Promise<number> {
  const { totalValue, positions: values } = await trial.ask('portfolioPrice', { positions, market, reportingCurrency });
  trial.identical(
    'all positions are priced',
    values.flatMap(({ error = [] }: Data) => error),
    [],
  );
  return totalValue;
}

async function judgeStress(trial: Trial): Promise<void> {
  const book = drawInstrumentBook(trial);
  const size = sizeOf(book);
  const shocks = Array.from({ length: 3 }, () => ({
    spotShock: trial.uniform(-0.6, 1),
    volatilityShock: trial.uniform(-0.1, 0.5),
    rateShock: trial.uniform(-0.02, 0.03),
  }));
  const scenarios = [{ name: 'still', spotShock: 0 }, ...shocks.map((shock, i) => ({ name: `shock ${i}`, ...shock }))];
  const { baseValue, results } = await trial.ask('riskStress', { ...book, scenarios, perPosition: true });
  trial.identical('the base value is the price of the book', baseValue, await totalIn(trial, book, book.market));
  trial.close('no shock changes nothing', results[0].pnl, 0, 0);
  for (const [i, shock] of shocks.entries()) {
    const { value, pnl, positions } = results[i + 1];
    trial.close(
      'a shock gives the price in the shocked market',
      value,
      await totalIn(trial, book, shocked(book.market, shock)),
      ROUNDING * size,
    );
    trial.close('positions add up', sum(positions.map((each: Data) => each.pnl)), pnl, ROUNDING * size);
  }
}

/** The market after a move of the rates of a currency, with which the forward rates of its index go. */
function withRates(market: Data, currency: keyof typeof INDEX_BY_CURRENCY, move: number): Data {
  const { curves, projections } = market;
  const index = INDEX_BY_CURRENCY[currency];
  const ofIndex = index in projections ? { [index]: raised(projections[index], move) } : {};
  return { ...market, curves: { ...curves, [currency]: raised(curves[currency], move) }, projections: { ...projections, ...ofIndex } };
}

async function judgeHistory(trial: Trial): Promise<void> {
  const book = drawInstrumentBook(trial);
  const { market } = book;
  const size = sizeOf(book);
  const days = trial.whole(4, 8);
  const daily = (deviation: number): number[] => Array.from({ length: days }, () => deviation * trial.draw.normal());
  const returns: Record<string, number[]> = {
    'spot:ACME': daily(0.02),
    'spot:BMW': daily(0.02),
    'fx:EURUSD': daily(0.01),
    'rate:EUR': daily(0.001),
    'rate:USD': daily(0.001),
    'credit:ISSUER': daily(0.0003),
    'volatility:GBPUSD': daily(0.002),
  };
  const confidence = trial.draw.pick(0.5, 0.75, 0.9);
  const answer = await trial.ask('riskVarHistorical', { ...book, returns, confidence, withScenarios: true });
  const base = await totalIn(trial, book, market);
  const losses: number[] = [];
  for (const k of [0, 1]) {
    const { ACME, BMW } = market.assets;
    const move = (name: string): number => returns[name]![k]!;
    const moved = {
      ...market,
      ...withRates(withRates(market, 'EUR', move('rate:EUR')), 'USD', move('rate:USD')),
      fx: { ...market.fx, EURUSD: market.fx.EURUSD * (1 + move('fx:EURUSD')) },
      assets: { ACME: { ...ACME, spot: ACME.spot * (1 + move('spot:ACME')) }, BMW: { ...BMW, spot: BMW.spot * (1 + move('spot:BMW')) } },
      credit: { ISSUER: { ...market.credit.ISSUER, hazardRate: Math.max(market.credit.ISSUER.hazardRate + move('credit:ISSUER'), 0) } },
      volatilities: {
        ...market.volatilities,
        GBPUSD: { type: 'lognormal', volatility: Math.max(market.volatilities.GBPUSD.volatility + move('volatility:GBPUSD'), 0) },
      },
    };
    losses.push(base - (await totalIn(trial, book, moved)));
    trial.close('a day gives the price in its market', -answer.profitAndLoss[k].pnl, losses[k]!, ROUNDING * size);
  }
  const sorted = answer.profitAndLoss.map(({ pnl }: Data) => -pnl).sort((a: number, b: number) => b - a);
  const place = Math.max(Math.ceil(days * (1 - confidence) - 1e-9), 1);
  trial.identical('the value at risk is an order statistic', answer.valueAtRisk, sorted[place - 1]);
  const tail = sorted.slice(0, Math.max(Math.floor(days * (1 - confidence) + 1e-9), 1));
  trial.close('the shortfall is the mean beyond', answer.expectedShortfall, sum(tail) / tail.length, ROUNDING * size);
  const parts = answer.components.filter(({ position }: Data) => position !== undefined);
  trial.close('contributions add up', sum(parts.map(({ contribution }: Data) => contribution)), answer.valueAtRisk, ROUNDING * size);
  const doubled = { ...book, positions: book.positions.map((each) => ({ ...each, quantity: 2 * each.quantity })) };
  const twice = await trial.ask('riskVarHistorical', { ...doubled, returns, confidence });
  trial.close('twice the book has twice the risk', twice.valueAtRisk, 2 * answer.valueAtRisk, 2 * ROUNDING * size);
}

/** Deviation of the profit over the horizon by differences in markets that are moved here, by a share of each standard deviation up and down. */
async function deviationBy(trial: Trial, book: InstrumentBook, deviations: Data, loadings: Data, share: number): Promise<number> {
  const { market } = book;
  const { ACME } = market.assets;
  const moved: Readonly<Record<string, (move: number) => Data>> = {
    'fx:EURUSD': (move) => ({ ...market, fx: { ...market.fx, EURUSD: market.fx.EURUSD * (1 + move) } }),
    'rate:USD': (move) => withRates(market, 'USD', move),
    'spot:ACME': (move) => ({ ...market, assets: { ...market.assets, ACME: { ...ACME, spot: ACME.spot * (1 + move) } } }),
  };
  // Loadings on one common cause make a correlation of any two; the rest of each is its own.
  let [common, separate] = [0, 0];
  for (const [name, marketAt] of Object.entries(moved)) {
    const step = share * deviations[name];
    const gain = (await totalIn(trial, book, marketAt(step))) - (await totalIn(trial, book, marketAt(-step)));
    common += (loadings[name] * gain) / (2 * share);
    separate += (1 - loadings[name] ** 2) * (gain / (2 * share)) ** 2;
  }
  return Math.sqrt(common ** 2 + separate);
}

async function judgeParametric(trial: Trial): Promise<void> {
  const book = drawInstrumentBook(trial);
  const size = sizeOf(book);
  const names = ['fx:EURUSD', 'rate:USD', 'spot:ACME'];
  const horizonDays = trial.whole(1, 20);
  const volatilities = {
    'fx:EURUSD': trial.uniform(0.02, 0.2),
    'rate:USD': trial.uniform(0.002, 0.02),
    'spot:ACME': trial.uniform(0.05, 0.6),
  };
  const loadings: Data = Object.fromEntries(names.map((name) => [name, trial.uniform(-1, 1)]));
  const correlations = names.flatMap((asset1, i) =>
    names.slice(i + 1).map((asset2) => ({ asset1, asset2, correlation: loadings[asset1] * loadings[asset2] })),
  );
  const confidence = trial.draw.pick(0.9, 0.99, 0.999);
  const request = { ...book, volatilities, correlations, horizonDays, confidence };
  const answer = await trial.ask('riskVarParametric', request);
  const deviations = Object.fromEntries(Object.entries(volatilities).map(([name, each]) => [name, each * Math.sqrt(horizonDays / 252)]));
  const [near, far] = [
    await deviationBy(trial, book, deviations, loadings, 0.02),
    await deviationBy(trial, book, deviations, loadings, 0.04),
  ];
  // The bend of differences grows with the square of the step: that of the service's is less than a twelfth of what these two are apart by.
  const rounding = (ROUNDING * size) / 0.02;
  trial.close('the deviation is that of differences of prices', answer.standardDeviation, near, Math.abs(far - near) + rounding);
  const parts = answer.components.filter(({ position }: Data) => position !== undefined);
  trial.close('contributions add up', sum(parts.map(({ contribution }: Data) => contribution)), answer.valueAtRisk, rounding);
  const surer = await trial.ask('riskVarParametric', { ...request, confidence: 0.99975 });
  trial.close('the law is normal', surer.valueAtRisk, 3.480756404 * answer.standardDeviation, 1e-6 * answer.standardDeviation);
  const doubled = { ...request, positions: book.positions.map((each) => ({ ...each, quantity: 2 * each.quantity })) };
  const twice = await trial.ask('portfolioVar', doubled);
  trial.close('twice the book has twice the risk', twice.valueAtRisk, 2 * answer.valueAtRisk, 2 * rounding);
}

async function judgeExplained(trial: Trial): Promise<void> {
  // Protection in years cannot be aged, and options that end within the days pay nothing that is known.
  const drawn = drawInstrumentBook(trial);
  const positions = drawn.positions.filter(({ type }: Data) => type !== 'credit_default_swap' && type !== 'swaption');
  if (positions.length === 0) return;
  const book = { ...drawn, positions };
  const { market, reportingCurrency } = book;
  const size = sizeOf(book);
  const days = trial.whole(1, 20);
  const end = new Date(Date.parse(market.valuationDate) + days * 86_400_000).toISOString().slice(0, 10);
  const fixings = Object.fromEntries(
    Object.entries(market.fixings as Record<string, Data[]>).map(([index, list]) => [
      index,
      [
        ...list,
        ...Array.from({ length: days }, (_, i) => ({
          date: new Date(Date.parse(market.valuationDate) + i * 86_400_000).toISOString().slice(0, 10),
          value: trial.uniform(0.01, 0.04),
        })),
      ],
    ]),
  );
  const shock = {
    spotShock: trial.uniform(-0.1, 0.1),
    volatilityShock: trial.uniform(-0.02, 0.05),
    rateShock: trial.uniform(-0.002, 0.002),
  };
  const later = { ...shocked(market, shock), fx: { ...market.fx, GBPUSD: 1.02 * market.fx.GBPUSD }, valuationDate: end, fixings };
  const answer = await trial.ask('portfolioExplain', {
    positions,
    from: { market },
    to: { market: later },
    reportingCurrency,
    perPosition: true,
  });
  const { total, carry, roll, byFactor, newTrades, deadTrades, crossEffects, unexplained, startValue, endValue, cash } = answer;
  const parts =
    carry + roll + answer.fixings + sum(byFactor.map(({ pnl }: Data) => pnl)) + newTrades + deadTrades + crossEffects + unexplained;
  trial.close('parts add up', parts, total, ROUNDING * size);
  trial.close('the total is the change of the value and the cash', endValue - startValue + cash, total, ROUNDING * size);
  trial.close('the first value is the price of the book', startValue, await totalIn(trial, book, market), ROUNDING * size);
  trial.close('nothing is left without a model that changed', unexplained, 0, ROUNDING * size);
  trial.close('positions add up', sum(answer.positions.map((each: Data) => each.total)), total, ROUNDING * size);
  const still = await trial.ask('portfolioExplain', { positions, from: { market }, to: { market }, reportingCurrency });
  trial.close('the same market has no profit', still.total, 0, 0);
}

async function judgeCashFlows(trial: Trial): Promise<void> {
  const book = drawInstrumentBook(trial);
  const { market, positions, reportingCurrency } = book;
  const priced = await trial.ask('portfolioPrice', { positions, market, reportingCurrency, cashflows: true });
  for (const [i, { cashflows, value, currency }] of priced.positions.entries()) {
    if (cashflows === undefined) continue;
    const flows = cashflows.filter((each: Data) => each.kind !== 'delivery');
    if (flows.length < cashflows.length || flows.some((each: Data) => each.currency !== currency)) continue;
    // A deposit of each payment's day discounts it.
    let present = 0;
    for (const { date, amount } of flows) {
      const bond = { type: 'zero_coupon_bond', currency, maturity: date, faceValue: 1 };
      const [{ price }] = (await trial.ask('portfolioPrice', { positions: [bond], market })).positions;
      present += amount * price;
    }
    trial.close(`payments of ${positions[i].type} have its value`, present, value, ROUNDING * sizeOf(book));
  }
}

export const instrumentBookSubjects: readonly Subject[] = [
  { name: 'books of instruments under stress', operations: ['riskStress'], judge: judgeStress },
  { name: 'books of instruments in a history', operations: ['riskVarHistorical'], judge: judgeHistory },
  { name: 'books of instruments by a normal law', operations: ['riskVarParametric', 'portfolioVar'], judge: judgeParametric },
  { name: 'explained books of instruments', operations: ['portfolioExplain'], judge: judgeExplained },
  { name: 'cash flows of books', operations: ['portfolioPrice'], judge: judgeCashFlows },
];
