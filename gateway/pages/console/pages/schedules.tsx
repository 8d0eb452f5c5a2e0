/** Schedules of runs: when each is made again, how the last one went, and a new one. */
import { useSignal } from '@preact/signals';
import { call } from '../../shared/api.js';
import { ago, time } from '../../shared/format.js';
import { useList, useLoaded } from '../../shared/load.js';
import { go } from '../../shared/router.js';
import { Button, Choices, Field } from '../../shared/ui/controls.js';
import { Confirm, Dialog } from '../../shared/ui/dialog.js';
import { Form } from '../../shared/ui/form.js';
import { More } from '../../shared/ui/more.js';
import { Head } from '../../shared/ui/shell.js';
import { Empty, WhenLoaded } from '../../shared/ui/states.js';
import { type Column, Table } from '../../shared/ui/table.js';
import { toast } from '../../shared/ui/toast.js';
import { isStated, NothingToRun, RunFields, runOf, storedPortfolios, useStatedRun } from '../parts/run-fields.js';
import { titleOf } from '../parts/run-report.js';

interface Schedule {
  readonly id: string;
  readonly name: string;
  readonly cron: string;
  readonly timeZone: string;
  readonly run: { readonly measures: readonly string[]; readonly portfolioIds?: readonly string[] };
  readonly compareWithPrevious: boolean;
  readonly next?: { readonly at: string };
  readonly last?: { readonly at: string; readonly runId?: string; readonly error?: { readonly message: string } };
}

const PATH = '/desk/v1/schedules';
const RUNS = '/console/runs';
/** Each night of a working week, after the close of New York. */
const NIGHTLY = '30 22 * * 1-5';

const Last = ({ last }: { readonly last: Schedule['last'] }) => {
  if (last === undefined) return <span class="muted">none yet</span>;
  if (last.error !== undefined) return <span title={last.error.message}>failed {ago(last.at)}</span>;
  return last.runId === undefined ? <span>{ago(last.at)}</span> : <a href={`${RUNS}/${last.runId}`}>{ago(last.at)}</a>;
};

const columns: readonly Column<Schedule>[] = [
  { title: 'Schedule', cell: ({ name }) => <strong>{name}</strong> },
  {
    title: 'Times',
    cell: ({ cron, timeZone }) => (
      <>
        <code>{cron}</code> {timeZone}
      </>
    ),
  },
  { title: 'Measures', align: 'wrap', cell: ({ run: { measures } }) => measures.map(titleOf).join(', ') },
  { title: 'Next', unit: 'UTC', cell: ({ next }) => time(next?.at) },
  { title: 'Last', cell: ({ last }) => <Last last={last} /> },
];

export function Schedules() {
  const list = useList<Schedule>(PATH, { limit: 50, sort: 'name' });
  const open = useSignal(false);
  const ending = useSignal<Schedule | undefined>(undefined);
  const starting = useSignal<Schedule | undefined>(undefined);
  const [ended, started] = [ending.value, starting.value];
  const add = (
    <Button kind="primary" onClick={() => (open.value = true)}>
      New schedule
    </Button>
  );
  return (
    <>
      <Head title="Schedules" about="Runs that are made again and again, each on the latest snapshot of its time.">
        {add}
      </Head>
      <WhenLoaded of={list}>
        {(schedules) =>
          schedules.length === 0 ? (
            <Empty title="No schedule yet">
              <p>A schedule makes a run each night, or at any times that cron can say.</p>
              {add}
            </Empty>
          ) : (
            <Table
              caption="Schedules"
              columns={columns}
              rows={schedules}
              keyOf={({ id }) => id}
              actions={(schedule) => (
                <>
                  <Button small onClick={() => (starting.value = schedule)} label={`Run ${schedule.name} now`}>
                    Run now
                  </Button>
                  <Button small kind="danger" onClick={() => (ending.value = schedule)} label={`End ${schedule.name}`}>
                    End
                  </Button>
                </>
              )}
            />
          )
        }
      </WhenLoaded>
      <More list={list} />
      {open.value && <Create onClose={() => (open.value = false)} onSaved={list.reload} />}
      {started !== undefined && <RunNow schedule={started} onClose={() => (starting.value = undefined)} />}
      {ended !== undefined && (
        <Confirm
          title={`End ${ended.name}?`}
          action="End schedule"
          onClose={() => (ending.value = undefined)}
          run={async () => {
            await call('DELETE', `${PATH}/${encodeURIComponent(ended.id)}`);
            toast(`${ended.name} has ended.`);
            list.reload();
          }}
        >
          No further run is made. Those that were made stay.
        </Confirm>
      )}
    </>
  );
}

const RunNow = ({ schedule: { id, name }, onClose }: { readonly schedule: Schedule; readonly onClose: () => void }) => (
  <Dialog title={`Run ${name} now?`} onClose={onClose}>
    <Form
      action="Run now"
      onCancel={onClose}
      run={async () => {
        const { data } = await call<{ readonly runId: string }>('POST', `${PATH}/${encodeURIComponent(id)}/runs`, { body: {} });
        onClose();
        go(`${RUNS}/${data.runId}`);
      }}
    >
      {() => <p>It takes the latest snapshot. The times of the schedule stay.</p>}
    </Form>
  </Dialog>
);

function Create({ onClose, onSaved }: { readonly onClose: () => void; readonly onSaved: () => void }) {
  const [name, cron, timeZone] = [useSignal(''), useSignal(NIGHTLY), useSignal('UTC')];
  const compares = useSignal(true);
  const run = useStatedRun();
  const books = useLoaded(storedPortfolios, []);
  const save = async () => {
    const stated = { name: name.value, cron: cron.value, timeZone: timeZone.value, compareWithPrevious: compares.value };
    await call('POST', PATH, { body: { ...stated, run: { ...runOf(run), snapshot: 'latest' } } });
    toast(`${name.value} is scheduled.`);
    onSaved();
    onClose();
  };
  return (
    <Dialog title="New schedule" onClose={onClose}>
      <WhenLoaded of={books}>
        {(stored) =>
          stored.length === 0 ? (
            <NothingToRun missing="portfolio" path="/api/v1/portfolios" />
          ) : (
            <Form action="Schedule" run={save} onCancel={onClose} disabled={!isStated(run)}>
              {(reasonFor) => (
                <>
                  <Field
                    label="Name"
                    value={name.value}
                    focus
                    required
                    maxLength={200}
                    onInput={(value) => (name.value = value)}
                    fault={reasonFor('name')}
                  />
                  <div class="columns">
                    <Field
                      label="Times"
                      value={cron.value}
                      required
                      onInput={(value) => (cron.value = value)}
                      hint="cron: minute, hour, day of the month, month, day of the week"
                      fault={reasonFor('cron')}
                    />
                    <Field
                      label="Time zone"
                      value={timeZone.value}
                      required
                      onInput={(value) => (timeZone.value = value)}
                      hint="such as Europe/Zurich"
                      fault={reasonFor('timeZone')}
                    />
                  </div>
                  <RunFields run={run} books={stored} reasonFor={(field) => reasonFor(`run/${field}`)} />
                  <Choices
                    legend="Comparison"
                    options={[{ value: 'previous', label: 'Explain the change since the run before' }]}
                    chosen={compares.value ? ['previous'] : []}
                    onChange={(chosen) => (compares.value = chosen.includes('previous'))}
                  />
                </>
              )}
            </Form>
          )
        }
      </WhenLoaded>
    </Dialog>
  );
}
