/** Prices as a caller of the engine entry point gets them, without the service around. */
import { EngineFailure, type Fault, type PricerTools, type PricingResult, priceWithPricer } from '#engine';

export const TODAY = '2026-01-02';

/** For the pricers that simulate nothing. */
export const noTools: PricerTools = {
  simulate: () => Promise.reject(new Error('simulates nothing')),
};

interface Request {
  readonly instrument: object;
  readonly market: object;
  readonly params?: object;
}

/** What `pricerId` makes of a request. */
export const resultOf = async (pricerId: string, request: Request): Promise<PricingResult> =>
  (await priceWithPricer({ pricerId, ...request, today: TODAY }, noTools)).result;

export const priceOf = async (pricerId: string, request: Request): Promise<number> => (await resultOf(pricerId, request)).price;

/** The faults with which `pricerId` refuses a request. Any other outcome fails. */
export async function refusalOf(pricerId: string, request: Request): Promise<readonly Fault[]> {
  const outcome = await resultOf(pricerId, request).catch((error: unknown) => error);
  if (outcome instanceof EngineFailure && outcome.kind === 'invalid') return outcome.faults;
  throw new Error(`was not refused: ${outcome instanceof Error ? outcome.stack : JSON.stringify(outcome)}`);
}
