import type { CsvRow } from '../render/render-csv';

/** A table too long to be held in memory; written like `StreamedRecords`. */
export class StreamedTable {
  constructor(
    /** Names of the columns. */
    readonly header: readonly string[],
    readonly blocks: AsyncIterable<readonly CsvRow[]>,
  ) {}
}
