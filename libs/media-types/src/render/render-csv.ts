import { type Options, stringify } from 'csv-stringify/sync';

/** A number with its unit, or several: safe in spreadsheets like a number. */
export class Figure {
  constructor(readonly text: string) {}
}

/** Content of a cell; null is empty. */
export type CsvCell = string | number | boolean | Figure | null;
export type CsvRow = readonly CsvCell[];

/** A table as a whole. */
export class CsvTable {
  constructor(
    /** Names of the columns. */
    readonly header: readonly string[],
    readonly rows: readonly CsvRow[],
  ) {}

  text(): string {
    return renderCsv([this.header, ...this.rows]);
  }
}

/**
 * Spreadsheets evaluate texts that look like formulas, so these get an apostrophe; numbers never do. Figures are a type
 * of their own.
 */
const OPTIONS: Options = {
  record_delimiter: '\n',
  quote_record_delimiter: true,
  escape_formulas: true,
  cast: {
    boolean: String,
    object: (value) => ({ value: (value as unknown as Figure).text, escape_formulas: false }),
  },
};

/** Lines with LF at their ends, cells quoted where they must be (RFC 4180). See rule reports-1. */
export function renderCsv(rows: readonly CsvRow[]): string {
  return stringify(rows as CsvCell[][], OPTIONS);
}
