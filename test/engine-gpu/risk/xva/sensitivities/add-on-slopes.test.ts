import { expect } from 'chai';
import { parse, xvaSensitivitiesRequest } from '#engine/schemas';
import { addOnOf } from '#engine-gpu/risk/capital/sa-ccr';
import { resolveNettingSet } from '#engine-gpu/risk/xva/netting-set';
import { regulatoryTrades } from '#engine-gpu/risk/xva/regulatory-capital';
import { addOnSlopes, requireAffordableSlopes } from '#engine-gpu/risk/xva/sensitivities/add-on-slopes';
import { simulatedRequest } from '#engine-gpu/risk/xva/simulated-request';
import { type Moved, requestFor, tenors } from '../../../../support/bumped-xva.js';

const swap = { currency: 'USD', notional: 2e6, fixedRate: 0.03, maturity: 9, fixedFrequency: 2, floatingFrequency: 4 };
const pair = { buyCurrency: 'EUR', buyAmount: 1e6, sellCurrency: 'USD', sellAmount: 1.12e6, maturity: 3.3 };
const trades = [
  { ...swap, type: 'interest_rate_swap', side: 'payer' },
  { ...swap, type: 'interest_rate_swap', side: 'receiver', currency: 'EUR', notional: 3e6, maturity: 4 },
  { ...swap, type: 'swaption', side: 'payer', expiry: 2.5, settlement: 'physical', quantity: -2 },
  { ...swap, type: 'swaption', side: 'receiver', currency: 'EUR', fixedRate: -0.01, expiry: 3.5, settlement: 'cash' },
  // Below the lowest rate that the regulation takes: the strike, then the forward.
  { ...swap, type: 'swaption', side: 'payer', currency: 'EUR', fixedRate: -0.004, expiry: 1, settlement: 'cash' },
  { ...swap, type: 'bermudan_swaption', side: 'receiver', exerciseDates: [2, 3.5, 5], settlement: 'physical' },
  {
    type: 'cross_currency_swap',
    receive: { currency: 'EUR', notional: 1e6, rate: 0.02 },
    pay: { currency: 'USD', notional: 1.2e6, spread: 0 },
    maturity: 5,
    frequency: 2,
  },
  // Worth the same today.
  { type: 'fx_forward', ...pair, sellAmount: 1.1e6 },
  { type: 'fx_forward', ...pair },
  { type: 'fx_option', ...pair, optionType: 'put', quantity: -3 },
  { type: 'fx_option', buyCurrency: 'USD', buyAmount: 2e6, sellCurrency: 'EUR', sellAmount: 1.9e6, maturity: 2.2, optionType: 'call' },
  { type: 'equity_forward', underlying: 'ACME', quantity: -900, strike: 100, maturity: 2.8 },
  { type: 'equity_option', underlying: 'ACME', quantity: 3000, strike: 90, maturity: 4.1, optionType: 'put' },
];
const resolved = (moved: Moved, more: object) => {
  const request = simulatedRequest(parse(xvaSensitivitiesRequest, { ...requestFor(moved, { trades, ...more }), tenors }));
  return { request, nettingSet: resolveNettingSet(request.trades, request, (trade) => `/trades/${trade}`) };
};

describe('derivatives of the add-ons of SA-CCR', () => {
  for (const [label, more] of [
    ['without collateral, and with a projection curve', {}],
    ['with collateral', { collateral: { threshold: 10_000 } }],
    ['of rates below zero', { lower: true }],
  ] as const)
    it(`are the limits of differences, ${label}`, () => {
      const shift = 'lower' in more ? -0.04 : 0;
      const addOnAfter = (moved: Moved) => {
        const { lower: _, ...terms } = { lower: false, ...more };
        const { request, nettingSet } = resolved({ projection: 0.027, ...moved }, terms);
        if (shift === 0) return { request, nettingSet };
        const { market } = request;
        const curves = Object.fromEntries(
          Object.entries(market.curves).map(([code, curve]) => [
            code,
            'zeroRates' in curve && curve.zeroRates !== undefined
              ? { ...curve, zeroRates: curve.zeroRates.map((rate) => rate + shift) }
              : curve,
          ]),
        );
        const lowered = { ...request, market: { ...market, curves } as typeof market };
        return { request: lowered, nettingSet: resolveNettingSet(request.trades, lowered, (trade) => `/trades/${trade}`) };
      };
      const { request, nettingSet } = addOnAfter({});
      const slopes = addOnSlopes(nettingSet, request.trades, tenors, nettingSet.times);
      const addOns = (moved: Moved, time: number) => {
        const { all, margin } = regulatoryTrades(request.trades, addOnAfter(moved).nettingSet);
        const slopesSeen = all.flatMap((trade) => trade ?? []);
        return [addOnOf(slopesSeen, undefined, time).total, margin === undefined ? 0 : addOnOf(slopesSeen, margin, time).total];
      };
      const isSlope = (slope: readonly number[], moved: (by: number) => Moved, step: number, time: number, label: string): void => {
        const [up, down] = [addOns(moved(step), time), addOns(moved(-step), time)];
        // Rounding of the difference of two sums, and its third derivative.
        slope.forEach((value, i) => {
          const difference = (up[i]! - down[i]!) / (2 * step);
          expect(value, `${label} at ${time}`).to.be.closeTo(difference, 1e-5 * Math.abs(difference) + (1e-12 * up[i]!) / step);
        });
      };
      nettingSet.times.forEach((time, e) => {
        // A projection curve of its own does not move with the discount curve of the request; USD is held below.
        tenors.forEach((tenor, j) => {
          isSlope(slopes.rates[1]![j]!(e), (shift) => ({ rates: { currency: 'EUR', tenor, by: shift } }), 1e-6, time, `EUR ${tenor}`);
        });
        isSlope(slopes.exchangeRates[0]!(e), (shift) => ({ eurusd: 1.1 + shift }), 1e-6, time, 'EURUSD');
        isSlope(slopes.shares[0]!(e), (shift) => ({ spot: 100 + shift }), 1e-4, time, 'ACME');
      });
    });

  it('are those of rates by tenor where discount and projection curves move together', () => {
    const { request, nettingSet } = resolved({}, {});
    const slopes = addOnSlopes(nettingSet, request.trades, tenors, nettingSet.times);
    tenors.forEach((tenor, j) => {
      const addOnAt = (shift: number) => {
        const moved = resolved({ rates: { currency: 'USD', tenor, by: shift } }, {});
        const { all } = regulatoryTrades(request.trades, moved.nettingSet);
        return addOnOf(
          all.flatMap((trade) => trade ?? []),
          undefined,
          nettingSet.times[1],
        ).total;
      };
      const difference = (addOnAt(1e-6) - addOnAt(-1e-6)) / 2e-6;
      expect(slopes.rates[0]![j]!(1)[0], `USD ${tenor}`).to.be.closeTo(difference, 1e-5 * Math.abs(difference) + 1e-3);
    });
  });

  it('are refused where they would take longer than one simulation may', () => {
    const { request, nettingSet } = resolved({}, {});
    expect(() => requireAffordableSlopes(nettingSet, request.trades, tenors, { costLimit: 2_000 })).to.not.throw();
    expect(() => requireAffordableSlopes(nettingSet, request.trades, tenors, { costLimit: 1_000 })).to.throw(
      'trades would take 1.91e+3 evaluations for the sensitivities of the regulatory exposure; the limit is 1.00e+3',
    );
  });
});
