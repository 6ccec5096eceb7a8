/** An array of numbers as the server reads it; the driver would look at each element for what to escape. */
export function arrayText(numbers: readonly number[]): string {
  return `{${numbers.join()}}`;
}
