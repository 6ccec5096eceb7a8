import type { PageLink } from '@wardstone/pagination';
import { type DtoClass, type Field, fieldsOf, type Link, type MapValue } from '@wardstone/dto';
import { partsOf } from '../record/link';
import type { AnyRecord, AnyView } from '../record/record-view';
import { itemsOf, pageOf, type ResultKind } from '../record/result-kind';
import { type Markup, markup, type MarkupValue } from '@wardstone/markup';
import { type Column, type TableParts, tableParts } from './list-table';
import { type PageParts, renderPage } from './page-frame';
import { type PageSettings, PageTools } from './page-tools';
import { dateText, factRow, factTable, readableName } from './value-markup';

/** A result as a page. See rule http-7. */
export function renderHtml(
  kind: ResultKind,
  value: unknown,
  page: Omit<PageParts, 'content'> & { links: readonly PageLink[] },
  settings: PageSettings,
): string {
  const tools = new PageTools(settings);
  const foot = kind.form === 'one' ? markup`` : listFoot(kind, value, page.links, tools);
  const content = markup`${resultMarkup(kind, value, tools)}${foot}`;
  return renderPage({ ...page, content }, settings);
}

/** The part of a page that shows the result itself. */
export function resultMarkup(kind: ResultKind, value: unknown, tools: PageTools): Markup {
  if (kind.form === 'one') return recordMarkup(kind.dto, kind.view, value as AnyRecord, tools);
  const items = itemsOf(kind, value) ?? [];
  if (kind.form === 'list') {
    if (items.length === 0) return markup`<p class="empty">None.</p>`;
    return recordsMarkup(kind.dto, kind.view, items as readonly AnyRecord[], tools);
  }
  if (items.length === 0) return markup`<ul><li><i>nothing</i></li></ul>`;
  if (kind.form === 'texts') return bullets(items as readonly string[]);
  return bullets(linkAnchors(items as readonly Link[], tools));
}

/** Anchors named for their relations, and for where they lead when several have the same. */
function linkAnchors(links: readonly Link[], tools: PageTools): Markup[] {
  const parts = links.map((link) => partsOf(link));
  const isUnique = new Set(parts.map(({ rel }) => rel)).size === parts.length;
  if (isUnique) return parts.map(({ rel, href }) => tools.anchor(href, rel));
  return parts.map(({ rel, href }) => tools.anchor(href, `${rel} ${/[^/?#]*(?=$|[?#])/.exec(href)?.[0] ?? ''}`));
}

function bullets(items: readonly MarkupValue[], style?: string): Markup {
  const lines = items.map((item) => markup`<li>${item}</li>`);
  return style === undefined ? markup`<ul>${lines}</ul>` : markup`<ul class="${style}">${lines}</ul>`;
}

/** A list as its view says: its own form, its own blocks, or a table of its fields. */
function recordsMarkup(dto: DtoClass, view: AnyView, records: readonly AnyRecord[], tools: PageTools): Markup {
  if (view.htmlList) return view.htmlList(records, tools);
  if (view.html && !view.columns) {
    return bullets(
      records.map((record) => recordMarkup(dto, view, record, tools)),
      'records',
    );
  }
  const { head, foot, row } = tableOf(dto, view);
  return markup`${head}${records.map((record) => row(record, tools))}${foot}`;
}

/** By what the view says of the table or, without that, by the class. */
const listTables = new WeakMap<object, TableParts<AnyRecord>>();

/** The table of a list: the columns that the view brings along, or all fields. */
export function tableOf(dto: DtoClass, view: AnyView): TableParts<AnyRecord> {
  const key = view.columns ?? view.fields ?? dto;
  const known = listTables.get(key);
  if (known) return known;
  const columns =
    view.columns ??
    fieldsOf(dto).map(([name, field]): Column<AnyRecord> => ({
      heading: field.label ?? readableName(name),
      isNumber: field.kind === 'integer' || field.kind === 'double',
      of: (record, tools) => fieldMarkup(field, view.fields?.[name], record[name], tools),
    }));
  const table = tableParts(columns);
  listTables.set(key, table);
  return table;
}

function recordMarkup(dto: DtoClass, view: AnyView, record: AnyRecord, tools: PageTools): Markup {
  if (view.html) return view.html(record, tools);
  const fields = fieldsOf(dto);
  const [only] = fields;
  // A record that is nothing but a map reads better as the map's own table (status).
  if (fields.length === 1 && only && isMap(only[1])) return fieldMarkup(only[1], undefined, record[only[0]], tools);
  return factTable(
    fields
      .filter(([name]) => record[name] !== undefined)
      .map(([name, field]) => [
        field.label ?? readableName(name),
        fieldMarkup(field, view.fields?.[name], record[name], tools),
      ]),
  );
}

function isMap({ kind }: Field): boolean {
  return kind === 'textMap' || kind === 'objectMap';
}

/** @param view of the records that the field holds. */
function fieldMarkup(field: Field, view: AnyView = {}, value: unknown, tools: PageTools): Markup {
  if (value === null || value === undefined) return markup``;
  switch (field.kind) {
    case 'boolean':
      return markup`${value ? 'Yes' : 'No'}`;
    case 'time':
      return markup`${dateText(value as number)}`;
    case 'list':
      return bullets(value as readonly (string | number)[]);
    case 'textMap':
    case 'objectMap':
    case 'object':
      return mapMarkup(value as Record<string, MapValue>, tools);
    case 'link':
      return tools.linkTo(value as Link);
    case 'links':
      return bullets(linkAnchors(value as readonly Link[], tools));
    case 'record':
      return recordMarkup(field.of(), view, value as AnyRecord, tools);
    case 'records':
      return bullets(
        (value as readonly AnyRecord[]).map((item) => recordMarkup(field.of(), view, item, tools)),
        'records',
      );
    default:
      return markup`${value as string | number}`;
  }
}

type MapRecord = Readonly<Record<string, MapValue>>;

function mapMarkup(map: MapRecord, tools: PageTools): Markup {
  const head = markup`<thead><tr><th scope="col">Name</th><th scope="col">Value</th></tr></thead>`;
  const rows = Object.entries(map).map(([name, value]) => factRow(name, mapValueMarkup(value, tools)));
  return markup`<table>${head}<tbody>${rows}</tbody></table>`;
}

function mapValueMarkup(value: MapValue, tools: PageTools): MarkupValue {
  if (Array.isArray(value)) {
    const items = value as readonly MapValue[];
    if (items.length > 0 && items.every(isMapRecord)) return mapsTable(items, tools);
    return bullets(items.map((item) => mapValueMarkup(item, tools)));
  }
  if (isMapRecord(value)) return mapMarkup(value, tools);
  return typeof value === 'boolean' ? String(value) : (value as string | number | null);
}

/** Maps in a list are mostly alike, such as the processes that an operation found. */
function mapsTable(maps: readonly MapRecord[], tools: PageTools): Markup {
  const names = [...new Set(maps.flatMap((map) => Object.keys(map)))];
  const columns = names.map((name): Column<MapRecord> => ({
    heading: readableName(name),
    isNumber: maps.every((map) => isNumber(map[name])),
    of: (map, page) => mapValueMarkup(map[name] ?? null, page),
  }));
  const { head, foot, row } = tableParts(columns);
  return markup`${head}${maps.map((map) => row(map, tools))}${foot}`;
}

function isMapRecord(value: MapValue): value is MapRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Results of operations are texts even when they are numbers. */
function isNumber(value: MapValue | undefined): boolean {
  return value === undefined || value === null || typeof value === 'number' || isNumberText(value);
}

function isNumberText(value: MapValue): boolean {
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);
}

const PAGE_LINK_LABELS: Record<PageLink['rel'], string | undefined> = {
  prev: 'Previous page',
  next: 'Next page',
  last: 'Last page',
  current: undefined,
};

/** Which rows of how many are shown, and the steps through a paged list: the request's own URL with another page. */
function listFoot(kind: ResultKind, value: unknown, links: readonly PageLink[], tools: PageTools): Markup {
  const count = itemsOf(kind, value)?.length ?? 0;
  const { total, window } = pageOf(kind, value) ?? { total: count, window: undefined };
  const offset = window?.offset ?? 0;
  const isWhole = count === total;
  const steps = links.flatMap(({ rel, href }) => {
    const label = isWhole ? undefined : PAGE_LINK_LABELS[rel];
    return label === undefined ? [] : [markup`<a rel="${rel}" href="${tools.onThisHost(href)}">${label}</a> `];
  });
  const rows = count === 0 ? `None of ${total}` : `${offset + 1} to ${offset + count} of ${total}`;
  if (steps.length > 0) {
    return markup`<nav class="pages" aria-label="Pages"><span class="quiet">${rows}</span> ${steps}</nav>`;
  }
  return kind.form === 'list' && count > 0 ? markup`<p class="pages quiet">${count} total</p>` : markup``;
}
