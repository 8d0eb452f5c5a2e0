/** The thread of the calibrations that take longer than the event loop may be blocked. */
import { calibrateCurve, calibrateHeston, correlationMatrix, fitSmiles } from '#engine';
import { correlationMatrixRequest, curveCalibrationRequest, hestonCalibrationRequest, parse, sviSmilesRequest } from '#engine/schemas';
import { parseBody } from '../compute/body.js';
import { outcomeOf, type WorkOutcome } from '../compute/work-outcome.js';

export { ping } from '../compute/work-outcome.js';

export interface CalibrationTask {
  readonly method: 'calibrateHeston' | 'calibrateCurve' | 'correlationMatrix' | 'fitSmiles';
  readonly bodyJson: string;
  /** ISO date */
  readonly today: string;
}

const calibrations: Readonly<Record<CalibrationTask['method'], (body: unknown, today: string) => object>> = {
  calibrateHeston: (body, today) => calibrateHeston(parse(hestonCalibrationRequest, body), today),
  calibrateCurve: (body) => calibrateCurve(parse(curveCalibrationRequest, body)),
  correlationMatrix: (body) => correlationMatrix(parse(correlationMatrixRequest, body)),
  fitSmiles: (body) => fitSmiles(parse(sviSmilesRequest, body)),
};

export default ({ method, bodyJson, today }: CalibrationTask): Promise<WorkOutcome> =>
  outcomeOf(() => calibrations[method](parseBody(bodyJson), today));
