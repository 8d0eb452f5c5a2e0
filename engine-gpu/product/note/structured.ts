/** Requests and responses of the structured product operations. */
import { z } from 'zod';
import { oneAlternative, oneOfRequired } from '../../base/alternatives.js';
import { date } from '../../base/terms.js';
import { marketInput } from '../../market/market-input.js';
import { autocallTerms, CALL_BARRIERS, checkFixings, checkNote } from '../contract/autocall.js';
import { pricerSettings, simulationResult } from '../simulation.js';

/** The terms that can be solved for, and the range of the search: coupons up to the notional, barriers up to twice the initial fixings. */
export const SOLVABLE = {
  couponRate: { lower: 0, upper: 1 },
  callBarrier: { lower: 0, upper: 2 },
  couponBarrier: { lower: 0, upper: 2 },
  /** Above 1 the barrier would protect gains, and the price would rise with it. */
  protectionBarrier: { lower: 0, upper: 1 },
} as const;
export type SolvableTerm = keyof typeof SOLVABLE;

const solvable = ['couponRate', 'callBarrier', 'couponBarrier', 'protectionBarrier'] as const satisfies readonly SolvableTerm[];

const notional = z.number().positive().default(1).meta({ description: 'Notional that multiplies all amounts; price units' });
const pricer = pricerSettings.prefault({});

const structuredProduct = z
  .strictObject({ ...autocallTerms, notional })
  .superRefine(checkFixings)
  .superRefine(oneAlternative(...CALL_BARRIERS))
  .superRefine(checkNote)
  .meta({ id: 'StructuredProduct', description: 'Worst-of autocallable note with a notional', ...oneOfRequired(...CALL_BARRIERS) });

const { couponRate, couponBarrier, protectionBarrier } = autocallTerms;
const unsolvedProduct = z
  .strictObject({
    ...autocallTerms,
    couponRate: couponRate.optional(),
    couponBarrier: couponBarrier.optional(),
    protectionBarrier: protectionBarrier.optional(),
    notional,
  })
  .superRefine(checkFixings)
  .superRefine(checkNote)
  .meta({
    id: 'UnsolvedProduct',
    description: 'Worst-of autocallable note. The term that is solved for may be left out; if given, the search starts there',
  });

export const structuredPriceRequest = z
  .strictObject({ product: structuredProduct, market: marketInput, pricer })
  .meta({ id: 'StructuredPriceRequest', description: 'A term sheet, the market to price it in, and Monte Carlo settings' });

export const structuredSolveRequest = z
  .strictObject({
    product: unsolvedProduct,
    market: marketInput,
    solveFor: z.enum(solvable).meta({
      description: `The term to find: ${solvable.map((term) => `${term} within [${SOLVABLE[term].lower}, ${SOLVABLE[term].upper}]`).join(', ')}`,
    }),
    targetPrice: z.number().meta({ description: 'Price of the whole notional, price units' }),
    pricer,
  })
  .superRefine(({ product, solveFor }, context) => {
    for (const term of solvable)
      if (term !== solveFor && product[term] === undefined && !(term === 'callBarrier' && product.callBarriers !== undefined))
        context.addIssue({
          code: 'custom',
          path: ['product', term],
          message: 'is required, because it is not the term that is solved for',
          input: undefined,
        });
    if (product.callBarriers !== undefined && (product.callBarrier !== undefined || solveFor === 'callBarrier'))
      context.addIssue({
        code: 'custom',
        path: ['product', 'callBarriers'],
        message: 'must be left out where callBarrier is given or solved for',
        input: product.callBarriers,
      });
  })
  .meta({ id: 'StructuredSolveRequest', description: 'A term sheet, the term to solve for, and the price that it should give' });

const price = z.number().meta({ description: 'Price of the whole notional, price units' });
const probability = z.number().min(0).max(1);

export const structuredPriceResponse = z
  .strictObject({
    price,
    callProbabilities: z
      .array(z.strictObject({ date, probability: probability.meta({ description: 'Probability that the note is called on this date' }) }))
      .meta({
        description: 'One entry per observation date, the last included; the rest to 1 is the probability that the note is never called',
      }),
    expectedLife: z.number().nonnegative().meta({ description: 'Expected years until the note is called, or until the last date' }),
    expectedCoupons: z
      .number()
      .nonnegative()
      .meta({ description: 'Expected sum of all coupons paid, undiscounted, on the notional; price units' }),
    protectionBreachProbability: probability.meta({
      description: 'Probability that the note is never called and ends below protectionBarrier',
    }),
    ...simulationResult,
  })
  .meta({ id: 'StructuredPriceResponse', description: 'A Monte Carlo price, and how the note ends, under the pricing measure' });

export const structuredSolveResponse = z
  .strictObject({
    solveFor: z.enum(solvable).meta({ description: 'The term that was solved for' }),
    solvedValue: z.number().meta({ description: 'Value of the term at which the price equals targetPrice' }),
    price,
    iterations: z.int().min(1).meta({ description: 'Number of prices computed, including those that bracket the solution' }),
    ...simulationResult,
  })
  .meta({ id: 'StructuredSolveResponse', description: 'The term found, and the price that it gives' });

export type StructuredPriceRequest = z.output<typeof structuredPriceRequest>;
export type StructuredPriceResponse = z.output<typeof structuredPriceResponse>;
export type StructuredSolveRequest = z.output<typeof structuredSolveRequest>;
export type StructuredSolveResponse = z.output<typeof structuredSolveResponse>;
