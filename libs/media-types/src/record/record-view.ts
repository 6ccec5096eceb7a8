import type { Markup } from '@wardstone/markup';
import type { Column } from '../render/list-table';
import type { PageTools } from '../render/page-tools';

/** A record as the renderers see it: field by field, types known at run time only. */
export type AnyRecord = Readonly<Record<string, unknown>>;

/** How pages show a kind of records, where a table of its fields does not say it best. */
export interface RecordView<T> {
  /** One record. */
  html?(record: T, page: PageTools): Markup;
  /** Columns of a list, in place of all fields. */
  readonly columns?: readonly Column<T>[];
  /** A list that is not empty. */
  htmlList?(records: readonly T[], page: PageTools): Markup;
  /** Heading of the page of one record, in place of the operation's. */
  heading?(record: T): string;
  /** How records inside this one are shown, by the field that holds them. */
  readonly fields?: { readonly [K in keyof T]?: RecordView<Inner<T[K]>> };
}

type Inner<V> = NonNullable<V> extends readonly (infer Item)[] ? Item : NonNullable<V>;

export type AnyView = RecordView<AnyRecord> & { readonly fields?: Readonly<Record<string, AnyView | undefined>> };
