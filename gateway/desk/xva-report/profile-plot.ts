/** The exposure of a netting set over time as a line plot, with the errors of its means. */

import { band, curve, linePlot } from '../../print/line-plot.js';
import { amountText } from '../../print/text.js';
import type { ProfilePoint } from './content.js';

const POSITIVE = '#0b5394';
const NEGATIVE = '#b45309';
const QUANTILE = '#5b6470';
const QUANTILE_DASHES = '6 4';
/** Units in which an axis has few digits, of which the plot reaches so many at least. */
const UNITS = [
  { unit: 1e9, name: 'billions of ' },
  { unit: 1e6, name: 'millions of ' },
  { unit: 1e3, name: 'thousands of ' },
] as const;
const LEAST_UNITS = 5;
/** Standard errors to either side of a mean. */
const BAND_ERRORS = 2;

/** Expected exposure upwards and negative exposure downwards, with two standard errors, and the 95 % quantile where there is one. */
export function profilePlot(profile: readonly ProfilePoint[], currency: string): string {
  const quantiles = profile.filter(({ pfe95 }) => pfe95 !== undefined);
  const times = profile.map(({ time }) => time);
  const errorOf = ({ standardErrors }: ProfilePoint, name: 'ee' | 'nee'): number => BAND_ERRORS * (standardErrors?.[name] ?? 0);
  const highest = Math.max(0, ...profile.map((point) => Math.max(point.ee + errorOf(point, 'ee'), point.pfe95 ?? 0)));
  const lowest = Math.min(0, ...profile.map((point) => -point.nee - errorOf(point, 'nee')));
  const { unit, name: unitName } = UNITS.find(({ unit: each }) => Math.max(highest, -lowest) >= LEAST_UNITS * each) ?? {
    unit: 1,
    name: '',
  };
  const acrossTitle = `Years; amounts in ${unitName}${currency}`;
  return linePlot({
    title: 'Expected exposure, negative exposure and the 95 % quantile of the exposure over time',
    acrossTitle,
    across: [0, Math.max(...times)],
    up: [lowest / unit, highest / unit],
    acrossText: amountText,
    legend: [
      { name: 'expected exposure', stroke: POSITIVE },
      { name: 'expected negative exposure', stroke: NEGATIVE },
      ...(quantiles.length > 0 ? [{ name: '95 % quantile', stroke: QUANTILE, dashes: QUANTILE_DASHES }] : []),
    ],
    shapes: ({ across, up: upTo }) => {
      const up = (amount: number): number => upTo(amount / unit);
      const through = (value: (point: ProfilePoint) => number) => profile.map((point) => [across(point.time), up(value(point))] as const);
      const around = (value: (point: ProfilePoint) => number, name: 'ee' | 'nee') => [
        ...through((point) => value(point) + errorOf(point, name)),
        ...through((point) => value(point) - errorOf(point, name)).toReversed(),
      ];
      const negative = (point: ProfilePoint): number => -point.nee;
      const positive = (point: ProfilePoint): number => point.ee;
      return [
        band(around(positive, 'ee'), POSITIVE),
        band(around(negative, 'nee'), NEGATIVE),
        ...(quantiles.length > 0
          ? [
              curve(
                quantiles.map((point) => [across(point.time), up(point.pfe95 ?? 0)] as const),
                QUANTILE,
                QUANTILE_DASHES,
              ),
            ]
          : []),
        curve(through(negative), NEGATIVE),
        curve(through(positive), POSITIVE),
      ];
    },
  });
}
