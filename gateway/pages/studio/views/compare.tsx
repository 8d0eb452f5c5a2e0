/** Two drafts side by side: their words, their payoffs in one picture, and their figures with the differences. */
import { useSignal } from '@preact/signals';
import { call } from '../../shared/api.js';
import { Lines } from '../../shared/charts/lines.js';
import { measured } from '../../shared/format.js';
import { useList } from '../../shared/load.js';
import { Select } from '../../shared/ui/controls.js';
import { Table } from '../../shared/ui/table.js';
import { check, checked, DRAFTS, marketValue, name, pricingBody, type StoredDraft, stored } from '../draft/draft.js';
import { face } from '../draft/face.js';
import { Analysis } from './analysis.js';
import { type GreeksResult, greeksOf, rowsOf } from './greeks.js';

const COMPARISON_PATHS = 16_384;

interface Comparison {
  readonly other: StoredDraft;
  readonly mine: GreeksResult;
  readonly theirs: GreeksResult;
}

export function Compare() {
  const drafts = useList<StoredDraft>(DRAFTS, { limit: 200 });
  const others = (drafts.value ?? []).filter(({ id }) => id !== stored.value?.id);
  const chosen = useSignal('');
  const compute = async (signal: AbortSignal): Promise<Comparison> => {
    const id = chosen.value || others[0]?.id;
    if (id === undefined) throw new Error('Save a second draft first: it is compared with the one on the desk.');
    const { data: other } = await call<StoredDraft>('GET', `${DRAFTS}/${id}`, { signal });
    const pricer = { numPaths: COMPARISON_PATHS };
    const [mine, theirs] = await Promise.all([
      greeksOf(pricingBody(pricer), signal),
      greeksOf({ contract: other.contract, market: other.market ?? marketValue.value, pricer }, signal),
    ]);
    return { other, mine, theirs };
  };
  return (
    <Analysis
      title="Compare"
      about="The draft on the desk beside another, each in its own market."
      compute={compute}
      atOnce={false}
      action="Compare"
      settings={
        <Select
          label="The other draft"
          value={chosen.value || (others[0]?.id ?? '')}
          options={
            others.length === 0 ? [{ value: '', label: 'none is saved' }] : others.map(({ id, name: label }) => ({ value: id, label }))
          }
          onInput={(id) => (chosen.value = id)}
        />
      }
    >
      {({ other, mine, theirs }) => {
        const here = name.value || 'On the desk';
        const there = face.value && check(face.value, other.contract);
        const rows = rowsOf(mine).map((row, index) => ({ ...row, other: rowsOf(theirs)[index] ?? row }));
        return (
          <>
            <div class="columns">
              {[
                { title: here, words: checked.value?.description },
                { title: other.name, words: there?.description ?? there?.faults[0]?.reason },
              ].map(({ title, words }, index) => (
                <div class="tile" key={`draft-${index}`}>
                  <strong>{title}</strong>
                  <span>{words}</span>
                </div>
              ))}
            </div>
            <Table
              caption="Figures"
              rows={rows}
              keyOf={(row) => row.name}
              columns={[
                { title: 'Figure', cell: (row) => <strong>{row.name}</strong> },
                { title: here, align: 'number', cell: ({ value, error }) => measured(value, error) },
                { title: other.name, align: 'number', cell: (row) => measured(row.other.value, row.other.error) },
                {
                  title: 'Difference',
                  align: 'number',
                  cell: (row) => measured(row.other.value - row.value, Math.hypot(row.error, row.other.error)),
                },
                { title: 'Unit', cell: ({ unit }) => <span class="muted">{unit}</span> },
              ]}
            />
            {checked.value?.profile && there?.profile && checked.value.profile.underlying === there.profile.underlying && (
              <Lines
                title="Payoff"
                up="price units, undiscounted"
                across={`Level of ${there.profile.underlying ?? 'the spot'} at the last payment`}
                lines={[
                  { name: here, series: 1, points: checked.value.profile.points.map(({ spot, payoff }) => ({ x: spot, y: payoff })) },
                  { name: other.name, series: 2, points: there.profile.points.map(({ spot, payoff }) => ({ x: spot, y: payoff })) },
                ]}
                fromZero
              />
            )}
          </>
        );
      }}
    </Analysis>
  );
}
