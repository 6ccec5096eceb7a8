import { markup } from '@wardstone/markup';
import type { Markup, MarkupValue } from '@wardstone/markup';
import type { PageTools } from './page-tools';

/** A column of a list; the first one names the row. */
export interface Column<T> {
  heading: string;
  isNumber?: boolean;
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
  const headings = columns.map(({ heading, isNumber }) =>
    isNumber
      ? markup`<th scope="col" role="columnheader" class="number">${heading}</th>`
      : markup`<th scope="col" role="columnheader">${heading}</th>`,
  );
  const opening = columns.map(({ heading, isNumber }, index) => {
    if (index === 0) return markup`<th scope="row" role="rowheader">`;
    return isNumber
      ? markup`<td role="cell" class="number" data-label="${heading}">`
      : markup`<td role="cell" data-label="${heading}">`;
  });
  const closing = columns.map((_column, index) => (index === 0 ? markup`</th>` : markup`</td>`));
  return {
    head: markup`<table class="list" role="table"><thead role="rowgroup"><tr role="row">${headings}</tr></thead>
<tbody role="rowgroup">`,
    foot: markup`</tbody></table>`,
    row: (record, page) => {
      const cells = columns.map((column, index) => [opening[index], column.of(record, page), closing[index]]);
      return markup`<tr role="row">${cells}</tr>\n`;
    },
  };
}

/** Makes the page of a list as one table. */
export function listTable<T>(columns: readonly Column<T>[]): (records: readonly T[], page: PageTools) => Markup {
  const { head, foot, row } = tableParts(columns);
  return (records, page) => markup`${head}${records.map((record) => row(record, page))}${foot}`;
}
