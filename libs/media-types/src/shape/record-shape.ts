import type { Markup } from '@wardstone/markup';
import type { Column } from '../render/list-table';
import type { PageTools } from '../render/page-tools';

/** A number, or the text that stands for "no value" where there is no data (inventory spec 1.2). */
export type Double = number | 'NaN';

/** A value of `Map<String,Object>`. */
export type MapValue = string | number | boolean | null | readonly MapValue[] | { readonly [key: string]: MapValue };

export interface FieldOptions {
  /** May be without a value: written as null in JSON, left out in XML. */
  nullable?: boolean;
  /** May be left out altogether. */
  optional?: boolean;
  /** In XML an attribute of the record's element instead of a child element. */
  attribute?: boolean;
  /** Name of the XML element if it is not the field's; false keeps the field out of XML. */
  element?: string | false;
  /** Heading in HTML if it is not the field's name. */
  label?: string;
}

interface Described extends FieldOptions {
  /** For the API document: meaning and unit. */
  description: string;
}

/** What the renderers and readers know of a field. `Value` is the type it has in the record. */
export type Field<Value = unknown> = Described & FieldKind & { readonly valueType?: Value };

/** What a field holds. */
export type FieldKind =
  | { kind: 'text'; oneOf?: readonly string[] }
  | { kind: 'integer' | 'double' | 'flag' | 'time' | 'texts' | 'integers' | 'textMap' | 'objectMap' | 'link' | 'links' }
  | { kind: 'record' | 'records'; shape: () => AnyShape };

/**
 * What is known of one kind of record, declared once beside the feature that owns it. It gives the record its type, its
 * JSON, XML, HTML and text forms, its XML reader, and its schema in the API document.
 *
 * Records are plain objects in exactly the form that JSON shows (media spec 1.5): a link is `{rel: {href}}`, a missing
 * number `"NaN"`, a nullable field without value null.
 */
export interface RecordShape<T> {
  /** Name of the data class in the contract. */
  readonly name: string;
  /** Element of a record that stands alone or in a collection. Source: media spec 1.6. */
  readonly element: string;
  readonly description: string;
  readonly fields: { readonly [K in keyof T]-?: Field<T[K]> };
  /** HTML of one record, where a table of its fields does not say it best. Source: media spec 1.7. */
  html?(record: T, page: PageTools): Markup;
  /** Columns of a list in HTML, in place of all fields. */
  readonly columns?: readonly Column<T>[];
  /** HTML of a list that is not empty, where a table does not say it best. */
  htmlList?(records: readonly T[], page: PageTools): Markup;
  /** Heading of the page of one record, in place of the operation's. */
  heading?(record: T): string;
  /** Fields of the line that stands for the record in a text/plain list; all that hold one value if not given. */
  readonly lineFields?: readonly (keyof T & string)[];
}

/** Declares a shape; the type of the record follows from the fields. */
export function recordShape<T>(declaration: RecordShape<T>): RecordShape<T> {
  return declaration;
}

/** The record a shape describes. */
export type RecordOf<S> = S extends RecordShape<infer T> ? T : never;

/** A record and its shape as the renderers see them: field by field, types known at run time only. */
export type AnyRecord = Readonly<Record<string, unknown>>;
export type AnyShape = RecordShape<AnyRecord>;

/** Forgets the type of the record, for the renderers treat all shapes alike. */
export function anyShape<T>(shape: RecordShape<T>): AnyShape {
  return shape as unknown as AnyShape;
}

/** The fields of a shape with their names, in the order of its declaration. */
export function fieldsOf(shape: AnyShape): [string, Field][] {
  return Object.entries(shape.fields);
}
