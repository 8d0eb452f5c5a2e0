/** Price and payoff of the draft over its spot. */
import { useSignal } from '@preact/signals';
import { call } from '../../shared/api.js';
import { Lines } from '../../shared/charts/lines.js';
import { INTERVAL } from '../../shared/format.js';
import { Select } from '../../shared/ui/controls.js';
import { checked, DRAFTS, marketValue, save } from '../draft/draft.js';
import { Analysis } from './analysis.js';

interface Ladder {
  readonly underlying?: string;
  readonly points: readonly { readonly spot: number; readonly payoff: number; readonly value: number; readonly standardError: number }[];
}

const POINTS = 25;
const LADDER_PATHS = 8_192;

export function OverSpot() {
  const moving = useSignal('');
  const names = checked.value?.names ?? [];
  const compute = async (signal: AbortSignal): Promise<Ladder> => {
    const id = await save();
    const body = { points: POINTS, pricer: { numPaths: LADDER_PATHS }, ...(moving.value && { underlying: moving.value }) };
    return (await call<Ladder>('POST', `${DRAFTS}/${id}/payoff`, { body, signal })).data;
  };
  return (
    <Analysis
      title="Price over spot"
      about="The price today if the spot were elsewhere, with its 95 % interval, beside the payoff where the spot ends there. The draft is saved first."
      compute={compute}
      settings={
        names.length > 1 && (
          <Select
            label="What moves"
            value={moving.value}
            onInput={(next) => (moving.value = next)}
            options={[{ value: '', label: 'All in proportion' }, ...names.map((each) => ({ value: each, label: `${each} alone` }))]}
          />
        )
      }
    >
      {({ underlying = 'the spot', points }) => {
        const start = marketValue.value?.assets?.[underlying]?.spot ?? marketValue.value?.spot;
        return (
          <Lines
            title="Price over spot"
            up="price units"
            across={`Level of ${underlying}`}
            lines={[
              {
                name: 'Price today',
                series: 1,
                points: points.map(({ spot, value, standardError }) => ({ x: spot, y: value, error: INTERVAL * standardError })),
              },
              { name: 'Payoff', series: 2, dashed: true, points: points.map(({ spot, payoff }) => ({ x: spot, y: payoff })) },
            ]}
            marks={start === undefined ? [] : [{ x: start, label: 'today' }]}
          />
        );
      }}
    </Analysis>
  );
}
