/** The thread that prices options by finite differences or from surfaces of many smiles, which would block the event loop for too long. */
import { partOf, type WorkOutcome } from '../compute/work-outcome.js';
import { type OptionTask, outcomesOf } from './option-prices.js';

export { ping } from '../compute/work-outcome.js';

export default (task: OptionTask): Promise<WorkOutcome> => partOf(() => outcomesOf(task));
