/** What the structured product operations take and give back. */
import { z } from 'zod';
import { date } from '../../base/terms.js';
import { marketInput } from '../../market/market-input.js';
import { autocallTerms, checkFixings } from '../contract/spec.js';
import { pricerSettings, simulationResult } from '../simulation.js';

/** The terms that can be solved for, and how far the search goes: a coupon of all that was paid in, barriers at twice the fixings. */
export const SOLVABLE = {
  couponRate: { least: 0, most: 1 },
  callBarrier: { least: 0, most: 2 },
  couponBarrier: { least: 0, most: 2 },
  /** Above 1 it would protect gains, and more of it be worth more. */
  protectionBarrier: { least: 0, most: 1 },
} as const;
export type SolvableTerm = keyof typeof SOLVABLE;

const solvable = ['couponRate', 'callBarrier', 'couponBarrier', 'protectionBarrier'] as const satisfies readonly SolvableTerm[];

const notional = z.number().positive().default(1).meta({ description: 'Multiplies amounts; price units' });
const pricer = pricerSettings.prefault({});

const structuredProduct = z
  .strictObject({ ...autocallTerms, notional })
  .superRefine(checkFixings)
  .meta({ id: 'StructuredProduct', description: 'Worst-of autocallable note on its notional' });

const { couponRate, callBarrier, couponBarrier, protectionBarrier } = autocallTerms;
const unsolvedProduct = z
  .strictObject({
    ...autocallTerms,
    couponRate: couponRate.optional(),
    callBarrier: callBarrier.optional(),
    couponBarrier: couponBarrier.optional(),
    protectionBarrier: protectionBarrier.optional(),
    notional,
  })
  .superRefine(checkFixings)
  .meta({
    id: 'UnsolvedProduct',
    description: 'Worst-of autocallable note; the term solved for may be left out, and given is where the search starts',
  });

export const structuredPriceRequest = z
  .strictObject({ product: structuredProduct, market: marketInput, pricer })
  .meta({ id: 'StructuredPriceRequest', description: 'A term sheet, the market to price it in, and Monte Carlo settings' });

export const structuredSolveRequest = z
  .strictObject({
    product: unsolvedProduct,
    market: marketInput,
    solveFor: z.enum(solvable).meta({
      description: `The term to find: ${solvable.map((term) => `${term} within [${SOLVABLE[term].least}, ${SOLVABLE[term].most}]`).join(', ')}`,
    }),
    targetPrice: z.number().meta({ description: 'Price units, of the whole notional' }),
    pricer,
  })
  .superRefine(({ product, solveFor }, context) => {
    for (const term of solvable)
      if (term !== solveFor && product[term] === undefined)
        context.addIssue({
          code: 'custom',
          path: ['product', term],
          message: `is required, as it is not what is solved for`,
          input: undefined,
        });
  })
  .meta({ id: 'StructuredSolveRequest', description: 'A term sheet that lacks one term, and the price that the term is to give it' });

const price = z.number().meta({ description: 'Price units, of the whole notional' });
const probability = z.number().min(0).max(1);

export const structuredPriceResponse = z
  .strictObject({
    price,
    callProbabilities: z
      .array(z.strictObject({ date, probability: probability.meta({ description: 'That it is called then' }) }))
      .meta({ description: 'An entry an observation date, the last included; what they lack of 1 is never called' }),
    expectedLife: z.number().nonnegative().meta({ description: 'Years until it is called, or until the last date' }),
    expectedCoupons: z.number().nonnegative().meta({ description: 'Sum of all coupons paid, undiscounted, on the notional; price units' }),
    protectionBreachProbability: probability.meta({ description: 'That it is never called and under protectionBarrier at the end' }),
    ...simulationResult,
  })
  .meta({ id: 'StructuredPriceResponse', description: 'A Monte Carlo price, and how the product ends, in the pricing measure' });

export const structuredSolveResponse = z
  .strictObject({
    solveFor: z.enum(solvable),
    solvedValue: z.number().meta({ description: 'The term at which the price is the target' }),
    price,
    iterations: z.int().min(1).meta({ description: 'Prices computed, those that bracket the solution included' }),
    ...simulationResult,
  })
  .meta({ id: 'StructuredSolveResponse', description: 'The term found, and the price that it gives' });

export type StructuredPriceRequest = z.output<typeof structuredPriceRequest>;
export type StructuredPriceResponse = z.output<typeof structuredPriceResponse>;
export type StructuredSolveRequest = z.output<typeof structuredSolveRequest>;
export type StructuredSolveResponse = z.output<typeof structuredSolveResponse>;
