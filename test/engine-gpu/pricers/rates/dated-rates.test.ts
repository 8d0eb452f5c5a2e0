import { expect } from 'chai';
import { EngineFailure, findPricer } from '#engine';
import { defined } from '#services/runtime/defined';
import { priceOf, refusalOf, resultOf } from '#test/support/price';

const IDS = ['rates_swap_multi_curve', 'rates_cap_floor', 'rates_swaption_black', 'rates_bond_fixed', 'fx_forward'] as const;
const valuationDate = '2026-01-05';
const flat = { rate: 0.03, valuationDate };
const swap = { side: 'payer', fixedRate: 0.03, startDate: valuationDate, tenor: '5Y' };
const cap = { type: 'cap', strike: 0.03, startDate: '2026-07-06', tenor: '2Y' };
const swaption = { optionType: 'payer', strike: 0.03, expiryDate: '2027-01-05', startDate: '2027-01-05', tenor: '5Y' };
const bond = { couponRate: 0.04, couponFrequency: 2, startDate: '2024-02-15', maturity: '2034-02-15' };
const faults = async (id: string, request: { instrument: object; market: object }) =>
  (await refusalOf(id, request)).map(({ pointer, reason }) => `${pointer} ${reason}`);

describe('pricers of dated rates products', () => {
  for (const id of IDS)
    it(`${id} prices every example of its documentation as given`, async () => {
      const { instrument, market } = defined(findPricer(id), id);
      const examples = (schema: { meta(): { examples?: unknown[] } | undefined }) =>
        defined(schema.meta()?.examples, 'examples') as object[];
      for (const one of examples(instrument as never))
        for (const inMarket of examples(market as never)) expect(await priceOf(id, { instrument: one, market: inMarket })).to.be.finite;
    });

  it('give the derivatives of their prices', async () => {
    const central = async (id: string, request: (shift: number) => { instrument: object; market: object }, h: number) =>
      ((await priceOf(id, request(h))) - (await priceOf(id, request(-h)))) / (2 * h);
    for (const [id, instrument] of [
      ['rates_cap_floor', cap],
      ['rates_swaption_black', swaption],
      ['rates_swaption_black', { ...swaption, settlement: 'cash' }],
    ] as const)
      for (const [name, volatility] of [
        ['volatility', 0.4],
        ['normalVolatility', 0.01],
      ] as const) {
        const requestWith = (more: object) => ({ instrument, market: { ...flat, [name]: volatility, ...more } });
        const { vega, rho } = await resultOf(id, requestWith({}));
        const byVolatility = await central(id, (shift) => requestWith({ [name]: volatility + shift }), 1e-4 * volatility);
        expect(byVolatility / defined(vega, 'vega')).to.be.closeTo(1, 1e-6);
        expect(await central(id, (shift) => requestWith({ rate: 0.03 + shift }), 1e-5)).to.be.closeTo(defined(rho, 'rho'), 1e-6);
      }
    const { rho } = await resultOf('rates_swap_multi_curve', { instrument: swap, market: flat });
    expect(
      await central('rates_swap_multi_curve', (shift) => ({ instrument: swap, market: { ...flat, rate: 0.03 + shift } }), 1e-5),
    ).to.be.closeTo(defined(rho, 'rho'), 1e-7);
    const forward = { side: 'buy', strike: 1.2, maturity: '2027-01-05' };
    const fx = (more: object) => ({ instrument: forward, market: { ...flat, spot: 1.1, foreignRate: 0.02, ...more } });
    const { delta, foreignRho } = await resultOf('fx_forward', fx({}));
    expect(await central('fx_forward', (shift) => fx({ spot: 1.1 + shift }), 1e-4)).to.be.closeTo(defined(delta, 'delta'), 1e-10);
    expect(await central('fx_forward', (shift) => fx({ foreignRate: 0.02 + shift }), 1e-5)).to.be.closeTo(
      defined(foreignRho, 'foreignRho'),
      1e-8,
    );
  });

  it('tend to their intrinsic value without volatility or time', async () => {
    const { price: worth } = await resultOf('rates_swap_multi_curve', {
      instrument: { ...swap, startDate: '2027-01-05', fixedRate: 0.02 },
      market: flat,
    });
    for (const volatility of [{ volatility: 0 }, { normalVolatility: 0 }, { volatility: 0, shift: 0.02 }])
      expect(
        await priceOf('rates_swaption_black', { instrument: { ...swaption, strike: 0.02 }, market: { ...flat, ...volatility } }),
      ).to.be.closeTo(worth, 1e-15);
    const today = { ...swaption, strike: 0.02, expiryDate: valuationDate };
    expect(await priceOf('rates_swaption_black', { instrument: today, market: { ...flat, normalVolatility: 0.5 } })).to.be.closeTo(
      worth,
      1e-15,
    );
    // At the money without volatility a gamma does not exist and is left out; delta is one half.
    const { parRate } = await resultOf('rates_swaption_black', { instrument: swaption, market: { ...flat, normalVolatility: 0 } });
    const atTheMoney = await resultOf('rates_swaption_black', {
      instrument: { ...swaption, strike: parRate },
      market: { ...flat, normalVolatility: 0 },
    });
    expect(atTheMoney).not.to.have.property('gamma');
    expect(defined(atTheMoney.delta, 'delta')).to.equal(0.5 * defined(atTheMoney.annuity, 'annuity'));
  });

  it('list caplets and payments that add up to the price', async () => {
    const {
      price,
      caplets = [],
      vega,
    } = await resultOf('rates_cap_floor', { instrument: cap, market: { ...flat, normalVolatility: 0.01 } });
    expect(caplets).to.have.length(4);
    expect(caplets.reduce((sum, each) => sum + each.price, 0)).to.be.closeTo(price, 1e-17);
    expect(caplets.reduce((sum, each) => sum + each.vega, 0)).to.be.closeTo(defined(vega, 'vega'), 1e-15);
    const valued = await resultOf('rates_swap_multi_curve', { instrument: swap, market: flat });
    expect(defined(valued.cashflows, 'cashflows').reduce((sum, each) => sum + each.presentValue, 0)).to.be.closeTo(valued.price, 1e-16);
  });

  it('take known fixings in place of forward rates, and name those that are missing', async () => {
    const lives = { ...swap, startDate: '2025-10-06', floatingFrequency: 4, fixingDays: 2, calendar: 'TARGET' };
    expect(await faults('rates_swap_multi_curve', { instrument: lives, market: flat })).to.deep.equal([
      '/instrument/fixings must have the fixings of 2025-10-02, 2026-01-02: they are before the valuation date',
    ]);
    const priceAt = (value: number) =>
      priceOf('rates_swap_multi_curve', {
        instrument: {
          ...lives,
          fixings: [
            { date: '2025-10-02', value },
            { date: '2026-01-02', value: 0.03 },
          ],
        },
        market: flat,
      });
    // 2025-10-06 to 2026-01-06 has 92 days.
    expect((await priceAt(0.05)) - (await priceAt(0.04))).to.be.closeTo(0.01 * (92 / 360) * Math.exp(-0.03 / 365), 1e-15);
    const overnight = { ...swap, floatingType: 'overnight', floatingFrequency: 1, startDate: '2026-01-01', calendar: 'TARGET' };
    expect(await faults('rates_swap_multi_curve', { instrument: overnight, market: flat })).to.deep.equal([
      '/instrument/fixings must have the fixings of 2026-01-02: they are before the valuation date',
    ]);
    expect(await faults('rates_swap_multi_curve', { instrument: { ...overnight, fixingDays: 2 }, market: flat })).to.deep.equal([
      '/instrument/fixingDays must be 0 for an overnight rate; got 2',
    ]);
  });

  it('refuse what has no meaning and name the field', async () => {
    const negative = { rate: -0.01, valuationDate, volatility: 0.2 };
    const [first] = await faults('rates_cap_floor', { instrument: cap, market: negative });
    expect(first).to.match(
      /^\/market\/volatility must be a normalVolatility, or have a shift above 0\.00\d+: the forward rate from 2026-07-06 to 2027-01-06 is -0\.0/,
    );
    expect(await priceOf('rates_cap_floor', { instrument: cap, market: { ...negative, shift: 0.03 } })).to.be.above(0);
    expect(
      await faults('rates_cap_floor', { instrument: { ...cap, strike: -0.04 }, market: { ...flat, volatility: 0.2, shift: 0.03 } }),
    ).to.deep.equal(['/instrument/strike must be above -0.03, minus the shift of the lognormal volatility; got -0.04']);
    expect(await faults('rates_cap_floor', { instrument: cap, market: flat })).to.deep.equal([
      '/market must have volatility or normalVolatility or volatilities',
    ]);
    expect(await faults('rates_cap_floor', { instrument: cap, market: { ...flat, normalVolatility: 0.01, shift: 0.03 } })).to.deep.equal([
      '/market must have only one of volatility or normalVolatility or volatilities; got shift, normalVolatility',
    ]);
    expect(
      await faults('rates_swaption_black', { instrument: { ...swaption, expiryDate: '2027-01-06' }, market: { ...flat, volatility: 0.2 } }),
    ).to.deep.equal(['/instrument/expiryDate must not be after 2027-01-05, the startDate; got 2027-01-06']);
    expect(
      await faults('rates_swap_multi_curve', { instrument: { ...swap, maturity: '2026-01-05', tenor: undefined }, market: flat }),
    ).to.deep.equal(['/instrument/maturity must be after 2026-01-05, the startDate; got 2026-01-05']);
    expect(await faults('rates_swap_multi_curve', { instrument: { ...swap, maturity: '2031-01-05' }, market: flat })).to.deep.equal([
      '/instrument must have only one of maturity or tenor; got maturity, tenor',
    ]);
    expect(await faults('rates_bond_fixed', { instrument: bond, market: { rate: 0.03, valuationDate: '2034-02-15' } })).to.deep.equal([
      '/instrument/maturity must be after 2034-02-15, the settlement date; got 2034-02-15',
    ]);
    expect(await faults('rates_bond_fixed', { instrument: bond, market: { ...flat, cleanPrice: 100, yield: 0.04 } })).to.deep.equal([
      '/market must have only one of cleanPrice or yield; got cleanPrice, yield',
    ]);
    expect(
      await faults('fx_forward', {
        instrument: { side: 'buy', strike: 1, maturity: '2026-01-06', spotDays: 2 },
        market: { ...flat, spot: 1, foreignRate: 0 },
      }),
    ).to.deep.equal(['/instrument/maturity must not be before 2026-01-07, the delivery of the spot; got 2026-01-06']);
  });

  it('relate yield, price and spread of a bond', async () => {
    const resultUnder = (market: object) => resultOf('rates_bond_fixed', { instrument: bond, market: { ...flat, ...market } });
    const quoted = await resultUnder({ cleanPrice: 98 });
    const back = await resultUnder({ yield: quoted.yieldToMaturity });
    expect(defined(back.cleanPrice, 'cleanPrice')).to.be.closeTo(98, 1e-12);
    expect(defined(back.zSpread, 'zSpread')).to.be.closeTo(defined(quoted.zSpread, 'zSpread'), 1e-14);
    // The curve raised by the spread gives the quoted price.
    const raised = await resultUnder({ rate: 0.03 + defined(quoted.zSpread, 'zSpread') });
    expect(defined(raised.cleanPrice, 'cleanPrice')).to.be.closeTo(98, 1e-12);
    const [up, down] = [await resultUnder({ yield: 0.05 + 1e-4 }), await resultUnder({ yield: 0.05 - 1e-4 })];
    const base = await resultUnder({ yield: 0.05 });
    const price = defined(base.dirtyPrice, 'dirtyPrice');
    const [high, low] = [defined(down.dirtyPrice, 'dirtyPrice'), defined(up.dirtyPrice, 'dirtyPrice')];
    expect((high - low) / 2e-4 / price).to.be.closeTo(defined(base.modifiedDuration, 'modifiedDuration'), 1e-6);
    expect((high + low - 2 * price) / 1e-8 / price).to.be.closeTo(defined(base.convexity, 'convexity'), 1e-3);
  });

  it('have a finite price or fail with a reason at the extremes of rates', async () => {
    for (const rate of [-10, 10])
      for (const [id, instrument, more] of [
        ['rates_swap_multi_curve', { ...swap, tenor: '100Y' }, {}],
        ['rates_cap_floor', { ...cap, tenor: '99Y' }, { normalVolatility: 1 }],
        ['rates_swaption_black', { ...swaption, tenor: '99Y' }, { normalVolatility: 1 }],
        ['rates_bond_fixed', { ...bond, maturity: '2110-01-01' }, {}],
      ] as const) {
        const outcome = await priceOf(id, { instrument, market: { ...flat, rate, ...more } }).catch((error: unknown) => error);
        if (outcome instanceof EngineFailure) expect(outcome.kind).to.equal('pricing');
        else expect(outcome).to.be.finite;
      }
  });
});
