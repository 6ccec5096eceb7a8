import type { Markup } from '@wardstone/markup';
import type { PageTools } from '../render/page-tools';

/** A record as the renderers see it: field by field, types known at run time only. */
export type AnyRecord = Readonly<Record<string, unknown>>;

/** How pages show a kind of records, where a table of its fields does not do. */
export interface RecordView<T> {
  html?(record: T, page: PageTools): Markup;
}

export type AnyView = RecordView<AnyRecord>;
