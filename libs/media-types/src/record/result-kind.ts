import { type DtoClass } from '@wardstone/dto';
import { type Markup } from '@wardstone/markup';
import { type PageWindow } from '@wardstone/pagination';
import { type Measure } from '@wardstone/units';
import { type PageTools } from '../render/page-tools';

/** A record as renderers see it: its field types are known only at run time. */
export type AnyRecord = Readonly<Record<string, unknown>>;

/** The metric of a record's values, as shown on pages. */
export interface ShownMetric {
  readonly name: string;
  readonly measure: Measure;
}

/** Custom display of records on pages, where a table of fields is not enough. */
export interface RecordView<T> {
  html?(record: T, page: PageTools): Markup;
  /** The metric whose values a record holds. */
  metricOf?(record: T): ShownMetric | undefined;
}

export type AnyView = RecordView<AnyRecord>;

/** The result of an operation. */
export type ResultKind = RecordKind | ListKind;

/** Rows of cells that can only be written as CSV: a `CsvTable` or a `StreamedTable`. */
export const TABLE = { form: 'table' } as const;
export type ProducedKind = ResultKind | typeof TABLE;

/** A record class with its display on pages. */
interface Records {
  readonly dto: DtoClass;
  readonly view: AnyView;
}

interface RecordKind extends Records {
  readonly form: 'one';
}

export type ListKind = ({ readonly form: 'list' } & Records) | { readonly form: 'links' } | { readonly form: 'texts' };

/** A page of a longer list, with the headers of rule http-10. */
export interface ListPage<T = unknown> {
  readonly items: readonly T[];
  /** Length of the whole list. */
  readonly total: number;
  readonly window: PageWindow;
}

/** A single record. */
export function one<T extends object>(dto: DtoClass<T>, view: RecordView<T> = {}): ResultKind {
  return { form: 'one', dto, view: view as AnyView };
}

/** A list of records: an array, or a `ListPage` where the list is paged. */
export function toListKind<T extends object>(dto: DtoClass<T>, view: RecordView<T> = {}): ListKind {
  return { form: 'list', dto, view: view as AnyView };
}

/** A list of links without a record, e.g. that of the root. */
export const LINKS: ResultKind = { form: 'links' };

/** A list of plain texts, e.g. condition logs. */
export const TEXTS: ResultKind = { form: 'texts' };

/** The items of a list result, paged or not; undefined for a single record. */
export function getItems(kind: ResultKind, value: unknown): readonly unknown[] | undefined {
  if (kind.form === 'one') return undefined;
  return Array.isArray(value) ? (value as readonly unknown[]) : (value as ListPage).items;
}

/** The page of a list result; undefined unless the list is paged. */
export function getPage(kind: ResultKind, value: unknown): ListPage | undefined {
  return kind.form === 'one' || Array.isArray(value) ? undefined : (value as ListPage);
}
