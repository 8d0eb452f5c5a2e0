/**
 * Values of many instruments without a choice in many markets: Σ amount · P(t), times the exchange rate. Their payments are read once, into columns;
 * in each market a discount factor is computed once for each curve and time at which any of them needs it.
 */
import type { Years } from '../base/units.js';
import { type BookMarket, ratesOf } from '../market/book-market.js';
import { discount } from '../market/curve.js';
import { curveOf } from '../market/curve-input.js';
import { forwardOf } from '../market/market.js';
import { spotOf } from '../market/resolve-cross-asset.js';
import { dividendsToCome, growthOfShare } from '../market/share-growth.js';
import { exp } from '../math/elementary/exp.js';
import { type LinearFlows, projectionOf } from './linear-flows.js';

/** The times at which a curve of the market is asked for a discount factor. */
interface CurveTimes {
  readonly field: 'curves' | 'projections' | 'projectionCurves';
  readonly name: string;
  /** Each with its place among all discount factors. */
  readonly places: Map<Years, number>;
}

interface LinearBook {
  /** @returns the row of its values */
  readonly add: (flows: LinearFlows) => number;
  /** Values of one unit of each instrument in the reporting currency, by row. @param moved  a market with the same names as that of the book */
  readonly valuesIn: (moved: BookMarket) => Float64Array;
}

/** @param market  in which the projection curve of each index is chosen */
export function openLinearBook(market: BookMarket, reportingCurrency: string, valuationDate: string): LinearBook {
  const curves = new Map<string, CurveTimes>();
  let factorCount = 0;
  const placeOf = (field: CurveTimes['field'], name: string, time: Years): number => {
    const key = `${field} ${name}`;
    const curve = curves.get(key) ?? { field, name, places: new Map<Years, number>() };
    curves.set(key, curve);
    const place = curve.places.get(time);
    if (place !== undefined) return place;
    curve.places.set(time, factorCount);
    return factorCount++;
  };
  const currencies: string[] = [];
  const currencyPlace = (currency: string): number => {
    const place = currencies.indexOf(currency);
    return place < 0 ? currencies.push(currency) - 1 : place;
  };
  // Payment i of an instrument is amount + notional·(Π factor·P(from)/P(to) − 1) over its growths, which end before growthEnds[i].
  const payments = { currency: [] as number[], amount: [] as number[], discount: [] as number[], notional: [] as number[] };
  const growthEnds: number[] = [];
  const growths = { factor: [] as number[], from: [] as number[], to: [] as number[] };
  const paymentEnds: number[] = [];
  const deliveries: (readonly [row: number, delivery: LinearFlows['deliveries'][number]])[] = [];
  return {
    add: (flows) => {
      for (const { currency, time, amount, floating } of flows.payments) {
        const paid = placeOf('curves', currency, time);
        payments.currency.push(currencyPlace(currency));
        payments.amount.push(amount);
        payments.discount.push(paid);
        payments.notional.push(floating?.notional ?? 0);
        if (floating !== undefined) {
          const { field, name } = projectionOf(market, floating.index, currency);
          for (const { known: factor, from, to } of floating.growths) {
            growths.factor.push(factor);
            // Of equal places the quotient is 1, and the factor is all.
            growths.from.push(from === to ? paid : placeOf(field, name, from));
            growths.to.push(from === to ? paid : placeOf(field, name, to));
          }
        }
        growthEnds.push(growths.factor.length);
      }
      const row = paymentEnds.push(payments.amount.length) - 1;
      for (const delivery of flows.deliveries) deliveries.push([row, delivery]);
      return row;
    },
    valuesIn: (moved) => {
      const factors = new Float64Array(factorCount);
      for (const { field, name, places } of curves.values()) {
        const curve = curveOf(ratesOf(moved[field]![name]!), valuationDate);
        for (const [time, place] of places) factors[place] = discount(curve, time);
      }
      const rates = Float64Array.from(currencies, (currency) => spotOf(moved.fx, currency, reportingCurrency)!);
      const values = new Float64Array(paymentEnds.length);
      const { currency, amount, discount: paid, notional } = payments;
      const { factor, from, to } = growths;
      let payment = 0;
      let next = 0;
      for (let row = 0; row < values.length; row++) {
        let value = 0;
        for (; payment < paymentEnds[row]!; payment++) {
          let total = amount[payment]!;
          if (next < growthEnds[payment]!) {
            let growth = 1;
            for (; next < growthEnds[payment]!; next++) growth *= factor[next]! * (factors[from[next]!]! / factors[to[next]!]!);
            total += notional[payment]! * (growth - 1);
          }
          value += rates[currency[payment]!]! * factors[paid[payment]!]! * total;
        }
        values[row] = value;
      }
      for (const [row, { asset, time, quantity }] of deliveries) {
        const share = moved.assets[asset]!;
        const { spot, dividend, currency: quoted = reportingCurrency } = share;
        let worth = exp(-dividend * time) * spot;
        if (dividendsToCome(share, valuationDate) !== undefined) {
          const curve = curveOf(ratesOf(moved.curves[quoted]!), valuationDate);
          worth = discount(curve, time) * forwardOf(curve, growthOfShare(share, valuationDate), time);
        }
        values[row]! += spotOf(moved.fx, quoted, reportingCurrency)! * quantity * worth;
      }
      return values;
    },
  };
}
