/** Over random terms and models, far wider than any market's: every pricer prices within what holds of its prices, or says why not. */
import { expect } from 'chai';
import fc from 'fast-check';
import { EngineFailure, type PricerTools, type PricingResult, priceContract, pricers, priceWithPricer } from '#engine';
import { type Backend, openBackend } from '#engine-gpu/backend/backend';
import { TODAY } from '#test/support/price';
import { exoticLaws } from './exotic-laws.js';
import type { Ask, Claim, Law } from './law.js';
import { ratesLaws } from './rates-laws.js';
import { shareLaws } from './share-laws.js';

const LAWS: Readonly<Record<string, Law>> = { ...shareLaws, ...exoticLaws, ...ratesLaws };
const SEED = 20260102;
const RUNS = 100;
/** What chance puts outside once in a thousand million claims. */
const STANDARD_ERRORS = 6;

describe('over random terms and models', () => {
  let backend: Backend;
  before(async () => {
    backend = await openBackend('webasm', { workers: 1 });
  });
  after(() => backend.close());

  const limits = { costLimit: 1e9 };
  const tools: PricerTools = {
    simulate: (contract, market, settings) => priceContract(contract, market, { ...settings, ...limits }, backend),
    run: (compute) => compute(limits, backend),
  };

  /** The result, or nothing where the engine refuses or says that it cannot: what it must not do is fail in another way. */
  async function attempt(own: string, { pricerId = own, request }: Ask): Promise<PricingResult | undefined> {
    try {
      return (await priceWithPricer({ pricerId, ...request, today: TODAY }, tools)).result;
    } catch (error) {
      if (error instanceof EngineFailure && error.kind !== 'device' && error.message.length > 10) return undefined;
      throw error;
    }
  }

  /** @returns false where a price that it speaks of was refused */
  async function require(own: string, { what, sum, least, most, rounding }: Claim): Promise<boolean> {
    const results = await Promise.all(sum.map(([, ask]) => attempt(own, ask)));
    let total = 0;
    let slack = rounding;
    for (const [i, [weight]] of sum.entries()) {
      const result = results[i];
      if (result === undefined) return false;
      total += weight * result.price;
      slack += STANDARD_ERRORS * Math.abs(weight) * (result.standardError ?? 0);
    }
    const prices = results.map((result) => result?.price).join(', ');
    if (least !== undefined) expect(total, `${what}: ${prices}`).to.be.at.least(least - slack);
    if (most !== undefined) expect(total, `${what}: ${prices}`).to.be.at.most(most + slack);
    return true;
  }

  for (const { id } of pricers)
    it(`${id} gives a price that keeps the laws of its kind, or says why it gives none`, async () => {
      const law = LAWS[id];
      if (law === undefined) throw new Error(`${id} has no laws here: say in test/property what must hold of its prices`);
      let [runs, refused, claimed, held] = [0, 0, 0, 0];
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
            if (await require(id, claim)) held++;
          }
        }),
        { numRuns: law.runs ?? RUNS, seed: SEED },
      );
      expect(refused / runs, 'refused').to.be.at.most(law.refused ?? 0);
      expect(held / claimed, 'claims that could be checked').to.be.at.least(1 - 2 * (law.refused ?? 0));
    });
});
