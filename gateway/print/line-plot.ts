/** A line plot: an SVG of attributes alone, so that it needs no style sheet and loads nothing. */
import { amountText, escapeXml } from './text.js';

const WIDTH = 640;
const HEIGHT = 320;
const MARGIN = { left: 70, right: 16, top: 16, bottom: 46 } as const;
/** Height of the legend, length of the piece of a line in it, space beside it and beside a name, and room for a letter. */
const LEGEND = { height: 22, line: 22, gap: 6, space: 20, letter: 6 } as const;
const TICKS = 5;
const AXIS = '#444444';
const GRID = '#dddddd';

/** Places of values in a plot, and its edges. */
interface Places {
  readonly across: (value: number) => number;
  readonly up: (value: number) => number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface LinePlot {
  readonly title: string;
  readonly acrossTitle: string;
  readonly across: readonly [low: number, high: number];
  readonly up: readonly [low: number, high: number];
  /** The value across of which ticks are round shares; by default ticks are round. */
  readonly whole?: number | undefined;
  readonly acrossText: (tick: number) => string;
  readonly upText?: (tick: number) => string;
  /** Names of the lines, which stand above the plot in their colours. */
  readonly legend?: readonly { readonly name: string; readonly stroke: string; readonly dashes?: string }[];
  /** Lines and areas over the grid. */
  readonly shapes: (places: Places) => readonly string[];
}

const dashed = (dashes: string): string => (dashes === '' ? '' : ` stroke-dasharray="${dashes}"`);
export const plotText = (x: number, y: number, anchor: string, text: string): string =>
  `<text x="${coordinate(x)}" y="${coordinate(y)}" font-size="11" font-family="sans-serif" fill="${AXIS}" text-anchor="${anchor}">${escapeXml(text)}</text>`;
/** A straight line between two places. */
export const straight = (x1: number, y1: number, x2: number, y2: number, stroke: string, dashes = ''): string =>
  `<line x1="${coordinate(x1)}" y1="${coordinate(y1)}" x2="${coordinate(x2)}" y2="${coordinate(y2)}" stroke="${stroke}" stroke-width="1"${dashed(dashes)}/>`;
const pointsOf = (points: readonly (readonly [x: number, y: number])[]): string =>
  points.map(([x, y]) => `${coordinate(x)},${coordinate(y)}`).join(' ');
/** A line through points at their places. */
export const curve = (points: readonly (readonly [x: number, y: number])[], stroke: string, dashes = ''): string =>
  `<polyline fill="none" stroke="${stroke}" stroke-width="2"${dashed(dashes)} points="${pointsOf(points)}"/>`;
/** An area between points at their places. */
export const band = (points: readonly (readonly [x: number, y: number])[], fill: string): string =>
  `<polygon fill="${fill}" fill-opacity="0.25" points="${pointsOf(points)}"/>`;

export const dot = (x: number, y: number, fill: string): string =>
  `<circle cx="${coordinate(x)}" cy="${coordinate(y)}" r="2.2" fill="${fill}"/>`;

/** A plot of lines over a grid. */
export function linePlot({ title, acrossTitle, acrossText, upText = amountText, whole, legend = [], shapes, ...ranges }: LinePlot): string {
  const across = axis(...ranges.across, MARGIN.left, WIDTH - MARGIN.right, whole);
  const [left, right, bottom] = [MARGIN.left, WIDTH - MARGIN.right, HEIGHT - MARGIN.bottom];
  const top = MARGIN.top + (legend.length > 0 ? LEGEND.height : 0);
  const up = axis(...ranges.up, bottom, top);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img">`,
    `<title>${escapeXml(title)}</title>`,
    ...across.ticks.map((tick) => straight(across.place(tick), top, across.place(tick), bottom, GRID)),
    ...up.ticks.map((tick) => straight(left, up.place(tick), right, up.place(tick), tick === 0 ? AXIS : GRID)),
    straight(left, bottom, right, bottom, AXIS),
    straight(left, top, left, bottom, AXIS),
    ...across.ticks.map((tick) => plotText(across.place(tick), bottom + 16, 'middle', acrossText(tick))),
    ...up.ticks.map((tick) => plotText(left - 6, up.place(tick) + 4, 'end', upText(tick))),
    plotText((left + right) / 2, HEIGHT - 10, 'middle', acrossTitle),
    ...legend.flatMap(({ name, stroke, dashes = '' }, index) => {
      const widths = legend.slice(0, index).map((each) => LEGEND.line + LEGEND.gap + LEGEND.letter * each.name.length + LEGEND.space);
      const start = widths.reduce((sum, width) => sum + width, left);
      const line = [start, start + LEGEND.line].map((x) => [x, MARGIN.top] as const);
      return [curve(line, stroke, dashes), plotText(start + LEGEND.line + LEGEND.gap, MARGIN.top + 4, 'start', name)];
    }),
    ...shapes({ across: across.place, up: up.place, left, right, top, bottom }),
    '</svg>',
  ].join('');
}

const coordinate = (x: number): string => String(Math.round(x * 100) / 100);

/** A scale from values to places, and round values on it, or round shares of `whole`. */
function axis(lowest: number, highest: number, start: number, end: number, whole = 1) {
  // A payoff that is the same everywhere still has a scale.
  const [low, high] = lowest < highest ? [lowest, highest] : [lowest - 1, highest + 1];
  const rough = (high - low) / whole / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = whole * power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step) - first + 1;
  return {
    place: (value: number) => start + ((end - start) * (value - low)) / (high - low),
    // + 0 turns -0 into 0.
    ticks: Array.from({ length: count }, (_, i) => (first + i) * step + 0),
  };
}
