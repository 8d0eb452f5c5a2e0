/** How the methods of a service are called: the tables that state it, the policies of a client that follow from them, and the context of a call. */
import type { Caller } from '#proto/caller';
import type { MethodName } from '#proto/services';

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

/**
 * - exchange: one stream carries many calls, for methods that are called for nearly every request
 * - unary: each call has a stream of its own
 */
export type Transport = 'exchange' | 'unary';

/** How a client calls one method; it follows from the entry of the table. */
export interface MethodPolicy {
  /** Milliseconds in which the method must answer, or fewer where the caller's own deadline is sooner. */
  readonly deadlineMs: number;
  readonly transport: Transport;
  /**
   * - connection-lost: a call whose connection failed is made again, and one whose replica is silent is also made at another one
   * - hedged: as connection-lost; and where the answer takes long, another replica is asked too. For look-ups, which change nothing
   * - never: the call is made once, because it may have had an effect that must not be repeated
   */
  readonly retry: 'connection-lost' | 'hedged' | 'never';
}

/** The entry of one method. */
export interface MethodCall {
  readonly cost: CostClass;
  /** Default: unary. */
  readonly transport?: Transport;
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

/** The context of a client's call beside the request. */
export interface ClientCall {
  readonly caller: Caller;
  /** Aborted when the HTTP caller has gone. */
  readonly signal?: AbortSignal;
  /** Milliseconds to the caller's own deadline; the call ends by then, or by the method's deadline if that is sooner. */
  readonly timeoutMs?: number;
}
