/** The live use of pricers, from the receipts of priced runs: how much, for what, of what value, and with which inputs beyond those tested. */
import type { ReferenceCase } from './cases.js';
import { comparableInputs, type InputRange, type InputValues, rangesOf } from './inputs.js';

/** A receipt, with request and result where they were read. */
export interface UsedReceipt {
  readonly pricerId: string;
  readonly operationId: string;
  readonly tag: string;
  readonly content?: { readonly request: object; readonly result: object };
}

/** An input whose live values lie beyond the tested ones, or which no case has. */
interface InputOutside {
  readonly input: string;
  /** Smallest and largest live value. */
  readonly from: number;
  readonly to: number;
  /** Absent where no case has the input. */
  readonly tested?: { readonly from: number; readonly to: number };
}

export interface LiveUse {
  readonly pricerId: string;
  /** Runs with a receipt. */
  readonly runs: number;
  /** Tags of the operations that used it: the purposes. */
  readonly purposes: readonly string[];
  /** Receipts whose request and result were read; the figures below are of them. */
  readonly read: number;
  readonly positions: number;
  /** Sum of the sizes of the values that were computed, each in the currency of its request. */
  readonly value: number;
  readonly outside: readonly InputOutside[];
}

/** Fields that hold the parts of a request of many. */
const PARTS = ['positions', 'instruments', 'options', 'trades'];

/** The positions of a request: its parts where it has many, otherwise itself. */
function positionsOf(request: object): readonly object[] {
  for (const name of PARTS) {
    const parts = (request as Record<string, unknown>)[name];
    if (Array.isArray(parts)) return parts.filter((part) => typeof part === 'object' && part !== null);
  }
  return [request];
}

/** The value that a result states for all that was asked for; 0 where it states none, such as a value at risk. */
function statedValue(result: object): number {
  const { totalValue, value, price } = result as Record<string, unknown>;
  const stated = [totalValue, value, price].find((each) => typeof each === 'number');
  return Math.abs((stated as number | undefined) ?? 0);
}

function outsideOf(live: readonly InputValues[], tested: readonly InputRange[]): InputOutside[] {
  return rangesOf(live).flatMap(({ input, from, to }) => {
    const range = tested.find((each) => each.input === input);
    if (range === undefined) return [{ input, from, to }];
    return from < range.from || to > range.to ? [{ input, from, to, tested: { from: range.from, to: range.to } }] : [];
  });
}

/** The use of each pricer of the receipts, the most used first. */
export function liveUses(receipts: readonly UsedReceipt[], cases: readonly ReferenceCase[]): LiveUse[] {
  const ids = [...new Set(receipts.map(({ pricerId }) => pricerId))];
  return ids
    .map((pricerId) => {
      const used = receipts.filter((each) => each.pricerId === pricerId);
      const contents = used.flatMap(({ content }) => content ?? []);
      const tested = rangesOf(cases.filter((each) => each.pricerId === pricerId).map(({ request }) => comparableInputs(request)));
      const positions = contents.flatMap(({ request }) => positionsOf(request));
      return {
        ...{ pricerId, runs: used.length, purposes: [...new Set(used.map(({ tag }) => tag))].toSorted(), read: contents.length },
        positions: positions.length,
        value: contents.reduce((sum, { result }) => sum + statedValue(result), 0),
        outside: outsideOf(positions.map(comparableInputs), tested),
      };
    })
    .toSorted((a, b) => b.runs - a.runs);
}

export type MaterialityTier = 'high' | 'medium' | 'low' | 'unused';

/** Purposes on which decisions about a whole book rest. */
const BOOK_PURPOSES = ['Risk', 'XVA', 'Portfolio', 'Portfolios', 'Hedging'];
/** Share of the value or of the positions of all pricers from which on a pricer is of high materiality. */
const HIGH_SHARE = 0.2;
const MEDIUM_SHARE = 0.01;

export const TIER_RULE = `high: the pricer has at least ${100 * HIGH_SHARE} % of the runs, of the positions or of the value, or serves a measure of a whole book (${BOOK_PURPOSES.join(', ')}); medium: at least ${100 * MEDIUM_SHARE} %; low: less; unused: no receipt`;

/** @param uses of all pricers, whose positions and values are the whole of which a pricer has a share */
export function tierOf(pricerId: string, uses: readonly LiveUse[]): MaterialityTier {
  const use = uses.find((each) => each.pricerId === pricerId);
  if (use === undefined) return 'unused';
  const share = (part: (use: LiveUse) => number) => part(use) / (uses.reduce((sum, each) => sum + part(each), 0) || 1);
  const largest = Math.max(
    share(({ positions }) => positions),
    share(({ value }) => value),
    share(({ runs }) => runs),
  );
  if (largest >= HIGH_SHARE || use.purposes.some((purpose) => BOOK_PURPOSES.includes(purpose))) return 'high';
  return largest >= MEDIUM_SHARE ? 'medium' : 'low';
}
