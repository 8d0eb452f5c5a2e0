/**
 * Places of a request at which the name of stored data may stand instead of a value. The engine sees values only: whoever keeps the
 * data replaces the names before a request is parsed. The marks say where, and as what, and stand beside the schema of the value.
 */
import type { z } from 'zod';

/**
 * Meaning of a value at a place of a request, which decides the stored data that can supply it.
 *
 * - curve: an interest rate curve, as an object
 * - rate, spot, volatility, spread, recovery: one number
 * - correlations: a list of pairs of assets with their correlation
 * - surface: an object that holds strikes, expiries and volatilities beside other fields
 * - volatilityQuotes: a list of implied volatilities by strike and time
 * - smiles: a list of smiles by expiry
 * - rateVolatilities: volatilities of swaptions or caplets by expiry, as an object
 * - credit: the default intensities and the recovery rate of one party, as an object
 * - hazardCurve: default intensities as a function of time, as an object
 * - hazardRate: one default intensity
 * - fixings: the past prices of one asset, as a list of dates with values; rateFixings: those of a floating rate; bookFixings: either
 */
export type StoredPlace =
  | 'curve'
  | 'rate'
  | 'spot'
  | 'volatility'
  | 'spread'
  | 'recovery'
  | 'correlations'
  | 'surface'
  | 'volatilityQuotes'
  | 'smiles'
  | 'rateVolatilities'
  | 'credit'
  | 'hazardCurve'
  | 'hazardRate'
  | 'fixings'
  | 'rateFixings'
  | 'bookFixings';

interface Mark {
  readonly place?: StoredPlace;
  /** Schemas one of which parses the value later, for a schema that admits any value. */
  readonly alternatives?: readonly z.ZodType[];
  /** Schemas one of which parses each entry of a list, so that a wrong entry fails alone. */
  readonly entries?: readonly z.ZodType[];
}

const marks = new WeakMap<z.core.$ZodType, Mark>();

/** Marks a schema: wherever it stands in a request, a name may stand for the value. @returns the same schema */
export function stored<Schema extends z.ZodType>(place: StoredPlace, schema: Schema): Schema {
  marks.set(schema, { place });
  return schema;
}

/** Marks a schema that admits any value with the schemas that parse it later, so that names are found in it too. @returns the same schema */
export function parsedLater<Schema extends z.ZodType>(alternatives: readonly z.ZodType[], schema: Schema): Schema {
  marks.set(schema, { alternatives });
  return schema;
}

/** Marks a list whose entries are parsed one by one with the schemas of which one parses each. @returns the same schema */
export function parsedOneByOne<Schema extends z.ZodType>(entries: readonly z.ZodType[], schema: Schema): Schema {
  marks.set(schema, { entries });
  return schema;
}

/** The mark of a schema or of the one that it was made from by adding a description or a check. */
export function markOf(schema: z.core.$ZodType): Mark | undefined {
  const { parent } = schema._zod;
  return marks.get(schema) ?? (parent && markOf(parent));
}
