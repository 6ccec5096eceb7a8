/** A body key with a value that is not permitted. `message` is the whole text of the 422 (rule compliance-9). */
export class ParameterError extends Error {
  constructor(text: string) {
    super(`Invalid parameter: ${text}`);
    this.name = 'ParameterError';
  }
}
