/** Short rates fitted to the options on the rest of a swap: where its fixed rate says nothing about volatility, and where rates stand still at first. */
import { expect } from 'chai';
import { exposureJob, runJob } from '#engine';
import { exposureRequest, parse } from '#engine/schemas';
import { fitCoTerminal } from '#engine-gpu/calibration/co-terminal-swaptions';
import { priceOf } from '#test/support/price';
import { limits } from '../risk/xva/dated-netting-set.js';

const curve = { times: [1], zeroRates: [0.01], interpolation: 'linear_zero' } as const;
const dates = [0, 1, 2, 3, 4, 5, 6];
const quote = { type: 'normal', volatility: 0.004 } as const;

describe('a short rate that is fitted to co-terminal swaptions', () => {
  it('follows those at the money where the fixed rate is so far away that they have no time value', () => {
    const far = fitCoTerminal(curve, 0.03, { dates, fixedRate: 0.07 }, quote);
    const near = fitCoTerminal(curve, 0.03, { dates, fixedRate: undefined }, quote);
    expect(near.atTheMoney).to.deep.equal([]);
    // 0.06 is 6.7 standard deviations of 0.004 √5, beyond which no more than 1e-13 is left.
    expect(far.atTheMoney).to.deep.equal([1, 2, 3, 4, 5]);
    expect(far.volatility).to.deep.equal(near.volatility);
    expect(far.unfitted).to.deep.equal([]);
    expect(fitCoTerminal(curve, 0.03, { dates, fixedRate: 0.012 }, quote).atTheMoney).to.deep.equal([]);
  });

  it('moves the exposure of a swap of earlier, higher rates, which says how', async () => {
    const swap = { type: 'interest_rate_swap', id: 'a', currency: 'EUR', notional: 1e8, side: 'receiver', fixedRate: 0.05, maturity: 8 };
    const market = { valuationDate: '2026-03-02', curves: { EUR: { rate: 0 } }, models: { EUR: { meanReversion: 0.03 } } };
    const request = {
      trades: [{ ...swap, fixedFrequency: 1, floatingFrequency: 1 }],
      market: { ...market, volatilities: { EUR: quote } },
      ...{ exposureTimes: [1], pricer: { numPaths: 16_384, seed: 3 } },
    };
    const { exposure, warnings } = await runJob(exposureJob(parse(exposureRequest, request), limits));
    const { ee, pfe95 = 0 } = exposure[0]!;
    // 35 % of the notional. Rates lower by r are worth 7 r more on the seven floating rates, and 0.05 · 28 r on the fixed ones.
    const moved = 1e8 * (7 + 0.05 * 28) * 0.004 * 1.645;
    expect(ee).to.be.closeTo(3.5e7, 1e5);
    // The quantile of 16 384 paths errs by 1 %, and the value is convex in the rate.
    expect(pfe95 - ee).to.be.closeTo(moved, 0.04 * moved);
    expect(warnings).to.deep.equal([
      'the swaptions of EUR to 1, 2, 3 years have no time value at a fixed rate of 0.05: rates move by the volatilities at the money',
    ]);
  });

  it('values Bermudan swaptions where rates stand still until their first date', async () => {
    const table = { type: 'normal', expiries: [1, 2], tenors: [5], volatilities: [[0], [0.008]] };
    const market = {
      valuationDate: '2026-03-02',
      curves: { EUR: { rate: 0.03 } },
      models: { EUR: { meanReversion: 0.03 } },
      volatilities: { EUR: table },
    };
    const bermudan = { type: 'bermudan_swaption', currency: 'EUR', notional: 1e6, side: 'payer', fixedRate: 0.0304, maturity: 6 };
    const terms = { ...bermudan, exerciseDates: [1, 2, 3], fixedFrequency: 1, floatingFrequency: 1, quantity: 1 };
    const value = await priceOf('cross_asset_trade', { instrument: terms, market });
    const european = await priceOf('cross_asset_trade', { instrument: { ...terms, exerciseDates: [2] }, market });
    expect(value).to.be.at.least(european - 1e-6);
    const request = { trades: [{ ...terms, id: 'a' }], market, exposureTimes: [0.5], pricer: { numPaths: 1024, seed: 3 } };
    const { exposure } = await runJob(exposureJob(parse(exposureRequest, request), limits));
    expect(exposure[0]!.ee * Math.exp(-0.03 * 0.5)).to.be.closeTo(value, 1e-6 * 1e6);
  });
});
