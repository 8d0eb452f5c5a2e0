import type { Handlers } from '#proto/services';
import type { RiskDefinition } from '#proto/types/svc/risk/v1/Risk';

/** The proto declares no call yet: the process is there, healthy and measured, and answers UNIMPLEMENTED. */
export const handlers: Handlers<RiskDefinition> = {};
