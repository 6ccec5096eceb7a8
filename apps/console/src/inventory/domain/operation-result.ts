import type { MapValue, ObjectMap } from '@wardstone/dto';
import type { Result } from '@wardstone/client';
import { UNITS, valueText } from '@wardstone/units';

/** A declared value of an operation's result. */
export type ResultValue = Result<'get', '/rest/operation/history/{job}/values'>[number];

/** Result of an operation: single values, texts, and tables of lists. */
export interface ResultParts {
  values: readonly (readonly [name: string, value: string])[];
  /** Values with several lines, such as the output of a program. */
  texts: readonly (readonly [name: string, text: string])[];
  tables: readonly ResultTable[];
}

export interface ResultTable {
  name: string;
  columns: readonly ResultColumn[];
  rows: readonly (readonly ResultCell[])[];
}

export interface ResultColumn {
  name: string;
  title: string;
  isNumber: boolean;
}

export interface ResultCell {
  text: string;
  /** Sort key of the row. */
  order: number | string;
}

/** Splits a result for display, with units where its values are declared. Pure. */
export function partsOfResult(result: ObjectMap, declared: readonly ResultValue[]): ResultParts {
  const values: (readonly [string, string])[] = [];
  const tables: ResultTable[] = [];
  for (const [name, value] of Object.entries(result)) {
    if (Array.isArray(value)) tables.push(toTable(name, value as readonly MapValue[], declared));
    else if (isMap(value)) {
      for (const [key, each] of Object.entries(value)) {
        const known = find(declared, name, key);
        values.push([`${name} ${known?.displayName ?? key}`, toCell(each, known).text]);
      }
    } else {
      const known = find(declared, null, name);
      values.push([known?.displayName ?? name, toCell(value, known).text]);
    }
  }
  const isLong = ([, text]: readonly [string, string]): boolean => text.includes('\n');
  return { values: values.filter((value) => !isLong(value)), texts: values.filter(isLong), tables };
}

/** Sorts the rows by a column; numbers by value, texts naturally. Pure. */
export function sortedRows(rows: ResultTable['rows'], column: number, descends: boolean): ResultTable['rows'] {
  const sign = descends ? -1 : 1;
  return [...rows].sort((one, other) => {
    const [a, b] = [one[column]!.order, other[column]!.order];
    if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
    return sign * TEXTS.compare(String(a), String(b));
  });
}

const TEXTS = new Intl.Collator(undefined, { numeric: true });

function toTable(name: string, list: readonly MapValue[], declared: readonly ResultValue[]): ResultTable {
  const names = [...new Set(list.flatMap((row) => (isMap(row) ? Object.keys(row) : [name])))];
  const columns = names.map((each) => {
    const known = find(declared, name, each);
    return { name: each, title: known?.displayName ?? each, isNumber: known?.numeric ?? false, known };
  });
  const toValue = (row: MapValue, column: string): MapValue =>
    isMap(row) ? (row[column] ?? null) : column === name ? row : null;
  return {
    name,
    columns: columns.map(({ known: _known, ...column }) => column),
    rows: list.map((row) => columns.map(({ name: column, known }) => toCell(toValue(row, column), known))),
  };
}

function find(declared: readonly ResultValue[], within: string | null, name: string): ResultValue | undefined {
  return declared.find((value) => value.within === within && value.name === name);
}

/** Numbers are sent as text; those with a unit are formatted. */
function toCell(value: MapValue, known: ResultValue | undefined): ResultCell {
  const text = toText(value);
  const number = known?.numeric && text.trim() !== '' ? Number(text) : NaN;
  if (!Number.isFinite(number)) return { text, order: text };
  const unit = UNITS.find((each) => each === known?.unit) ?? 'NONE';
  return { text: unit === 'NONE' ? text : valueText(number, { unit }), order: number };
}

function isMap(value: MapValue): value is { readonly [key: string]: MapValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toText(value: MapValue): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
