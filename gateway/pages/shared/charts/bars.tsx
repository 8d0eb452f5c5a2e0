/** Bars over time or categories, drawn as SVG: a scale of round numbers, and the value of each bar where the pointer is. */

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

/** The drawing's own units; it is scaled to the width that there is. */
const CHART_WIDTH = 480;
const CHART_HEIGHT = 160;
const LEFT_EDGE = 56;
const BOTTOM_EDGE = 24;
const TOP_EDGE = 10;
/** Share of a bar's place that the bar fills. */
const FILLED_SHARE = 0.72;
/** Labels under the bars: as many as do not touch. */
const MAX_LABELS = 8;

/** The smallest of 1, 2, 2.5 and 5 times a power of ten at which three steps or four reach the largest value. */
function stepFor(largest: number): number {
  if (!(largest > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(largest / 4));
  return power * ([1, 2, 2.5, 5, 10].find((factor) => 4 * factor * power >= largest) ?? 10);
}

export function Bars({ title, unit, bars, write }: BarsProps) {
  const largest = Math.max(0, ...bars.map(({ value, error = 0 }) => value + error));
  const step = stepFor(largest);
  const top = step * Math.max(1, Math.ceil(largest / step));
  const yOf = (value: number): number => TOP_EDGE + (CHART_HEIGHT - TOP_EDGE - BOTTOM_EDGE) * (1 - value / top);
  const place = (CHART_WIDTH - LEFT_EDGE) / Math.max(1, bars.length);
  const every = Math.ceil(bars.length / MAX_LABELS);
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step);
  return (
    <figure class="chart">
      <figcaption>
        {title}
        <span class="unit">{unit}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`}
        role="img"
        aria-label={`${title}, ${unit}: ${bars.map(({ label, value }) => `${label} ${write(value)}`).join(', ')}`}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line class="chart-grid" x1={LEFT_EDGE} x2={CHART_WIDTH} y1={yOf(tick)} y2={yOf(tick)} />
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
