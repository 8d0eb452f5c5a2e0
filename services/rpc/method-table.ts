/** Tables that state how each method of a service is called, and the policies of a client that follow from them. */
import type { MethodName } from '#proto/services';
import type { MethodPolicy } from './attempts.js';

/**
 * How much work an operation or a call is; its deadline follows from it unless an operation states one.
 *
 * - quick: one closed form or one look-up
 * - store: reads or writes of stored data
 * - batch: closed forms of many rows
 * - calibration: a fit
 * - simulation: a Monte Carlo simulation or a numerical method that may take as long as one
 */
export type CostClass = 'quick' | 'store' | 'batch' | 'calibration' | 'simulation';

/** Milliseconds by cost class. */
export type Deadlines = Readonly<Record<CostClass, number>>;

/** How one method is called. */
export interface MethodCall {
  readonly cost: CostClass;
  /** Default: unary. The exchange is for methods that are called for nearly every request. */
  readonly transport?: MethodPolicy['transport'];
  /** Default: connection-lost, for methods that may run twice without harm. */
  readonly retry?: MethodPolicy['retry'];
  /** Milliseconds, beyond the deadline of its cost, for which the method may wait for something to happen. Default: 0. */
  readonly waitMs?: number;
}

/** The calls of all methods of a service: a method without an entry does not compile. */
export type MethodTable<D> = Readonly<Record<MethodName<D>, MethodCall>>;

export const policiesOf = <Name extends string>(
  table: Readonly<Record<Name, MethodCall>>,
  deadlines: Deadlines,
): Readonly<Record<Name, MethodPolicy>> =>
  Object.fromEntries(
    Object.entries<MethodCall>(table).map(([name, { cost, transport = 'unary', retry = 'connection-lost', waitMs = 0 }]) => [
      name,
      { deadlineMs: deadlines[cost] + waitMs, transport, retry },
    ]),
  ) as Readonly<Record<Name, MethodPolicy>>;
