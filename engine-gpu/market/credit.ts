/** Markets of products with the default risk of one issuer, as requests state them. */
import { z } from 'zod';
import { oneAlternative, oneOfRequired } from '../base/alternatives.js';
import { stored } from '../base/stored.js';
import { increasing, MAX_HORIZON_YEARS, onePer } from '../base/terms.js';
import { NO_TENOR, TENOR_PATTERN } from '../time/tenor.js';
import { rateFields, rateOrCurve, rateOrCurveRule, valuationDate } from './curve-input.js';
import { dividendYield, spot, volatility } from './fields.js';

/** Largest default intensity, per year: default is then expected within weeks, and no such issuer is quoted. */
export const MAX_HAZARD = 10;
const MAX_HAZARD_NODES = 400;
/** Largest credit spread, per year. */
const MAX_SPREAD = 10;

const hazard = z.number().min(0).max(MAX_HAZARD);
/** One intensity, for all times. */
export const flatHazard = stored('hazardRate', z.number().min(0).max(MAX_HAZARD));
export const recovery = stored('recovery', z.number().min(0).max(1));
const rateKinds = [{ required: ['rate'] }, { required: ['curve'] }] as const;
const hazardKinds = [{ required: ['hazardRate'] }, { required: ['hazardCurve'] }] as const;

export const hazardCurve = stored(
  'hazardCurve',
  z
    .strictObject({
      times: z
        .array(z.number().positive().max(MAX_HORIZON_YEARS))
        .min(1)
        .max(MAX_HAZARD_NODES)
        .superRefine(increasing('the time before it'))
        .meta({ description: 'Years, strictly increasing' }),
      hazardRates: z.array(hazard).max(MAX_HAZARD_NODES).meta({
        description: 'One default intensity per time, decimal per year, in force up to that time; the last one also holds beyond it',
      }),
    })
    .superRefine(onePer('time', 'times', 'hazardRates')),
);

/** Quoted tenors of one issuer: a curve has about ten. */
const MAX_SPREADS = 40;

export const creditSpreads = z
  .array(
    z.strictObject({
      tenor: z
        .string()
        .regex(TENOR_PATTERN, NO_TENOR)
        .meta({ description: 'Quoted tenor, a whole number of quarters such as 6M, 1Y or 5Y' }),
      spread: z.number().min(0).max(MAX_SPREAD).meta({ description: 'Par spread, decimal per year (0.01 is 100 basis points)' }),
    }),
  )
  .min(1)
  .max(MAX_SPREADS)
  .meta({
    id: 'CreditSpreads',
    description: 'Par spreads of standard credit default swaps, in any order; the default intensity is constant between their maturities',
  });
export type CreditSpread = z.output<typeof creditSpreads>[number];

export const creditMarket = z
  .strictObject({
    ...rateFields,
    hazardRate: flatHazard.optional().meta({ description: 'Default intensity, decimal per year, constant in time' }),
    hazardCurve: hazardCurve.optional(),
    recoveryRate: recovery.meta({ description: 'Recovery at default, as a fraction of the face value' }),
    valuationDate,
  })
  .superRefine(oneAlternative(...rateKinds))
  .superRefine(oneAlternative(...hazardKinds))
  .meta({
    id: 'CreditMarket',
    description: 'Rate or curve, default intensity as a function of time, and recovery rate',
    allOf: [oneOfRequired(...rateKinds), oneOfRequired(...hazardKinds)],
  });
export type CreditMarket = z.output<typeof creditMarket>;

const creditKinds = [{ required: ['creditSpread'] }, { required: ['hazardRate', 'recoveryRate'] }] as const;

export const convertibleMarket = z
  .strictObject({
    spot,
    ...rateFields,
    volatility,
    dividend: dividendYield,
    valuationDate,
    creditSpread: stored('spread', z.number().nonnegative().max(MAX_SPREAD))
      .optional()
      .meta({ description: 'Spread over the rate at which cash payments are discounted, decimal per year (Tsiveriotis-Fernandes)' }),
    hazardRate: flatHazard.optional().meta({ description: 'Default intensity, decimal per year; below volatility²' }),
    recoveryRate: recovery.optional().meta({ description: 'Recovery at default, as a fraction of the face value' }),
  })
  .superRefine(rateOrCurve)
  .superRefine(oneAlternative(...creditKinds))
  .superRefine(({ hazardRate = 0, volatility }, context) => {
    // Between defaults the share moves with volatility √(σ² − λ): the jump at default is part of the quoted volatility.
    if (hazardRate > 0 && hazardRate >= volatility * volatility)
      context.addIssue({
        code: 'custom',
        path: ['hazardRate'],
        message: `must be below the squared volatility, ${volatility * volatility}; got ${hazardRate}`,
        input: hazardRate,
      });
  })
  .meta({
    id: 'ConvertibleMarket',
    description: 'The share, the interest rate, and the issuer’s credit: either a spread or a default intensity with a recovery rate',
    allOf: [rateOrCurveRule, oneOfRequired(...creditKinds)],
  });
export type ConvertibleMarket = z.output<typeof convertibleMarket>;
