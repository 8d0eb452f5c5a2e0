/** The nodes of a curve as callers write them: at dates or times, as discount factors or zero rates. */
import { z } from 'zod';
import type { Fault } from '../base/failure.js';
import { refusal } from '../base/faults.js';
import { MAX_HORIZON_YEARS } from '../base/terms.js';
import type { Rate, Years } from '../base/units.js';
import { exp } from '../math/elementary/exp.js';
import { log } from '../math/elementary/log.js';
import { act365f, dateAfter } from '../time/date.js';
import type { Interpolation } from './curve.js';
import { MAX_ABS_RATE } from './fields.js';

export const curveNode = z
  .strictObject({
    date: z.iso.date().optional(),
    time: z.number().nonnegative().max(MAX_HORIZON_YEARS).optional().meta({ description: 'Years from the valuation date, ACT/365F' }),
    discountFactor: z.number().positive().optional(),
    zeroRate: z.number().min(-MAX_ABS_RATE).max(MAX_ABS_RATE).optional().meta({ description: 'Continuously compounded' }),
  })
  .superRefine((fields, context) => {
    for (const [one, other] of [
      ['date', 'time'],
      ['discountFactor', 'zeroRate'],
    ] as const)
      if ((fields[one] === undefined) === (fields[other] === undefined))
        context.addIssue({ code: 'custom', message: `must have exactly one of ${one} and ${other}`, input: fields });
  })
  .meta({ id: 'CurveNodeInput', description: 'A node: a date or a time, and a discount factor or a zero rate' });
export type CurveNodeInput = z.output<typeof curveNode>;

/** A curve at one of its nodes. */
interface CurveNode {
  readonly date: string;
  readonly time: Years;
  readonly discountFactor: number;
  /** Continuously compounded. */
  readonly zeroRate: Rate;
}

/**
 * The nodes with date, time, discount factor and zero rate.
 *
 * @throws EngineFailure `invalid` that names every node that is out of order or impossible
 */
export function nodesOf(
  inputs: readonly CurveNodeInput[],
  valuationDate: string,
  stated: Interpolation | undefined,
): { readonly nodes: CurveNode[]; readonly interpolation: Interpolation } {
  const interpolation = stated ?? (inputs.every(({ zeroRate }) => zeroRate !== undefined) ? 'linear_zero' : 'log_linear');
  const faults: Fault[] = [];
  const nodes = inputs.map((input, i) => {
    const pointer = `/nodes/${i}`;
    const time = input.time ?? act365f(valuationDate, input.date as string);
    const timePointer = input.time === undefined ? `${pointer}/date` : `${pointer}/time`;
    const dateOrTime = input.time ?? input.date;
    if (time < 0)
      faults.push({ pointer: timePointer, reason: `must not be before ${valuationDate}, the valuation date; got ${dateOrTime}` });
    if (time > MAX_HORIZON_YEARS)
      faults.push({
        pointer: timePointer,
        reason: `must be at most ${MAX_HORIZON_YEARS} years from the valuation date; got ${dateOrTime}`,
      });
    const { discountFactor = exp(-(input.zeroRate as number) * time) } = input;
    const zeroRate = input.zeroRate ?? (time === 0 ? 0 : -log(discountFactor) / time);
    if (time === 0 && discountFactor !== 1)
      faults.push({ pointer: `${pointer}/discountFactor`, reason: `must be 1 on the valuation date; got ${discountFactor}` });
    if (time > 0 && Math.abs(zeroRate) > MAX_ABS_RATE)
      faults.push({
        pointer: `${pointer}/discountFactor`,
        reason: `must imply a zero rate within [-${MAX_ABS_RATE}, ${MAX_ABS_RATE}]; ${discountFactor} implies ${zeroRate}`,
      });
    return { date: input.date ?? dateAfter(valuationDate, time), time, discountFactor, zeroRate };
  });
  nodes.forEach(({ time }, i) => {
    if (i > 0 && time <= nodes[i - 1]!.time)
      faults.push({
        pointer: `/nodes/${i}/${inputs[i]!.time === undefined ? 'date' : 'time'}`,
        reason: `must be after the node before it, at ${nodes[i - 1]!.time} years; got ${time} years`,
      });
  });
  // Only a straight line of zero rates has a use for a rate at the valuation date; elsewhere the discount factor there is 1.
  const used = nodes.filter(({ time }, i) => time > 0 || (interpolation === 'linear_zero' && inputs[i]!.zeroRate !== undefined));
  if (used.length === 0) faults.push({ pointer: '/nodes', reason: 'must have a node after the valuation date' });
  if (faults.length > 0) throw refusal(faults);
  return { nodes: used, interpolation };
}
