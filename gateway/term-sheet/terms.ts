/** Terms of products as people say them: names in words, levels in per cent, lists apart by commas, and no mark of how they are stored. */
import type { Row } from '../print/page.js';
import { amountText, percentText } from '../print/text.js';

/** Terms that are shares of something, stated as decimals. */
const SHARES = new Set([
  ...['callBarrier', 'callBarriers', 'couponBarrier', 'protectionBarrier', 'couponRate', 'airbag', 'participation'],
  ...['localFloor', 'localCap', 'globalFloor', 'globalCap', 'strikeVolatility'],
]);

/** Terms whose own names say too little to whoever does not know how they are stored. */
const NAMES: Readonly<Record<string, string>> = {
  factor: 'Quantity',
  strikeVolatility: 'Volatility strike',
  level: 'Barrier',
  direction: 'Barrier is reached',
  style: 'Effect of the barrier',
  monitoring: 'Observed',
  monitoringDates: 'Barrier observed on',
  memoryCoupon: 'Missed coupons are paid later',
  payout: 'Amount paid',
  left: 'First choice',
  right: 'Second choice',
};

const VALUES: Readonly<Record<string, string>> = {
  knock_out: 'the contract ends',
  knock_in: 'the contract begins',
  down: 'at or below the level',
  up: 'at or above the level',
  final: 'on the last date',
};

/** A name in camel case or with lines below as words: `couponRate` is `Coupon rate`. */
function spoken(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function valueText(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => valueText(name, each)).join(', ');
  if (typeof value === 'number') return SHARES.has(name) ? percentText(value) : amountText(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = String(value);
  return VALUES[text] ?? (/^[a-z]+(_[a-z]+)*$/.test(text) && name !== 'underlying' && name !== 'underlyings' ? spoken(text) : text);
}

/** Every term as a row. Parts of several stand under their number; the only part of a part is not named. */
export function termRows(terms: unknown, place = ''): Row[] {
  if (typeof terms !== 'object' || terms === null) return [];
  const { type, specs, contract, spec, condition, left, right, ...rest } = terms as Readonly<Record<string, unknown>>;
  const isPart = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
  const inside = (name: string): string => (place === '' ? name : `${place}, ${name.toLowerCase()}`);
  const form =
    typeof type === 'string' && type !== 'scaled' && type !== 'conditional' && type !== 'combined' && type !== 'barrier_condition';
  return [
    ...(form ? [[inside('Form'), type === 'negated' ? 'Sold: the holder owes what follows' : spoken(type)] as const] : []),
    ...Object.entries(rest).flatMap(([name, value]): Row[] =>
      isPart(value)
        ? termRows(value, inside(NAMES[name] ?? spoken(name)))
        : [[inside(NAMES[name] ?? spoken(name)), valueText(name, value)]],
    ),
    ...[contract, spec, condition].flatMap((part) => termRows(part, place)),
    ...(Array.isArray(specs) ? specs.flatMap((part, index) => termRows(part, inside(`Part ${index + 1}`))) : []),
    ...Object.entries({ left, right }).flatMap(([side, part]) => termRows(part, inside(NAMES[side] ?? side))),
  ];
}

/** A level at which something changes, and its name. */
export interface Mark {
  readonly level: number;
  readonly label: string;
}

/**
 * The barriers of a contract on an underlying.
 *
 * @param start level of the underlying from which performances are counted
 */
export function barriersOf(part: unknown, underlying: string, start: number): Mark[] {
  if (Array.isArray(part)) return part.flatMap((each) => barriersOf(each, underlying, start));
  if (typeof part !== 'object' || part === null) return [];
  const fields = part as Readonly<Record<string, unknown>>;
  const marks: Mark[] = [];
  if (fields.type === 'barrier_condition' && (fields.underlying ?? underlying) === underlying)
    marks.push({ level: Number(fields.level), label: 'barrier' });
  if (fields.type === 'worst_of_autocall')
    for (const [name, label] of [
      ['callBarrier', 'call'],
      ['couponBarrier', 'coupon'],
      ['protectionBarrier', 'protection'],
    ] as const)
      if (typeof fields[name] === 'number') marks.push({ level: start * fields[name], label });
  return [...marks, ...Object.values(fields).flatMap((value) => barriersOf(value, underlying, start))];
}

/**
 * The contract where every barrier that is watched before the last payment has been reached.
 *
 * @param today the day on which they were reached
 * @returns undefined where there is no such barrier
 */
export function withBarriersReached<Part>(part: Part, today: string): Part | undefined {
  let changed = false;
  const reach = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reach);
    if (typeof value !== 'object' || value === null) return value;
    const fields = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, reach(each)]));
    const isWatched =
      (fields.type === 'barrier_condition' && fields.monitoringDates === undefined) ||
      (fields.protectionMonitoring !== undefined && fields.protectionMonitoring !== 'final');
    if (!isWatched || fields.knocked !== undefined) return fields;
    changed = true;
    return { ...fields, knocked: today };
  };
  const reached = reach(part) as Part;
  return changed ? reached : undefined;
}
