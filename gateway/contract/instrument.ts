/** Instruments of a portfolio, each priced by the operation of its kind, and their prices. */
import type { ItemError } from './failed-item.js';
import type { KeptManifest } from './manifest.js';

/** The operation that prices each kind of instrument. */
export const KIND_OPERATIONS = {
  vanilla: 'priceOption',
  american: 'priceAmerican',
  convertible: 'priceConvertible',
  contract: 'priceContract',
  structured: 'priceStructured',
  engine: 'priceWithEngine',
} as const;

export interface Instrument {
  readonly kind: keyof typeof KIND_OPERATIONS;
  /** The request belongs to the operation of its kind and has values in place of names. */
  readonly request: object;
}

export interface InstrumentPrice {
  readonly price: number;
  readonly standardError?: number;
  /** Estimated absolute error that a grid or a series leaves in the price. */
  readonly errorBound?: number;
  /** That simulated the paths; absent for closed forms. */
  readonly backend?: string;
  readonly manifest: KeptManifest;
}

export type InstrumentOutcome = InstrumentPrice | ItemError;
