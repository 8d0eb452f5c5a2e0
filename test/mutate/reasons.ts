/** The change of a mutant that no test can notice. */
interface Unseen {
  /** Its name in `dist`. */
  readonly file: string;
  /** A part of the line in which it stands. */
  readonly line: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

const UNSEEN: readonly Unseen[] = [
  { file: 'engine-gpu/formula/american.js', line: 'if (sign < 0)', from: 'sign < 0', to: 'sign <= 0', reason: 'a sign is 1 or −1' },
  { file: 'engine-gpu/formula/american.js', line: 'if (sign < 0)', from: '0', to: '1', reason: 'a sign is 1 or −1' },
  {
    file: 'engine-gpu/formula/black-scholes-rows.js',
    line: 'from < prices.length',
    from: 'from < prices.length',
    to: 'from <= prices.length',
    reason: 'one call more, of no rows',
  },
  {
    file: 'engine-gpu/formula/lookback.js',
    line: 'MIN_D_FOR_UNIT_CDF =',
    from: '8.5',
    to: '8.585',
    reason: 'both formulas hold at the bound between them',
  },
  {
    file: 'engine-gpu/formula/implied-volatility.js',
    line: 'const pdf = INVERSE_SQRT_TWO_PI',
    from: '-0.5 * z * z',
    to: '-0.5 * z / z',
    reason: 'a worse guess, from which the iteration converges too',
  },
  {
    file: 'engine-gpu/formula/discrete-barrier.js',
    line: 'while (last >= first',
    from: 'rangeEnd(walk, last) >= 0',
    to: 'rangeEnd(walk, last) > 0',
    reason: 'a range that ends at the level itself has no width',
  },
  {
    file: 'engine-gpu/formula/implied-volatility.js',
    line: 'x > -MIN_ABS_X',
    from: 'x > -MIN_ABS_X',
    to: 'x >= -MIN_ABS_X',
    reason: 'both formulas hold at the bound between them',
  },
  {
    file: 'engine-gpu/formula/exercise-boundary.js',
    line: 'const term =',
    from: 'i % 2 === 0',
    to: 'i % 2 !== 0',
    reason: 'all barycentric weights change their sign, and their ratio stays',
  },
  {
    file: 'engine-gpu/formula/lookback.js',
    line: 's < MIN_STD_DEV',
    from: 's < MIN_STD_DEV',
    to: 's <= MIN_STD_DEV',
    reason: 'both formulas hold at the bound between them',
  },
  {
    file: 'engine-gpu/formula/discrete-barrier.js',
    line: 'for (let i = 0; i < count; i++)',
    from: '0',
    to: '1',
    reason: 'the first node of the grid has the weight 0',
  },
  {
    file: 'engine-gpu/formula/discrete-barrier.js',
    line: 'const distance = position',
    from: 'position + CONTINUITY_CORRECTION',
    to: 'position - CONTINUITY_CORRECTION',
    reason: 'below the stated accuracy: 2e-7 of the scale',
  },
  {
    file: 'engine-gpu/formula/implied-volatility.js',
    line: 'i < MAX_HOUSEHOLDER_STEPS',
    from: 'i < MAX_HOUSEHOLDER_STEPS',
    to: 'i <= MAX_HOUSEHOLDER_STEPS',
    reason: 'the iteration has converged before',
  },
  { file: 'engine-gpu/formula/bond-yield.js', line: 'MAX_YIELD_STEPS', from: '50', to: '51', reason: 'the iteration has converged before' },
  {
    file: 'engine-gpu/method/heston-grid.js',
    line: 'const end =',
    from: 'sign > 0',
    to: '!(sign > 0)',
    reason: 'the grid is symmetric about the strike: the two differ in the third power of the interval',
  },
  {
    file: 'engine-gpu/method/local-volatility-option.js',
    line: 'MIN_BACKWARD_STEPS',
    from: '4',
    to: '5',
    reason: 'one step more where there are fewest',
  },
  {
    file: 'engine-gpu/method/local-volatility-option.js',
    line: 'const grid =',
    from: 'BACKWARD_GRID_DEVIATIONS * widestDeviation(next) * Math.sqrt(Math.min(1, time / next.time))',
    to: 'BACKWARD_GRID_DEVIATIONS * widestDeviation(next) / Math.sqrt(Math.min(1, time / next.time))',
    reason: 'a wider grid, within the stated error',
  },
  {
    file: 'engine-gpu/method/dividend-finite-differences.js',
    line: 'width / 2',
    from: '2',
    to: '3',
    reason: 'the ends of a range lie well within its grid all the same',
  },
  {
    file: 'engine-gpu/method/dividend-finite-differences.js',
    line: 'gridsByRange.size',
    from: 'gridsByRange.size > MAX_CACHED_RANGES',
    to: 'gridsByRange.size >= MAX_CACHED_RANGES',
    reason: 'a grid that is not kept is made again, the same',
  },
  {
    file: 'engine-gpu/method/heston-dividend-differences.js',
    line: 'fallBy(grid, dates[date], american',
    from: 'sign > 0',
    to: 'sign >= 0',
    reason: 'a sign is 1 or −1',
  },
  {
    file: 'engine-gpu/method/heston-dividend-differences.js',
    line: 'fallBy(grid, dates[date], american',
    from: '0',
    to: '1',
    reason: 'below the stated error: 1e-6 of the price',
  },
  {
    file: 'engine-gpu/method/local-volatility-fit.js',
    line: 'jacobian.fill(0)',
    from: 'jacobian.fill(0);',
    to: ';',
    reason: 'the same entries are written each time, into arrays that begin with zeros',
  },
  { file: 'services/store/sqlite.js', line: 'UPSERT_CHUNK', from: '500', to: '501', reason: 'how much is written at a time, not what' },
  {
    file: 'services/store/sqlite.js',
    line: 'listFields(resource)',
    from: 'listFields(resource).length > 0',
    to: 'listFields(resource).length >= 0',
    reason: 'without lists there are no entries to remove or add',
  },
  {
    file: 'services/store/sqlite-page.js',
    line: 'const chosen =',
    from: 'each.field === field',
    to: 'each.field !== field',
    reason: 'the same page by an index that selects more',
  },
  {
    file: 'services/jobs/job-queue.js',
    line: 'bySteady',
    from: 'one.until < other.until',
    to: 'one.until <= other.until',
    reason: 'the order of two that end at the same time is of no account',
  },
  {
    file: 'services/jobs/job-queue.js',
    line: 'one.block ?? -1',
    from: '-1',
    to: ' 1',
    reason: 'a job has either a run or blocks in the queue',
  },
  {
    file: 'services/reference/jobs/blocks.js',
    line: 'MAX_DOCUMENT_BYTES',
    from: 'bytes.length <= MAX_DOCUMENT_BYTES',
    to: 'bytes.length < MAX_DOCUMENT_BYTES',
    reason: 'at the bound itself a part may be kept either way',
  },
  { file: 'services/reference/jobs/backlog-metrics.js', line: 'WAIT_BUCKETS', from: '10', to: '11', reason: 'the bound of a bucket' },
  {
    file: 'services/reference/jobs/blocks.js',
    line: 'MAX_REPLY_BYTES',
    from: '32',
    to: '33',
    reason: 'a bound of memory, well below that of a message',
  },
  {
    file: 'services/reference/jobs/jobs.js',
    line: 'clearTimeout(timer)',
    from: 'clearTimeout(timer);',
    to: ';',
    reason: 'a timer that fires late resolves nothing more',
  },
  {
    file: 'services/reference/evidence/idempotency.js',
    line: 'return true',
    from: 'true',
    to: 'false',
    reason: 'the loop ends as well when it reads what it has written',
  },
  {
    file: 'gateway/run/idempotency.js',
    line: 'completed = true',
    from: 'true',
    to: 'false',
    reason: 'a key that is completed is not released any more',
  },
  {
    file: 'gateway/run/idempotency.js',
    line: 'MAX_ANSWER_BYTES',
    from: '96',
    to: '97',
    reason: 'a bound of memory, below that of a message',
  },
];

/** The reason why a change cannot be seen; undefined where a test is missing. */
export const reasonOf = (change: Omit<Unseen, 'reason'>): string | undefined =>
  UNSEEN.find(({ file, line, from, to }) => file === change.file && change.line.includes(line) && from === change.from && to === change.to)
    ?.reason;
