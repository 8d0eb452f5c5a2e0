/** Responses of the exposure and XVA operations. Amounts are in the reporting currency. */
import { z } from 'zod';
import { resultWarnings } from '../../base/result-warnings.js';

const figure = (description: string) => z.number().meta({ description });

const entry = z.strictObject({
  time: figure('Years: the end of a bucket, or 0 where today was given'),
  ee: figure('Expected exposure E[max(V/B, 0)]/P(0, t), after the payments of the date'),
  nee: figure('Expected negative exposure, positive'),
  eeBefore: figure('ee just before the payments of the date; absent with the integration end').optional(),
  neeBefore: figure('nee just before them').optional(),
  pfe95: figure('95 % quantile of the exposure').optional(),
  pfe99: figure('99 % quantile of the exposure').optional(),
  pfe: z
    .array(z.strictObject({ level: z.number(), value: figure('Quantile of the exposure at this level'), standardError: z.number() }))
    .optional()
    .meta({ description: 'With pfeLevels, in their order' }),
  standardErrors: z
    .strictObject({
      ee: z.number(),
      nee: z.number(),
      eeBefore: z.number().optional(),
      neeBefore: z.number().optional(),
      pfe95: z.number(),
      pfe99: z.number(),
    })
    .optional()
    .meta({ description: 'Absent where the profile was given' }),
});
const exposure = z.array(entry);

const ofRun = {
  reportingCurrency: z.string(),
  numPaths: z.int().optional().meta({ description: 'Paths simulated; absent where the profile was given' }),
  seed: z.int().optional(),
  backend: z.enum(['double']).optional().meta({ description: 'The arithmetic that simulated: double precision on the processor' }),
  warnings: resultWarnings,
};
const value = figure('Risk-free value today');

export const exposureResponse = z
  .strictObject({
    exposure,
    epe: figure('Average expected exposure over the first year, or to the last date where that is sooner'),
    eepe: figure('The same of the running maximum of expected exposure, which starts at the exposure today'),
    standardErrors: z.strictObject({ epe: z.number(), eepe: z.number() }).meta({ description: 'Of both averages' }),
    value,
    ...ofRun,
  })
  .meta({ id: 'ExposureResponse', description: 'Exposure profile of a netting set' });

const measures = {
  cva: figure('Credit valuation adjustment'),
  dva: figure('Debit valuation adjustment'),
  fca: figure('Funding cost adjustment'),
  fba: figure('Funding benefit adjustment'),
  fva: figure('fca − fba'),
  kva: figure('Capital valuation adjustment'),
  mva: figure('Margin valuation adjustment'),
  total: figure('cva − dva + fva + kva + mva, to be taken off the risk-free value'),
};
const withErrors = {
  ...measures,
  standardErrors: z.strictObject(measures).meta({ description: 'Of each measure; 0 where the profile was given' }),
};

export const xvaResponse = z
  .strictObject({
    ...withErrors,
    value: value.optional(),
    exposure,
    allocation: z
      .array(z.strictObject({ trade: z.int().meta({ description: 'Index of the trade' }), id: z.string().optional(), ...withErrors }))
      .optional()
      .meta({ description: 'Euler shares of the trades, which add up to the measures' }),
    ...ofRun,
  })
  .meta({ id: 'XvaResponse', description: 'Valuation adjustments of a netting set, all as positive amounts' });

const ofSet = z.strictObject(withErrors);
export const incrementalXvaResponse = z
  .strictObject({
    ...withErrors,
    value: figure('Risk-free value today of the new trades'),
    before: ofSet.meta({ description: 'Of the netting set without the new trades' }),
    after: ofSet.meta({ description: 'With them' }),
    exposure: exposure.meta({ description: 'With the new trades' }),
    ...ofRun,
  })
  .meta({ id: 'IncrementalXvaResponse', description: 'What the new trades add to each measure' });

export const xvaSensitivitiesResponse = z
  .strictObject({
    base: z.strictObject(withErrors).meta({ description: 'The measures themselves, as xva/calculate gives them' }),
    rates: z.array(z.strictObject({ currency: z.string(), tenor: figure('Years'), ...withErrors })).meta({
      description:
        'Per 1.00 of the zero rate at a tenor, linear between tenors and flat beyond both ends. A projection curve moves with that of discounting; volatilities, correlations and default intensities stay',
    }),
    projectionRates: z
      .array(
        z.strictObject({
          currency: z.string(),
          index: z.string().optional().meta({ description: 'Of the curve of an index of market.projections' }),
          ...withErrors,
        }),
      )
      .optional()
      .meta({
        description:
          'With projectionBumps: per 1.00 of every zero rate of a projection curve, the discount curve staying where it is (the basis between them)',
      }),
    fx: z.array(z.strictObject({ pair: z.string(), ...withErrors })).meta({ description: 'Per 1.00 of the exchange rate' }),
    assets: z.array(z.strictObject({ name: z.string(), ...withErrors })).meta({ description: 'Per 1.00 of the spot' }),
    credit: z
      .array(
        z.strictObject({
          party: z.enum(['counterparty', 'own']),
          quote: z
            .enum(['spread', 'intensity'])
            .meta({ description: 'spread: of the swap of that tenor; intensity: since the tenor before' }),
          tenor: figure('Years'),
          ...withErrors,
        }),
      )
      .meta({ description: 'Per 1.00 of the spread or of the default intensity' }),
    volatilities: z
      .array(z.strictObject({ factor: z.enum(['rates', 'fx', 'assets', 'intensity']), name: z.string(), ...withErrors }))
      .meta({
        description:
          'Per 1.00 of volatility; of rates, of the mean volatility of the short rate, moved in proportion, and with it that of a second factor; of fx, where smiles are quoted, of the mean volatility of the spot between expiries, moved in proportion; of intensity, of the default intensity of the party that is named',
      }),
    wrongWayCorrelations: z
      .array(
        z.strictObject({
          party: z.enum(['counterparty', 'own']).meta({ description: 'Whose default intensity moves' }),
          asset: z.string().meta({ description: 'What it is correlated with, as in wrongWayRisk; own: the own intensity' }),
          ...withErrors,
        }),
      )
      .optional()
      .meta({ description: 'With correlationBumps: per 1.00 of each correlation of a default intensity' }),
    ...ofRun,
  })
  .meta({ id: 'XvaSensitivitiesResponse', description: 'Derivatives of the valuation adjustments' });
