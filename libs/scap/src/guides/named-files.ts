const MAX_FILES = 100;
const MAX_LENGTH = 1_000;

/** Absolute paths of files, of at least two parts; no URLs, folders or parts of longer words. */
const PATH = /(?<![\w./:~$}*-])(?:\/[\w@+-][\w.@+-]*){2,}(?!\.{0,3}[\p{L}\p{N}_@+/*{$-])/gu;

/** Absolute paths in texts of a rule, in order of appearance. Pure. */
export function findNamedFiles(texts: Iterable<string>): string[] {
  const found = new Set<string>();
  for (const text of texts) {
    for (const [match] of text.matchAll(PATH)) {
      const path = match.replace(/\.+$/, '');
      if (path.length <= MAX_LENGTH) found.add(path);
      if (found.size >= MAX_FILES) return [...found];
    }
  }
  return [...found];
}

/**
 * The path that an OVAL entity compares with, also if it is written as a pattern for this path alone; undefined if it
 * is another pattern. Pure.
 */
export function toLiteralPath(text: string, operation = 'equals'): string | undefined {
  if (operation !== 'equals' && operation !== 'pattern match') return undefined;
  const path =
    operation === 'equals'
      ? text
      : text
          .replace(/^\^/, '')
          .replace(/\$$/, '')
          .replaceAll(/\\([./-])/g, '$1');
  return /^[\w./@+-]+$/.test(path) ? path : undefined;
}
