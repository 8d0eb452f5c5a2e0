/** Prices as engine/price returns them, computed in process. */
import { EngineFailure, type Fault, type PricerTools, type PricingResult, priceWithPricer } from '#engine';
import type { EngineCase } from '#test/reference/engine-requests';
import { closeTo, type Tolerance } from '#test/reference/table';

export const TODAY = '2026-01-02';

/** Tools for pricers without simulation. */
export const noTools: PricerTools = {
  run: () => Promise.reject(new Error('simulates nothing')),
};

interface Request {
  readonly instrument: object;
  readonly market: object;
  readonly params?: object;
}

/** The result of the pricer for a request. */
export const resultOf = async (pricerId: string, request: Request): Promise<PricingResult> =>
  (await priceWithPricer({ pricerId, ...request, today: TODAY }, noTools)).result;

export const priceOf = async (pricerId: string, request: Request): Promise<number> => (await resultOf(pricerId, request)).price;

/** The faults with which the pricer refuses a request. @throws for any other outcome */
export async function refusalOf(pricerId: string, request: Request): Promise<readonly Fault[]> {
  const outcome = await resultOf(pricerId, request).catch((error: unknown) => error);
  if (outcome instanceof EngineFailure && outcome.kind === 'invalid') return outcome.faults;
  throw new Error(`was not refused: ${outcome instanceof Error ? outcome.stack : JSON.stringify(outcome)}`);
}

/** Checks each result of a case against its expected value, within the tolerance of the row. */
export async function requireCases(cases: readonly EngineCase[], tolerance: Tolerance): Promise<void> {
  for (const { label: subject, request, expected } of cases) {
    const result = await resultOf(request.pricerId, request);
    for (const [name, value] of Object.entries(expected))
      closeTo(result[name as keyof PricingResult] as number, value, tolerance, `${name} of ${subject}`);
  }
}
