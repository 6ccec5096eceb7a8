/** Characters that texts about a resource may have. See rule inventory-16. */
export const MAX_LENGTHS = { resourceName: 500, description: 1000, location: 100 } as const;

/** Error of the texts; undefined for none. */
export function refuseWording(
  texts: Readonly<Partial<Record<keyof typeof MAX_LENGTHS, string | undefined>>>,
): string | undefined {
  for (const [field, max] of Object.entries(MAX_LENGTHS)) {
    const text = texts[field as keyof typeof MAX_LENGTHS];
    if (text !== undefined && [...text].length > max) return `Field ${field} must be at most ${max} characters`;
  }
  return undefined;
}

/** Nothing visible. */
export function isBlank(text: string | undefined): text is undefined | '' {
  return text === undefined || text.trim() === '';
}
