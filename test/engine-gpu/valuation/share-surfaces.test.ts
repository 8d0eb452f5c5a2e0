/** Books on shares whose market has a surface of volatilities: what they are worth, how they move, and their sensitivities. */
import { expect } from 'chai';
import { instrumentPrices, instrumentSensitivities, runJob, xvaJob } from '#engine';
import { bookMarket, instrumentPricesRequest, instrumentSensitivitiesRequest, parse, xvaRequest } from '#engine/schemas';
import { pricingPlan } from '#engine-gpu/valuation/instrument-types';
import { type FactorMove, factorFaults, factorNamed, movedMarket } from '#engine-gpu/valuation/market-factors';
import { faultsIn } from '../../support/faults.js';
import { limits } from '../risk/xva/dated-netting-set.js';

const valuationDate = '2026-03-02';
const [spot, rate, dividend] = [100, 0.03, 0.01];
const surface = {
  ...{ strikes: [80, 90, 100, 110, 120], expiries: [0.5, 1, 2] },
  volatilities: [
    [0.29, 0.25, 0.22, 0.205, 0.2],
    [0.27, 0.24, 0.215, 0.2, 0.195],
    [0.25, 0.23, 0.21, 0.2, 0.19],
  ],
};
const marketWith = (asset: object): object => ({
  ...{ valuationDate, curves: { USD: { rate } }, assets: { ACME: { spot, dividend, ...asset } } },
  ...{ models: {}, correlations: [] },
});
const market = parse(bookMarket, marketWith({ surface }));
const atOne = (volatility: number) => marketWith({ volatility });

/** One option as each of the types of a book, with the pricer of its plan. */
const option = { underlying: 'ACME', optionType: 'put', strike: 90 } as const;
const TYPES = {
  vanilla: { type: 'vanilla', ...option, time: 1, pricerId: 'equity_vanilla_bs' },
  american: { type: 'american', ...option, time: 1, pricer: { exercise: 'continuous' }, pricerId: 'equity_american_alo' },
  equity_option: { type: 'equity_option', ...option, maturity: 1, pricerId: 'cross_asset_trade' },
} as const;
type Typed = { readonly type: string; readonly pricerId: string };

const requestOf = ({ type, pricerId, ...terms }: Typed, inMarket: object) => ({
  ...{ pricerId, reportingCurrency: 'USD', valuationDate, market: inMarket, instruments: [{ type, terms }] },
});
const priceIn = async (typed: Typed, inMarket: object): Promise<number> => {
  const [value] = (await instrumentPrices(parse(instrumentPricesRequest, requestOf(typed, inMarket)))).result.values;
  if (value === undefined || 'failure' in value) throw new Error(value?.failure.message);
  return value.price;
};
const move = (name: string, size: number, type: FactorMove['type'] = 'absolute'): FactorMove => ({
  ...factorNamed(name),
  move: size,
  type,
});

describe('surfaces of a share', () => {
  for (const typed of Object.values(TYPES)) {
    it(`value ${typed.type} at the volatility of its strike and expiry`, async () => {
      expect(await priceIn(typed, market)).to.be.closeTo(await priceIn(typed, atOne(0.24)), 1e-12 * spot);
      // Between expiries total variance is linear at the same ln(K/F): on smiles that are flat, at any strike.
      const flat = { ...surface, volatilities: [0.2, 0.3, 0.25].map((level) => surface.strikes.map(() => level)) };
      const [later, volatility] = [1.5, Math.sqrt((0.09 * 1 + 0.0625 * 2) / 2 / 1.5)];
      const moved = { ...typed, ...('maturity' in typed ? { maturity: later } : { time: later }), strike: 104 };
      expect(await priceIn(moved, marketWith({ surface: flat }))).to.be.closeTo(await priceIn(moved, atOne(volatility)), 1e-12 * spot);
      // Beyond the last expiry the volatility stays, and before the first one too.
      for (const [time, level] of [
        [0.1, 0.2],
        [5, 0.25],
      ] as const) {
        const far = { ...typed, ...('maturity' in typed ? { maturity: time } : { time }) };
        expect(await priceIn(far, marketWith({ surface: flat }))).to.be.closeTo(await priceIn(far, atOne(level)), 1e-12 * spot);
      }
    });

    it(`give ${typed.type} a sensitivity for each expiry next to its own, which together are that of all`, async () => {
      const later = { ...typed, ...('maturity' in typed ? { maturity: 1.5 } : { time: 1.5 }) };
      const request = parse(instrumentSensitivitiesRequest, { ...requestOf(later, market), tenors: [1, 2] });
      const [value] = (await instrumentSensitivities(request)).result.values;
      if (value === undefined || 'failure' in value) throw new Error(value?.failure.message);
      const vegas = value.sensitivities.filter(({ factor }) => factor.kind === 'volatility');
      expect(vegas.map(({ factor }) => factor)).to.deep.equal([1, 2].map((tenor) => ({ kind: 'volatility', name: 'ACME', tenor })));
      const step = 1e-5;
      const [up, down] = await Promise.all(
        [step, -step].map((size) => priceIn(later, movedMarket(market, [move('volatility:ACME', size)]))),
      );
      const sum = vegas.reduce((total, each) => total + each.value, 0);
      // Rounding of values of ten over 2e-5, and the bend of differences; the boundary of an American option is found within 1e-10.
      expect(sum).to.be.closeTo((up! - down!) / (2 * step), 2e-5 * sum);
      const [raised, lowered] = await Promise.all(
        [step, -step].map((size) => priceIn(later, movedMarket(market, [move('spot:ACME', size, 'relative')]))),
      );
      const delta = value.sensitivities.find(({ factor }) => factor.kind === 'spot')?.value ?? 0;
      expect(delta).to.be.closeTo((raised! - lowered!) / (2 * step * spot), 1e-5);
    });
  }

  it('move all together or by their expiries, and keep their strikes', () => {
    const quotesAfter = (...moves: FactorMove[]) => movedMarket(market, moves).assets.ACME!.surface!.volatilities;
    const shifted = quotesAfter(move('volatility:ACME', 0.01), move('spot:ACME', 0.1, 'relative'));
    expect(shifted).to.deep.equal(surface.volatilities.map((row) => row.map((each) => each + 0.01)));
    const [first, second, third] = quotesAfter(move('volatility:ACME:6M', 0.02), move('volatility:ACME:2Y', -0.04));
    expect(first![0]).to.be.closeTo(0.29 + 0.02, 1e-15);
    expect(second![1]).to.be.closeTo(0.24 + 0.02 - 0.06 / 3, 1e-15);
    expect(third![4]).to.be.closeTo(0.19 - 0.04, 1e-15);
    expect(factorFaults(market, ['volatility:ACME:1Y'], '/returns')).to.deep.equal([]);
    expect(factorFaults(parse(bookMarket, atOne(0.2)), ['volatility:ACME:1Y'], '/returns')).to.deep.equal([
      { pointer: '/returns/volatility:ACME:1Y', reason: 'must have no tenor: the market has one volatility of ACME' },
    ]);
  });

  it('are the local volatility of contracts, and give a convertible that at its conversion price and maturity', () => {
    const setting = { market, reportingCurrency: 'USD', valuationDate };
    const contract = pricingPlan('contract', { contract: { type: 'asian_call', underlying: 'ACME' } }, setting);
    expect(contract)
      .to.have.nested.property('request.market.assets.ACME')
      .deep.equal({ spot, dividend, volatilitySurface: market.assets.ACME!.surface });
    // A fault of the local volatility is one of the market of the book.
    expect(contract.places).to.deep.include(['/market/assets/ACME/volatilitySurface', '/market/assets/ACME/surface']);
    const withIssuer = { ...setting, market: { ...market, credit: { ACME: { hazardRate: 0.02, recoveryRate: 0.4 } } } };
    const bond = { faceValue: 1000, conversionRatio: 12.5, maturity: 2 };
    // It converts at 80.
    const convertible = pricingPlan('convertible', { underlying: 'ACME', issuer: 'ACME', bond }, withIssuer);
    expect(convertible).to.have.nested.property('request.market.volatility').closeTo(0.25, 1e-12);
  });

  it('are refused beside one volatility, and where a smile falls below 0 at the strike', async () => {
    const reasons = (asset: object) =>
      faultsIn(() => parse(bookMarket, marketWith(asset))).map(({ pointer, reason }) => `${pointer} ${reason}`);
    expect(reasons({ surface, volatility: 0.2 })).to.deep.equal([
      '/assets/ACME must have only one of volatility or surface; got volatility, surface',
    ]);
    expect(reasons({})).to.deep.equal(['/assets/ACME must have volatility or surface']);
    expect(reasons({ surface: { ...surface, expiries: [1, 2] } })).to.deep.equal([
      '/assets/ACME/surface/volatilities must have one row per expiry, 2; got 3',
    ]);
    const wild = { ...surface, volatilities: surface.volatilities.map(() => [1.5, 0.05, 0.01, 0.05, 1.5]) };
    await priceIn({ ...TYPES.vanilla, strike: 95 } as Typed, marketWith({ surface: wild })).then(
      () => expect.fail('it is priced'),
      (error: Error) =>
        expect(error.message).to.equal(
          'market.assets.ACME.surface.volatilities.1 must leave a volatility at the strike 95; between its quotes the smile falls below 0 there',
        ),
    );
  });

  it('give a netting set one volatility: of one option its own, otherwise that at the money to the last maturity, which is said', async () => {
    const put = { type: 'equity_option', id: 'put', ...option, maturity: 1, quantity: 100 };
    const forward = { type: 'equity_forward', id: 'forward', underlying: 'ACME', strike: 100, maturity: 2, quantity: 10 };
    const request = (trades: readonly object[], inMarket: object) =>
      parse(xvaRequest, {
        trades,
        market: inMarket,
        counterparty: { hazardRate: 0.02, recoveryRate: 0.4 },
        pricer: { numPaths: 1024, seed: 7 },
      });
    const run = (trades: readonly object[], inMarket: object) => runJob(xvaJob(request(trades, inMarket), limits));
    const [alone, atItsOwn] = await Promise.all([run([put], marketWith({ surface })), run([put], atOne(0.24))]);
    expect(alone!.cva).to.be.closeTo(atItsOwn!.cva, 1e-10);
    expect(alone!.warnings ?? []).to.deep.equal(atItsOwn!.warnings ?? []);
    const flat = { ...surface, volatilities: [0.2, 0.3, 0.25].map((level) => surface.strikes.map(() => level)) };
    const [both, atLast] = await Promise.all([run([put, forward], marketWith({ surface: flat })), run([put, forward], atOne(0.25))]);
    expect(both!.cva).to.be.closeTo(atLast!.cva, 1e-10);
    expect(both!.warnings).to.include(
      'ACME moves by its volatility at the money to 2 years: those of other strikes and expiries count for nothing',
    );
  });
});
