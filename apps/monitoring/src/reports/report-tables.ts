import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@wardstone/bootstrap';
import { type CsvRow, StreamedTable } from '@wardstone/media-types';

/** Number of rows that are read, and held in memory, at once. */
export const ROWS_PER_BLOCK = 1_000;

/** The first rows after `after`, in the order of the report; fewer than `limit` at the end. */
type ReadRows<Row> = (after: Row | undefined, limit: number) => Promise<readonly Row[]>;
/** The cell of each column, by heading. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => CsvRow[number]>>;
/** A list of cells for each row. */
type CellsOfRows<Row> = (rows: readonly Row[]) => readonly CsvRow[] | Promise<readonly CsvRow[]>;

/**
 * Reports of any length in constant memory. Each block is a separate statement that continues after the last row of the
 * previous one: neither a connection nor a snapshot is held while a slow client reads, so a row whose position changes
 * meanwhile may be missed.
 */
@Injectable()
export class ReportTables {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  stream<Row>(columns: Columns<Row>, read: ReadRows<Row>): StreamedTable {
    return this.streamBlocks(Object.keys(columns), read, (rows) => rows.map((row) => toCells(columns, row)));
  }

  /** A table in one block, for few rows. */
  whole<Row>(columns: Columns<Row>, read: () => Promise<readonly Row[]>): StreamedTable {
    async function* blocks(): AsyncGenerator<readonly CsvRow[]> {
      yield (await read()).map((row) => toCells(columns, row));
    }
    return new StreamedTable(Object.keys(columns), blocks());
  }

  /** For cells that depend on all rows of a block. */
  streamBlocks<Row>(header: readonly string[], read: ReadRows<Row>, cellsOf: CellsOfRows<Row>): StreamedTable {
    return new StreamedTable(header, this.blocks(read, cellsOf));
  }

  private async *blocks<Row>(read: ReadRows<Row>, cellsOf: CellsOfRows<Row>): AsyncGenerator<readonly CsvRow[]> {
    let after: Row | undefined;
    for (;;) {
      const rows = await this.watched(read(after, ROWS_PER_BLOCK), after);
      yield await this.watched(cellsOf(rows), after);
      if (rows.length < ROWS_PER_BLOCK) return;
      after = rows.at(-1);
    }
  }

  /** A failure before anything is sent is a regular error; afterwards the response is cut off. */
  private async watched<T>(work: T | Promise<T>, after: unknown): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (after !== undefined) this.logger.error({ err: error }, 'a report was cut off');
      throw error;
    }
  }
}

function toCells<Row>(columns: Columns<Row>, row: Row): CsvRow {
  return Object.values(columns).map((cell) => cell(row));
}
