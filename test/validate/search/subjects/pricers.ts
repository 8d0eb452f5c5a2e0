/** Every pricer by its laws, and where there is one, by another method: an integral, a textbook formula, or another pricer. */
import fc from 'fast-check';
import { pricers } from '#engine';
import { crossAssetLaws } from '#test/property/cross-asset-laws';
import { datedRatesLaws } from '#test/property/dated-rates-laws';
import { exoticLaws } from '#test/property/exotic-laws';
import type { Law, Request } from '#test/property/law';
import { ratesLaws } from '#test/property/rates-laws';
import { shareLaws } from '#test/property/share-laws';
import { type Data, Refused } from '../service.js';
import { MAX_STANDARD_ERRORS, type Subject, type Trial } from '../subject.js';
import { exoticReferences } from './exotic-references.js';
import { modelReferences } from './model-references.js';

const LAWS: Readonly<Record<string, Law>> = { ...shareLaws, ...exoticLaws, ...ratesLaws, ...datedRatesLaws, ...crossAssetLaws };

/** Further claims about the result of a pricer: by another method where there is one. */
export type Reference = (trial: Trial) => Promise<void>;
const REFERENCES: Readonly<Record<string, Reference>> = { ...exoticReferences, ...modelReferences };

/** Checks the laws of a pricer on one request drawn from all that they admit. */
async function judgeLaws(trial: Trial, pricerId: string, law: Law): Promise<void> {
  const [request] = fc.sample(law.requests, { seed: Math.floor(trial.draw.uniform() * 2 ** 31), numRuns: 1 }) as [Request];
  const results = new Map<string, Data>();
  for (const { label, sum, lower, upper, rounding } of law.claims(request)) {
    let [total, slack] = [0, rounding];
    for (const [weight, ask] of sum) {
      const id = ask.pricerId ?? pricerId;
      const key = `${id} ${JSON.stringify(ask.request)}`;
      const result = results.get(key) ?? (await trial.price(id, ask.request));
      results.set(key, result);
      total += weight * result.price;
      slack += MAX_STANDARD_ERRORS * Math.abs(weight) * (result.standardError ?? 0);
    }
    if (lower !== undefined) trial.atLeast(label, total, lower, slack);
    if (upper !== undefined) trial.atLeast(label, upper, total, slack);
  }
}

/** Paths of which a variance leaves single precision are refused, with that reason. */
const MAY_REFUSE: Readonly<Record<string, number>> = { equity_rough_heston_mc: 0.1 };

export const pricerSubjects: readonly Subject[] = pricers.map(({ id }) => {
  const law = LAWS[id];
  if (law === undefined) throw new Error(`${id} has no laws: add the relations that its prices satisfy to test/property`);
  return {
    name: `pricer ${id}`,
    operations: ['priceWithEngine'],
    refused: MAY_REFUSE[id] ?? law.refused ?? 0,
    judge: async (trial) => {
      const reference = REFERENCES[id];
      // The reference first: its requests are the ordinary ones, in which nothing is refused.
      if (reference !== undefined) await reference(trial);
      try {
        await judgeLaws(trial, id, law);
      } catch (error) {
        if (!(error instanceof Refused) || (MAY_REFUSE[id] ?? law.refused ?? 0) === 0) throw error;
      }
    },
  } satisfies Subject;
});
