import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { findIdentity, identities } from '#engine';
import { deskOperations } from '#gateway/desk/index';
import { operations } from '#gateway/operations/index';
import { caseKinds, casesFile, referenceCases } from '#gateway/validation/cases';
import { outcomeOf } from '#gateway/validation/outcome';
import { casesJson } from '#test/reference/validation-cases';
import { resultOf } from '#test/support/price';

/** Pricers whose numbers are means over paths. */
const SIMULATED = /_(mc|lsm)$/;

describe('the reference cases that ship with the service', () => {
  it('are those of the reference tables (otherwise: npm run validation:cases)', () => {
    expect(readFileSync(casesFile, 'utf8') === casesJson()).to.equal(true);
  });

  it('have ids of their own, and test a pricer or an operation that exists, by an operation that takes their request', () => {
    const cases = referenceCases();
    expect(new Set(cases.map(({ id, pricerId }) => `${pricerId}/${id}`)).size).to.equal(cases.length);
    const byId = new Map([...operations, ...deskOperations].map((each) => [each.id, each]));
    const requests = new Map(cases.map((each) => [JSON.stringify([each.operation, each.request]), each]));
    for (const { id, pricerId, operation, request } of requests.values()) {
      expect(findIdentity(pricerId) ?? byId.get(pricerId), pricerId).not.to.equal(undefined);
      const parsed = byId.get(operation)?.request?.safeParse(request);
      expect(parsed?.success, `${id}: ${parsed?.error}`).to.equal(true);
    }
  });

  it('test every kind of number, and hold each simulated one to its standard errors', () => {
    for (const kind of caseKinds) expect(referenceCases().filter((each) => each.kind === kind).length, kind).to.be.at.least(5);
    for (const { id, pricerId, tolerance, kind } of referenceCases())
      if (SIMULATED.test(pricerId) && kind === 'price') expect(tolerance.standardErrors, id).to.be.within(3, 4);
  });

  it('test every pricer whose default status is ga-validated', () => {
    const tested = new Set(referenceCases().map(({ pricerId }) => pricerId));
    expect(identities.filter(({ id, status }) => status === 'ga-validated' && !tested.has(id)).map(({ id }) => id)).to.deep.equal([]);
  });

  it('are all passed by their pricers where no simulation is needed', async () => {
    const failed: string[] = [];
    for (const each of referenceCases().filter(({ depth, kind }) => depth === 'quick' && kind === 'price')) {
      const request = each.request as Parameters<typeof resultOf>[1];
      const outcome = outcomeOf(each, await resultOf(each.pricerId, request));
      if (!outcome.passed) failed.push(`${each.id}: ${outcome.price} against ${outcome.expected}`);
    }
    expect(failed).to.deep.equal([]);
  });
});
