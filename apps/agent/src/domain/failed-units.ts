/** Maximum length of a trait. */
const MAX_TEXT = 1000;

/** Parses the names in the output of `systemctl list-units --failed --plain --no-legend`. Pure. */
export function parseFailedUnits(text: string): string[] {
  return text.split('\n').flatMap((line) => /^\s*(?:[●*x×]\s+)?(\S+\.[a-z]+)\s/.exec(line)?.[1] ?? []);
}

/** The names in one line, truncated at the maximum length. Pure. */
export function unitsText(names: readonly string[]): string {
  const text = names.join(', ');
  if (text.length <= MAX_TEXT) return text || 'none';
  return `${text.slice(0, text.lastIndexOf(', ', MAX_TEXT - 1))}, …`;
}
