/** The past of a contract: numbers in place of past observations, and nothing in place of what has been paid. */
import { expect } from 'chai';
import { marketInput } from '#engine-gpu/market/market-input';
import { describeInMarket } from '#engine-gpu/product/contract/describe';
import { resolveContract } from '#engine-gpu/product/contract/resolve';
import { contractSpec } from '#engine-gpu/product/contract/spec';
import { faultsIn } from '#test/support/faults';

const TODAY = '2026-01-05';
const AHEAD = '2027-01-05';
const fixingsOf = (levels: Readonly<Record<string, number>>) => Object.entries(levels).map(([date, value]) => ({ date, value }));
const on = (levels: Readonly<Record<string, number>>, more: object = {}) => ({
  ...{ spot: 100, rate: 0.03, volatility: 0.2, valuationDate: TODAY, fixings: { A: fixingsOf(levels) } },
  ...more,
});
const resolved = (contract: unknown, market: unknown) => resolveContract(contractSpec.parse(contract), marketInput.parse(market), TODAY);
const remainder = (contract: unknown, market: unknown) => resolved(contract, market).contract;
const faults = (contract: unknown, market: unknown) => faultsIn(() => resolved(contract, market));
const cash = (amount: number, time = 0) => ({ type: 'sum', terms: [{ weight: amount, contract: { type: 'cash', time } }] });

const asian = { type: 'asian_call', underlying: 'A', strike: 100, expiry: AHEAD };
const call = { type: 'vanilla_call', underlying: 'A', strike: 90, expiry: AHEAD };

describe('a contract with fixings', () => {
  it('takes an average as the option on its dates to come with a shifted strike', () => {
    const observationDates = ['2025-07-01', '2025-10-01', TODAY, AHEAD];
    const market = on({ '2025-07-01': 90, '2025-10-01': 120, [TODAY]: 100 });
    const observable = { type: 'average', mean: 'arithmetic', asset: 0, times: [1] };
    expect(remainder({ ...asian, observationDates }, market)).to.deep.equal({
      type: 'sum',
      terms: [{ weight: 0.25, contract: { type: 'payoff', of: observable, pays: { type: 'option', strike: 90, sign: 1 }, time: 1 } }],
    });
    expect(remainder({ ...asian, strike: 70, observationDates }, market)).to.deep.equal({
      type: 'sum',
      terms: [
        { weight: 0.25, contract: { type: 'payoff', of: observable, pays: { type: 'clamped' }, time: 1 } },
        { weight: 7.5, contract: { type: 'cash', time: 1 } },
      ],
    });
    expect(remainder({ ...asian, type: 'asian_put', strike: 70, observationDates }, market)).to.deep.equal(cash(0, 1));
  });

  it('knows an average whose fixings are all given, and pays it at expiry', () => {
    const observationDates = ['2025-07-01', '2025-10-01'];
    expect(remainder({ ...asian, observationDates }, on({ '2025-07-01': 90, '2025-10-01': 120 }))).to.deep.equal(cash(5, 1));
  });

  it('takes the average of past strike dates as a strike', () => {
    const { strike: _, ...floating } = asian;
    const market = on({ '2025-07-01': 90, '2025-10-01': 100 });
    expect(remainder({ ...floating, strikeDates: ['2025-07-01', '2025-10-01'], observationDates: [AHEAD] }, market)).to.deep.include({
      pays: { type: 'option', strike: 95, sign: 1 },
    });
  });

  it('refuses a past date without a fixing, naming asset and date, and a fixing of the future', () => {
    const observationDates = ['2025-07-01', '2025-10-01', AHEAD];
    expect(faults({ ...asian, observationDates }, on({ '2025-07-01': 90 }))).to.deep.equal([
      {
        pointer: '/contract/observationDates/1',
        reason: `must not be before ${TODAY}, the valuation date, unless market.fixings has A on it; got 2025-10-01`,
      },
    ]);
    expect(faults(call, on({ '2025-07-01': 90, '2026-01-06': 100 }))).to.deep.equal([
      { pointer: '/market/fixings/A/1/date', reason: `must not be after ${TODAY}, the valuation date; got 2026-01-06 for A` },
    ]);
  });

  it('pays today what the fixing of today decides, and nothing that was paid before', () => {
    expect(remainder({ ...call, expiry: TODAY }, on({ [TODAY]: 97 }))).to.deep.equal(cash(7));
    expect(remainder({ ...call, expiry: TODAY }, on({}))).to.deep.include({ type: 'vanilla', time: 0 });
    const { contract, warnings, lifecycle } = resolved({ ...call, expiry: '2025-12-01' }, on({ '2025-12-01': 97 }));
    expect(contract).to.deep.equal(cash(0));
    expect(lifecycle).to.deep.equal([{ date: '2025-12-01', event: 'paid', description: '7 was paid' }]);
    expect(warnings).to.deep.equal(['the contract has ended and nothing is left to be paid (2025-12-01: paid, 7 was paid)']);
  });

  it('keeps the part of a combination that is left', () => {
    const specs = [{ ...call, expiry: '2025-12-01' }, { type: 'cash', amount: 5, date: '2025-11-03' }, call];
    expect(remainder({ type: 'combined', specs }, on({ '2025-12-01': 97 }))).to.deep.include({ type: 'vanilla', time: 1 });
  });

  it('requires fixings of all assets of a date or of none', () => {
    const spread = { type: 'spread_call', underlyings: ['A', 'B'], strike: 0, expiry: TODAY };
    const assets = { A: { spot: 100, volatility: 0.2 }, B: { spot: 90, volatility: 0.2 } };
    const market = (fixings: object) => ({
      ...{ assets, rate: 0.03, valuationDate: TODAY, fixings },
      correlations: [{ asset1: 'A', asset2: 'B', correlation: 0.5 }],
    });
    const today = (value: number) => [{ date: TODAY, value }];
    expect(remainder(spread, market({ A: today(101), B: today(90) }))).to.deep.equal(cash(11));
    expect(faults(spread, market({ A: today(101) }))).to.deep.equal([
      { pointer: '/contract/expiry', reason: `must have fixings of all its assets on ${TODAY} or of none; market.fixings lacks B` },
    ]);
  });

  describe('under a barrier', () => {
    const condition = { type: 'barrier_condition', level: 80, direction: 'down', style: 'knock_out' };
    const conditional = (more: object) => ({ type: 'conditional', contract: call, condition: { ...condition, ...more } });
    const dates = ['2025-07-01', '2025-10-01', '2026-07-01'];

    it('that a fixing reached ends, or begins for certain', () => {
      const market = on({ '2025-07-01': 79, '2025-10-01': 95 });
      expect(resolved(conditional({ monitoringDates: dates }), market).lifecycle).to.deep.include({
        ...{ date: '2025-07-01', event: 'knocked_out', description: 'A reached 80' },
      });
      expect(remainder(conditional({ monitoringDates: dates }), market)).to.deep.equal(cash(0));
      expect(remainder(conditional({ monitoringDates: dates, style: 'knock_in' }), market)).to.deep.include({ type: 'vanilla' });
    });

    it('that no fixing reached watches the dates to come alone', () => {
      const market = on({ '2025-07-01': 95, '2025-10-01': 95 });
      const [contract] = [remainder(conditional({ monitoringDates: dates }), market)];
      expect(contract).to.deep.include({ type: 'barrier', monitoring: [177 / 365] });
      expect(remainder(conditional({ monitoringDates: dates.slice(0, 2) }), market)).to.deep.include({ type: 'vanilla' });
      expect(remainder(conditional({ monitoringDates: dates.slice(0, 2), style: 'knock_in' }), market)).to.deep.equal(cash(0));
    });

    it('of which a known event says that it was reached needs no fixing', () => {
      expect(remainder(conditional({ knocked: '2025-08-08' }), on({}))).to.deep.equal(cash(0));
      expect(remainder(conditional({ knocked: '2025-10-01', monitoringDates: dates, style: 'knock_in' }), on({}))).to.deep.include({
        type: 'vanilla',
      });
      expect(faults(conditional({ knocked: '2026-02-01' }), on({}))).to.deep.equal([
        { pointer: '/contract/condition/knocked', reason: `must not be after ${TODAY}, the valuation date; got 2026-02-01` },
      ]);
      expect(() => contractSpec.parse(conditional({ knocked: '2025-08-08', monitoringDates: dates }))).to.throw(
        'must be one of monitoringDates',
      );
    });
  });

  it('follows the side of a choice that was chosen', () => {
    const choice = { type: 'choice', left: call, right: { ...call, type: 'vanilla_put' }, decisionDate: '2025-10-01' };
    expect(remainder({ ...choice, chosen: 'right' }, on({}))).to.deep.include({ type: 'vanilla', sign: -1 });
    expect(faults({ ...choice, decisionDate: '2026-02-02', chosen: 'right' }, on({})).map(({ pointer }) => pointer)).to.deep.equal([
      '/contract/chosen',
    ]);
  });

  it('counts the returns of a cliquet from its start, with what is known added and the bounds nearer by it', () => {
    const cliquet = { type: 'cliquet', underlying: 'A', startDate: '2025-04-01', observationDates: ['2025-07-01', '2025-10-01', AHEAD] };
    const market = on({ '2025-04-01': 100, '2025-07-01': 110, '2025-10-01': 88 });
    const observable = { type: 'returns', asset: 0, times: [1], floor: -0.1, cap: 0.05, lastFixing: 88 };
    const rest = { type: 'payoff', of: observable, time: 1 };
    const contract = remainder({ ...cliquet, localFloor: -0.1, localCap: 0.05, globalFloor: 0, globalCap: 0.2 }, market);
    expect(contract).to.deep.nested.include({ 'terms[0].contract.of': rest.of, 'terms[1].contract': { type: 'cash', time: 1 } });
    expect(contract).to.have.nested.property('terms[1].weight').that.is.closeTo(-0.05, 1e-15);
    expect(contract).to.have.nested.property('terms[0].contract.pays.floor').that.is.closeTo(0.05, 1e-15);
    expect(contract).to.have.nested.property('terms[0].contract.pays.cap').that.is.closeTo(0.25, 1e-15);
    const { startDate: _, ...unknown } = cliquet;
    expect(faults(unknown, market).map(({ pointer }) => pointer)).to.deep.equal(['/contract/startDate']);
  });

  it('requires the extreme so far of a lookback that is watched at any time', () => {
    const lookback = { type: 'lookback_call', underlying: 'A', strike: 100, expiry: AHEAD, startDate: '2025-04-01' };
    expect(faults(lookback, on({})).map(({ pointer }) => pointer)).to.deep.equal(['/contract/extremeSoFar']);
    expect(remainder({ ...lookback, extremeSoFar: 112 }, on({}))).to.have.deep.nested.property('of.known', {
      level: 112,
      observesToday: true,
    });
  });

  describe('that is an autocall', () => {
    const note = {
      type: 'worst_of_autocall',
      productType: 'phoenix',
      underlyings: ['A'],
      observationDates: ['2025-07-01', '2025-10-01', TODAY, AHEAD],
      callBarrier: 1.1,
      couponBarrier: 0.8,
      protectionBarrier: 0.6,
      couponRate: 0.05,
      memoryCoupon: true,
      startDate: '2025-04-01',
    };

    it('carries the coupons that it has missed', () => {
      const { contract } = resolved(note, on({ '2025-04-01': 100, '2025-07-01': 70, '2025-10-01': 75 }));
      expect(contract).to.deep.include({ type: 'autocall', missed: 2, initialFixings: [100], times: [0, 1] });
    });

    it('has paid with one coupon those that it had missed, so that the coupons add up', () => {
      const levels = { '2025-04-01': 100, '2025-07-01': 70, '2025-10-01': 90, [TODAY]: 85 };
      const { contract, lifecycle } = resolved(note, on(levels));
      const told = lifecycle.map(({ event, description }) => [event, description]);
      expect(told).to.deep.equal([
        ['coupon_missed', 'no coupon was paid'],
        ['coupon_paid', 'a coupon of 10% was paid'],
        ['coupon_paid', 'a coupon of 5% is paid today'],
      ]);
      expect(contract).to.have.deep.nested.property('terms[1]', { weight: 0.05, contract: { type: 'cash', time: 0 } });
      expect(contract).to.have.deep.nested.property('terms[0].contract.times', [1]);
    });

    it('that was called has nothing left, and one that is called today pays today', () => {
      const early = resolved(note, on({ '2025-04-01': 100, '2025-07-01': 115 }));
      expect(early.contract).to.deep.equal(cash(0));
      expect(early.warnings[0]).to.include('2025-07-01: called');
      const today = { '2025-04-01': 100, '2025-07-01': 100, '2025-10-01': 100, [TODAY]: 110 };
      expect(remainder(note, on(today))).to.deep.equal(cash(1.05));
    });

    it('falls step by step, with the levels of the dates to come', () => {
      const { callBarrier: _, ...stepless } = note;
      const contract = remainder(
        { ...stepless, callBarriers: [1.2, 1.1, 1, 0.9] },
        on({ '2025-04-01': 100, '2025-07-01': 100, '2025-10-01': 100 }),
      );
      expect(contract).to.deep.include({ callBarrier: [1, 0.9] });
    });

    it('has lost its protection where a fixing or a known event says so', () => {
      const levels = { '2025-04-01': 100, '2025-07-01': 100, '2025-10-01': 100 };
      const daily = { ...note, protectionMonitoring: 'daily' };
      expect(remainder(daily, on(levels)))
        .to.have.property('protectionMonitoring')
        .that.has.length(252);
      for (const market of [{ ...daily, knocked: '2025-08-08' }, daily].map((spec, i) =>
        remainder(spec, on(i === 0 ? levels : { ...levels, '2025-10-01': 60 })),
      ))
        expect(market).to.deep.include({ protectionLost: true }).and.not.to.have.property('protectionMonitoring');
    });

    it('is described with what has happened', () => {
      const spec = contractSpec.parse({ ...note, protectionMonitoring: 'continuous', airbag: 0.8, participation: 0.5 });
      const market = on({ '2025-04-01': 100, '2025-07-01': 70, '2025-10-01': 90 });
      const { lifecycle } = resolved(spec, market);
      expect(describeInMarket(spec, market, lifecycle)).to.equal(
        'phoenix autocall on A since 2025-04-01, observed on 4 dates from 2025-07-01 to 2027-01-05: a coupon of 5% and those missed before at 80% or above, ' +
          'redemption at 1 at 110% or above, and at the end 1 if A has stayed above 60% at any time, otherwise the performance divided by 80%, at most 1, ' +
          'and 50% of the performance above 1 besides; on 2025-07-01 no coupon was paid; on 2025-10-01 a coupon of 10% was paid',
      );
    });
  });
});
