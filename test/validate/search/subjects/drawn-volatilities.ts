/** Random tables of the volatilities of swaptions and caplets. */
import type { Data } from '../service.js';
import type { Trial } from '../subject.js';

type Axes = Readonly<Record<string, readonly number[]>>;

const SHIFT = 0.03;
const TYPES = ['normal', 'lognormal', 'shifted'] as const;
type VolatilityType = (typeof TYPES)[number];

/** A table on the axes, from the outermost. */
function drawTable(trial: Trial, axes: Axes, type: VolatilityType = trial.draw.pick(...TYPES)): Data {
  const level = () => (type === 'normal' ? trial.draw.between(0.002, 0.02) : trial.draw.between(0.05, 0.6));
  const drawn = ([nodes, ...inner]: readonly (readonly number[])[]): unknown =>
    nodes === undefined ? level() : nodes.map(() => drawn(inner));
  return { type, ...(type === 'shifted' && { shift: SHIFT }), ...axes, volatilities: drawn(Object.values(axes)) };
}

const drawNodes = (trial: Trial, low: number, high: number): number[] =>
  [...new Set(Array.from({ length: trial.whole(1, 5) }, () => Number(trial.uniform(low, high).toFixed(3))))].sort((a, b) => a - b);

export const drawSwaptionTable = (trial: Trial, type?: VolatilityType): Data =>
  drawTable(
    trial,
    {
      ...{ expiries: drawNodes(trial, 0.1, 12), tenors: drawNodes(trial, 0.5, 20) },
      ...(trial.draw.chance(0.5) && { strikeSpreads: drawNodes(trial, -0.03, 0.03) }),
    },
    type,
  );
export const drawCapletTable = (trial: Trial, type?: VolatilityType): Data =>
  drawTable(
    trial,
    { expiries: drawNodes(trial, 0.1, 12), ...(trial.draw.chance(0.5) && { strikes: drawNodes(trial, -0.02, 0.08) }) },
    type,
  );
