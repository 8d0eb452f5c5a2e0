/** Lets an operation take a stored portfolio in place of the positions of its request. */

import { z } from 'zod';
import {
  type BookMarket,
  DEFAULT_UNDERLYING,
  faultsOf,
  type MarketInput,
  marketInput,
  oneAlternative,
  oneOfRequired,
  parsedWith,
} from '#engine/schemas';
import { defined } from '#services/runtime/defined';
import { noted } from '../contract/computation.js';
import { HttpFailure, invalidRequest } from '../contract/errors.js';
import type { TakesStored } from '../contract/operation.js';
import { placing } from '../run/part.js';
import { withValues } from '../stored/resolve.js';
import { bookInstruments, bookPositions, type Converted, explainedPositions, mixedInstruments } from './held-positions.js';
import { snapshotMarket } from './snapshot-market.js';
import { resolvePortfolio } from './stored-portfolio.js';

const portfolioId = z.string().max(200).optional().meta({
  description: 'A stored portfolio, whose positions are taken. Cancelled trades and what has ended by the valuation date are left out',
});
const market = marketInput
  .optional()
  .meta({ description: 'The market of the portfolio’s trades and products; instruments have their own' });

/** The fields of a request that names a portfolio. */
interface OfPortfolio {
  readonly portfolioId?: string;
  readonly market?: MarketInput;
  readonly marketStart?: { readonly valuationDate?: string };
  readonly calibration?: { readonly valuationDate?: string };
}

/**
 * Operations on books of European options whose positions are one alternative among others: `alternative` is the one that names a portfolio.
 */
export const takesBookOr = <Schema extends z.ZodObject>(
  schema: Schema,
  alternative: z.ZodRawShape,
  id: string,
): TakesStored<z.output<Schema>> => {
  const named = z
    .strictObject({ ...alternative, portfolioId: portfolioId.unwrap(), market })
    .meta({ id, description: 'As the other form, with a stored portfolio in place of positions' });
  return takes(schema, z.union([schema, named]), 'positions', (portfolio, { market: optionMarket }, today) =>
    bookPositions(portfolio, optionMarket, today),
  );
};

/** Explanations of profit and loss, whose markets stand in the request already. */
export const takesExplained = <Schema extends z.ZodObject>(schema: Schema): TakesStored<z.output<Schema>> =>
  takes(schema, withPortfolio(schema, 'positions', {}), 'positions', (portfolio, { marketStart }, today) =>
    explainedPositions(portfolio, marketStart?.valuationDate ?? today),
  );

/** Books whose curves are calibrated by the request, and whose market is the rest. */
export const takesCalibrated = <Schema extends z.ZodObject>(schema: Schema): TakesStored<z.output<Schema>> =>
  takes(schema, withPortfolio(schema, 'positions', {}), 'positions', (portfolio, { calibration, market: besideCurves }, today) => ({
    ...bookInstruments(portfolio, calibration?.valuationDate ?? today),
    bookMarket: { market: besideCurves },
  }));

/** A market of one currency, which trades and products of a portfolio may have in place of that of a book. */
type OptionMarketInput = z.output<typeof marketInput>;

const snapshotId = z.string().max(200).optional().meta({
  description: 'A stored snapshot: names are looked up in it, and so is the market of a book that the request leaves out',
});

/** The fields of a request for which the market of a snapshot may be taken. */
interface PositionsInSnapshot {
  readonly snapshotId?: string;
  readonly positions?: readonly unknown[];
  readonly reportingCurrency?: string;
}

/** True of the market of a book, which has a curve per currency; false of one in one currency. */
const isBookMarket = (market: object): market is BookMarket => 'curves' in market && !('rate' in market) && !('curve' in market);

/** The request of each alternative, told apart as before. */
const withPositionsOfEach = (schema: z.ZodDiscriminatedUnion): z.ZodType => {
  const options = schema.options.map((option) => withPositions(option as z.ZodObject));
  return z.discriminatedUnion(schema.def.discriminator, options as [z.ZodObject, ...z.ZodObject[]]).meta({ ...schema.meta() });
};

/** The request with a portfolio in place of positions, in the market of a book or of one currency. */
function withPositions(schema: z.ZodObject): z.ZodObject {
  const ofBook = schema.shape.market as z.ZodType;
  const either = z
    .union([ofBook, marketInput])
    .optional()
    .meta({ ...ofBook.meta() });
  return withPortfolio(
    schema,
    'positions',
    { market: either, snapshotId },
    ['market', 'snapshotId', 'reportingCurrency'],
    (body, context) => {
      const { portfolioId: id, market: stated } = body as OfPortfolio;
      if (id === undefined && stated !== undefined && !isBookMarket(stated))
        context.addIssue({
          code: 'custom',
          path: ['market', 'curves'],
          message: 'is required, with one curve per currency',
          input: stated,
        });
    },
  );
}

/**
 * Books of instruments of any type, in the market of a book; or of European options in a market of one currency.
 *
 * @param othersInOneCurrency  whether the latter may also hold what portfolio/mixed prices
 */
export const takesPositions = <Schema extends z.ZodType<object>>(
  schema: Schema,
  { othersInOneCurrency }: { readonly othersInOneCurrency: boolean },
): TakesStored<z.output<Schema>> => {
  const request =
    schema instanceof z.ZodDiscriminatedUnion ? withPositionsOfEach(schema) : withPositions(schema as z.ZodType as z.ZodObject);
  const { handle } = takes(schema, request, 'positions', (portfolio, body, today) => {
    const { market: stated } = body as { readonly market?: BookMarket | OptionMarketInput };
    if (stated === undefined || !isBookMarket(stated)) {
      const optionMarket = stated as MarketInput | undefined;
      try {
        return bookPositions(portfolio, optionMarket, today);
      } catch (error) {
        if (!othersInOneCurrency || !(error instanceof HttpFailure)) throw error;
        return mixedInstruments(portfolio, optionMarket, today);
      }
    }
    return { ...bookInstruments(portfolio, stated.valuationDate ?? today), bookMarket: { market: stated } };
  });
  return {
    request: request as z.ZodType as z.ZodType<z.output<Schema>>,
    handle: (operationHandler) => {
      const inMarket = handle(operationHandler);
      return async (input, dependencies) => {
        const { snapshotId: id, ...body } = input.body as OfPortfolio & PositionsInSnapshot;
        const whole = (fields: object) => ({ ...input, body: fields as z.output<Schema> });
        if (id === undefined || body.market !== undefined) return inMarket(whole(body), dependencies);
        const positionsAt = async (day: string) =>
          body.portfolioId === undefined
            ? (body.positions ?? [])
            : bookInstruments(await resolvePortfolio(body.portfolioId, input, dependencies), day).items;
        const { market: frozen, warnings } = await snapshotMarket(id, positionsAt, body.reportingCurrency, input);
        return noted(await inMarket(whole({ ...body, market: frozen }), dependencies), { warnings });
      };
    },
  };
};

/** Portfolios of different instruments. */
export const takesInstruments = <Schema extends z.ZodObject>(schema: Schema): TakesStored<z.output<Schema>> =>
  takes(schema, withPortfolio(schema, 'instruments', { market }), 'instruments', (portfolio, { market: optionMarket }, today) =>
    mixedInstruments(portfolio, optionMarket, today),
  );

/**
 * @param either  fields that a request may have whether it names a portfolio or not
 * @param check   a further refinement
 */
function withPortfolio(
  schema: z.ZodObject,
  field: string,
  more: z.ZodRawShape,
  either: readonly string[] = [],
  check: (body: object, context: z.RefinementCtx) => void = () => {},
): z.ZodObject {
  const optional = Object.keys(more).filter((name) => !either.includes(name));
  const alternatives = [{ required: [field] }, { required: ['portfolioId'], optional }] as const;
  const positions = schema.shape[field] as z.ZodType;
  return z
    .strictObject({ ...schema.shape, [field]: positions.optional(), portfolioId, ...more })
    .superRefine(oneAlternative(...alternatives))
    .superRefine(check)
    .meta({ ...schema.meta(), ...oneOfRequired(...alternatives) });
}

function takes<Schema extends z.ZodType>(
  schema: Schema,
  request: z.ZodType,
  field: string,
  convert: (
    portfolio: Awaited<ReturnType<typeof resolvePortfolio>>,
    body: OfPortfolio,
    today: string,
  ) => Converted<object> & { readonly bookMarket?: object },
): TakesStored<z.output<Schema>> {
  return {
    request: request as z.ZodType<z.output<Schema>>,
    handle: (operationHandler) => async (input, dependencies) => {
      const { portfolioId: id, market: statedMarket, ...rest } = input.body as OfPortfolio & object;
      if (id === undefined) {
        const result = await operationHandler(input, dependencies);
        const warnings = spotWarnings((rest as Readonly<Record<string, unknown>>)[field]);
        return warnings.length === 0 ? result : noted(result, { warnings });
      }
      const { marketStart, calibration } = input.body as OfPortfolio;
      const { today } = input.call;
      const { items, leftOut, unfit, bookMarket } = convert(
        await resolvePortfolio(id, input, dependencies),
        input.body as OfPortfolio,
        today,
      );
      const body = { ...rest, ...bookMarket, [field]: items };
      // Instruments may have been stored with names in place of values.
      const named = items.some((item) => Object.values(item).some((value) => typeof value === 'object'));
      const filled = named
        ? await placing(
            () => '/portfolioId',
            () => withValues(body, schema, input.stored),
          )
        : body;
      const result = await operationHandler({ ...input, body: ownBody(schema, filled as object, field) }, dependencies);
      // The market data of a portfolio are as old as its valuation date.
      const valuationDate = (calibration ?? statedMarket ?? marketStart)?.valuationDate ?? today;
      const warnings = [
        ...spotWarnings(items),
        ...(leftOut === 0 ? [] : [`${leftOut} positions of the portfolio hold nothing on ${valuationDate} and are left out`]),
        ...unfitWarning(unfit),
      ];
      return noted(result, { warnings, marketDataAsOf: valuationDate });
    },
  };
}

/** Trades that a warning names. */
const MAX_NAMED_TRADES = 10;

/** A warning where trades that name the portfolio are of a type that the operation does not take. */
function unfitWarning(unfit: readonly string[]): string[] {
  if (unfit.length === 0) return [];
  const unnamed = unfit.length - MAX_NAMED_TRADES;
  return [
    `trades of the portfolio that this operation does not take are left out: ${unfit.slice(0, MAX_NAMED_TRADES).join(', ')}${unnamed > 0 ? ` and ${unnamed} more` : ''}`,
  ];
}

/** Underlyings that a warning names. */
const MAX_NAMED_UNDERLYINGS = 5;

/** A warning where positions state more than one spot of an underlying that they name. */
function spotWarnings(positions: unknown): string[] {
  if (!Array.isArray(positions)) return [];
  const firstSpots = new Map<string, number>();
  const different = new Set<string>();
  for (const position of positions as readonly unknown[]) {
    const { underlying, spot } = (position ?? {}) as { readonly underlying?: unknown; readonly spot?: unknown };
    if (typeof underlying !== 'string' || typeof spot !== 'number' || underlying === DEFAULT_UNDERLYING) continue;
    const first = firstSpots.get(underlying);
    if (first === undefined) firstSpots.set(underlying, spot);
    else if (first !== spot) different.add(underlying);
  }
  const unnamed = different.size - MAX_NAMED_UNDERLYINGS;
  const named = [...different].slice(0, MAX_NAMED_UNDERLYINGS).join(', ');
  return different.size === 0
    ? []
    : [`positions state more than one spot of ${named}${unnamed > 0 ? ` and ${unnamed} more` : ''}: each is valued at its own`];
}

/** @throws HttpFailure SVC-REQ-001 that names the positions that the operation's own request does not admit */
function ownBody<Schema extends z.ZodType>(schema: Schema, body: object, field: string): z.output<Schema> {
  const parsed = parsedWith(schema, body);
  if (parsed.success) return parsed.data;
  const items = (body as Record<string, { id?: string }[]>)[field] ?? [];
  const faults = faultsOf(parsed.error, body).map(({ pointer, reason }) => {
    const [, list, index, ...path] = pointer.split('/');
    if (list !== field) return { pointer, reason };
    const place = index === undefined ? field : [items[Number(index)]?.id ?? index, ...path].join('.');
    return { pointer: '/portfolioId', reason: `must be of a portfolio that this operation takes: ${place} ${reason}` };
  });
  const { pointer, reason } = defined(faults[0], 'a fault');
  const { message } = invalidRequest(pointer, reason);
  throw new HttpFailure('SVC-REQ-001', message, faults);
}
