/**
 * The value of a netting set at a date as a function of the state s:
 *
 *   V = Σ_g mask_g · e^(a_g·s) · T_g(b_g·s)  +  Σ_f mask_f · e^(a_f·s) · c_f/P(start_f, end_f)  +  Σ_k quantity_k · C_k
 *
 * Each T is a table on a uniform grid of its argument, read by cubic interpolation, into which any number of trades is netted: the payments
 * of a currency and its swaptions are one table in its short rate, options of one expiry on one exchange rate or share are one table in the
 * forward. So the cost of a path does not depend on the number of trades, and the tables are linear in the trades: the value of one of them
 * is the same sum with tables of its own. A swaption of a currency with two factors is a table of its own, of two arguments. The second sum has the floating rates that
 * were fixed on the path before the date; the third has contracts, each by its regression (contract/contract-fits.ts).
 *
 * Everything that a path determines is in the exponents, arguments, masks and fixings. Everything else (spots, curves, notionals, strikes) is
 * in the tables and the c_f.
 */
import type { Years } from '../../../base/units.js';
import type { LinearForm } from '../../../model/cross-asset.js';
import type { ContractTerms } from '../../../product/trade/terms.js';

/** Index of the option whose exercise a contribution requires; none where it is unconditional. */
export type Mask = number | undefined;

/** Positions of an argument: node j, j = 0 … nodes − 1, is at first + j·spacing. One node where the argument does not move. */
export interface TableAxis {
  /** b. */
  readonly loads: readonly number[];
  readonly first: number;
  readonly spacing: number;
  readonly nodes: number;
}

/** Positions of a table. With a second argument (surface.ts) `nodes` are all of them, and those of the first are `nodes / across.nodes`. */
export interface TableGrid extends TableAxis {
  readonly across?: TableAxis;
}

export interface TableTerm {
  readonly key: string;
  /** a. */
  readonly amplitude: readonly number[];
  readonly grid: TableGrid;
  readonly mask: Mask;
}

export interface FixingTerm {
  readonly key: string;
  readonly amplitude: readonly number[];
  /** Index into the fixings of all dates. */
  readonly fixing: number;
  readonly mask: Mask;
}

/** A contract, whose value on each path a regression gives (contract-fits.ts). */
export interface ContractTerm {
  readonly key: string;
  readonly terms: ContractTerms;
}

export interface DatedTerms {
  readonly time: Years;
  readonly unpaidSince: Years;
  readonly tables: readonly TableTerm[];
  readonly fixings: readonly FixingTerm[];
  readonly contracts: readonly ContractTerm[];
}

/** Coefficients in the order of the terms. */
export interface Coefficients {
  readonly tables: readonly Float64Array[];
  readonly fixings: Float64Array;
  /** Number held of each contract. */
  readonly contracts: Float64Array;
}

export const noCoefficients = ({ tables, fixings, contracts }: DatedTerms): Coefficients => ({
  tables: tables.map(({ grid }) => new Float64Array(grid.nodes)),
  fixings: new Float64Array(fixings.length),
  contracts: new Float64Array(contracts.length),
});

/** The terms of a date, and their coefficients for each set of trades. Terms may have flows that are due no longer, whose coefficients are 0. */
export interface View {
  readonly terms: DatedTerms;
  /** Flows after this time count in the coefficients. */
  readonly unpaidSince: Years;
  readonly coefficients: readonly Coefficients[];
}

/** The sum or the difference of two linear forms. */
export const plus = (one: LinearForm, other: LinearForm, sign: 1 | -1): LinearForm => ({
  constant: one.constant + sign * other.constant,
  loads: one.loads.map((load, i) => load + sign * other.loads[i]!),
});
