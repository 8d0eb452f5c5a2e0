import { expect } from 'chai';
import { surface } from '#engine-gpu/market/surface';
import { fitLocalVolatility, localVolatilityAt } from '#engine-gpu/method/local-volatility-fit';
import { defined } from '#services/runtime/defined';
import { type DupireExpected, type DupireInputs, dupire } from '#test/reference/engine-requests';
import { closeTo, table } from '#test/reference/table';
import { priceOf, refusalOf, requireCases, resultOf } from '#test/support/price';

const ID = 'equity_local_vol_dupire';

table<DupireInputs, DupireExpected>('dupire', async (row) => {
  const { spot, rate, dividend, strikes, expiries, implied_vols: volatilities } = row.inputs;
  const forwardAt = (time: number) => spot * Math.exp((rate - dividend) * time);
  const fit = fitLocalVolatility(surface({ strikes, expiries, volatilities }, forwardAt));
  for (const { time, spot: level, local_vol } of row.expected.local_vols)
    closeTo(
      localVolatilityAt(fit, Math.log(level / forwardAt(time)), time),
      local_vol,
      row.tolerance,
      `local volatility at ${level}, ${time}`,
    );
  // The table allows 0.1% of the spot; the surface reproduces its own quotes much more closely.
  await requireCases(dupire(row), { abs: 1e-4 * spot, why: 'second order of the grid, and the spline between quotes' });
});

describe('a European option under local volatility', () => {
  const strikes = [50, 60, 70, 80, 90, 100, 110, 120, 130, 150, 180];
  const expiries = [0.25, 0.5, 1, 2];
  const market = { spot: 100, rate: 0.03, dividend: 0.01 };
  /** A smile with rising wings that flattens with time. */
  const volatilities = expiries.map((time) =>
    strikes.map((strike) => 0.2 + (0.04 * Math.log(strike / 100) ** 2 - 0.05 * Math.log(strike / 100)) / Math.sqrt(time)),
  );
  const params = { strikes, expiries, volatilities, timeSteps: 100, spotSteps: 200 };
  const price = (instrument: object, changes: object = {}) => priceOf(ID, { instrument, market, params: { ...params, ...changes } });
  const quote = (strike: number, time: number, volatility: number) =>
    priceOf('equity_vanilla_bs', { instrument: { strike, time }, market: { ...market, volatility } });

  it('reproduces the quotes of its surface', async () => {
    for (const [i, time] of expiries.entries())
      for (const [j, strike] of strikes.entries())
        if (strike >= 80 && strike <= 130)
          expect(await price({ strike, time }), `${strike}, ${time}`).to.be.closeTo(await quote(strike, time, volatilities[i]![j]!), 0.01);
  });

  it('reprices sparse quotes whose interpolation admits arbitrage, says how well, and warns', async () => {
    const sparse = { strikes: [50, 100, 200], expiries: [1], volatilities: [[0.6, 0.2, 0.5]], timeSteps: 200, spotSteps: 1000 };
    for (const [j, strike] of sparse.strikes.entries()) {
      const actual = await price({ strike, time: 1, optionType: strike < 100 ? 'put' : 'call' }, sparse);
      const parity = strike < 100 ? 100 * Math.exp(-0.01) - strike * Math.exp(-0.03) : 0;
      // The grid's error of second order, on a local volatility with kinks; bounded alone, it gives 1.06 at 200 where the quote is worth 2.6.
      expect(actual, `strike ${strike}`).to.be.closeTo((await quote(strike, 1, sparse.volatilities[0]![j]!)) - parity, 0.02);
    }
    const { repricing, warnings } = await resultOf(ID, { instrument: { strike: 100, time: 1 }, market, params: { ...params, ...sparse } });
    const [fit] = defined(repricing, 'the repricing');
    expect([fit!.quotes, fit!.expiry]).to.deep.equal([3, 1]);
    expect(fit!.maxVolatilityError).to.be.below(5e-4);
    expect(warnings).to.have.lengthOf(1);
    expect(defined(warnings, 'the warnings')[0]).to.match(
      /^the interpolation of the quotes admits arbitrage within strikes \S+ to \S+ at 1 years;/,
    );
    const dense = await resultOf(ID, { instrument: { strike: 100, time: 1 }, market, params });
    expect(dense.warnings).to.deep.equal([]);
  });

  it('converges with second order in the grid spacing', async () => {
    const flat = volatilities.map((row) => row.map(() => 0.25));
    const exact = await quote(103, 0.8, 0.25);
    const priceOn = async (steps: number) =>
      (await price({ strike: 103, time: 0.8 }, { volatilities: flat, timeSteps: steps, spotSteps: 2 * steps })) - exact;
    const [coarse, fine] = [await priceOn(50), await priceOn(200)];
    expect(Math.abs(fine)).to.be.below(1e-3);
    // Second order gives a ratio of 16; the position of the strike within its cell changes it.
    expect(coarse / fine).to.be.within(10, 25);
  });

  it('satisfies put-call parity', async () => {
    const call = await price({ strike: 105, time: 1 });
    const put = await price({ strike: 105, time: 1, optionType: 'put' });
    // The forward payoff is linear in e^y, for which central differences have an error of second order in the spacing.
    expect(call - put).to.be.closeTo(100 * Math.exp(-0.01) - 105 * Math.exp(-0.03), 2e-3);
  });

  it('is worth its intrinsic value at expiry, and has a price before the first expiry of the surface', async () => {
    expect(await price({ strike: 90, time: 0 })).to.equal(10);
    // Before the first expiry the smile keeps its shape, so the at-the-money volatility is the quote of that expiry.
    expect(await price({ strike: 100, time: 0.01 })).to.be.closeTo(await quote(100, 0.01, 0.2), 5e-3);
  });

  it('refuses a surface with butterfly or calendar arbitrage and names the quote', async () => {
    const dented = volatilities.map((row, i) => row.map((volatility, j) => (i === 1 && j === 5 ? volatility + 0.05 : volatility)));
    const butterfly = await refusalOf(ID, { instrument: { strike: 100, time: 1 }, market, params: { ...params, volatilities: dented } });
    expect(butterfly.map(({ pointer }) => pointer)).to.include('/params/volatilities/1/5');
    expect(
      defined(
        butterfly.find(({ pointer }) => pointer.endsWith('/1/5')),
        'the fault of the butterfly',
      ).reason,
    ).to.match(/^makes a butterfly at strike 100 and expiry 0.5/);
    const falling = volatilities.map((row, i) => row.map((volatility) => (i === 3 ? 0.6 * volatility : volatility)));
    const calendar = await refusalOf(ID, { instrument: { strike: 100, time: 1 }, market, params: { ...params, volatilities: falling } });
    expect(calendar[0]!.pointer).to.match(/^\/params\/volatilities\/3\//);
    expect(calendar.some(({ reason }) => reason.includes('or a calendar spread from expiry 1 at the same moneyness'))).to.be.true;
  });

  it('refuses an option beyond the last expiry, a surface with missing quotes, and too many grid nodes', async () => {
    expect((await refusalOf(ID, { instrument: { strike: 100, time: 3 }, market, params })).map(({ pointer }) => pointer)).to.deep.equal([
      '/instrument/time',
    ]);
    const holed = { ...params, volatilities: [volatilities[0]!.slice(1), volatilities[1]], timeSteps: 2000, spotSteps: 2000 };
    expect(
      (await refusalOf(ID, { instrument: { strike: 100, time: 1 }, market, params: holed })).map(({ pointer }) => pointer),
    ).to.deep.equal(['/params/volatilities', '/params/volatilities/0', '/params/spotSteps']);
  });
});
