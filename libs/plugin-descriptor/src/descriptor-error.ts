/** Reason for rejecting a plugin. The message is for the client and names the element and line if known. */
export class DescriptorError extends Error {
  constructor(
    reason: string,
    readonly line: number | null = null,
  ) {
    super(line === null ? reason : `${reason} (line ${line})`);
    this.name = 'DescriptorError';
  }
}

/** Returns the reason for a rejection; rethrows other failures. */
export function toDescriptorError(error: unknown): DescriptorError {
  if (error instanceof DescriptorError) return error;
  throw error;
}
