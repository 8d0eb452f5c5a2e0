/** The payoff of a term sheet over a spot. */
import { curve, linePlot, plotText, straight } from '../print/line-plot.js';
import { amountText, percentText } from '../print/text.js';
import type { TermSheet } from './content.js';

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
  const [lowest, highest] = [Math.min(...spots), Math.max(...spots)];
  const acrossTitle =
    inShareOf === undefined ? `Level of ${underlying} at the end` : 'Level of all underlyings at the end, per cent of their start';
  const levels = barriers.filter(({ level }) => level >= lowest && level <= highest);
  return linePlot({
    title: `Payoff by the ${acrossTitle.charAt(0).toLowerCase()}${acrossTitle.slice(1)}`,
    acrossTitle,
    across: [lowest, highest],
    up: [Math.min(0, ...payoffs), Math.max(0, ...payoffs)],
    whole: inShareOf,
    acrossText: (tick) => (inShareOf === undefined ? amountText(tick) : percentText(tick / inShareOf)),
    shapes: ({ across, up, top, bottom }) => {
      const through = (profile: typeof payoff) => profile.points.map((point) => [across(point.spot), up(point.payoff)] as const);
      return [
        // Names of neighbouring levels stand one below the other.
        ...levels.flatMap(({ level, label }, index) => [
          straight(across(level), top, across(level), bottom, MARK, '4 4'),
          plotText(across(level) + 3, top + 10 + 13 * index, 'start', label),
        ]),
        ...(payoffAfterBarrier ? [curve(through(payoffAfterBarrier), AFTER_BARRIER, '7 5')] : []),
        curve(through(payoff), LINE),
      ];
    },
  });
}
