import { type DtoClass } from '@wardstone/dto';
import { type Markup } from '@wardstone/markup';
import { type PageWindow } from '@wardstone/pagination';
import { type Measure } from '@wardstone/units';
import { type PageTools } from '../render/page-tools';

/** A record as the renderers see it: field by field, types known at run time only. */
export type AnyRecord = Readonly<Record<string, unknown>>;

/** Description of a record's values on pages. */
export interface ShownMetric {
  readonly name: string;
  readonly measure: Measure;
}

/** How pages show a kind of records, where a table of its fields does not do. */
export interface RecordView<T> {
  html?(record: T, page: PageTools): Markup;
  /** The metric whose values a record holds. */
  metricOf?(record: T): ShownMetric | undefined;
}

export type AnyView = RecordView<AnyRecord>;

/** The result of an operation. */
export type ResultKind = RecordKind | ListKind;

/** Rows of cells, which are written as CSV and in no other type: a `CsvTable` or a `StreamedTable`. */
export const TABLE = { form: 'table' } as const;
export type ProducedKind = ResultKind | typeof TABLE;

/** Record class, and its view on pages. */
interface Records {
  readonly dto: DtoClass;
  readonly view: AnyView;
}

interface RecordKind extends Records {
  readonly form: 'one';
}

export type ListKind = ({ readonly form: 'list' } & Records) | { readonly form: 'links' } | { readonly form: 'texts' };

/** One page of a longer list, with the headers of rule http-10. */
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
export function listOf<T extends object>(dto: DtoClass<T>, view: RecordView<T> = {}): ListKind {
  return { form: 'list', dto, view: view as AnyView };
}

/** A list of links that stand alone, e.g. the root's. */
export const LINKS: ResultKind = { form: 'links' };

/** A list of plain texts, e.g. condition logs. */
export const TEXTS: ResultKind = { form: 'texts' };

/** The items of a list result, paged or not; undefined for a single record. */
export function itemsOf(kind: ResultKind, value: unknown): readonly unknown[] | undefined {
  if (kind.form === 'one') return undefined;
  return Array.isArray(value) ? (value as readonly unknown[]) : (value as ListPage).items;
}

/** The page a list result is, if the list is paged. */
export function pageOf(kind: ResultKind, value: unknown): ListPage | undefined {
  return kind.form === 'one' || Array.isArray(value) ? undefined : (value as ListPage);
}
