import { expect } from 'chai';
import { findPricer, type Pricer, pricers, priceWithPricer } from '#engine';
import { equityVanillaBs } from '#engine-gpu/pricers/equity/equity-vanilla-bs';
import { byId } from '#engine-gpu/pricers/registry';
import { tablesOf } from '#gateway/validation/cases';
import { noTools, priceOf, refusalOf, TODAY } from '#test/support/price';

const request = { instrument: { strike: 100, time: 1 }, market: { spot: 100, rate: 0.05, volatility: 0.2 } };

describe('the engine entry point', () => {
  it('refuses an unknown pricer and lists the known ones', async () => {
    const [fault] = await refusalOf('equity_vanilla_bs2', request);
    expect(fault!.pointer).to.equal('/pricerId');
    for (const { id } of pricers) expect(fault!.reason).to.include(id);
    expect(fault!.reason).to.include('got "equity_vanilla_bs2"');
  });

  it('accepts a curve in place of a rate and refuses both together and neither', async () => {
    const on = async (rates: object) => {
      const market = { spot: 100, volatility: 0.2, ...rates };
      return (await priceWithPricer({ ...request, market, pricerId: 'equity_vanilla_bs', today: TODAY }, noTools)).result.price;
    };
    const flat = await on({ rate: 0.05 });
    expect(await on({ curve: { times: [1], zeroRates: [0.05] } })).to.equal(flat);
    // A curve with one discount factor, one year from the valuation date by ACT/365F.
    const curve = { dates: ['2027-01-02'], discountFactors: [Math.exp(-0.05)] };
    expect(await on({ curve })).to.be.closeTo(flat, 1e-13);
    for (const rates of [{}, { rate: 0.05, curve: { times: [1], zeroRates: [0.05] } }]) {
      const faults = await refusalOf('equity_vanilla_bs', { ...request, market: { spot: 100, volatility: 0.2, ...rates } });
      expect(faults.map(({ pointer }) => pointer)).to.deep.equal(['/market']);
    }
  });

  it('refuses a curve that ends before the valuation date and points at its date', async () => {
    const market = { spot: 100, volatility: 0.2, curve: { dates: ['2020-01-01'], discountFactors: [0.9] } };
    const faults = await refusalOf('equity_vanilla_bs', { ...request, market });
    expect(faults.map(({ pointer }) => pointer)).to.include('/market/curve/dates/0');
  });

  it('fails with a pricing error instead of returning NaN when a number overflows', async () => {
    const market = { spot: 1e300, rate: -10, volatility: 0.2 };
    const instrument = { strike: 1e300, time: 1000, optionType: 'put' };
    const attempt = priceWithPricer({ pricerId: 'equity_vanilla_bs', instrument, market, today: TODAY }, noTools);
    expect(await attempt.catch((error) => error)).to.have.property('kind', 'pricing');
  });
});

describe('the list of pricers', () => {
  it('refuses two pricers with the same id', () => {
    expect(() => byId([equityVanillaBs, equityVanillaBs])).to.throw('two pricers have the id equity_vanilla_bs');
  });

  it('finds each pricer by its id', () => {
    for (const pricer of pricers) expect(findPricer(pricer.id)).to.equal(pricer);
    expect(findPricer('no_such_pricer')).to.equal(undefined);
  });

  it('calls none ga-validated that no reference case holds', () => {
    const validated = pricers.filter(({ status }) => status === 'ga-validated').map(({ id }) => id);
    expect(validated.filter((id) => tablesOf(({ pricerId }) => pricerId === id).length === 0)).to.deep.equal([]);
  });

  it('refuses params for a pricer without parameters, and accepts an empty object', async () => {
    const request = { instrument: { strike: 100, time: 1 }, market: { spot: 100, rate: 0.05, volatility: 0.2 } };
    // Hull, Options, Futures and Other Derivatives: 10.4506 to four decimals.
    expect(await priceOf('equity_vanilla_bs', { ...request, params: {} })).to.be.closeTo(10.4506, 5e-5);
    expect(await refusalOf('equity_vanilla_bs', { ...request, params: { steps: 200 } })).to.deep.equal([
      { pointer: '/params', reason: 'must be absent or empty: equity_vanilla_bs takes no parameters; got steps' },
    ]);
  });

  it('reads an unknown optionType of a vanilla option as a call, and refuses it for a digital option', async () => {
    const market = { spot: 100, rate: 0.05, volatility: 0.2 };
    const instrument = { strike: 100, time: 1, optionType: 'Put' };
    const asCall = await priceOf('equity_vanilla_bs', { instrument: { ...instrument, optionType: 'call' }, market });
    expect(await priceOf('equity_vanilla_bs', { instrument, market })).to.equal(asCall);
    expect(await refusalOf('equity_digital_bs', { instrument: { ...instrument, pays: 'cash' }, market })).to.deep.equal([
      { pointer: '/instrument/optionType', reason: 'must be "call" or "put"; got "Put"' },
    ]);
  });

  it('refuses an unknown optionType for every pricer beside the interface', () => {
    /** The pricers of the interface, which reads every optionType but "put" as a call; that of swaptions is payer or receiver. */
    const interfacePricers = [
      ...['equity_vanilla_bs', 'binomial_tree', 'equity_vanilla_heston_fft', 'equity_local_vol_dupire', 'equity_vanilla_sabr_hagan'],
      ...['rates_bond_option_hull_white', 'equity_rough_bergomi_mc', 'equity_rough_heston_mc', 'inflation_yoy_jy', 'rates_swaption_lg2f'],
    ];
    const refuses = ({ id, instrument }: Pricer) =>
      instrument
        .safeParse({ optionType: 'Put', ...(id === 'cross_asset_trade' && { type: 'fx_option' }) })
        .error?.issues.some(
          (issue) => issue.path[0] === 'optionType' || (issue.code === 'unrecognized_keys' && issue.keys.includes('optionType')),
        );
    const lenient = pricers.filter((pricer) => !refuses(pricer)).map(({ id }) => id);
    // A contract has no optionType of its own: its form decides.
    const contracts = ['contract_gbm_mc', 'contract_model_mc'];
    expect(lenient.filter((id) => !contracts.includes(id) && !interfacePricers.includes(id))).to.deep.equal([]);
    // The check would see a lenient one.
    expect(lenient).to.include.members(['equity_vanilla_bs', 'equity_vanilla_sabr_hagan']);
  });

  it('reports every fault of the instrument and the market with its JSON pointer in the request', async () => {
    const request = { instrument: { strike: -1, time: 1, expiry: 2 }, market: { spot: 100, rate: 0.05, volatility: '20%' } };
    expect(await refusalOf('equity_vanilla_bs', request)).to.deep.equal([
      { pointer: '/instrument/strike', reason: 'must be above 0; got -1' },
      { pointer: '/instrument/expiry', reason: 'is not a known field' },
      { pointer: '/market/volatility', reason: 'must be a finite number; got "20%"' },
    ]);
  });
});
