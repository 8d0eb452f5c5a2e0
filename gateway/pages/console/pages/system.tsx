/** Processes, versions, store, queues and backend of the installation. */
import { call } from '../../shared/api.js';
import { ago, count, duration } from '../../shared/format.js';
import { useLoaded } from '../../shared/load.js';
import { Badge, Facts, type Tone } from '../../shared/ui/controls.js';
import { Head } from '../../shared/ui/shell.js';
import { Empty, WhenLoaded } from '../../shared/ui/states.js';
import { type Column, Table } from '../../shared/ui/table.js';

interface Replica {
  readonly address: string;
  readonly state: 'fit' | 'doubtful' | 'connecting' | 'down';
  readonly version?: string;
  readonly node?: string;
  readonly uptimeSeconds?: number;
}

interface Worker {
  readonly id: string;
  readonly version: string;
  readonly node: string;
  readonly queue: string;
  readonly lanes: number;
  readonly startedAt: string;
  readonly seenAt: string;
}

interface System {
  readonly version: string;
  readonly engineVersion: string;
  readonly backend: { readonly name: string; readonly reason: string };
  readonly pricers: number;
  readonly operations: number;
  readonly reference: {
    readonly version: string;
    readonly node: string;
    readonly uptimeSeconds: number;
    readonly store: string;
    readonly jobs: boolean;
  };
  readonly services: readonly { readonly name: string; readonly replicas: readonly Replica[] }[];
  readonly workers: readonly Worker[];
  readonly queues: { readonly unfinishedJobs: number; readonly unfinishedValidationRuns: number };
}

/** Milliseconds between two looks. */
const SYSTEM_POLL_MS = 5_000;

const TONES: Readonly<Record<Replica['state'], Tone>> = { fit: 'good', doubtful: 'warning', connecting: 'warning', down: 'bad' };

type Process = Replica & { readonly service: string };

const processColumns: readonly Column<Process>[] = [
  { title: 'Service', cell: ({ service }) => <strong>{service}</strong> },
  { title: 'Address', cell: ({ address }) => <code>{address}</code> },
  { title: 'State', cell: ({ state }) => <Badge tone={TONES[state]}>{state}</Badge> },
  { title: 'Version', cell: ({ version = 'does not answer' }) => version },
  { title: 'Node.js', cell: ({ node }) => node },
  { title: 'Runs for', align: 'number', cell: ({ uptimeSeconds }) => uptimeSeconds !== undefined && duration(1_000 * uptimeSeconds) },
];

const workerColumns: readonly Column<Worker>[] = [
  { title: 'Worker', cell: ({ id }) => <code>{id}</code> },
  { title: 'Queue', cell: ({ queue }) => queue },
  { title: 'Lanes', unit: 'runs at a time', align: 'number', cell: ({ lanes }) => lanes },
  { title: 'Version', cell: ({ version }) => version },
  { title: 'Node.js', cell: ({ node }) => node },
  { title: 'Started', cell: ({ startedAt }) => ago(startedAt) },
  { title: 'Reported', cell: ({ seenAt }) => ago(seenAt) },
];

export function SystemView() {
  const system = useLoaded(async (signal) => (await call<System>('GET', '/admin/v1/system', { signal })).data, [], SYSTEM_POLL_MS);
  return (
    <>
      <Head title="System" about="The processes of this installation as the gateway that answers sees them, renewed every 5 seconds." />
      <WhenLoaded of={system}>
        {({ version, engineVersion, backend, pricers, operations, reference, services, workers, queues }) => (
          <>
            <div class="tiles">
              <Tile
                title="Unfinished jobs"
                figure={count(queues.unfinishedJobs)}
                note={reference.jobs ? 'waiting or running, all tenants' : 'there is no queue'}
              />
              <Tile
                title="Unfinished validation runs"
                figure={count(queues.unfinishedValidationRuns)}
                note="waiting or running, all tenants"
              />
              <Tile
                title="Job workers"
                figure={count(workers.length)}
                note={`${count(workers.reduce((sum, { lanes }) => sum + lanes, 0))} runs at a time`}
              />
              <Tile title="Simulation backend" figure={backend.name} note={backend.reason} />
            </div>
            <section class="section">
              <h2>Services</h2>
              <Table
                caption="Processes of the services"
                columns={processColumns}
                rows={services.flatMap(({ name, replicas }) => replicas.map((each) => ({ ...each, service: name })))}
                keyOf={({ service, address }) => `${service} ${address}`}
              />
            </section>
            <section class="section">
              <h2>Job workers</h2>
              {workers.length === 0 ? (
                <Empty title="No worker has reported within the last minute">
                  <p>Jobs wait until one runs. Start a worker process with `node dist/gateway/worker.js`.</p>
                </Empty>
              ) : (
                <Table caption="Job workers" columns={workerColumns} rows={workers} keyOf={({ id }) => id} />
              )}
            </section>
            <section class="section">
              <h2>Versions</h2>
              <Facts
                items={[
                  ['Gateway', version],
                  ['Engine', `${engineVersion}, ${count(pricers)} pricers`],
                  ['Interface', `${count(operations)} operations`],
                  [
                    'Reference service',
                    `${reference.version} on Node.js ${reference.node}, for ${duration(1_000 * reference.uptimeSeconds)}`,
                  ],
                  ['Store', reference.store],
                ]}
              />
            </section>
          </>
        )}
      </WhenLoaded>
    </>
  );
}

const Tile = ({ title, figure, note }: { readonly title: string; readonly figure: string; readonly note: string }) => (
  <div class="tile">
    <span class="muted">{title}</span>
    <span class="figure">{figure}</span>
    <span class="hint">{note}</span>
  </div>
);
