/** Effort of a task for its user. */
export interface Effort {
  /** Number of clicks, including those that focus a field. */
  clicks: number;
  /** Number of typed characters. */
  characters: number;
}

/** A row of the table in docs/console.md, without the measured seconds at its end. Pure. */
export function formatRow(at: number, title: string, effort: Effort): string {
  return `${at}. ${title} | ${effort.clicks} | ${effort.characters}`;
}
