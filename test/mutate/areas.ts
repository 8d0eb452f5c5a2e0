/** The areas that are mutated, and the tests that are to notice: those of the area first. */
export interface Area {
  /** Folders and files of `dist`. */
  readonly sources: readonly string[];
  readonly tests: readonly string[];
}

export const AREAS: Readonly<Record<string, Area>> = {
  formula: {
    sources: ['engine-gpu/formula'],
    tests: ['engine-gpu/formula', 'engine-gpu/method/vanilla-option.test.js', 'engine-gpu/pricers', 'property/pricers.test.js'],
  },
  method: { sources: ['engine-gpu/method'], tests: ['engine-gpu/method', 'engine-gpu/pricers'] },
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
  },
  idempotency: {
    sources: ['services/reference/evidence/idempotency.js', 'services/resources/idempotency-key.js', 'gateway/run/idempotency.js'],
    tests: ['services/reference/evidence', 'services/resources', 'gateway/run'],
  },
};
