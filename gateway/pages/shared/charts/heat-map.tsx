/** A grid of changes as a heat map: gains in one colour, losses in another, each with its number, so that no colour alone says it. */
import { short } from './scale.js';

interface HeatMapProps {
  readonly title: string;
  readonly unit: string;
  readonly across: string;
  readonly down: string;
  readonly columns: readonly string[];
  readonly rows: readonly string[];
  /** The change in a cell, and half the width of its error. */
  readonly cell: (row: number, column: number) => { readonly value: number; readonly error: number };
}

/** The strongest colour: text stays legible on it. */
const MAX_OPACITY = 0.55;
const CELL = { width: 74, height: 34 } as const;
const EDGE = { left: 64, top: 22, bottom: 2 } as const;

export function HeatMap({ title, unit, across, down, columns, rows, cell }: HeatMapProps) {
  const cells = rows.map((_, row) => columns.map((__, column) => cell(row, column)));
  const largest = Math.max(...cells.flat().map(({ value }) => Math.abs(value)), Number.MIN_VALUE);
  const width = EDGE.left + columns.length * CELL.width + 1;
  const height = EDGE.top + rows.length * CELL.height + EDGE.bottom;
  const centre = (column: number): number => EDGE.left + (column + 0.5) * CELL.width;
  return (
    <figure class="chart">
      <figcaption>
        {title}
        <span class="unit">{unit}</span>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide map scrolls by the keyboard only with the focus */}
      <section class="chart-scroll" tabIndex={0} aria-label={title}>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          role="img"
          aria-label={`${title}: ${down} down, ${across} across`}
        >
          {columns.map((column, index) => (
            <text key={column} class="chart-label" x={centre(index)} y={EDGE.top - 8} text-anchor="middle">
              {column}
            </text>
          ))}
          {cells.map((line, row) => (
            <g key={rows[row]}>
              <text class="chart-label" x={EDGE.left - 8} y={EDGE.top + (row + 0.5) * CELL.height + 4} text-anchor="end">
                {rows[row]}
              </text>
              {line.map(({ value, error }, column) => (
                <g key={columns[column]}>
                  <rect
                    class={value < 0 ? 'heat-loss' : 'heat-gain'}
                    x={EDGE.left + column * CELL.width}
                    y={EDGE.top + row * CELL.height}
                    width={CELL.width}
                    height={CELL.height}
                    fill-opacity={(MAX_OPACITY * Math.abs(value)) / largest}
                  >
                    <title>{`${across} ${columns[column]}, ${down} ${rows[row]}: ${short(value)} ± ${short(error)} ${unit}`}</title>
                  </rect>
                  <text class="heat-number" x={centre(column)} y={EDGE.top + (row + 0.5) * CELL.height + 4} text-anchor="middle">
                    {value > 0 ? `+${short(value)}` : short(value)}
                  </text>
                </g>
              ))}
            </g>
          ))}
        </svg>
      </section>
      <span class="hint">
        {across} across, {down} down; the error of each number stands in its cell’s note.
      </span>
    </figure>
  );
}
