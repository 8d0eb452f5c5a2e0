/**
 * A contract as requests state it: nested forms that are distinguished by `type`.
 *
 * Everything that does not depend on a market is checked here: fields, the order of strikes and dates, and that each part is decided before
 * it pays. A new form is one entry in `anyShape`; the compiler then lists the folds that lack it.
 */
import { z } from 'zod';
import { oneAlternative, oneOfRequired } from '../../base/alternatives.js';
import { assetNames, date, dates, expiry, MAX_DATES, price, underlying } from '../../base/terms.js';
import { strike } from '../option/vanilla.js';
import { forms, startsBefore } from './forms.js';
import { decisionDate, firstPayment, horizon, underlyings } from './horizon.js';
import { strategyContract } from './strategy.js';

/** Limits against abuse: more nesting and more parts than any contract that a desk trades. */
export const MAX_DEPTH = 32;
export const MAX_CONTRACT_PARTS = 1_000;

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
  .meta({ id: 'Combined', description: 'All contracts in `specs` together' });

const negated = z
  .strictObject({ type: z.literal('negated'), spec: part })
  .meta({ id: 'Negated', description: 'The short position in `spec`' });

const scaled = z
  .strictObject({ type: z.literal('scaled'), contract: part, factor: z.number().meta({ description: 'Quantity or notional' }) })
  .meta({ id: 'Scaled', description: 'The contract times `factor`' });

const MONITORING = ['continuous', 'daily', 'weekly', 'monthly'] as const;

const condition = z
  .strictObject({
    type: z.literal('barrier_condition'),
    level: price.meta({ description: 'Barrier level of the spot, above 0' }),
    direction: z.enum(['down', 'up']).meta({ description: 'down: the barrier is reached at or below the level; up: at or above it' }),
    style: z
      .enum(['knock_out', 'knock_in'])
      .meta({ description: 'knock_out: the contract ends when the barrier is reached; knock_in: it begins then' }),
    monitoring: z.enum(MONITORING).optional().meta({
      description:
        'Monitoring schedule: continuous (the default), or max(1, round(252 T, 52 T, 12 T)) equally spaced dates up to the last payment at T years',
    }),
    monitoringDates: dates.optional().meta({ description: 'Dates on which the barrier is monitored, in place of monitoring' }),
    underlying: underlying.optional().meta({ description: 'Asset that is monitored; by default the single underlying of the contract' }),
    knocked: date.optional().meta({
      description:
        'Date, not after the valuation date, on which the barrier was reached. Otherwise past monitoringDates are decided by their fixings, and a barrier of another monitoring counts as not reached before the valuation date',
    }),
  })
  .superRefine(({ monitoringDates, knocked }, context) => {
    if (knocked !== undefined && monitoringDates !== undefined && !monitoringDates.includes(knocked))
      context.addIssue({ code: 'custom', path: ['knocked'], message: `must be one of monitoringDates; got ${knocked}`, input: knocked });
  })
  .superRefine(({ monitoring, monitoringDates }, context) => {
    if (monitoring !== undefined && monitoringDates !== undefined)
      context.addIssue({
        code: 'custom',
        path: ['monitoring'],
        message: `must be left out if monitoringDates is given; got ${monitoring}`,
        input: monitoring,
      });
  })
  .meta({
    id: 'BarrierCondition',
    description: 'A barrier: the condition that the spot has, or has not, reached a level by the time of each payment',
  });

const conditional = z
  .strictObject({ type: z.literal('conditional'), contract: part, condition })
  .superRefine(({ contract, condition }, context) => {
    const fault = (field: (string | number)[], message: string, input: unknown) =>
      context.addIssue({ code: 'custom', path: ['condition', ...field], message, input });
    const names = underlyings(contract);
    if (condition.underlying === undefined && names.length === 0)
      fault(['underlying'], 'is required if the contract has no underlying', undefined);
    if (condition.underlying === undefined && names.length > 1)
      fault(['underlying'], `is required if the contract has several underlyings: ${names.join(', ')}`, undefined);
    condition.monitoringDates?.forEach((day, i) => {
      if (day > horizon(contract))
        fault(['monitoringDates', i], `must not be after ${horizon(contract)}, the last payment; got ${day}`, day);
    });
  })
  .meta({ id: 'Conditional', description: 'A contract with a barrier that ends it or begins it' });

const choice = z
  .strictObject({
    type: z.literal('choice'),
    left: part,
    right: part,
    decisionDate: date
      .optional()
      .meta({ description: 'Date on which the holder chooses; by default the first date on which either side may pay' }),
    chosen: z
      .enum(['left', 'right'])
      .optional()
      .meta({ description: 'The side that was chosen, where the decision date is before the valuation date or on it' }),
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
  .meta({ id: 'Choice', description: 'The holder chooses the side that is worth more on the decision date' });

const relative = z.number().nonnegative();

export const autocallTerms = {
  type: z.literal('worst_of_autocall'),
  underlyings: assetNames,
  observationDates: dates,
  callBarrier: relative.optional().meta({ description: 'Level at or above which the note redeems at 1, relative to the initial fixings' }),
  callBarriers: z.array(relative).max(MAX_DATES).optional().meta({
    description:
      'In place of callBarrier: one level per observation date, in the same order, such as the falling levels of a step-down note',
  }),
  couponBarrier: relative.meta({ description: 'Level at or above which the coupon is paid, relative to the initial fixings' }),
  protectionBarrier: relative.meta({
    description: 'Level at or above which 1 is repaid on the last date, relative to the initial fixings',
  }),
  protectionMonitoring: z.enum(['final', 'daily', 'continuous']).optional().meta({
    description:
      'When the protection barrier is watched. final (the default): the worst performance of the last date. daily (252 equally spaced dates per year) or continuous: the protection is lost once any asset has been at or below protectionBarrier times its initial fixing, and the last date then repays at most 1',
  }),
  knocked: date.optional().meta({
    description:
      'With daily or continuous protectionMonitoring: date, not after the valuation date, on which the protection was lost. Otherwise the fixings of past observation dates decide',
  }),
  airbag: z.number().positive().max(1).optional().meta({
    description: 'Without protection the last date repays min(1, worst performance/airbag) in place of the worst performance',
  }),
  participation: relative.optional().meta({
    description: 'Share of the worst performance above 1 that the last date pays besides, whether or not it calls the note; 0 by default',
  }),
  couponRate: relative.meta({ description: 'Coupon per observation, decimal' }),
  productType: z.enum(['phoenix']).meta({ description: 'phoenix: a coupon on each observation date on which the coupon barrier is met' }),
  memoryCoupon: z.boolean().meta({ description: 'Whether a coupon also pays the coupons that were missed before it' }),
  initialFixings: z
    .array(price)
    .optional()
    .meta({ description: "One initial fixing per underlying, in the same order; by default those of startDate, or today's spots" }),
  startDate: date.optional().meta({
    description: 'Date, not after the valuation date, whose fixings are the initial ones; in place of initialFixings',
  }),
};

/** Exactly one of the two gives the levels at which a note is called. */
export const CALL_BARRIERS = [{ required: ['callBarrier'] }, { required: ['callBarriers'] }] as const;

interface NoteDates {
  readonly observationDates: readonly string[];
  readonly callBarriers?: readonly number[] | undefined;
  readonly protectionMonitoring?: 'final' | 'daily' | 'continuous' | undefined;
  readonly knocked?: string | undefined;
  readonly startDate?: string | undefined;
  readonly initialFixings?: readonly number[] | undefined;
}

/** Checks the fields of a note against each other. */
export function checkNote(note: NoteDates, context: z.RefinementCtx): void {
  const { observationDates, callBarriers, protectionMonitoring = 'final', knocked, startDate, initialFixings } = note;
  const fault = (field: string, message: string, input: unknown) => context.addIssue({ code: 'custom', path: [field], message, input });
  if (callBarriers !== undefined && callBarriers.length !== observationDates.length)
    fault('callBarriers', `must have one entry per observation date, ${observationDates.length}; got ${callBarriers.length}`, callBarriers);
  if (knocked !== undefined && protectionMonitoring === 'final')
    fault('knocked', `must be left out unless protectionMonitoring is daily or continuous; got ${knocked}`, knocked);
  if (startDate !== undefined && initialFixings !== undefined)
    fault('startDate', `must be left out if initialFixings is given; got ${startDate}`, startDate);
  startsBefore(note, context);
}

/** Requires one initial fixing per underlying. */
export function checkFixings(
  { underlyings, initialFixings }: { underlyings: string[]; initialFixings?: number[] | undefined },
  context: z.RefinementCtx,
): void {
  if (initialFixings !== undefined && initialFixings.length !== underlyings.length)
    context.addIssue({
      code: 'custom',
      path: ['initialFixings'],
      message: `must have one entry per underlying, ${underlyings.length}; got ${initialFixings.length}`,
      input: initialFixings,
    });
}

const worstOfAutocall = z
  .strictObject(autocallTerms)
  .superRefine(checkFixings)
  .superRefine(oneAlternative(...CALL_BARRIERS))
  .superRefine(checkNote)
  .meta({ id: 'WorstOfAutocall', description: 'Worst-of autocallable note on a notional of 1', ...oneOfRequired(...CALL_BARRIERS) });

/** The nested forms are written out, because a recursive type cannot be inferred. */
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
  chosen?: 'left' | 'right' | undefined;
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

/** The form with that type, such as `Spec<'choice'>`. */
export type Spec<Type extends ContractSpec['type']> = Extract<ContractSpec, { type: Type }>;

/** A contract of any size; requests use `contractSpec`, which limits it. */
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
  .meta({ id: 'ContractSpec', description: 'A contract: one of several forms, distinguished by type; some contain other contracts' });

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** The contracts directly inside a contract that has not been parsed yet, with their paths. */
function partsOf(value: unknown): { readonly path: readonly PropertyKey[]; readonly value: unknown }[] {
  if (!isRecord(value)) return [];
  const single = ['spec', 'contract', 'left', 'right'].map((field) => ({ path: [field], value: value[field] }));
  const several = Array.isArray(value.specs) ? value.specs.map((part, i) => ({ path: ['specs', i], value: part })) : [];
  return [...single, ...several].filter((part) => isRecord(part.value));
}

/** Checks the size before parsing, because parsing recurses: a deeply nested body would otherwise overflow the stack. */
function refuseOversize(value: unknown, context: z.RefinementCtx): unknown {
  let level = [{ path: [] as readonly PropertyKey[], value }];
  let parts = 0;
  for (let depth = 1; level.length > 0; depth++) {
    parts += level.length;
    const fault = (path: readonly PropertyKey[], message: string) =>
      context.addIssue({ code: 'custom', path: [...path], message, input: value });
    if (depth > MAX_DEPTH) fault(level[0]!.path, `must not nest more than ${MAX_DEPTH} deep`);
    if (parts > MAX_CONTRACT_PARTS) fault([], `must not have more than ${MAX_CONTRACT_PARTS} parts`);
    if (depth > MAX_DEPTH || parts > MAX_CONTRACT_PARTS) return z.NEVER;
    level = level.flatMap((parent) => partsOf(parent.value).map((part) => ({ path: [...parent.path, ...part.path], value: part.value })));
  }
  return value;
}

/** A contract within the limits on depth and number of parts. */
export const contractSpec: z.ZodType<ContractSpec> = z.preprocess(refuseOversize, anyShape);
