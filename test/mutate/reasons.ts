/** A change that cannot be seen. */
interface Unseen {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

/** The file of `dist`, the change of a mutant and the reason why no test can notice it. */
const unseen = (file: string, from: string, to: string, reason: string): Unseen => ({ file, from, to, reason });

export const REASONS: readonly Unseen[] = [
  unseen('engine-gpu/formula/american.js', 'sign < 0', 'sign <= 0', 'a sign is 1 or −1'),
  unseen('engine-gpu/formula/implied-volatility.js', 'x > -MIN_ABS_X', 'x >= -MIN_ABS_X', 'both formulas hold at the bound between them'),
  unseen(
    'engine-gpu/formula/exercise-boundary.js',
    'i % 2 === 0',
    'i % 2 !== 0',
    'all barycentric weights change their sign, and their ratio stays',
  ),
  unseen(
    'engine-gpu/formula/exercise-boundary.js',
    'tooDeep',
    '!(tooDeep)',
    'the iteration ends at its largest number of steps instead of when it has converged',
  ),
  unseen('engine-gpu/formula/lookback.js', 's < MIN_STD_DEV', 's <= MIN_STD_DEV', 'both formulas hold at the bound between them'),
  unseen('engine-gpu/formula/discrete-barrier.js', '0', '1', 'the first node of the grid has the weight 0'),
  unseen(
    'engine-gpu/formula/discrete-barrier.js',
    'position + CONTINUITY_CORRECTION',
    'position - CONTINUITY_CORRECTION',
    'below the stated accuracy: 2e-7 of the scale',
  ),
  unseen(
    'engine-gpu/formula/implied-volatility.js',
    'i < MAX_HOUSEHOLDER_STEPS',
    'i <= MAX_HOUSEHOLDER_STEPS',
    'the iteration has converged before',
  ),
  unseen('engine-gpu/formula/bond-yield.js', '50', '51', 'the iteration has converged before'),
  unseen('engine-gpu/method/heston-dividend-differences.js', '0', '1', 'the one time of a flat curve is of no account'),
  unseen(
    'engine-gpu/method/heston-grid.js',
    'sign > 0',
    '!(sign > 0)',
    'the grid is symmetric about the strike: the two differ in the third power of the interval',
  ),
  unseen('engine-gpu/method/local-volatility-option.js', '4', '5', 'one step more where there are fewest: more accurate'),
  unseen('engine-gpu/method/dividend-finite-differences.js', '2', '3', 'the ends of a range lie well within its grid all the same'),
  unseen(
    'engine-gpu/method/dividend-finite-differences.js',
    'gridsByRange.size > MAX_CACHED_RANGES',
    'gridsByRange.size >= MAX_CACHED_RANGES',
    'a grid that is not kept is made again, the same',
  ),
  unseen('engine-gpu/method/heston-dividend-differences.js', 'sign > 0', 'sign >= 0', 'a sign is 1 or −1'),
  unseen(
    'engine-gpu/method/local-volatility-fit.js',
    'jacobian.fill(0);',
    ';',
    'the same entries are written each time, into arrays that begin with zeros',
  ),
  unseen('services/store/sqlite.js', '500', '501', 'how often it is done, not what'),
  unseen(
    'services/store/sqlite.js',
    'listFields(resource).length > 0',
    'listFields(resource).length >= 0',
    'without lists there are no entries to remove or add',
  ),
  unseen(
    'services/jobs/job-queue.js',
    'one.until < other.until',
    'one.until <= other.until',
    'the order of two that end at the same time is of no account',
  ),
  unseen('services/jobs/job-queue.js', '-1', ' 1', 'a job has either a run or blocks in the queue'),
  unseen(
    'services/reference/jobs/blocks.js',
    'bytes.length <= MAX_DOCUMENT_BYTES',
    'bytes.length < MAX_DOCUMENT_BYTES',
    'at the bound itself a part may be kept either way',
  ),
  unseen('services/reference/jobs/backlog-metrics.js', '10', '11', 'a bound of a bucket'),
  unseen('services/reference/jobs/blocks.js', '32', '33', 'a bound of memory, well below that of a message'),
  unseen('services/reference/jobs/jobs.js', 'clearTimeout(timer);', ';', 'a timer that fires late resolves nothing more'),
  unseen('services/reference/evidence/idempotency.js', 'true', 'false', 'the loop ends as well when it reads what it has written'),
  unseen('gateway/run/idempotency.js', 'true', 'false', 'a key that is completed is not released any more'),
  unseen('gateway/run/idempotency.js', '96', '97', 'a bound of memory, below that of a message'),
];
