/** Quoted instruments of the tests of calibrated curves. */
import { calibrateCurves } from '#engine';
import { curveSetRequest, parse } from '#engine/schemas';

export const today = '2026-11-20';
export const calibrated = (request: object) => calibrateCurves(parse(curveSetRequest, request), today).result;

export const startDate = '2026-11-24';
const fixed = { type: 'interest_rate_swap', side: 'payer', startDate, fixedFrequency: 1 };
export const overnight = { ...fixed, floatingType: 'overnight', floatingFrequency: 1, fixedDayCount: 'ACT/360' };
export const sixMonths = { ...fixed, currency: 'EUR', calendar: 'TARGET', floatingFrequency: 2, fixedDayCount: '30/360' };
