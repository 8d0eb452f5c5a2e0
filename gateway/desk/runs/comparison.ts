/** The values of two runs side by side. */
import type { Row } from './tables.js';

interface Compared {
  readonly portfolioId: string;
  readonly position: string;
  readonly before?: number;
  readonly after?: number;
  readonly change?: number;
}

const keyOf = ({ portfolioId, position }: Row): string => JSON.stringify([portfolioId, position]);
const reportedValue = (row: Row | undefined): number | undefined => (row?.valueInReporting ?? row?.value) as number | undefined;

/** @returns the positions whose value changed, or that are in one run alone, the largest change first */
export function comparedValues(formerRows: readonly Row[], laterRows: readonly Row[]): Compared[] {
  const former = new Map(formerRows.map((row) => [keyOf(row), row]));
  const later = new Map(laterRows.map((row) => [keyOf(row), row]));
  const compared = [...new Map([...former, ...later])].flatMap(([key, row]): Compared[] => {
    const [from, to] = [reportedValue(former.get(key)), reportedValue(later.get(key))];
    if (from === to) return [];
    const place = { portfolioId: String(row.portfolioId), position: String(row.position) };
    const change = (to ?? 0) - (from ?? 0);
    return [{ ...place, ...(from !== undefined && { before: from }), ...(to !== undefined && { after: to }), change }];
  });
  return compared.sort((one, other) => Math.abs(other.change ?? 0) - Math.abs(one.change ?? 0));
}
