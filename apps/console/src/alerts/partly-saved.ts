/** Saving takes several requests, of which the first succeeded. */
export class PartlySaved extends Error {
  override readonly name = 'PartlySaved';

  constructor(
    /** Of the request that failed. */
    override readonly cause: Error,
    /** What is stored, in words. */
    readonly stored: readonly string[],
    /** What is not; the first of it failed, the others were not tried. */
    readonly open: readonly string[],
  ) {
    super(cause.message);
  }
}
