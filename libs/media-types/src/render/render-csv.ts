import { type Options, stringify } from 'csv-stringify/sync';

/** One or several numbers with units; unlike text, safe in spreadsheets. */
export class Figure {
  constructor(readonly text: string) {}
}

/** Content of a cell; null is an empty cell. */
export type CsvCell = string | number | boolean | Figure | null;
export type CsvRow = readonly CsvCell[];

/** A whole table. */
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
 * Spreadsheets evaluate texts that look like formulas, so these get an apostrophe. Numbers and figures have other
 * types.
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

/** Lines that end in LF, with cells quoted as needed (RFC 4180). See rule reports-1. */
export function renderCsv(rows: readonly CsvRow[]): string {
  return stringify(rows as CsvCell[][], OPTIONS);
}
