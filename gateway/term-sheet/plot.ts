/** A payoff as a line plot: an SVG of attributes alone, so that it needs no style sheet and loads nothing. */
import type { PayoffProfile } from '#engine/schemas';
import { escapeXml, numberText } from './text.js';

const WIDTH = 640;
const HEIGHT = 320;
const MARGIN = { left: 70, right: 16, top: 16, bottom: 46 } as const;
const TICKS = 5;
const AXIS = '#444444';
const GRID = '#dddddd';
const LINE = '#0b5394';

export function payoffPlot({ underlying = 'spot', points }: PayoffProfile): string {
  const spots = points.map(({ spot }) => spot);
  const payoffs = points.map(({ payoff }) => payoff);
  const across = axis(Math.min(...spots), Math.max(...spots), MARGIN.left, WIDTH - MARGIN.right);
  const up = axis(Math.min(0, ...payoffs), Math.max(0, ...payoffs), HEIGHT - MARGIN.bottom, MARGIN.top);
  const label = (x: number, y: number, anchor: string, text: string) =>
    `<text x="${coordinate(x)}" y="${coordinate(y)}" font-size="11" font-family="sans-serif" fill="${AXIS}" text-anchor="${anchor}">${escapeXml(text)}</text>`;
  const line = (x1: number, y1: number, x2: number, y2: number, stroke: string) =>
    `<line x1="${coordinate(x1)}" y1="${coordinate(y1)}" x2="${coordinate(x2)}" y2="${coordinate(y2)}" stroke="${stroke}" stroke-width="1"/>`;
  const [left, right, top, bottom] = [MARGIN.left, WIDTH - MARGIN.right, MARGIN.top, HEIGHT - MARGIN.bottom];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img">`,
    `<title>${escapeXml(`Payoff by the level of ${underlying} at the end`)}</title>`,
    ...across.ticks.map((tick) => line(across.place(tick), top, across.place(tick), bottom, GRID)),
    ...up.ticks.map((tick) => line(left, up.place(tick), right, up.place(tick), tick === 0 ? AXIS : GRID)),
    line(left, bottom, right, bottom, AXIS),
    line(left, top, left, bottom, AXIS),
    ...across.ticks.map((tick) => label(across.place(tick), bottom + 16, 'middle', numberText(tick))),
    ...up.ticks.map((tick) => label(left - 6, up.place(tick) + 4, 'end', numberText(tick))),
    label((left + right) / 2, HEIGHT - 10, 'middle', `Level of ${underlying} at the end`),
    `<polyline fill="none" stroke="${LINE}" stroke-width="2" points="${points
      .map(({ spot, payoff }) => `${coordinate(across.place(spot))},${coordinate(up.place(payoff))}`)
      .join(' ')}"/>`,
    '</svg>',
  ].join('');
}

const coordinate = (x: number): string => String(Math.round(x * 100) / 100);

/** A scale from values to places, and round values on it. */
function axis(lowest: number, highest: number, start: number, end: number) {
  // A payoff that is the same everywhere still has a scale.
  const [low, high] = lowest < highest ? [lowest, highest] : [lowest - 1, highest + 1];
  const rough = (high - low) / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step) - first + 1;
  return {
    place: (value: number) => start + ((end - start) * (value - low)) / (high - low),
    // + 0 turns -0 into 0.
    ticks: Array.from({ length: count }, (_, i) => (first + i) * step + 0),
  };
}
