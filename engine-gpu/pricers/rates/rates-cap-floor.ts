import { invalid } from '../../base/failure.js';
import { rateOption } from '../../formula/rate-option.js';
import { forwardRateOf } from '../../formula/swap-legs.js';
import { type Curves, capMarket, curvesOf } from '../../market/multi-curve.js';
import { capletVolatility } from '../../market/rate-volatilities.js';
import { capFloor, capletsOf } from '../../product/rates/cap-floor.js';
import { dateOfDay } from '../../time/date.js';
import { pricer } from '../definition/pricer.js';
import { parallelSensitivities } from './parallel-shifts.js';
import { rateVolatility, requireForward, volatilityField } from './rate-quote.js';

/** Cap or floor under one volatility or that of each fixing, each period an option on its forward rate (formula/rate-option.ts). */
export const ratesCapFloor = pricer({
  id: 'rates_cap_floor',
  version: 2,
  status: 'ga-validated',
  summary: 'Cap or floor, Black, shifted Black or Bachelier, discount and projection curve, closed form',
  needs: [],
  instrument: capFloor,
  market: capMarket,
  price: ({ instrument, market, valuationDate }, { priceAlone }) => {
    const { type, strike, notional } = instrument;
    const { caplets, clock } = capletsOf(instrument, valuationDate);
    const curvesAt = curvesOf(market, valuationDate);
    const sign = type === 'cap' ? 1 : -1;
    const valued = ({ discount, projection }: Curves) =>
      caplets.map((caplet) => {
        const period = () => `${dateOfDay(caplet.start)} to ${dateOfDay(caplet.end)}`;
        if (!(caplet.accrual > 0)) throw invalid('/instrument/dayCount', `must count a day in each period; of ${period()} it counts none`);
        const forward = forwardRateOf(caplet, projection);
        // A known fixing leaves nothing to a volatility.
        const isFixed = caplet.from === caplet.to;
        const expiry = Math.max(clock.years(caplet.fixing), 0);
        const quote = rateVolatility(market, (table) => capletVolatility(table, expiry, strike));
        if (!isFixed) requireForward(quote, forward, strike, () => `the forward rate from ${period()}`, volatilityField(market));
        const model = isFixed ? ({ type: 'normal', volatility: 0, shift: 0 } as const) : quote;
        const option = rateOption(forward, strike, expiry, model, sign);
        return { caplet, forward, option, discountFactor: discount(caplet.time), unit: notional * caplet.accrual * discount(caplet.time) };
      });
    const priceAt = (curves: Curves) => valued(curves).reduce((sum, { option, unit }) => sum + unit * option.value, 0);
    const now = valued(curvesAt());
    const total = (figureOf: (each: (typeof now)[number]) => number) => now.reduce((sum, each) => sum + each.unit * figureOf(each), 0);
    const price = total(({ option }) => option.value);
    if (priceAlone) return { price };
    const gamma = total(({ option }) => option.gamma);
    return {
      price,
      delta: total(({ option }) => option.delta),
      ...(Number.isFinite(gamma) && { gamma }),
      vega: total(({ option }) => option.vega),
      ...parallelSensitivities(priceAt, curvesAt),
      caplets: now.map(({ caplet, forward, option, discountFactor, unit }) => ({
        ...{ fixingDate: dateOfDay(caplet.fixing), startDate: dateOfDay(caplet.start), endDate: dateOfDay(caplet.end) },
        ...{ paymentDate: dateOfDay(caplet.paid), accrual: caplet.accrual, forwardRate: forward, discountFactor },
        ...{ price: unit * option.value, delta: unit * option.delta, vega: unit * option.vega },
      })),
    };
  },
});
