import { stringify as toCsv } from 'csv-stringify/sync';
import { Document, isScalar, visit } from 'yaml';
import { ancestorsIn } from './ancestry';
import type { Area } from './areas/area';
import { type Row, valueAt } from './records';
import { toPrintable, type Shell } from './shell';
import { fitWidths, formatLine, measureWidths } from './text-table';

export const FORMATS = ['table', 'json', 'yaml', 'csv', 'id'] as const;
export type Format = (typeof FORMATS)[number];

/** Writes the rows of a list as they arrive, so that a list of any length needs the memory of one page. */
export interface Writer {
  rows(page: readonly Row[]): void;
  end(): void;
}

type Columns = Area['columns'];

export function openWriter(
  format: Format,
  { columns, id }: Pick<Area, 'columns' | 'id'>,
  shell: Shell,
  /** Printed instead of a table without rows. */
  nothing = 'None.',
): Writer {
  const write = (text: string): void => void shell.output.write(text);
  if (format === 'json') return jsonWriter(write);
  if (format === 'yaml') return yamlWriter(write);
  if (format === 'id') return idWriter(id, write);
  return format === 'csv'
    ? csvWriter(columns, write, shell.output.isTTY)
    : tableWriter({ columns, id, nothing }, shell, write);
}

/** Writes one record. */
export function writeRecord(format: Format, area: Pick<Area, 'columns' | 'id'>, row: Row, shell: Shell): void {
  if (format === 'json') return void shell.output.write(`${formatJson(row)}\n`);
  if (format === 'yaml') return void shell.output.write(formatYaml(row));
  const writer = openWriter(format, area, shell);
  writer.rows([row]);
  writer.end();
}

function tableWriter(
  { columns, id, nothing }: { columns: Columns; id: string; nothing: string },
  shell: Shell,
  write: (text: string) => void,
): Writer {
  let widths: number[] | undefined;
  let isNumber: boolean[] = [];
  return {
    rows(page) {
      if (page.length === 0) return;
      const cells = page.map((row) => formatCells(columns, row));
      if (!widths) {
        const values = Object.values(columns);
        isNumber = values.map((path) => typeof path === 'string' && typeof valueAt(page[0]!, path) === 'number');
        const heads = Object.keys(columns);
        widths = measureWidths([heads, ...cells]);
        // Ids are not truncated, so that they can be copied; outside of a terminal nothing is.
        const room = shell.output.isTTY ? (shell.output.columns ?? 80) : Infinity;
        widths = fitWidths(
          widths,
          room,
          values.map((path) => path === id),
        );
        write(`${formatLine(heads, widths, isNumber)}\n`);
      }
      const isCut = shell.output.isTTY === true;
      for (const row of cells) {
        const own = isCut ? widths : widths.map((width, at) => Math.max(width, toPrintable(row[at]!).length));
        write(`${formatLine(row, own, isNumber)}\n`);
      }
    },
    end() {
      if (!widths) console.error(nothing);
    },
  };
}

export function formatCells(columns: Columns, row: Row): string[] {
  return Object.values(columns).map((column) => {
    if (typeof column === 'string') return toText(valueAt(row, column));
    if ('ancestors' in column) return toPath(valueAt(row, column.ancestors));
    const time = valueAt(row, column.time);
    // Monitoring uses 0 for times that are not set.
    return typeof time === 'number' ? (time === 0 ? '' : new Date(time).toISOString()) : toText(time);
  });
}

/** From the platform down, as files name a resource. */
function toPath(ancestry: unknown): string {
  const names = ancestorsIn(ancestry).map(({ name }) => name);
  return names.reverse().join(' / ');
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(toText).join(', ');
  if (typeof value !== 'object') return JSON.stringify(value);
  const { title, name, display_name } = value as { title?: unknown; name?: unknown; display_name?: unknown };
  return toText(title ?? name ?? display_name ?? JSON.stringify(value));
}

function jsonWriter(write: (text: string) => void): Writer {
  let isFirst = true;
  return {
    rows(page) {
      for (const row of page) {
        write(`${isFirst ? '[\n' : ',\n'}${indented(formatJson(row))}`);
        isFirst = false;
      }
    },
    end: () => write(isFirst ? '[]\n' : '\n]\n'),
  };
}

function yamlWriter(write: (text: string) => void): Writer {
  let isEmpty = true;
  return {
    rows(page) {
      if (page.length > 0) write(formatYaml(page));
      isEmpty &&= page.length === 0;
    },
    end: () => void (isEmpty && write('[]\n')),
  };
}

function csvWriter(columns: Columns, write: (text: string) => void, isTTY = false): Writer {
  const line = (cells: readonly string[]): void =>
    write(toCsv([isTTY ? cells.map(toPrintable) : [...cells]], { escape_formulas: true }));
  line(Object.keys(columns));
  return { rows: (page) => page.forEach((row) => line(formatCells(columns, row))), end() {} };
}

/** One id per line, for shell commands. */
function idWriter(id: string, write: (text: string) => void): Writer {
  return { rows: (page) => page.forEach((row) => write(`${toPrintable(toText(valueAt(row, id)))}\n`)), end() {} };
}

/** C1 control characters, which JSON and YAML do not escape and a terminal would interpret. */
const CONTROL = /[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

export function formatJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replace(CONTROL, escaped);
}

/** Names of fields with times. */
const TIME = /(?:time|seen|timestamp|modified|since|until)$/i;

/** Milliseconds since the epoch, from 2001 on. */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && value >= 1e12 && value < 1e13;
}

export function formatYaml(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_key, scalar) {
      // Only a quoted scalar can contain escapes.
      if (typeof scalar.value === 'string' && scalar.value.search(CONTROL) >= 0) scalar.type = 'QUOTE_DOUBLE';
    },
    // Monitoring's times stay milliseconds for programs; a comment shows the date to people.
    Pair(_key, { key, value }) {
      if (isScalar(key) && isScalar(value) && TIME.test(String(key.value)) && isTime(value.value))
        value.comment = ` ${new Date(value.value).toISOString()}`;
    },
  });
  return document.toString({ lineWidth: 0 }).replace(CONTROL, escaped);
}

function indented(text: string): string {
  return text.replace(/^/gm, '  ');
}
