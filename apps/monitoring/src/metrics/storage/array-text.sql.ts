/** Formats numbers as a PostgreSQL array; the driver would check each element for escapes. */
export function arrayText(numbers: readonly number[]): string {
  return `{${numbers.join()}}`;
}
