/** Books whose exchange rates have smiles by expiry: their moves, and their sensitivities. */
import { expect } from 'chai';
import { instrumentPrices, instrumentSensitivities } from '#engine';
import { bookMarket, instrumentPricesRequest, instrumentSensitivitiesRequest, parse } from '#engine/schemas';
import { hasSmiles } from '#engine-gpu/market/cross-asset-input';
import { leastVolatility } from '#engine-gpu/market/exchange-rate-smiles';
import { type FactorMove, factorFaults, factorNamed, movedMarket } from '#engine-gpu/valuation/market-factors';

const valuationDate = '2026-03-02';
const quotes = [
  { date: '2026-09-01', atm: 0.08, riskReversal25: -0.008, butterfly25: 0.002 },
  { time: 1, atm: 0.085 },
  { time: 3, atm: 0.09, riskReversal25: -0.01, butterfly25: 0.003 },
];
const market = parse(bookMarket, {
  valuationDate,
  curves: { USD: { rate: 0.035 }, EUR: { rate: 0.021 } },
  fx: { EURUSD: 1.1 },
  volatilities: { EURUSD: { expiries: quotes }, USD: { type: 'normal', volatility: 0.008 } },
});
const option = { buyCurrency: 'EUR', buyAmount: 1e6, sellCurrency: 'USD', sellAmount: 1.16e6, maturity: 0.8, optionType: 'call' };
const setting = { pricerId: 'cross_asset_trade', reportingCurrency: 'USD', valuationDate };
const instruments = [{ type: 'fx_option', terms: option }];

const move = (name: string, size: number, type: FactorMove['type'] = 'absolute'): FactorMove => ({
  ...factorNamed(name),
  move: size,
  type,
});
const movedBy = (...moves: FactorMove[]): number[] => {
  const quote = movedMarket(market, moves).volatilities.EURUSD!;
  return hasSmiles(quote) ? quote.expiries.map(leastVolatility) : [];
};
const valueIn = async (inMarket: object): Promise<number> => {
  const [value] = (await instrumentPrices(parse(instrumentPricesRequest, { ...setting, market: inMarket, instruments }))).result.values;
  if (value === undefined || 'failure' in value) throw new Error(value?.failure.message);
  return value.price;
};

describe('smiles of an exchange rate', () => {
  it('move at the money, all of them or on straight lines between tenors', () => {
    const close = (actual: readonly number[], expected: readonly number[]) =>
      actual.forEach((atm, i) => void expect(atm).to.be.closeTo(expected[i]!, 1e-15));
    close(movedBy(move('volatility:EURUSD', 0.01)), [0.09, 0.095, 0.1]);
    close(movedBy(move('volatility:EURUSD', 0.1, 'relative')), [0.088, 0.0935, 0.099]);
    close(movedBy(move('volatility:EURUSD:2Y', 0.03), move('volatility:EURUSD:6M', 0.01)), [
      0.08 + 0.01 + (0.02 * (183 / 365 - 0.5)) / 1.5,
      0.085 + 0.01 + (0.02 * 0.5) / 1.5,
      0.09 + 0.03,
    ]);
  });

  it('by strike move at all strikes', () => {
    const byStrike = [{ time: 1, strikes: [1, 1.1], volatilities: [0.09, 0.08] }];
    const quoted = parse(bookMarket, { ...market, volatilities: { EURUSD: { expiries: byStrike } } });
    const moved = movedMarket(quoted, [move('volatility:EURUSD', 0.01, 'absolute')]).volatilities.EURUSD;
    expect(moved).to.deep.equal({ expiries: [{ ...byStrike[0], volatilities: [0.09 + 0.01, 0.08 + 0.01] }] });
  });

  it('have tenors, which single volatilities have not', () => {
    expect(factorFaults(market, ['volatility:EURUSD:1Y', 'volatility:USD:1Y'], '/returns')).to.deep.equal([
      { pointer: '/returns/volatility:USD:1Y', reason: 'must have no tenor: the market has one volatility of USD' },
    ]);
  });

  it('have a sensitivity for each expiry next to that of an option, which together are that of all', async () => {
    const request = parse(instrumentSensitivitiesRequest, { ...setting, market, tenors: [1, 2], instruments });
    const [value] = (await instrumentSensitivities(request)).result.values;
    if (value === undefined || 'failure' in value) throw new Error(value?.failure.message);
    const vegas = value.sensitivities.filter(({ factor }) => factor.kind === 'volatility');
    expect(vegas.map(({ factor }) => factor)).to.deep.equal([
      { kind: 'volatility', name: 'EURUSD', expiry: '2026-09-01' },
      { kind: 'volatility', name: 'EURUSD', tenor: 1 },
    ]);
    const [up, down] = await Promise.all([1e-5, -1e-5].map((step) => valueIn(movedMarket(market, [move('volatility:EURUSD', step)]))));
    const sum = vegas.reduce((total, each) => total + each.value, 0);
    // Each difference errs by the square of its step times the third derivative, some 1e-6 of the sensitivity.
    expect(sum).to.be.closeTo((up! - down!) / 2e-5, 1e-5 * sum);
    for (const { value: each } of vegas) expect(each).to.be.above(0.1 * sum);
  });
});
