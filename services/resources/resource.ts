/** What a stored resource is: a schema, where it is kept, and what it is found by. */
import { z } from 'zod';

/** What every stored document has. Its key is (tenantId, id): another tenant's document is simply not there. */
export const stored = {
  tenantId: z.string().min(1),
  id: z.string().min(1),
  /** 1 when made, one more with each replacement: its ETag. */
  version: z.int().min(1),
  /** Unix milliseconds. */
  createdAt: z.int(),
  updatedAt: z.int(),
};

export type Stored = z.infer<z.ZodObject<typeof stored>>;

/**
 * Fields that documents are found by, each holding a string or a number.
 *
 * - none: pages of one tenant filtered by these fields, in order of creation
 * - everywhere: besides, no two documents of any tenants agree in them, and one is found by them without its tenant
 */
export interface Index<Field extends string = string> {
  readonly fields: readonly Field[];
  readonly unique?: 'everywhere';
}

export interface Resource<Document extends Stored = Stored> {
  /** Collection or table: lower case and underscores. */
  readonly collection: string;
  /** What its ids begin with, before an underscore; empty where ids come from elsewhere. */
  readonly idPrefix: string;
  /** Documents are read through it, so that one written before a field existed gets the field's default. */
  readonly schema: z.ZodType<Document>;
  readonly indexes: readonly Index<keyof Document & string>[];
}

/** A resource as the adapters see it, whatever its documents are. */
// biome-ignore lint/suspicious/noExplicitAny: the list holds resources of every document type.
export type AnyResource = Resource<any>;

export const resource = <Document extends Stored>(of: Resource<Document>): Resource<Document> => of;
