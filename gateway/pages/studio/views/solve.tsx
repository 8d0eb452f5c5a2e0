/** Solves one term of the draft for a price, on the same paths throughout. */
import { useSignal } from '@preact/signals';
import { Lines } from '../../shared/charts/lines.js';
import { INTERVAL, measured } from '../../shared/format.js';
import { Button, Field, Select } from '../../shared/ui/controls.js';
import { toast } from '../../shared/ui/toast.js';
import { contractText, contractValue, pretty } from '../draft/draft.js';
import { spoken } from '../draft/forms.js';
import { priceWith, spokenPath } from '../draft/parts.js';
import { numbersIn, type Path, pointerOf, replaced } from '../draft/pointer.js';
import { type Solution, solved } from '../draft/solver.js';
import { Analysis } from './analysis.js';

const SOLUTION_PATHS = 16_384;

/** A range around a value in which its solution is looked for. */
const around = (value: number): readonly [low: number, high: number] =>
  value === 0 ? [-1, 1] : value > 0 ? [value / 2, value * 1.5] : [value * 1.5, value / 2];

interface Solved extends Solution {
  readonly path: Path;
  readonly target: number;
}

export function Solve() {
  const numbers = numbersIn(contractValue.value);
  const pointer = useSignal('');
  const chosen = numbers.find(({ path }) => pointerOf(path) === pointer.value) ?? numbers[0];
  const target = useSignal('');
  const low = useSignal('');
  const high = useSignal('');
  const [usualLow, usualHigh] = around(chosen?.value ?? 1);
  const compute = async (signal: AbortSignal): Promise<Solved> => {
    if (chosen === undefined) throw new Error('The contract has no number that could be solved for.');
    if (target.value.trim() === '') throw new Error('Say which price the term should give.');
    const bounds = [
      low.value.trim() === '' ? usualLow : Number(low.value),
      high.value.trim() === '' ? usualHigh : Number(high.value),
    ] as const;
    const priceOf = (value: number) => priceWith(SOLUTION_PATHS, signal, replaced(contractValue.value, chosen.path, value));
    return { ...(await solved(priceOf, Number(target.value), bounds)), path: chosen.path, target: Number(target.value) };
  };
  const use = ({ path, value }: Solved) => {
    contractText.value = pretty(replaced(contractValue.value, path, value));
    toast('The term is in the draft.');
  };
  return (
    <Analysis
      title="Solve"
      about="Finds the value of one term at which the draft has a price. All prices are on the same paths, so that the search meets no noise."
      compute={compute}
      atOnce={false}
      action="Solve"
      settings={
        <>
          <Select
            label="Term"
            value={chosen === undefined ? '' : pointerOf(chosen.path)}
            options={numbers.map(({ path, value }) => ({
              value: pointerOf(path),
              label: `${spoken(String(path.at(-1)))} ${value}${path.length > 1 ? `, ${spokenPath(path.slice(0, -1))}` : ''}`,
            }))}
            onInput={(next) => (pointer.value = next)}
          />
          <Field label="Price to reach" required value={target.value} onInput={(next) => (target.value = next)} />
          <Field label="From" placeholder={String(usualLow)} value={low.value} onInput={(next) => (low.value = next)} />
          <Field label="To" placeholder={String(usualHigh)} value={high.value} onInput={(next) => (high.value = next)} />
        </>
      }
    >
      {(solution) => {
        const { value, error, tried, path, target: wanted } = solution;
        const last = tried.at(-1);
        return (
          <>
            <div class="notice good" role="status">
              <strong>
                {spoken(String(path.at(-1)))}: {measured(value, error)}
              </strong>
              <span>
                gives {last && measured(last.price, last.standardError)} where {wanted} was asked for; the interval of the term is that of
                the price over its slope.
              </span>
              <div>
                <Button kind="primary" onClick={() => use(solution)}>
                  Put it into the draft
                </Button>
              </div>
            </div>
            <Lines
              title="Prices on the way"
              up="price units"
              across={spokenPath(path)}
              lines={[
                {
                  ...{ name: 'Price', series: 1 },
                  points: tried
                    .map(({ value: x, price, standardError }) => ({ x, y: price, error: INTERVAL * standardError }))
                    .sort((a, b) => a.x - b.x),
                },
              ]}
              marks={[{ x: value, label: 'solution' }]}
            />
          </>
        );
      }}
    </Analysis>
  );
}
