import { Answer as AnyAnswer, type AnswerParts } from '@wardstone/bootstrap';
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
 * A list too long for memory, as a handler's result with `result()`: written block by block as fast as the client
 * reads, without ETag. A failure of the first block is an ordinary error; a later one breaks the connection.
 */
export class StreamedRecords<T = unknown> {
  constructor(
    readonly blocks: AsyncIterable<readonly T[]>,
    /** When its pages say more than the operation's. */
    readonly kind?: ListKind,
  ) {}
}

interface RepresentedParts extends AnswerParts {
  /** When the result is of another kind than the operation's, e.g. a text in place of a record. */
  kind?: ResultKind;
  /** A short text/plain body in place of a result, whatever the client prefers; for redirects. */
  text?: string;
}

/** A result of a handler with `result()` with more than a body. */
export class Answer<T = unknown> extends AnyAnswer<T, RepresentedParts> {}
