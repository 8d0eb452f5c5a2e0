/** Validation runs: pricers against the reference cases that ship with the service, with their findings and reports. */
import { useSignal } from '@preact/signals';
import { call } from '../../shared/api.js';
import { ago, count, decimal, time } from '../../shared/format.js';
import { useList, useLoaded } from '../../shared/load.js';
import { address, go } from '../../shared/router.js';
import { Badge, Button, Facts, Field, Meter, Select, type Tone } from '../../shared/ui/controls.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { Form } from '../../shared/ui/form.js';
import { More } from '../../shared/ui/more.js';
import { Head } from '../../shared/ui/shell.js';
import { Empty, WhenLoaded } from '../../shared/ui/states.js';
import { type Column, Table } from '../../shared/ui/table.js';

interface Result {
  readonly pricerId: string;
  readonly pricerVersion: number;
  readonly cases: number;
  readonly passed: number;
  readonly failed: number;
  readonly worst?: { readonly case: string; readonly error: number; readonly tolerance: number };
}

interface Run {
  readonly id: string;
  readonly pricers: readonly string[];
  readonly depth: 'quick' | 'full';
  readonly state: 'queued' | 'running' | 'succeeded' | 'failed';
  readonly progress: number;
  readonly results: readonly Result[];
  readonly error?: string;
  readonly createdAt: string;
  readonly endedAt?: string;
}

const ROOT = '/console/validation';
const PATH = '/api/v1/validation/runs';
/** Milliseconds between two looks at a run that has not ended. */
const POLL_MS = 1_000;

const TONES: Readonly<Record<Run['state'], Tone | undefined>> = { queued: undefined, running: 'accent', succeeded: 'good', failed: 'bad' };
const hasEnded = ({ state }: Run): boolean => state === 'succeeded' || state === 'failed';
const sumOf = (run: Run, field: 'cases' | 'passed' | 'failed'): number => run.results.reduce((sum, each) => sum + each[field], 0);

function Findings({ run }: { readonly run: Run }) {
  if (run.state !== 'succeeded') return <span class="muted">–</span>;
  const failed = sumOf(run, 'failed');
  return (
    <Badge tone={failed > 0 ? 'bad' : 'good'}>
      {failed > 0 ? `${count(failed)} of ${count(sumOf(run, 'cases'))} cases fail` : 'every case passes'}
    </Badge>
  );
}

const columns: readonly Column<Run>[] = [
  {
    title: 'Run',
    cell: ({ id }) => (
      <a href={`${ROOT}/${id}`}>
        <code>{id}</code>
      </a>
    ),
  },
  { title: 'Pricers', align: 'wrap', cell: ({ pricers }) => (pricers.length === 0 ? 'all with reference cases' : pricers.join(', ')) },
  { title: 'Depth', cell: ({ depth }) => depth },
  { title: 'State', cell: ({ state }) => <Badge tone={TONES[state]}>{state}</Badge> },
  { title: 'Findings', cell: (run) => <Findings run={run} /> },
  { title: 'Started', cell: ({ createdAt }) => <span title={time(createdAt)}>{ago(createdAt)}</span> },
];

const resultColumns: readonly Column<Result>[] = [
  { title: 'Pricer', cell: ({ pricerId, pricerVersion }) => <code>{`${pricerId} ${pricerVersion}`}</code> },
  { title: 'Finding', cell: ({ failed }) => <Badge tone={failed > 0 ? 'bad' : 'good'}>{failed > 0 ? 'fails' : 'passes'}</Badge> },
  { title: 'Cases', align: 'number', cell: ({ cases }) => count(cases) },
  { title: 'Passed', align: 'number', cell: ({ passed }) => count(passed) },
  { title: 'Failed', align: 'number', cell: ({ failed }) => count(failed) },
  {
    title: 'Worst error',
    unit: 'of its tolerance',
    align: 'number',
    cell: ({ worst }) => worst && `${decimal((100 * worst.error) / worst.tolerance, 1)} %`,
  },
  { title: 'Worst case', align: 'wrap', cell: ({ worst }) => worst?.case },
];

export function Validation() {
  const id = address.value.path.slice(ROOT.length + 1);
  return id === '' ? <List /> : <One key={id} id={decodeURIComponent(id)} />;
}

function List() {
  const list = useList<Run>('/admin/v1/validation-runs', { limit: 50 });
  const open = useSignal(false);
  const start = (
    <Button kind="primary" onClick={() => (open.value = true)}>
      Start a run
    </Button>
  );
  return (
    <>
      <Head title="Validation" about="A run holds pricers against published and independently computed values, within stated tolerances.">
        {start}
      </Head>
      <WhenLoaded of={list}>
        {(runs) =>
          runs.length === 0 ? (
            <Empty title="No run yet">
              <p>A quick run takes some seconds; a full one adds the cases that need a simulation or a grid.</p>
              {start}
            </Empty>
          ) : (
            <Table caption="Validation runs" columns={columns} rows={runs} keyOf={({ id }) => id} />
          )
        }
      </WhenLoaded>
      <More list={list} />
      {open.value && <Start onClose={() => (open.value = false)} />}
    </>
  );
}

function Start({ onClose }: { readonly onClose: () => void }) {
  const pricers = useSignal('');
  const depth = useSignal('quick');
  const start = async () => {
    const body = { pricers: pricers.value.split(/[\s,]+/).filter(Boolean), depth: depth.value };
    const { data } = await call<Run>('POST', PATH, { body });
    onClose();
    go(`${ROOT}/${data.id}`);
  };
  return (
    <Dialog title="Start a validation run" onClose={onClose}>
      <Form action="Start" run={start} onCancel={onClose}>
        {(reasonFor) => (
          <>
            <Field
              label="Pricers"
              focus
              value={pricers.value}
              onInput={(value) => (pricers.value = value)}
              hint="Ids, separated by commas. Empty: all that have reference cases"
              fault={reasonFor('pricers')}
            />
            <Select
              label="Depth"
              value={depth.value}
              onInput={(value) => (depth.value = value)}
              options={[
                { value: 'quick', label: 'quick: closed forms' },
                { value: 'full', label: 'full: simulations and grids too' },
              ]}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}

function One({ id }: { readonly id: string }) {
  const ended = useSignal(false);
  const run = useLoaded(
    async (signal) => {
      const { data } = await call<Run>('GET', `${PATH}/${encodeURIComponent(id)}`, { signal });
      ended.value = hasEnded(data);
      return data;
    },
    [id],
    ended.value ? undefined : POLL_MS,
  );
  const report = (format: string) => `/api/v1/validation/report?format=${format}&validationRunId=${encodeURIComponent(id)}`;
  return (
    <>
      <Head title="Validation run" about={id}>
        <a class="button" href={ROOT}>
          All runs
        </a>
        {run.value?.state === 'succeeded' && (
          <a class="button primary" href={report('html')} target="_blank" rel="noopener">
            Open the report
          </a>
        )}
      </Head>
      <WhenLoaded of={run}>
        {(shown) => (
          <>
            <section class="section" aria-live="polite">
              <div class="actions">
                <Badge tone={TONES[shown.state]}>{shown.state}</Badge>
                <Findings run={shown} />
                <span class="muted">{Math.round(100 * shown.progress)} %</span>
              </div>
              <Meter part={shown.progress} label={`${Math.round(100 * shown.progress)} % of the cases are compared`} />
            </section>
            {shown.error !== undefined && <div class="notice bad">{shown.error}</div>}
            <Facts
              items={[
                ['Depth', shown.depth],
                ['Started', `${time(shown.createdAt, true)} UTC`],
                ['Ended', shown.endedAt ? `${time(shown.endedAt, true)} UTC` : 'not yet'],
              ]}
            />
            {shown.results.length > 0 && (
              <Table
                caption="Results by pricer"
                columns={resultColumns}
                rows={[...shown.results].sort((one, other) => other.failed - one.failed)}
                keyOf={({ pricerId }) => pricerId}
              />
            )}
          </>
        )}
      </WhenLoaded>
    </>
  );
}
