/**
 * A contract as requests state it: nested forms that are distinguished by `type`.
 *
 * Everything that does not depend on a market is checked here: fields, the order of strikes and dates, and that each part is decided before
 * it pays. A new form is one entry in `anyShape`; the compiler then lists the folds that lack it.
 */
import { z } from 'zod';
import { date } from '../../base/terms.js';
import { worstOfAutocall } from './autocall.js';
import { barrierCondition } from './barrier-condition.js';
import { forms, vanillaCall, vanillaPut } from './forms.js';
import { decisionDate, firstPayment, horizon, underlyings } from './horizon.js';
import type { ContractSpec } from './spec-type.js';
import { strategyContract } from './strategy.js';

/** Limits against abuse: more nesting and more parts than any contract that a desk trades. */
export const MAX_DEPTH = 32;
export const MAX_CONTRACT_PARTS = 1_000;

const part: z.ZodType<ContractSpec> = z.lazy(() => anyShape);
const combined = z
  .strictObject({ type: z.literal('combined'), specs: z.array(part).min(1, { abort: true }) })
  .meta({ id: 'Combined', description: 'All contracts in `specs` together' });

const negated = z
  .strictObject({ type: z.literal('negated'), spec: part })
  .meta({ id: 'Negated', description: 'The short position in `spec`' });

const scaled = z
  .strictObject({ type: z.literal('scaled'), contract: part, factor: z.number().meta({ description: 'Quantity or notional' }) })
  .meta({ id: 'Scaled', description: 'The contract times `factor`' });

const conditional = z
  .strictObject({ type: z.literal('conditional'), contract: part, condition: barrierCondition })
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
