const LOWERED = new Set(['And', 'Or', 'A', 'An', 'The']);
const WORD_START = new RegExp(
  [
    /(?<=\D)(?=\d)/u, // before a digit after something else
    /(?<=\p{Ll})(?=\p{Lu})/u, // before an upper-case letter after a lower-case one
    /(?=\p{Lu}\p{Ll}[^])/u, // before an upper-case letter before a lower-case one that is not the last character
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
  // A name of only blanks and hyphens is shown unchanged.
  return words.join(' ') || name;
}

/** Without one hyphen at each end; every other one makes the character after it a capital. */
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
