/** The blocks of a job: who computed each of them and when, and what had to be done again. */
import { call, type Page } from '../../shared/api.js';
import { type Span, Timeline } from '../../shared/charts/timeline.js';
import { duration, time } from '../../shared/format.js';
import { useLoaded } from '../../shared/load.js';
import { Badge } from '../../shared/ui/controls.js';
import { ErrorView } from '../../shared/ui/states.js';
import { type Column, Table } from '../../shared/ui/table.js';

interface BlockAttempt {
  readonly block: number;
  readonly attempt: number;
  readonly worker?: string;
  readonly startedAt: string;
  readonly endedAt?: string;
  readonly outcome?: 'succeeded' | 'failed' | 'again' | 'released' | 'lost';
  readonly code?: string;
}

const TONES = { succeeded: 'good', failed: 'bad', again: 'warning', released: 'warning', lost: 'bad', running: 'accent' } as const;
const MEANINGS = {
  ...{ succeeded: 'done', failed: 'failed', again: 'tried again', released: 'given back by a stopping worker' },
  ...{ lost: 'cut off', running: 'under way' },
} as const;

const stateOf = ({ outcome }: BlockAttempt): keyof typeof TONES => outcome ?? 'running';
const keyOf = ({ block, attempt, startedAt }: BlockAttempt): string => `${block} ${attempt} ${startedAt}`;

/** Attempts that one call gives at most. */
const ATTEMPTS_PER_CALL = 500;

/** All attempts at the blocks of a job. */
async function attemptsAt(jobId: string, signal: AbortSignal): Promise<BlockAttempt[]> {
  const attempts: BlockAttempt[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: ATTEMPTS_PER_CALL, cursor };
    const { data } = await call<Page<BlockAttempt>>('GET', `/desk/v1/jobs/${encodeURIComponent(jobId)}/blocks`, { query, signal });
    attempts.push(...data.items);
    cursor = data.nextCursor;
  } while (cursor !== undefined);
  return attempts;
}

interface JobBlocksProps {
  readonly jobId: string;
  /** When the job ended, Unix milliseconds; undefined while it has not. */
  readonly endedAt: number | undefined;
  /** Milliseconds between two looks at a job that has not ended. */
  readonly pollMs: number;
}

export function JobBlocks({ jobId, endedAt: jobEnd, pollMs }: JobBlocksProps) {
  const loaded = useLoaded((signal) => attemptsAt(jobId, signal), [jobId], jobEnd === undefined ? pollMs : undefined);
  const attempts = loaded.value ?? [];
  const until = jobEnd ?? Date.now();
  if (loaded.error) return <ErrorView error={loaded.error} retry={loaded.reload} />;
  if (attempts.length === 0) return null;
  const workers = [...new Set(attempts.map(({ worker }) => worker))];
  const nameOf = ({ worker }: BlockAttempt): string => (worker === undefined ? 'unknown' : `Worker ${workers.indexOf(worker) + 1}`);
  const endOf = ({ endedAt }: BlockAttempt): number => (endedAt === undefined ? until : Date.parse(endedAt));
  const tookOf = (attempt: BlockAttempt): string => duration(Math.max(0, endOf(attempt) - Date.parse(attempt.startedAt)));
  const spans = attempts.map((attempt): Span => {
    const { block, attempt: number, startedAt } = attempt;
    const about = `Block ${block + 1}${number > 1 ? `, attempt ${number}` : ''}: ${MEANINGS[stateOf(attempt)]}, ${tookOf(attempt)}`;
    const start = Date.parse(startedAt);
    return {
      key: keyOf(attempt),
      worker: nameOf(attempt),
      start,
      end: Math.max(start, endOf(attempt)),
      tone: TONES[stateOf(attempt)],
      outcome: MEANINGS[stateOf(attempt)],
      about,
    };
  });
  const columns: readonly Column<BlockAttempt>[] = [
    { title: 'Block', align: 'number', cell: ({ block }) => block + 1 },
    { title: 'Attempt', align: 'number', cell: ({ attempt }) => attempt },
    { title: 'Worker', cell: (attempt) => <span title={attempt.worker ?? ''}>{nameOf(attempt)}</span> },
    { title: 'Began', cell: ({ startedAt }) => `${time(startedAt, true)} UTC` },
    { title: 'Took', align: 'number', cell: tookOf },
    {
      title: 'Outcome',
      cell: (attempt) => (
        <>
          <Badge tone={TONES[stateOf(attempt)]}>{MEANINGS[stateOf(attempt)]}</Badge> {attempt.code ?? ''}
        </>
      ),
    },
  ];
  return (
    <section class="section">
      <h2>Blocks</h2>
      <Timeline title="Blocks over time, by worker" spans={spans} />
      <details class="chart-data">
        <summary>All attempts</summary>
        <Table caption="Attempts at blocks" columns={columns} rows={attempts} keyOf={keyOf} />
      </details>
    </section>
  );
}
