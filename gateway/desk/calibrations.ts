/** Calibrations whose results the interface stores, without storing them. */
import { z } from 'zod';
import { creditCurveRequest, creditCurveResponse, surfaceFitRequest } from '#engine/schemas';
import { creditCurveExample } from '#services/resources/credit-curve';
import { surfaces } from '#services/resources/surface';
import { computation } from '../contract/computation.js';
import { operation } from '../contract/operation.js';

const { slices, ssvi, arbitrage } = surfaces.shape;

const shared = { method: 'POST', tag: 'Calibration', scope: 'calibrate', costClass: 'calibration', failures: ['SVC-CALC-002'] } as const;

export const calibrations = [
  operation({
    ...shared,
    id: 'calibrateCreditCurve',
    path: '/desk/v1/calibrate/credit-curve',
    prices: ['credit_curve'],
    manifest: 'when_priced',
    summary: 'Default intensities that reproduce the par spreads of credit default swaps',
    description:
      'By the conventions of the standard model of ISDA; one intensity up to the end of each swap. Intensities in place of spreads are fitted to nothing: their survival probabilities have no manifest.',
    request: creditCurveRequest,
    example: creditCurveExample,
    response: creditCurveResponse.meta({ id: 'CreditCurveResponse' }),
    handle: async ({ body, call }, dependencies) => computation('calibration.calibrateCreditCurve', body, call, dependencies),
  }),
  operation({
    ...shared,
    id: 'calibrateSurface',
    path: '/desk/v1/calibrate/surface',
    prices: ['volatility_surface'],
    summary: 'SVI or SSVI fitted to the implied volatilities of one underlying, and the arbitrage that is left',
    description:
      '`svi` fits a smile for each expiry by itself, above the one before where such a smile is near the quotes; `ssvi` fits one surface, always free of arbitrage. Each slice says how well it meets its quotes.',
    request: surfaceFitRequest,
    example: {
      ...{ valuationDate: '2026-03-02', spot: 100, rate: 0.03, dividend: 0.01, fit: 'ssvi' },
      ...{ expiries: [0.5, 1], strikes: [80, 90, 100, 110, 120] },
      volatilities: [
        [0.245, 0.222, 0.203, 0.19, 0.183],
        [0.24, 0.221, 0.205, 0.194, 0.187],
      ],
    },
    response: z.object({ slices, ssvi, arbitrage }).meta({ id: 'FittedSurface' }),
    handle: async ({ body, call }, dependencies) => computation('calibration.surfaceSlices', body, call, dependencies),
  }),
];
