/** A payoff as a line plot: an SVG of attributes alone, so that it needs no style sheet and loads nothing. */
import type { TermSheet } from './content.js';
import { amountText, escapeXml, percentText } from './text.js';

const WIDTH = 640;
const HEIGHT = 320;
const MARGIN = { left: 70, right: 16, top: 16, bottom: 46 } as const;
const TICKS = 5;
const AXIS = '#444444';
const GRID = '#dddddd';
const LINE = '#0b5394';
const AFTER_BARRIER = '#b45309';
const MARK = '#7a7a7a';

/** The plot of a term sheet; empty where it has no payoff over a spot. */
export function payoffPlot({ payoff, payoffAfterBarrier, barriers, inShareOf }: TermSheet): string {
  if (payoff?.underlying === undefined) return '';
  const { underlying, points } = payoff;
  const all = [...points, ...(payoffAfterBarrier?.points ?? [])];
  const spots = points.map(({ spot }) => spot);
  const payoffs = all.map((point) => point.payoff);
  const across = axis(Math.min(...spots), Math.max(...spots), MARGIN.left, WIDTH - MARGIN.right, inShareOf);
  const up = axis(Math.min(0, ...payoffs), Math.max(0, ...payoffs), HEIGHT - MARGIN.bottom, MARGIN.top);
  const title =
    inShareOf === undefined ? `Level of ${underlying} at the end` : 'Level of all underlyings at the end, per cent of their start';
  const label = (x: number, y: number, anchor: string, text: string) =>
    `<text x="${coordinate(x)}" y="${coordinate(y)}" font-size="11" font-family="sans-serif" fill="${AXIS}" text-anchor="${anchor}">${escapeXml(text)}</text>`;
  const line = (x1: number, y1: number, x2: number, y2: number, stroke: string, dashes = '') =>
    `<line x1="${coordinate(x1)}" y1="${coordinate(y1)}" x2="${coordinate(x2)}" y2="${coordinate(y2)}" stroke="${stroke}" stroke-width="1"${dashes}/>`;
  const curve = (profile: typeof payoff, stroke: string, dashes = '') =>
    `<polyline fill="none" stroke="${stroke}" stroke-width="2"${dashes} points="${profile.points
      .map((point) => `${coordinate(across.place(point.spot))},${coordinate(up.place(point.payoff))}`)
      .join(' ')}"/>`;
  const [left, right, top, bottom] = [MARGIN.left, WIDTH - MARGIN.right, MARGIN.top, HEIGHT - MARGIN.bottom];
  const shown = barriers.filter(({ level }) => level >= Math.min(...spots) && level <= Math.max(...spots));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img">`,
    `<title>${escapeXml(`Payoff by the ${title.charAt(0).toLowerCase()}${title.slice(1)}`)}</title>`,
    ...across.ticks.map((tick) => line(across.place(tick), top, across.place(tick), bottom, GRID)),
    ...up.ticks.map((tick) => line(left, up.place(tick), right, up.place(tick), tick === 0 ? AXIS : GRID)),
    line(left, bottom, right, bottom, AXIS),
    line(left, top, left, bottom, AXIS),
    ...across.ticks.map((tick) =>
      label(across.place(tick), bottom + 16, 'middle', inShareOf === undefined ? amountText(tick) : percentText(tick / inShareOf)),
    ),
    ...up.ticks.map((tick) => label(left - 6, up.place(tick) + 4, 'end', amountText(tick))),
    label((left + right) / 2, HEIGHT - 10, 'middle', title),
    // Names of neighbouring levels stand one below the other.
    ...shown.flatMap(({ level, label: name }, index) => [
      line(across.place(level), top, across.place(level), bottom, MARK, ' stroke-dasharray="4 4"'),
      label(across.place(level) + 3, top + 10 + 13 * index, 'start', name),
    ]),
    ...(payoffAfterBarrier ? [curve(payoffAfterBarrier, AFTER_BARRIER, ' stroke-dasharray="7 5"')] : []),
    curve(payoff, LINE),
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
