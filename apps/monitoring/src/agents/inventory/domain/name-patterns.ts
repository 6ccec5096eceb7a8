/** Whether a name matches one of the patterns, where `*` matches any characters; without patterns every name does. */
export function isNamed(name: string, patterns: readonly string[]): boolean {
  return patterns.length === 0 || patterns.some((pattern) => matches(name, pattern.split('*')));
}

/** Each piece is searched for where the previous one ends, so that no pattern takes long. */
function matches(name: string, [first, ...rest]: readonly string[]): boolean {
  if (first === undefined || !name.startsWith(first)) return false;
  const last = rest.pop();
  if (last === undefined) return name === first;
  let at = first.length;
  for (const piece of rest) {
    const found = name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}
