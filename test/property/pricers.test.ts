/** Checks the laws of every pricer over random terms and models, far beyond those of any market. A refusal must state its reason. */
import { expect } from 'chai';
import fc from 'fast-check';
import { EngineFailure, type PricingResult, pricers, priceWithPricer } from '#engine';
import { toolsUpTo } from '#test/support/backend';
import { numCases } from '#test/support/effort';
import { TODAY } from '#test/support/price';
import { crossAssetLaws } from './cross-asset-laws.js';
import { datedRatesLaws } from './dated-rates-laws.js';
import { exoticLaws } from './exotic-laws.js';
import type { Ask, Claim, Law, Request } from './law.js';
import { ratesLaws } from './rates-laws.js';
import { shareLaws } from './share-laws.js';

const LAWS: Readonly<Record<string, Law>> = { ...shareLaws, ...exoticLaws, ...ratesLaws, ...datedRatesLaws, ...crossAssetLaws };
const SEED = 20260102;
const RUNS = 100;
/** Allowed deviation in standard errors: a normal error exceeds it once in a thousand million claims. */
const STANDARD_ERRORS = 6;

describe('pricing random terms and models', () => {
  const tools = toolsUpTo(1e9);

  /** Results by request: several claims about a request need its price only once. */
  const results = new WeakMap<Request, Map<string, Promise<PricingResult | undefined>>>();

  function attempt(ownId: string, { pricerId = ownId, request }: Ask): Promise<PricingResult | undefined> {
    const attempts = results.get(request) ?? new Map<string, Promise<PricingResult | undefined>>();
    results.set(request, attempts);
    const result = attempts.get(pricerId) ?? compute(pricerId, request);
    attempts.set(pricerId, result);
    return result;
  }

  /** The result, or undefined where the engine refuses or fails with a reason. Any other failure is thrown on. */
  async function compute(pricerId: string, request: Request): Promise<PricingResult | undefined> {
    try {
      return (await priceWithPricer({ pricerId, ...request, today: TODAY }, tools)).result;
    } catch (error) {
      if (error instanceof EngineFailure && error.kind !== 'device' && error.message.length > 10) return undefined;
      throw error;
    }
  }

  /** @returns false where one of its prices was refused */
  async function require(ownId: string, { label, sum, lower, upper, rounding }: Claim): Promise<boolean> {
    const results = await Promise.all(sum.map(([, ask]) => attempt(ownId, ask)));
    let total = 0;
    let slack = rounding;
    for (const [i, [weight]] of sum.entries()) {
      const result = results[i];
      if (result === undefined) return false;
      total += weight * result.price;
      slack += STANDARD_ERRORS * Math.abs(weight) * (result.standardError ?? 0);
    }
    const prices = results.map((result) => result?.price).join(', ');
    if (lower !== undefined) expect(total, `${label}: ${prices}`).to.be.at.least(lower - slack);
    if (upper !== undefined) expect(total, `${label}: ${prices}`).to.be.at.most(upper + slack);
    return true;
  }

  for (const { id } of pricers)
    it(`${id} satisfies its no-arbitrage relations, or refuses the request with a reason`, async () => {
      const law = LAWS[id];
      if (law === undefined) throw new Error(`${id} has no laws: add the relations that its prices satisfy to test/property`);
      const numRuns = law.runs ?? RUNS;
      let [runs, refused, claimed, upheld] = [0, 0, 0, 0];
      await fc.assert(
        fc.asyncProperty(law.requests, async (request) => {
          runs++;
          const result = await attempt(id, { request });
          if (result === undefined) {
            refused++;
            return;
          }
          for (const [name, value] of Object.entries(result)) if (typeof value === 'number') expect(value, name).to.be.finite;
          for (const claim of law.claims(request)) {
            claimed++;
            if (await require(id, claim)) upheld++;
          }
        }),
        { numRuns: numCases(numRuns, Math.ceil(numRuns / 4)), seed: SEED },
      );
      expect(refused / runs, 'refused').to.be.at.most(law.refused ?? 0);
      expect(upheld / claimed, 'claims that could be checked').to.be.at.least(1 - 2 * (law.refused ?? 0));
    });
});
