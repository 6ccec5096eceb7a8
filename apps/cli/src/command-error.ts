/** A failure with a complete message; `isFinal` means that the next file would fail the same way. */
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
