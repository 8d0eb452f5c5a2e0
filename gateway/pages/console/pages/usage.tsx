/** Use of a tenant by day, and what remains of its quotas. */
import { call } from '../../shared/api.js';
import { Bars } from '../../shared/charts/bars.js';
import { byteSize, count, decimal, time, words } from '../../shared/format.js';
import { useLoaded } from '../../shared/load.js';
import { parameter, setParameters } from '../../shared/router.js';
import { Meter, Select, type Tone } from '../../shared/ui/controls.js';
import { Head } from '../../shared/ui/shell.js';
import { Empty, WhenLoaded } from '../../shared/ui/states.js';
import { type Column, Table } from '../../shared/ui/table.js';
import { tenantId, tenantPath } from '../parts/tenant.js';

interface Amount {
  readonly used: number;
  readonly quota?: number;
  readonly left?: number;
}

interface Day {
  readonly day: string;
  readonly requests: number;
  readonly computeSeconds: number;
  readonly receipts: number;
}

interface Part {
  readonly operationId: string;
  readonly actor: string;
  readonly requests: number;
}

interface Usage {
  readonly tier: string;
  readonly requestsPerMinute: number;
  readonly month: { readonly requests: Amount; readonly computeSeconds: Amount; readonly resetsAt: string };
  readonly days: readonly Day[];
  readonly lastDay: readonly Part[];
  readonly storedBytes: Amount & { readonly byKind: Readonly<Record<string, number>> };
  readonly stored: readonly { readonly collection: string; readonly documents: number; readonly more: boolean }[];
}

const DAY_MS = 86_400_000;
const DAYS = [7, 30, 90].map((days) => ({ value: String(days), label: `${days} days` }));
/** Part of a quota from which its bar warns. */
const NEARLY_USED = 0.8;
/** Rows of the last day that are shown. */
const MAX_PARTS = 20;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Every day up to today, also those without any use. */
function daysUpToToday(days: readonly Day[], numDays: number): Day[] {
  const byDay = new Map(days.map((each) => [each.day, each]));
  return Array.from({ length: numDays }, (_, index) => {
    const day = dayOf(Date.now() - (numDays - 1 - index) * DAY_MS);
    return byDay.get(day) ?? { day, requests: 0, computeSeconds: 0, receipts: 0 };
  });
}

const partColumns: readonly Column<Part>[] = [
  { title: 'Operation', cell: ({ operationId }) => <strong>{operationId}</strong> },
  { title: 'Key or user', cell: ({ actor }) => <code>{actor}</code> },
  { title: 'Requests', unit: 'last day', align: 'number', cell: ({ requests }) => count(requests) },
];

const storedColumns: readonly Column<Usage['stored'][number]>[] = [
  { title: 'Collection', cell: ({ collection }) => words(collection) },
  { title: 'Documents', align: 'number', cell: ({ documents, more }) => `${more ? 'at least ' : ''}${count(documents)}` },
];

const kindColumns: readonly Column<readonly [kind: string, bytes: number]>[] = [
  { title: 'Kind', cell: ([kind]) => words(kind) },
  { title: 'Stored', align: 'number', cell: ([, bytes]) => byteSize(bytes) },
];

export function UsageView() {
  const numDays = Number(parameter('days') || 30);
  const environment = parameter('environment') || 'live';
  const usage = useLoaded(
    async (signal) => {
      const query = { from: dayOf(Date.now() - (numDays - 1) * DAY_MS), environment };
      return (await call<Usage>('GET', tenantPath('usage'), { query, signal })).data;
    },
    [tenantId.value, numDays, environment],
  );
  return (
    <>
      <Head title="Usage" about="Days are those of UTC. Counts of the last seconds may be missing." />
      <div class="filters">
        <Select label="Period" value={String(numDays)} options={DAYS} onInput={(days) => setParameters({ days })} />
        <Select
          label="Keys"
          value={environment}
          options={[
            { value: 'live', label: 'live' },
            { value: 'test', label: 'test' },
          ]}
          onInput={(value) => setParameters({ environment: value })}
        />
      </div>
      <WhenLoaded of={usage}>
        {({ tier, requestsPerMinute, month, days, lastDay, stored, storedBytes }) => {
          const every = daysUpToToday(days, numDays);
          return (
            <>
              <div class="tiles">
                <Quota title="Requests this month" amount={month.requests} unit="" resetsAt={month.resetsAt} />
                <Quota title="Compute this month" amount={month.computeSeconds} unit=" s" resetsAt={month.resetsAt} />
                <Quota title="Stored now" amount={storedBytes} unit="" write={byteSize} />
                <div class="tile">
                  <span class="muted">Tier</span>
                  <span class="figure">{tier}</span>
                  <span class="hint">{count(requestsPerMinute)} requests per minute</span>
                </div>
              </div>
              <div class="columns">
                <Bars
                  title="Requests"
                  unit="per day"
                  write={count}
                  bars={every.map(({ day, requests }) => ({ label: day.slice(5), value: requests }))}
                />
                <Bars
                  title="Compute time"
                  unit="s per day"
                  write={(value) => decimal(value, value < 10 && value > 0 ? 1 : 0)}
                  bars={every.map(({ day, computeSeconds }) => ({ label: day.slice(5), value: computeSeconds }))}
                />
              </div>
              <section class="section">
                <h2>Last day by operation</h2>
                {lastDay.length === 0 ? (
                  <Empty title="No request on the last day">
                    <p>Requests by key appear here, the most frequent first.</p>
                  </Empty>
                ) : (
                  <Table
                    caption="Requests of the last day"
                    columns={partColumns}
                    rows={lastDay.slice(0, MAX_PARTS)}
                    keyOf={({ operationId, actor }) => `${operationId} ${actor}`}
                  />
                )}
              </section>
              <section class="section">
                <h2>Stored now</h2>
                <Table
                  caption="Stored bytes by kind"
                  columns={kindColumns}
                  rows={Object.entries(storedBytes.byKind).sort(([, one], [, other]) => other - one)}
                  keyOf={([kind]) => kind}
                />
                <Table
                  caption="Stored documents"
                  columns={storedColumns}
                  rows={stored.filter(({ documents }) => documents > 0)}
                  keyOf={({ collection }) => collection}
                />
              </section>
            </>
          );
        }}
      </WhenLoaded>
    </>
  );
}

interface QuotaProps {
  readonly title: string;
  readonly amount: Amount;
  readonly unit: string;
  /** Absent where the amount is that of now. */
  readonly resetsAt?: string;
  readonly write?: (amount: number) => string;
}

function Quota({ title, amount: { used, quota, left = 0 }, unit, resetsAt, write = count }: QuotaProps) {
  const part = quota === undefined ? 0 : used / quota;
  const tone: Tone | undefined = part >= 1 ? 'bad' : part >= NEARLY_USED ? 'warning' : undefined;
  return (
    <div class="tile">
      <span class="muted">{title}</span>
      <span class="figure">
        {write(used)}
        {unit}
      </span>
      {quota === undefined ? (
        <span class="hint">unlimited</span>
      ) : (
        <>
          <Meter part={part} label={`${Math.round(100 * part)} % of the quota is used`} {...(tone && { tone })} />
          <span class="hint">
            {write(left)}
            {unit} of {write(quota)}
            {unit} left{resetsAt && ` until ${time(resetsAt).slice(0, 10)}`}
          </span>
        </>
      )}
    </div>
  );
}
