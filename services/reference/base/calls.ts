/** The ways in which most methods of the reference service are called. */
import type { MethodCall } from '../../rpc/method-table.js';

/** A write that may run twice: the second run finds what the first has written, and changes nothing. */
export const REPEATABLE: MethodCall = { cost: 'store' };

/** A read, which another replica is asked for as well where the first takes long. */
export const LOOK_UP: MethodCall = { cost: 'store', retry: 'hedged' };

/** A write that must not run twice: it would be made twice, or find its own change in the way. */
export const ONCE: MethodCall = { cost: 'store', retry: 'never' };
