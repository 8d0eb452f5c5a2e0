/** A run of a book as it is shown: its stages, totals and failures, what explains the change since another run, and the positions that changed most. */
import { call } from '../../shared/api.js';
import { count, decimal, time } from '../../shared/format.js';
import { useLoaded } from '../../shared/load.js';
import { Badge, Facts, Meter, type Tone } from '../../shared/ui/controls.js';
import { WhenLoaded } from '../../shared/ui/states.js';
import { type Column, Table } from '../../shared/ui/table.js';

type Status = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';

interface Stage {
  readonly measure: string;
  readonly done: number;
  readonly failed: number;
  readonly of: number;
  readonly progress?: number;
}

interface Amount {
  readonly name: string;
  readonly amount: number;
}

interface Totals {
  readonly value?: { readonly totalValue?: number; readonly priced: number; readonly failed: number };
  readonly var?: {
    readonly valueAtRisk?: number;
    readonly expectedShortfall?: number;
    readonly confidence?: number;
    readonly reason?: string;
    readonly scenarios?: number;
  };
  readonly stress?: readonly { readonly scenario: string; readonly pnl: number }[];
  readonly sensitivities?: readonly { readonly kind: string; readonly name: string; readonly unit: string; readonly value: number }[];
  readonly xva?: Readonly<Record<string, number>>;
  readonly explain?: readonly { readonly part: string; readonly factorKind?: string; readonly factor?: string; readonly pnl: number }[];
}

export interface Run {
  readonly id: string;
  readonly name?: string;
  readonly status: Status;
  readonly createdAt: string;
  readonly createdBy?: string;
  readonly portfolioIds: readonly string[];
  readonly nettingSetIds: readonly string[];
  readonly snapshotId: string;
  readonly reportingCurrency: string;
  readonly measures: readonly string[];
  readonly compareWith?: string;
  readonly stages: readonly Stage[];
  readonly totals?: Totals;
  readonly warnings?: readonly { readonly pricerId: string; readonly warning: string }[];
  readonly failures?: readonly { readonly measure: string; readonly subjectId: string; readonly code: string; readonly message: string }[];
}

export const RUNS_PATH = '/desk/v1/runs';
/** Positions that are shown of those whose value changed. */
const SHOWN_CHANGES = 25;

const TONES: Readonly<Record<Status, Tone | undefined>> = {
  ...{ queued: undefined, running: 'accent', succeeded: 'good', failed: 'bad', cancelled: 'warning' },
};
const TITLES: Readonly<Record<string, string>> = {
  ...{ value: 'Value', sensitivities: 'Sensitivities', var: 'Value at risk', stress: 'Stress', exposure: 'Exposure', xva: 'XVA' },
  explain: 'Change explained',
};
export const titleOf = (measure: string): string => TITLES[measure] ?? measure;
export const hasEnded = ({ status }: Run): boolean => status !== 'queued' && status !== 'running';
export const State = ({ run: { status } }: { readonly run: Run }) => <Badge tone={TONES[status]}>{status}</Badge>;

const partOf = ({ done, of, progress = done / of }: Stage): number => progress;
export const Progress = ({ run: { stages, status } }: { readonly run: Run }) => {
  const jobs = stages.reduce((sum, stage) => sum + stage.of, 0);
  const part = stages.reduce((sum, stage) => sum + partOf(stage) * stage.of, 0) / Math.max(1, jobs);
  return <Meter part={part} label={`${Math.round(100 * part)} % done`} {...(status === 'failed' && { tone: 'bad' as const })} />;
};

const stageColumns = (run: Run): readonly Column<Stage>[] => [
  { title: 'Measure', cell: ({ measure }) => titleOf(measure) },
  { title: 'Jobs', align: 'number', cell: ({ done, of }) => `${done} of ${of}` },
  { title: 'Failed', align: 'number', cell: ({ failed }) => count(failed) },
  {
    title: 'Progress',
    cell: (stage) => <Meter part={partOf(stage)} label={`${titleOf(stage.measure)}: ${Math.round(100 * partOf(stage))} % done`} />,
  },
  {
    title: 'Table',
    cell: ({ measure, done }) =>
      done > 0 &&
      ['CSV', 'Parquet', 'Arrow'].map((form) => (
        <>
          <a key={form} href={`${RUNS_PATH}/${run.id}/results.${form.toLowerCase()}?measure=${measure}`} download>
            {form}
          </a>{' '}
        </>
      )),
  },
];

export function RunReport({ run }: { readonly run: Run }) {
  const { totals = {}, reportingCurrency, failures = [], warnings = [] } = run;
  return (
    <>
      <section class="section" aria-live="polite">
        <div class="actions">
          <State run={run} />
        </div>
        <Progress run={run} />
      </section>
      <Facts
        items={[
          ['Market', <code key="market">{run.snapshotId}</code>],
          ['Started', `${time(run.createdAt, true)} UTC${run.createdBy ? ` by ${run.createdBy}` : ''}`],
          ...factsOf(totals, reportingCurrency),
        ]}
      />
      <Table caption="Measures of the run" columns={stageColumns(run)} rows={run.stages} keyOf={({ measure }) => measure} />
      <Amounts title="Change explained" unit={reportingCurrency} amounts={explainedAmounts(totals)} />
      {run.compareWith && hasEnded(run) && <Changes run={run} with={run.compareWith} />}
      <Amounts
        title="Stress"
        unit={reportingCurrency}
        amounts={totals.stress?.map(({ scenario, pnl }) => ({ name: scenario, amount: pnl })) ?? []}
      />
      <Amounts
        title="XVA"
        unit={reportingCurrency}
        amounts={Object.entries(totals.xva ?? {}).map(([name, amount]) => ({
          name: name === 'total' ? 'Total' : name.toUpperCase(),
          amount,
        }))}
      />
      <Amounts
        title="Sensitivities"
        unit={`${reportingCurrency} per unit`}
        amounts={
          totals.sensitivities?.map(({ kind, name, unit, value }) => ({ name: `${kind} ${name}, ${PER[unit] ?? unit}`, amount: value })) ??
          []
        }
      />
      {failures.length > 0 && (
        <div class="notice bad">
          <strong>{failures.length === 1 ? 'One job failed' : `${failures.length} jobs failed`}</strong>
          <ul>
            {failures.map(({ measure, subjectId, code, message }) => (
              <li key={`${measure} ${subjectId}`}>
                {titleOf(measure)} of <code>{subjectId}</code>: {message} <code>{code}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
      {warnings.length > 0 && (
        <details class="section">
          <summary>{warnings.length === 1 ? 'One warning' : `${warnings.length} warnings`}</summary>
          <ul>
            {warnings.map(({ pricerId, warning }) => (
              <li key={`${pricerId} ${warning}`}>
                <code>{pricerId}</code> {warning}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

const PER: Readonly<Record<string, string>> = { per_one: 'per 1', basis_point: 'per basis point' };

function factsOf(totals: Totals, currency: string): readonly (readonly [string, string])[] {
  const { value, var: atRisk } = totals;
  const facts: [string, string][] = [];
  if (value?.totalValue !== undefined) facts.push(['Value', `${decimal(value.totalValue, 2)} ${currency}`]);
  if (value) facts.push(['Positions', `${count(value.priced)} valued, ${count(value.failed)} left out`]);
  if (atRisk?.valueAtRisk !== undefined) {
    const at = `at ${decimal(100 * (atRisk.confidence ?? 0), 1)} %, ${count(atRisk.scenarios ?? 0)} scenarios`;
    facts.push(['Value at risk', `${decimal(atRisk.valueAtRisk, 2)} ${currency} ${at}`]);
    facts.push(['Expected shortfall', `${decimal(atRisk.expectedShortfall ?? 0, 2)} ${currency}`]);
  }
  if (atRisk?.reason !== undefined) facts.push(['Value at risk', `no joint figure: ${atRisk.reason}`]);
  return facts;
}

const PARTS: Readonly<Record<string, string>> = {
  ...{ total: 'Total', carry: 'Carry', roll: 'Roll', fixings: 'Fixings', newTrades: 'New trades', deadTrades: 'Ended trades' },
  ...{ crossEffects: 'Cross effects', unexplained: 'Unexplained' },
};

const explainedAmounts = ({ explain = [] }: Totals): readonly Amount[] =>
  explain.map(({ part, factorKind, factor, pnl }) => ({
    name: factor === undefined ? (PARTS[part] ?? part) : `${factorKind} ${factor}`,
    amount: pnl,
  }));

const amountColumns = (unit: string): readonly Column<Amount>[] => [
  { title: 'What', cell: ({ name }) => name },
  { title: 'Amount', unit, align: 'number', cell: ({ amount }) => decimal(amount, 2) },
];

const Amounts = ({ title, unit, amounts }: { readonly title: string; readonly unit: string; readonly amounts: readonly Amount[] }) =>
  amounts.length === 0 ? null : (
    <section class="section">
      <h2>{title}</h2>
      <Table caption={title} columns={amountColumns(unit)} rows={amounts} keyOf={({ name }) => name} />
    </section>
  );

interface Change {
  readonly portfolioId: string;
  readonly position: string;
  readonly before?: number;
  readonly after?: number;
  readonly change: number;
}

const money = (value: number | undefined): string => (value === undefined ? '–' : decimal(value, 2));
const changeColumns = (unit: string): readonly Column<Change>[] => [
  { title: 'Position', cell: ({ position }) => <code>{position}</code> },
  { title: 'Before', unit, align: 'number', cell: ({ before }) => money(before) },
  { title: 'After', unit, align: 'number', cell: ({ after }) => money(after) },
  { title: 'Change', unit, align: 'number', cell: ({ change }) => decimal(change, 2) },
];

/** The positions whose value changed most since the run with which this one is compared. */
function Changes({ run, with: former }: { readonly run: Run; readonly with: string }) {
  const compared = useLoaded(
    async (signal) =>
      (await call<{ readonly positions: readonly Change[] }>('GET', `${RUNS_PATH}/${run.id}/compare`, { query: { with: former }, signal }))
        .data.positions,
    [run.id, former],
  );
  return (
    <section class="section">
      <h2>Largest changes of value</h2>
      <WhenLoaded of={compared}>
        {(positions) =>
          positions.length === 0 ? (
            <p class="muted">No position has another value.</p>
          ) : (
            <Table
              caption="Largest changes of value"
              columns={changeColumns(run.reportingCurrency)}
              rows={positions.slice(0, SHOWN_CHANGES)}
              keyOf={({ portfolioId, position }) => `${portfolioId} ${position}`}
            />
          )
        }
      </WhenLoaded>
    </section>
  );
}
