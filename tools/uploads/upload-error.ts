/** A failure whose message says everything; `isFinal` says that the next file would fail in the same way. */
export class UploadError extends Error {
  constructor(
    message: string,
    readonly isFinal = false,
  ) {
    super(message);
  }
}
