/** The parts of a run: for each measure the operation that computes it, of one portfolio or netting set, as a job. */
import type { BookRun, RunMeasure } from '#services/resources/book-run';

/** The fields of a run from which the requests of its parts are made. */
type Asked = Pick<BookRun, 'snapshotId' | 'reportingCurrency' | 'settings'>;

interface Part {
  /** operationId */
  readonly operation: string;
  readonly subject: 'portfolio' | 'nettingSet';
  readonly requestOf: (run: Asked, subjectId: string) => object;
}

const inSnapshot = ({ snapshotId, reportingCurrency }: Asked) => ({ snapshotId, reportingCurrency });

const ofPortfolio = (measure: RunMeasure, operation: string, more: object = {}): Part => ({
  operation,
  subject: 'portfolio',
  requestOf: (run, portfolioId) => ({ ...run.settings[measure], portfolioId, ...inSnapshot(run), ...more }),
});
const ofNettingSet = (measure: RunMeasure, operation: string): Part => ({
  operation,
  subject: 'nettingSet',
  requestOf: (run, nettingSetId) => ({ ...run.settings[measure], nettingSetId, ...inSnapshot(run) }),
});

/** @param formerSnapshotId the snapshot of the run with which this one is compared, from which changes are explained */
export const partsOf = (formerSnapshotId: string): Readonly<Record<RunMeasure, Part>> => ({
  value: ofPortfolio('value', 'portfolioPrice'),
  sensitivities: ofPortfolio('sensitivities', 'portfolioGreeks'),
  // The profits of single scenarios add up over portfolios, as figures of their tails do not.
  var: ofPortfolio('var', 'riskVarHistorical', { withScenarios: true }),
  stress: ofPortfolio('stress', 'riskStress'),
  exposure: ofNettingSet('exposure', 'riskExposure'),
  xva: ofNettingSet('xva', 'calculateXva'),
  explain: {
    operation: 'portfolioExplain',
    subject: 'portfolio',
    requestOf: ({ snapshotId, reportingCurrency }, portfolioId) => ({
      portfolioId,
      from: { snapshotId: formerSnapshotId },
      to: { snapshotId },
      reportingCurrency,
      perPosition: true,
    }),
  },
});
