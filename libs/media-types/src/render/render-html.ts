import type { PageLink } from '@wardstone/pagination';
import type { Field, MapValue } from '../shape/record-shape';
import type { Link } from '../shape/link';
import { fieldsOf } from '../shape/record-shape';
import type { AnyRecord, AnyShape } from '../shape/record-shape';
import { itemsOf } from '../shape/result-kind';
import type { ResultKind } from '../shape/result-kind';
import { markup } from '@wardstone/markup';
import type { Markup, MarkupValue } from '@wardstone/markup';
import { renderPage } from './page-frame';
import type { PageParts } from './page-frame';
import { PageTools } from './page-tools';
import type { PageSettings } from './page-tools';

/** A result as a page. Source: media spec 1.7. */
export function renderHtml(
  kind: ResultKind,
  value: unknown,
  page: Omit<PageParts, 'content'> & { links: readonly PageLink[] },
  settings: PageSettings,
): string {
  const content = markup`${resultMarkup(kind, value, new PageTools(settings))}${pageNavigation(page.links)}`;
  return renderPage({ ...page, content }, settings);
}

/** The part of a page that shows the result itself. */
export function resultMarkup(kind: ResultKind, value: unknown, tools: PageTools): Markup {
  if (kind.form === 'one') return recordMarkup(kind.shape, value as AnyRecord, tools);
  const items = itemsOf(kind, value) ?? [];
  if (items.length === 0) return markup`<ul><li><i>nothing</i></li></ul>`;
  switch (kind.form) {
    case 'links':
      return bullets((items as readonly Link[]).map((link) => tools.linkTo(link)));
    case 'texts':
      return bullets(items as readonly string[]);
    case 'list': {
      const records = (items as readonly AnyRecord[]).map((item) => recordMarkup(kind.shape, item, tools));
      return bullets(records, 'records');
    }
  }
}

function bullets(items: readonly MarkupValue[], style?: string): Markup {
  const lines = items.map((item) => markup`<li>${item}</li>`);
  return style === undefined ? markup`<ul>${lines}</ul>` : markup`<ul class="${style}">${lines}</ul>`;
}

function recordMarkup(shape: AnyShape, record: AnyRecord, tools: PageTools): Markup {
  if (shape.html) return shape.html(record, tools);
  const fields = fieldsOf(shape);
  const [only] = fields;
  // A record that is nothing but a map reads better as the map's own table (status).
  if (fields.length === 1 && only && isMap(only[1])) return fieldMarkup(only[1], record[only[0]], tools);
  return markup`<table><tbody>${fields
    .filter(([name]) => record[name] !== undefined)
    .map(([name, field]) => row(field.label ?? name, fieldMarkup(field, record[name], tools)))}</tbody></table>`;
}

function isMap({ kind }: Field): boolean {
  return kind === 'textMap' || kind === 'objectMap';
}

function row(name: string, value: MarkupValue): Markup {
  return markup`<tr><th scope="row">${name}</th><td>${value}</td></tr>`;
}

function fieldMarkup(field: Field, value: unknown, tools: PageTools): Markup {
  if (value === null || value === undefined) return markup``;
  switch (field.kind) {
    case 'flag':
      return markup`${value ? 'Yes' : 'No'}`;
    case 'time':
      return markup`${dateText(value as number)}`;
    case 'texts':
    case 'integers':
      return bullets(value as readonly (string | number)[]);
    case 'textMap':
    case 'objectMap':
      return mapMarkup(value as Record<string, MapValue>);
    case 'link':
      return tools.linkTo(value as Link);
    case 'links':
      return bullets((value as readonly Link[]).map((link) => tools.linkTo(link)));
    case 'record':
      return recordMarkup(field.shape(), value as AnyRecord, tools);
    case 'records':
      return bullets(
        (value as readonly AnyRecord[]).map((item) => recordMarkup(field.shape(), item, tools)),
        'records',
      );
    default:
      return markup`${value as string | number}`;
  }
}

function mapMarkup(map: Readonly<Record<string, MapValue>>): Markup {
  const head = markup`<thead><tr><th scope="col">Name</th><th scope="col">Value</th></tr></thead>`;
  const rows = Object.entries(map).map(([name, value]) => row(name, mapValueMarkup(value)));
  return markup`<table>${head}<tbody>${rows}</tbody></table>`;
}

function mapValueMarkup(value: MapValue): MarkupValue {
  if (Array.isArray(value)) return bullets((value as readonly MapValue[]).map(mapValueMarkup));
  if (typeof value === 'object' && value !== null) return mapMarkup(value as Record<string, MapValue>);
  return typeof value === 'boolean' ? String(value) : value;
}

/** ISO-8601 in UTC; nothing when not set, the number itself when it is beyond all dates. */
function dateText(timeMs: number): string {
  if (timeMs === 0) return '';
  const date = new Date(timeMs);
  return Number.isNaN(date.getTime()) ? String(timeMs) : date.toISOString();
}

const PAGE_LINK_LABELS: Record<PageLink['rel'], string | undefined> = {
  prev: 'Previous page',
  next: 'Next page',
  last: 'Last page',
  current: undefined,
};

/** Steps through a paged list; the links are the request's own URL with another page, so they stay in HTML. */
function pageNavigation(links: readonly PageLink[]): Markup {
  const steps = links.flatMap(({ rel, href }) => {
    const label = PAGE_LINK_LABELS[rel];
    return label === undefined ? [] : [markup`<a rel="${rel}" href="${href}">${label}</a> `];
  });
  return steps.length === 0 ? markup`` : markup`<nav class="pages" aria-label="Pages">${steps}</nav>`;
}
