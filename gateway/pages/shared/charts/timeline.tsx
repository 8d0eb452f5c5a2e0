/** Work over time, drawn as SVG: a row for each lane of each worker, a bar for each piece of work in the colour of its outcome. */
import { duration } from '../format.js';
import { linearScale } from './scale.js';
import { useWidth } from './width.js';

export interface Span {
  readonly key: string;
  /** The name of whoever did it. */
  readonly worker: string;
  /** Unix milliseconds. */
  readonly start: number;
  readonly end: number;
  readonly tone: 'good' | 'warning' | 'bad' | 'accent';
  /** The outcome in words, for the legend. */
  readonly outcome: string;
  /** Said where the pointer is. */
  readonly about: string;
}

interface TimelineProps {
  readonly title: string;
  readonly spans: readonly Span[];
}

/** Pixels. */
const ROW_HEIGHT = 22;
const BAR_HEIGHT = 14;
const SCALE_HEIGHT = 22;
const NAMES_WIDTH = 84;
const RIGHT_EDGE = 24;
/** Narrowest bar: shorter work can still be seen. */
const MIN_BAR_WIDTH = 2;
const PIXELS_PER_STEP = 110;

interface Row {
  readonly worker: string;
  readonly spans: readonly Span[];
}

/** Places spans in rows, a worker's rows beside one another: as many as it had under way at once. */
function rowsOf(spans: readonly Span[]): Row[] {
  const inOrder = spans.toSorted((a, b) => a.start - b.start);
  return [...new Set(inOrder.map(({ worker }) => worker))].flatMap((worker) => {
    const rows: Span[][] = [];
    for (const span of inOrder.filter((each) => each.worker === worker)) {
      const free = rows.find((row) => row.every(({ end }) => end <= span.start));
      if (free === undefined) rows.push([span]);
      else free.push(span);
    }
    return rows.map((row) => ({ worker, spans: row }));
  });
}

export function Timeline({ title, spans }: TimelineProps) {
  const [figure, width] = useWidth<HTMLElement>();
  const rows = rowsOf(spans);
  const first = Math.min(...spans.map(({ start }) => start));
  const last = Math.max(...spans.map(({ end }) => end), first + 1);
  const steps = Math.max(2, Math.floor((width - NAMES_WIDTH) / PIXELS_PER_STEP));
  const x = linearScale(0, last - first, NAMES_WIDTH, width - RIGHT_EDGE, steps);
  const height = SCALE_HEIGHT + rows.length * ROW_HEIGHT;
  return (
    <figure class="chart">
      <figcaption ref={figure}>{title}</figcaption>
      <div class="legend-line">
        {[...new Map(spans.map(({ outcome, tone }) => [outcome, tone]))].map(([outcome, tone]) => (
          <span key={outcome} class={`timeline-name ${tone}`}>
            {outcome}
          </span>
        ))}
      </div>
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="img" aria-label={title}>
        {x.ticks.map((tick) => (
          <g key={tick}>
            <line class="chart-grid" x1={x.place(tick)} x2={x.place(tick)} y1={0} y2={height - SCALE_HEIGHT} />
            <text class="chart-label" x={x.place(tick)} y={height - 6} text-anchor="middle">
              {duration(tick)}
            </text>
          </g>
        ))}
        {rows.map(({ worker, spans: ofRow }, index) => (
          <g key={`${worker} ${index}`}>
            {rows[index - 1]?.worker !== worker && (
              <text class="chart-label" x={0} y={index * ROW_HEIGHT + BAR_HEIGHT}>
                {worker}
              </text>
            )}
            {ofRow.map(({ key, start, end, tone, about }) => (
              <rect
                key={key}
                class={`timeline-bar ${tone}`}
                x={x.place(start - first)}
                width={Math.max(MIN_BAR_WIDTH, x.place(end - first) - x.place(start - first))}
                y={index * ROW_HEIGHT + (ROW_HEIGHT - BAR_HEIGHT) / 2}
                height={BAR_HEIGHT}
                rx={2}
              >
                <title>{about}</title>
              </rect>
            ))}
          </g>
        ))}
      </svg>
    </figure>
  );
}
