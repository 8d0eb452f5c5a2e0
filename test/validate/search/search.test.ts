/** The adversarial search covers every operation; `npm run validate:search` runs it, and here the first case of each subject. */
import { expect } from 'chai';
import { numCases } from '#test/support/effort';
import { unsearched } from './coverage.js';
import { type InProcessService, openInProcessService } from './service.js';
import { type Subject, seedOf, tryCase } from './subject.js';
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

  it('judges a case with findings once more on other paths, and keeps what is found again', async () => {
    const seeds: number[] = [];
    const subject: Subject = {
      ...{ name: 'chance and fault', operations: [] },
      judge: async (trial) => {
        seeds.push(trial.pathSeed());
        trial.close('a fault', trial.uniform(1, 2), 0, 0.5);
        trial.close('a chance', seeds.length === 1 ? 1 : 0, 0, 0.5);
      },
    };
    const { trial } = await tryCase(subject, service, 1);
    expect(trial.findings.map(({ label }) => label)).to.deep.equal(['a fault']);
    expect(new Set(seeds).size).to.equal(2);
    expect(seeds[1]! - seeds[0]!).to.equal(1e6);
  });

  for (const subject of subjects)
    it(`finds nothing: ${subject.name}`, async () => {
      for (let i = 0; i < numCases(4, 1); i++) {
        const { trial } = await tryCase(subject, service, seedOf(20_261_126, subject.name, i));
        expect(trial.findings).to.deep.equal([]);
      }
    });
});
