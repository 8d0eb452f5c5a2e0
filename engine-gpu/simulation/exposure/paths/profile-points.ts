/**
 * The points of time at which the exposure of a netting set is taken, and the buckets in whose integrals each counts.
 *
 * An integral over a bucket is the mean of the exposure just after the payments at its start and just before those at its end, which is of second order in the
 * length of the bucket where payments fall on its ends. With the rule of the end it is the exposure after the payments at the end alone.
 */
import type { Years } from '../../../base/units.js';
import { SAME_TIME } from '../../emit/grid.js';

export type Integration = 'mean' | 'end';

/** The side of the payments of its date on which an exposure is taken; both where nothing is paid. */
type PaymentSide = 'before' | 'after' | 'both';

/** The part of a bucket's weight that an exposure has. */
export interface BucketShare {
  readonly bucket: number;
  /** The end of the bucket at which the exposure stands. */
  readonly edge: 'start' | 'end';
  readonly share: number;
}

export interface ProfilePoint {
  /** 0 is today, which is an end of the first bucket and no date of the profile. */
  readonly time: Years;
  readonly side: PaymentSide;
  readonly shares: readonly BucketShare[];
}

/** Flows after this time are unpaid just before the payments of a date. */
export const justBefore = (time: Years): Years => time - 2 * SAME_TIME;

/** The time at which a point stands as a function of time sees it that changes on the dates. */
export const timeOfPoint = ({ time, side }: Pick<ProfilePoint, 'time' | 'side'>): Years => (side === 'before' ? justBefore(time) : time);

/**
 * @param times    ends of the buckets
 * @param hasSides true for dates on which the exposure changes with payments, or counts with different probabilities in the buckets that it ends and starts
 * @param fromToday  true where the exposure of today counts in the first bucket; otherwise that at its end counts in its place
 */
export function profilePoints(
  times: readonly Years[],
  integration: Integration,
  hasSides: (time: Years) => boolean,
  fromToday: boolean,
): ProfilePoint[] {
  if (integration === 'end') return times.map((time, bucket) => ({ time, side: 'after', shares: [{ bucket, edge: 'end', share: 1 }] }));
  const today: ProfilePoint = { time: 0, side: 'after', shares: [{ bucket: 0, edge: 'start', share: 0.5 }] };
  const points = times.flatMap((time, bucket): ProfilePoint[] => {
    const ended: BucketShare = { bucket, edge: 'end', share: bucket === 0 && !fromToday ? 1 : 0.5 };
    const started: BucketShare[] = bucket + 1 < times.length ? [{ bucket: bucket + 1, edge: 'start', share: 0.5 }] : [];
    if (!hasSides(time)) return [{ time, side: 'both', shares: [ended, ...started] }];
    return [
      { time, side: 'before', shares: [ended] },
      { time, side: 'after', shares: started },
    ];
  });
  return fromToday ? [today, ...points] : points;
}

/** A number per point from one per bucket: what each point has of those of its buckets. */
export const byPoint = (points: readonly ProfilePoint[], byBucket: readonly number[]): number[] =>
  points.map(({ shares }) => shares.reduce((sum, { bucket, share }) => sum + share * byBucket[bucket]!, 0));

/** The exposures of each date of a profile: after its payments, and before them where that is known. */
export function datesOf<Item extends Pick<ProfilePoint, 'time' | 'side'>>(
  points: readonly Item[],
): { readonly afterPayments: Item; readonly beforePayments: Item | undefined }[] {
  const pointsBefore = new Map(points.flatMap((point) => (point.side === 'before' ? [[point.time, point] as const] : [])));
  return points.flatMap((point) => {
    if (point.side === 'before' || point.time === 0) return [];
    return [{ afterPayments: point, beforePayments: point.side === 'both' ? point : pointsBefore.get(point.time) }];
  });
}
