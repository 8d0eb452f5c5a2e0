/** The payments of instruments without a choice, whose values and sensitivities follow from curves and spots in closed form. */
import type { z } from 'zod';
import { invalid } from '../base/failure.js';
import { parse } from '../base/faults.js';
import type { Years } from '../base/units.js';
import { marketOfTrades } from '../calibration/trade-models.js';
import type { FloatingPayment } from '../formula/swap-legs.js';
import { type BookMarket, legsMarket } from '../market/book-market.js';
import { crossAssetMarket } from '../market/cross-asset-input.js';
import { bondPayments, FACE, fixedRateBond } from '../product/rates/bond.js';
import { clockOf } from '../product/rates/conventions.js';
import { datedLegs, exchangesOfToday, legPayments } from '../product/rates/legs.js';
import { datedSwap, swapPayments } from '../product/rates/swap.js';
import { termsOfTrade } from '../product/trade/terms.js';
import { type Trade, trade } from '../product/trade/trade.js';
import type { PricingPlan } from './pricing-plan.js';

/** A payment of a currency: a known amount and, where it floats, notional · (Π known · P(from)/P(to) − 1), P of a projection curve. */
interface LinearPayment {
  readonly currency: string;
  readonly time: Years;
  readonly amount: number;
  readonly floating?: {
    readonly notional: number;
    readonly growths: readonly FloatingPayment[];
    readonly index?: string | undefined;
    readonly isOvernight?: boolean;
  };
}

interface Delivery {
  readonly asset: string;
  readonly time: Years;
  readonly quantity: number;
}

export interface LinearFlows {
  readonly payments: readonly LinearPayment[];
  readonly deliveries: readonly Delivery[];
}

/** The curve that projects the floating rates of an index: the field of the market that has it, its name there, and the kind of factor that it is. */
export function projectionOf({ projections, projectionCurves = {} }: BookMarket, index: string | undefined, currency: string) {
  if (index !== undefined && Object.hasOwn(projections, index)) return { kind: 'projection', field: 'projections', name: index } as const;
  return Object.hasOwn(projectionCurves, currency)
    ? ({ kind: 'projection', field: 'projectionCurves', name: currency } as const)
    : ({ kind: 'rate', field: 'curves', name: currency } as const);
}

type PricerPlan = Extract<PricingPlan, { readonly pricerId: string }>;

/** The flows of a plan's instrument; undefined where it has a choice, or a notional that is reset. @param index  that of its floating rate */
export function linearFlows(
  { pricerId, instrument, market, currency }: PricerPlan,
  index: unknown,
  valuationDate: string,
): LinearFlows | undefined {
  switch (pricerId) {
    case 'rates_dated_legs':
      return legFlows(instrument, market, valuationDate);
    case 'rates_swap_multi_curve':
      return swapFlows(instrument, currency ?? '', typeof index === 'string' ? index : undefined, valuationDate);
    case 'rates_bond_fixed': {
      const stated = parse(fixedRateBond, instrument);
      const { payments } = bondPayments(stated, valuationDate);
      const perFace = stated.faceValue / FACE;
      return {
        payments: payments.map(({ time, amount }) => ({ currency: currency ?? '', time, amount: perFace * amount })),
        deliveries: [],
      };
    }
    case 'cross_asset_trade': {
      const stated = parse(trade, instrument);
      return isLinear(stated) ? tradeFlows(stated, market, valuationDate) : undefined;
    }
    default:
      return undefined;
  }
}

function isLinear(stated: Trade): boolean {
  switch (stated.type) {
    case 'interest_rate_swap':
    case 'fx_forward':
    case 'equity_forward':
      return true;
    case 'cross_currency_swap':
      return stated.resetting === undefined;
    default:
      return false;
  }
}

function legFlows(instrument: object, market: object, valuationDate: string): LinearFlows | undefined {
  const { legs } = parse(datedLegs, instrument);
  // A payment that is discounted at its own rate is no linear function of it.
  return legs.some(isSettledAtStart) ? undefined : flowsOfLegs(legs, market, valuationDate);
}

type Legs = z.output<typeof datedLegs>['legs'];

/** The notionals that change hands on the valuation date, with which an instrument is worth nothing when it is agreed. */
export function flowsOfToday({ pricerId, instrument }: PricerPlan, valuationDate: string): LinearPayment[] {
  if (pricerId !== 'rates_dated_legs') return [];
  const clock = clockOf(valuationDate);
  return parse(datedLegs, instrument, '/instrument').legs.flatMap((leg) =>
    exchangesOfToday(leg, clock).map((exchange) => ({ ...exchange, currency: leg.currency })),
  );
}

/**
 * The flows of a plan that has no choice, rate agreements among them.
 *
 * @returns flows, and whether each is settled at the start of its period: it then pays there what it says divided by the growth of the period
 */
export function flowsWithAgreements(
  plan: PricerPlan,
  index: unknown,
  valuationDate: string,
): LinearFlows & { readonly areSettledAtStart: boolean } {
  const legs = plan.pricerId === 'rates_dated_legs' ? parse(datedLegs, plan.instrument, '/instrument').legs : [];
  const areSettledAtStart = legs.some(isSettledAtStart);
  const flows = areSettledAtStart ? flowsOfLegs(legs, plan.market, valuationDate) : linearFlows(plan, index, valuationDate);
  if (flows === undefined) throw new Error(`${plan.pricerId} has no linear flows`);
  return { ...flows, areSettledAtStart };
}

export const isSettledAtStart = ({ payment }: Legs[number]): boolean => payment === 'settled_at_start';

/** Payments that are settled at their start are those of their end, at the settlement. */
function flowsOfLegs(legs: Legs, market: object, valuationDate: string): LinearFlows {
  const { fixings } = parse(legsMarket, market);
  const clock = clockOf(valuationDate);
  const payments = legs.flatMap((leg, i) => {
    const index = leg.type === 'floating' ? leg.index : undefined;
    const history = index !== undefined && Object.hasOwn(fixings, index) ? fixings[index]! : [];
    const pointer = index === undefined ? `/instrument/legs/${i}/fixings` : `/market/fixings/${index}`;
    return legPayments(leg, clock, history, pointer).map(({ time, fixed, floating }): LinearPayment => {
      const { currency } = leg;
      if (floating === undefined) return { currency, time, amount: fixed };
      const { notional, growths, addition } = floating;
      const isOvernight = leg.type === 'floating' && leg.floatingType === 'overnight';
      return { currency, time, amount: notional * addition, floating: { notional, growths, index, isOvernight } };
    });
  });
  return { payments, deliveries: [] };
}

function swapFlows(instrument: object, currency: string, index: string | undefined, valuationDate: string): LinearFlows {
  const terms = parse(datedSwap, instrument);
  const { notional, fixedRate, spread, side, floatingType } = terms;
  const isOvernight = floatingType === 'overnight';
  const received = (side === 'payer' ? 1 : -1) * notional;
  const { fixed, floating } = swapPayments(terms, valuationDate, terms.fixings);
  return {
    payments: [
      ...fixed.map(({ time, accrual }) => ({ currency, time, amount: -received * fixedRate * accrual })),
      ...floating.map((coupon) => {
        const { time, accrual } = coupon;
        const floating = { notional: received, growths: [coupon], index, isOvernight };
        return { currency, time, amount: received * spread * accrual, floating };
      }),
    ],
    deliveries: [],
  };
}

function tradeFlows(stated: Trade, market: object, valuationDate: string): LinearFlows {
  const input = parse(crossAssetMarket, market);
  const [reporting = ''] = Object.keys(input.curves);
  const report = (pointer: string, reason: string): never => {
    throw invalid(pointer, reason);
  };
  const resolved = marketOfTrades([stated], input, reporting, valuationDate, () => '/instrument', report, 'optional').market;
  const { flows } = termsOfTrade(stated, resolved);
  const code = (i: number): string => resolved.currencies[i]!.currency;
  return {
    payments: [
      ...flows.payments.map(({ currency, time, amount }) => ({ currency: code(currency), time, amount })),
      ...flows.periods.map(({ currency, start, end, notional }) => {
        const growth = { time: end, accrual: end - start, known: 1, from: start, to: end };
        return { currency: code(currency), time: end, amount: 0, floating: { notional, growths: [growth] } };
      }),
    ],
    deliveries: flows.deliveries.map(({ share, time, quantity }) => ({ asset: resolved.shares[share]!.name, time, quantity })),
  };
}
