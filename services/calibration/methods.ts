/** The methods of the calibration service, each named once: the gateway's client, the handlers and the worker threads walk this table. */
import type { z } from 'zod';
import {
  correlationMatrixRequest,
  creditCurveRequest,
  curveCalibrationRequest,
  curveSetRequest,
  hestonCalibrationRequest,
  sabrCalibrationRequest,
  surfaceSlicesRequest,
} from '#engine/schemas';
import { tableMethods } from '#proto/services';
import type { Engine, Measured, MethodCost } from '../compute/method.js';

/** @param today ISO date, the valuation date where the request gives none */
type Calibrate<Request> = (request: Request, today: string) => Measured;

/** @param isLong says of the body of a request whether the calibration takes longer than the event loop may be blocked */
const method = <Request extends z.ZodType>(
  request: Request,
  calibrate: (engine: Engine) => Calibrate<z.output<Request>>,
  isLong: (body: object) => boolean,
) => ({ request, cost: 'calibration' as MethodCost, calibrate: calibrate as (engine: Engine) => Calibrate<unknown>, isLong });

const [milliseconds, seconds] = [() => false, () => true];
/** A curve takes a millisecond; the fit of a short rate model to swaptions takes up to seconds. */
const withShortRateModel = (body: { readonly shortRateModel?: unknown }): boolean => body.shortRateModel !== undefined;
/** The smiles of a surface take a millisecond; a fit of SVI or SSVI to a hundred expiries takes seconds, and so do smiles for strangles that no smile values so. */
const withSearch = (body: { readonly fit?: unknown; readonly deltaConvention?: { readonly butterfly?: unknown } }): boolean =>
  body.fit !== undefined || body.deltaConvention?.butterfly === 'market';

export const calibrationMethods = {
  calibrateSabr: method(sabrCalibrationRequest, (engine) => engine.calibrateSabr, milliseconds),
  calibrateHeston: method(hestonCalibrationRequest, (engine) => engine.calibrateHeston, seconds),
  calibrateCurve: method(curveCalibrationRequest, (engine) => engine.calibrateCurve, withShortRateModel),
  calibrateCurves: method(curveSetRequest, (engine) => engine.calibrateCurves, seconds),
  calibrateCreditCurve: method(creditCurveRequest, (engine) => engine.creditCurve, milliseconds),
  correlationMatrix: method(correlationMatrixRequest, (engine) => engine.correlationMatrix, seconds),
  surfaceSlices: method(surfaceSlicesRequest, (engine) => engine.surfaceSlices, withSearch),
};

export type CalibrationMethod = keyof typeof calibrationMethods;

/** The service as clients and servers know it. */
export const calibration = tableMethods<CalibrationMethod>('svc.calibration.v1.Calibration', calibrationMethods);
