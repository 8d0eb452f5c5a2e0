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

  it('judges a case once more on other paths where chance may have made a finding, and keeps every other finding', async () => {
    const seeds: number[] = [];
    const subject: Subject = {
      ...{ name: 'chance and fault', operations: [] },
      judge: async (trial) => {
        seeds.push(trial.pathSeed());
        const isFirst = seeds.length === 1;
        trial.close('a fault', trial.uniform(0.6, 0.9), 0, 0.5);
        trial.close('a chance', isFirst ? 0.6 : 0, 0, 0.5);
        trial.close('a fault of some paths', isFirst ? 2 : 0, 0, 0.5);
        trial.atLeast('a bound that some paths break', isFirst ? 0 : 1, 1);
        trial.close('no number', isFirst ? Number.NaN : 0, 0, 0.5);
      },
    };
    const { trial } = await tryCase(subject, service, 1);
    const labels = ['a fault', 'a fault of some paths', 'a bound that some paths break', 'no number'];
    expect(trial.findings.map(({ label }) => label)).to.deep.equal(labels);
    expect(trial.unrepeated.map(({ label }) => label)).to.deep.equal(['a chance']);
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
