/** Requests and replies of the risk service: JSON that it reads and writes with the schemas of the engine. */
import type { RiskReply__Output } from '#proto/types/svc/risk/v1/RiskReply';
import type { RiskRequest } from '#proto/types/svc/risk/v1/RiskRequest';
import { received } from './manifest.js';
import type { OperationCall, Outcome } from './operation.js';

/** What revalues the positions of an option book. */
export const BOOK_PRICERS = ['equity_vanilla_bs'];

/** Room for 100 000 positions with every digit. */
export const BOOK_BODY_LIMIT = 32 * 1024 * 1024;

export const riskRequest = (body: object, { today, fresh }: OperationCall): RiskRequest => ({
  bodyJson: JSON.stringify(body),
  today,
  ...(fresh && { fresh }),
});

export const riskOutcome = <Data extends object>({ resultJson, manifest }: RiskReply__Output): Outcome<Data> => ({
  data: JSON.parse(resultJson) as Data,
  ...(manifest && { manifest: received(manifest) }),
});
