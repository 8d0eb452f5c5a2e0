/** Values of instruments in the market of a book, each alone by the pricer that the registry names. */
import { EngineFailure, type FailureKind, type Fault } from '../base/failure.js';
import { parse } from '../base/faults.js';
import type { Priced } from '../base/priced.js';
import type { PricerTools } from '../pricers/definition/pricer.js';
import { vanillaMeasures } from '../pricers/equity/vanilla-measures.js';
import { priceWithPricer } from '../pricers/registry.js';
import { termsOf, vanillaOption } from '../product/option/vanilla.js';
import { cashFlowsOf } from './cash-flows.js';
import { pricingPlan } from './instrument-types.js';
import { closedFormPricer, defaultReportingCurrency, type PricingPlan, placedFailure } from './pricing-plan.js';
import type { CashFlow, InstrumentPricesRequest } from './requests.js';

/** A failure as data, which crosses threads whole. */
export interface FailedValue {
  readonly failure: { readonly kind: FailureKind; readonly message: string; readonly faults: readonly Fault[] };
}

export const failedValue = ({ kind, message, faults }: EngineFailure): FailedValue => ({ failure: { kind, message, faults } });

/** The price of one unit, or why there is none. */
export type InstrumentValue = { readonly price: number; readonly cashflows?: readonly CashFlow[] } | FailedValue;

/** The pricers of a book are closed forms. */
const CLOSED_FORMS: PricerTools = {
  run: () => Promise.reject(new Error('the pricers of the registry do not simulate')),
  priceAlone: true,
};

/** The price of one unit by the closed form of its plan. */
export async function closedFormPrice(plan: PricingPlan, valuationDate: string): Promise<number> {
  if (!('pricerId' in plan)) return vanillaMeasures.price(termsOf(parse(vanillaOption, plan.request))).result;
  return (await priceWithPricer({ ...plan, today: valuationDate }, CLOSED_FORMS)).result.price;
}

/**
 * Prices instruments that one pricer prices, each as if it were alone.
 *
 * @returns one value or failure per instrument, in order
 */
export async function instrumentPrices({
  pricerId,
  instruments,
  cashflows = false,
  ...setting
}: InstrumentPricesRequest): Promise<Priced<{ readonly values: readonly InstrumentValue[] }>> {
  const values: InstrumentValue[] = [];
  const reportingCurrency = defaultReportingCurrency(setting)!;
  for (const { type, terms } of instruments) {
    const plan = pricingPlan(type, terms, setting);
    if (closedFormPricer(plan) !== pricerId) throw new Error(`${type} is not priced by ${pricerId}`);
    try {
      const price = await closedFormPrice(plan, setting.valuationDate);
      const flows = cashflows ? cashFlowsOf(plan, terms.index, { ...setting, reportingCurrency }) : undefined;
      values.push({ price, ...(flows && { cashflows: flows }) });
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error;
      values.push(failedValue(placedFailure(plan, error)));
    }
  }
  return { pricerId, result: { values } };
}
