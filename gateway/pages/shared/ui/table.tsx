/** Tables: numbers to the right, with their unit in the head; wide ones scroll inside their box. */
import type { ComponentChildren } from 'preact';

export interface Column<Row> {
  readonly title: string;
  /** Unit of the numbers in this column. */
  readonly unit?: string;
  readonly align?: 'number' | 'wrap';
  readonly cell: (row: Row) => ComponentChildren;
}

interface TableProps<Row> {
  /** Names the rows for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /** Buttons at the end of a row. */
  readonly actions?: (row: Row) => ComponentChildren;
}

export const Table = <Row,>({ caption, columns, rows, keyOf, actions }: TableProps<Row>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll a wide table only where its box can have the focus
  <section class="table-box" aria-label={caption} tabIndex={0}>
    <table class="table">
      <caption class="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ title, unit, align }) => (
            <th key={title} scope="col" class={align}>
              {title}
              {unit !== undefined && <span class="unit">{unit}</span>}
            </th>
          ))}
          {actions && (
            <th scope="col">
              <span class="visually-hidden">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ title, align, cell }) => (
              <td key={title} class={align}>
                {cell(row)}
              </td>
            ))}
            {actions && <td class="row-actions">{actions(row)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
