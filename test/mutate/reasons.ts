/** A change that cannot be seen. */
interface Unseen {
  readonly file: string;
  /** A part of the line in which it stands. */
  readonly line: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

/** The file of `dist`, a part of the line, the change of a mutant and the reason why no test can notice it. */
const unseen = (file: string, line: string, from: string, to: string, reason: string): Unseen => ({ file, line, from, to, reason });

const UNSEEN: readonly Unseen[] = [
  unseen('engine-gpu/formula/american.js', 'if (sign < 0)', 'sign < 0', 'sign <= 0', 'a sign is 1 or −1'),
  unseen(
    'engine-gpu/formula/implied-volatility.js',
    'x > -MIN_ABS_X',
    'x > -MIN_ABS_X',
    'x >= -MIN_ABS_X',
    'both formulas hold at the bound between them',
  ),
  unseen(
    'engine-gpu/formula/exercise-boundary.js',
    'const term =',
    'i % 2 === 0',
    'i % 2 !== 0',
    'all barycentric weights change their sign, and their ratio stays',
  ),
  unseen(
    'engine-gpu/formula/lookback.js',
    's < MIN_STD_DEV',
    's < MIN_STD_DEV',
    's <= MIN_STD_DEV',
    'both formulas hold at the bound between them',
  ),
  unseen(
    'engine-gpu/formula/discrete-barrier.js',
    'for (let i = 0; i < count; i++)',
    '0',
    '1',
    'the first node of the grid has the weight 0',
  ),
  unseen(
    'engine-gpu/formula/discrete-barrier.js',
    'const distance = position',
    'position + CONTINUITY_CORRECTION',
    'position - CONTINUITY_CORRECTION',
    'below the stated accuracy: 2e-7 of the scale',
  ),
  unseen(
    'engine-gpu/formula/implied-volatility.js',
    'i < MAX_HOUSEHOLDER_STEPS',
    'i < MAX_HOUSEHOLDER_STEPS',
    'i <= MAX_HOUSEHOLDER_STEPS',
    'the iteration has converged before',
  ),
  unseen('engine-gpu/formula/bond-yield.js', 'MAX_YIELD_STEPS', '50', '51', 'the iteration has converged before'),
  unseen(
    'engine-gpu/method/heston-grid.js',
    'const end =',
    'sign > 0',
    '!(sign > 0)',
    'the grid is symmetric about the strike: the two differ in the third power of the interval',
  ),
  unseen('engine-gpu/method/local-volatility-option.js', 'MIN_BACKWARD_STEPS', '4', '5', 'one step more where there are fewest'),
  unseen(
    'engine-gpu/method/local-volatility-option.js',
    'const grid =',
    'BACKWARD_GRID_DEVIATIONS * widestDeviation(next) * Math.sqrt(Math.min(1, time / next.time))',
    'BACKWARD_GRID_DEVIATIONS * widestDeviation(next) / Math.sqrt(Math.min(1, time / next.time))',
    'a wider grid, within the stated error',
  ),
  unseen(
    'engine-gpu/method/dividend-finite-differences.js',
    'width / 2',
    '2',
    '3',
    'the ends of a range lie well within its grid all the same',
  ),
  unseen(
    'engine-gpu/method/dividend-finite-differences.js',
    'gridsByRange.size',
    'gridsByRange.size > MAX_CACHED_RANGES',
    'gridsByRange.size >= MAX_CACHED_RANGES',
    'a grid that is not kept is made again, the same',
  ),
  unseen(
    'engine-gpu/method/heston-dividend-differences.js',
    'fallBy(grid, dates[date], american',
    'sign > 0',
    'sign >= 0',
    'a sign is 1 or −1',
  ),
  unseen(
    'engine-gpu/method/heston-dividend-differences.js',
    'fallBy(grid, dates[date], american',
    '0',
    '1',
    'below the stated error: 1e-6 of the price',
  ),
  unseen(
    'engine-gpu/method/local-volatility-fit.js',
    'jacobian.fill(0)',
    'jacobian.fill(0);',
    ';',
    'the same entries are written each time, into arrays that begin with zeros',
  ),
  unseen('services/store/sqlite.js', 'UPSERT_CHUNK', '500', '501', 'how much is written at a time, not what'),
  unseen(
    'services/store/sqlite.js',
    'listFields(resource)',
    'listFields(resource).length > 0',
    'listFields(resource).length >= 0',
    'without lists there are no entries to remove or add',
  ),
  unseen(
    'services/store/sqlite-page.js',
    'const chosen =',
    'each.field === field',
    'each.field !== field',
    'the same page by an index that selects more',
  ),
  unseen(
    'services/jobs/job-queue.js',
    'bySteady',
    'one.until < other.until',
    'one.until <= other.until',
    'the order of two that end at the same time is of no account',
  ),
  unseen('services/jobs/job-queue.js', 'one.block ?? -1', '-1', ' 1', 'a job has either a run or blocks in the queue'),
  unseen(
    'services/reference/jobs/blocks.js',
    'MAX_DOCUMENT_BYTES',
    'bytes.length <= MAX_DOCUMENT_BYTES',
    'bytes.length < MAX_DOCUMENT_BYTES',
    'at the bound itself a part may be kept either way',
  ),
  unseen('services/reference/jobs/backlog-metrics.js', 'WAIT_BUCKETS', '10', '11', 'the bound of a bucket'),
  unseen('services/reference/jobs/blocks.js', 'MAX_REPLY_BYTES', '32', '33', 'a bound of memory, well below that of a message'),
  unseen(
    'services/reference/jobs/jobs.js',
    'clearTimeout(timer)',
    'clearTimeout(timer);',
    ';',
    'a timer that fires late resolves nothing more',
  ),
  unseen(
    'services/reference/evidence/idempotency.js',
    'return true',
    'true',
    'false',
    'the loop ends as well when it reads what it has written',
  ),
  unseen('gateway/run/idempotency.js', 'completed = true', 'true', 'false', 'a key that is completed is not released any more'),
  unseen('gateway/run/idempotency.js', 'MAX_ANSWER_BYTES', '96', '97', 'a bound of memory, below that of a message'),
];

/** The reason why a change cannot be seen; undefined where a test is missing. */
export const reasonOf = (change: Omit<Unseen, 'reason'>): string | undefined =>
  UNSEEN.find(({ file, line, from, to }) => file === change.file && change.line.includes(line) && from === change.from && to === change.to)
    ?.reason;
