/** An entry of a service's table of methods: what its clients, handlers, worker threads and jobs need to know of a method. */
import type * as engine from '#engine';
import type { Priced, Unpriced } from '#engine';
import type { blocks } from '#proto/services';
import type { CostClass, MethodTable } from '../rpc/method-table.js';

/**
 * The engine as a process that computes has loaded it. An entry takes its function from this argument and imports the type alone, because the
 * gateway reads the table too and loads no device code.
 */
export type Engine = typeof engine;

export type Measured = Priced<object> | Unpriced<object>;

/** How long a call may take: as long as an operation of this cost class. */
export type MethodCost = Exclude<CostClass, 'store'>;

/** How the methods about blocks are called, which stand beside those of a table. */
export const blockCalls: MethodTable<typeof blocks> = {
  planBlocks: { cost: 'simulation' },
  runBlock: { cost: 'simulation' },
  combineBlocks: { cost: 'batch' },
};
