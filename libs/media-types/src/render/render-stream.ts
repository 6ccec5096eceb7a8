import { Markup, markup } from '@wardstone/markup';
import type { RecordMediaType } from '../negotiation/media-type';
import { fieldsOf } from '../shape/record-shape';
import type { AnyRecord, AnyShape, Field } from '../shape/record-shape';
import type { ListKind } from '../shape/result-kind';
import { renderPage } from './page-frame';
import type { PageParts } from './page-frame';
import type { PageSettings } from './page-tools';
import { renderJson } from './render-json';
import { renderXml } from './render-xml';

/** How a list is written block by block. */
export interface StreamRenderer {
  readonly head: string;
  readonly foot: string;
  block(items: readonly unknown[], isFirst: boolean): string;
}

type RecordsKind = Extract<ListKind, { form: 'list' }>;

/** The same text as the renderer of the whole list, but for pages, which show a table. */
export function streamRenderer(
  kind: RecordsKind,
  type: RecordMediaType,
  page: Omit<PageParts, 'content'>,
  settings: PageSettings,
): StreamRenderer {
  switch (type) {
    case 'json':
      return {
        head: '[',
        foot: ']',
        block: (items, isFirst) => (isFirst ? '' : ',') + renderJson(kind, items).slice(1, -1),
      };
    case 'xml': {
      const [head, foot] = around(renderXml(kind, [{}]), `<${kind.shape.element}/>`);
      return { head, foot, block: (items) => renderXml(kind, items).slice(head.length, -foot.length) };
    }
    case 'html': {
      const names = fieldsOf(kind.shape).map(([name, field]) => field.label ?? name);
      const headings = names.map((name) => markup`<th>${name}</th>`);
      const table = markup`<table><thead><tr>${headings}</tr></thead><tbody>${ROWS}</tbody></table>`;
      const [head, foot] = around(renderPage({ ...page, content: table }, settings), ROWS.html);
      return {
        head,
        foot,
        block: (items) => items.map((item) => tableRow(kind.shape, item as AnyRecord).html).join(''),
      };
    }
    case 'wrapped':
    case 'plain':
      throw new Error(`lists are not streamed as ${type}`);
  }
}

/** Stands where the rows go. */
const ROWS = new Markup('<!-- rows -->');

function around(whole: string, middle: string): [string, string] {
  const at = whole.indexOf(middle);
  return [whole.slice(0, at), whole.slice(at + middle.length)];
}

function tableRow(shape: AnyShape, record: AnyRecord): Markup {
  const cells = fieldsOf(shape).map(([name, field]) => markup`<td>${cellText(field, record[name])}</td>`);
  return markup`<tr>${cells}</tr>`;
}

/** Streamed records hold plain values only. */
function cellText(field: Field, value: unknown): string {
  if (value === null || value === undefined) return '';
  return field.kind === 'time' ? new Date(value as number).toISOString() : String(value);
}
