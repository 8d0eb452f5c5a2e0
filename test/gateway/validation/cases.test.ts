import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { findPricer, pricers } from '#engine';
import { casesFile, referenceCases } from '#gateway/validation/cases';
import { outcomeOf } from '#gateway/validation/outcome';
import { casesJson } from '#test/reference/validation-cases';
import { resultOf } from '#test/support/price';

describe('the reference cases that ship with the service', () => {
  it('are those of the reference tables (otherwise: npm run validation:cases)', () => {
    expect(readFileSync(casesFile, 'utf8') === casesJson()).to.equal(true);
  });

  it('have ids of their own, and are held to tables that their pricer names as evidence', () => {
    const cases = referenceCases();
    expect(new Set(cases.map(({ id, pricerId }) => `${pricerId}/${id}`)).size).to.equal(cases.length);
    for (const { pricerId, table, id } of cases) expect(findPricer(pricerId)?.evidence, id).to.include(table);
  });

  it('test every pricer whose default status is ga-validated', () => {
    const tested = new Set(referenceCases().map(({ pricerId }) => pricerId));
    expect(pricers.filter(({ id, status }) => status === 'ga-validated' && !tested.has(id)).map(({ id }) => id)).to.deep.equal([]);
  });

  it('are all passed by their pricers where no simulation is needed', async () => {
    const failed: string[] = [];
    for (const each of referenceCases().filter(({ depth }) => depth === 'quick')) {
      const outcome = outcomeOf(each, await resultOf(each.pricerId, each.request));
      if (!outcome.passed) failed.push(`${each.id}: ${outcome.price} against ${outcome.expected}`);
    }
    expect(failed).to.deep.equal([]);
  });
});
