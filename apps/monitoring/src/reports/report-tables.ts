import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@wardstone/bootstrap';
import { type CsvRow, StreamedTable } from '@wardstone/media-types';

/** Rows that are read, and held in memory, at a time. */
export const ROWS_PER_BLOCK = 1_000;

/** The first rows behind `after`, in the order of the report; fewer than `limit` when there are no more. */
type ReadRows<Row> = (after: Row | undefined, limit: number) => Promise<readonly Row[]>;
/** The cell of each column, by its heading. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => CsvRow[number]>>;
/** One list of cells for each row. */
type CellsOfRows<Row> = (rows: readonly Row[]) => readonly CsvRow[] | Promise<readonly CsvRow[]>;

/**
 * Reports of any length in little memory. Each block is a statement of its own that begins behind the last row of the
 * one before: no connection is held while a slow client reads, and no snapshot either, so a row that moves in the order
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

  /** A failure before anything is sent is an ordinary error; later the client only sees the response end. */
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
