import type { Handlers } from '#proto/services';
import type { CalibrationDefinition } from '#proto/types/svc/calibration/v1/Calibration';

/** The proto declares no call yet: the process is there, healthy and measured, and answers UNIMPLEMENTED. */
export const handlers: Handlers<CalibrationDefinition> = {};
