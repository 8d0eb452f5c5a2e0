import {
  curveCalibrationRequest,
  curveCalibrationResponse,
  hestonCalibrationRequest,
  hestonCalibrationResponse,
  sabrCalibrationRequest,
  sabrCalibrationResponse,
} from '#engine/schemas';
import { computation } from '../contract/computation.js';
import { operation } from '../contract/operation.js';

export const calibration = [
  operation({
    id: 'calibrateSabr',
    method: 'POST',
    path: '/api/v1/calibrate/sabr',
    tag: 'Calibration',
    scope: 'calibrate',
    costClass: 'calibration',
    prices: ['smile'],
    failures: ['SVC-CALC-002'],
    summary: 'SABR parameters from the smile of one expiry',
    description: 'Least squares in lognormal implied volatility by the expansion of Hagan et al. (2002, eq. 2.17), with beta fixed.',
    request: sabrCalibrationRequest,
    example: {
      forward: 0.03,
      expiry: 5,
      beta: 0.5,
      strikes: [0.01, 0.02, 0.03, 0.04, 0.06],
      volatilities: [0.3552, 0.2392, 0.1812, 0.1647, 0.1806],
    },
    response: sabrCalibrationResponse,
    handle: async ({ body, call }, dependencies) => computation('calibration.calibrateSabr', body, call, dependencies),
  }),
  operation({
    id: 'calibrateHeston',
    method: 'POST',
    path: '/api/v1/calibrate/heston',
    tag: 'Calibration',
    scope: 'calibrate',
    costClass: 'calibration',
    prices: ['surface'],
    failures: ['SVC-CALC-002'],
    summary: 'Heston parameters from a surface of implied volatilities',
    description:
      'Weighted least squares in implied volatility. The search starts from an estimate made from the quotes, or at `initial`; further starting points are tried only where the fit is poor.',
    request: hestonCalibrationRequest,
    example: {
      spot: 100,
      rate: 0.03,
      dividend: 0.01,
      quotes: [0.25, 1, 2].flatMap((time) =>
        [
          [80, 0.26],
          [90, 0.23],
          [100, 0.205],
          [110, 0.185],
          [120, 0.175],
        ].map(([strike, impliedVolatility]) => ({ strike, time, impliedVolatility })),
      ),
    },
    response: hestonCalibrationResponse,
    handle: async ({ body, call }, dependencies) => computation('calibration.calibrateHeston', body, call, dependencies),
  }),
  operation({
    id: 'calibrateCurve',
    method: 'POST',
    path: '/api/v1/calibrate/curve',
    tag: 'Calibration',
    scope: 'calibrate',
    costClass: 'calibration',
    prices: ['curve'],
    failures: ['SVC-CALC-002'],
    summary: 'Discount or projection curve that reprices every quote',
    description:
      'One node per instrument, at its end date. A failure names the instrument that cannot be fitted. With `shortRateModel`, Hull-White’s or the G2++ model is fitted to a matrix of swaptions on the curve besides, by least squares in their implied volatilities.',
    request: curveCalibrationRequest,
    example: {
      valuationDate: '2026-01-05',
      calendar: 'TARGET',
      settlementDays: 2,
      instruments: [
        { type: 'deposit', tenor: '3M', rate: 0.032 },
        { type: 'fra', start: '2026-04-07', tenor: '3M', rate: 0.033 },
        { type: 'swap', tenor: '2Y', rate: 0.034 },
        { type: 'swap', tenor: '5Y', rate: 0.035 },
      ],
    },
    response: curveCalibrationResponse,
    handle: async ({ body, call }, dependencies) => computation('calibration.calibrateCurve', body, call, dependencies),
  }),
];
