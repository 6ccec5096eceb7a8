/** What a task takes from the person who does it. */
export interface Effort {
  /** Clicks, those that put the cursor into a field included. */
  clicks: number;
  /** Characters typed. */
  characters: number;
}

/** By the keystroke-level model: deciding 1.35 s, pointing 1.1 s and pressing 0.2 s for each click; 0.2 s a character. */
const CLICK_SECONDS = 1.35 + 1.1 + 0.2;
const CHARACTER_SECONDS = 0.2;

/** Seconds that a practised person needs, without reading. Pure. */
export function estimatedSeconds({ clicks, characters }: Effort): number {
  return Math.round(clicks * CLICK_SECONDS + characters * CHARACTER_SECONDS);
}

/** A row of the table in docs/console.md, without the measured seconds that end it. Pure. */
export function rowOf(at: number, title: string, effort: Effort): string {
  return `${at}. ${title} | ${effort.clicks} | ${effort.characters} | ${estimatedSeconds(effort)} s`;
}
