import { expect } from 'chai';
import { exposureRequest, parse, tradeExamples } from '#engine/schemas';
import { trade as tradeSchema } from '#engine-gpu/product/trade/trade';
import { type RegulatoryMarket, regulatoryTrade } from '#engine-gpu/risk/capital/regulatory-trades';
import { adjustedNotional, exposureAtDefault, regulatoryExposure, supervisoryDelta } from '#engine-gpu/risk/capital/sa-ccr';
import { resolveNettingSet } from '#engine-gpu/risk/xva/netting-set';
import { regulatoryTrades } from '#engine-gpu/risk/xva/regulatory-capital';
import { simulatedRequest } from '#engine-gpu/risk/xva/simulated-request';
import { closeTo, table } from '#test/reference/table';

const market: RegulatoryMarket = {
  reportingCurrency: 'USD',
  exchangeRate: (currency) => ({ USD: 1, EUR: 1.1 })[currency] ?? Number.NaN,
  forwardExchangeRate: (bought) => (bought === 'EUR' ? 1.1 : 1 / 1.1),
  spotPrice: () => 90,
  forwardPrice: () => 100,
  currencyOf: () => 'EUR',
  forwardSwapRate: () => 0.035,
};
const examples = tradeExamples.map((each) => tradeSchema.parse(each));
const regulatory = (input: unknown) => regulatoryTrade(tradeSchema.parse(input), market);

interface Inputs {
  readonly trades: readonly unknown[];
  readonly market: unknown;
  readonly value: number;
  readonly collateral: number;
}
interface Expected {
  readonly trades: readonly { readonly adjustedNotional: number; readonly supervisoryDelta: number }[];
  readonly addOn: Readonly<Record<'interestRate' | 'foreignExchange' | 'equity' | 'total', number>>;
  readonly exposureAtDefault: number;
}

describe('trades as SA-CCR sees them', () => {
  it('are of the class, hedging set, size and direction of their main risk', () => {
    const rows = examples.map((each) => {
      const trade = regulatoryTrade(each, market);
      return trade && [each.type, trade.assetClass, trade.hedgingSet, Math.round(trade.notional), trade.direction];
    });
    expect(rows).to.deep.equal([
      ['interest_rate_swap', 'interestRate', 'USD', 1_000_000, 1],
      ['swaption', 'interestRate', 'USD', 1_000_000, 1],
      ['cross_currency_swap', 'foreignExchange', 'EURUSD', 1_100_000, 1],
      ['fx_forward', 'foreignExchange', 'EURUSD', 1_100_000, 1],
      ['fx_option', 'foreignExchange', 'EURUSD', 1_100_000, 1],
      ['equity_forward', 'equity', 'ACME', 99_000, 1],
      ['equity_option', 'equity', 'ACME', 49_500, -1],
      ['cross_currency_swap', 'foreignExchange', 'EURUSD', 1_100_000, 1],
      ['bermudan_swaption', 'interestRate', 'USD', 1_000_000, 1],
    ]);
  });

  it('give an exchange one delta from both of its sides', () => {
    const fx = { type: 'fx_option', maturity: 2 };
    const euros = { ...fx, buyCurrency: 'EUR', buyAmount: 1e6, sellCurrency: 'USD', sellAmount: 1.2e6 };
    const dollars = { ...fx, buyCurrency: 'USD', buyAmount: 1.2e6, sellCurrency: 'EUR', sellAmount: 1e6 };
    for (const [one, other] of [
      ['call', 'put'],
      ['put', 'call'],
    ]) {
      const [left, right] = [regulatory({ ...euros, optionType: one }), regulatory({ ...dollars, optionType: other })];
      expect(left?.hedgingSet).to.equal('EURUSD');
      expect(right?.hedgingSet).to.equal('EURUSD');
      expect(left && supervisoryDelta(left, 0)).to.be.closeTo((right && supervisoryDelta(right, 0)) ?? Number.NaN, 1e-14);
      expect(Math.sign((left && supervisoryDelta(left, 0)) ?? 0)).to.equal(one === 'call' ? 1 : -1);
    }
  });

  it('end a swaption with cash settlement at its expiry, and let one with physical settlement run on', () => {
    const swaption = examples.find(({ type }) => type === 'swaption');
    expect(regulatory({ ...swaption, settlement: 'cash' })).to.include({ ends: 2, maturity: 7 });
    expect(regulatory({ ...swaption, settlement: 'physical' })).to.not.have.property('ends');
  });

  // An implementation of the text in Python: share prices of today, foreign legs, forwards in the deltas.
  table<Inputs, Expected>('sa_ccr', ({ inputs: { trades, market: input, value, collateral }, expected, tolerance }) => {
    const request = simulatedRequest(parse(exposureRequest, { trades, market: input }));
    const { all } = regulatoryTrades(
      request.trades!,
      resolveNettingSet(request.trades!, request, (i) => `/trades/${i}`),
    );
    const regulated = all.flatMap((trade) => trade ?? []);
    expect(regulated).to.have.length(trades.length);
    regulated.forEach((trade, i) => {
      closeTo(adjustedNotional(trade, 0), expected.trades[i]!.adjustedNotional, tolerance, `notional of trade ${i}`);
      closeTo(supervisoryDelta(trade, 0), expected.trades[i]!.supervisoryDelta, tolerance, `delta of trade ${i}`);
    });
    const exposure = regulatoryExposure(regulated, undefined);
    for (const name of ['interestRate', 'foreignExchange', 'equity', 'total'] as const)
      closeTo(exposure.unmargined[name], expected.addOn[name], tolerance, name);
    closeTo(exposureAtDefault(exposure, value, collateral), expected.exposureAtDefault, tolerance, 'exposure at default');
  });

  it('leave out what has no size', () => {
    const option = examples.find(({ type }) => type === 'equity_option');
    expect(regulatory({ ...option, quantity: 0 })).to.equal(undefined);
  });
});
