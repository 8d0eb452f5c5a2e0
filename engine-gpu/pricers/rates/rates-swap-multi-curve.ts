import { annuity, floatingLeg, interestOf } from '../../formula/swap-legs.js';
import { type Curves, curvesOf, multiCurveMarket } from '../../market/multi-curve.js';
import { datedSwap, swapPayments } from '../../product/rates/swap.js';
import { dateOfDay } from '../../time/date.js';
import { pricer } from '../definition/pricer.js';
import { parallelSensitivities } from './parallel-shifts.js';

/** Interest rate swap on a discount and a projection curve, its dates by conventions (formula/swap-legs.ts). */
export const ratesSwapMultiCurve = pricer({
  id: 'rates_swap_multi_curve',
  version: 2,
  status: 'ga-validated',
  summary: 'Interest rate swap against a term or a compounded overnight rate, discount and projection curve, closed form',
  needs: [],
  instrument: datedSwap,
  market: multiCurveMarket,
  price: ({ instrument, market, valuationDate }, { priceAlone }) => {
    const { notional, fixedRate, spread, side, fixings } = instrument;
    const { fixed, floating } = swapPayments(instrument, valuationDate, fixings);
    const curvesAt = curvesOf(market, valuationDate);
    const sign = side === 'payer' ? 1 : -1;
    const legs = ({ discount, projection }: Curves) => {
      const floatingLegPrice = notional * floatingLeg(floating, spread, discount, projection);
      const unit = notional * annuity(fixed, discount);
      return { floatingLegPrice, annuity: unit, fixedLegPrice: fixedRate * unit };
    };
    const priceAt = (curves: Curves) => {
      const { floatingLegPrice, fixedLegPrice } = legs(curves);
      return sign * (floatingLegPrice - fixedLegPrice);
    };
    const today = curvesAt();
    const price = priceAt(today);
    if (priceAlone) return { price };
    const now = legs(today);
    const cashflow = (
      leg: 'fixed' | 'floating',
      { start, end, paid, time, accrual }: (typeof fixed)[number],
      interest: number,
      direction: 1 | -1,
    ) => {
      const amount = direction * notional * interest;
      const discountFactor = today.discount(time);
      const dates = { date: dateOfDay(paid), startDate: dateOfDay(start), endDate: dateOfDay(end) };
      // A period in which no day counts has no rate.
      const rate = accrual > 0 ? { rate: interest / accrual } : {};
      return { leg, ...dates, accrual, ...rate, amount, discountFactor, presentValue: amount * discountFactor };
    };
    return {
      price,
      ...(now.annuity > 0 && { parRate: now.floatingLegPrice / now.annuity }),
      ...now,
      ...parallelSensitivities(priceAt, curvesAt),
      cashflows: [
        ...fixed.map((payment) => cashflow('fixed', payment, fixedRate * payment.accrual, sign === 1 ? -1 : 1)),
        ...floating.map((payment) => cashflow('floating', payment, interestOf(payment, today.projection) + spread * payment.accrual, sign)),
      ],
    };
  },
});
