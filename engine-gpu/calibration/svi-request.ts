/** The quotes of smiles to which SVI is fitted, and what a fit gives. */
import { z } from 'zod';
import type { Volatility } from '../base/units.js';
import type { SviParameters } from '../market/svi.js';
import type { FitReport } from './fit.js';

/** Fewest quotes of a smile: one per parameter. */
export const MIN_SVI_QUOTES = 5;
/** What a stored surface may have. */
const [MAX_SMILES, MAX_QUOTES] = [100, 5_000];

export const sviSmilesRequest = z.strictObject({
  smiles: z
    .array(
      z
        .strictObject({
          time: z.number().positive(),
          ks: z.array(z.number()).min(MIN_SVI_QUOTES).max(MAX_QUOTES).meta({ description: 'ln(K/F), strictly increasing' }),
          volatilities: z.array(z.number().nonnegative()),
        })
        .refine(({ ks, volatilities }) => ks.length === volatilities.length, 'must have a volatility for each strike'),
    )
    .min(1)
    .max(MAX_SMILES)
    .meta({ description: 'In order of expiry: each is kept from lying below the one before' }),
});
export type SviSmilesRequest = z.output<typeof sviSmilesRequest>;

export interface SviFit extends FitReport {
  readonly svi: SviParameters;
  /** Whether offences against arbitrage had to be kept away from. */
  readonly constrained: boolean;
  /** Implied volatility of the fitted smile at each quote. */
  readonly modelVolatilities: readonly Volatility[];
}

export interface SviSmilesResponse {
  readonly fits: readonly SviFit[];
}
