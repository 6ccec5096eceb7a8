import { type Double, type DtoClass, type Field, getFields, type Link, type MapValue, linkParts } from '@wardstone/dto';
import { markup, type Markup, type MarkupValue } from '@wardstone/markup';
import { type PageLink } from '@wardstone/pagination';
import { type Measure, valueText } from '@wardstone/units';
import { type AnyRecord, type AnyView, getItems, type ListKind, getPage, type ResultKind } from '../record/result-kind';
import { type PageParts, renderPage } from './page-frame';
import { type PageSettings, PageTools } from './page-tools';

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

/** The part of a page with the result. */
export function resultMarkup(kind: ResultKind, value: unknown, tools: PageTools): Markup {
  if (kind.form === 'one') return recordMarkup(kind.dto, kind.view, value as AnyRecord, tools);
  const items = getItems(kind, value) ?? [];
  if (kind.form === 'list') {
    if (items.length === 0) return markup`<p class="empty">None.</p>`;
    return recordsMarkup(kind.dto, kind.view, items as readonly AnyRecord[], tools);
  }
  if (items.length === 0) return markup`<ul><li><i>nothing</i></li></ul>`;
  if (kind.form === 'texts') return bullets(items as readonly string[]);
  return bullets(linkAnchors(items as readonly Link[], tools));
}

/** Anchors labelled with their relations, and with their targets if several have the same relation. */
function linkAnchors(links: readonly Link[], tools: PageTools): Markup[] {
  const parts = links.map((link) => linkParts(link));
  const isUnique = new Set(parts.map(({ rel }) => rel)).size === parts.length;
  if (isUnique) return parts.map(({ rel, href }) => tools.anchor(href, rel));
  return links.map((link) => anchorOfMany(link, tools));
}

function anchorOfMany(link: Link, tools: PageTools): Markup {
  const { rel, href } = linkParts(link);
  return tools.anchor(href, `${rel} ${/[^/?#]*(?=$|[?#])/.exec(href)?.[0] ?? ''}`);
}

function bullets(items: readonly MarkupValue[]): Markup {
  return markup`<ul>${items.map((item) => markup`<li>${item}</li>`)}</ul>`;
}

/** Parts of a list, for writing in blocks. */
export interface ListParts {
  readonly head: Markup;
  readonly foot: Markup;
  readonly item: (item: unknown, tools: PageTools) => Markup;
}

export function getListParts(kind: ListKind): ListParts {
  if (kind.form === 'list') return listParts(kind.dto, kind.view);
  const item: ListParts['item'] =
    kind.form === 'links'
      ? (link, tools) => markup`<li>${anchorOfMany(link as Link, tools)}</li>`
      : (text) => markup`<li>${text as string}</li>`;
  return { head: markup`<ul>`, foot: markup`</ul>`, item };
}

/** Heading of the column with the metric's name. */
const METRIC_LABEL = 'Metric';

/**
 * One table if the records are rows of plain values, otherwise a block for each record.
 * @param measure metric of the record that contains the list
 */
function listParts(dto: DtoClass, view: AnyView, measure?: Measure): ListParts {
  const fields = getFields(dto);
  if (view.html || fields.some(([, { kind }]) => NESTED.has(kind))) {
    return {
      head: markup`<ul class="records">`,
      foot: markup`</ul>`,
      item: (record, tools) => markup`<li>${recordMarkup(dto, view, record as AnyRecord, tools, measure)}</li>`,
    };
  }
  const columns = fields.map(([name, field]) => ({ name, field, label: field.label ?? readableName(name) }));
  const named = view.metricOf ? [METRIC_LABEL] : [];
  // On a phone, rows are stacked with a heading for each cell; the roles preserve the table for screen readers.
  const labels = [...named, ...columns.map(({ label }) => label)];
  const openings = labels.map((label) => markup`<td role="cell" data-label="${label}">`);
  const heads = labels.map((label) => markup`<th scope="col" role="columnheader">${label}</th>`);
  return {
    head: markup`<table class="list" role="table"><thead role="rowgroup"><tr role="row">${heads}</tr></thead>
<tbody role="rowgroup">`,
    foot: markup`</tbody></table>`,
    item: (item, tools) => {
      const record = item as AnyRecord;
      const metric = view.metricOf?.(record);
      const texts = [
        ...named.map(() => metric?.name ?? ''),
        ...columns.map(({ name, field }) => fieldMarkup(field, record[name], tools, metric?.measure ?? measure)),
      ];
      // No template for each cell, because pages have up to ten thousand cells.
      const cells = texts.flatMap((text, at) => [openings[at], text, CELL_END]);
      return markup`<tr role="row">${cells}</tr>\n`;
    },
  };
}

const CELL_END = markup`</td>`;

const NESTED: ReadonlySet<Field['kind']> = new Set<Field['kind']>([
  ...(['list', 'textMap', 'objectMap', 'object'] as const),
  ...(['link', 'links', 'record', 'records'] as const),
]);

function recordsMarkup(
  dto: DtoClass,
  view: AnyView,
  records: readonly AnyRecord[],
  tools: PageTools,
  measure?: Measure,
): Markup {
  const { head, foot, item } = listParts(dto, view, measure);
  return markup`${head}${records.map((record) => item(record, tools))}${foot}`;
}

function recordMarkup(dto: DtoClass, view: AnyView, record: AnyRecord, tools: PageTools, measure?: Measure): Markup {
  if (view.html) return view.html(record, tools);
  const fields = getFields(dto);
  const [only] = fields;
  // A record whose only field is a map is shown as the map's own table (status).
  if (fields.length === 1 && only && isMap(only[1])) return fieldMarkup(only[1], record[only[0]], tools);
  const metric = view.metricOf?.(record);
  const shownIn = metric?.measure ?? measure;
  return factTable([
    [METRIC_LABEL, metric?.name],
    ...fields
      .filter(([name]) => record[name] !== undefined)
      .map(([name, field]) => {
        const label = field.label ?? readableName(name);
        return [label, fieldMarkup(field, record[name], tools, shownIn)] as const;
      }),
  ]);
}

function isMap({ kind }: Field): boolean {
  return kind === 'textMap' || kind === 'objectMap';
}

/** One more than people read at a glance, because pages show the values that programs get, without a chart. */
const DIGITS = 4;

function fieldMarkup(field: Field, value: unknown, tools: PageTools, measure?: Measure): Markup {
  if (value === null || value === undefined) return markup``;
  switch (field.kind) {
    case 'boolean':
      return markup`${value ? 'Yes' : 'No'}`;
    case 'time':
      return markup`${dateText(value as number)}`;
    case 'double':
      return doubleMarkup(value as Double, field.measured ? measure : undefined);
    case 'list':
      return bullets(value as readonly (string | number)[]);
    case 'textMap':
    case 'objectMap':
    case 'object':
      return mapMarkup(value as Record<string, MapValue>);
    case 'link':
      return tools.linkTo(value as Link);
    case 'links':
      return bullets(linkAnchors(value as readonly Link[], tools));
    case 'record':
      return recordMarkup(field.of(), {}, value as AnyRecord, tools, measure);
    case 'records':
      return recordsMarkup(field.of(), {}, value as readonly AnyRecord[], tools, measure);
    default:
      return markup`${value as string | number}`;
  }
}

function doubleMarkup(value: Double, measure: Measure | undefined): Markup {
  if (value === 'NaN') return markup``;
  return markup`${measure ? valueText(value, measure, DIGITS) : value}`;
}

function mapMarkup(map: Readonly<Record<string, MapValue>>): Markup {
  const head = markup`<thead><tr><th scope="col">Name</th><th scope="col">Value</th></tr></thead>`;
  const rows = Object.entries(map).map(([name, value]) => factRow(name, mapValueMarkup(value)));
  return markup`<table>${head}<tbody>${rows}</tbody></table>`;
}

function mapValueMarkup(value: MapValue): MarkupValue {
  if (Array.isArray(value)) return bullets(value.map((item) => mapValueMarkup(item as MapValue)));
  if (typeof value === 'object' && value !== null) return mapMarkup(value as Record<string, MapValue>);
  return typeof value === 'boolean' ? String(value) : value;
}

const PAGE_LINK_LABELS: Record<PageLink['rel'], string | undefined> = {
  prev: 'Previous page',
  next: 'Next page',
  last: 'Last page',
  current: undefined,
};

/** The range of shown rows, and links to other pages of the list: the request's URL with another page number. */
export function listFoot(kind: ResultKind, value: unknown, links: readonly PageLink[], tools: PageTools): Markup {
  const count = getItems(kind, value)?.length ?? 0;
  const { total, window } = getPage(kind, value) ?? { total: count, window: undefined };
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

/** ISO 8601 in UTC; empty when not set, the number itself if it is beyond all dates. See rule http-16. */
function dateText(timeMs: number): string {
  if (timeMs === 0) return '';
  const date = new Date(timeMs);
  return Number.isNaN(date.getTime()) ? String(timeMs) : date.toISOString();
}

/** A table with two columns, for names and values; empty values (null, undefined) are omitted. */
export function factTable(facts: readonly (readonly [string, MarkupValue])[]): Markup {
  const rows = facts.flatMap(([name, value]) => (value === null || value === undefined ? [] : [factRow(name, value)]));
  return markup`<table class="facts"><tbody>${rows}</tbody></table>`;
}

function factRow(name: string, value: MarkupValue): Markup {
  return markup`<tr><th scope="row">${name}</th><td>${value}</td></tr>`;
}

/** The name of a field for display: `collectionInterval` becomes `Collection interval`. */
export function readableName(name: string): string {
  const words = name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
