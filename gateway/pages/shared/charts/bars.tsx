/** Bars over time or categories, drawn as SVG: a scale of round numbers, and the value of each bar where the pointer is. */

import { roundStep } from './scale.js';
import { useWidth } from './width.js';

/** Steps of the scale, at most. */
const SCALE_STEPS = 4;

interface Bar {
  readonly label: string;
  readonly value: number;
  /** Half the length of its error bar, in units of the value; absent: it has none. */
  readonly error?: number;
}

interface BarsProps {
  readonly title: string;
  readonly unit: string;
  readonly bars: readonly Bar[];
  /** Digits after the point. */
  readonly write: (value: number) => string;
}

/** Pixels. */
const CHART_HEIGHT = 160;
const LEFT_EDGE = 56;
const BOTTOM_EDGE = 24;
const TOP_EDGE = 10;
/** Share of a bar's place that the bar fills. */
const FILLED_SHARE = 0.72;
/** Pixels of a label under a bar, such as a date: as many are written as do not touch. */
const PIXELS_PER_LABEL = 70;

export function Bars({ title, unit, bars, write }: BarsProps) {
  const [figure, width] = useWidth<HTMLElement>();
  const largest = Math.max(0, ...bars.map(({ value, error = 0 }) => value + error));
  const step = roundStep(largest, SCALE_STEPS);
  const top = step * Math.max(1, Math.ceil(largest / step));
  const yOf = (value: number): number => TOP_EDGE + (CHART_HEIGHT - TOP_EDGE - BOTTOM_EDGE) * (1 - value / top);
  const place = (width - LEFT_EDGE) / Math.max(1, bars.length);
  const every = Math.ceil((bars.length * PIXELS_PER_LABEL) / width);
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step);
  return (
    <figure class="chart">
      <figcaption ref={figure}>
        {title}
        <span class="unit">{unit}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${CHART_HEIGHT}`}
        width={width}
        height={CHART_HEIGHT}
        role="img"
        aria-label={`${title}, ${unit}: ${bars.map(({ label, value }) => `${label} ${write(value)}`).join(', ')}`}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line class="chart-grid" x1={LEFT_EDGE} x2={width} y1={yOf(tick)} y2={yOf(tick)} />
            <text class="chart-label" x={LEFT_EDGE - 8} y={yOf(tick) + 4} text-anchor="end">
              {write(tick)}
            </text>
          </g>
        ))}
        {bars.map(({ label, value, error }, index) => {
          const x = LEFT_EDGE + place * (index + 0.5);
          return (
            <g key={label}>
              <rect
                class="chart-bar"
                x={x - (place * FILLED_SHARE) / 2}
                width={place * FILLED_SHARE}
                y={yOf(value)}
                height={yOf(0) - yOf(value)}
              >
                <title>{`${label}: ${write(value)} ${unit}`}</title>
              </rect>
              {error !== undefined && (
                <line class="chart-error" x1={x} x2={x} y1={yOf(value + error)} y2={yOf(Math.max(0, value - error))} />
              )}
              {index % every === 0 && (
                <text class="chart-label" x={x} y={CHART_HEIGHT - 8} text-anchor="middle">
                  {label}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </figure>
  );
}
