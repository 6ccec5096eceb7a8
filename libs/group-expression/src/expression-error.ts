/** An expression that cannot be understood or is not allowed; the service returns 406. */
export class ExpressionError extends Error {
  /**
   * @param problem what is wrong, without the place.
   * @param line from 1.
   * @param column from 1, in UTF-16 units of the line as it was entered.
   */
  constructor(
    readonly problem: string,
    readonly line: number,
    readonly column: number,
  ) {
    super(`Line ${line}, column ${column}: ${problem}`);
    this.name = 'ExpressionError';
  }
}
