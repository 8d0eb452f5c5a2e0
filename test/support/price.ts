/** Prices as a caller of the engine entry point gets them, without the service around. */
import { EngineFailure, type Fault, type PricerTools, type PricingResult, priceWithPricer } from '#engine';
import type { EngineCase } from '#test/reference/engine-requests';
import { closeTo, type Tolerance } from '#test/reference/table';

export const TODAY = '2026-01-02';

/** For the pricers that simulate nothing. */
export const noTools: PricerTools = {
  simulate: () => Promise.reject(new Error('simulates nothing')),
  run: () => Promise.reject(new Error('simulates nothing')),
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

/** Holds each result of a case to what is expected of it, within the row's tolerance. */
export async function requireCases(cases: readonly EngineCase[], tolerance: Tolerance): Promise<void> {
  for (const { what, request, expected } of cases) {
    const result = await resultOf(request.pricerId, request);
    for (const [name, value] of Object.entries(expected))
      closeTo(result[name as keyof PricingResult] as number, value, tolerance, `${name} of ${what}`);
  }
}
