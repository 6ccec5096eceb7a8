/** Parses minor versions such as `0, 4 10`, without duplicates and ascending; undefined for anything else. Pure. */
export function readMinors(text: string): readonly number[] | undefined {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '');
  if (!parts.every((part) => /^\d{1,5}$/.test(part))) return undefined;
  return [...new Set(parts.map(Number))].sort((a, b) => a - b);
}

/** Entries of one list that the other lacks. Pure. */
export function excludeMinors(all: readonly number[], others: readonly number[]): readonly number[] {
  return all.filter((minor) => !others.includes(minor));
}
