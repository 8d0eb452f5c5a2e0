import { invalid } from '../../base/failure.js';
import { rateOption } from '../../formula/rate-option.js';
import { annuity, floatingLeg, parYieldAnnuity } from '../../formula/swap-legs.js';
import { type Curves, curvesOf, swaptionMarket } from '../../market/multi-curve.js';
import { swaptionVolatility } from '../../market/rate-volatilities.js';
import { datedSwaption, swapLength, swapPayments, yearsToExpiry } from '../../product/rates/swap.js';
import { pricer } from '../definition/pricer.js';
import { parallelSensitivities } from './parallel-shifts.js';
import { rateVolatility, requireForward, volatilityField } from './rate-quote.js';

/**
 * European swaption under Black's or Bachelier's model of the forward swap rate. With cash settlement the par yield formula, discounted from the
 * start of the swap, stands in place of the annuity (formula/swap-legs.ts).
 *
 * In a cube the volatility is that at the strike less the forward swap rate: delta, gamma and vega leave it as it is, and where curves move it is read again.
 */
export const ratesSwaptionBlack = pricer({
  id: 'rates_swaption_black',
  version: 2,
  status: 'ga-validated',
  summary: 'European swaption, Black, shifted Black or Bachelier, physical or cash-settled, discount and projection curve, closed form',
  needs: [],
  instrument: datedSwaption,
  market: swaptionMarket,
  price: ({ instrument, market, valuationDate }, { priceAlone }) => {
    const { optionType, strike, notional, expiryDate, spread, settlement, fixedFrequency } = instrument;
    if (expiryDate < valuationDate)
      throw invalid('/instrument/expiryDate', `must not be before ${valuationDate}, the valuation date; got ${expiryDate}`);
    const { fixed, floating, clock } = swapPayments(instrument, valuationDate);
    const expiry = yearsToExpiry(expiryDate, clock);
    const tenor = swapLength(instrument);
    const curvesAt = curvesOf(market, valuationDate);
    const sign = optionType === 'payer' ? 1 : -1;
    const valued = ({ discount, projection }: Curves) => {
      const unit = annuity(fixed, discount);
      if (!(unit > 0)) throw invalid('/instrument/fixedDayCount', 'must count a day of the fixed leg; it counts none');
      // Volatilities are those of swaps without a spread: what it adds to the swap rate is taken off rate and strike.
      const correction = (spread * annuity(floating, discount)) / unit;
      const parRate = floatingLeg(floating, spread, discount, projection) / unit;
      const forward = parRate - correction;
      const quote = rateVolatility(market, (table) => swaptionVolatility(table, expiry, tenor, strike - parRate));
      requireForward(quote, forward, strike - correction, () => 'the forward swap rate', volatilityField(market));
      if (settlement === 'cash' && !(1 + forward / fixedFrequency > 0))
        throw invalid('/instrument/settlement', `must be physical where the forward swap rate is ${forward}`);
      const settled =
        settlement === 'cash' ? parYieldAnnuity(fixed, forward, fixedFrequency) * discount(clock.years(fixed[0]!.start)) : unit;
      const option = rateOption(forward, strike - correction, expiry, quote, sign);
      return { parRate, unit: notional * settled, option };
    };
    const now = valued(curvesAt());
    const priceAt = (curves: Curves) => {
      const { unit, option } = valued(curves);
      return unit * option.value;
    };
    const price = now.unit * now.option.value;
    if (priceAlone) return { price };
    const gamma = now.unit * now.option.gamma;
    return {
      price,
      parRate: now.parRate,
      annuity: now.unit,
      delta: now.unit * now.option.delta,
      ...(Number.isFinite(gamma) && { gamma }),
      vega: now.unit * now.option.vega,
      ...parallelSensitivities(priceAt, curvesAt),
    };
  },
});
