/** Lines over a common axis, drawn as SVG: an error band around each that has errors, the numbers under the pointer, and all of them as a table. */
import { useSignal } from '@preact/signals';
import { Table } from '../ui/table.js';
import { doublingScale, linearScale, short } from './scale.js';
import { useWidth } from './width.js';

interface Point {
  readonly x: number;
  readonly y: number;
  /** Half the height of the band, in units of y. */
  readonly error?: number;
}

interface Line {
  readonly name: string;
  readonly points: readonly Point[];
  /** Number of its colour. */
  readonly series: 1 | 2 | 3;
  readonly dashed?: boolean;
}

interface LinesProps {
  readonly title: string;
  /** Name of the horizontal axis, with its unit where it has one. */
  readonly across: string;
  readonly up: string;
  readonly lines: readonly Line[];
  /** Vertical lines with a name, such as the spot of today. */
  readonly marks?: readonly { readonly x: number; readonly label: string }[];
  /** Doubles the distance with each doubling of x. */
  readonly doubling?: boolean;
  /** Draws the level 0 into the picture. */
  readonly fromZero?: boolean;
  readonly writeX?: (x: number) => string;
}

/** Pixels. */
const LINES_HEIGHT = 280;
const EDGES = { left: 68, right: 34, top: 12, bottom: 44 } as const;
const STEPS_UP = 5;
const STEPS_ACROSS = 7;
const PIXELS_PER_TICK = 80;
/** Part of the height that stays free above and below the lines. */
const FREE_SHARE = 0.06;

const bottom = LINES_HEIGHT - EDGES.bottom;
const coordinate = (value: number): string => value.toFixed(1);

export function Lines({ title, across, up, lines, marks = [], doubling, fromZero, writeX = short }: LinesProps) {
  const [figure, width] = useWidth<HTMLDivElement>();
  const right = width - EDGES.right;
  const pointed = useSignal<number | undefined>(undefined);
  const xs = [...new Set(lines.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b);
  const [first = 0, last = 1] = [xs[0], xs.at(-1)];
  const ends = lines.flatMap(({ points }) => points.flatMap(({ y, error = 0 }) => [y - error, y + error]));
  const [lowest, highest] = [Math.min(...ends, ...(fromZero ? [0] : [])), Math.max(...ends, ...(fromZero ? [0] : []))];
  const free = (highest - lowest) * FREE_SHARE;
  const x = doubling
    ? doublingScale(first, last, EDGES.left, right)
    : linearScale(first, last, EDGES.left, right, Math.max(2, Math.min(STEPS_ACROSS, Math.floor(width / PIXELS_PER_TICK))));
  const labelEvery = Math.ceil((x.ticks.length * PIXELS_PER_TICK) / width);
  const y = linearScale(lowest - free, highest + free, bottom, EDGES.top, STEPS_UP);
  const pathOf = (points: readonly Point[], levelOf: (point: Point) => number = (point) => point.y): string =>
    points.map((point) => `${coordinate(x.place(point.x))},${coordinate(y.place(levelOf(point)))}`).join(' ');
  const point = (event: PointerEvent): void => {
    const box = (event.currentTarget as SVGElement).getBoundingClientRect();
    const place = ((event.clientX - box.left) / box.width) * width;
    pointed.value = xs.reduce(
      (closest, each) => (Math.abs(x.place(each) - place) < Math.abs(x.place(closest) - place) ? each : closest),
      first,
    );
  };
  const read = pointed.value;
  const valueAt = ({ points }: Line, place: number) => points.find((each) => each.x === place);
  const numberText = (found: Point | undefined): string =>
    found === undefined ? '–' : found.error ? `${short(found.y)} ± ${short(found.error)}` : short(found.y);
  return (
    <figure class="chart">
      <figcaption>
        {title}
        <span class="unit">{up}</span>
      </figcaption>
      <div class="legend-line" ref={figure}>
        {lines.map((line) => (
          <span key={line.name} class={`series-name series-${line.series}`}>
            {line.name}
            {read !== undefined && <strong>{numberText(valueAt(line, read))}</strong>}
          </span>
        ))}
        {read !== undefined && (
          <span class="muted">
            {across} {writeX(read)}
          </span>
        )}
      </div>
      <svg
        viewBox={`0 0 ${width} ${LINES_HEIGHT}`}
        width={width}
        height={LINES_HEIGHT}
        role="img"
        aria-label={`${title}: ${lines.map(({ name }) => name).join(', ')} over ${across}`}
        onPointerMove={point}
        onPointerLeave={() => (pointed.value = undefined)}
      >
        {y.ticks.map((tick) => (
          <g key={tick}>
            <line class={tick === 0 ? 'chart-axis' : 'chart-grid'} x1={EDGES.left} x2={right} y1={y.place(tick)} y2={y.place(tick)} />
            <text class="chart-label" x={EDGES.left - 8} y={y.place(tick) + 4} text-anchor="end">
              {short(tick)}
            </text>
          </g>
        ))}
        {x.ticks.map((tick, index) => (
          <g key={tick}>
            <line class="chart-grid" x1={x.place(tick)} x2={x.place(tick)} y1={EDGES.top} y2={bottom} />
            {index % labelEvery === 0 && (
              <text class="chart-label" x={x.place(tick)} y={bottom + 16} text-anchor="middle">
                {writeX(tick)}
              </text>
            )}
          </g>
        ))}
        <text class="chart-label" x={(EDGES.left + right) / 2} y={LINES_HEIGHT - 8} text-anchor="middle">
          {across}
        </text>
        {marks.map(({ x: place, label }) => (
          <g key={`${label}-${place}`}>
            <line class="chart-mark" x1={x.place(place)} x2={x.place(place)} y1={EDGES.top} y2={bottom} />
            <text class="chart-label" x={x.place(place) + 4} y={EDGES.top + 10}>
              {label}
            </text>
          </g>
        ))}
        {lines.map(({ name, points, series }) => (
          <polygon
            key={name}
            class={`chart-band series-${series}`}
            points={`${pathOf(points, (each) => each.y + (each.error ?? 0))} ${pathOf([...points].reverse(), (each) => each.y - (each.error ?? 0))}`}
          />
        ))}
        {lines.map(({ name, points, series, dashed }) => (
          <polyline key={name} class={`chart-line series-${series} ${dashed ? 'dashed' : ''}`} points={pathOf(points)} />
        ))}
        {lines.map((line) => {
          const found = read === undefined ? undefined : valueAt(line, read);
          return (
            found && <circle key={line.name} class={`chart-dot series-${line.series}`} cx={x.place(found.x)} cy={y.place(found.y)} r="4" />
          );
        })}
      </svg>
      <details class="chart-data">
        <summary>The numbers</summary>
        <Table
          caption={title}
          rows={xs}
          keyOf={(each) => each}
          columns={[
            { title: across, align: 'number', cell: writeX },
            ...lines.map((line) => ({
              title: line.name,
              align: 'number' as const,
              cell: (each: number) => numberText(valueAt(line, each)),
            })),
          ]}
        />
      </details>
    </figure>
  );
}
