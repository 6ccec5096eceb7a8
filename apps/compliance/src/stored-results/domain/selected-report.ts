/** A statement for the id of a report; its parameters are numbered from `$3`. */
export interface SelectedReport {
  readonly sql: string;
  readonly params: readonly unknown[];
}
