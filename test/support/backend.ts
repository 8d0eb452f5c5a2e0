/** The backend of all suites that simulate: its threads start with the first launch, and compile each kernel once for the whole run. */
import type { PricerTools } from '#engine';
import { openBackend } from '#engine-gpu/backend/backend';

export const backend = await openBackend('webasm', { workers: 2 });

/** Tools of the pricers that simulate on it, up to this cost. */
export const toolsUpTo = (costLimit: number): PricerTools => ({ run: (compute) => compute({ costLimit }, backend) });
