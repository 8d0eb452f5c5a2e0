/** Bermudan swaptions by their dates: against those in years, where the dates are whole years, alone and in netting sets. */
import { expect } from 'chai';
import { exposureJob, runJob, xvaJob, xvaSensitivitiesJob } from '#engine';
import { exposureRequest, parse, xvaRequest, xvaSensitivitiesRequest } from '#engine/schemas';
import { priceOf, refusalOf } from '#test/support/price';
import { limits } from '../risk/xva/dated-netting-set.js';

const model = { meanReversion: 0.04, volatility: 0.011 };
const market = { valuationDate: '2026-03-02', curves: { EUR: { rate: 0.028 } }, models: { EUR: model } };
const fitted = { ...market, models: { EUR: { meanReversion: 0.04 } }, volatilities: { EUR: { type: 'normal', volatility: 0.009 } } };
const swap = { currency: 'EUR', side: 'payer', fixedRate: 0.029, notional: 1e6, fixedFrequency: 1, floatingFrequency: 1 };
/** The dates are 2, 3, 4 and 5 years by ACT/365F after the valuation date, and every period has one year. */
const dated = {
  ...{ ...swap, startDate: '2028-03-01', maturity: '2031-03-01', fixedDayCount: 'ACT/365F', floatingDayCount: 'ACT/365F' },
  exerciseDates: ['2028-03-01', '2029-03-01', '2030-03-01'],
};
const inYears = { type: 'bermudan_swaption', ...swap, exerciseDates: [2, 3, 4], maturity: 5 };
const trades = { dated: { type: 'bermudan_swaption', id: 'a', quantity: -2, ...dated }, years: { ...inYears, id: 'a', quantity: -2 } };

const parties = { counterparty: { hazardRate: 0.02, recoveryRate: 0.4 }, own: { hazardRate: 0.01, recoveryRate: 0.4 } };
const simulation = { exposureTimes: [0.5, 1.5, 2.5, 3.5, 4.5], pricer: { numPaths: 4096, seed: 11 } };
const priced = (instrument: object, inMarket: object) => priceOf('rates_bermudan_swaption', { instrument, market: inMarket });

describe('Bermudan swaptions by their dates', () => {
  for (const [name, inMarket] of [
    ['a stated volatility', market],
    ['a volatility that is fitted', fitted],
  ] as const)
    it(`are worth with ${name} what those in years are`, async () => {
      for (const side of ['payer', 'receiver']) {
        const value = await priceOf('cross_asset_trade', { instrument: { ...inYears, side, quantity: 1 }, market: inMarket });
        expect(await priced({ ...dated, side }, inMarket)).to.be.closeTo(value, 1e-9 * 1e6);
      }
    });

  it('have the exposures, the adjustments and their sensitivities of those in years', async () => {
    const exposures = await Promise.all(
      Object.values(trades).map((trade) => runJob(exposureJob(parse(exposureRequest, { trades: [trade], market, ...simulation }), limits))),
    );
    const [ofDates, ofYears] = exposures.map(({ exposure }) => exposure.map(({ ee, nee, pfe95 }) => ({ ee, nee, pfe95 })));
    ofDates!.forEach((each, i) => {
      for (const figure of ['ee', 'nee', 'pfe95'] as const) expect(each[figure], figure).to.be.closeTo(ofYears![i]![figure]!, 1e-6);
    });
    expect(exposures[0]!.value).to.be.closeTo(-2 * (await priced(dated, market)), 1e-6);
    const adjusted = { market, ...parties, ...simulation, capital: { costOfCapital: 0.1 } };
    const [one, other] = await Promise.all(
      Object.values(trades).map((trade) => runJob(xvaJob(parse(xvaRequest, { trades: [trade], ...adjusted }), limits))),
    );
    for (const figure of ['cva', 'dva', 'kva'] as const) expect(one![figure], figure).to.be.closeTo(other![figure], 1e-6);
    const [byDates, byYears] = await Promise.all(
      Object.values(trades).map((trade) =>
        runJob(xvaSensitivitiesJob(parse(xvaSensitivitiesRequest, { trades: [trade], ...adjusted, tenors: [1, 3, 5] }), limits)),
      ),
    );
    byDates!.rates.forEach(({ cva }, i) => {
      const { cva: due } = byYears!.rates[i]!;
      expect(cva, `cva by curve node ${i}`).to.be.closeTo(due, 1e-6 * Math.abs(due) + 1e-6);
    });
  });

  it('on one date, and European swaptions of netting sets, are worth what Black’s or Bachelier’s formula makes of them, on the curve of an index and with a spread', async () => {
    const cube = {
      ...{ type: 'normal', expiries: [1, 5], tenors: [2, 10], strikeSpreads: [-0.01, 0, 0.01] },
      volatilities: [
        [
          [0.0125, 0.0092, 0.0111],
          [0.0116, 0.0085, 0.0104],
        ],
        [
          [0.0112, 0.0081, 0.0099],
          [0.0104, 0.0076, 0.0093],
        ],
      ],
    };
    const projection = { times: [1, 10], zeroRates: [0.028, 0.033] };
    const european = { notional: 1e6, startDate: '2028-03-06', tenor: '5Y', fixedFrequency: 1, floatingFrequency: 2 };
    for (const [quote, ofMarket] of [
      [cube, { volatilities: cube }],
      [{ type: 'lognormal', volatility: 0.3 }, { volatility: 0.3 }],
    ] as const)
      for (const spread of [0, 0.004]) {
        const models = { EUR: { meanReversion: 0.03 } };
        const inMarket = { ...market, models, projections: { 'EURIBOR-6M': projection }, volatilities: { EUR: quote } };
        const terms = { ...european, spread, currency: 'EUR', index: 'EURIBOR-6M', side: 'payer', fixedRate: 0.03 };
        const due = await priceOf('rates_swaption_black', {
          instrument: { ...european, spread, optionType: 'payer', strike: 0.03, expiryDate: '2028-03-02' },
          market: { rate: 0.028, projectionCurve: projection, valuationDate: market.valuationDate, ...ofMarket },
        });
        // The model is fitted to annual payments by years, and to a swap that begins with the exercise: some days of five years.
        expect(await priced({ ...terms, exerciseDates: ['2028-03-02'] }, inMarket)).to.be.closeTo(due, 2e-3 * due);
        const trade = { type: 'swaption', ...terms, expiry: '2028-03-02', quantity: 1 };
        const exposures = exposureJob(parse(exposureRequest, { trades: [trade], market: inMarket, ...simulation }), limits);
        expect((await runJob(exposures)).value).to.be.closeTo(due, 2e-3 * due);
      }
  });

  it('count no exercise date that has passed, and need one that has not', async () => {
    const later = { ...market, valuationDate: '2029-03-01' };
    const shorter = { ...dated, exerciseDates: ['2030-03-01'] };
    expect(await priced(dated, later)).to.equal(await priced(shorter, later));
    const tooLate = { ...market, valuationDate: '2030-03-01' };
    expect(await refusalOf('rates_bermudan_swaption', { instrument: dated, market: tooLate })).to.deep.equal([
      {
        pointer: '/instrument/exerciseDates',
        reason: 'must have a date after 2030-03-01, the valuation date; the last is 2030-03-01',
      },
    ]);
  });

  it('are refused where an exercise would not give both legs from one day on', async () => {
    const faults = async (fields: object) =>
      (await refusalOf('rates_bermudan_swaption', { instrument: { ...dated, ...fields }, market })).map(
        ({ pointer, reason }) => `${pointer} ${reason}`,
      );
    const reason = 'must be followed, before the next exercise date, by a day on which periods of both legs begin';
    // A floating period begins half a year before the next fixed one.
    expect(await faults({ floatingFrequency: 2, exerciseDates: ['2028-03-01', '2028-06-01'] })).to.deep.equal([
      `/instrument/exerciseDates/1 ${reason}; got 2028-06-01`,
    ]);
    expect(await faults({ exerciseDates: ['2028-03-01', '2029-02-01', '2029-02-15'] })).to.deep.equal([
      `/instrument/exerciseDates/1 ${reason}; got 2029-02-01`,
    ]);
    expect(await faults({ exerciseDates: ['2028-03-01', '2031-02-01'] })).to.deep.equal([
      `/instrument/exerciseDates/1 ${reason}; got 2031-02-01`,
    ]);
    const { models: _, ...still } = market;
    expect(await refusalOf('rates_bermudan_swaption', { instrument: dated, market: still })).to.deep.equal([
      { pointer: '/instrument/currency', reason: 'needs an entry of market.models: without one the rates of EUR do not move' },
    ]);
  });
});
