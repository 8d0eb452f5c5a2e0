/**
 * A contract as it arrives: shapes that nest, told apart by `type`.
 *
 * What can be judged without a market is judged here: fields, order of strikes and dates, and that each part
 * is decided before it pays. A new shape is one entry in `anyShape`; the compiler then lists the meanings
 * that lack it.
 */
import { z } from 'zod';
import { assetNames, date, dates, expiry, price, underlying } from '../../base/terms.js';
import { strike } from '../option/vanilla.js';
import { forms } from './forms.js';
import { decisionDate, firstPayment, horizon, underlyings } from './horizon.js';
import { strategyContract } from './strategy.js';

/** Limits against abuse: deeper or wider than any contract that a desk writes. */
export const MAX_DEPTH = 32;
export const MAX_PARTS = 1_000;

const part: z.ZodType<ContractSpec> = z.lazy(() => anyShape);
const vanilla = { underlying, strike, expiry };

const vanillaCall = z
  .strictObject({ type: z.literal('vanilla_call'), ...vanilla })
  .meta({ id: 'VanillaCall', description: 'Pays max(S - strike, 0) at expiry' });

const vanillaPut = z
  .strictObject({ type: z.literal('vanilla_put'), ...vanilla })
  .meta({ id: 'VanillaPut', description: 'Pays max(strike - S, 0) at expiry' });

const combined = z
  .strictObject({ type: z.literal('combined'), specs: z.array(part).min(1, { abort: true }) })
  .meta({ id: 'Combined', description: 'All legs execute' });

const negated = z.strictObject({ type: z.literal('negated'), spec: part }).meta({ id: 'Negated', description: 'The short position' });

const scaled = z
  .strictObject({ type: z.literal('scaled'), contract: part, factor: z.number().meta({ description: 'Notional or quantity' }) })
  .meta({ id: 'Scaled', description: 'The contract, factor times over' });

export const MONITORING = ['continuous', 'daily', 'weekly', 'monthly'] as const;

const condition = z
  .strictObject({
    type: z.literal('barrier_condition'),
    level: price.meta({ description: 'Spot level, above 0' }),
    direction: z.enum(['down', 'up']).meta({ description: 'down: reached at or below the level; up: at or above it' }),
    style: z.enum(['knock_out', 'knock_in']).meta({ description: 'knock_out: ends when the level is reached; knock_in: begins then' }),
    monitoring: z.enum(MONITORING).optional().meta({
      description: 'continuous (the default), or max(1, round(252 T, 52 T, 12 T)) equally spaced dates up to the last payment at T years',
    }),
    monitoringDates: dates.optional().meta({ description: 'The dates on which the level counts, in place of monitoring' }),
    underlying: underlying.optional().meta({ description: 'The asset watched; by default the one that the contract is on' }),
  })
  .superRefine(({ monitoring, monitoringDates }, context) => {
    if (monitoring !== undefined && monitoringDates !== undefined)
      context.addIssue({
        code: 'custom',
        path: ['monitoring'],
        message: `must be left out beside monitoringDates; got ${monitoring}`,
        input: monitoring,
      });
  })
  .meta({ id: 'BarrierCondition', description: 'Whether a level has been reached by the time of each payment' });

const conditional = z
  .strictObject({ type: z.literal('conditional'), contract: part, condition })
  .superRefine(({ contract, condition }, context) => {
    const fault = (field: (string | number)[], message: string, input: unknown) =>
      context.addIssue({ code: 'custom', path: ['condition', ...field], message, input });
    const names = underlyings(contract);
    if (condition.underlying === undefined && names.length === 0)
      fault(['underlying'], 'is required where the contract is on no asset', undefined);
    if (condition.underlying === undefined && names.length > 1)
      fault(['underlying'], `is required where the contract is on several assets: ${names.join(', ')}`, undefined);
    condition.monitoringDates?.forEach((day, i) => {
      if (day > horizon(contract))
        fault(['monitoringDates', i], `must not be after ${horizon(contract)}, the last payment; got ${day}`, day);
    });
  })
  .meta({ id: 'Conditional', description: 'A contract that a barrier ends or begins' });

const choice = z
  .strictObject({
    type: z.literal('choice'),
    left: part,
    right: part,
    decisionDate: date.optional().meta({ description: 'When the holder chooses; by default when either side first may pay' }),
  })
  .superRefine((spec, context) => {
    for (const side of ['left', 'right'] as const)
      if (decisionDate(spec) > firstPayment(spec[side]))
        context.addIssue({
          code: 'custom',
          path: ['decisionDate'],
          message: `must not be after ${firstPayment(spec[side])}, when the ${side} side may first pay; got ${spec.decisionDate}`,
          input: spec.decisionDate,
        });
  })
  .meta({ id: 'Choice', description: 'The holder takes the side that is worth more on the decision date' });

const relative = z.number().nonnegative();

export const autocallTerms = {
  type: z.literal('worst_of_autocall'),
  underlyings: assetNames,
  observationDates: dates,
  callBarrier: relative.meta({ description: 'At or above it the note redeems at 1; relative to the initial fixings' }),
  couponBarrier: relative.meta({ description: 'At or above it the coupon is paid; relative to the initial fixings' }),
  protectionBarrier: relative.meta({ description: 'At or above it at the end 1 is repaid; relative to the initial fixings' }),
  couponRate: relative.meta({ description: 'Decimal, paid per observation' }),
  productType: z.enum(['phoenix']).meta({ description: 'phoenix: a coupon at each observation that allows it' }),
  memoryCoupon: z.boolean().meta({ description: 'Whether a coupon also pays those missed before it' }),
  initialFixings: z.array(price).optional().meta({ description: "One an underlying, in their order; by default today's spots" }),
};

/** Each underlying has its fixing. */
export function checkFixings(
  { underlyings, initialFixings }: { underlyings: string[]; initialFixings?: number[] | undefined },
  context: z.RefinementCtx,
): void {
  if (initialFixings !== undefined && initialFixings.length !== underlyings.length)
    context.addIssue({
      code: 'custom',
      path: ['initialFixings'],
      message: `must have one entry an underlying, ${underlyings.length}; got ${initialFixings.length}`,
      input: initialFixings,
    });
}

const worstOfAutocall = z
  .strictObject(autocallTerms)
  .superRefine(checkFixings)
  .meta({ id: 'WorstOfAutocall', description: 'Worst-of autocallable note on a notional of 1' });

/** The shapes that nest are written out: a type cannot be inferred from itself. */
interface Combined {
  type: 'combined';
  specs: ContractSpec[];
}
interface Negated {
  type: 'negated';
  spec: ContractSpec;
}
interface Scaled {
  type: 'scaled';
  contract: ContractSpec;
  factor: number;
}
interface Conditional {
  type: 'conditional';
  contract: ContractSpec;
  condition: z.output<typeof condition>;
}
interface Choice {
  type: 'choice';
  left: ContractSpec;
  right: ContractSpec;
  decisionDate?: string | undefined;
}

export type ContractSpec =
  | z.output<typeof vanillaCall>
  | z.output<typeof vanillaPut>
  | Combined
  | Negated
  | Scaled
  | Conditional
  | Choice
  | z.output<typeof strategyContract>
  | z.output<typeof worstOfAutocall>
  | z.output<(typeof forms)[number]>;

/** The shape named, as `Spec<'choice'>`. */
export type Spec<Type extends ContractSpec['type']> = Extract<ContractSpec, { type: Type }>;

/** One contract, whatever its size; requests take `contractSpec`. */
export const anyShape: z.ZodType<ContractSpec> = z
  .discriminatedUnion('type', [
    vanillaCall,
    vanillaPut,
    combined,
    negated,
    scaled,
    conditional,
    choice,
    strategyContract,
    worstOfAutocall,
    ...forms,
  ])
  .meta({ id: 'ContractSpec', description: 'A contract: shapes that nest, told apart by type' });

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** What stands inside a contract that has not been parsed, and where. */
function partsOf(value: unknown): { readonly path: readonly PropertyKey[]; readonly value: unknown }[] {
  if (!isRecord(value)) return [];
  const single = ['spec', 'contract', 'left', 'right'].map((field) => ({ path: [field], value: value[field] }));
  const several = Array.isArray(value.specs) ? value.specs.map((part, i) => ({ path: ['specs', i], value: part })) : [];
  return [...single, ...several].filter((part) => isRecord(part.value));
}

/** Measures before parsing, which recurses: a body of brackets alone would otherwise end in a stack overflow. */
function refuseOversize(value: unknown, context: z.RefinementCtx): unknown {
  let level = [{ path: [] as readonly PropertyKey[], value }];
  let parts = 0;
  for (let depth = 1; level.length > 0; depth++) {
    parts += level.length;
    const fault = (path: readonly PropertyKey[], message: string) =>
      context.addIssue({ code: 'custom', path: [...path], message, input: value });
    if (depth > MAX_DEPTH) fault(level[0].path, `must not nest more than ${MAX_DEPTH} deep`);
    if (parts > MAX_PARTS) fault([], `must not have more than ${MAX_PARTS} parts`);
    if (depth > MAX_DEPTH || parts > MAX_PARTS) return z.NEVER;
    level = level.flatMap((parent) => partsOf(parent.value).map((part) => ({ path: [...parent.path, ...part.path], value: part.value })));
  }
  return value;
}

/** A whole contract, within the limits on depth and parts. */
export const contractSpec: z.ZodType<ContractSpec> = z.preprocess(refuseOversize, anyShape);
