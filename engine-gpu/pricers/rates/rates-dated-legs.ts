import { type Fault, invalid } from '../../base/failure.js';
import { pointerPart, refusal } from '../../base/faults.js';
import { legsMarket, ratesOf } from '../../market/book-market.js';
import { type Curve, discount } from '../../market/curve.js';
import { resolveCurve } from '../../market/curve-input.js';
import { spotOf } from '../../market/resolve-cross-asset.js';
import { clockOf } from '../../product/rates/conventions.js';
import { amountOf, datedLegs, legPayments } from '../../product/rates/legs.js';
import { dateOfDay } from '../../time/date.js';
import { pricer } from '../definition/pricer.js';

/** Legs of fixed and floating interest in any currencies, each on the curve of its currency and the projection curve of its index. */
export const ratesDatedLegs = pricer({
  id: 'rates_dated_legs',
  version: 1,
  status: 'ga-validated',
  summary: 'Legs with notionals and rates that change, in one or several currencies, discount and projection curves, closed form',
  needs: [],
  instrument: datedLegs,
  market: legsMarket,
  price: ({ instrument: { legs }, market, valuationDate }, { priceAlone }) => {
    const { curves, projections, projectionCurves = {}, fx, fixings } = market;
    const clock = clockOf(valuationDate);
    const [reportingCurrency = ''] = Object.keys(curves);
    const faults: Fault[] = [];
    const report = (pointer: string, reason: string) => void faults.push({ pointer, reason });
    const curveIn = (field: object, name: string, place: string): Curve | undefined =>
      Object.hasOwn(field, name)
        ? resolveCurve(ratesOf((field as typeof curves)[name]!), valuationDate, report, `/market/${place}/${pointerPart(name)}`)
        : undefined;
    const valued = legs.flatMap((leg, i) => {
      const { currency } = leg;
      const index = leg.type === 'floating' ? leg.index : undefined;
      const discounting = curveIn(curves, currency, 'curves');
      if (discounting === undefined) throw invalid('/market/curves', `must have an entry for ${currency}`);
      const projecting =
        (index === undefined ? undefined : curveIn(projections, index, 'projections')) ??
        curveIn(projectionCurves, currency, 'projectionCurves') ??
        discounting;
      const rate = spotOf(fx, currency, reportingCurrency);
      if (rate === undefined) throw invalid('/market/fx', `must lead from ${currency} to ${reportingCurrency}`);
      if (faults.length > 0) throw refusal(faults);
      const place = index === undefined ? `/instrument/legs/${i}/fixings` : `/market/fixings/${pointerPart(index)}`;
      const history = index !== undefined && Object.hasOwn(fixings, index) ? fixings[index]! : [];
      return legPayments(leg, clock, history, place).map((payment) => {
        const amount = amountOf(payment, (t) => discount(projecting, t));
        const discountFactor = discount(discounting, payment.time);
        return { payment, currency, rate, amount, discountFactor, presentValue: amount * discountFactor };
      });
    });
    const price = valued.reduce((sum, { presentValue, rate }) => sum + presentValue * rate, 0);
    if (priceAlone) return { price };
    return {
      price,
      cashflows: valued.map(({ payment: { kind, period, paid }, rate: _, ...amounts }) => ({
        leg: kind,
        date: dateOfDay(paid),
        ...(period && { startDate: dateOfDay(period.start), endDate: dateOfDay(period.end), accrual: period.accrual }),
        ...amounts,
      })),
    };
  },
});
