/** The parameters of a statement, and what adds one and returns its placeholder, e.g. `$3`. */
export function parameters(...params: unknown[]): { params: unknown[]; bind: (value: unknown) => string } {
  return { params, bind: (value) => `$${params.push(value)}` };
}

/** Rows as an array for each of these columns, which `unnest` makes rows of. */
export function columnsOf<T>(rows: readonly T[], ...names: readonly (keyof T)[]): unknown[][] {
  return names.map((name) => rows.map((row) => row[name]));
}
