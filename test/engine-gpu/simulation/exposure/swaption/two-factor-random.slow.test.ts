/** Random Bermudan swaptions of two factors, alone and with margin, over what requests admit: refused by name, or valued as the laws of options demand. */
import { expect } from 'chai';
import fc from 'fast-check';
import { EngineFailure, exposureJob, runJob, xvaJob } from '#engine';
import { exposureRequest, parse, xvaRequest } from '#engine/schemas';

const limits = { costLimit: 3e7 };
/** Longest maturity of a trade, years. */
const MAX_MATURITY = 100;
const meanReversion = fc.constantFrom(-1, -0.2, -0.02, 0, 1e-9, 0.03, 0.3, 1, 10);
const drawn = fc.record({
  first: fc.record({ meanReversion, volatility: fc.constantFrom(0, 1e-12, 1e-6, 1e-4, 0.002, 0.008, 0.02, 0.2, 1) }),
  second: fc.record({
    meanReversion: fc.option(meanReversion, { nil: undefined }),
    volatility: fc.constantFrom(1e-12, 1e-6, 1e-4, 0.002, 0.008, 0.02, 0.2, 1),
    correlation: fc.constantFrom(-1, -0.999999, -0.9, -0.3, 0, 0.5, 0.999, 1),
  }),
  rate: fc.constantFrom(-0.05, -0.01, 0, 0.01, 0.03, 0.1),
  moneyness: fc.constantFrom(-0.2, -0.03, 0, 0.001, 0.03, 0.3),
  expiry: fc.constantFrom(1 / 365, 0.02, 0.25, 1, 5, 20, 50),
  dates: fc.constantFrom(1, 2, 3, 4, 7, 20),
  gap: fc.constantFrom(1, 2),
  tail: fc.constantFrom(1, 3, 10, 60),
  frequency: fc.constantFrom(1, 2, 4, 12),
  side: fc.constantFrom('payer', 'receiver'),
  settlement: fc.constantFrom('cash', 'physical'),
  notional: fc.constantFrom(1, 1e6, 1e12),
  seed: fc.integer({ min: 1, max: 1e6 }),
  margin: fc.constantFrom(
    undefined,
    { threshold: 0 },
    { threshold: 0.01, initialMargin: {} },
    { threshold: 0, initialMargin: { confidence: 0.9 } },
  ),
  isHedged: fc.boolean(),
  allocation: fc.boolean(),
});
type Drawn = typeof drawn extends fc.Arbitrary<infer Value> ? Value : never;

function swaptionOf({ expiry, dates, gap, tail, frequency, rate, moneyness, side, settlement, notional }: Drawn) {
  const periods = (dates - 1) * gap + tail;
  const maturity = expiry + periods / frequency;
  const exerciseDates = Array.from({ length: dates }, (_, k) => maturity - (periods - k * gap) / frequency);
  const swap = {
    ...{ currency: 'USD', notional, side, settlement, maturity, fixedRate: rate + moneyness },
    ...{ fixedFrequency: frequency, floatingFrequency: frequency },
  };
  return { swap, exerciseDates, maturity };
}

const numbersIn = (value: unknown): readonly number[] =>
  typeof value === 'number' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];

/** The result, or undefined where the request is refused by name. */
function unlessRefused<Result extends object>(compute: () => Result): Result | undefined {
  let result: Result;
  try {
    result = compute();
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error;
    expect(error.kind, error.message).to.be.oneOf(['invalid', 'cost']);
    expect(error.message).to.match(/^(market\.models\.USD must keep the standard deviation|trades would )/);
    return undefined;
  }
  expect(numbersIn(result).every(Number.isFinite), JSON.stringify(result)).to.equal(true);
  return result;
}

function obeysLaws(draw: Drawn): boolean {
  const { swap, exerciseDates, maturity } = swaptionOf(draw);
  const { rate, notional, seed, margin, isHedged, allocation } = draw;
  const [start, end] = [exerciseDates[0], exerciseDates[exerciseDates.length - 1]];
  const secondFactor = { ...draw.second, meanReversion: draw.second.meanReversion ?? draw.first.meanReversion };
  const market = { valuationDate: '2026-11-20', curves: { USD: { rate } }, models: { USD: { ...draw.first, secondFactor } } };
  const bermudan = (dates: readonly number[]) => ({ ...swap, type: 'bermudan_swaption', exerciseDates: dates });
  const european = (expiry: number) => ({ ...swap, type: 'swaption', expiry });
  const exposureTimes = [0.3 * start!, 0.9 * start!, start!, 0.5 * (end! + maturity)];
  const shared = { market, exposureTimes, pricer: { numPaths: 1024, seed } };
  const exposureOf = (trade: object, times = [0.5 * start!]) =>
    unlessRefused(() => runJob(exposureJob(parse(exposureRequest, { ...shared, trades: [trade], exposureTimes: times }), limits)));
  const actual = exposureOf(bermudan(exerciseDates), exposureTimes);
  if (actual === undefined) return false;
  const bond = (time: number): number => Math.exp(-rate * time);
  const scale = notional * (bond(start!) + bond(maturity)) * (1 + Math.abs(swap.fixedRate) * maturity);
  // Interpolation where a mean reversion below 0 stretches the tables, and elsewhere.
  const tolerance = 1e-5 * scale + 3e-4 * actual.value;
  const fewer = [
    bermudan(exerciseDates.filter((_, i) => i % 2 === 0)),
    bermudan([start!]),
    european(start!),
    european(exerciseDates[exerciseDates.length >> 1]!),
    european(end!),
  ].map((trade) => exposureOf(trade)?.value ?? 0);
  for (const value of fewer) {
    expect(value).to.be.above(-1e-9 * scale);
    expect(actual.value, 'more exercise dates are worth as much or more').to.be.above(value - tolerance);
  }
  expect(fewer[1], 'one exercise date is a European option').to.be.closeTo(fewer[2]!, 1e-6 * scale + 1e-5 * actual.value);
  const isRepresentative = actual.warnings === undefined;
  for (const { time, ee, nee, standardErrors } of actual.exposure) {
    if (time >= start!) continue;
    const present = bond(time);
    // Interpolation of two factors that nearly cancel each other goes below 0 by 3e-6 of the notional.
    expect(nee, 'an option is no liability').to.be.below(3e-4 * ee + (1e-5 * scale) / present);
    const error = Math.hypot(standardErrors?.ee ?? 0, standardErrors?.nee ?? 0);
    // A martingale until the first date: six standard errors in some hundred comparisons, each of few shifts.
    if (isRepresentative) expect(present * (ee - nee), `value at ${time}`).to.be.closeTo(actual.value, 6 * present * error + tolerance);
  }
  const opposite = { ...bermudan(exerciseDates), side: swap.side === 'payer' ? 'receiver' : 'payer' };
  const trades = [bermudan(exerciseDates), ...(isHedged ? [opposite] : [])];
  const collateral = margin && { ...margin, threshold: margin.threshold * notional };
  const parties = {
    counterparty: { hazardRate: 0.02, recoveryRate: 0.4 },
    own: { hazardRate: 0.01, recoveryRate: 0.4 },
    funding: { borrowSpread: 0.01, lendSpread: 0.005 },
  };
  const body = { ...shared, ...parties, trades, allocation, ...(collateral && { collateral }) };
  const adjusted = unlessRefused(() => runJob(xvaJob(parse(xvaRequest, body), limits)));
  if (adjusted === undefined) return true;
  for (const each of [adjusted.cva, adjusted.dva, adjusted.fca, adjusted.fba, adjusted.mva ?? 0]) expect(each).to.be.at.least(0);
  for (const each of Object.values(adjusted.standardErrors ?? {})) expect(each).to.be.at.least(0);
  if (!isHedged) expect(adjusted.value).to.equal(actual.value);
  if (collateral === undefined && !isHedged) {
    const worst = Math.max(...adjusted.exposure.map(({ time, ee }) => bond(time) * ee));
    expect(adjusted.cva, 'no more than all of it is lost').to.be.at.most(0.6 * worst * (1 + 1e-9));
  }
  return true;
}

describe('random Bermudan swaptions of two factors', function () {
  this.timeout(240_000);

  it('obey the laws of options today, on paths and in valuation adjustments, or are refused by name', () => {
    let valued = 0;
    fc.assert(
      fc.property(
        drawn.filter((draw) => swaptionOf(draw).maturity <= MAX_MATURITY),
        (draw) => {
          if (obeysLaws(draw)) valued++;
        },
      ),
      { seed: 20_261_123, numRuns: 120 },
    );
    expect(valued).to.be.above(50);
  });
});
