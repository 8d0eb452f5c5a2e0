/** The work on a job: who did each part of it and when, and what had to be done again. */
import { call, type Page } from '../../shared/api.js';
import { type Span, Timeline } from '../../shared/charts/timeline.js';
import { duration, time } from '../../shared/format.js';
import { useLoaded } from '../../shared/load.js';
import { Badge } from '../../shared/ui/controls.js';
import { ErrorView } from '../../shared/ui/states.js';
import { type Column, Table } from '../../shared/ui/table.js';

interface JobAttempt {
  readonly work: 'run' | 'block' | 'combination';
  readonly block?: number;
  readonly attempt: number;
  readonly worker?: string;
  readonly startedAt: string;
  readonly endedAt?: string;
  readonly outcome?: 'succeeded' | 'split' | 'failed' | 'again' | 'released' | 'lost';
  readonly code?: string;
}

const TONES = {
  succeeded: 'good',
  split: 'good',
  failed: 'bad',
  again: 'warning',
  released: 'warning',
  lost: 'bad',
  running: 'accent',
} as const;
const MEANINGS = {
  ...{ succeeded: 'done', split: 'shared in blocks', failed: 'failed', again: 'tried again', released: 'given back by a stopping worker' },
  ...{ lost: 'cut off', running: 'under way' },
} as const;

const stateOf = ({ outcome }: JobAttempt): keyof typeof TONES => outcome ?? 'running';
const keyOf = ({ work, block, attempt, startedAt }: JobAttempt): string => `${work} ${block} ${attempt} ${startedAt}`;

function nameOf({ work, block = 0 }: JobAttempt): string {
  switch (work) {
    case 'run':
      return 'Run';
    case 'block':
      return `Block ${block + 1}`;
    case 'combination':
      return 'Combination of the blocks';
  }
}

/** Attempts that one call gives at most. */
const ATTEMPTS_PER_CALL = 500;

/** All attempts at the work of a job. */
async function attemptsAt(jobId: string, signal: AbortSignal): Promise<JobAttempt[]> {
  const attempts: JobAttempt[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: ATTEMPTS_PER_CALL, cursor };
    const { data } = await call<Page<JobAttempt>>('GET', `/desk/v1/jobs/${encodeURIComponent(jobId)}/attempts`, { query, signal });
    attempts.push(...data.items);
    cursor = data.nextCursor;
  } while (cursor !== undefined);
  return attempts;
}

interface JobAttemptsProps {
  readonly jobId: string;
  /** When the job ended, Unix milliseconds; undefined while it has not. */
  readonly endedAt: number | undefined;
  /** Milliseconds between two looks at a job that has not ended. */
  readonly pollMs: number;
}

export function JobAttempts({ jobId, endedAt: jobEnd, pollMs }: JobAttemptsProps) {
  const loaded = useLoaded((signal) => attemptsAt(jobId, signal), [jobId], jobEnd === undefined ? pollMs : undefined);
  const attempts = loaded.value ?? [];
  const until = jobEnd ?? Date.now();
  if (loaded.error) return <ErrorView error={loaded.error} retry={loaded.reload} />;
  if (attempts.length === 0) return null;
  const workers = [...new Set(attempts.map(({ worker }) => worker))];
  const workerOf = ({ worker }: JobAttempt): string => (worker === undefined ? 'unknown' : `Worker ${workers.indexOf(worker) + 1}`);
  const endOf = ({ endedAt }: JobAttempt): number => (endedAt === undefined ? until : Date.parse(endedAt));
  const tookOf = (attempt: JobAttempt): string => duration(Math.max(0, endOf(attempt) - Date.parse(attempt.startedAt)));
  const spans = attempts.map((attempt): Span => {
    const { attempt: number, startedAt } = attempt;
    const about = `${nameOf(attempt)}${number > 1 ? `, attempt ${number}` : ''}: ${MEANINGS[stateOf(attempt)]}, ${tookOf(attempt)}`;
    const start = Date.parse(startedAt);
    return {
      key: keyOf(attempt),
      worker: workerOf(attempt),
      start,
      end: Math.max(start, endOf(attempt)),
      tone: TONES[stateOf(attempt)],
      outcome: MEANINGS[stateOf(attempt)],
      about,
    };
  });
  const columns: readonly Column<JobAttempt>[] = [
    { title: 'Work', cell: nameOf },
    { title: 'Attempt', align: 'number', cell: ({ attempt }) => attempt },
    { title: 'Worker', cell: (attempt) => <span title={attempt.worker ?? ''}>{workerOf(attempt)}</span> },
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
      <h2>Work</h2>
      <Timeline title="Work over time, by worker" spans={spans} />
      <details class="chart-data">
        <summary>All attempts</summary>
        <Table caption="Attempts" columns={columns} rows={attempts} keyOf={keyOf} />
      </details>
    </section>
  );
}
