/** The types of errors of the Prometheus HTTP API. */
export type PromqlErrorKind = 'bad_data' | 'execution' | 'timeout' | 'canceled';

/** A query that cannot be read, or whose evaluation failed. */
export class PromqlError extends Error {
  constructor(
    readonly kind: PromqlErrorKind,
    message: string,
  ) {
    super(message);
    this.name = 'PromqlError';
  }
}

/** The evaluation cannot go on with these series. */
export function executionError(message: string): PromqlError {
  return new PromqlError('execution', message);
}

/** Series that an operation would make one. */
export function sameLabels(): PromqlError {
  return executionError('vector cannot contain metrics with the same labelset');
}
