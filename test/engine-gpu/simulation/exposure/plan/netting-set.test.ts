import { expect } from 'chai';
import { fitCoTerminal } from '#engine-gpu/calibration/co-terminal-swaptions';
import { type CrossAssetMarket, constantVolatility } from '#engine-gpu/market/cross-asset';
import { crossAssetModel } from '#engine-gpu/model/cross-asset';
import { termsOfTrade } from '#engine-gpu/product/trade/terms';
import type { Trade } from '#engine-gpu/product/trade/trade';
import type { Coefficients } from '#engine-gpu/simulation/exposure/paths/dated-terms';
import { valuesToday } from '#engine-gpu/simulation/exposure/plan/exposure-plan';
import { STANDARD_ERRORS } from '#test/support/estimates';
import { rowsOf } from '../../../../reference/table.js';
import { flatCurve, threeCurrencies } from '../../../../support/cross-asset-markets.js';
import { overSeeds, planFor, runPlan } from '../../../../support/netting-sets.js';

/** Seeds of 16 shifts each, so that the mean has a normal error. */
const SEEDS = 4;

/** The sum of coefficients times their moments: the mean of the value that the coefficients stand for. */
const dot = (coefficients: Coefficients, moments: Coefficients): number => {
  const arraysOf = ({ tables, fixings, contracts }: Coefficients) => [...tables, fixings, contracts].flatMap((array) => [...array]);
  const means = arraysOf(moments);
  return arraysOf(coefficients).reduce((sum, coefficient, i) => sum + coefficient * means[i]!, 0);
};

const near = (actual: { value: number; standardError: number }, expected: number, label: string): void => {
  const error = actual.value - expected;
  expect(Math.abs(error), `${label}: ${actual.value} ± ${actual.standardError} for ${expected}`).to.be.at.most(
    STANDARD_ERRORS * actual.standardError + 1e-12 * Math.abs(expected),
  );
};

interface ForwardInputs {
  readonly spot: number;
  readonly delivery_price: number;
  readonly rate: number;
  readonly dividend: number;
  readonly volatility: number;
  readonly maturity: number;
}
interface SwapInputs {
  readonly flat_continuous_rate: number;
  readonly annual_periods: number;
  readonly fixed_rate: number;
  readonly swap_vol: number;
  readonly vol_type: 'normal' | 'lognormal';
  readonly payer: boolean;
  readonly notional: number;
}

const oneShare = ({ spot, rate, dividend, volatility }: ForwardInputs): CrossAssetMarket => ({
  valuationDate: '2026-11-20',
  currencies: [{ currency: 'USD', curve: flatCurve(rate), meanReversion: 0, volatility: constantVolatility(0) }],
  exchangeRates: [],
  shares: [{ name: 'ACME', currency: 0, spot, dividend, volatility }],
  correlation: [
    [1, 0],
    [0, 1],
  ],
});

const swapOf = ({ annual_periods, fixed_rate, payer, notional }: SwapInputs) =>
  ({
    currency: 'USD',
    notional,
    side: payer ? 'payer' : 'receiver',
    fixedRate: fixed_rate,
    maturity: annual_periods,
    fixedFrequency: 1,
    floatingFrequency: 1,
  }) as const;

/** The short rate fitted to the co-terminal swaptions of the row. */
function fitted({ flat_continuous_rate, annual_periods, fixed_rate, swap_vol, vol_type }: SwapInputs): CrossAssetMarket {
  const curve = flatCurve(flat_continuous_rate);
  const dates = Array.from({ length: annual_periods + 1 }, (_, i) => i);
  const { volatility, unfitted } = fitCoTerminal(curve, 0.03, { dates, fixedRate: fixed_rate }, { type: vol_type, volatility: swap_vol });
  expect(unfitted).to.deep.equal([]);
  return {
    valuationDate: '2026-11-20',
    currencies: [{ currency: 'USD', curve, meanReversion: 0.03, volatility }],
    exchangeRates: [],
    shares: [],
    correlation: [[1]],
  };
}

const rows = <Inputs, Expected>(prefix: string) => rowsOf<Inputs, Expected>('xva').filter(({ id }) => id.startsWith(prefix));

describe('exposure of a netting set', function () {
  this.timeout(120_000);

  for (const { id, inputs, expected } of rows<
    ForwardInputs,
    { risk_free_value: number; discounted_epe: { time: number; epe: number; ene: number }[] }
  >('xva_forward'))
    it(`is Black’s of a forward at every date before its maturity (${id})`, () => {
      const { delivery_price, maturity } = inputs;
      const trade: Trade = { type: 'equity_forward', underlying: 'ACME', quantity: 1, strike: delivery_price, maturity };
      const profile = expected.discounted_epe.slice(1, -1);
      const times = profile.map(({ time }) => time);
      const actual = overSeeds(SEEDS, (seed) => {
        const plan = planFor(oneShare(inputs), [trade], times, { seed });
        expect(plan.today[0]).to.be.closeTo(expected.risk_free_value, 1e-12 * inputs.spot);
        return runPlan(plan).sets[0]!.flatMap(({ discount, ee, nee }) =>
          [ee, nee].map(({ shifts }) => shifts.map((each) => discount * each)),
        );
      });
      profile.forEach(({ time, epe, ene }, i) => {
        near(actual[2 * i]!, epe, `EE at ${time}`);
        near(actual[2 * i + 1]!, ene, `NEE at ${time}`);
      });
    });

  for (const { id, inputs, expected } of rows<SwapInputs, { swap_npv: number; buckets: { expiry: number; swaption: number }[] }>(
    'xva_swap',
  ))
    it(`of a swap is the price of its co-terminal swaptions, which the fitted model reprices (${id})`, () => {
      const market = fitted(inputs);
      const swap: Trade = { type: 'interest_rate_swap', ...swapOf(inputs) };
      const { buckets, swap_npv } = expected;
      const ahead = buckets.filter(({ expiry }) => expiry > 0);
      const swaptions = ahead.map(
        ({ expiry }): Trade => ({ type: 'swaption', ...swapOf(inputs), expiry, settlement: 'cash', quantity: 1 }),
      );
      const model = crossAssetModel(market);
      const all = [swap, ...swaptions].map((trade) => termsOfTrade(trade, market));
      const values = valuesToday(
        model,
        all,
        all.map((_, i) => [i]),
      );
      expect(values[0]).to.be.closeTo(swap_npv, 1e-14 * inputs.notional);
      ahead.forEach(
        ({ swaption, expiry }, i) => void expect(values[i + 1], `swaption to ${expiry}`).to.be.closeTo(swaption, 1e-9 * swaption),
      );
      const actual = overSeeds(SEEDS, (seed) =>
        runPlan(
          planFor(
            market,
            [swap],
            ahead.map(({ expiry }) => expiry),
            { seed },
          ),
        ).sets[0]!.map(({ discount, ee }) => ee.shifts.map((each) => discount * each)),
      );
      ahead.forEach(({ swaption, expiry }, i) => void near(actual[i]!, swaption, `EE at ${expiry}`));
    });

  it('of an option held is its price today, compounded, at every date before its expiry', () => {
    const trades: Trade[] = [
      {
        type: 'fx_option',
        buyCurrency: 'EUR',
        buyAmount: 100,
        sellCurrency: 'USD',
        sellAmount: 112,
        maturity: 3,
        optionType: 'call',
        quantity: 1,
      },
      {
        type: 'fx_option',
        buyCurrency: 'EUR',
        buyAmount: 100,
        sellCurrency: 'JPY',
        sellAmount: 12_500,
        maturity: 2.5,
        optionType: 'put',
        quantity: 1,
      },
      { type: 'equity_option', underlying: 'ACME', quantity: 1, strike: 105, maturity: 4, optionType: 'call' },
      { type: 'equity_option', underlying: 'BETA', quantity: 2, strike: 38, maturity: 2, optionType: 'put' },
      {
        type: 'swaption',
        currency: 'EUR',
        notional: 1000,
        side: 'receiver',
        fixedRate: 0.02,
        expiry: 2,
        maturity: 7,
        fixedFrequency: 1,
        floatingFrequency: 2,
        settlement: 'physical',
        quantity: 1,
      },
    ];
    const times = [0.25, 1, 1.9];
    const model = crossAssetModel(threeCurrencies);
    trades.forEach((trade) => {
      const [today] = valuesToday(model, [termsOfTrade(trade, threeCurrencies)], [[0]]);
      const actual = overSeeds(SEEDS, (seed) =>
        runPlan(planFor(threeCurrencies, [trade], times, { seed })).sets[0]!.flatMap(({ discount, ee, nee }) => [
          ee.shifts.map((each) => discount * each),
          nee.shifts,
        ]),
      );
      times.forEach((time, i) => {
        near(actual[2 * i]!, today!, `${trade.type} at ${time}`);
        expect(Math.abs(actual[2 * i + 1]!.value), 'NEE').to.be.below(1e-6 * today!);
      });
    });
  });

  it('has the mean of every trade’s value that the value today implies, fixed floating rates and exercised swaptions included', () => {
    const swap = { currency: 'USD', notional: 1e4, fixedRate: 0.031, maturity: 5.2, fixedFrequency: 1, floatingFrequency: 4 } as const;
    const trades: Trade[] = [
      { type: 'interest_rate_swap', side: 'payer', ...swap },
      { type: 'interest_rate_swap', side: 'receiver', ...swap, currency: 'EUR', fixedRate: 0.02, maturity: 4 },
      { type: 'swaption', side: 'payer', ...swap, expiry: 1.2, settlement: 'physical', quantity: -1 },
    ];
    // Payments before a date are no longer in the value: dates before the first payment.
    const times = [0.1, 0.15];
    const model = crossAssetModel(threeCurrencies);
    const terms = trades.map((trade) => termsOfTrade(trade, threeCurrencies));
    const today = valuesToday(
      model,
      terms,
      trades.map((_, i) => [i]),
    );
    const actual = overSeeds(SEEDS, (seed) =>
      runPlan(planFor(threeCurrencies, trades, times, { seed, sets: trades.map((_, i) => [i]) })).sets.flatMap((set) =>
        set.map(({ discount, ee, nee }) => ee.shifts.map((each, k) => discount * (each - nee.shifts[k]!))),
      ),
    );
    trades.forEach((trade, i) => {
      times.forEach((time, k) => void near(actual[i * times.length + k]!, today[i]!, `${trade.type} ${i} at ${time}`));
    });
  });

  it('of a swap entered by a physical swaption has the value after expiry that exercise at expiry had', () => {
    const swap = { currency: 'USD', notional: 1e4, fixedRate: 0.03, maturity: 7, fixedFrequency: 1, floatingFrequency: 2 } as const;
    const trade: Trade = { type: 'swaption', side: 'payer', ...swap, expiry: 2, settlement: 'physical', quantity: 1 };
    const [today] = valuesToday(crossAssetModel(threeCurrencies), [termsOfTrade(trade, threeCurrencies)], [[0]]);
    const [atExpiry, later] = overSeeds(SEEDS, (seed) =>
      runPlan(planFor(threeCurrencies, [trade], [2, 2.4], { seed })).sets[0]!.map(({ discount, ee, nee }) =>
        ee.shifts.map((each, k) => discount * (each - nee.shifts[k]!)),
      ),
    );
    near(atExpiry!, today!, 'at expiry');
    near(later!, today!, 'before the first payment');
  });

  it('adds up over trades by the moments of its coefficients', () => {
    const trades: Trade[] = [
      { type: 'fx_forward', buyCurrency: 'EUR', buyAmount: 1e4, sellCurrency: 'USD', sellAmount: 1.1e4, maturity: 3 },
      { type: 'equity_option', underlying: 'BETA', quantity: -100, strike: 38, maturity: 2, optionType: 'put' },
      {
        type: 'interest_rate_swap',
        currency: 'USD',
        notional: 1e5,
        side: 'payer',
        fixedRate: 0.03,
        maturity: 4,
        fixedFrequency: 1,
        floatingFrequency: 4,
      },
    ];
    const plan = planFor(threeCurrencies, trades, [0.4, 1.3, 3.5], { moments: true });
    const { sets, batches } = runPlan(plan);
    sets[0]!.forEach(({ discount, ee, nee }, e) => {
      const [coefficients] = plan.exposures[e]!.view.coefficients;
      const scale = 1e-10 * discount * ee.value;
      expect(batches.length).to.equal(ee.shifts.length);
      batches.forEach(({ moments }, shift) => {
        expect(dot(coefficients!, moments[e]!.now[0]!)).to.be.closeTo(discount * ee.shifts[shift]!, scale);
        expect(dot(coefficients!, moments[e]!.now[1]!)).to.be.closeTo(discount * nee.shifts[shift]!, scale);
      });
    });
  });

  it('is the same to the last bit for a seed, and another for another seed', () => {
    const trade: Trade = { type: 'equity_forward', underlying: 'BETA', quantity: 1, strike: 40, maturity: 2 };
    const [one, again, other] = [1, 1, 2].map((seed) => runPlan(planFor(threeCurrencies, [trade], [1], { seed })).sets[0]![0]!.ee.value);
    expect(again).to.equal(one);
    expect(other).not.to.equal(one);
  });
});
