/** Books whose rates have volatilities by expiry, tenor and strike: what they are worth, how they move, and their sensitivities. */
import { expect } from 'chai';
import { instrumentPrices, instrumentSensitivities, runJob, xvaJob } from '#engine';
import { bookMarket, instrumentPricesRequest, instrumentSensitivitiesRequest, parse, xvaRequest } from '#engine/schemas';
import { pricingPlan } from '#engine-gpu/valuation/instrument-types';
import { type FactorMove, factorFaults, factorNamed, movedMarket } from '#engine-gpu/valuation/market-factors';
import { faultsIn } from '../../support/faults.js';
import { limits } from '../risk/xva/dated-netting-set.js';

const valuationDate = '2026-03-02';
const cube = {
  type: 'normal',
  expiries: [1, 5],
  tenors: [2, 10],
  strikeSpreads: [-0.01, 0, 0.01],
  volatilities: [
    [
      [0.011, 0.009, 0.01],
      [0.0105, 0.0085, 0.0095],
    ],
    [
      [0.01, 0.008, 0.009],
      [0.0095, 0.0075, 0.0085],
    ],
  ],
};
const caplets = {
  ...{ type: 'shifted', shift: 0.02, expiries: [1, 3], strikes: [0.01, 0.04] },
  volatilities: [
    [0.4, 0.3],
    [0.3, 0.2],
  ],
};
const marketWith = (volatilities: object): object => ({
  ...{ valuationDate, curves: { EUR: { rate: 0.025 } }, projections: { 'EURIBOR-6M': { rate: 0.027 } } },
  ...{ models: { EUR: { meanReversion: 0.03 } }, volatilities },
});
const market = parse(bookMarket, marketWith({ EUR: cube, 'EURIBOR-6M': caplets }));
const swaption = {
  ...{ type: 'swaption', currency: 'EUR', side: 'payer', fixedRate: 0.03, notional: 1e6 },
  ...{ expiry: '2029-03-02', startDate: '2029-03-02', tenor: '6Y' },
};
const cap = { type: 'cap', strike: 0.03, notional: 1e6, index: 'EURIBOR-6M', currency: 'EUR', startDate: '2026-09-02', tenor: '4Y' };
const annual = { fixedFrequency: 1, floatingFrequency: 1 };
/** The swaption without dates, by the model that is fitted to the cube. */
const inYears = {
  type: 'swaption',
  currency: 'EUR',
  side: 'payer',
  fixedRate: 0.03,
  notional: 1e6,
  expiry: 3,
  maturity: 9,
  quantity: 1,
  ...annual,
};

const PRICERS: Readonly<Record<string, string>> = { swaption: 'rates_swaption_black', cap: 'rates_cap_floor' };
const requestOf = ({ type, ...terms }: { readonly type: string }, inMarket: object, pricerId = PRICERS[type]!) => ({
  ...{ pricerId, reportingCurrency: 'EUR', valuationDate, market: inMarket, instruments: [{ type, terms }] },
});
const priceIn = async (...request: Parameters<typeof requestOf>): Promise<number> => {
  const [value] = (await instrumentPrices(parse(instrumentPricesRequest, requestOf(...request)))).result.values;
  if (value === undefined || 'failure' in value) throw new Error(value?.failure.message);
  return value.price;
};
const failureIn = (...request: Parameters<typeof requestOf>): Promise<string> =>
  priceIn(...request).then(
    () => 'it is priced',
    (error: Error) => error.message,
  );
const move = (name: string, size: number): FactorMove => ({ ...factorNamed(name), move: size, type: 'absolute' });

describe('volatilities of rates by expiry, tenor and strike', () => {
  it('value a swaption at the expiry, the length and the strike less the forward rate of its swap', async () => {
    const time = 1096 / 365;
    const priceAt = (volatility: number) => priceIn(swaption, marketWith({ EUR: { type: 'normal', volatility } }));
    // Annual fixed payments (30/360) at 2.5 %, a forward rate between the strikes of the cube.
    const [low, high] = await Promise.all([priceAt(0.0075), priceAt(0.0105)]);
    const value = await priceIn(swaption, market);
    expect(value).to.be.within(low, high);
    // With one strike spread it is a matrix, whose volatility is linear in expiry and tenor: six years are half-way.
    const { strikeSpreads: _, ...matrix } = cube;
    const atm = { ...matrix, volatilities: cube.volatilities.map((row) => row.map(([, each]) => each)) };
    const share = (time - 1) / 4;
    const expected = (1 - share) * 0.00875 + share * 0.00775;
    expect(await priceIn(swaption, marketWith({ EUR: atm }))).to.be.closeTo(await priceAt(expected), 1e-9 * value);
  });

  it('that are all the same value as one does', async () => {
    const [level, shift] = [0.3, 0.02];
    const one = { type: 'shifted', shift, volatility: level };
    const same = {
      type: 'shifted',
      shift,
      expiries: [1, 3],
      tenors: [2, 7],
      volatilities: [
        [level, level],
        [level, level],
      ],
    };
    const ofCaplets = { type: 'shifted', shift, expiries: [1, 3], volatilities: [level, level] };
    expect(await priceIn(swaption, marketWith({ EUR: same }))).to.be.closeTo(await priceIn(swaption, marketWith({ EUR: one })), 1e-8);
    expect(await priceIn(cap, marketWith({ 'EURIBOR-6M': ofCaplets }))).to.be.closeTo(await priceIn(cap, marketWith({ EUR: one })), 1e-8);
    // The model is fitted to the swaptions of a table as to those of one volatility.
    const fitted = await Promise.all([same, one].map((quote) => priceIn(inYears, marketWith({ EUR: quote }), 'cross_asset_trade')));
    expect(fitted[0]).to.be.closeTo(fitted[1]!, 1e-8);
  });

  it('fit the model of a currency at the expiry, the tenor and the strike of each co-terminal swaption', async () => {
    const value = await priceIn(inYears, market, 'cross_asset_trade');
    // The forward rate of annual payments at 2.5 % is 2.5315 %; the strike is 0.47 % above it.
    const spread = 0.03 - Math.expm1(0.025);
    const share = spread / 0.01;
    const between = (atm: number, above: number) => (1 - share) * atm + share * above;
    const volatility = (between(0.00875, 0.00975) + between(0.00775, 0.00875)) / 2;
    const quoted = await priceIn(inYears, marketWith({ EUR: { type: 'normal', volatility } }), 'cross_asset_trade');
    expect(value).to.be.closeTo(quoted, 1e-9 * quoted);
  });

  it('move all together, or by their expiries', () => {
    const moved = movedMarket(market, [
      move('volatility:EUR', 0.001),
      move('volatility:EURIBOR-6M:1Y', 0.1),
      move('volatility:EURIBOR-6M:3Y', -0.25),
    ]);
    expect(moved.volatilities.EUR).to.deep.equal({
      ...cube,
      volatilities: cube.volatilities.map((row) => row.map((smile) => smile.map((each) => each + 0.001))),
    });
    expect(moved.volatilities['EURIBOR-6M']).to.deep.equal({
      ...caplets,
      volatilities: [
        [0.4 + 0.1, 0.3 + 0.1],
        [0.3 - 0.25, 0],
      ],
    });
    expect(factorFaults(market, ['volatility:EUR:5Y'], '/returns')).to.deep.equal([]);
  });

  for (const [name, instrument, tenors] of [
    ['EUR', swaption, [1, 5]],
    ['EURIBOR-6M', cap, [1, 3]],
  ] as const)
    it(`have a sensitivity for each expiry on which a ${instrument.type} depends, which together are that of all`, async () => {
      // Expiries that it does not depend on have none.
      const further =
        name === 'EUR' ? { ...cube, expiries: [...cube.expiries, 9], volatilities: [...cube.volatilities, cube.volatilities[1]] } : cube;
      const quoted = parse(bookMarket, marketWith({ EUR: further, 'EURIBOR-6M': caplets }));
      const request = parse(instrumentSensitivitiesRequest, { ...requestOf(instrument, quoted), tenors: [1, 5, 10] });
      const [value] = (await instrumentSensitivities(request)).result.values;
      if (value === undefined || 'failure' in value) throw new Error(value?.failure.message);
      const vegas = value.sensitivities.filter(({ factor }) => factor.kind === 'volatility');
      expect(vegas.map(({ factor }) => factor)).to.deep.equal(tenors.map((tenor) => ({ kind: 'volatility', name, tenor })));
      const step = 1e-5;
      const [up, down] = await Promise.all(
        [step, -step].map((size) => priceIn(instrument, movedMarket(quoted, [move(`volatility:${name}`, size)]))),
      );
      const sum = vegas.reduce((total, each) => total + each.value, 0);
      // Each difference errs by the square of its step times the third derivative, 1e-6 of the sensitivity for a normal volatility of 1e-2.
      expect(sum).to.be.closeTo((up! - down!) / (2 * step), 1e-5 * sum);
    });

  it('are refused under a name that cannot have them, and where their numbers do not fit', () => {
    const reasons = (volatilities: object) =>
      faultsIn(() => parse(bookMarket, marketWith(volatilities))).map(({ pointer, reason }) => `${pointer} ${reason}`);
    expect(reasons({ 'EURIBOR-6M': cube })).to.deep.equal([
      '/volatilities/EURIBOR-6M/tenors must be of a currency such as USD, whose swaptions have them; got EURIBOR-6M',
    ]);
    expect(reasons({ EURUSD: caplets })).to.deep.equal([
      '/volatilities/EURUSD/volatilities must be of a currency or an index, not of the pair EURUSD',
    ]);
    expect(reasons({ EUR: { ...cube, tenors: [2, 5, 10] } })).to.deep.equal([
      '/volatilities/EUR/volatilities/0 must have one entry per tenor, 3; got 2',
      '/volatilities/EUR/volatilities/1 must have one entry per tenor, 3; got 2',
    ]);
    expect(reasons({ EUR: { ...cube, expiries: [5, 5], shift: 0.01 } })).to.deep.equal([
      '/volatilities/EUR/expiries/1 must be above 5, the one before it; got 5',
      '/volatilities/EUR/shift must be left out with normal; got 0.01',
    ]);
    expect(
      reasons({
        'EURIBOR-6M': {
          ...caplets,
          type: 'normal',
          shift: undefined,
          volatilities: [
            [0.4, 0.3],
            [0.3, 1.5],
          ],
        },
      }),
    ).to.deep.equal(['/volatilities/EURIBOR-6M/volatilities/1/1 must be at most 1 where it is normal; got 1.5']);
    expect(reasons({ 'EURIBOR-6M': { ...caplets, shift: undefined } })).to.deep.equal([
      '/volatilities/EURIBOR-6M/shift is required with shifted',
    ]);
  });

  it('go to a trade as far as it depends on them', () => {
    const setting = { market, reportingCurrency: 'EUR', valuationDate };
    const volatilitiesOf = (type: 'interest_rate_swap' | 'swaption', terms: object) => {
      const plan = pricingPlan(type, terms as Record<string, unknown>, setting);
      return 'pricerId' in plan ? (plan.market as { volatilities: object }).volatilities : undefined;
    };
    const { type: _, expiry: __, quantity: ___, ...swap } = inYears;
    expect(volatilitiesOf('interest_rate_swap', swap)).to.deep.equal({});
    const { type: ____, ...option } = inYears;
    expect(volatilitiesOf('swaption', option)).to.deep.equal({ EUR: cube });
    const short = { ...option, expiry: 0.5, maturity: 0.9 };
    expect(volatilitiesOf('swaption', short)).to.deep.equal({
      EUR: { ...cube, expiries: [1], volatilities: cube.volatilities.slice(0, 1) },
    });
  });

  it('of swaptions value no caps, nor those of caplets swaptions', async () => {
    expect(await failureIn(cap, marketWith({ EUR: cube }))).to.include(
      'market.volatilities must have an entry for EURIBOR-6M or EUR, of caplets',
    );
    expect(await failureIn(swaption, marketWith({ EUR: { ...caplets } }))).to.include(
      'market.volatilities must have an entry for EUR, of swaptions',
    );
  });

  it('that are lognormal name the market of the book where a rate is below 0', async () => {
    const below = {
      ...marketWith({ EUR: { type: 'lognormal', expiries: [1], tenors: [1], volatilities: [[0.2]] } }),
      curves: { EUR: { rate: -0.01 } },
    };
    expect(await failureIn(swaption, below)).to.match(/^market\.volatilities\.EUR must be normal, or have a shift above 0\.0099/);
  });

  it('give the rates of a netting set one strike, and say so', async () => {
    const request = (volatilities: object) =>
      parse(xvaRequest, {
        trades: [{ ...inYears, id: 'a' }],
        market: marketWith(volatilities),
        ...{ counterparty: { hazardRate: 0.02, recoveryRate: 0.4 }, pricer: { numPaths: 1024 } },
      });
    const [ofCube, ofMatrix] = await Promise.all(
      [cube, { type: 'normal', expiries: [1], tenors: [5], volatilities: [[0.009]] }].map((quote) =>
        runJob(xvaJob(request({ EUR: quote }), limits)),
      ),
    );
    expect(ofCube!.warnings).to.deep.equal([
      'rates of EUR move by the volatilities of swaptions at a fixed rate of 0.03: those of other strikes count for nothing',
    ]);
    expect(ofMatrix!.warnings ?? []).to.deep.equal([]);
  });
});
