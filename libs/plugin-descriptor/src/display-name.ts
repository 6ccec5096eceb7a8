const LOWERED = new Set(['And', 'Or', 'A', 'An', 'The']);
const WORD_START = new RegExp(
  [
    /(?<=\D)(?=\d)/u, // between a digit and another character before it
    /(?<=\p{Ll})(?=\p{Lu})/u, // between a lower-case and an upper-case letter
    /(?=\p{Lu}\p{Ll}[^])/u, // before an upper-case letter followed by a lower-case one that is not last
  ]
    .map(({ source }) => source)
    .join('|'),
  'u',
);

/**
 * Display name derived from a name (rule plugins-7): `connectTime` -> `Connect Time`, `delivering-count` -> `Delivering
 * Count`, `ServerAPIName` -> `Server API Name`.
 */
export function deriveDisplayName(name: string): string {
  const words = withoutHyphens(name)
    .split(WORD_START)
    .flatMap((part) => part.split(/\s+/u))
    .filter((word) => word !== '')
    .map(capitalise)
    .map((word) => (LOWERED.has(word) ? word.toLowerCase() : word));
  // A name that consists only of blanks and hyphens is shown unchanged.
  return words.join(' ') || name;
}

/** Removes one hyphen at each end; every other hyphen capitalises the character after it. */
function withoutHyphens(name: string): string {
  return name
    .replace(/^-/, '')
    .replace(/-$/, '')
    .replace(/-+(.?)/gsu, (_, next: string) => next.toUpperCase());
}

function capitalise(word: string): string {
  const [first = ''] = word;
  return first.toUpperCase() + word.slice(first.length);
}
