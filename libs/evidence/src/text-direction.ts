/**
 * Order of letters in a line with right-to-left text: the Unicode Bidirectional Algorithm (UAX 9) without explicit
 * embeddings, whose characters are removed from texts before.
 */
type Kind = 'L' | 'R' | 'AL' | 'EN' | 'AN' | 'ES' | 'ET' | 'CS' | 'NSM' | 'WS' | 'ON';

const KINDS: readonly (readonly [RegExp, Kind])[] = [
  [/^\p{Mn}$/u, 'NSM'],
  [/^[0-9\u06f0-\u06f9]$/, 'EN'],
  [/^[\u0660-\u0669\u066b\u066c\u06dd]$/, 'AN'],
  [/^[+\u2212-]$/, 'ES'],
  [/^[#$%¢£¤¥°±€‰]$/, 'ET'],
  [/^[,./:\u00a0\u060c]$/, 'CS'],
  [/^\s$/, 'WS'],
  [/^[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]$/u, 'AL'],
  [/^[\p{Script=Hebrew}\p{Script=Nko}]$/u, 'R'],
  [/^[\p{L}\p{N}\p{M}]$/u, 'L'],
];
/** Quick test whether a text has letters from right to left. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Brackets that may be open at the same time. */
const MAX_OPEN = 63;
const MIRRORED: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
  '‹': '›',
  '›': '‹',
};

/** The letter as it stands in right-to-left text. */
export const mirrored = (letter: string): string => (Object.hasOwn(MIRRORED, letter) ? MIRRORED[letter]! : letter);

/** Direction by the first letter that has one (P2, P3). */
export function isRightToLeft(letters: readonly string[]): boolean {
  const first = letters.map(toKind).find((kind) => kind === 'L' || kind === 'R' || kind === 'AL');
  return first === 'R' || first === 'AL';
}

/** Levels of a paragraph's letters; odd ones stand from right to left. Pure. */
export function embeddingLevels(letters: readonly string[]): number[] {
  if (!letters.some((letter) => RIGHT_TO_LEFT.test(letter))) return letters.map(() => 0);
  const base = isRightToLeft(letters) ? 1 : 0;
  const weak = resolveWeak(letters.map(toKind), base);
  const kinds = resolveNeutrals(resolveBrackets(weak, letters, base), base);
  return kinds.map((kind) => {
    if (kind === 'R') return 1;
    if (kind === 'L') return base === 1 ? 2 : 0;
    return 2;
  });
}

/** Indexes of the letters of a line, as they stand from left to right (L2). Pure. */
export function visualOrder(levels: readonly number[]): number[] {
  const order = levels.map((_level, at) => at);
  for (let level = Math.max(0, ...levels); level > 0; level -= 1) {
    let start = 0;
    while (start < order.length) {
      let end = start;
      while (end < order.length && levels[order[end]!]! >= level) end += 1;
      if (end > start) order.splice(start, end - start, ...order.slice(start, end).reverse());
      start = end + 1;
    }
  }
  return order;
}

const toKind = (letter: string): Kind => KINDS.find(([pattern]) => pattern.test(letter))?.[1] ?? 'ON';

const isStrong = (kind: Kind): boolean => kind === 'L' || kind === 'R' || kind === 'AL';

/** W1 to W7. */
function resolveWeak(given: readonly Kind[], base: number): Kind[] {
  const start: Kind = base === 1 ? 'R' : 'L';
  let strong: Kind = start;
  const kinds = [...given];
  const each = (change: (kind: Kind, at: number) => Kind): void => {
    strong = start;
    for (const [at, kind] of kinds.entries()) {
      kinds[at] = change(kind, at);
      if (isStrong(kinds[at])) strong = kinds[at];
    }
  };
  each((kind, at) => (kind === 'NSM' ? (kinds[at - 1] ?? start) : kind));
  each((kind) => (kind === 'EN' && strong === 'AL' ? 'AN' : kind));
  each((kind) => (kind === 'AL' ? 'R' : kind));
  each((kind, at) => {
    const [before, after] = [kinds[at - 1], kinds[at + 1]];
    if (before !== after) return kind;
    if (before === 'EN' && (kind === 'ES' || kind === 'CS')) return 'EN';
    return before === 'AN' && kind === 'CS' ? 'AN' : kind;
  });
  joinTerminators(kinds);
  each((kind) => (kind === 'ES' || kind === 'ET' || kind === 'CS' ? 'ON' : kind));
  each((kind) => (kind === 'EN' && strong === 'L' ? 'L' : kind));
  return kinds;
}

/** W5: signs such as % beside a number belong to it. */
function joinTerminators(kinds: Kind[]): void {
  for (const [at, kind] of kinds.entries()) if (kind === 'ET' && kinds[at - 1] === 'EN') kinds[at] = 'EN';
  for (let at = kinds.length - 1; at >= 0; at -= 1) if (kinds[at] === 'ET' && kinds[at + 1] === 'EN') kinds[at] = 'EN';
}

/** N0: a pair of brackets takes the direction of the paragraph, or else that of what it is in. */
function resolveBrackets(given: readonly Kind[], letters: readonly string[], base: number): Kind[] {
  const kinds = [...given];
  const [own, other]: [Kind, Kind] = base === 1 ? ['R', 'L'] : ['L', 'R'];
  const toSide = (kind: Kind): Kind | undefined =>
    kind === 'ON' || kind === 'WS' ? undefined : kind === 'L' ? 'L' : 'R';
  for (const [start, end] of bracketPairs(letters, kinds)) {
    const inside = kinds.slice(start + 1, end).map(toSide);
    const before =
      kinds
        .slice(0, start)
        .map(toSide)
        .findLast((side) => side !== undefined) ?? own;
    if (inside.includes(own)) kinds[start] = kinds[end] = own;
    else if (inside.includes(other)) kinds[start] = kinds[end] = before;
  }
  return kinds;
}

/** At most as many as UAX 9 looks at (63 open ones), by their beginning. */
function bracketPairs(letters: readonly string[], kinds: readonly Kind[]): [start: number, end: number][] {
  const open: number[] = [];
  const pairs: [number, number][] = [];
  for (const [at, letter] of letters.entries()) {
    if (kinds[at] !== 'ON') continue;
    if ('([{'.includes(letter)) open.push(at);
    const start = ')]}'.includes(letter) ? open.findLastIndex((each) => mirrored(letters[each]!) === letter) : -1;
    if (start >= 0) pairs.push([open[start]!, at]);
    if (start >= 0) open.length = start;
    if (open.length > MAX_OPEN) return [];
  }
  return pairs.sort(([a], [b]) => a - b);
}

/** N1 and N2: neutrals between letters of one direction take it, others that of the paragraph. */
function resolveNeutrals(kinds: readonly Kind[], base: number): Kind[] {
  const direction: Kind = base === 1 ? 'R' : 'L';
  const isNeutral = (kind: Kind): boolean => kind === 'ON' || kind === 'WS';
  const sides = (order: readonly Kind[]): Kind[] => {
    let last = direction;
    return order.map((kind) => (isNeutral(kind) ? last : (last = kind === 'L' ? 'L' : 'R')));
  };
  const before = sides(kinds);
  const after = sides(kinds.toReversed()).toReversed();
  return kinds.map((kind, at) => {
    if (!isNeutral(kind)) return kind;
    return before[at] === after[at] ? before[at]! : direction;
  });
}
