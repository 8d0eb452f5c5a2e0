/** Sensitivities of netting sets whose trades are valued by regression: contracts of the algebra. */
import { expect } from 'chai';
import { runJob, xvaJob, xvaSensitivitiesJob } from '#engine';
import { parse, xvaRequest, xvaSensitivitiesRequest } from '#engine/schemas';
import { normalCdf, normalPdf } from '#engine-gpu/math/normal';
import { isFullRun } from '#test/support/effort';
import { dateOn, valuationDate } from '#test/support/netted-trades';
import { type Figures, isDerivative, limits } from '../../../../support/bumped-xva.js';

const DAYS_PER_YEAR = 365;
const tenors = [1, 2, 5];

const calculate = (request: object) => runJob(xvaJob(parse(xvaRequest, request), limits));
const sensitivitiesOf = (request: object) => runJob(xvaSensitivitiesJob(parse(xvaSensitivitiesRequest, request), limits));

const entryOf = <Entry>(entries: readonly Entry[], matches: (entry: Entry) => boolean): Entry => {
  const entry = entries.find(matches);
  if (entry === undefined) throw new Error('no such sensitivity');
  return entry;
};

const [spot, strike, volatility, dividend, rate] = [100, 105, 0.25, 0.01, 0.03];
const maturity = 2;
const times = [0.5, 1, 1.5, 1.9];
const party = { hazardRate: 0.02, recoveryRate: 0.4 };
const share = (more: object = {}) => ({
  market: { valuationDate, curves: { USD: { rate } }, assets: { ACME: { spot, volatility, dividend } } },
  exposureTimes: times,
  counterparty: party,
  tenors,
  pricer: { numPaths: 8_192 },
  ...more,
});
const call = { type: 'contract', contract: { type: 'vanilla_call', underlying: 'ACME', strike, expiry: dateOn(maturity * DAYS_PER_YEAR) } };

const barred = {
  type: 'contract',
  quantity: 200,
  contract: {
    type: 'conditional',
    contract: { ...call.contract, expiry: dateOn(240) },
    condition: { type: 'barrier_condition', level: 80, direction: 'down', style: 'knock_out', monitoring: 'monthly' },
  },
};
describe('XVA sensitivities of trades that are valued by regression', function () {
  this.timeout(240_000);

  it('give the CVA of a call the derivatives of its closed form: delta, vega, rate by tenor and credit', () => {
    const result = sensitivitiesOf(share({ trades: [call] }));
    // The call is never worth less than nothing, so that every discounted exposure is its value today.
    const defaulted = (1 - party.recoveryRate) * -Math.expm1(-party.hazardRate * times[times.length - 1]!);
    const deviation = volatility * Math.sqrt(maturity);
    const d1 = (Math.log(spot / strike) + (rate - dividend) * maturity) / deviation + deviation / 2;
    const [carried, discounted] = [Math.exp(-dividend * maturity), Math.exp(-rate * maturity)];
    const value = spot * carried * normalCdf(d1) - strike * discounted * normalCdf(d1 - deviation);
    const expected = {
      cva: defaulted * value,
      delta: defaulted * carried * normalCdf(d1),
      vega: defaulted * spot * carried * normalPdf(d1) * Math.sqrt(maturity),
      rho: defaulted * maturity * strike * discounted * normalCdf(d1 - deviation),
      credit: (1 - party.recoveryRate) * times[times.length - 1]! * Math.exp(-party.hazardRate * times[times.length - 1]!) * value,
    };
    const close = (name: keyof typeof expected, figure: number, relative: number): void => {
      expect(figure, name).to.be.closeTo(expected[name], relative * expected[name]);
    };
    // Largest errors over 8 seeds, relative: 3.2e-3 of CVA and credit, 1.3e-3 of delta, 4.8e-3 of vega, 9e-4 of rho.
    close('cva', result.base.cva, 5e-3);
    close('delta', result.assets[0]!.cva, 2.5e-3);
    close('vega', entryOf(result.volatilities, ({ factor }) => factor === 'assets').cva, 1e-2);
    close(
      'credit',
      result.credit.reduce((sum, { cva }) => sum + cva, 0),
      5e-3,
    );
    // The expiry lies on a tenor, and the forward's growth beyond it counts for nothing.
    close('rho', entryOf(result.rates, ({ tenor }) => tenor === 2).cva, 2e-3);
    for (const tenor of [1, 5])
      expect(Math.abs(entryOf(result.rates, (each) => each.tenor === tenor).cva)).to.be.below(1e-3 * expected.rho);
  });

  it('of a call as a contract are those of the same option in closed form, pathwise, netted with a forward', () => {
    const forward = { type: 'equity_forward', underlying: 'ACME', quantity: -90, strike: 101, maturity: 1.95 };
    const option = { type: 'equity_option', underlying: 'ACME', quantity: 100, strike, maturity, optionType: 'call' };
    const book = (option: object) => sensitivitiesOf(share({ trades: [forward, option], own: party, funding: { borrowSpread: 0.01 } }));
    const [regressed, closed] = [{ ...call, quantity: 100 }, option].map(book);
    for (const [name, tolerance] of [
      ['cva', 1e-4],
      ['dva', 2.5e-2],
      ['fca', 1e-4],
    ] as const) {
      // A vanilla contract has its closed form: what differs is that a bump moves some paths over zero. Largest over 8 seeds: 3e-5 of
      // CVA and FCA, 1.5e-2 of DVA, which comes from few paths.
      const scale = Math.abs(closed!.assets[0]![name]);
      expect(regressed!.assets[0]![name], name).to.be.closeTo(closed!.assets[0]![name], tolerance * scale);
      const rho = closed!.rates.reduce((sum, each) => sum + Math.abs(each[name]), 0);
      closed!.rates.forEach(
        (each, i) => void expect(regressed!.rates[i]![name], `${name} at ${each.tenor}`).to.be.closeTo(each[name], tolerance * rho),
      );
    }
  });

  it('are differences of requests with one factor moved, the regressions fitted again', () => {
    const nodes = [1];
    const moved = ({ shifts = [0, 0], eurusd = 1.1, price = spot }: { shifts?: readonly number[]; eurusd?: number; price?: number }) =>
      share({
        market: {
          valuationDate,
          curves: { USD: { times: nodes, zeroRates: nodes.map((_, i) => 0.02 + 0.005 * i + (shifts[i] ?? 0)) }, EUR: { rate: 0.015 } },
          fx: { EURUSD: eurusd },
          assets: { ACME: { spot: price, volatility, dividend } },
          volatilities: { EURUSD: { type: 'lognormal', volatility: 0.1 } },
          correlations: [{ asset1: 'ACME', asset2: 'EURUSD', correlation: 0.3 }],
        },
        trades: [
          barred,
          { type: 'contract', quantity: 400, contract: { type: 'vanilla_put', underlying: 'EURUSD', strike: 1.15, expiry: dateOn(200) } },
          { type: 'equity_forward', underlying: 'ACME', quantity: -80, strike: 101, maturity: 0.7 },
        ],
        collateral: { threshold: 500, minimumTransfer: 100 },
        capital: { costOfCapital: 0.1, capitalFactor: 0.08 },
        exposureTimes: [0.3, 0.6],
        pricer: { numPaths: 256 },
      });
    const result = sensitivitiesOf({ ...moved({}), tenors: nodes });
    const rerun = (change: Parameters<typeof moved>[0]): Figures => {
      const { tenors: _, ...request } = moved(change);
      return calculate(request);
    };
    const sameTo = (figures: Figures, up: Figures, down: Figures, step: number, label: string): void =>
      isDerivative(figures, up, down, step, label, 1e-9);
    sameTo(result.assets[0]!, rerun({ price: 100.5 }), rerun({ price: 99.5 }), 0.5, 'ACME');
    // The regressions of each rerun take a second: a quick run moves the share alone.
    if (!isFullRun) return;
    sameTo(result.fx[0]!, rerun({ eurusd: 1.1 * 1.005 }), rerun({ eurusd: 1.1 * 0.995 }), 1.1 * 0.005, 'EURUSD');
    const step = 5e-4;
    nodes.forEach((tenor, i) => {
      const [up, down] = [step, -step].map((shift) => rerun({ shifts: nodes.map((_, j) => (j === i ? shift : 0)) }));
      sameTo(
        entryOf(result.rates, (each) => each.currency === 'USD' && each.tenor === tenor),
        up!,
        down!,
        step,
        `USD at ${tenor}`,
      );
    });
  });

  it('to tenors beyond the last date are nothing and cost nothing', () => {
    const request = (last: readonly number[]) =>
      xvaSensitivitiesJob(parse(xvaSensitivitiesRequest, share({ trades: [call], tenors: last })), limits);
    expect(request([1, 2, 5, 10, 20, 30]).blocks).to.equal(request([1, 2]).blocks);
    const beyond = runJob(request([1, 2, 5, 10])).rates.filter(({ tenor }) => tenor > 2);
    expect(beyond.map(({ cva, total }) => [cva, total])).to.deep.equal([
      [0, 0],
      [0, 0],
    ]);
  });

  it('are refused up front where they would cost too much, and as pathwise by name', () => {
    const costly = {
      trades: [barred],
      exposureTimes: [0.2, 0.4, 0.6],
      tenors: Array.from({ length: 60 }, (_, i) => 0.01 * (i + 1)),
      pricer: { numPaths: 2 ** 17 },
    };
    expect(() => xvaSensitivitiesJob(parse(xvaSensitivitiesRequest, share(costly)), { costLimit: 4e8 })).to.throw(
      /, which 125 simulations share: fewer factors, tenors, correlations or paths need less/,
    );
    expect(() => sensitivitiesOf(share({ trades: [call], method: 'pathwise' }))).to.throw(
      'method must be differences where a trade is valued by regression, whose coefficients move with the market; trade 0 is; got pathwise',
    );
    expect(() => parse(xvaSensitivitiesRequest, share({ trades: [call], correlationBumps: true }))).to.throw(/needs wrongWayRisk/);
  });
});
