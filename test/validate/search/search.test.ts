/** The adversarial search covers every operation; `npm run validate:search` runs it, and here the first case of each subject. */
import { expect } from 'chai';
import { numCases } from '#test/support/effort';
import { unsearched } from './coverage.js';
import { type InProcessService, openInProcessService } from './service.js';
import { seedOf, tryCase } from './subject.js';
import { subjects } from './subjects/index.js';

describe('the adversarial search', function () {
  this.timeout(600_000);

  let service: InProcessService;
  before(async () => {
    service = await openInProcessService();
  });
  after(() => service.close());

  it('has a subject for every operation that computes a number', () => {
    expect(unsearched(subjects)).to.deep.equal([]);
  });

  for (const subject of subjects)
    it(`finds nothing: ${subject.name}`, async () => {
      for (let i = 0; i < numCases(4, 1); i++) {
        const { trial } = await tryCase(subject, service, seedOf(20_261_126, subject.name, i));
        expect(trial.findings).to.deep.equal([]);
      }
    });
});
