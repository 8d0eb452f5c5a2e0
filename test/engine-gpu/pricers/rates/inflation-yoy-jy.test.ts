import { expect } from 'chai';
import { defined } from '#services/runtime/defined';
import { type InflationInputs, inflationModel, jarrowYildirim, YEAR_ON_YEAR } from '#test/reference/engine-requests';
import { closeTo, table } from '#test/reference/table';
import { refusalOf, requireCases, resultOf } from '#test/support/price';

const ID = 'inflation_yoy_jy';

table<InflationInputs, Record<string, number>>(
  'jarrow_yildirim',
  // The value of a swaplet near its fair rate is a small difference, accurate only relative to its two terms.
  (row) => requireCases(jarrowYildirim(row), { ...row.tolerance, abs: 1e-15 }),
  ({ inputs }) => inputs.annual_periods === undefined,
);

table<InflationInputs, { swap_pv_receive_inflation: number; forward_yoy_rates: number[] }>(
  'jarrow_yildirim',
  async ({ inputs, expected, tolerance }) => {
    let swap = 0;
    for (let i = 0; i < defined(inputs.annual_periods, 'inputs.annual_periods'); i++) {
      const instrument = { type: 'yoy_swaplet', startTime: i, endTime: i + 1, strike: inputs.fixed_rate };
      const { price, forwardRate } = await resultOf(ID, { instrument, ...inflationModel(inputs) });
      closeTo(defined(forwardRate, 'forwardRate'), expected.forward_yoy_rates[i]!, tolerance, `forward of year ${i + 1}`);
      swap += price;
    }
    closeTo(swap, expected.swap_pv_receive_inflation, tolerance, 'swap');
  },
  ({ inputs }) => inputs.annual_periods !== undefined,
);

describe('year-on-year inflation', () => {
  const market = { nominalRate: 0.04, realRate: 0.015 };
  const params = {
    ...{ nominalMeanReversion: 0.03, nominalVolatility: 0.008, realMeanReversion: 0.04, realVolatility: 0.007 },
    ...{ indexVolatility: 0.02, nominalRealCorrelation: 0.5, nominalIndexCorrelation: 0.2, realIndexCorrelation: -0.1 },
  };
  const instrument = { type: 'yoy_caplet', startTime: 4, endTime: 5, strike: 0.025 };
  const result = (changes: object, model: object = {}) =>
    resultOf(ID, { instrument: { ...instrument, ...changes }, market, params: { ...params, ...model } });

  it('satisfies cap-floor parity', async () => {
    for (const strike of [-0.5, 0, 0.025, 0.5]) {
      const [swaplet, caplet, floorlet] = await Promise.all(YEAR_ON_YEAR.map((type) => result({ type, strike })));
      expect(caplet!.price - floorlet!.price).to.be.closeTo(swaplet!.price, 1e-15);
    }
  });

  it('has the convexity adjustment of Brigo and Mercurio, and is continuous in mean reversion at 0', async () => {
    const { forwardRate } = await result({});
    const b = (a: number, t: number) => (1 - Math.exp(-a * t)) / a;
    const [an, ar, sn, sr] = [0.03, 0.04, 0.008, 0.007];
    const [br, bn] = [b(ar, 4), b(an, 4)];
    const cross = (0.5 * sn) / (an + ar);
    const c = sr * b(ar, 1) * (br * (-0.1 * 0.02 - 0.5 * sr * br + cross * (1 + ar * bn)) - cross * bn);
    expect(1 + defined(forwardRate, 'forwardRate')).to.be.closeTo(Math.exp(0.025 + c), 1e-15);
    const zero = await result({}, { nominalMeanReversion: 0, realMeanReversion: 0 });
    const tiny = await result({}, { nominalMeanReversion: 1e-9, realMeanReversion: -1e-9 });
    expect(tiny.price).to.be.closeTo(zero.price, 1e-10);
  });

  it('is worth its intrinsic value without any volatility', async () => {
    const calm = { nominalVolatility: 0, realVolatility: 0, indexVolatility: 0 };
    const value = Math.exp(-0.2) * (Math.exp(0.025) - 1.02);
    expect((await result({ strike: 0.02 }, calm)).price).to.be.closeTo(value, 1e-15);
    expect((await result({ strike: 0.02, type: 'yoy_floorlet' }, calm)).price).to.equal(0);
  });

  it('accepts curves in place of rates, and is proportional to accrual and notional', async () => {
    const flat = (rate: number) => ({ times: [1, 10], zeroRates: [rate, rate] });
    const curves = { nominalCurve: flat(0.04), realCurve: flat(0.015) };
    const scaled = { ...instrument, accrual: 0.5, notional: 1e6 };
    const { price } = await resultOf(ID, { instrument: scaled, market: curves, params });
    expect(price / 5e5).to.be.closeTo((await result({})).price, 1e-15);
  });

  it('refuses correlations that are not positive semi-definite, an empty period, and a market without a real rate', async () => {
    const impossible = { nominalRealCorrelation: 0.9, nominalIndexCorrelation: 0.9, realIndexCorrelation: -0.9 };
    const faults = await refusalOf(ID, { instrument: { ...instrument, endTime: 4 }, market, params: { ...params, ...impossible } });
    expect(faults.map(({ pointer }) => pointer)).to.deep.equal(['/instrument/endTime', '/params']);
    expect((await refusalOf(ID, { instrument, market: { nominalRate: 0.04 }, params })).map(({ pointer }) => pointer)).to.deep.equal([
      '/market',
    ]);
  });
});
