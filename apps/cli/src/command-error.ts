/** A failure whose message says everything; `isFinal` says that the next file would fail in the same way. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly isFinal = false,
    /** Of the response that was a refusal. */
    readonly status?: number,
  ) {
    super(message);
  }
}
