import type { MapValue, ObjectMap } from '@wardstone/dto';
import type { SimplePropDef } from '@wardstone/dto/monitoring';

/** What was entered, by the name of the parameter. */
export type Entered = Readonly<Record<string, string>>;
export type FieldProblem = 'required' | 'notNumber';

const WHOLE = new Set<SimplePropDef['type']>(['INTEGER', 'LONG']);
const FRACTIONS = new Set<SimplePropDef['type']>(['FLOAT', 'DOUBLE']);

/** What the form starts with. Pure. */
export function defaultsOf(params: readonly SimplePropDef[]): Entered {
  return Object.fromEntries(params.map(({ name, defaultValue }) => [name, defaultValue ?? '']));
}

/** What is wrong with a value; the service checks the rest. Pure. */
export function problemOf({ required, type }: SimplePropDef, text: string): FieldProblem | undefined {
  if (text === '') return required ? 'required' : undefined;
  if (WHOLE.has(type) && !/^[+-]?\d+$/.test(text.trim())) return 'notNumber';
  if (FRACTIONS.has(type) && !Number.isFinite(Number(text.trim() || NaN))) return 'notNumber';
  return undefined;
}

/** The values in their types; what was left empty is left out. Pure. */
export function valuesOf(params: readonly SimplePropDef[], entered: Entered): ObjectMap {
  const values: Record<string, MapValue> = {};
  for (const { name, type } of params) {
    const text = entered[name] ?? '';
    if (text === '') continue;
    if (type === 'BOOLEAN') values[name] = text === 'true';
    else values[name] = WHOLE.has(type) || FRACTIONS.has(type) ? Number(text) : text;
  }
  return values;
}

/** What an operation returned: single values, and tables of what it lists. */
export interface ResultParts {
  values: readonly (readonly [name: string, value: string])[];
  tables: readonly ResultTable[];
}

export interface ResultTable {
  name: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** Splits a result for display. Pure. */
export function partsOfResult(result: ObjectMap): ResultParts {
  const values: (readonly [string, string])[] = [];
  const tables: ResultTable[] = [];
  for (const [name, value] of Object.entries(result)) {
    if (Array.isArray(value)) tables.push(tableOf(name, value as readonly MapValue[]));
    else if (isMap(value))
      values.push(...Object.entries(value).map(([key, each]) => [`${name} ${key}`, textOf(each)] as const));
    else values.push([name, textOf(value)]);
  }
  return { values, tables };
}

function tableOf(name: string, list: readonly MapValue[]): ResultTable {
  const columns = [...new Set(list.flatMap((row) => (isMap(row) ? Object.keys(row) : [name])))];
  const cell = (row: MapValue, column: string): string =>
    textOf(isMap(row) ? (row[column] ?? null) : column === name ? row : null);
  return { name, columns, rows: list.map((row) => columns.map((column) => cell(row, column))) };
}

function isMap(value: MapValue): value is { readonly [key: string]: MapValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: MapValue): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
