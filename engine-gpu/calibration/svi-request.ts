/** The quotes of smiles to which SVI or SSVI is fitted, and what a fit gives. */
import { z } from 'zod';
import type { Volatility } from '../base/units.js';
import type { SviParameters } from '../market/svi.js';
import type { FitReport } from './fit.js';

/** Fewest quotes of a smile to which SVI is fitted: one per parameter. */
export const MIN_SVI_QUOTES = 5;
/** Largest numbers of expiries and quotes of a stored surface. */
const MAX_SMILES = 100;
export const MAX_SURFACE_QUOTES = 5_000;

/** Fewest quotes in all to which SSVI is fitted: one per parameter, of which each expiry has one and three are shared. */
export const minSsviQuotes = (expiries: number): number => expiries + 3;

export const sviSmilesRequest = z
  .strictObject({
    model: z.enum(['svi', 'ssvi']).default('svi').meta({ description: 'A smile of its own for each expiry, or one surface of all' }),
    smiles: z
      .array(
        z
          .strictObject({
            time: z.number().positive(),
            ks: z.array(z.number()).min(1).max(MAX_SURFACE_QUOTES).meta({ description: 'ln(K/F), strictly increasing' }),
            volatilities: z.array(z.number().nonnegative()),
          })
          .refine(({ ks, volatilities }) => ks.length === volatilities.length, 'must have a volatility for each strike'),
      )
      .min(1)
      .max(MAX_SMILES)
      .meta({ description: 'In order of expiry: each is kept from lying below the one before' }),
  })
  .superRefine(({ model, smiles }, context) => {
    const fault = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path: ['smiles', ...path], message, input: undefined });
    if (model === 'svi')
      smiles.forEach(({ ks }, i) => {
        if (ks.length < MIN_SVI_QUOTES) fault([i, 'ks'], `must have at least ${MIN_SVI_QUOTES} items; got ${ks.length}`);
      });
    const quotes = smiles.reduce((sum, { ks }) => sum + ks.length, 0);
    if (model === 'ssvi' && quotes < minSsviQuotes(smiles.length))
      fault([], `must have at least ${minSsviQuotes(smiles.length)} quotes in all; got ${quotes}`);
  });
export type SviSmilesRequest = z.output<typeof sviSmilesRequest>;

export interface SviFit extends FitReport {
  readonly svi: SviParameters;
  /** True if the fit was constrained to avoid arbitrage. */
  readonly constrained: boolean;
  /** Implied volatility of the fitted smile at each quote. */
  readonly modelVolatilities: readonly Volatility[];
}

/** The parameters of SSVI, with θ = σ²t at the forward for each expiry. */
export interface FittedSsvi {
  readonly rho: number;
  readonly eta: number;
  readonly gamma: number;
  readonly thetas: readonly number[];
}

export interface SsviFit {
  /** Each slice as the SVI smile that it is. */
  readonly fits: readonly SviFit[];
  readonly ssvi: FittedSsvi;
}

export type SviSmilesResponse = { readonly fits: readonly SviFit[] } & Partial<SsviFit>;
