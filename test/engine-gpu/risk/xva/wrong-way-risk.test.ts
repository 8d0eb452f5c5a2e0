import { expect } from 'chai';
import { incrementalXvaJob, runJob, xvaJob, xvaSensitivitiesJob } from '#engine';
import { incrementalXvaRequest, parse, tradeExamples, xvaRequest, xvaSensitivitiesRequest } from '#engine/schemas';
import { accumulatedRate } from '#engine-gpu/market/curve';
import { normalCdf } from '#engine-gpu/math/normal';
import { crossAssetModel, logarithmsAt, survivalLogarithm } from '#engine-gpu/model/cross-asset';
import { allRows, layoutFor } from '#engine-gpu/random/lattice';
import { pathPlan, simulateRow } from '#engine-gpu/simulation/exposure/paths/state-paths';
import { threeCurrencies } from '../../../support/cross-asset-markets.js';

const limits = { costLimit: 1e9 };
const calculate = (request: object) => runJob(xvaJob(parse(xvaRequest, request), limits));

/** A forward on EUR with still rates: the exchange rate and the intensity are jointly normal. */
const terms = { spot: 1.1, volatility: 0.12, domestic: 0.03, foreign: 0.01, amount: 1e6, strike: 1.12, maturity: 3 };
const credit = { hazardRate: 0.03, recoveryRate: 0.4 };
const intensity = { volatility: 0.02, meanReversion: 0.3 };
const times = [0.5, 1, 1.5, 2, 2.5, 3 - 1e-3];
const forward = {
  trades: [
    {
      type: 'fx_forward',
      buyCurrency: 'EUR',
      buyAmount: terms.amount,
      sellCurrency: 'USD',
      sellAmount: terms.amount * terms.strike,
      maturity: terms.maturity,
    },
  ],
  market: {
    valuationDate: '2026-11-20',
    curves: { USD: { rate: terms.domestic }, EUR: { rate: terms.foreign } },
    fx: { EURUSD: terms.spot },
    volatilities: { EURUSD: { type: 'lognormal', volatility: terms.volatility } },
  },
  exposureTimes: times,
  counterparty: credit,
  own: { hazardRate: 0.02, recoveryRate: 0.4 },
  pricer: { numPaths: 65_536 },
};
const withCorrelation = (correlation: number, more: object = {}) => ({
  ...forward,
  wrongWayRisk: { counterparty: { ...intensity, correlations: [{ asset: 'EURUSD', correlation }] }, ...more },
});

const present = { spot: terms.spot, hazardRate: credit.hazardRate };

/**
 * The CVA in closed form: a payment weighted with e^(−Z(s)) has its lognormal exchange rate shifted by their covariance, and its survival
 * probability kept. Where s is later, Z(s) is what is expected of it at the time of the payment. A bucket has the mean of the exposures at its ends.
 */
function closedForm(correlation: number, { spot, hazardRate }: { readonly spot: number; readonly hazardRate: number } = present): number {
  const { volatility, domestic, foreign, amount, strike, maturity } = terms;
  const decay = (s: number): number => (1 - Math.exp(-intensity.meanReversion * s)) / intensity.meanReversion;
  /** E[D(t) max(V, 0) S(s)]. */
  const survived = (t: number, s: number): number => {
    const horizon = Math.min(s, t);
    const gathered = (horizon - decay(s) + decay(s - horizon)) / intensity.meanReversion;
    const covariance = correlation * volatility * intensity.volatility * gathered;
    const received = spot * Math.exp(-foreign * maturity - covariance);
    const paid = strike * Math.exp(-domestic * maturity);
    if (t === 0) return Math.exp(-hazardRate * s) * amount * Math.max(received - paid, 0);
    const deviation = volatility * Math.sqrt(t);
    const d1 = Math.log(received / paid) / deviation + deviation / 2;
    return Math.exp(-hazardRate * s) * amount * (received * normalCdf(d1) - paid * normalCdf(d1 - deviation));
  };
  return times.reduce((sum, t, k) => {
    const start = k === 0 ? 0 : times[k - 1]!;
    const ofStart = survived(start, start) - survived(start, t);
    return sum + 0.5 * (1 - credit.recoveryRate) * (ofStart + survived(t, start) - survived(t, t));
  }, 0);
}

describe('wrong-way risk', function () {
  this.timeout(120_000);

  it('gives a currency forward the CVA of its closed form, and more the more the intensity rises with the currency', () => {
    const correlations = [-0.9, -0.4, 0, 0.4, 0.9];
    const figures = correlations.map((correlation) => calculate(withCorrelation(correlation)));
    figures.forEach(({ cva, standardErrors }, i) => {
      const expected = closedForm(correlations[i]!);
      expect(Math.abs(cva - expected), `at ${correlations[i]}: ${cva} for ${expected}`).to.be.at.most(4 * standardErrors.cva);
      expect(standardErrors.cva).to.be.below(2e-3 * expected);
      if (i > 0) expect(cva).to.be.above(figures[i - 1]!.cva * 1.1);
    });
  });

  it('gives the CVA of a currency forward the derivatives of its closed form', () => {
    const correlation = 0.6;
    const request = parse(xvaSensitivitiesRequest, { ...withCorrelation(correlation), correlationBumps: true, tenors: [3] });
    const actual = runJob(xvaSensitivitiesJob(request, limits));
    const slope = (valueAt: (by: number) => number, step: number): number => (valueAt(step) - valueAt(-step)) / (2 * step);
    const delta = slope((shift) => closedForm(correlation, { ...present, spot: terms.spot + shift }), 1e-5);
    const toCredit = slope((shift) => closedForm(correlation, { ...present, hazardRate: credit.hazardRate + shift }), 1e-6);
    // The bump of the correlation has a third derivative, which is below 1e-4 of the slope.
    const toCorrelation = slope((shift) => closedForm(correlation + shift), 0.01);
    // Largest relative errors over 8 seeds: 6e-4, 4e-4 and 1.7e-3.
    expect(actual.fx[0]!.cva).to.be.closeTo(delta, 1.5e-3 * delta);
    expect(actual.credit.find(({ party }) => party === 'counterparty')?.cva).to.be.closeTo(toCredit, 1.5e-3 * toCredit);
    expect(actual.wrongWayCorrelations?.[0]?.cva).to.be.closeTo(toCorrelation, 5e-3 * toCorrelation);
    // The forward's amounts are P_EUR and P_USD: a parallel move of either curve is one tenor.
    expect(actual.rates.map(({ tenor }) => tenor)).to.deep.equal([3, 3]);
    expect(actual.rates[0]!.cva).to.be.above(0);
    expect(actual.rates[1]!.cva).to.be.below(0);
  });

  it('is nothing without correlation, and the same bits without a volatility', () => {
    const plain = calculate(forward);
    const apart = calculate(withCorrelation(0));
    for (const name of ['cva', 'dva', 'fva', 'total'] as const)
      expect(Math.abs(apart[name] - plain[name]), name).to.be.at.most(
        4 * Math.hypot(plain.standardErrors[name], apart.standardErrors[name]),
      );
    const still = { counterparty: { volatility: 0, correlations: [{ asset: 'EURUSD', correlation: 0.9 }] } };
    expect(calculate({ ...forward, wrongWayRisk: still })).to.deep.equal(plain);
  });

  it('keeps the value of payments on survival at every date, whatever moves with the intensities', () => {
    const correlation = threeCurrencies.correlation.map((row, i) => [...row, i === 0 ? 0.5 : 0.2, i === 3 ? -0.4 : 0.1]);
    const size = correlation.length;
    const ofHazards = [0, 1].map((h) => [...correlation.map((row) => row[size + h]!), ...(h === 0 ? [1, 0.3] : [0.3, 1])]);
    const model = crossAssetModel({
      ...threeCurrencies,
      hazards: [
        { meanReversion: 0.1, volatility: 0.015 },
        { meanReversion: 0, volatility: 0.01 },
      ],
      correlation: [...correlation, ...ofHazards],
    });
    const dates = [0.3, 1, 2.5, 4, 7];
    const paths = pathPlan(model, dates);
    /** Payments at a date on survival to it, and to the date before: its bucket. */
    const claims = dates.flatMap((paid, date) =>
      [0, 1].flatMap((hazard) => {
        const logs = logarithmsAt(model, paid);
        const survival = survivalLogarithm(model, hazard, paid, paid);
        const loads = survival.loads.map((load, i) => load - logs.account.loads[i]!);
        return [{ date, paid, loads, constant: survival.constant - logs.account.constant }];
      }),
    );
    const means = claims.map(() => [] as number[]);
    for (let seed = 0; seed < 4; seed++)
      for (const row of allRows(layoutFor(16_384))) {
        const sums = claims.map(() => 0);
        simulateRow(paths, row, seed, (reached, states, _, count) => {
          claims.forEach(({ date, loads, constant }, c) => {
            if (date !== reached) return;
            for (let p = 0; p < count; p++)
              sums[c] = sums[c]! + Math.exp(loads.reduce((total, load, i) => total + load * states[i]![p]!, constant));
          });
        });
        sums.forEach((sum, c) => void means[c]!.push(sum / row.width));
      }
    claims.forEach(({ paid }, c) => {
      const actual = means[c]!;
      const mean = actual.reduce((sum, value) => sum + value, 0) / actual.length;
      const variance = actual.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (actual.length - 1);
      const expected = Math.exp(-accumulatedRate(threeCurrencies.currencies[0]!.curve, paid));
      expect(Math.abs(mean - expected), `paid at ${paid}`).to.be.at.most(4 * Math.sqrt(variance / actual.length));
    });
  });

  it('moves the own default as well: the party that gains when it is likelier to default has more DVA', () => {
    const dva = (correlation: number) =>
      calculate({ ...forward, wrongWayRisk: { own: { ...intensity, correlations: [{ asset: 'EURUSD', correlation }] } } }).dva;
    // The forward loses as the currency falls.
    expect(dva(-0.8)).to.be.above(1.1 * dva(0));
    expect(dva(0.8)).to.be.below(0.9 * dva(0));
  });

  it('counts with the first default, with funding on survival, and is allocated to trades that add up', () => {
    const { market } = forward;
    const request = {
      ...withCorrelation(0.6, { own: { ...intensity, correlations: [{ asset: 'EURUSD', correlation: -0.5 }] }, correlation: -0.2 }),
      trades: [...forward.trades, tradeExamples[4]],
      market,
      funding: { borrowSpread: 0.006, lendSpread: 0.004, survivalWeighted: true },
      pricer: { numPaths: 4096 },
      allocation: true,
    };
    const [unilateral, first] = [false, true].map((firstToDefault) => calculate({ ...request, firstToDefault }));
    expect(first!.cva).to.be.below(unilateral!.cva);
    expect(first!.cva).to.be.above(0.85 * unilateral!.cva);
    for (const { allocation = [], ...figures } of [unilateral!, first!])
      for (const name of ['cva', 'dva', 'fca', 'fba', 'total'] as const)
        expect(
          allocation.reduce((sum, share) => sum + share[name], 0),
          name,
        ).to.be.closeTo(figures[name], 1e-9 * Math.abs(figures.cva));
    // The trades only add: the second alone has less than both.
    const { allocation: _, ...both } = request;
    const incremental = runJob(
      incrementalXvaJob(parse(incrementalXvaRequest, { ...both, trades: forward.trades, newTrades: [tradeExamples[4]] }), limits),
    );
    expect(incremental.after.cva).to.equal(unilateral!.cva);
  });

  it('is finite where survival vanishes, also to the first default', () => {
    const gone = { hazardRate: 9, recoveryRate: 0.4 };
    const trades = [{ ...forward.trades[0], maturity: 100 }];
    const actual = calculate({
      ...withCorrelation(0.5, { counterparty: { volatility: 0.002, correlations: [{ asset: 'EURUSD', correlation: 0.5 }] } }),
      trades,
      exposureTimes: [1, 80, 90, 100],
      counterparty: gone,
      own: gone,
      firstToDefault: true,
      pricer: { numPaths: 256 },
    });
    for (const name of ['cva', 'dva', 'total'] as const) expect(actual[name], name).to.satisfy(Number.isFinite);
  });

  it('refuses what has no meaning, and names it', () => {
    const parsing =
      (wrongWayRisk: object, more: object = {}) =>
      () =>
        parse(xvaRequest, { ...forward, ...more, wrongWayRisk });
    expect(parsing({ counterparty: { volatility: -0.1 } })).to.throw(/wrongWayRisk\/?.?counterparty\/?.?volatility/);
    expect(parsing({ own: { volatility: 0.1 } }, { own: undefined })).to.throw(/needs the credit of the party: own is absent/);
    expect(() => calculate({ ...forward, exposureTimes: [1, 10], wrongWayRisk: { counterparty: { volatility: 1 } } })).to.throw(
      /must be at most .*; got 1/,
    );
    const impossible = ['EURUSD', 'EURUSD'].map((asset) => ({ asset, correlation: 0.9 }));
    expect(() => calculate({ ...forward, wrongWayRisk: { counterparty: { volatility: 0.1, correlations: impossible } } })).to.throw(
      /named once/,
    );
    expect(() =>
      calculate({ ...forward, wrongWayRisk: { counterparty: { volatility: 0.1, correlations: [{ asset: 'NONE', correlation: 0.1 }] } } }),
    ).to.throw(/got NONE/);
  });
});
