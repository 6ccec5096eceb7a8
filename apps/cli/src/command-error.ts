/** A failure whose message says everything; `isFinal` says that the next file would fail in the same way. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly isFinal = false,
    /** Status of the refusal. */
    readonly status?: number,
  ) {
    super(message);
  }
}
