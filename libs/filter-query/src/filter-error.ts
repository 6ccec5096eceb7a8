/**
 * A filter that cannot be understood or is not allowed on this list. `message` is the text of rule filter-4
 * without its `Invalid parameter: ` prefix; the service returns 422.
 */
export class FilterError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FilterError';
  }
}
