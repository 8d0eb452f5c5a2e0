/** The option book of a request, and how much of its revaluation one call may ask for. */
import { EngineFailure } from '../base/failure.js';
import { solutionMs } from '../product/option/solution-time.js';
import { signOf } from '../product/option/vanilla.js';
import { datedPosition } from './dated-positions.js';
import type { OptionBook } from './option-book.js';
import { MAX_UNDERLYINGS, type OptionPosition } from './requests.js';

/** The pricer of options without dividends in cash, and the one of options with them, whose status is weaker. */
const [CLOSED_FORM_PRICER, CASH_DIVIDEND_PRICER] = ['equity_vanilla_bs', 'equity_dividends_fd'];

/** The pricer of a book of these positions. */
export const bookPricer = (positions: readonly Pick<OptionPosition, 'dividends'>[]): string =>
  positions.some(({ dividends = [] }) => dividends.some(({ amount }) => amount !== undefined)) ? CASH_DIVIDEND_PRICER : CLOSED_FORM_PRICER;

/** Positions as columns. */
export function bookOf(positions: readonly OptionPosition[]): OptionBook {
  const index = new Map<string, number>();
  for (const { underlying } of positions) if (!index.has(underlying)) index.set(underlying, index.size);
  if (index.size > MAX_UNDERLYINGS)
    throw new EngineFailure('cost', `positions may be on at most ${MAX_UNDERLYINGS} underlyings; got ${index.size}`);
  const column = (evaluate: (position: OptionPosition) => number) => Float64Array.from(positions, evaluate);
  const dated = positions.flatMap(({ dividends = [], ...position }, row) =>
    dividends.length > 0 ? [datedPosition(row, { ...position, dividends })] : [],
  );
  const solved = positions.filter((position) => solutionMs(position) > 0).length;
  if (solved > MAX_SOLVED_POSITIONS)
    throw new EngineFailure(
      'cost',
      `at most ${MAX_SOLVED_POSITIONS} positions may have dividends in cash, which finite differences price; got ${solved}`,
    );
  return {
    pricerId: bookPricer(positions),
    spot: column(({ spot }) => spot),
    strike: column(({ strike }) => strike),
    rate: column(({ rate }) => rate),
    volatility: column(({ volatility }) => volatility),
    time: column(({ time }) => time),
    dividend: column(({ dividend }) => dividend),
    sign: Int8Array.from(positions, ({ optionType }) => signOf(optionType)),
    quantity: column(({ quantity }) => quantity),
    factor: Int32Array.from(positions, ({ underlying }) => index.get(underlying) ?? 0),
    underlyings: [...index.keys()],
    ...(dated.length > 0 && { dated }),
  };
}

/** Positions by finite differences in one book: each keeps 15 kB of grids for a range of spots, and up to three of them. */
const MAX_SOLVED_POSITIONS = 2_000;

/** Prices of plain options that take as long as one of an option with dividends on dates: 0.05 against 1 to 3 µs, its grids apart. */
const DATED_COST = 50;

/** @param costLimit prices of plain options that one call may compute */
export function requireAffordable(revaluations: number, { quantity, dated = [] }: OptionBook, costLimit: number): void {
  const work = revaluations * (quantity.length + (DATED_COST - 1) * dated.length);
  if (work <= costLimit) return;
  const counted = dated.length > 0 ? `, of which one with dividends on dates counts as ${DATED_COST}` : '';
  throw new EngineFailure('cost', `scenarios × positions must be at most ${costLimit}${counted}; this call would take ${work}`);
}
