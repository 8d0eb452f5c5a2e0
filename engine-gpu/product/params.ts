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

// Far outside any calibration, but inside what keeps a variance and its rate of change meaningful.
const variance = (description: string) => z.number().nonnegative().max(100).meta({ description });
const correlation = (description: string) => z.number().min(-1).max(1).meta({ description });

export const hestonParams = z
  .strictObject({
    v0: variance('Variance now, per year'),
    kappa: z.number().nonnegative().max(1_000).meta({ description: 'Speed at which the variance reverts, per year' }),
    theta: variance('Variance in the long run, per year'),
    sigma: z.number().nonnegative().max(100).meta({ description: 'Volatility of the variance; 0 makes it certain' }),
    rho: correlation('Correlation of asset and variance'),
  })
  .meta({ id: 'HestonFftParams', description: 'Of equity_vanilla_heston_fft' });
