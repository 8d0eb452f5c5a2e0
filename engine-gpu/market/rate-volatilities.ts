/**
 * Volatilities of interest rates as markets quote them: one alone, those of swaptions by expiry and tenor (a matrix) and by strike (a cube), or
 * those of caplets by expiry and by strike.
 *
 * Between nodes a volatility is linear in the time to expiry, in the tenor and in the strike; beyond the outermost ones it stays.
 */
import { z } from 'zod';
import { choice } from '../base/choice.js';
import { stored } from '../base/stored.js';
import { increasing, MAX_HORIZON_YEARS } from '../base/terms.js';
import type { Rate, Volatility, Years } from '../base/units.js';
import { hatShares, nodesBeside } from '../math/hat-shares.js';
import { volatility } from './fields.js';

/** Largest absolute volatility of a swap rate or of a short rate, per √year. */
export const MAX_NORMAL_VOLATILITY = 1;
/** Largest numbers of nodes: above those of any market. */
const [MAX_EXPIRIES, MAX_TENORS, MAX_STRIKES] = [60, 30, 60];

const unitFields = {
  type: z.enum(['normal', 'lognormal', 'shifted']).meta({
    description: 'Whether it is of the rate itself (normal), of its logarithm (lognormal), or of that of the rate plus shift (shifted)',
  }),
  shift: z.number().positive().max(1).optional().meta({ description: 'With shifted: added to forward and strike' }),
};

/** Volatilities on one axis inside the other. */
type Nested = number | readonly Nested[];

interface Quote {
  readonly type: 'normal' | 'lognormal' | 'shifted';
  readonly shift?: number | undefined;
  readonly [field: string]: unknown;
}

/**
 * A zod refinement: volatilities fit their type, and have one entry per node of each axis.
 *
 * @param field  of the volatilities
 * @param axes   fields of the nodes, and the noun for one of them, from the outermost
 */
const fitting =
  (field: string, ...axes: readonly (readonly [field: string, noun: string])[]) =>
  (quote: Quote, context: z.RefinementCtx): void => {
    const { type, shift } = quote;
    const fault = (path: (string | number)[], message: string, input: unknown) =>
      context.addIssue({ code: 'custom', path, message, input });
    const judge = (value: Nested, path: (string | number)[]): void => {
      if (typeof value === 'number') {
        if (type === 'normal' && value > MAX_NORMAL_VOLATILITY)
          fault(path, `must be at most ${MAX_NORMAL_VOLATILITY} where it is normal; got ${value}`, value);
        return;
      }
      const [nodes, noun] = axes[path.length - 1]!;
      const count = (quote[nodes] as readonly number[]).length;
      if (value.length !== count) fault(path, `must have one entry per ${noun}, ${count}; got ${value.length}`, value);
      else value.forEach((each, i) => void judge(each, [...path, i]));
    };
    judge(quote[field] as Nested, [field]);
    if ((shift === undefined) === (type === 'shifted'))
      fault(['shift'], type === 'shifted' ? 'is required with shifted' : `must be left out with ${type}; got ${shift}`, shift);
  };

export const quotedVolatility = z
  .strictObject({ ...unitFields, volatility: volatility.meta({ description: 'normal: absolute per √year; otherwise decimal' }) })
  .superRefine(fitting('volatility'))
  .meta({
    id: 'QuotedVolatility',
    description: 'A volatility of the swaptions of a currency, of the caps on an index, or of an exchange rate (lognormal)',
  });

const nodes = (description: string, node: z.ZodNumber, most: number) =>
  z
    .array(node)
    .min(1)
    .max(most)
    .superRefine(increasing('the one before it'))
    .meta({ description: `${description}, strictly increasing` });
const time = z.number().positive().max(MAX_HORIZON_YEARS);
const strike = z.number().min(-1).max(10);
const level = z.number().nonnegative().max(100);
const smile = z.array(level).max(MAX_STRIKES);

const expiryFields = { ...unitFields, expiries: nodes('Years from the valuation date, ACT/365F', time, MAX_EXPIRIES) };
const tenorFields = { ...expiryFields, tenors: nodes('Lengths of the swaps in years', time, MAX_TENORS) };
const BETWEEN_NODES = 'Linear between expiries, tenors and strikes, and constant beyond them';

const swaptionMatrix = stored(
  'rateVolatilities',
  z
    .strictObject({
      ...tenorFields,
      volatilities: z
        .array(z.array(level).max(MAX_TENORS))
        .max(MAX_EXPIRIES)
        .meta({ description: 'One list per expiry, with one entry per tenor; normal: absolute per √year; otherwise decimal' }),
    })
    .superRefine(fitting('volatilities', ['expiries', 'expiry'], ['tenors', 'tenor']))
    .meta({
      id: 'SwaptionMatrix',
      description: `Volatilities of the swaptions of a currency by expiry and tenor, the same at every strike. ${BETWEEN_NODES}`,
      examples: [
        {
          ...{ type: 'normal', expiries: [1, 5, 10], tenors: [2, 10] },
          volatilities: [
            [0.0095, 0.0088],
            [0.0086, 0.0081],
            [0.0078, 0.0073],
          ],
        },
      ],
    }),
);

const swaptionCube = stored(
  'rateVolatilities',
  z
    .strictObject({
      ...tenorFields,
      strikeSpreads: nodes('Strikes less the forward swap rate', strike, MAX_STRIKES),
      volatilities: z
        .array(z.array(smile).max(MAX_TENORS))
        .max(MAX_EXPIRIES)
        .meta({ description: 'One list per expiry, in it one per tenor, with one entry per strike spread' }),
    })
    .superRefine(fitting('volatilities', ['expiries', 'expiry'], ['tenors', 'tenor'], ['strikeSpreads', 'strike spread']))
    .meta({
      id: 'SwaptionCube',
      description: `Volatilities of the swaptions of a currency by expiry, tenor and strike. ${BETWEEN_NODES}. They stay at their strike spreads when rates move`,
    }),
);

const capletCurve = stored(
  'rateVolatilities',
  z
    .strictObject({
      ...expiryFields,
      volatilities: z.array(level).max(MAX_EXPIRIES).meta({ description: 'One per expiry; normal: absolute per √year; otherwise decimal' }),
    })
    .superRefine(fitting('volatilities', ['expiries', 'expiry']))
    .meta({
      id: 'CapletCurve',
      description: `Volatilities of the forward rates of an index by the time to their fixing, the same at every strike. ${BETWEEN_NODES}`,
      examples: [{ type: 'normal', expiries: [1, 5, 10], volatilities: [0.0092, 0.0087, 0.0079] }],
    }),
);

const capletSmiles = stored(
  'rateVolatilities',
  z
    .strictObject({
      ...expiryFields,
      strikes: nodes('Strikes of the caplets', strike, MAX_STRIKES),
      volatilities: z.array(smile).max(MAX_EXPIRIES).meta({ description: 'One list per expiry, with one entry per strike' }),
    })
    .superRefine(fitting('volatilities', ['expiries', 'expiry'], ['strikes', 'strike']))
    .meta({
      id: 'CapletSmiles',
      description: `Volatilities of the forward rates of an index by the time to their fixing and by strike. ${BETWEEN_NODES}`,
    }),
);

export const swaptionVolatilities = choice<typeof swaptionMatrix | typeof swaptionCube>(
  'SwaptionVolatilities',
  [swaptionMatrix, swaptionCube],
  ({ strikeSpreads }) => (strikeSpreads === undefined ? swaptionMatrix : swaptionCube),
);
export const capletVolatilities = choice<typeof capletCurve | typeof capletSmiles>(
  'CapletVolatilities',
  [capletCurve, capletSmiles],
  ({ strikes }) => (strikes === undefined ? capletCurve : capletSmiles),
);

/** A table of either kind, whose fields say which. */
export const rateVolatilityTable = z.union([swaptionCube, swaptionMatrix, capletSmiles, capletCurve]).meta({
  id: 'RateVolatilityTable',
  description: 'Volatilities of swaptions by expiry and tenor, or of caplets by expiry, each the same at every strike or by strike',
});

export type QuotedVolatility = z.output<typeof quotedVolatility>;
export type SwaptionVolatilities = z.output<typeof swaptionVolatilities>;
export type CapletVolatilities = z.output<typeof capletVolatilities>;

/** Linear on each axis and constant beyond its nodes. @param places  nodes of each axis, and the place on it, from the outermost */
function interpolated(values: Nested, [axis, ...inner]: readonly (readonly [nodes: readonly number[], place: number])[]): number {
  if (axis === undefined) return values as number;
  return hatShares(axis[1], axis[0]).reduce(
    (sum, { node, share }) => sum + share * interpolated((values as readonly Nested[])[node]!, inner),
    0,
  );
}

/**
 * @param expiry        years
 * @param tenor         length of the swap, years
 * @param strikeSpread  strike less the forward swap rate
 */
export function swaptionVolatility(
  quote: QuotedVolatility | SwaptionVolatilities,
  expiry: Years,
  tenor: Years,
  strikeSpread: Rate,
): Volatility {
  if ('volatility' in quote) return quote.volatility;
  const places = [[quote.expiries, expiry] as const, [quote.tenors, tenor] as const];
  return interpolated(quote.volatilities, 'strikeSpreads' in quote ? [...places, [quote.strikeSpreads, strikeSpread] as const] : places);
}

/** @param expiry  years to the fixing */
export function capletVolatility(quote: QuotedVolatility | CapletVolatilities, expiry: Years, strike: Rate): Volatility {
  if ('volatility' in quote) return quote.volatility;
  const place = [quote.expiries, expiry] as const;
  return interpolated(quote.volatilities, 'strikes' in quote ? [place, [quote.strikes, strike] as const] : [place]);
}

/** The part of a table on which the volatilities at an expiry and a tenor depend. */
export function besideSwaption<Table extends SwaptionVolatilities>(table: Table, expiry: Years, tenor: Years): Table {
  const [rows, columns] = [nodesBeside(expiry, table.expiries), nodesBeside(tenor, table.tenors)];
  return {
    ...table,
    expiries: rows.map((row) => table.expiries[row]!),
    tenors: columns.map((column) => table.tenors[column]!),
    volatilities: rows.map((row) => columns.map((column) => table.volatilities[row]![column]!)),
  };
}

/** The part of a table on which the volatilities until a time depend. */
export function untilTime<Table extends SwaptionVolatilities>(table: Table, time: Years): Table {
  const count = nodesBeside(time, table.expiries).at(-1)! + 1;
  return { ...table, expiries: table.expiries.slice(0, count), volatilities: table.volatilities.slice(0, count) };
}

/** A table after some time: its expiries are nearer, and those that have passed are left out. */
export function tableAfter(table: SwaptionVolatilities | CapletVolatilities, passed: Years): SwaptionVolatilities | CapletVolatilities {
  const isLive = (_: unknown, i: number): boolean => table.expiries[i]! > passed;
  const expiries = table.expiries.filter(isLive).map((expiry) => expiry - passed);
  return { ...table, expiries, volatilities: (table.volatilities as readonly Nested[]).filter(isLive) } as typeof table;
}

/** A table after a change of its volatilities. @param change  of one volatility, with the index of its expiry */
export function changedTable<Table extends { readonly volatilities: readonly Nested[] }>(
  table: Table,
  change: (volatility: Volatility, expiry: number) => Volatility,
): Table {
  const changed = (values: Nested, expiry: number): Nested =>
    typeof values === 'number' ? change(values, expiry) : values.map((each) => changed(each, expiry));
  return { ...table, volatilities: table.volatilities.map(changed) };
}

const flat = (values: Nested): readonly Volatility[] => (typeof values === 'number' ? [values] : values.flatMap(flat));

/** The volatilities of a quote, those of one expiry or all. */
export const volatilitiesOf = (
  quote: { readonly volatility: Volatility } | { readonly volatilities: readonly Nested[] },
  expiry?: number,
): readonly Volatility[] =>
  'volatility' in quote ? [quote.volatility] : flat(expiry === undefined ? quote.volatilities : quote.volatilities[expiry]!);
