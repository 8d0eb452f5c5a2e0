/** Stored market data as the handler of an operation looks it up: by name, recorded with the run, so that a replay has the same values. */
import type { AnyResource } from '#services/resources/resource';

/** A look-up as a receipt records it, beside the values. */
interface LookUpRecord {
  readonly id: string;
  readonly version: number;
  /** `blake3:` and 64 hexadecimal digits: hash of the stored fields as JSON. */
  readonly contentHash: string;
  /** ISO date from which the values are. */
  readonly asOf: string;
}

/** Fields of a stored document, parsed, with what identifies them. */
export type StoredDocument<Fields> = LookUpRecord & { readonly fields: Fields };

export interface StoredData {
  /**
   * A document by its id.
   *
   * @param noun the kind of data, as messages name it
   * @param asOf the date from which its values are; by default that of its last change
   */
  document<Fields>(resource: AnyResource, id: string, noun: string, asOf?: (fields: Fields) => string): Promise<StoredDocument<Fields>>;
  /** As `document`, of what is no market data, such as an agreement: its date does not count. */
  undated<Fields>(resource: AnyResource, id: string, noun: string): Promise<StoredDocument<Fields>>;
  /** The latest quote of a symbol. */
  quote(symbol: string): Promise<StoredDocument<StoredQuote>>;
  /**
   * The last quote of each day of a symbol, in UTC, oldest first; of longer series the latest days.
   *
   * @param from    ISO date of the first day; undefined: the first that is stored
   * @param before  ISO date after the last day; undefined: today
   * @throws HttpFailure SVC-RES-001 where there is none
   */
  series(symbol: string, from: string | undefined, before: string | undefined): Promise<StoredDocument<readonly DayQuote[]>>;
  /**
   * The id of the latest document, by its valuation date, of those with these fields.
   *
   * @param name  what is looked for, as `curve/USD`: unique in the run
   * @throws HttpFailure SVC-RES-001 where there is none
   */
  latestId(resource: AnyResource, name: string, fields: Readonly<Record<string, string>>): Promise<string>;
  /** Looks up in a snapshot what a snapshot holds: curves, surfaces, correlations and quotes. */
  within(snapshotId: string): Promise<SnapshotData>;
  /** The oldest date of everything that was looked up; undefined where nothing was. */
  oldest(): string | undefined;
  /** Ids of the snapshots in which something was looked up. */
  snapshotIds(): string[];
}

/** Looks up in a snapshot. */
export interface SnapshotData extends StoredData {
  /** ISO date of the snapshot. */
  readonly day: string;
  /** The id of the latest document with these fields, or that meets a condition. */
  latestId(
    resource: AnyResource,
    name: string,
    wanted: Readonly<Record<string, string>> | ((fields: Readonly<Record<string, unknown>>) => boolean),
  ): Promise<string>;
}

export interface StoredQuote {
  readonly symbol: string;
  readonly value: number;
  readonly asOf: string;
  readonly kind: string;
  readonly currency?: string;
}

/** The last quote of a day; no more of it than a receipt needs to keep. */
export interface DayQuote {
  readonly date: string;
  readonly value: number;
  readonly kind: string;
}
