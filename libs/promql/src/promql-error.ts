/** The types of errors of the Prometheus HTTP API. */
export type PromqlErrorKind = 'bad_data' | 'execution' | 'timeout' | 'canceled';

/** An invalid query, or a failed evaluation. */
export class PromqlError extends Error {
  constructor(
    readonly kind: PromqlErrorKind,
    message: string,
  ) {
    super(message);
    this.name = 'PromqlError';
  }
}

/** The evaluation cannot continue with these series. */
export function executionError(message: string): PromqlError {
  return new PromqlError('execution', message);
}

/** An operation would produce several series with equal labels. */
export function sameLabels(): PromqlError {
  return executionError('vector cannot contain metrics with the same labelset');
}
