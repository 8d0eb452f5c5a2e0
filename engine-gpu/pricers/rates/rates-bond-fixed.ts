import { invalid } from '../../base/failure.js';
import { priceFromYield, yieldMeasures, yieldOf } from '../../formula/bond-yield.js';
import { bondMarket, type Curves, curvesOf } from '../../market/multi-curve.js';
import { derivativeAtZero } from '../../math/derivative.js';
import { log1p } from '../../math/elementary/log.js';
import { bondPayments, FACE, fixedRateBond } from '../../product/rates/bond.js';
import { dateOfDay } from '../../time/date.js';
import { pricer } from '../definition/pricer.js';
import { SHIFT } from './parallel-shifts.js';

/**
 * Fixed-rate bond on a curve. `price` is the present value of the payments after settlement. Yield, durations and convexity belong to the quote,
 * where the market has one, and otherwise to the price of the curve; so does the z-spread, which is then 0. They are absent where rates beyond any
 * market leave no yield.
 */
export const ratesBondFixed = pricer({
  id: 'rates_bond_fixed',
  version: 2,
  status: 'ga-validated',
  summary: 'Fixed-rate bond on a curve, with yield, accrued interest, duration, convexity and z-spread of a quote, closed form',
  needs: [],
  instrument: fixedRateBond,
  market: bondMarket,
  price: ({ instrument, market, valuationDate }, { priceAlone }) => {
    const { faceValue, couponFrequency } = instrument;
    const { payments, accrued, settlement } = bondPayments(instrument, valuationDate);
    const curvesAt = curvesOf(market, valuationDate);
    const valueAt = ({ discount }: Curves): number => payments.reduce((sum, { amount, time }) => sum + amount * discount(time), 0);
    const today = curvesAt();
    const isQuoted = market.yield !== undefined || market.cleanPrice !== undefined;
    const price = (faceValue / FACE) * valueAt(today);
    if (priceAlone && !isQuoted) return { price };
    const timed = payments.map(({ yieldTime, amount }) => ({ time: yieldTime, amount }));
    const ofCurve = valueAt(today) / today.discount(settlement);
    const dirtyPrice =
      market.yield === undefined
        ? isQuoted
          ? (market.cleanPrice ?? Number.NaN) + accrued
          : ofCurve
        : priceFromYield(timed, market.yield, couponFrequency).price;
    const yieldToMaturity = market.yield ?? yieldOf(timed, dirtyPrice, couponFrequency);
    const forwards = payments.map(({ amount, time }) => ({
      time: time - settlement,
      amount: (amount * today.discount(time)) / today.discount(settlement),
    }));
    // A spread that is added to zero rates discounts once more: the yield of the forward values, continuously compounded.
    const spread = isQuoted ? yieldOf(forwards, dirtyPrice, 1) : 0;
    if (isQuoted && (yieldToMaturity === undefined || spread === undefined))
      throw invalid(
        market.yield === undefined ? '/market/cleanPrice' : '/market/yield',
        `must be one that a yield and a spread explain; got ${market.yield ?? market.cleanPrice}`,
      );
    return {
      price,
      cleanPrice: dirtyPrice - accrued,
      dirtyPrice,
      accruedInterest: accrued,
      ...(yieldToMaturity !== undefined && yieldMeasures(timed, yieldToMaturity, couponFrequency)),
      ...(spread !== undefined && { zSpread: log1p(spread) }),
      rho: (faceValue / FACE) * derivativeAtZero((shift) => valueAt(curvesAt(shift)), SHIFT),
      cashflows: payments.map(({ paid, time, amount }) => {
        const discountFactor = today.discount(time);
        const payment = (faceValue / FACE) * amount;
        return { leg: 'bond' as const, date: dateOfDay(paid), amount: payment, discountFactor, presentValue: payment * discountFactor };
      }),
    };
  },
});
