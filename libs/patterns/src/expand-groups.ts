import type { RE2JS } from 're2js';

type Match = ReturnType<RE2JS['matcher']>;

/** A replacement with the groups of a match, as in Go: `$1`, `${1}`, `$name` and `${name}`, empty if missing; `$$` is a `$`. */
export function expandGroups(replacement: string, match: Match, names: Readonly<Record<string, number>>): string {
  const findGroup = (name: string): string => {
    const number = /^\d+$/.test(name) ? Number(name) : Object.hasOwn(names, name) ? names[name] : undefined;
    return number === undefined || number > match.groupCount() ? '' : (match.group(number) ?? '');
  };
  return replacement.replace(/\$(?:(\$)|(\w+)|\{(\w+)\})/g, (_all, dollar?: string, bare?: string, braced?: string) =>
    dollar === undefined ? findGroup((bare ?? braced)!) : '$',
  );
}

/** The text with each match replaced, as in Go: an empty match right after another one is none. */
export function replaceMatches(pattern: RE2JS, text: string, replacement: string): string {
  const match = pattern.matcher(text);
  const names = pattern.namedGroups();
  let replaced = '';
  let from = 0;
  while (match.find()) {
    const [start, end] = [match.start(), match.end()];
    replaced += text.slice(from, start);
    if (end > from || start === 0) replaced += expandGroups(replacement, match, names);
    from = end;
  }
  return replaced + text.slice(from);
}
