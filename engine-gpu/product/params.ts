/**
 * Model parameters of the engine entry point (interface specification, 2.6): strict, and without a default.
 *
 * A bound that only keeps out what no market has, or what would hold a processor for long, says so.
 */
import { z } from 'zod';

/** The binomial trees by name. */
export const TREE_TYPES = ['crr', 'jarrow_rudd', 'tian', 'trigeorgis', 'leisen_reimer'] as const;
export type TreeType = (typeof TREE_TYPES)[number];

/** 12.5 million nodes of an American option, about 25 ms. */
const MAX_TREE_STEPS = 5_000;

export const binomialParams = z
  .strictObject({
    steps: z.int().min(1).max(MAX_TREE_STEPS).meta({ description: 'Time steps; leisen_reimer takes the next odd number' }),
    treeType: z.enum(TREE_TYPES).meta({ description: 'How the moves of the tree are chosen' }),
  })
  .meta({ id: 'BinomialParams', description: 'Of binomial_tree; without them 200 Cox-Ross-Rubinstein steps' });
