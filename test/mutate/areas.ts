/** The areas that are mutated, and the tests that are to notice: those of the area first. */
export interface Area {
  /** Folders and files of `dist`. */
  readonly sources: readonly string[];
  readonly tests: readonly string[];
  /** Files of slow tests that run where those pass. */
  readonly slow?: readonly string[];
}

export const AREAS: Readonly<Record<string, Area>> = {
  formula: {
    sources: ['engine-gpu/formula'],
    tests: ['engine-gpu/formula', 'engine-gpu/method/vanilla-option.test.js', 'engine-gpu/pricers', 'property/pricers.test.js'],
  },
  method: {
    sources: ['engine-gpu/method'],
    tests: ['engine-gpu/method', 'engine-gpu/pricers'],
    slow: ['engine-gpu/method/heston-finite-differences.slow.test.js', 'engine-gpu/method/heston-dividend-differences.slow.test.js'],
  },
  store: {
    sources: [
      'services/store/sqlite.js',
      'services/store/sqlite-page.js',
      'services/store/sqlite-ledger.js',
      'services/store/group-commit.js',
    ],
    tests: ['services/store', 'services/reference/bounded-store.test.js'],
  },
  jobs: {
    sources: ['services/jobs/job-queue.js', 'services/jobs/embedded.js', 'services/jobs/blocks.js', 'services/reference/jobs'],
    tests: ['services/jobs', 'services/reference/jobs'],
    slow: ['services/jobs/engines.slow.test.js', 'contract/webhooks.slow.test.js'],
  },
  idempotency: {
    sources: ['services/reference/evidence/idempotency.js', 'services/resources/idempotency-key.js', 'gateway/run/idempotency.js'],
    tests: ['services/reference/evidence', 'services/resources', 'gateway/run'],
    slow: ['contract/idempotency.slow.test.js'],
  },
};
