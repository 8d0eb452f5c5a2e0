/** Runs of a book: measures of portfolios and netting sets on one snapshot, watched to their end, with totals, tables and the change since another. */
import { useSignal } from '@preact/signals';
import { call, type Page } from '../../shared/api.js';
import { ago, count, time } from '../../shared/format.js';
import { useList, useLoaded } from '../../shared/load.js';
import { address, go } from '../../shared/router.js';
import { Button, Field, Select } from '../../shared/ui/controls.js';
import { Confirm, Dialog } from '../../shared/ui/dialog.js';
import { Form } from '../../shared/ui/form.js';
import { More } from '../../shared/ui/more.js';
import { Head } from '../../shared/ui/shell.js';
import { Empty, WhenLoaded } from '../../shared/ui/states.js';
import { type Column, Table } from '../../shared/ui/table.js';
import { toast } from '../../shared/ui/toast.js';
import { isStated, type Named, NothingToRun, RunFields, runOf, storedPortfolios, useStatedRun } from '../parts/run-fields.js';
import { hasEnded, Progress, RUNS_PATH, type Run, RunReport, State, titleOf } from '../parts/run-report.js';

const ROOT = '/console/runs';
/** Milliseconds between two looks at a run that has not ended. */
const POLL_MS = 1_000;

const columns: readonly Column<Run>[] = [
  {
    title: 'Run',
    cell: ({ id, name }) => (
      <a href={`${ROOT}/${id}`}>
        <strong>{name ?? id}</strong>
      </a>
    ),
  },
  { title: 'Status', cell: (run) => <State run={run} /> },
  { title: 'Progress', cell: (run) => <Progress run={run} /> },
  { title: 'Measures', align: 'wrap', cell: ({ measures }) => measures.map(titleOf).join(', ') },
  { title: 'Portfolios', align: 'number', cell: ({ portfolioIds }) => count(portfolioIds.length) },
  { title: 'Netting sets', align: 'number', cell: ({ nettingSetIds }) => count(nettingSetIds.length) },
  { title: 'Started', cell: ({ createdAt }) => <span title={time(createdAt, true)}>{ago(createdAt)}</span> },
];

export function Runs() {
  const id = address.value.path.slice(ROOT.length + 1);
  return id === '' ? <List /> : <One key={id} id={decodeURIComponent(id)} />;
}

function List() {
  const list = useList<Run>(RUNS_PATH, { limit: 20, sort: '-createdAt' });
  const open = useSignal(false);
  const start = (
    <Button kind="primary" onClick={() => (open.value = true)}>
      Start a run
    </Button>
  );
  return (
    <>
      <Head title="Runs" about="Value, risk and adjustments of whole books on one snapshot, with one total.">
        <a class="button" href="/console/schedules">
          Schedules
        </a>
        {start}
      </Head>
      <WhenLoaded of={list}>
        {(runs) =>
          runs.length === 0 ? (
            <Empty title="No run yet">
              <p>A run needs a portfolio with trades, and a snapshot of the market in which they are valued.</p>
              {start}
            </Empty>
          ) : (
            <Table caption="Runs" columns={columns} rows={runs} keyOf={({ id }) => id} />
          )
        }
      </WhenLoaded>
      <More list={list} />
      {open.value && <Start former={list.value ?? []} onClose={() => (open.value = false)} />}
    </>
  );
}

const NO_RUN = '';

function Start({ former, onClose }: { readonly former: readonly Run[]; readonly onClose: () => void }) {
  const name = useSignal('');
  const stated = useStatedRun();
  const [snapshot, compareWith] = [useSignal(''), useSignal(NO_RUN)];
  const stored = useLoaded(async (signal) => {
    const query = { limit: 50, sort: '-asOf' };
    const [books, markets] = await Promise.all([
      storedPortfolios(signal),
      call<Page<Named & { readonly asOf: string }>>('GET', '/api/v1/market-data/snapshots', { query, signal }),
    ]);
    snapshot.value = markets.data.items[0]?.id ?? '';
    return { books, markets: markets.data.items };
  }, []);
  const start = async () => {
    const body = {
      ...(name.value && { name: name.value }),
      ...{ ...runOf(stated), snapshotId: snapshot.value },
      ...(compareWith.value !== NO_RUN && { compareWith: compareWith.value }),
    };
    const { data } = await call<Run>('POST', RUNS_PATH, { body });
    onClose();
    go(`${ROOT}/${data.id}`);
  };
  const ended = former.filter(hasEnded);
  return (
    <Dialog title="Start a run" onClose={onClose}>
      <WhenLoaded of={stored}>
        {({ books, markets }) =>
          books.length === 0 ? (
            <NothingToRun missing="portfolio" path="/api/v1/portfolios" />
          ) : markets.length === 0 ? (
            <NothingToRun missing="snapshot" path="/api/v1/market-data/snapshots" />
          ) : (
            <Form action="Start" run={start} onCancel={onClose} disabled={!isStated(stated)}>
              {(reasonFor) => (
                <>
                  <Field
                    label="Name"
                    value={name.value}
                    focus
                    maxLength={200}
                    onInput={(value) => (name.value = value)}
                    fault={reasonFor('name')}
                  />
                  <RunFields run={stated} books={books} reasonFor={reasonFor} />
                  <Select
                    label="Market"
                    value={snapshot.value}
                    options={markets.map((market) => ({ value: market.id, label: `${market.name}, ${market.asOf.slice(0, 10)}` }))}
                    onInput={(value) => (snapshot.value = value)}
                  />
                  {ended.length > 0 && (
                    <Select
                      label="Compare with"
                      value={compareWith.value}
                      options={[
                        { value: NO_RUN, label: 'no other run' },
                        ...ended.map((each) => ({ value: each.id, label: `${each.name ?? each.id}, ${time(each.createdAt)}` })),
                      ]}
                      onInput={(value) => (compareWith.value = value)}
                    />
                  )}
                </>
              )}
            </Form>
          )
        }
      </WhenLoaded>
    </Dialog>
  );
}

function One({ id }: { readonly id: string }) {
  const ended = useSignal(false);
  const ending = useSignal(false);
  const run = useLoaded(
    async (signal) => {
      const { data } = await call<Run>('GET', `${RUNS_PATH}/${encodeURIComponent(id)}`, { signal });
      ended.value = hasEnded(data);
      return data;
    },
    [id],
    ended.value ? undefined : POLL_MS,
  );
  const action = ended.value ? 'Delete run' : 'Cancel run';
  return (
    <>
      <Head title={run.value?.name ?? 'Run'} about={id}>
        <a class="button" href={ROOT}>
          All runs
        </a>
        <Button kind="danger" onClick={() => (ending.value = true)}>
          {action}
        </Button>
      </Head>
      <WhenLoaded of={run}>{(shown) => <RunReport run={shown} />}</WhenLoaded>
      {ending.value && (
        <Confirm
          title={`${action}?`}
          action={action}
          onClose={() => (ending.value = false)}
          run={async () => {
            const { data } = await call<{ readonly status: string }>('DELETE', `${RUNS_PATH}/${encodeURIComponent(id)}`);
            toast(`The run is ${data.status}.`);
            if (data.status === 'deleted') go(ROOT);
            else run.reload();
          }}
        >
          {ended.value ? 'Its totals are gone with it.' : 'What is running for it stops within a second.'}
        </Confirm>
      )}
    </>
  );
}
