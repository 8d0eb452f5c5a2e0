/** Tables as files: comma-separated values for people, Parquet and Arrow for programs, with one type per column whatever the rows are. */
import { csvOf } from './csv.js';
import type { Row, Table } from './tables.js';

/** A column with its values in the order of the rows; null where a row has none. */
function columnsOf({ columns, texts }: Table, rows: readonly Row[]) {
  return columns.map((name) => {
    const isText = texts.includes(name);
    const valueOfRow = (row: Row): string | number | null => {
      const value = row[name];
      if (value === undefined) return null;
      return isText ? String(value) : Number(value);
    };
    return { name, isText, data: rows.map(valueOfRow) };
  });
}

async function parquetOf(table: Table, rows: readonly Row[]): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  const columnData = columnsOf(table, rows).map(({ name, isText, data }) => ({
    ...{ name, data, nullable: true, type: isText ? ('STRING' as const) : ('DOUBLE' as const) },
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}

/** A stream of one record batch. */
async function arrowOf(table: Table, rows: readonly Row[]): Promise<Uint8Array> {
  const { float64, tableFromArrays, tableToIPC, utf8 } = await import('@uwdata/flechette');
  const columns = columnsOf(table, rows);
  const types = Object.fromEntries(columns.map(({ name, isText }) => [name, isText ? utf8() : float64()]));
  const arrays = columns.map(({ name, data }) => [name, data] as [string, (string | number | null)[]]);
  return tableToIPC(tableFromArrays(arrays, { types }), { format: 'stream' }) as Uint8Array;
}

export const TABLE_FILES = [
  {
    ...{ extension: 'csv', id: 'getBookRunTable', noun: 'a file of comma-separated values (RFC 4180)' },
    ...{ mediaType: 'text/csv', parameters: '; charset=utf-8; header=present' },
    write: async (table: Table, rows: readonly Row[]): Promise<string | Uint8Array> => csvOf(table.columns, rows),
  },
  {
    ...{ extension: 'parquet', id: 'getBookRunParquet', noun: 'a Parquet file' },
    ...{ mediaType: 'application/vnd.apache.parquet', parameters: '', write: parquetOf },
  },
  {
    ...{ extension: 'arrow', id: 'getBookRunArrow', noun: 'an Arrow stream' },
    ...{ mediaType: 'application/vnd.apache.arrow.stream', parameters: '', write: arrowOf },
  },
];
