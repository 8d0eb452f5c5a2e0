/** Laws of the trades of netting sets in a market of several currencies. */
import fc from 'fast-check';
import { between, bounded, type Law, type Request, scale, sums } from './law.js';

const rate = between(-0.02, 0.15);
const maturity = scale(0.01, 30);
const amount = scale(1, 1e9);
const exchange = { buyCurrency: fc.constant('EUR'), buyAmount: amount, sellCurrency: fc.constant('USD'), sellAmount: amount, maturity };
const shares = { underlying: fc.constant('ACME'), quantity: between(-1e6, 1e6), strike: scale(1, 1e4), maturity };
const swap = {
  currency: fc.constant('USD'),
  notional: amount,
  side: fc.constantFrom('payer', 'receiver'),
  fixedRate: between(-0.02, 0.2),
  maturity: between(1, 30),
  fixedFrequency: fc.constantFrom(1, 2, 4),
  floatingFrequency: fc.constantFrom(1, 2, 4),
};
const option = { optionType: fc.constantFrom('call', 'put') };
const typed = (type: string, fields: Record<string, fc.Arbitrary<unknown>>) => fc.record({ type: fc.constant(type), ...fields });

/** Exercise on the last dates of a swap's whole years. */
const bermudan = fc
  .record({ ...swap, years: fc.integer({ min: 2, max: 30 }), dates: fc.integer({ min: 1, max: 8 }) })
  .map(({ years, dates, ...rest }) => ({
    ...rest,
    type: 'bermudan_swaption',
    maturity: years,
    exerciseDates: Array.from({ length: Math.min(dates, years - 1) }, (_, i) => years - Math.min(dates, years - 1) + i),
  }));

/** Rounding of sums of discounted amounts, relative; and the smallest amount that has all digits of a double. */
const ROUNDING = 1e-11;
const SMALLEST = 2 ** -1022;

const otherSide: Readonly<Record<string, string>> = { payer: 'receiver', receiver: 'payer', call: 'put', put: 'call' };

export const crossAssetLaws: Record<string, Law> = {
  cross_asset_trade: {
    requests: fc.record({
      instrument: fc.oneof(
        typed('interest_rate_swap', swap),
        typed('swaption', { ...swap, expiry: between(0.01, 0.99) }),
        bermudan,
        typed('fx_forward', exchange),
        typed('fx_option', { ...exchange, ...option }),
        typed('equity_forward', shares),
        typed('equity_option', { ...shares, ...option }),
      ),
      market: fc.record({
        curves: fc.record({ USD: fc.record({ rate }), EUR: fc.record({ rate }) }),
        fx: fc.record({ EURUSD: scale(0.01, 100) }),
        assets: fc.record({ ACME: fc.record({ spot: scale(1, 1e4), volatility: scale(0.01, 1.5), dividend: between(0, 0.1) }) }),
        volatilities: fc.record({ EURUSD: fc.record({ type: fc.constant('lognormal'), volatility: scale(0.01, 1) }) }),
        models: fc.record({
          USD: fc.record({ meanReversion: between(0, 0.5), volatility: scale(1e-4, 0.02) }),
          EUR: fc.record({ meanReversion: between(0, 0.5), volatility: scale(1e-4, 0.02) }),
        }),
      }),
    }) as fc.Arbitrary<Request>,
    claims: (request) => {
      const { instrument: trade, market } = request;
      const discounted = (currency: string) => Math.exp(-market.curves[currency].rate * trade.maturity);
      const ask = (fields: object) => ({ request: { ...request, instrument: { ...trade, ...fields } } });
      const itself = ask({});
      switch (trade.type) {
        case 'interest_rate_swap':
          return [
            sums(
              'payer and receiver cancel',
              [
                [1, itself],
                [1, ask({ side: otherSide[trade.side] })],
              ],
              0,
              ROUNDING * trade.notional,
            ),
          ];
        case 'bermudan_swaption': {
          const { exerciseDates, type: _, ...terms } = trade;
          const european = { request: { ...request, instrument: { ...terms, type: 'swaption', expiry: exerciseDates[0] } } };
          const first = { request: { ...request, instrument: { ...trade, exerciseDates: [exerciseDates[0]] } } };
          return [
            bounded(request, 0, Number.POSITIVE_INFINITY, ROUNDING * trade.notional),
            sums(
              'with one date is the European swaption',
              [
                [1, first],
                [-1, european],
              ],
              0,
              ROUNDING * trade.notional,
            ),
          ];
        }
        case 'swaption':
          return [bounded(request, 0, Number.POSITIVE_INFINITY, ROUNDING * trade.notional)];
        case 'fx_forward':
        case 'fx_option': {
          const bought = trade.buyAmount * market.fx.EURUSD * discounted('EUR');
          const sold = trade.sellAmount * discounted('USD');
          const rounding = ROUNDING * (bought + sold);
          if (trade.type === 'fx_forward') return [bounded(request, bought - sold, bought - sold, rounding)];
          return [
            bounded(
              request,
              Math.max(trade.optionType === 'call' ? bought - sold : sold - bought, 0),
              trade.optionType === 'call' ? bought : sold,
              rounding,
            ),
            sums(
              'satisfies put-call parity',
              [
                [1, ask({ optionType: 'call' })],
                [-1, ask({ optionType: 'put' })],
              ],
              bought - sold,
              rounding,
            ),
          ];
        }
        default: {
          const { spot, dividend } = market.assets.ACME;
          const sharesValue = trade.quantity * spot * Math.exp(-dividend * trade.maturity);
          const paid = trade.quantity * trade.strike * discounted('USD');
          const rounding = ROUNDING * (Math.abs(sharesValue) + Math.abs(paid)) + SMALLEST;
          if (trade.type === 'equity_forward') return [bounded(request, sharesValue - paid, sharesValue - paid, rounding)];
          return [
            sums(
              'satisfies put-call parity',
              [
                [1, ask({ optionType: 'call' })],
                [-1, ask({ optionType: 'put' })],
              ],
              sharesValue - paid,
              rounding,
            ),
          ];
        }
      }
    },
    runs: 200,
  },
};
