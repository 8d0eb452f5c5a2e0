import { expect } from 'chai';
import { exposureJob, runJob, xvaJob, xvaSensitivitiesJob } from '#engine';
import { exposureRequest, parse, xvaRequest, xvaSensitivitiesRequest } from '#engine/schemas';
import { linearFlows } from '#engine-gpu/valuation/linear-flows';
import { failureOf, faultsIn } from '../../../support/faults.js';
import { Draw } from '../../../support/random.js';
import {
  agreement,
  curveOf,
  days,
  errorOf,
  exposureOf,
  inReporting,
  limits,
  MEAN_REVERSION,
  market,
  planOf,
  pricers,
  times,
  trades,
  VOLATILITY,
  valuationDate,
} from './dated-netting-set.js';

/** The value today, at today's forward rates, of the payments after a time. */
function valueAfter(trade: (typeof trades)[string], first: number): number {
  const flows = linearFlows(planOf(trade), trade.index, valuationDate)!;
  return flows.payments
    .filter(({ time }) => time > first + 1e-9)
    .reduce((sum, { currency, time, amount, floating }) => {
      const forward = curveOf(currency, floating?.index);
      const growth = (floating?.growths ?? []).reduce(
        (product, { known: past, from, to }) => product * past * (from === to ? 1 : forward(from) / forward(to)),
        1,
      );
      const paid = amount + (floating === undefined ? 0 : floating.notional * (growth - 1));
      return sum + inReporting(currency) * paid * curveOf(currency)(time);
    }, 0);
}

describe('exposures of trades by their dates', () => {
  for (const [title, trade] of Object.entries(trades))
    it(`start at the value that the pricer gives, and keep it on average, for ${title}`, async () => {
      const { value, exposure } = await exposureOf(trade);
      // Sums of the same numbers in another order.
      expect(value).to.be.closeTo(await pricers(trade), 1e-7);
      const discount = curveOf('USD');
      for (const { time, ee, nee, standardErrors } of exposure) {
        const error = discount(time) * errorOf(standardErrors);
        // The convexity of a payment that is two days late is below 1e-8 of the notional.
        expect(discount(time) * (ee - nee), `at ${time}`).to.be.closeTo(valueAfter(trade, time), 4.5 * error + 0.02);
      }
    });

  it('has as much collateral as the value, and what is not paid in the margin period', async () => {
    const trade = trades['a swap on an overnight rate in its second year']!;
    // An annual period of the floating leg ends on day 210 and is paid on day 212.
    const collateral = { threshold: 1e15, marginPeriodDays: 20, flowsInMarginPeriod: 'unpaid' };
    const { exposure } = await exposureOf(trade, { collateral, exposureTimes: [days(220)] });
    const [{ time, ee, nee, standardErrors }] = exposure as [(typeof exposure)[number]];
    const error = errorOf(standardErrors);
    // Paid on day 212 and counted at its face on day 220: eight days of interest on a payment of some 3 600.
    expect(curveOf('USD')(time) * (ee - nee)).to.be.closeTo(valueAfter(trade, days(211)), 4.5 * error + 3600 * 0.04 * days(8));
  });

  it('has growth that is compounded over a thousand periods, whose products are made once for all dates', async () => {
    // Five trades with starts of their own: each date had the products of all periods before it, which took minutes.
    const monthly = {
      ...{ currency: 'EUR', index: 'EURIBOR-3M', side: 'payer', fixedRate: 0.022, notional: 1e6 },
      ...{ tenor: '90Y', floatingFrequency: 12, floatingType: 'term' },
    };
    const five = Array.from({ length: 5 }, (_, i) => ({ type: 'zero_coupon_swap' as const, ...monthly, startDate: `2026-11-${21 + i}` }));
    const request = { trades: five, market, exposureTimes: [1, 10, 89], pricer: { numPaths: 1024 } };
    const { value, exposure } = await runJob(exposureJob(parse(exposureRequest, request), limits));
    const priced = await Promise.all(five.map((each) => pricers(each)));
    const sum = priced.reduce((total, each) => total + each, 0);
    expect(value).to.be.closeTo(sum, 1e-9 * Math.abs(sum));
    for (const { time, ee, nee, standardErrors } of exposure) {
      const discount = curveOf('USD')(time);
      expect(discount * (ee - nee), `at ${time}`).to.be.closeTo(sum, 4.5 * discount * errorOf(standardErrors) + 0.02);
    }
  });

  /** Paths of the short rate of one currency on a fine grid, by which everything is paid and discounted. */
  function bruteForce(end: number, start: number, seed: number, valueAt: (x: number, grown: number) => number) {
    const draw = new Draw(seed);
    const [paths, steps] = [20_000, Math.ceil(end * 365)];
    const dt = end / steps;
    const discount = curveOf('USD');
    const forward = (t: number) => -Math.log(discount(t + 1e-6) / discount(t)) / 1e-6;
    const shift = (t: number) => forward(t) + (VOLATILITY ** 2 / (2 * MEAN_REVERSION ** 2)) * (1 - Math.exp(-MEAN_REVERSION * t)) ** 2;
    const shifts = Array.from({ length: steps }, (_, k) => shift((k + 0.5) * dt));
    const decay = Math.exp(-MEAN_REVERSION * dt);
    const deviation = VOLATILITY * Math.sqrt((1 - decay ** 2) / (2 * MEAN_REVERSION));
    let [sum, squares] = [0, 0];
    for (let p = 0; p < paths; p++) {
      let [x, account, atStart] = [0, 0, 0];
      for (let k = 0; k < steps; k++) {
        if (Math.abs(k * dt - start) < dt / 2) atStart = account;
        const next = x * decay + deviation * draw.normal();
        account += ((x + next) / 2 + shifts[k]!) * dt;
        x = next;
      }
      const gain = Math.exp(-account) * Math.max(valueAt(x, Math.exp(account - atStart)), 0);
      sum += gain;
      squares += gain * gain;
    }
    const mean = sum / paths;
    return { mean: mean / discount(end), standardError: Math.sqrt((squares / paths - mean ** 2) / paths) / discount(end) };
  }

  /** P(t, T) given x at t. */
  function bond(x: number, t: number, maturity: number): number {
    const [a, discount] = [MEAN_REVERSION, curveOf('USD')];
    const load = (1 - Math.exp(-a * (maturity - t))) / a;
    const variance = (VOLATILITY ** 2 * (1 - Math.exp(-2 * a * t))) / (2 * a);
    const covariance = (VOLATILITY ** 2 / (2 * a ** 2)) * (1 - Math.exp(-a * t)) ** 2;
    return (discount(maturity) / discount(t)) * Math.exp(-load * x - 0.5 * load ** 2 * variance - load * covariance);
  }

  it('is what daily compounding on fine paths gives inside a period of an overnight rate', async () => {
    // Two annual periods that start in one year, valued in the middle of the first.
    const trade = {
      ...{ type: 'interest_rate_swap', currency: 'USD', side: 'payer', fixedRate: 0.034, notional: 1e6, floatingType: 'overnight' },
      ...{ startDate: '2027-11-20', maturity: '2029-11-20', fixedFrequency: 1, fixedDayCount: 'ACT/365F', floatingFrequency: 1 },
    };
    const { exposure } = await exposureOf(trade, { exposureTimes: [1.5] });
    const [first, last] = [days(731), days(1096)];
    const { mean, standardError } = bruteForce(1.5, 1, 5, (x, grown) => {
      const [one, other] = [bond(x, 1.5, first), bond(x, 1.5, last)];
      return 1e6 * (grown - other - 0.034 * (days(366) * one + 1 * other));
    });
    expect(exposure[0]!.ee).to.be.closeTo(mean, 4 * Math.hypot(standardError, exposure[0]!.standardErrors?.ee ?? 0));
    // A rate that were fixed at the start of the period would be far from it.
    expect(standardError).to.be.below(0.01 * mean);
  });

  it('has sensitivities along the paths that agree with those of moved markets', async () => {
    const request = {
      ...{ trades: [...Object.values(trades), agreement], market, exposureTimes: times },
      ...{ pricer: { numPaths: 4096 }, tenors: [0.5, 1, 2, 5] },
      ...{ counterparty: { hazardRate: 0.02, recoveryRate: 0.4 }, projectionBumps: true },
    };
    const sensitivities = (method: string) => runJob(xvaSensitivitiesJob(parse(xvaSensitivitiesRequest, { ...request, method }), limits));
    const [paths, moved] = await Promise.all([sensitivities('pathwise'), sensitivities('differences')]);
    const most = Math.max(...moved.rates.flatMap(({ cva }) => Math.abs(cva)));
    moved.rates.forEach(({ currency, tenor, cva }, i) => {
      // A bump of 5 bp both ways leaves its third derivative.
      expect(paths.rates[i]!.cva, `${currency} ${tenor}`).to.be.closeTo(cva, 2e-3 * most);
    });
    expect(moved.projectionRates!.map(({ currency, index }) => [currency, index])).to.have.deep.members([
      ['USD', 'TERM-SOFR-6M'],
      ['EUR', 'EURIBOR-3M'],
    ]);
  });

  it('counts for capital with the mean notional that is left, half of it for a basis, and the legs of exchanges', async () => {
    const capitalOf = async (trade: object): Promise<number> => {
      const body = { trades: [trade], market, exposureTimes: [0.001], pricer: { numPaths: 1024 } };
      const parties = { counterparty: { hazardRate: 0.02, recoveryRate: 0.4 }, capital: { costOfCapital: 0.1 } };
      return (await runJob(xvaJob(parse(xvaRequest, { ...body, ...parties }), limits))).kva;
    };
    // Deep out of the money nothing but the add-on moves capital, at its floor of 5 %.
    const inYears = { currency: 'USD', side: 'payer', fixedRate: 0.3, fixedFrequency: 1, floatingFrequency: 1 };
    const life = { startDate: valuationDate, maturity: '2030-11-20' };
    const swap = { ...inYears, ...life, type: 'interest_rate_swap', index: 'SOFR' };
    const falling = [
      { date: valuationDate, notional: 3e6 },
      { date: '2028-11-20', notional: 1e6 },
    ];
    const [plain, dated, stepped, basis, exchange, currencies] = await Promise.all(
      [
        { ...inYears, type: 'interest_rate_swap', notional: 2e6, maturity: days(1461) },
        { ...swap, notional: 2e6 },
        { ...swap, notionalSchedule: falling },
        {
          ...life,
          type: 'basis_swap',
          currency: 'USD',
          notional: 2e6,
          receive: { index: 'SOFR' },
          pay: { index: 'TERM-SOFR-6M', spread: 0.3 },
        },
        { type: 'fx_forward', buyCurrency: 'EUR', buyAmount: 1e6, sellCurrency: 'USD', sellAmount: 3e6, maturity: days(1461) },
        {
          ...{ ...life, type: 'cross_currency_swap' },
          ...{ receive: { currency: 'EUR', notional: 1e6, rate: 0 }, pay: { currency: 'USD', notional: 1.1e6, rate: 0.5 } },
        },
      ].map(capitalOf),
    );
    // The multiplier is at its floor to e^(−10).
    expect(dated! / plain!).to.be.closeTo(1, 1e-4);
    // 731 days of three millions and 730 of one.
    expect(stepped! / plain!).to.be.closeTo((3 * 731 + 730) / (2 * 1461), 1e-4);
    expect(basis! / plain!).to.be.closeTo(0.5, 1e-4);
    expect(currencies! / exchange!).to.be.closeTo(1, 1e-4);
  });

  const faults = (trade: object, more: object = {}) =>
    faultsIn(() => exposureJob(parse(exposureRequest, { trades: [trade], market: { ...market, ...more }, exposureTimes: [1] }), limits));

  it('is of a swaption that of the same one in years, with its sensitivities and its capital', async () => {
    // One period of 365 days, so that both forms have the same times.
    const shared = {
      type: 'swaption',
      currency: 'USD',
      notional: 1e6,
      side: 'payer',
      fixedRate: 0.035,
      fixedFrequency: 1,
      floatingFrequency: 1,
    };
    const dated = { ...shared, expiry: '2027-02-20', maturity: '2028-02-20', fixedDayCount: 'ACT/365F', floatingDayCount: 'ACT/365F' };
    const inYears = { ...shared, expiry: days(92), maturity: days(457), settlement: 'physical' };
    const request = {
      ...{ market, exposureTimes: [days(60), days(92), days(300)], pricer: { numPaths: 1024 }, tenors: [0.5, 1, 2] },
      ...{ counterparty: { hazardRate: 0.02, recoveryRate: 0.4 }, capital: { costOfCapital: 0.1 } },
    };
    const [one, other] = await Promise.all(
      [
        { ...dated, quantity: 3 },
        { ...inYears, quantity: 3 },
      ].map((trade) => runJob(xvaSensitivitiesJob(parse(xvaSensitivitiesRequest, { ...request, trades: [trade] }), limits))),
    );
    expect(one!.base.kva).to.be.above(0);
    for (const figure of ['cva', 'kva'] as const) {
      // The model is fitted to nothing: its volatility is given. The same sums in another order.
      expect(one!.base[figure]).to.be.closeTo(other!.base[figure], 1e-9 * other!.base[figure]);
      one!.rates.forEach((rate, i) => {
        expect(rate[figure], `${figure} ${rate.tenor}`).to.be.closeTo(other!.rates[i]![figure], 1e-7 * Math.abs(other!.base[figure]));
      });
    }
  });

  it('of a swaption on an overnight rate is worth on average what it was, before its expiry and after', async () => {
    const swaption = {
      ...{ type: 'swaption', currency: 'EUR', index: 'EURIBOR-3M', notional: 1e6, side: 'receiver', fixedRate: 0.024 },
      ...{ expiry: '2027-09-15', startDate: '2027-09-17', tenor: '3Y', floatingType: 'overnight', floatingFrequency: 1 },
      ...{ calendar: 'TARGET', paymentLag: 2 },
    };
    const { value, exposure } = await exposureOf(swaption, { exposureTimes: [0.25, 0.5, 0.8, 1, 1.5] });
    for (const { time, ee, nee, standardErrors } of exposure) {
      const mean = curveOf('USD')(time) * (ee - nee);
      // The first coupon is paid after the last date; the forward rates of today stand for the days from its end to its payment.
      expect(mean, `at ${time}`).to.be.closeTo(value, 4.5 * errorOf(standardErrors) + 10);
    }
    const [cash] = faults({ ...swaption, settlement: 'cash' });
    expect(cash).to.include({ pointer: '/trades/0/type' });
    const [late] = faults({ ...swaption, expiry: '2026-11-20' });
    expect(late).to.include({ pointer: '/trades/0/expiry' });
  });

  it('refuses schedules that would take minutes before it makes the first, and those with many calendars and lags sooner', () => {
    const century = { ...{ type: 'interest_rate_swap', currency: 'USD', side: 'payer', fixedRate: 0.03 }, tenor: '100Y' };
    const monthly = { ...century, fixedFrequency: 12, floatingFrequency: 12 };
    const lags = { calendar: ['TARGET', 'GBLO', 'USNY', 'JPTO'], paymentLag: 30, floatingType: 'overnight' };
    for (const [count, terms] of [
      [1300, monthly],
      [130, { ...monthly, ...lags }],
    ] as const) {
      const trades = Array.from({ length: count }, () => terms);
      const { kind, message } = failureOf(() => exposureJob(parse(exposureRequest, { trades, market, exposureTimes: [1] }), limits));
      expect([kind, message.slice(0, 23)]).to.deep.equal(['cost', 'trades have schedules t']);
    }
  });

  it('names the fixing that is missing, and the trade that is not simulated', () => {
    const [fixing] = faults(trades['a swap on a term rate with its own curve, paid two days late']!, { fixings: {} });
    expect(fixing).to.include({ pointer: '/market/fixings/EURIBOR-3M' });
    expect(fixing!.reason).to.match(/fixings of 2026-11-06/);
    const [bond] = faults({ type: 'fixed_rate_bond', currency: 'USD', couponRate: 0.03, startDate: '2026-01-01', tenor: '5Y' });
    expect(bond).to.include({ pointer: '/trades/0/type' });
    const [ended] = faults({ ...trades['a basis swap'], startDate: '2020-01-01', tenor: '1Y' });
    expect(ended)
      .to.have.property('reason')
      .that.matches(/payment after 2026-11-20/);
    const [past] = faults({
      ...{ type: 'fx_forward', buyCurrency: 'EUR', buyAmount: 1, sellCurrency: 'USD', sellAmount: 1, deliveryDate: '2026-11-20' },
    });
    expect(past).to.include({ pointer: '/trades/0/deliveryDate' });
    const [inherited] = faults({ ...trades['a basis swap'], pay: { index: 'constructor', frequency: 2 } });
    expect(inherited).to.include({ pointer: '/market/fixings/constructor' });
    const [unknown] = faults({ ...trades['a basis swap'], notinal: 3 });
    expect(unknown).to.include({ pointer: '/trades/0/receive/notinal' });
  });
});
