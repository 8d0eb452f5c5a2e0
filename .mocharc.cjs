/** `npm test` leaves out the tests that take long, `npm run test:slow` runs those alone, and with TESTS=all, as in CI, all run, one part after the other. */
const SLOW = 'dist/test/**/*.slow.test.js';
/** Those of the slow ones that compute, and start no service. */
const COMPUTING = 'dist/test/{engine-gpu,golden,simulate}/**/*.slow.test.js';
const EVERY = 'dist/test/**/*.test.js';
const CHOICES = {
  quick: { spec: [EVERY], ignore: [SLOW] },
  computing: { spec: [COMPUTING] },
  slow: { spec: [SLOW], ignore: [COMPUTING] },
  all: { spec: [EVERY] },
};

const tests = process.env.TESTS || 'quick';
if (!Object.hasOwn(CHOICES, tests)) throw new Error(`TESTS must be one of ${Object.keys(CHOICES).join(', ')}; got ${tests}`);
/** The part of all tests that this run of mocha has (test/support/run.ts). */
const part = process.env.TESTS_PART || tests;

/** Test files that the command names run alone: mocha would add them to those of `spec`. */
const isNamed = process.argv.slice(2).some((argument) => argument.endsWith('.test.js'));

module.exports = {
  ...(isNamed ? {} : CHOICES[part]),
  require: ['dist/test/support/hooks.js'],
  timeout: 60000,
  reporter: 'dist/test/support/reporter.js',
  exit: true,
  // Two processes, which keep their services and kernels from one file to the next. Slow tests of services measure how long things take, and have the
  // machine.
  ...(!isNamed && ['quick', 'computing'].includes(part) && { parallel: true, jobs: 2 }),
};
