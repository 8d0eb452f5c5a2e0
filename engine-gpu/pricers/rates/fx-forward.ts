import { invalid } from '../../base/failure.js';
import { discount } from '../../market/curve.js';
import { curveOf } from '../../market/curve-input.js';
import { fxForwardMarket, shifted } from '../../market/multi-curve.js';
import { derivativeAtZero } from '../../math/derivative.js';
import { fxForward as fxForwardTerms } from '../../product/rates/fx-forward.js';
import { addBusinessDays } from '../../time/calendar.js';
import { dateOfDay, dayNumber } from '../../time/date.js';
import { pricer } from '../definition/pricer.js';
import { SHIFT } from './parallel-shifts.js';

/**
 * Exchange of two currencies, in the quote currency. The spot S is for delivery at t₀ and the forward rate is
 *
 *   F = S · [P_base(T)/P_base(t₀)] / [P_quote(T)/P_quote(t₀)]
 */
export const fxForward = pricer({
  id: 'fx_forward',
  version: 2,
  status: 'ga-validated',
  summary: 'Foreign exchange forward by covered interest parity, closed form',
  needs: [],
  instrument: fxForwardTerms,
  market: fxForwardMarket,
  price: ({ instrument, market, valuationDate }) => {
    const { side, notional, strike, maturity, spotDays, calendar } = instrument;
    const today = dayNumber(valuationDate);
    const spotDay = spotDays === 0 ? today : addBusinessDays(calendar, today, spotDays);
    if (dayNumber(maturity) < spotDay)
      throw invalid('/instrument/maturity', `must not be before ${dateOfDay(spotDay)}, the delivery of the spot; got ${maturity}`);
    const [delivery, spotTime] = [(dayNumber(maturity) - today) / 365, (spotDay - today) / 365];
    const quoteCurve = curveOf(market, valuationDate);
    const baseCurve = curveOf({ rate: market.foreignRate, curve: market.foreignCurve }, valuationDate, '/market/foreignCurve');
    const forwardAt = (quoteShift: number, baseShift: number): number => {
      const [quote, base] = [shifted(quoteCurve, quoteShift), shifted(baseCurve, baseShift)];
      return (market.spot * base(delivery) * quote(spotTime)) / (quote(delivery) * base(spotTime));
    };
    const signedNotional = side === 'buy' ? notional : -notional;
    const priceAt = (quoteShift: number, baseShift: number): number =>
      signedNotional * (forwardAt(quoteShift, baseShift) - strike) * shifted(quoteCurve, quoteShift)(delivery);
    const forwardRate = forwardAt(0, 0);
    return {
      price: priceAt(0, 0),
      forwardRate,
      delta: (signedNotional * discount(quoteCurve, delivery) * forwardRate) / market.spot,
      rho: derivativeAtZero((shift) => priceAt(shift, 0), SHIFT),
      foreignRho: derivativeAtZero((shift) => priceAt(0, shift), SHIFT),
    };
  },
});
