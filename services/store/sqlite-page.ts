/** The statement that reads a page of the embedded store. */
import type { AnyResource } from '../resources/resource.js';
import type { Plan } from './page.js';
import type { Condition } from './port.js';
import { COLUMNS, columnOf, entriesTable, filterOf, type Value } from './sqlite-layout.js';

/** One more row than the limit, to know whether there are more. */
export function pageStatement(resource: AnyResource, tenantId: string, plan: Plan): { readonly sql: string; readonly values: Value[] } {
  const { limit, sort, after: position } = plan;
  const source = pageSource(resource, tenantId, plan.where);
  const filter = filterOf(resource, tenantId, plan.where, checkedRowByRow(resource, plan));
  const conditions = [...source.sql, ...filter.sql];
  const values = [...source.values, ...filter.values];
  if (plan.search !== undefined) {
    const pattern = `%${plan.search.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
    conditions.push(`(${resource.searchable.map((field) => `${columnOf(field)} LIKE ? ESCAPE '\\'`).join(' OR ')})`);
    values.push(...resource.searchable.map(() => pattern));
  }
  const [column, id] = [source.columnOf(columnOf(sort.field)), source.columnOf('id')];
  if (position !== undefined) {
    conditions.push(`(${column}, ${id}) ${sort.descending ? '<' : '>'} (?, ?)`);
    values.push(...position);
  }
  const order = sort.descending ? 'DESC' : 'ASC';
  const clause = conditions.join(' AND ');
  return {
    sql: `SELECT ${COLUMNS} FROM ${source.from} WHERE ${clause} ORDER BY ${column} ${order}, ${id} ${order} LIMIT ?`,
    values: [...values, limit + 1],
  };
}

/**
 * The conditions that must not choose the index. SQLite keeps no statistics here, and would take a range of a field over an equality whose
 * index is in the order of the page, and then sort all that it finds. So beside an equality, a range is left to be checked unless the page
 * is in its order; and of several equalities that with a document of another resource chooses, because it selects the fewest.
 */
function checkedRowByRow({ references }: AnyResource, { where: conditions, sort }: Plan): Condition[] {
  const isOwn = ({ field }: Condition) => field !== 'id' && field !== 'createdAt';
  const equal = conditions.filter((each) => each.match === 'equals' && isOwn(each));
  if (equal.length === 0) return [];
  const chosen = references.flatMap(({ field }) => equal.filter((each) => each.field === field)).at(0);
  return conditions.filter(
    (each) =>
      isOwn(each) &&
      (each.match === 'equals' ? chosen !== undefined && each !== chosen : each.match !== 'contains' && each.field !== sort.field),
  );
}

/** The source of a page: the table of the resource, behind the entries that the first condition on a list selects. */
interface PageSource {
  readonly from: string;
  readonly sql: readonly string[];
  readonly values: readonly Value[];
  /** The column that stands for a column of the resource, so that the entries give the order. */
  readonly columnOf: (column: string) => string;
}

const ENTRY_COLUMNS: Readonly<Record<string, string>> = { created_at: 'of_created_at', id: 'of_id' };

function pageSource(resource: AnyResource, tenantId: string, conditions: readonly Condition[]): PageSource {
  const { collection } = resource;
  const [first, ...furtherConditions] = conditions.filter(({ match }) => match === 'contains');
  if (first === undefined) return { from: collection, sql: [], values: [], columnOf: (column) => column };
  const table = entriesTable(resource);
  return {
    // CROSS JOIN keeps the order: entries first, then each document by its key.
    from: `${table} CROSS JOIN ${collection} ON tenant = of_tenant AND id = of_id`,
    sql: [
      'of_tenant = ? AND field = ? AND entry = ?',
      ...furtherConditions.map(
        () =>
          `EXISTS (SELECT 1 FROM ${table} AS other WHERE other.of_tenant = tenant AND other.field = ? AND other.entry = ?
            AND other.of_created_at = created_at AND other.of_id = id)`,
      ),
    ],
    values: [tenantId, first.field, String(first.value), ...furtherConditions.flatMap(({ field, value }) => [field, String(value)])],
    columnOf: (column) => ENTRY_COLUMNS[column] ?? column,
  };
}
