import { expect } from 'chai';
import { expectedShortfallJob, monteCarloVarJob, runJob } from '#engine';
import { expectedShortfallRequest, monteCarloVarRequest, parse } from '#engine/schemas';

const limits = { costLimit: 1e9 };
const request = {
  positions: [
    { underlying: 'A', quantity: 100, optionType: 'call', strike: 100, spot: 100, volatility: 0.2, rate: 0.02, time: 1 },
    { underlying: 'B', quantity: -50, optionType: 'put', strike: 50, spot: 55, volatility: 0.35, rate: 0.02, time: 0.5 },
  ],
  correlations: [{ asset1: 'A', asset2: 'B', correlation: 0.4 }],
  confidence: 0.975,
  horizonDays: 10,
  incremental: true,
};

type Job = (pricer: object, more: object) => { readonly components: readonly Component[] };
interface Component {
  readonly contribution: number;
  readonly incremental?: number | undefined;
  readonly standardErrors?: { readonly contribution: number; readonly incremental?: number | undefined } | undefined;
}

const jobs: Readonly<Record<string, Job>> = {
  'value at risk': (pricer, more) => runJob(monteCarloVarJob(parse(monteCarloVarRequest, { ...request, pricer, ...more }), limits)),
  'expected shortfall': (pricer, more) =>
    runJob(expectedShortfallJob(parse(expectedShortfallRequest, { ...request, method: 'monte_carlo', pricer, ...more }), limits)),
};

describe('the standard errors of simulated components', () => {
  for (const [figure, compute] of Object.entries(jobs)) {
    it(`of ${figure} are the scatter over seeds`, () => {
      const seeds = 60;
      const runs = Array.from({ length: seeds }, (_, seed) => compute({ numPaths: 2048, seed }, { withStandardErrors: true }).components);
      for (const name of ['contribution', 'incremental'] as const)
        for (const i of [0, 1]) {
          const figures = runs.map((components) => ({ value: components[i]![name]!, error: components[i]!.standardErrors![name]! }));
          const mean = figures.reduce((sum, { value }) => sum + value, 0) / seeds;
          const scatter = Math.sqrt(figures.reduce((sum, { value }) => sum + (value - mean) ** 2, 0) / (seeds - 1));
          const stated = Math.sqrt(figures.reduce((sum, { error }) => sum + error ** 2, 0) / seeds);
          // χ²/59 is between 0.35 and 2.1 but for one case in a million on either side.
          expect(scatter / stated, `${name} of ${i}`).to.be.within(0.6, 1.45);
        }
    });

    it(`of ${figure} are given where they are asked for, and leave every other figure as it is`, () => {
      const [plain, withErrors] = [{}, { withStandardErrors: true }].map((more) => compute({ numPaths: 1024 }, more));
      const { components, ...figures } = withErrors!;
      expect(components.every(({ standardErrors }) => standardErrors!.contribution > 0 && standardErrors!.incremental! > 0)).to.equal(true);
      expect({ ...figures, components: components.map(({ standardErrors: _, ...each }) => each) }).to.deep.equal(plain);
    });
  }
});
