/** Why a plugin was rejected. The message is fit for the client and names the element and line where there is one. */
export class DescriptorError extends Error {
  constructor(
    reason: string,
    readonly line: number | null = null,
  ) {
    super(line === null ? reason : `${reason} (line ${line})`);
    this.name = 'DescriptorError';
  }
}

/** Why something was rejected; other failures are thrown on. */
export function refusalOf(error: unknown): DescriptorError {
  if (error instanceof DescriptorError) return error;
  throw error;
}
