/**
 * Values of the positions of a book in many markets with the same names. Instruments without a choice are valued together from their payments;
 * options one by one, each by its pricer in the market as a whole.
 */
import { EngineFailure } from '../base/failure.js';
import type { BookMarket } from '../market/book-market.js';
import { spotOf } from '../market/resolve-cross-asset.js';
import { closedFormPrice } from './instrument-prices.js';
import { pricingPlan } from './instrument-types.js';
import { openLinearBook } from './linear-book.js';
import { linearFlows } from './linear-flows.js';
import type { MarketSetting } from './pricing-plan.js';
import type { BookPosition } from './requests.js';

interface ScenarioBook {
  /** Options revalued by their pricers in each market, and payments of the others. */
  readonly work: { readonly options: number; readonly payments: number };
  /** quantity × price in the reporting currency, by position. @param scenario  names the market in a failure */
  readonly valuesIn: (market: BookMarket, scenario: string) => Promise<Float64Array>;
}

/** @param positions  which have closed forms in the market */
export function openScenarioBook(positions: readonly BookPosition[], setting: MarketSetting): ScenarioBook {
  const { market, reportingCurrency, valuationDate } = setting;
  const linear = openLinearBook(market, reportingCurrency, valuationDate);
  let payments = 0;
  /** The row of each position in the linear book; undefined of options. */
  const rows = positions.map(({ type, terms }) => {
    const plan = pricingPlan(type, terms, setting);
    const flows = 'pricerId' in plan ? linearFlows(plan, terms.index, valuationDate) : undefined;
    if (flows === undefined) return undefined;
    payments += flows.payments.length + flows.deliveries.length;
    return linear.add(flows);
  });
  const valueIn = async ({ type, terms, index }: BookPosition, moved: BookMarket, scenario: string): Promise<number> => {
    try {
      const plan = pricingPlan(type, terms, { ...setting, market: moved });
      return (await closedFormPrice(plan, valuationDate)) * spotOf(moved.fx, plan.currency ?? reportingCurrency, reportingCurrency)!;
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error;
      throw new EngineFailure('pricing', `positions.${index} has no value in ${scenario}: ${error.message}`);
    }
  };
  return {
    work: { options: rows.filter((row) => row === undefined).length, payments },
    valuesIn: async (moved, scenario) => {
      const linearValues = linear.valuesIn(moved);
      const values = new Float64Array(positions.length);
      for (const [i, position] of positions.entries()) {
        const row = rows[i];
        const price = row === undefined ? await valueIn(position, moved, scenario) : linearValues[row]!;
        values[i] = position.quantity * price;
      }
      return values;
    },
  };
}
