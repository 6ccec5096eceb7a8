/** Effort of a task for its user. */
export interface Effort {
  /** Number of clicks, including those that focus a field. */
  clicks: number;
  /** Number of typed characters. */
  characters: number;
}

/** Keystroke-level model: for each click, 1.35 s to decide, 1.1 s to point and 0.2 s to press; 0.2 s per character. */
const CLICK_SECONDS = 1.35 + 1.1 + 0.2;
const CHARACTER_SECONDS = 0.2;

/** Seconds that an experienced user needs, without reading. Pure. */
export function estimatedSeconds({ clicks, characters }: Effort): number {
  return Math.round(clicks * CLICK_SECONDS + characters * CHARACTER_SECONDS);
}

/** A row of the table in docs/console.md, without the measured seconds at its end. Pure. */
export function formatRow(at: number, title: string, effort: Effort): string {
  return `${at}. ${title} | ${effort.clicks} | ${effort.characters} | ${estimatedSeconds(effort)} s`;
}
