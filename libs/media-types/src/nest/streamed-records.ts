/**
 * A list too long to be held in memory, as what a handler with `@Produces()` returns: the answer is written block by
 * block as fast as the client takes it, and has no ETag. A failure of the first block is an ordinary error; after
 * that a failure can only break the connection off.
 */
export class StreamedRecords<T = unknown> {
  constructor(readonly blocks: AsyncIterable<readonly T[]>) {}
}
