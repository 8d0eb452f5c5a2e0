/** Curves as callers write them: their nodes at times from the valuation date, or fitted to instruments by the calibration service. */
import { z } from 'zod';
import { act365f, dateOfDay, dayNumber, type Interpolation } from '#engine/evaluate';
import { type CurveCalibrationResponse, curveCalibrationRequest } from '#engine/schemas';
import type { Fault } from '#proto/failure';
import { type Curve, curveConventions, curveTerms } from '#services/resources/curve';
import { invalidRequests } from '../contract/errors.js';

/** Largest zero rate, decimal: that of the curves in requests, which a stored curve must be able to stand for. */
const MAX_ZERO_RATE = 10;
const MAX_NODES = 400;
const MAX_YEARS = 100;

const node = z
  .strictObject({
    date: z.iso.date().optional(),
    time: z.number().nonnegative().max(MAX_YEARS).optional().meta({ description: 'Years from the valuation date, ACT/365F' }),
    discountFactor: z.number().positive().optional(),
    zeroRate: z.number().min(-MAX_ZERO_RATE).max(MAX_ZERO_RATE).optional().meta({ description: 'Continuously compounded' }),
  })
  .superRefine((given, context) => {
    for (const [one, other] of [
      ['date', 'time'],
      ['discountFactor', 'zeroRate'],
    ] as const)
      if ((given[one] === undefined) === (given[other] === undefined))
        context.addIssue({ code: 'custom', message: `must have exactly one of ${one} and ${other}`, input: given });
  })
  .meta({ id: 'CurveNodeInput', description: 'A node: a date or a time, and a discount factor or a zero rate' });
type NodeInput = z.output<typeof node>;

const kinds = [{ required: ['nodes'] }, { required: ['instruments'] }];

export const curveRequest = z
  .strictObject({
    ...curveTerms,
    nodes: z.array(node).min(1).max(MAX_NODES).optional().meta({ description: 'In order of time' }),
    instruments: curveCalibrationRequest.shape.instruments,
    interpolation: curveCalibrationRequest.shape.interpolation.unwrap().optional().meta({
      description: 'By default linear_zero where every node has a zero rate, otherwise log_linear',
    }),
    ...curveConventions,
  })
  .superRefine(({ nodes, instruments, ...rest }, context) => {
    if ((nodes === undefined) === (instruments === undefined))
      context.addIssue({ code: 'custom', message: 'must have exactly one of nodes and instruments', input: rest });
    if (nodes === undefined) return;
    for (const name of Object.keys(curveConventions) as (keyof typeof curveConventions)[])
      if (rest[name] !== undefined)
        context.addIssue({ code: 'custom', path: [name], message: 'has a meaning for instruments only', input: rest[name] });
  })
  .meta({ id: 'CurveRequest', description: 'A curve by its nodes, or by instruments that it shall reproduce', oneOf: kinds });
export type CurveRequest = z.output<typeof curveRequest>;

type StoredNodes = Pick<Curve, 'nodes' | 'interpolation'>;

/**
 * The nodes with date, time, discount factor and zero rate.
 *
 * @throws HttpFailure SVC-REQ-001 that names every node that is out of order or impossible
 */
export function nodesOf(given: readonly NodeInput[], valuationDate: string, chosen: Interpolation | undefined): StoredNodes {
  const interpolation = chosen ?? (given.every(({ zeroRate }) => zeroRate !== undefined) ? 'linear_zero' : 'log_linear');
  const faults: Fault[] = [];
  const today = dayNumber(valuationDate);
  const nodes = given.map((each, i) => {
    const at = `/nodes/${i}`;
    const time = each.time ?? act365f(valuationDate, each.date as string);
    const where = each.time === undefined ? `${at}/date` : `${at}/time`;
    const stated = each.time ?? each.date;
    if (time < 0) faults.push({ pointer: where, reason: `must not be before ${valuationDate}, the valuation date; got ${stated}` });
    if (time > MAX_YEARS)
      faults.push({ pointer: where, reason: `must be at most ${MAX_YEARS} years from the valuation date; got ${stated}` });
    const { discountFactor = Math.exp(-(each.zeroRate as number) * time) } = each;
    const zeroRate = each.zeroRate ?? (time === 0 ? 0 : -Math.log(discountFactor) / time);
    if (time === 0 && discountFactor !== 1)
      faults.push({ pointer: `${at}/discountFactor`, reason: `must be 1 on the valuation date; got ${discountFactor}` });
    if (time > 0 && Math.abs(zeroRate) > MAX_ZERO_RATE)
      faults.push({
        pointer: `${at}/discountFactor`,
        reason: `must imply a zero rate within [-${MAX_ZERO_RATE}, ${MAX_ZERO_RATE}]; ${discountFactor} implies ${zeroRate}`,
      });
    return { date: each.date ?? dateOfDay(today + Math.round(365 * time)), time, discountFactor, zeroRate };
  });
  nodes.forEach(({ time }, i) => {
    if (i > 0 && time <= nodes[i - 1].time)
      faults.push({
        pointer: `/nodes/${i}/${given[i].time === undefined ? 'date' : 'time'}`,
        reason: `must be after the node before it, at ${nodes[i - 1].time} years; got ${time} years`,
      });
  });
  // Only a straight line of zero rates has a use for a rate at the valuation date; elsewhere the discount factor there is 1.
  const used = nodes.filter(({ time }, i) => time > 0 || (interpolation === 'linear_zero' && given[i].zeroRate !== undefined));
  if (used.length === 0) faults.push({ pointer: '/nodes', reason: 'must have a node after the valuation date' });
  if (faults.length > 0) throw invalidRequests(faults);
  return { nodes: used, interpolation };
}

/** The nodes of a fitted curve, as they are stored. */
export const fittedNodes = ({ nodes }: CurveCalibrationResponse) =>
  nodes.map(({ date, time, discountFactor, zeroRate }) => ({ date, time, discountFactor, zeroRate }));
