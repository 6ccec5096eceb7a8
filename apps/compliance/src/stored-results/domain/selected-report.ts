/** A statement for the id of a report, and its parameters, which are numbered from `$3` on. */
export interface SelectedReport {
  readonly sql: string;
  readonly params: readonly unknown[];
}
