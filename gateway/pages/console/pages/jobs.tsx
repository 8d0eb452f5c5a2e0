/** Jobs of the tenant: their state and progress, their end watched, cancelled where they take too long. */
import { useSignal } from '@preact/signals';
import { call } from '../../shared/api.js';
import { ago, duration, time } from '../../shared/format.js';
import { useList, useLoaded } from '../../shared/load.js';
import { address } from '../../shared/router.js';
import { Badge, Button, Facts, Meter, type Tone } from '../../shared/ui/controls.js';
import { Confirm } from '../../shared/ui/dialog.js';
import { More } from '../../shared/ui/more.js';
import { Head } from '../../shared/ui/shell.js';
import { Empty, WhenLoaded } from '../../shared/ui/states.js';
import { type Column, Table } from '../../shared/ui/table.js';
import { toast } from '../../shared/ui/toast.js';
import { Code } from '../parts/common.js';
import { JobAttempts } from '../parts/job-attempts.js';

interface Job {
  readonly id: string;
  readonly operation: string;
  readonly label?: string;
  readonly state: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'expired';
  readonly progress: number;
  readonly stage?: string;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly retriesUntil?: string;
  readonly priority: number;
  readonly createdAt: string;
  readonly createdBy?: string;
  readonly startedAt?: string;
  readonly endedAt?: string;
  readonly expiresAt?: string;
  readonly result?: unknown;
  readonly manifest?: unknown;
  readonly artifactId?: string;
  readonly error?: { readonly code: string; readonly message: string };
}

const ROOT = '/console/jobs';
const PATH = '/api/v1/jobs';
/** Milliseconds between two looks at a job that has not ended. */
const POLL_MS = 1_000;

const TONES: Readonly<Record<Job['state'], Tone | undefined>> = {
  ...{ queued: undefined, running: 'accent', succeeded: 'good', failed: 'bad', cancelled: 'warning', expired: 'warning' },
};
const hasEnded = ({ state }: Job): boolean => state !== 'queued' && state !== 'running';

const State = ({ job: { state } }: { readonly job: Job }) => <Badge tone={TONES[state]}>{state}</Badge>;
const Progress = ({ job }: { readonly job: Job }) => (
  <Meter part={job.progress} label={`${Math.round(100 * job.progress)} % done`} {...(job.state === 'failed' && { tone: 'bad' as const })} />
);

const ran = ({ startedAt, endedAt }: Job): string =>
  startedAt === undefined ? '' : duration((endedAt === undefined ? Date.now() : Date.parse(endedAt)) - Date.parse(startedAt));

const columns: readonly Column<Job>[] = [
  {
    title: 'Job',
    cell: ({ id, label }) => (
      <a href={`${ROOT}/${id}`}>
        <strong>{label ?? id}</strong>
      </a>
    ),
  },
  { title: 'Operation', cell: ({ operation }) => operation },
  { title: 'State', cell: (job) => <State job={job} /> },
  { title: 'Progress', cell: (job) => <Progress job={job} /> },
  {
    title: 'Runs',
    align: 'number',
    cell: ({ attempts, maxAttempts, retriesUntil }) => (retriesUntil ? `${attempts}` : `${attempts} of ${maxAttempts}`),
  },
  { title: 'Took', align: 'number', cell: ran },
  { title: 'Submitted', cell: ({ createdAt }) => <span title={time(createdAt, true)}>{ago(createdAt)}</span> },
];

export function Jobs() {
  const id = address.value.path.slice(ROOT.length + 1);
  return id === '' ? <List /> : <One key={id} id={decodeURIComponent(id)} />;
}

function List() {
  const list = useList<Job>('/admin/v1/jobs', { limit: 50 });
  return (
    <>
      <Head title="Jobs" about="Operations that run asynchronously, the newest first. Workers share large ones in blocks.">
        <Button onClick={list.reload}>Reload</Button>
      </Head>
      <WhenLoaded of={list}>
        {(jobs) =>
          jobs.length === 0 ? (
            <Empty title="No job yet">
              <p>Any operation with a body runs as a job: submit it with POST /api/v1/jobs, and watch it here.</p>
              <a class="button" href="/swagger">
                Open the API reference
              </a>
            </Empty>
          ) : (
            <Table caption="Jobs" columns={columns} rows={jobs} keyOf={({ id }) => id} />
          )
        }
      </WhenLoaded>
      <More list={list} />
    </>
  );
}

function One({ id }: { readonly id: string }) {
  const ended = useSignal(false);
  const cancelling = useSignal(false);
  const job = useLoaded(
    async (signal) => {
      const { data } = await call<Job>('GET', `${PATH}/${encodeURIComponent(id)}`, { signal });
      ended.value = hasEnded(data);
      return data;
    },
    [id],
    ended.value ? undefined : POLL_MS,
  );
  return (
    <>
      <Head title={job.value?.label ?? 'Job'} about={id}>
        <a class="button" href={ROOT}>
          All jobs
        </a>
        {!ended.value && (
          <Button kind="danger" onClick={() => (cancelling.value = true)}>
            Cancel job
          </Button>
        )}
      </Head>
      <WhenLoaded of={job}>
        {(shown) => (
          <>
            <section class="section" aria-live="polite">
              <div class="actions">
                <State job={shown} />
                <span>{shown.stage ?? ''}</span>
                <span class="muted">{Math.round(100 * shown.progress)} %</span>
              </div>
              <Progress job={shown} />
            </section>
            {shown.error && (
              <div class="notice bad">
                <strong>{shown.error.message}</strong>
                <code>{shown.error.code}</code>
              </div>
            )}
            <Facts
              items={[
                ['Operation', shown.operation],
                ['Submitted', `${time(shown.createdAt, true)} UTC${shown.createdBy ? ` by ${shown.createdBy}` : ''}`],
                ['Started', shown.startedAt ? `${time(shown.startedAt, true)} UTC` : 'not yet'],
                ['Ended', shown.endedAt ? `${time(shown.endedAt, true)} UTC, after ${ran(shown)}` : 'not yet'],
                [
                  'Runs',
                  `${shown.attempts}${shown.retriesUntil ? `, tried again until ${time(shown.retriesUntil, true)} UTC` : ` of at most ${shown.maxAttempts}`}`,
                ],
                ['Priority', String(shown.priority)],
              ]}
            />
            <JobAttempts jobId={id} endedAt={shown.endedAt === undefined ? undefined : Date.parse(shown.endedAt)} pollMs={POLL_MS} />
            {shown.artifactId && (
              <div class="actions">
                <a class="button primary" href={`/api/v1/artifacts/${shown.artifactId}/content`} download>
                  Download the result
                </a>
              </div>
            )}
            {shown.result !== undefined && <Code title="Result" text={JSON.stringify(shown.result, undefined, 2)} />}
            {shown.manifest !== undefined && <Code title="Manifest" text={JSON.stringify(shown.manifest, undefined, 2)} />}
          </>
        )}
      </WhenLoaded>
      {cancelling.value && (
        <Confirm
          title="Cancel this job?"
          action="Cancel job"
          onClose={() => (cancelling.value = false)}
          run={async () => {
            await call('DELETE', `${PATH}/${encodeURIComponent(id)}`);
            toast('The job is cancelled.');
            job.reload();
          }}
        >
          What is running for it stops within a second. Its work is lost.
        </Confirm>
      )}
    </>
  );
}
