/** An array of numbers in PostgreSQL's format; the driver would check each element for escapes. */
export function arrayText(numbers: readonly number[]): string {
  return `{${numbers.join()}}`;
}
