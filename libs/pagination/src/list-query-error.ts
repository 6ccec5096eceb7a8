/**
 * A query string that is refused. `message` is the whole text of the answer; the service maps `status` to its own
 * error types: 400 undecodable, 422 a compliance parameter, 406 a monitoring one.
 */
export class ListQueryError extends Error {
  constructor(
    readonly status: 400 | 406 | 422,
    message: string,
  ) {
    super(message);
    this.name = 'ListQueryError';
  }
}
