import { htmlOf, Markup, markup, type MarkupValue } from '@wardstone/markup';
import type { PageTools } from './page-tools';

/** A column of a list; the first one names the row. */
export interface Column<T> {
  heading: string;
  isNumber?: boolean;
  /** Holds a word or two of the service's own, which are not broken. */
  isShort?: boolean;
  of(record: T, page: PageTools): MarkupValue;
}

/** A table in parts, for lists that are written row by row. */
export interface TableParts<T> {
  readonly head: Markup;
  readonly foot: Markup;
  readonly row: (record: T, page: PageTools) => Markup;
}

/**
 * One table for a list. On a phone its rows are stacked, each cell under the heading it carries along; the roles keep it
 * a table for screen readers then.
 */
export function tableParts<T>(columns: readonly Column<T>[]): TableParts<T> {
  const headings = columns.map((column, index) => {
    const style = index === 0 ? undefined : styleOf(column);
    return style === undefined
      ? markup`<th scope="col" role="columnheader">${column.heading}</th>`
      : markup`<th scope="col" role="columnheader" class="${style}">${column.heading}</th>`;
  });
  const cells = columns.map((column, index) => ({ column, ...aroundCell(column, index) }));
  return {
    head: markup`<table class="list" role="table"><thead role="rowgroup"><tr role="row">${headings}</tr></thead>
<tbody role="rowgroup">`,
    foot: markup`</tbody></table>`,
    // Lists have many rows: one text each, without markup for its parts.
    row: (record, page) => {
      let html = '<tr role="row">';
      for (const { opening, column, closing } of cells) html += opening + htmlOf(column.of(record, page)) + closing;
      return new Markup(`${html}</tr>\n`);
    },
  };
}

/** What stands before and after the content of a cell. */
function aroundCell<T>(column: Column<T>, index: number): { opening: string; closing: string } {
  if (index === 0) return { opening: '<th scope="row" role="rowheader">', closing: '</th>' };
  const style = styleOf(column);
  const { html } =
    style === undefined
      ? markup`<td role="cell" data-label="${column.heading}">`
      : markup`<td role="cell" class="${style}" data-label="${column.heading}">`;
  return { opening: html, closing: '</td>' };
}

function styleOf<T>({ isNumber = false, isShort = false }: Column<T>): string | undefined {
  if (isNumber) return 'number';
  return isShort ? 'short' : undefined;
}

/** Makes the page of a list as one table. */
export function listTable<T>(columns: readonly Column<T>[]): (records: readonly T[], page: PageTools) => Markup {
  const { head, foot, row } = tableParts(columns);
  return (records, page) => markup`${head}${records.map((record) => row(record, page))}${foot}`;
}
