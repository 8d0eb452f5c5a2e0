import { expect } from 'chai';
import { runJob, xvaJob, xvaSensitivitiesJob } from '#engine';
import { parse, tradeExamples, xvaRequest, xvaSensitivitiesRequest } from '#engine/schemas';
import { calculate, isDerivative, limits, requestFor, sensitivitiesOf as sensitivities, tenors } from '../../../../support/bumped-xva.js';

/** Warnings of the sensitivities: the dates of most requests end before the last maturity, which has a warning of its own. */
const warningsOf = ({ warnings = [] }: { readonly warnings?: string[] | undefined }): string[] =>
  warnings.filter((each) => !each.startsWith('exposureTimes end at'));

describe('XVA sensitivities', function () {
  this.timeout(120_000);

  for (const [label, more] of [
    ['without collateral', {}],
    ['with collateral, flows of the margin period unpaid', { collateral: { threshold: 40_000 } }],
    ['with collateral, flows of the margin period paid', { collateral: { threshold: 40_000, flowsInMarginPeriod: 'paid' } }],
  ] as const)
    it(`to rates by tenor, exchange rates and shares are the limits of differences on the same paths, ${label}`, () => {
      const actual = sensitivities({ ...more, method: 'pathwise' });
      for (const currency of ['USD', 'EUR'] as const)
        for (const tenor of tenors) {
          // So small that no path of these changes what is exercised, which the derivatives leave out.
          const step = 1e-7;
          const entry = actual.rates.find((each) => each.currency === currency && each.tenor === tenor);
          if (entry === undefined) throw new Error(`no sensitivity to ${currency} at ${tenor}`);
          isDerivative(
            entry,
            calculate({ rates: { currency, tenor, by: step } }, more),
            calculate({ rates: { currency, tenor, by: -step } }, more),
            step,
            `${currency} at ${tenor}`,
          );
        }
      isDerivative(actual.fx[0]!, calculate({ eurusd: 1.1 + 1e-5 }, more), calculate({ eurusd: 1.1 - 1e-5 }, more), 1e-5, 'EURUSD');
      isDerivative(actual.assets[0]!, calculate({ spot: 100.001 }, more), calculate({ spot: 99.999 }, more), 1e-3, 'ACME');
    });

  it('to the exchange rate’s volatility are differences on the same random numbers', () => {
    const actual = sensitivities().volatilities;
    expect(actual.map(({ factor, name }) => `${factor} ${name}`)).to.deep.equal(['rates USD', 'rates EUR', 'fx EURUSD', 'assets ACME']);
    const step = 1e-3;
    isDerivative(
      actual[2]!,
      calculate({ fxVolatility: 0.1 + step }),
      calculate({ fxVolatility: 0.1 - step }),
      step,
      'volatility of EURUSD',
      1e-9,
    );
  });

  it('to a projection curve by itself are differences on the same random numbers, and opposite for the two sides of a swap', () => {
    const rate = 0.027;
    const ofTrades = (trades: readonly object[]) =>
      runJob(
        xvaSensitivitiesJob(
          parse(xvaSensitivitiesRequest, { ...requestFor({ projection: rate }, { trades }), tenors, projectionBumps: true }),
          limits,
        ),
      );
    const all = ofTrades(tradeExamples);
    const [first, ...further] = all.projectionRates ?? [];
    expect(first!.currency).to.equal('USD');
    expect(further).to.deep.equal([]);
    const step = 1e-4;
    isDerivative(first!, calculate({ projection: rate + step }), calculate({ projection: rate - step }), step, 'projection of USD', 1e-9);
    // A payer gains and a receiver loses when floating rates rise and discounting stays.
    const [swap] = tradeExamples;
    const [payer, receiver] = (['payer', 'receiver'] as const).map((side) => ofTrades([{ ...swap, side }]).projectionRates?.[0]);
    expect(payer?.cva).to.be.above(0);
    expect(receiver?.cva).to.be.below(0);
    expect(payer?.fva).to.be.closeTo((payer?.fca ?? 0) - (payer?.fba ?? 0), 1e-9);
    expect(sensitivities()).to.not.have.property('projectionRates');
  });

  it('to the intensity add up over tenors to that of a parallel bump', () => {
    const actual = sensitivities().credit.filter(({ party }) => party === 'counterparty');
    const step = 1e-5;
    const [up, down] = [step, -step].map((shift) => calculate({ hazard: 0.02 + shift }).cva);
    const total = actual.reduce((sum, { cva }) => sum + cva, 0);
    expect(total).to.be.closeTo((up! - down!) / (2 * step), 1e-6 * total);
    expect(actual.every(({ dva }) => dva === 0)).to.equal(true);
  });

  it('to par spreads of either party are given spread by spread', () => {
    const cdsCurve = ['1Y', '3Y', '5Y'].map((tenor, i) => ({ tenor, spread: 0.01 + 0.002 * i }));
    const actual = sensitivities({ counterparty: { cdsCurve, recoveryRate: 0.4 } }).credit;
    expect(actual.filter(({ quote }) => quote === 'spread').map(({ tenor }) => tenor)).to.deep.equal([1, 3, 5]);
    const total = actual.filter(({ party }) => party === 'counterparty').reduce((sum, { cva }) => sum + cva, 0);
    const step = 1e-5;
    const cvaAt = (shift: number) =>
      calculate(
        {},
        { counterparty: { cdsCurve: cdsCurve.map(({ tenor, spread }) => ({ tenor, spread: spread + shift })), recoveryRate: 0.4 } },
      ).cva;
    expect(total).to.be.closeTo((cvaAt(step) - cvaAt(-step)) / (2 * step), 1e-4 * total);
  });

  it('to rates have what moved exercise boundaries do to later exposures, or pathwise say that they leave it out', () => {
    const swap = { currency: 'USD', notional: 1e6, side: 'payer', fixedRate: 0.026, maturity: 6, fixedFrequency: 1, floatingFrequency: 2 };
    const warning = 'what moved exercise boundaries do to exposures after exercise is not in the sensitivities to rates';
    const step = 5e-4;
    for (const trade of [
      { ...swap, type: 'bermudan_swaption', exerciseDates: [1, 2, 3], settlement: 'cash' },
      { ...swap, type: 'bermudan_swaption', exerciseDates: [1, 2, 3], settlement: 'physical' },
      { ...swap, type: 'swaption', expiry: 1, settlement: 'physical' },
    ]) {
      // With the exposure at the end of each bucket, of which none is before exercise where the other end is after it, the part is largest.
      const more = { trades: [trade], exposureTimes: [0.5, 1.5, 2.5, 4], integration: 'end', pricer: { numPaths: 4096 } };
      const [standard, pathwise] = [sensitivities(more), sensitivities({ ...more, method: 'pathwise' })];
      expect(warningsOf(standard)).to.deep.equal([]);
      expect(warningsOf(pathwise)).to.deep.equal([warning]);
      const [up, down] = [step, -step].map((shift) => calculate({ rates: { currency: 'USD', tenor: 'all', by: shift } }, more));
      const parallel = (up!.cva - down!.cva) / (2 * step);
      const total = (result: typeof standard): number => result.rates.reduce((sum, { cva }) => sum + cva, 0);
      // The few paths whose decision the two moves change: over 16 seeds the difference scatters by 2 % of the larger of the two.
      const scale = Math.max(Math.abs(parallel), Math.abs(total(pathwise)));
      expect(total(standard), `${trade.type} ${trade.settlement}`).to.be.closeTo(parallel, 0.05 * scale);
      expect(Math.abs(total(pathwise) - parallel)).to.be.above(0.07 * scale);
    }
  });

  it('of a large book of swaptions take one simulation for all tenors', () => {
    const swap = { currency: 'USD', notional: 1e6, fixedFrequency: 1, floatingFrequency: 2, settlement: 'physical' };
    const trades = Array.from({ length: 60 }, (_, i) => ({
      ...swap,
      side: i % 3 === 0 ? 'receiver' : 'payer',
      fixedRate: 0.02 + 0.0003 * i,
      maturity: 6,
      ...(i % 4 === 0 ? { type: 'bermudan_swaption', exerciseDates: [1, 2, 3, 4] } : { type: 'swaption', expiry: 1 + (i % 4) }),
    }));
    const more = { trades, exposureTimes: [0.5, 1.5, 2.5, 3.5, 4.5, 5.5], pricer: { numPaths: 4096 }, collateral: { threshold: 2e5 } };
    const request = parse(xvaSensitivitiesRequest, { ...requestFor({}, more), tenors });
    const job = xvaSensitivitiesJob(request, limits);
    // Besides the volatility of USD, moved to both sides.
    expect(job.blocks).to.equal(3 * xvaJob(parse(xvaRequest, requestFor({}, more)), limits).blocks);
    const actual = runJob(job);
    expect(warningsOf(actual)).to.deep.equal([]);
    const pathwise = sensitivities({ ...more, method: 'pathwise' });
    const step = 5e-4;
    const [up, down] = [step, -step].map((shift) => calculate({ rates: { currency: 'USD', tenor: 'all', by: shift } }, more));
    for (const name of ['cva', 'dva'] as const) {
      const parallel = (up![name] - down![name]) / (2 * step);
      const total = (result: typeof actual): number => result.rates.reduce((sum, each) => sum + each[name], 0);
      // Over six seeds within 6 % of the part that boundaries have, of which the few paths that cross one in the move make the larger share.
      expect(total(actual), name).to.be.closeTo(parallel, 0.12 * Math.abs(total(pathwise) - parallel));
      expect(Math.abs(total(pathwise) - parallel), name).to.be.above(Math.abs(parallel));
    }
  });

  it('of swaptions of two factors have what moved boundaries do, in one simulation for all tenors', () => {
    const swap = { currency: 'USD', notional: 1e6, side: 'payer', fixedRate: 0.026, maturity: 6, fixedFrequency: 1, floatingFrequency: 2 };
    const ofTwoFactors = { secondFactor: { meanReversion: 0.3, volatility: 0.005, correlation: -0.5 } };
    for (const trade of [
      { ...swap, type: 'bermudan_swaption', exerciseDates: [1, 2, 3], settlement: 'cash' },
      { ...swap, type: 'bermudan_swaption', exerciseDates: [1, 2, 3], settlement: 'physical' },
      { ...swap, type: 'swaption', expiry: 2, settlement: 'physical' },
    ]) {
      const more = { trades: [trade], exposureTimes: [0.5, 1.5, 2.5, 4], pricer: { numPaths: 8192 } };
      const job = xvaSensitivitiesJob(parse(xvaSensitivitiesRequest, { ...requestFor(ofTwoFactors, more), tenors }), limits);
      // Besides the volatility of USD, moved to both sides.
      expect(job.blocks).to.equal(3 * xvaJob(parse(xvaRequest, requestFor(ofTwoFactors, more)), limits).blocks);
      const actual = runJob(job);
      expect(warningsOf(actual)).to.deep.equal([]);
      const [pathwise, moved] = ['pathwise', 'differences'].map((method) => sensitivities({ ...more, method }, ofTwoFactors));
      for (const name of ['cva', 'dva'] as const) {
        const total = (result: typeof actual): number => result.rates.reduce((sum, each) => sum + each[name], 0);
        const jump = Math.abs(total(pathwise!) - total(moved!));
        const scale = Math.max(Math.abs(total(moved!)), Math.abs(total(pathwise!)));
        // The few paths whose decision the moves change scatter by up to 5 % of the larger of the two over 4 seeds.
        expect(total(actual), `${name} of ${trade.type} ${trade.settlement}`).to.be.closeTo(total(moved!), 0.06 * scale + 0.15 * jump);
      }
      if (trade.settlement === 'cash') {
        const cva = (result: typeof actual): number => result.rates.reduce((sum, each) => sum + each.cva, 0);
        expect(Math.abs(cva(pathwise!) - cva(moved!))).to.be.above(Math.abs(cva(moved!)));
      }
    }
  });

  it('move rates one by one where a boundary of two factors is more than one curve, or say what they leave out', () => {
    // Found at random, 1 in 400: rates that differ so from year to year that holding on is worth more on both sides.
    const zeroRates = [0.0402, 0.0138, 0.0004, 0.0666, -0.0144, 0.0852];
    const secondFactor = { meanReversion: 0, volatility: 0.005, correlation: -0.9 };
    const market = {
      valuationDate: '2026-11-20',
      curves: { USD: { times: [1, 2, 3, 5, 10, 30], zeroRates } },
      models: { USD: { meanReversion: 0.5, volatility: 0.03, secondFactor } },
    };
    const swap = {
      currency: 'USD',
      notional: 1e6,
      side: 'payer',
      fixedRate: 0.0426,
      maturity: 20,
      fixedFrequency: 1,
      floatingFrequency: 2,
    };
    const trades = [{ ...swap, type: 'bermudan_swaption', exerciseDates: [1, 2], settlement: 'physical' }];
    const body = { market, trades, counterparty: { hazardRate: 0.02, recoveryRate: 0.4 }, exposureTimes: [1.5, 3], tenors: [1, 10] };
    const request = parse(xvaSensitivitiesRequest, { ...body, pricer: { numPaths: 1024 } });
    const actual = runJob(xvaSensitivitiesJob(request, limits));
    expect(warningsOf(actual)).to.deep.equal([]);
    expect(actual.rates).to.deep.equal(runJob(xvaSensitivitiesJob({ ...request, method: 'differences' }, limits)).rates);
    const reduced = runJob(xvaSensitivitiesJob(request, { costLimit: 6e5 }));
    expect(warningsOf(reduced)).to.deep.equal([
      'what moved exercise boundaries do to exposures after exercise is not in the sensitivities to rates',
    ]);
    // The other date has one curve, whose part is there.
    expect(reduced.rates).to.not.deep.equal(actual.rates);
  });

  it('keep decisions with a warning where moving rates one by one would cost more than one simulation may', () => {
    // Modelled margin depends on the slopes of values: jumps are not summed.
    const more = { pricer: { numPaths: 512 }, collateral: { threshold: 40_000, initialMargin: {} } };
    const request = parse(xvaSensitivitiesRequest, { ...requestFor({}, more), tenors });
    const costLimit = 1e6;
    const actual = runJob(xvaSensitivitiesJob(request, { costLimit }));
    expect(warningsOf(actual)).to.have.length(1);
    expect(actual).to.deep.equal(runJob(xvaSensitivitiesJob({ ...request, method: 'pathwise' }, limits)));
    expect(() => xvaSensitivitiesJob({ ...request, method: 'differences' }, { costLimit })).to.throw(/which 33 simulations share/);
  });
});
