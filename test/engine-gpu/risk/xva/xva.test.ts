import { expect } from 'chai';
import { exposureJob, incrementalXvaJob, runJob, xvaJob } from '#engine';
import { exposureRequest, incrementalXvaRequest, parse, tradeExamples, xvaRequest } from '#engine/schemas';
import { closeTo, rowsOf, table } from '../../../reference/table.js';

const limits = { costLimit: 1e9 };
const calculate = (request: object) => runJob(xvaJob(parse(xvaRequest, request), limits));
const exposureOf = (request: object) => runJob(exposureJob(parse(exposureRequest, request), limits));
const incremental = (request: object) => runJob(incrementalXvaJob(parse(incrementalXvaRequest, request), limits));

const market = {
  valuationDate: '2026-11-20',
  curves: { USD: { times: [1, 5, 10], zeroRates: [0.02, 0.03, 0.035] }, EUR: { rate: 0.015 } },
  fx: { EURUSD: 1.1 },
  assets: { ACME: { spot: 100, volatility: 0.25, dividend: 0.02 } },
  volatilities: { USD: { type: 'normal', volatility: 0.008 }, EURUSD: { type: 'lognormal', volatility: 0.1 } },
  models: { USD: { meanReversion: 0.03 }, EUR: { meanReversion: 0.03, volatility: 0.007 } },
  correlations: [
    { asset1: 'USD', asset2: 'EUR', correlation: 0.5 },
    { asset1: 'EURUSD', asset2: 'USD', correlation: -0.2 },
    { asset1: 'EURUSD', asset2: 'EUR', correlation: 0.1 },
    { asset1: 'ACME', asset2: 'USD', correlation: -0.1 },
    { asset1: 'ACME', asset2: 'EUR', correlation: -0.1 },
    { asset1: 'ACME', asset2: 'EURUSD', correlation: 0.3 },
  ],
};
const parties = {
  counterparty: { hazardRate: 0.02, recoveryRate: 0.4 },
  own: { hazardRate: 0.012, recoveryRate: 0.35 },
  funding: { borrowSpread: 0.006, lendSpread: 0.004 },
};
const pricer = { numPaths: 4096 };
const exposureTimes = [0.25, 0.5, 1, 1.5, 2, 3, 4, 5];
const netting = { trades: tradeExamples, market, exposureTimes, pricer };
const base = { ...netting, ...parties };
/** The same trades as the other party sees them. */
const reversed = tradeExamples.map((trade) => {
  switch (trade.type) {
    case 'interest_rate_swap':
      return { ...trade, side: 'receiver' };
    case 'swaption':
    case 'bermudan_swaption':
    case 'fx_option':
      return { ...trade, quantity: -1 };
    case 'cross_currency_swap':
      return { ...trade, receive: trade.pay, pay: trade.receive, ...('resetting' in trade && { resetting: 'receive' }) };
    case 'fx_forward':
      return {
        ...trade,
        buyCurrency: trade.sellCurrency,
        buyAmount: trade.sellAmount,
        sellCurrency: trade.buyCurrency,
        sellAmount: trade.buyAmount,
      };
    case 'equity_forward':
    case 'equity_option':
      return { ...trade, quantity: -trade.quantity };
    default:
      return trade;
  }
});

interface ProfileInputs {
  readonly times: number[];
  readonly epe: number[];
  readonly ene: number[];
  readonly counterparty_hazard: number;
  readonly counterparty_recovery: number;
  readonly own_hazard: number;
  readonly own_recovery: number;
  readonly funding_spread_borrow: number;
  readonly funding_spread_lend: number;
  readonly rate: number;
  readonly cost_of_capital: number;
  readonly capital_per_unit_epe: number;
}

interface OreInputs {
  readonly times: number[];
  readonly discounted_epe: number[];
  readonly discounted_ene: number[];
}

describe('XVA', function () {
  this.timeout(120_000);

  table<ProfileInputs, Record<'cva' | 'dva' | 'fca' | 'fba' | 'kva', number>>(
    'xva',
    ({ inputs, expected, tolerance }) => {
      const actual = calculate({
        exposure: inputs.times.map((time, i) => ({ time, ee: inputs.epe[i], nee: inputs.ene[i] })),
        integration: 'end',
        market: { valuationDate: '2026-11-20', curves: { USD: { rate: inputs.rate } } },
        counterparty: { hazardRate: inputs.counterparty_hazard, recoveryRate: inputs.counterparty_recovery },
        own: { hazardRate: inputs.own_hazard, recoveryRate: inputs.own_recovery },
        funding: { borrowSpread: inputs.funding_spread_borrow, lendSpread: inputs.funding_spread_lend },
        capital: { costOfCapital: inputs.cost_of_capital, capitalFactor: inputs.capital_per_unit_epe },
      });
      for (const name of ['cva', 'dva', 'fca', 'fba', 'kva'] as const) closeTo(actual[name], expected[name]!, tolerance, name);
      closeTo(actual.total, actual.cva - actual.dva + actual.fva + actual.kva, { abs: 1e-15, why: 'a sum' }, 'total');
    },
    ({ id }) => id.startsWith('xva_profile'),
  );

  it('of a forward’s profile is that of its table, whose last bucket has the exposure before the payment', () => {
    for (const { id, inputs, expected, tolerance } of rowsOf<
      Record<string, number>,
      {
        discounted_epe: { time: number; epe: number; ene: number }[];
        monthly12_grid_end_of_bucket: Record<'cva' | 'dva' | 'fca' | 'fba', number>;
      }
    >('xva').filter((row) => row.id.startsWith('xva_forward'))) {
      const rate = inputs.rate;
      const actual = calculate({
        exposure: expected.discounted_epe
          .slice(1)
          .map(({ time, epe, ene }) => ({ time, ee: epe * Math.exp(rate! * time), nee: ene * Math.exp(rate! * time) })),
        integration: 'end',
        market: { valuationDate: '2026-11-20', curves: { USD: { rate } } },
        counterparty: { hazardRate: inputs.counterparty_hazard, recoveryRate: inputs.counterparty_recovery },
        own: { hazardRate: inputs.own_hazard, recoveryRate: inputs.own_recovery },
        funding: { borrowSpread: inputs.funding_spread, lendSpread: inputs.funding_spread, survivalWeighted: true },
      });
      for (const name of ['cva', 'dva', 'fca', 'fba'] as const)
        closeTo(actual[name], expected.monthly12_grid_end_of_bucket[name], tolerance, `${id} ${name}`);
    }
  });

  it('of the profile of a swap in ORE’s first example is ORE’s, with the flat hazard rates that stand for its curves', () => {
    const { inputs, expected, tolerance } = rowsOf<OreInputs & Record<string, number>, Record<string, number>>('xva_ore')[0]!;
    const times = inputs.times.slice(1);
    const actual = calculate({
      exposure: times.map((time, i) => ({ time, ee: inputs.discounted_epe[i + 1], nee: inputs.discounted_ene[i + 1] })),
      integration: 'end',
      market: { valuationDate: '2016-02-05', curves: { EUR: { rate: 0 } } },
      counterparty: { hazardRate: inputs.counterparty_hazard, recoveryRate: inputs.counterparty_recovery },
      own: { hazardRate: inputs.own_hazard, recoveryRate: inputs.own_recovery },
    });
    for (const name of Object.keys(expected).filter((each): each is 'cva' | 'dva' => each === 'cva' || each === 'dva'))
      closeTo(actual[name], expected[name]!, tolerance, name);
  });

  it('is 0 where nothing defaults and nothing is charged', () => {
    const actual = calculate({ ...netting, counterparty: { hazardRate: 0, recoveryRate: 0.4 } });
    for (const name of ['cva', 'dva', 'fca', 'fba', 'fva', 'kva', 'mva', 'total'] as const) expect(actual[name], name).to.equal(0);
  });

  it('exchanges CVA and DVA where the parties change places', () => {
    const actual = calculate({ ...base, firstToDefault: true });
    const mirrored = calculate({ ...base, trades: reversed, counterparty: parties.own, own: parties.counterparty, firstToDefault: true });
    expect(mirrored.cva).to.be.closeTo(actual.dva, 1e-9 * actual.dva);
    expect(mirrored.dva).to.be.closeTo(actual.cva, 1e-9 * actual.cva);
    expect(mirrored.value).to.be.closeTo(-(actual.value ?? 0), 1e-6);
  });

  it('of a netting set is at most the sum over its trades alone, and exposure is homogeneous', () => {
    const whole = calculate(base);
    const alone = tradeExamples.map((trade) => calculate({ ...base, trades: [trade] }));
    for (const name of ['cva', 'dva', 'fca', 'fba'] as const) {
      const gross = alone.reduce((sum, each) => sum + each[name], 0);
      expect(whole[name], name).to.be.at.most(gross);
    }
    const twice = calculate({ ...base, trades: [...tradeExamples, ...tradeExamples] });
    expect(twice.cva).to.be.closeTo(2 * whole.cva, 1e-9 * whole.cva);
  });

  it('weighs first defaults by survival, so that it is below unilateral adjustments', () => {
    const [unilateral, first] = [false, true].map((firstToDefault) => calculate({ ...base, firstToDefault }));
    expect(first!.cva).to.be.below(unilateral!.cva);
    expect(first!.cva).to.be.above(unilateral!.cva * Math.exp(-0.012 * 5));
    expect(first!.dva).to.be.below(unilateral!.dva);
  });

  it('allocates every measure to the trades, which add up', () => {
    for (const more of [{}, { collateral: { threshold: 50_000, minimumTransfer: 1_000 } }, { capital: { costOfCapital: 0.1 } }]) {
      const actual = calculate({ ...base, ...more, allocation: true });
      const shares = actual.allocation ?? [];
      expect(shares.map(({ id }) => id)).to.deep.equal(tradeExamples.map(({ id }) => id));
      for (const name of ['cva', 'dva', 'fca', 'fba', 'fva', 'kva', 'total'] as const)
        expect(
          shares.reduce((sum, share) => sum + share[name], 0),
          name,
        ).to.be.closeTo(actual[name], 1e-9 * Math.abs(actual.total));
    }
  });

  it('allocates to a trade what its size changes', () => {
    const step = 1e-4;
    const [index, trade] = [3, tradeExamples[3]];
    const scaled = (factor: number) => ({ ...trade, buyAmount: trade.buyAmount * factor, sellAmount: trade.sellAmount * factor });
    const withTrade = (factor: number) =>
      calculate({ ...base, trades: tradeExamples.map((each, i) => (i === index ? scaled(factor) : each)) });
    const slope = (withTrade(1 + step).cva - withTrade(1 - step).cva) / (2 * step);
    const share = calculate({ ...base, allocation: true }).allocation?.[index];
    // The indicator of positive exposure changes on the few paths near zero: of second order in the step.
    expect(share?.cva).to.be.closeTo(slope, 1e-3 * Math.abs(slope));
  });

  it('allocates capital by SA-CCR and initial margin as what the size of a trade changes', () => {
    const step = 1e-4;
    const more = { capital: { costOfCapital: 0.1 }, collateral: { threshold: 0, initialMargin: {} } };
    for (const index of [0, 1, 3, 6, 8]) {
      const trade = tradeExamples[index]!;
      const scaled = (factor: number) =>
        trade.type === 'fx_forward'
          ? { ...trade, buyAmount: trade.buyAmount * factor, sellAmount: trade.sellAmount * factor }
          : 'notional' in trade
            ? { ...trade, notional: trade.notional * factor }
            : trade.type === 'equity_option'
              ? { ...trade, quantity: trade.quantity * factor }
              : trade;
      const withTrade = (factor: number) =>
        calculate({ ...base, ...more, trades: tradeExamples.map((each, i) => (i === index ? scaled(factor) : each)) });
      const [up, down] = [withTrade(1 + step), withTrade(1 - step)];
      const actual = calculate({ ...base, ...more, allocation: true });
      for (const name of ['kva', 'mva', 'cva'] as const) {
        const slope = (up[name] - down[name]) / (2 * step);
        // Signs of exposures change on a few paths: of second order in the step.
        expect(actual.allocation?.[index]?.[name], `${name} of ${trade.type}`).to.be.closeTo(slope, 2e-3 * actual[name]);
        const whole = actual.allocation?.reduce((sum, share) => sum + share[name], 0);
        expect(whole).to.be.closeTo(actual[name], 1e-9 * actual[name]);
      }
    }
  });

  it('falls with collateral, grows with the threshold, and vanishes as calls become continuous', () => {
    const cva = (collateral: object) => calculate({ ...base, collateral }).cva;
    const free = calculate(base).cva;
    const byThreshold = [0, 20_000, 100_000, 1e9].map((threshold) => cva({ threshold }));
    byThreshold.forEach((value, i) => {
      if (i > 0) expect(value).to.be.above(byThreshold[i - 1]!);
    });
    expect(byThreshold[0]).to.be.below(0.3 * free);
    // With a threshold that is never reached, and flows paid, there is no collateral: only the paths differ, by their dates.
    const never = calculate({ ...base, collateral: { threshold: 1e9, flowsInMarginPeriod: 'paid' } });
    expect(Math.abs(never.cva - free)).to.be.below(4 * Math.hypot(never.standardErrors.cva, calculate(base).standardErrors.cva));
    const byPeriod = [10, 1, 0.01].map((marginPeriodDays) => cva({ threshold: 0, marginPeriodDays }));
    // Exposure over a short period grows with its square root.
    expect(byPeriod[1]! / byPeriod[0]!).to.be.closeTo(Math.sqrt(0.1), 0.1);
    expect(byPeriod[2]! / byPeriod[0]!).to.be.below(0.05);
    expect(cva({ threshold: 0, marginPeriodDays: 0 })).to.be.below(1e-6 * free);
  });

  it('has spikes at payment dates where flows in the margin period are paid, and none where they are not', () => {
    const swap = tradeExamples[0];
    const run = (flowsInMarginPeriod: string) =>
      exposureOf({ trades: [swap], market, exposureTimes: [0.9, 1], pricer, collateral: { threshold: 0, flowsInMarginPeriod } }).exposure;
    const [unpaid, paid] = [run('unpaid'), run('paid')];
    expect(paid[0]!.ee).to.equal(unpaid[0]!.ee);
    expect(paid[1]!.ee + paid[1]!.nee).to.be.above(1.5 * (unpaid[1]!.ee + unpaid[1]!.nee));
  });

  it('of added trades is the difference with and without them, on the same paths', () => {
    const [first, ...rest] = tradeExamples;
    const withAll = calculate(base);
    const withFirst = calculate({ ...base, trades: [first] });
    const actual = incremental({ ...base, trades: [first], newTrades: rest });
    expect(actual.after.cva).to.be.closeTo(withAll.cva, 1e-9 * withAll.cva);
    // Alone, the first trade has fewer dates and drivers, hence other paths.
    expect(Math.abs(actual.before.cva - withFirst.cva)).to.be.below(
      4 * Math.hypot(withFirst.standardErrors.cva, actual.before.standardErrors.cva),
    );
    for (const name of ['cva', 'dva', 'fva', 'total'] as const)
      expect(actual[name]).to.be.closeTo(actual.after[name] - actual.before[name], 1e-9 * Math.abs(actual.after[name]));
    const nothing = incremental({ ...base, trades: tradeExamples, newTrades: [{ ...tradeExamples[5], quantity: 0 }] });
    expect(nothing.cva).to.equal(0);
    expect(nothing.standardErrors.cva).to.equal(0);
    const capital = incremental({ ...base, trades: [first], newTrades: rest, capital: { costOfCapital: 0.1 } });
    expect(capital.before.kva).to.be.above(0).and.below(capital.after.kva);
  });

  it('charges for capital by the exposure, or by the regulatory exposure at default', () => {
    const byExposure = calculate({ ...base, capital: { costOfCapital: 0.1, capitalFactor: 0.08 } });
    expect(byExposure.kva).to.be.closeTo((0.1 * 0.08 * byExposure.fca) / 0.006, 1e-9 * byExposure.kva);
    const regulatory = calculate({ ...base, capital: { costOfCapital: 0.1 } });
    const half = calculate({ ...base, capital: { costOfCapital: 0.1, method: 'sa_ccr', riskWeight: 0.5 } });
    expect(half.kva).to.be.closeTo(0.5 * regulatory.kva, 1e-12 * regulatory.kva);
    // 1.4 · (replacement cost + add-on) is above the exposure itself.
    expect(regulatory.kva).to.be.above(1.4 * byExposure.kva);
  });

  it('says where capital jumps: at the fixed rate of a swaption that may have been exercised by then', () => {
    const { currency, notional, fixedFrequency, floatingFrequency } = tradeExamples.find(({ type }) => type === 'swaption') as Record<
      string,
      unknown
    >;
    const swap = { currency, notional, fixedFrequency, floatingFrequency, maturity: 5 };
    const swaption = { ...swap, type: 'swaption', side: 'payer', expiry: 1 };
    const run = (fixedRate: number, more: object = {}) =>
      calculate({
        ...base,
        trades: [{ ...swaption, fixedRate, settlement: 'physical', ...more }],
        exposureTimes: [0.5, 1.5, 3],
        capital: { costOfCapital: 0.1 },
      });
    const warning = run(0.03).warnings?.find((each) => each.includes('kva jumps'));
    expect(warning).to.match(/crosses its strike: they are 0\.0\d+ and strike 0\.03$/);
    const forward = Number(/they are (0\.0\d+)/.exec(warning!)![1]);
    const [above, below] = [run(forward - 1e-5).kva, run(forward + 1e-5).kva];
    expect(above, 'the jump that the warning names').to.be.above(1.3 * below);
    for (const more of [{ settlement: 'cash' }, { expiry: 4 }])
      expect(run(0.03, more).warnings?.filter((each) => each.includes('kva jumps'))).to.deep.equal([]);
  });

  it('charges for initial margin, which is the normal quantile of a forward’s change and takes exposure away', () => {
    const [confidence, periodDays] = [0.99, 10];
    const forward = { type: 'equity_forward', underlying: 'ACME', quantity: 10, strike: 100, maturity: 2 };
    const still = { ...market, models: {} };
    const run = (initialMargin?: object) =>
      calculate({
        ...base,
        market: still,
        trades: [forward],
        exposureTimes: [0.5, 1],
        collateral: { threshold: 0, ...(initialMargin && { initialMargin }) },
      });
    const [withoutMargin, withMargin] = [run(), run({ confidence, periodDays })];
    // The value is q(S e^(−d(T − t)) − K P): its change in a period is normal with q σ S e^(−d(T − t)) √period, and E[S/B] = S(0) e^(−dt).
    const quantile = 2.3263478740408408;
    const discounted = [0.5, 1].map(() => quantile * 10 * 0.25 * 100 * Math.exp(-0.02 * 2) * Math.sqrt(periodDays / 365));
    const expected = parties.funding.borrowSpread * 0.5 * (discounted[0]! + discounted[1]!);
    expect(withMargin.mva).to.be.closeTo(expected, 4 * withMargin.standardErrors.mva + 1e-3 * expected);
    expect(withoutMargin.mva).to.equal(0);
    // A loss over ten days beyond the 99 % quantile of ten days is rare.
    expect(withMargin.cva).to.be.below(0.02 * withoutMargin.cva);
    const allocated = calculate({ ...base, collateral: { threshold: 0, initialMargin: {} }, allocation: true });
    const shares = allocated.allocation ?? [];
    for (const name of ['mva', 'cva', 'total'] as const)
      expect(
        shares.reduce((sum, share) => sum + share[name], 0),
        name,
      ).to.be.closeTo(allocated[name], 1e-9 * allocated.total);
  });

  it('takes an amount of initial margin off every exposure, and charges for what is posted', () => {
    const forward = { type: 'equity_forward', underlying: 'ACME', quantity: 10, strike: 100, maturity: 2 };
    const run = (threshold: number, initialMargin?: object) =>
      calculate({
        ...base,
        market: { ...market, models: {} },
        trades: [forward],
        exposureTimes: [0.5, 1],
        collateral: { threshold, marginPeriodDays: 0, ...(initialMargin && { initialMargin }) },
      });
    // Without a margin period the exposure is min(V⁺, H), and max(min(V⁺, H) − A, 0) = min(V⁺, H) − min(V⁺, A) on every path.
    const [margined, upToThreshold, upToMargin] = [run(200, { amount: 50 }), run(200), run(50)];
    for (const name of ['cva', 'dva', 'fva'] as const)
      expect(margined[name], name).to.be.closeTo(upToThreshold[name] - upToMargin[name], 1e-12 * upToThreshold.cva);
    expect(margined.cva).to.be.above(0).and.below(upToThreshold.cva);
    expect(run(0, { amount: 50 }).cva).to.equal(0);
    // Rates do not move: the zero rate is 2 % up to a year.
    const posted = 50 * (0.5 + Math.exp(-0.02 * 0.5) + 0.5 * Math.exp(-0.02));
    expect(margined.mva).to.be.closeTo(parties.funding.borrowSpread * 0.5 * posted, 1e-12 * posted);
    expect(upToThreshold.mva).to.equal(0);
  });

  it('has EPE and EEPE of the first year', () => {
    const actual = exposureOf(netting);
    const inYear = actual.exposure.filter(({ time }) => time <= 1);
    const epe = 0.25 * inYear[0]!.ee + 0.25 * inYear[1]!.ee + 0.5 * inYear[2]!.ee;
    expect(actual.epe).to.be.closeTo(epe, 1e-12 * epe);
    expect(actual.eepe).to.be.at.least(actual.epe);
    for (const { pfe95, pfe99, ee } of actual.exposure) {
      expect(pfe99).to.be.at.least(pfe95 ?? 0);
      expect(pfe99).to.be.at.least(ee);
    }
  });

  it('has the same bits in whatever order blocks are computed, by whichever thread', () => {
    const request = { ...base, allocation: true, collateral: { threshold: 20_000 }, capital: { costOfCapital: 0.1 } };
    const whole = calculate(request);
    const open = () => xvaJob(parse(xvaRequest, request), limits);
    const planned = open();
    const parts = Array.from({ length: planned.blocks }, (_, k) => planned.blocks - 1 - k).map((block) =>
      structuredClone(open().run(block)),
    );
    expect(planned.combine(parts.toReversed())).to.deep.equal(whole);
  });

  it('takes a default intensity from par spreads', () => {
    const cdsCurve = ['1Y', '3Y', '5Y', '7Y', '10Y'].map((tenor) => ({ tenor, spread: 0.012 }));
    const actual = calculate({ ...base, counterparty: { cdsCurve, recoveryRate: 0.4 } });
    const flat = calculate({ ...base, counterparty: { hazardRate: 0.012 / 0.6, recoveryRate: 0.4 } });
    // The credit triangle, up to the day count of the premium.
    expect(actual.cva).to.be.closeTo(flat.cva, 0.03 * flat.cva);
  });
});
