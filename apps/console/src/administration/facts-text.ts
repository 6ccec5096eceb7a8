/** Facts displayed as a sentence (`ChangeLine`). */
const TOLD = new Set(['thing', 'changes', 'moreChanges']);

/** Facts of a change, except those displayed as a sentence, in one line. Pure. */
export function factsText(facts: object): string {
  return Object.entries(facts as Record<string, unknown>)
    .filter(([name]) => !TOLD.has(name))
    .map(([name, value]) => `${name}: ${toText(value)}`)
    .join('; ');
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
