import { expect } from 'chai';
import fc from 'fast-check';
import { EngineFailure } from '#engine-gpu/base/failure';
import { marketInput } from '#engine-gpu/market/market-input';
import type { Contract } from '#engine-gpu/product/contract/contract';
import { decisionDate, firstPayment, horizon, underlyings } from '#engine-gpu/product/contract/horizon';
import { resolveContract } from '#engine-gpu/product/contract/resolve';
import { contractSpec } from '#engine-gpu/product/contract/spec';
import type { ContractSpec } from '#engine-gpu/product/contract/spec-type';
import { assetsUsed, eventTimes, lastTime } from '#engine-gpu/product/contract/timeline';
import { act365f } from '#engine-gpu/time/date';
import { anyContract, MARKET, VALUATION_DATE } from '#test/support/contracts';
import { faultsIn } from '#test/support/faults';

const TODAY = '2026-01-05';
const one = { spot: 100, rate: 0.03, volatility: 0.2 };
const two = {
  rate: 0.03,
  assets: { A: { spot: 100, volatility: 0.2, dividend: 0.01 }, B: { spot: 50, volatility: 0.3 } },
  correlations: [{ asset1: 'B', asset2: 'A', correlation: 0.4 }],
};
const call = { type: 'vanilla_call', underlying: 'A', strike: 100, expiry: '2027-01-05' };
const put = { type: 'vanilla_put', underlying: 'B', strike: 50, expiry: '2028-01-05' };
const barrier = { type: 'barrier_condition', level: 80, direction: 'down', style: 'knock_out' };
const autocall = {
  type: 'worst_of_autocall',
  underlyings: ['A', 'B'],
  observationDates: ['2027-01-05', '2028-01-05'],
  callBarrier: 1,
  couponBarrier: 0.7,
  protectionBarrier: 0.6,
  couponRate: 0.05,
  productType: 'phoenix',
  memoryCoupon: true,
};

const resolve = (contract: unknown, market: unknown) => resolveContract(contractSpec.parse(contract), marketInput.parse(market), TODAY);
const legs = (contract: unknown, market: unknown = one) => resolve(contract, market).contract;

const faults = (contract: unknown, market: unknown) => faultsIn(() => resolve(contract, market));

describe('resolving a contract', () => {
  it('converts dates to years by Actual/365 (Fixed) and names to indices in the order of first mention', () => {
    const { contract, market } = resolve({ type: 'combined', specs: [put, call] }, two);
    expect(contract).to.deep.equal({
      type: 'sum',
      terms: [
        { weight: 1, contract: { type: 'vanilla', asset: 0, strike: 50, time: 2, sign: -1 } },
        { weight: 1, contract: { type: 'vanilla', asset: 1, strike: 100, time: 1, sign: 1 } },
      ],
    });
    expect(market).to.deep.equal({
      valuationDate: TODAY,
      curve: { times: [0], zeroRates: [0.03], interpolation: 'linear_zero' },
      assets: [
        { name: 'B', spot: 50, volatility: 0.3, dividend: 0 },
        { name: 'A', spot: 100, volatility: 0.2, dividend: 0.01 },
      ],
      correlation: [
        [1, 0.4],
        [0.4, 1],
      ],
    });
  });

  it('uses the spot of a single-asset market for whatever underlying the contract names', () => {
    expect(resolve(call, { ...one, dividend: 0.02 }).market.assets).to.deep.equal([
      { name: 'A', spot: 100, volatility: 0.2, dividend: 0.02 },
    ]);
  });

  it('omits assets that the contract does not name, and needs no correlation with them', () => {
    const { market } = resolve(call, { ...two, correlations: [] });
    expect(market.assets.map(({ name }) => name)).to.deep.equal(['A']);
    expect(market.correlation).to.deep.equal([[1]]);
  });

  it("takes the valuation date from the market, or the caller's current date by default", () => {
    expect(resolve(call, one).market.valuationDate).to.equal(TODAY);
    const { contract, market } = resolve(call, { ...one, valuationDate: '2026-12-06' });
    expect(market.valuationDate).to.equal('2026-12-06');
    expect(contract).to.include({ time: 30 / 365 });
  });

  it('accepts an option that expires on the valuation date and gives it time 0', () => {
    expect(legs({ ...call, expiry: TODAY })).to.include({ time: 0 });
  });

  it('writes negated and scaled contracts as weights and flattens nested sums', () => {
    const spec = {
      type: 'scaled',
      factor: 3,
      contract: { type: 'negated', spec: { type: 'combined', specs: [call, { ...call, strike: 110 }] } },
    };
    const contract = legs(spec);
    expect(contract.type === 'sum' && contract.terms.map(({ weight }) => weight)).to.deep.equal([-3, -3]);
  });

  it('gives the original contract when it is negated twice', () => {
    fc.assert(
      fc.property(anyContract, (spec) => {
        const twice: ContractSpec = { type: 'negated', spec: { type: 'negated', spec } };
        const market = marketInput.parse(MARKET);
        expect(resolveContract(twice, market, TODAY)).to.deep.equal(resolveContract(spec, market, TODAY));
      }),
      { numRuns: 50 },
    );
  });

  it("monitors the contract's own underlying unless the barrier condition names another", () => {
    expect(legs({ type: 'conditional', contract: call, condition: barrier })).to.deep.equal({
      type: 'barrier',
      contract: { type: 'vanilla', asset: 0, strike: 100, time: 1, sign: 1 },
      asset: 0,
      level: 80,
      direction: 'down',
      style: 'knock_out',
      monitoring: 'continuous',
    });
    expect(legs({ type: 'conditional', contract: call, condition: { ...barrier, underlying: 'B' } }, two)).to.include({ asset: 1 });
  });

  it('spaces daily, weekly and monthly monitoring dates evenly, the last exactly at the last payment', () => {
    const expiry = '2028-02-17';
    const T = act365f(TODAY, expiry);
    for (const [monitoring, perYear] of [
      ['daily', 252],
      ['weekly', 52],
      ['monthly', 12],
    ] as const) {
      const contract = legs({ type: 'conditional', contract: { ...call, expiry }, condition: { ...barrier, monitoring } });
      const n = Math.round(perYear * T);
      expect(contract.type).to.equal('barrier');
      if (contract.type !== 'barrier' || contract.monitoring === 'continuous') continue;
      expect(contract.monitoring).to.have.length(n);
      expect(contract.monitoring.at(-1)).to.equal(T);
      expect(contract.monitoring[0]).to.equal(T / n);
    }
  });

  it('monitors once, at expiry, when the interval is longer than the time to expiry', () => {
    const short = { ...call, expiry: '2026-01-08' };
    expect(legs({ type: 'conditional', contract: short, condition: { ...barrier, monitoring: 'monthly' } })).to.deep.include({
      monitoring: [3 / 365],
    });
  });

  it('uses explicit monitoring dates unchanged', () => {
    const condition = { ...barrier, monitoringDates: ['2026-01-05', '2026-07-06', '2027-01-05'] };
    expect(legs({ type: 'conditional', contract: call, condition })).to.deep.include({ monitoring: [0, 182 / 365, 1] });
  });

  it('places a chooser decision on its decision date, by default the first possible payment of either side', () => {
    expect(legs({ type: 'choice', left: call, right: put }, two)).to.include({ time: 1 });
    expect(legs({ type: 'choice', left: call, right: put, decisionDate: '2026-07-06' }, two)).to.include({ time: 182 / 365 });
    const early = { type: 'combined', specs: [{ ...call, expiry: '2026-07-06' }, call] };
    expect(legs({ type: 'choice', left: early, right: put }, two)).to.include({ time: 182 / 365 });
  });

  it('uses the current spots as the initial fixings of an autocall unless the request gives them', () => {
    expect(legs(autocall, two)).to.deep.equal({
      type: 'autocall',
      assets: [0, 1],
      initialFixings: [100, 50],
      times: [1, 2],
      callBarrier: 1,
      couponBarrier: 0.7,
      protectionBarrier: 0.6,
      couponRate: 0.05,
      memory: true,
    });
    expect(legs({ ...autocall, initialFixings: [90, 60] }, two)).to.deep.include({ initialFixings: [90, 60] });
  });

  it('converts discount factors to zero rates at their dates and ignores a factor of 1 today', () => {
    const curve = { dates: [TODAY, '2027-01-05', '2029-01-04'], discountFactors: [1, 0.97, 0.9] };
    const { times, zeroRates, interpolation } = resolve(call, { spot: 100, volatility: 0.2, curve }).market.curve;
    expect(times).to.deep.equal([1, 3]);
    expect(zeroRates).to.deep.equal([-Math.log(0.97), -Math.log(0.9) / 3]);
    expect(interpolation).to.equal('log_linear');
  });

  it('reports every date before the valuation date with its JSON pointer', () => {
    const past = '2026-01-04';
    const spec = {
      type: 'combined',
      specs: [
        { ...call, expiry: past },
        { type: 'negated', spec: { type: 'strategy', strategy: 'straddle', underlying: 'A', strike: 100, expiry: past } },
        { type: 'conditional', contract: call, condition: { ...barrier, monitoringDates: [past, '2026-02-01'] } },
        { type: 'choice', left: call, right: call, decisionDate: past },
        { ...autocall, underlyings: ['A'], observationDates: ['2025-01-06', past, '2027-01-05'] },
      ],
    };
    expect(faults(spec, one)).to.deep.equal(
      [
        ['/contract/specs/0/expiry', past, 'market.fixings has A on it'],
        ['/contract/specs/1/spec/expiry', past, 'market.fixings has A on it'],
        ['/contract/specs/2/condition/monitoringDates/0', past, 'market.fixings has A on it'],
        ['/contract/specs/3/decisionDate', past, 'chosen says which side was chosen'],
        ['/contract/specs/4/observationDates/0', '2025-01-06', 'market.fixings has A on it'],
        ['/contract/specs/4/observationDates/1', past, 'market.fixings has A on it'],
      ].map(([pointer, date, unless]) => ({
        pointer,
        reason: `must not be before 2026-01-05, the valuation date, unless ${unless}; got ${date}`,
      })),
    );
  });

  it('refuses a date more than a century away', () => {
    expect(faults({ ...call, expiry: '2126-01-05' }, one)).to.deep.equal([
      { pointer: '/contract/expiry', reason: 'must be within 100 years of 2026-01-05, the valuation date; got 2126-01-05' },
    ]);
  });

  it('reports every underlying that the market lacks', () => {
    const spec = {
      type: 'combined',
      specs: [
        { ...call, underlying: 'C' },
        { type: 'conditional', contract: call, condition: { ...barrier, underlying: 'D' } },
        { ...autocall, underlyings: ['A', 'E'] },
        { type: 'strategy', strategy: 'straddle', underlying: 'constructor', strike: 1, expiry: '2027-01-05' },
      ],
    };
    expect(faults(spec, two)).to.deep.equal(
      [
        ['/contract/specs/0/underlying', 'C'],
        ['/contract/specs/1/condition/underlying', 'D'],
        ['/contract/specs/2/underlyings/1', 'E'],
        ['/contract/specs/3/underlying', 'constructor'],
      ].map(([pointer, name]) => ({ pointer, reason: `must be one of market.assets (A, B); got ${name}` })),
    );
  });

  it('starts its JSON pointers at the pointer of the contract that the caller gives', () => {
    const spec = contractSpec.parse({ type: 'strategy', strategy: 'straddle', underlying: 'A', strike: 100, expiry: '2025-01-06' });
    expect(() => resolveContract(spec, marketInput.parse(one), TODAY, '/strategy'))
      .to.throw(EngineFailure)
      .with.nested.property('faults[0].pointer', '/strategy/expiry');
  });

  it('refuses a contract on several underlyings in a single-asset market', () => {
    expect(faults(autocall, one)).to.deep.equal([
      { pointer: '/market', reason: 'must give assets for A, B: spot and volatility describe only one underlying' },
    ]);
  });

  it('requires a correlation for each pair of underlyings of the contract', () => {
    expect(faults(autocall, { ...two, correlations: [] })).to.deep.equal([
      { pointer: '/market/correlations', reason: 'must have an entry for A and B' },
    ]);
  });

  describe('with several correlations', () => {
    const three = (rho: readonly [number, number, number]) => ({
      rate: 0,
      assets: Object.fromEntries(['A', 'B', 'C'].map((name) => [name, { spot: 1, volatility: 0.2 }])),
      correlations: [
        { asset1: 'A', asset2: 'B', correlation: rho[0] },
        { asset1: 'B', asset2: 'C', correlation: rho[1] },
        { asset1: 'A', asset2: 'C', correlation: rho[2] },
      ],
    });
    const onThree = { ...autocall, underlyings: ['A', 'B', 'C'] };

    it('refuses a matrix that is not positive semi-definite and states its smallest eigenvalue', () => {
      // If all correlations equal ρ = −0.6, the smallest eigenvalue is 1 + 2ρ.
      expect(faults(onThree, three([-0.6, -0.6, -0.6]))).to.deep.equal([
        { pointer: '/market/correlations', reason: 'must form a positive semi-definite matrix; its smallest eigenvalue is -0.200000' },
      ]);
      expect(faults(onThree, three([0.9, 0.9, -0.9]))).to.have.length(1);
    });

    it('accepts a singular matrix, although rounding can make an eigenvalue slightly negative', () => {
      expect(faults(onThree, three([-0.5, -0.5, -0.5]))).to.deep.equal([]);
      expect(faults(onThree, three([1, 1, 1]))).to.deep.equal([]);
      expect(faults(onThree, three([-1, -1, 1]))).to.deep.equal([]);
      // Cosines of the angles between three vectors in one plane: the matrix has rank 2, so one eigenvalue is zero.
      fc.assert(
        fc.property(fc.double({ min: 0, max: 3, noNaN: true }), fc.double({ min: 0, max: 3, noNaN: true }), (a, b) => {
          expect(faults(onThree, three([Math.cos(a), Math.cos(b), Math.cos(a + b)]))).to.deep.equal([]);
        }),
      );
    });

    it('refuses a matrix whose smallest eigenvalue is negative by more than rounding', () => {
      expect(faults(onThree, three([-0.5, -0.5, -0.5 - 1e-13]))).to.have.length(1);
    });
  });

  it('stores the spot, dividend and curve of a volatility surface, and reports a quote that admits arbitrage', () => {
    const model = {
      type: 'local_vol',
      strikes: [80, 100, 120],
      expiries: [1, 2],
      volatilities: [
        [0.3, 0.3, 0.3],
        [0.3, 0.3, 0.3],
      ],
    };
    const { market } = resolve(call, { spot: 100, rate: 0.03, dividend: 0.01, model });
    const curve = { times: [0], zeroRates: [0.03], interpolation: 'linear_zero' };
    expect(market.assets).to.deep.equal([
      { name: 'A', spot: 100, dividend: 0.01, model: { ...model, quoted: { spot: 100, dividend: 0.01, curve } } },
    ]);
    expect(market.curve).to.deep.equal(curve);
    const falling = {
      ...model,
      volatilities: [
        [0.3, 0.3, 0.3],
        [0.3, 0.1, 0.3],
      ],
    };
    const pointers = (under: object) => faults(call, under).map(({ pointer }) => pointer);
    expect(pointers({ spot: 100, rate: 0.03, model: falling })).to.include('/market/model/volatilities/1/1');
    expect(pointers({ rate: 0.03, assets: { A: { spot: 100, model: falling } } })).to.include('/market/assets/A/model/volatilities/1/1');
  });

  it('refuses discount factors before the valuation date, or other than 1 on it', () => {
    const market = (dates: string[], discountFactors: number[]) => ({ spot: 100, volatility: 0.2, curve: { dates, discountFactors } });
    expect(faults(call, market(['2026-01-01', TODAY, '2027-01-05'], [1.01, 0.99, 0.95]))).to.deep.equal([
      { pointer: '/market/curve/dates/0', reason: 'must not be before 2026-01-05, the valuation date; got 2026-01-01' },
      { pointer: '/market/curve/discountFactors/1', reason: 'must be 1 on the valuation date; got 0.99' },
    ]);
    expect(faults(call, market([TODAY], [1]))).to.deep.equal([
      { pointer: '/market/curve/dates', reason: 'must have a date after 2026-01-05, the valuation date' },
    ]);
  });
});

describe('the timeline of a contract', () => {
  const market = marketInput.parse(MARKET);
  const resolved = (spec: ContractSpec): Contract => resolveContract(spec, market, VALUATION_DATE).contract;

  it('has the same last payment as a date and as a time in years', () => {
    fc.assert(fc.property(anyContract, (spec) => lastTime(resolved(spec)) === act365f(VALUATION_DATE, horizon(spec))));
  });

  it('lists the event times in ascending order, from today at the earliest to the last payment', () => {
    fc.assert(
      fc.property(anyContract, (spec) => {
        const contract = resolved(spec);
        const times = eventTimes(contract);
        expect(times).to.deep.equal(times.toSorted((a, b) => a - b));
        expect(times[0]).to.be.at.least(0);
        expect(times.at(-1)).to.equal(lastTime(contract));
      }),
    );
  });

  it('has a first payment no later than the last, and combines those of the legs in a combination', () => {
    fc.assert(
      fc.property(anyContract, anyContract, (a, b) => {
        const both: ContractSpec = { type: 'combined', specs: [a, b] };
        expect(firstPayment(a) <= horizon(a)).to.equal(true);
        expect(horizon(both)).to.equal([horizon(a), horizon(b)].toSorted()[1]);
        expect(firstPayment(both)).to.equal([firstPayment(a), firstPayment(b)].toSorted()[0]);
        expect(decisionDate({ type: 'choice', left: a, right: b })).to.equal(firstPayment(both));
      }),
    );
  });

  it('lists each underlying of the contract once among the assets that it uses', () => {
    fc.assert(
      fc.property(anyContract, (spec) => {
        expect(assetsUsed(resolved(spec))).to.deep.equal(underlyings(spec).map((_, i) => i));
      }),
    );
  });
});
