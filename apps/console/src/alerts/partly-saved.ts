/** Saving takes several requests, and only the first succeeded. */
export class PartlySaved extends Error {
  override readonly name = 'PartlySaved';

  constructor(
    /** Error of the failed request. */
    override readonly cause: Error,
    /** Stored changes, in words. */
    readonly stored: readonly string[],
    /** Changes that were not stored: the first failed, the others were not attempted. */
    readonly open: readonly string[],
  ) {
    super(cause.message);
  }
}
