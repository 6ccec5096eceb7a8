/** Maximum lengths of the texts of a resource. See rule inventory-16. */
export const MAX_LENGTHS = { resourceName: 500, description: 1000, location: 100 } as const;

/** Error for the texts; undefined if they are valid. */
export function refuseWording(
  texts: Readonly<Partial<Record<keyof typeof MAX_LENGTHS, string | undefined>>>,
): string | undefined {
  for (const [field, max] of Object.entries(MAX_LENGTHS)) {
    const text = texts[field as keyof typeof MAX_LENGTHS];
    if (text !== undefined && [...text].length > max) return `Field ${field} must be at most ${max} characters`;
  }
  return undefined;
}

/** Whether the text has no visible characters. */
export function isBlank(text: string | undefined): text is undefined | '' {
  return text === undefined || text.trim() === '';
}
