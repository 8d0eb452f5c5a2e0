/** The results of a run as rows, one table per measure, and their totals. */
import type { RunMeasure } from '#services/resources/book-run';

export type Cell = string | number | boolean | undefined;
export type Row = Readonly<Record<string, Cell>>;

/** The answer of a part's operation. */
export interface PartResult {
  /** Id of the portfolio or netting set. */
  readonly subjectId: string;
  readonly data: unknown;
}

export interface Table {
  readonly columns: readonly string[];
  /** The columns of texts; the others are of numbers. */
  readonly texts: readonly string[];
  readonly rowsOf: (result: PartResult) => readonly Row[];
}

interface FailedItem {
  readonly id?: string;
  readonly index: number;
  readonly error: { readonly code: string; readonly message: string };
}

const nameOf = ({ id }: { readonly id?: string }, index: number): string => id ?? String(index);

/** Columns of a table in which each row has further fields of an object of the answer. */
const XVA = ['cva', 'dva', 'fca', 'fba', 'fva', 'kva', 'mva', 'total'] as const;
const PROFILE = ['ee', 'nee', 'pfe95', 'pfe99'] as const;
const EXPLAINED = ['total', 'carry', 'roll', 'fixings', 'newTrades', 'deadTrades', 'crossEffects', 'unexplained'] as const;

const picked = (from: object, names: readonly string[]): Row =>
  Object.fromEntries(names.map((name) => [name, (from as Readonly<Record<string, Cell>>)[name]]));

export const TABLES: Readonly<Record<RunMeasure, Table>> = {
  value: {
    columns: ['portfolioId', 'position', 'type', 'currency', 'value', 'valueInReporting', 'pricerId', 'errorCode', 'error'],
    texts: ['portfolioId', 'position', 'type', 'currency', 'pricerId', 'errorCode', 'error'],
    rowsOf: ({ subjectId: portfolioId, data }) =>
      (data as { readonly positions: readonly (FailedItem | (Row & { readonly id?: string }))[] }).positions.map((each, index) => {
        const place = { portfolioId, position: nameOf(each, index) };
        if ('error' in each && typeof each.error === 'object') return { ...place, errorCode: each.error.code, error: each.error.message };
        const { type = 'vanilla', value, ...rest } = each as Row;
        return { ...place, type, value, ...picked(rest, ['currency', 'valueInReporting', 'pricerId']) };
      }),
  },
  sensitivities: {
    columns: ['portfolioId', 'kind', 'name', 'tenor', 'expiry', 'strike', 'value', 'unit'],
    texts: ['portfolioId', 'kind', 'name', 'expiry', 'unit'],
    rowsOf: ({ subjectId: portfolioId, data }) =>
      ((data as { readonly sensitivities?: readonly { readonly factor: object }[] }).sensitivities ?? []).map(({ factor, ...figures }) => ({
        ...{ portfolioId, ...picked(factor, ['kind', 'name', 'tenor', 'expiry', 'strike']) },
        ...picked(figures, ['value', 'unit']),
      })),
  },
  var: {
    columns: ['portfolioId', 'scenario', 'date', 'pnl'],
    texts: ['portfolioId', 'date'],
    rowsOf: ({ subjectId: portfolioId, data }) => profitsOf(data).map(({ date, pnl }, scenario) => ({ portfolioId, scenario, date, pnl })),
  },
  stress: {
    columns: ['portfolioId', 'scenario', 'pnl'],
    texts: ['portfolioId', 'scenario'],
    rowsOf: ({ subjectId: portfolioId, data }) =>
      (data as { readonly results: readonly { readonly name: string; readonly pnl: number }[] }).results.map(({ name, pnl }) => ({
        ...{ portfolioId, scenario: name, pnl },
      })),
  },
  exposure: {
    columns: ['nettingSetId', 'time', ...PROFILE],
    texts: ['nettingSetId'],
    rowsOf: ({ subjectId: nettingSetId, data }) =>
      (data as { readonly exposure: readonly object[] }).exposure.map((each) => ({ nettingSetId, ...picked(each, ['time', ...PROFILE]) })),
  },
  xva: {
    columns: ['nettingSetId', 'value', ...XVA, ...XVA.map((name) => `${name}StandardError`)],
    texts: ['nettingSetId'],
    rowsOf: ({ subjectId: nettingSetId, data }) => {
      const { standardErrors } = data as { readonly standardErrors: Row };
      const errors = Object.fromEntries(XVA.map((name) => [`${name}StandardError`, standardErrors[name]]));
      return [{ nettingSetId, ...picked(data as object, ['value', ...XVA]), ...errors }];
    },
  },
  explain: {
    columns: ['portfolioId', 'part', 'factorKind', 'factor', 'pnl'],
    texts: ['portfolioId', 'part', 'factorKind', 'factor'],
    rowsOf: ({ subjectId: portfolioId, data }) => {
      const { byFactor } = data as {
        readonly byFactor: readonly { readonly factor: { readonly kind: string; readonly name: string }; readonly pnl: number }[];
      };
      return [
        ...EXPLAINED.map((part) => ({ portfolioId, part, pnl: picked(data as object, [part])[part] })),
        ...byFactor.map(({ factor, pnl }) => ({ portfolioId, part: 'factor', factorKind: factor.kind, factor: factor.name, pnl })),
      ];
    },
  },
};

interface Profit {
  readonly date?: string;
  readonly pnl: number;
}

/** The profit of each scenario of a value at risk. */
const profitsOf = (data: unknown): readonly Profit[] => (data as { readonly profitAndLoss?: readonly Profit[] }).profitAndLoss ?? [];

const sumOf = (values: readonly Cell[]): number => values.reduce<number>((sum, value) => sum + (typeof value === 'number' ? value : 0), 0);

/** Sums of a column over the rows with the same values of some others, in the order of the first of each. */
function sumsBy(rows: readonly Row[], keys: readonly string[], column: string): Row[] {
  const groups = new Map<string, { readonly first: Row; readonly values: Cell[] }>();
  for (const row of rows) {
    const key = JSON.stringify(keys.map((name) => row[name]));
    const group = groups.get(key) ?? { first: row, values: [] };
    groups.set(key, group);
    group.values.push(row[column]);
  }
  return [...groups.values()].map(({ first, values }) => ({ ...picked(first, keys), [column]: sumOf(values) }));
}

/**
 * The total of a measure over all results: of sensitivities by factor, of stresses by scenario, of an explanation by part.
 *
 * @param count of the portfolios or netting sets, with those that have no result
 */
export function totalOf(measure: RunMeasure, results: readonly PartResult[], count: number): unknown {
  const rows = results.flatMap(TABLES[measure].rowsOf);
  switch (measure) {
    case 'value': {
      const failed = rows.filter(({ errorCode }) => errorCode !== undefined).length;
      const totalValue = sumOf(results.map(({ data }) => (data as { readonly totalValue?: number }).totalValue));
      return {
        ...(failed < rows.length && { totalValue }),
        complete: failed === 0 && results.length === count,
        priced: rows.length - failed,
        failed,
      };
    }
    case 'sensitivities':
      return sumsBy(rows, ['kind', 'name', 'unit'], 'value');
    case 'stress':
      return sumsBy(rows, ['scenario'], 'pnl');
    case 'explain':
      return sumsBy(rows, ['part', 'factorKind', 'factor'], 'pnl');
    case 'xva':
      return Object.fromEntries(XVA.map((name) => [name, sumOf(rows.map((row) => row[name]))]));
    case 'exposure':
      return { nettingSets: results.length };
    case 'var':
      return {
        portfolios: results.length,
        complete: results.length === count && results.every(({ data }) => (data as { readonly complete?: boolean }).complete !== false),
      };
  }
}

/** Sums over the portfolios, scenario by scenario. @returns undefined where the scenarios of one are not those of another */
export function jointProfits(results: readonly PartResult[]): number[] | undefined {
  const [first, ...rest] = results.map(({ data }) => profitsOf(data));
  if (first === undefined || first.length === 0) return undefined;
  const same = rest.every((each) => each.length === first.length && each.every(({ date }, scenario) => date === first[scenario]?.date));
  return same ? first.map(({ pnl }, scenario) => rest.reduce((sum, each) => sum + (each[scenario]?.pnl ?? 0), pnl)) : undefined;
}
