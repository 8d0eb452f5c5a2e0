import { z } from 'zod';
import { curveCalibrationRequest, fitReportFields as report } from '#engine/schemas';
import { type DocumentOf, resource } from './resource.js';
import { text } from './text.js';

export const surfaceTerms = {
  name: text(200),
  underlying: text(64).meta({ description: 'Name of the asset' }),
  valuationDate: z.iso.date({ abort: true }).meta({ description: 'ISO 8601 calendar date from which its times count' }),
};

const svi = z
  .strictObject({ a: z.number(), b: z.number(), rho: z.number(), m: z.number(), sigma: z.number() })
  .meta({ id: 'SviParameters', description: 'w(k) = a + b (ρ (k − m) + √((k − m)² + σ²)), total variance at log-moneyness k = ln(K/F)' });

const sviFit = z
  .strictObject({
    ...report,
    constrained: z.boolean().meta({
      description:
        'Whether the best fit alone would have allowed arbitrage, so that another was taken; of SSVI, whether a bound that keeps the surface free of it is met',
    }),
    fitted: z
      .array(z.strictObject({ strike: z.number(), marketVolatility: z.number(), modelVolatility: z.number() }))
      .meta({ description: 'The quotes and what the smile makes of them, in order of strike' }),
  })
  .meta({ id: 'SviFit', description: 'How well SVI parameters that were fitted to quotes meet them' });

const ssvi = z
  .strictObject({
    rho: z.number(),
    eta: z.number(),
    gamma: z.number(),
    thetas: z.array(z.number()).meta({ description: 'Total variance at the forward, one per slice' }),
  })
  .meta({ id: 'StoredSsvi', description: 'The parameters of SSVI of which the slices are, given or fitted' });

const slice = z
  .strictObject({
    expiry: z.iso.date().meta({ description: 'Of a time, the nearest calendar date' }),
    time: z.number().meta({ description: 'Years from the valuation date, ACT/365F' }),
    forward: z.number().meta({ description: 'Forward of the underlying, price units' }),
    strikes: z.array(z.number()).optional().meta({ description: 'Of quotes, in order' }),
    volatilities: z.array(z.number()).optional().meta({ description: 'One implied volatility per strike, decimal' }),
    svi: svi.optional(),
    fit: sviFit.optional(),
  })
  .meta({ id: 'SurfaceSlice', description: 'The smile of one expiry: quotes or SVI parameters' });

const offence = z.strictObject({
  expiry: z.iso.date(),
  time: z.number(),
  strike: z.number(),
  impliedVolatility: z.number(),
  reason: z.string(),
});

export const arbitrageReport = z
  .strictObject({
    calendar: z.array(offence).meta({ description: 'Total variance that falls from one expiry to the next at the same moneyness' }),
    butterfly: z
      .array(offence)
      .meta({ description: 'Call prices that rise with the strike, fall faster than it rises, or are not convex in it' }),
  })
  .meta({
    id: 'ArbitrageReport',
    description: 'Points of a surface that allow a riskless profit, at most 200 of each kind; empty where there are none',
  });

/** Surfaces as they are stored: the smile of each expiry, the forwards, and the arbitrage that they allow. */
export const surfaces = resource({
  collection: 'surfaces',
  idPrefix: 'srf_',
  schema: z.strictObject({
    ...surfaceTerms,
    spot: z.number(),
    dividend: z.number(),
    rate: z.number().optional(),
    forwardCurveId: z.string().optional(),
    forwardCurveVersion: z.int().optional().meta({ description: 'Version of the forward curve when the surface was written' }),
    forwardCurve: z
      .strictObject({
        times: z.array(z.number()),
        zeroRates: z.array(z.number()),
        interpolation: curveCalibrationRequest.shape.interpolation.unwrap(),
      })
      .meta({ description: 'The interest rates behind the forwards, as they were when the surface was written' }),
    interpolation: z.enum(['total_variance']),
    slices: z.array(slice).meta({ description: 'In order of expiry' }),
    ssvi: ssvi.optional(),
    arbitrage: arbitrageReport,
    warnings: z.array(z.string()).optional(),
    calibrationRunId: z.uuid().optional().meta({
      description: 'The run that fitted SVI or SSVI. Its receipt, of desk/v1/calibrate/surface, can be read and replayed',
    }),
  }),
  filters: { underlying: 'equals', name: 'prefix', asOf: { field: 'valuationDate', match: 'equals' } },
  sorts: ['name', 'valuationDate'],
  searchable: ['name', 'underlying'],
  references: [{ field: 'forwardCurveId', to: 'curves' }],
  history: true,
  access: 'callers',
  api: {
    tag: 'Market Data',
    path: '/api/v1/market-data/surfaces',
    scope: 'price',
    singular: 'Surface',
    plural: 'Surfaces',
    example: {
      name: 'ACME',
      underlying: 'ACME',
      valuationDate: '2026-03-02',
      spot: 100,
      rate: 0.03,
      dividend: 0.01,
      expiries: [0.5, 1, 2],
      strikes: [80, 100, 120],
      volatilities: [
        [0.25, 0.2, 0.18],
        [0.24, 0.205, 0.19],
        [0.235, 0.21, 0.2],
      ],
    },
  },
});

export type Surface = DocumentOf<typeof surfaces>;
