import { HandlerResponse as AnyResponse, type ResponseParts } from '@wardstone/bootstrap';
import type { ListKind, ResultKind } from '../record/result-kind';
import type { CsvRow } from '../render/render-csv';

/** A table too long for memory; written like `StreamedRecords`. */
export class StreamedTable {
  constructor(
    /** Names of the columns. */
    readonly header: readonly string[],
    readonly blocks: AsyncIterable<readonly CsvRow[]>,
  ) {}
}

/**
 * A list too long for memory, returned by a handler with `result()`: written in blocks as fast as the client reads,
 * without ETag. A failure in the first block is a regular error; a later one closes the connection.
 */
export class StreamedRecords<T = unknown> {
  constructor(
    readonly blocks: AsyncIterable<readonly T[]>,
    /** Set if its pages show more than those of the operation. */
    readonly kind?: ListKind,
  ) {}
}

interface RepresentedParts extends ResponseParts {
  /** Set if the result is of another kind than that of the operation, e.g. a text instead of a record. */
  kind?: ResultKind;
  /** A short text/plain body instead of a result, whatever the client accepts; for redirects. */
  text?: string;
}

/** A handler's result with more than a body, for operations with `result()`. */
export class HandlerResponse<T = unknown> extends AnyResponse<T, RepresentedParts> {}
