/** Schemas of the conventions that requests name. */
import { z } from 'zod';
import { ADJUSTMENTS, CALENDARS } from './calendar.js';
import { STUBS } from './schedule.js';

/** Centres whose business days a trade combines: two for most, one more for each currency and place of fixing. */
const MAX_JOINT_CALENDARS = 5;

const name = z.enum(CALENDARS);

export const calendar = z.union([name, z.array(name).min(1).max(MAX_JOINT_CALENDARS)]).meta({
  description:
    'Calendar of the business days: none (every day is one), weekends (Monday to Friday), or a financial centre: TARGET, GBLO London, USNY New York settlement, USGS United States government bonds, JPTO Tokyo, CHZU Zurich, CATO Toronto, AUSY Sydney, BRSP São Paulo (FpML codes). Of a list, the days that are business days in every one',
});

export const adjustment = z.enum(ADJUSTMENTS).meta({ description: 'How a date that is no business day is moved' });

export const stub = z.enum(STUBS).meta({
  description:
    'Where the period that is no whole tenor stands, at the front (dates counted back from the end) or at the back (counted on from the start), and whether it is short or joined to its neighbour',
});

/** Payments per year that divide it into whole months. */
export const FREQUENCIES = [1, 2, 3, 4, 6, 12] as const;
