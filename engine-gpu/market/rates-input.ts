/** The interest rate part of a pricer's market as it arrives: a flat rate, or a curve in its place. */
import type { z } from 'zod';
import { oneAlternative, oneOfRequired } from '../base/alternatives.js';
import { date } from '../base/terms.js';
import { flatRate } from './fields.js';
import { curveInput } from './market-input.js';

/** Stands in every market: the date from which a curve's dates count, and the manifest's. */
export const valuationDate = date.optional().meta({ description: 'ISO 8601 calendar date; today (UTC) by default' });

/** The two fields of which a market has one. */
export const rateFields = { rate: flatRate.optional(), curve: curveInput.optional() };

const kinds = [{ required: ['rate'] }, { required: ['curve'] }] as const;

/** Requires one of the two. */
export const rateOrCurve: (market: Readonly<Record<string, unknown>>, context: z.RefinementCtx) => void = oneAlternative(...kinds);
/** The same rule in JSON Schema. */
export const rateOrCurveRule = oneOfRequired(...kinds);
