/** Markets of interest rate and inflation products, as requests state them. */
import { z } from 'zod';
import { oneAlternative, oneOfRequired } from '../base/alternatives.js';
import { curveInput, rateFields, rateOrCurve, rateOrCurveRule, valuationDate } from './curve-input.js';
import { flatRate } from './fields.js';

export const ratesMarket = z
  .strictObject({ ...rateFields, valuationDate })
  .superRefine(rateOrCurve)
  .meta({ id: 'RatesMarket', description: 'A flat rate or a curve', ...rateOrCurveRule });

const nominalKinds = [{ required: ['nominalRate'] }, { required: ['nominalCurve'] }] as const;
const realKinds = [{ required: ['realRate'] }, { required: ['realCurve'] }] as const;

export const inflationMarket = z
  .strictObject({
    nominalRate: flatRate.optional(),
    nominalCurve: curveInput.optional(),
    realRate: flatRate.optional(),
    realCurve: curveInput.optional(),
    valuationDate,
  })
  .superRefine(oneAlternative(...nominalKinds))
  .superRefine(oneAlternative(...realKinds))
  .meta({
    id: 'InflationMarket',
    description: 'Nominal and real interest rates, each as a flat rate or a curve',
    allOf: [oneOfRequired(...nominalKinds), oneOfRequired(...realKinds)],
  });
