/** A failure with a complete message; `isFinal` means that other files would fail in the same way. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly isFinal = false,
    /** Status of the response. */
    readonly status?: number,
  ) {
    super(message);
  }
}
