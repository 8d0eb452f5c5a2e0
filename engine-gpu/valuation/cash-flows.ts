/** The cash flows of instruments without a choice: known amounts, and those that the market projects. */
import type { Years } from '../base/units.js';
import { interestOf } from '../formula/swap-legs.js';
import { ratesOf } from '../market/book-market.js';
import { type Curve, discount } from '../market/curve.js';
import { curveOf } from '../market/curve-input.js';
import { forwardOf } from '../market/market.js';
import { growthOfShare } from '../market/share-growth.js';
import { dateAfter } from '../time/date.js';
import { linearFlows, projectionOf } from './linear-flows.js';
import type { MarketSetting, PricingPlan } from './pricing-plan.js';
import type { CashFlow } from './requests.js';

/**
 * The cash flows of one unit after the valuation date, in the order of time.
 *
 * @param index  that of the instrument's floating rate
 * @returns undefined where the instrument has a choice, or a notional that is reset
 */
export function cashFlowsOf(plan: PricingPlan, index: unknown, setting: MarketSetting): CashFlow[] | undefined {
  const { market, reportingCurrency, valuationDate } = setting;
  const flows = 'pricerId' in plan ? linearFlows(plan, index, valuationDate) : undefined;
  if (flows === undefined) return undefined;
  const curves = new Map<string, Curve>();
  const curveNamed = (field: 'curves' | 'projections' | 'projectionCurves', name: string): Curve => {
    const curve = curves.get(`${field} ${name}`) ?? curveOf(ratesOf(market[field]![name]!), valuationDate);
    curves.set(`${field} ${name}`, curve);
    return curve;
  };
  const dated = (time: Years): string => dateAfter(valuationDate, time);
  const payments = flows.payments.map(({ currency, time, amount, floating }): CashFlow => {
    if (floating === undefined) return { date: dated(time), amount, currency, kind: 'fixed', known: true };
    const { field, name } = projectionOf(market, floating.index, currency);
    const growth = floating.growths.reduce(
      (product, each) => product * (1 + interestOf(each, (t) => discount(curveNamed(field, name), t))),
      1,
    );
    const isKnown = floating.growths.every(({ from, to }) => from === to);
    return { date: dated(time), amount: amount + floating.notional * (growth - 1), currency, kind: 'floating', known: isKnown };
  });
  const deliveries = flows.deliveries.map(({ asset, time, quantity }): CashFlow => {
    const stated = market.assets[asset]!;
    const currency = stated.currency ?? reportingCurrency;
    const amount = quantity * forwardOf(curveNamed('curves', currency), growthOfShare(stated, valuationDate), time);
    return { date: dated(time), amount, currency, kind: 'delivery', known: false };
  });
  return [...payments, ...deliveries].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}
