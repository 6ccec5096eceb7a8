/** Why a document is refused: `invalid` is 422, `too_large` 413, `timed_out` 503 (rule scap-3). */
export type DocumentErrorKind = 'invalid' | 'too_large' | 'timed_out';

/** A refused document; `message` is the reason without any prefix. */
export class DocumentError extends Error {
  constructor(
    readonly kind: DocumentErrorKind,
    message: string,
  ) {
    super(message);
    this.name = 'DocumentError';
  }
}

export const tooComplex = (): DocumentError => new DocumentError('invalid', 'document is too complex');

export const tooLarge = (): DocumentError => new DocumentError('too_large', 'Request body is too large');

export const timedOut = (): DocumentError => new DocumentError('timed_out', 'Processing timed out');

/** @param line 1-based  @param column 1-based, in characters */
export const notWellFormed = (line: number, column: number): DocumentError =>
  new DocumentError('invalid', `not well-formed XML (line ${line}, column ${column})`);
