/** The golden requests that the bundle of the engine computes, and the comparison of its answers with golden.json. */
import { expect } from 'chai';
import { computingOperations } from '#openapi/clients/verify/computing-operations';
import type { BundleAnswer, BundleRequest } from './answers.js';
import type { GoldenRequest } from './requests.js';
import { hashOf, recordedGolden, recordedName } from './results.js';

/** The requests that the bundle has an operation for. On `cpu` those alone whose paths a backend simulates. */
export const bundleRequests = (requests: readonly GoldenRequest[], backend: BundleRequest['backend']): BundleRequest[] =>
  requests.flatMap((request) => {
    const operation = computingOperations.find(({ path }) => path === request.path);
    if (operation === undefined || (backend === 'cpu' && !request.simulated)) return [];
    return [{ name: recordedName(request, backend), operationId: operation.id, bodyJson: JSON.stringify(request.body), backend }];
  });

/** Requires that all answers are to the last bit those that golden.json records. */
export function requireRecorded(requests: readonly BundleRequest[], answers: readonly BundleAnswer[]): void {
  const recorded = new Map(Object.values(recordedGolden()).flatMap(({ results }) => Object.entries(results)));
  const moved = answers.filter(({ name, data }) => data === undefined || hashOf(data) !== recorded.get(name));
  expect(moved.map(({ name, error = 'another result' }) => `${name}: ${error}`)).to.deep.equal([]);
  expect(answers.map(({ name }) => name)).to.deep.equal(requests.map(({ name }) => name));
}
