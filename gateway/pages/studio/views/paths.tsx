/** Single paths of the draft: the worst, the median, the best, and one that is called, with what is observed and paid on each. */
import { useSignal } from '@preact/signals';
import { call } from '../../shared/api.js';
import { Lines } from '../../shared/charts/lines.js';
import { short } from '../../shared/charts/scale.js';
import { count, decimal, measured } from '../../shared/format.js';
import { Button, Facts } from '../../shared/ui/controls.js';
import { Table } from '../../shared/ui/table.js';
import { pricingBody } from '../draft/draft.js';
import { Analysis } from './analysis.js';

const DRAWN_PATHS = 1_024;
/** Observation dates are marked in the picture where they are so few that it stays legible. */
const MAX_MARKS = 16;

interface Path {
  readonly kind: 'worst' | 'median' | 'best' | 'called';
  readonly presentValue: number;
  readonly underlyings: readonly { readonly name: string; readonly levels: readonly number[] }[];
  readonly cashflows: readonly { readonly date: string; readonly amount: number }[];
}

interface Paths {
  readonly times: readonly number[];
  readonly dates: readonly string[];
  readonly observed: readonly string[];
  readonly paths: readonly Path[];
  readonly presentValues: readonly { readonly probability: number; readonly value: number }[];
  readonly mean: number;
  readonly standardError: number;
  readonly numPaths: number;
}

interface Drawn extends Paths {
  readonly warnings: readonly string[];
}

const KINDS: Readonly<Record<Path['kind'], string>> = { worst: 'Worst', median: 'Median', best: 'Best', called: 'One that is called' };

async function compute(signal: AbortSignal): Promise<Drawn> {
  const { data, manifest } = await call<Paths>('POST', '/desk/v1/contract/paths', { body: pricingBody({ numPaths: DRAWN_PATHS }), signal });
  return { ...data, warnings: (manifest as { readonly warnings?: readonly string[] } | undefined)?.warnings ?? [] };
}

export const PathsView = () => (
  <Analysis
    title="Show me the path"
    about="Paths under the models of the market, and what the contract observes and pays on them."
    compute={compute}
  >
    {(drawn) => <Shown drawn={drawn} />}
  </Analysis>
);

function Shown({ drawn }: { readonly drawn: Drawn }) {
  const chosen = useSignal<Path['kind']>('median');
  const { times, dates, observed, paths, presentValues, mean, standardError, numPaths, warnings } = drawn;
  const path = paths.find(({ kind }) => kind === chosen.value) ?? paths[0];
  if (path === undefined) return null;
  const paidOn = (date: string): number => path.cashflows.filter((flow) => flow.date === date).reduce((sum, { amount }) => sum + amount, 0);
  const lastPayment = path.cashflows.at(-1)?.date;
  const end = path.kind === 'called' && lastPayment !== undefined ? dates.indexOf(lastPayment) + 1 : dates.length;
  const rows = observed.filter((date) => dates.indexOf(date) < end);
  const levelOn = (levels: readonly number[], date: string): number => levels[dates.indexOf(date)] ?? Number.NaN;
  return (
    <>
      <div class="actions">
        {paths.map(({ kind }) => (
          <Button key={kind} small kind={kind === path.kind ? 'primary' : 'plain'} onClick={() => (chosen.value = kind)}>
            {KINDS[kind]}
          </Button>
        ))}
      </div>
      {warnings.map((warning) => (
        <div class="notice warning" key={warning}>
          {warning}
        </div>
      ))}
      <Lines
        title={`${KINDS[path.kind]}: worth ${short(path.presentValue)} today`}
        up="% of the level today"
        across="Years from today"
        lines={path.underlyings.map(({ name, levels }, index) => ({
          name,
          series: ((index % 3) + 1) as 1 | 2 | 3,
          points: levels.slice(0, end).map((level, step) => ({ x: times[step] ?? 0, y: (100 * level) / (levels[0] ?? 1) })),
        }))}
        marks={
          rows.length > MAX_MARKS
            ? []
            : rows.map((date) => ({ x: times[dates.indexOf(date)] ?? 0, label: paidOn(date) === 0 ? '' : short(paidOn(date)) }))
        }
      />
      <Table
        caption="Observations and payments"
        rows={rows}
        keyOf={(date) => date}
        columns={[
          { title: 'Date', cell: (date) => date },
          ...path.underlyings.map(({ name, levels }) => ({
            title: name,
            unit: '% of today',
            align: 'number' as const,
            cell: (date: string) => (
              <>
                {short(levelOn(levels, date))} <span class="unit">{decimal((100 * levelOn(levels, date)) / (levels[0] ?? 1), 1)} %</span>
              </>
            ),
          })),
          { title: 'Paid', unit: 'price units', align: 'number', cell: (date) => (paidOn(date) === 0 ? '–' : short(paidOn(date))) },
        ]}
      />
      <section class="section">
        <h2>All {count(numPaths)} paths</h2>
        <Facts
          items={[
            ['Mean of the present values', measured(mean, standardError)],
            ...presentValues.map(
              ({ probability, value }) => [`${decimal(probability * 100, 0)} % are worth at most`, short(value)] as const,
            ),
          ]}
        />
      </section>
    </>
  );
}
