/** Qualifiers that sort before a release, in order. */
const EARLIER = ['alpha', 'beta', 'milestone', 'rc', 'snapshot'];
const ALIASES: Readonly<Record<string, string>> = { cr: 'rc', ga: 'release', final: 'release' };

/** A part of a version, or its end. Numbers are texts without leading zeros, so that the longer one is greater. */
interface Part {
  readonly rank: number;
  readonly text: string;
}

const END_RANK = EARLIER.length;
const SP_RANK = END_RANK + 1;
const TEXT_RANK = END_RANK + 2;
const NUMBER_RANK = END_RANK + 3;
const END: Part = { rank: END_RANK, text: '' };

/**
 * Compares plugin versions (rule plugins-8): negative if `left` is older, 0 if they are equal. Numbers compare by
 * value, a missing part counts as 0, and qualifiers order alpha < beta < milestone < rc < snapshot < release < sp <
 * other text, whatever their case: `1.10` > `1.9`, `1.0-SNAPSHOT` < `1.0`, `1` = `1.0`. Zeros and releases before a
 * qualifier or the end mean nothing, so they are left out first: only this makes it one total order.
 */
export function compareVersions(left: string, right: string): number {
  const lefts = toParts(left);
  const rights = toParts(right);
  for (let at = 0; at < Math.max(lefts.length, rights.length); at++) {
    const difference = compareParts(lefts[at] ?? END, rights[at] ?? END);
    if (difference !== 0) return difference;
  }
  return 0;
}

function compareParts(left: Part, right: Part): number {
  if (left.rank !== right.rank) return left.rank - right.rank;
  if (left.rank === NUMBER_RANK && left.text.length !== right.text.length) return left.text.length - right.text.length;
  if (left.text !== right.text) return left.text < right.text ? -1 : 1;
  return 0;
}

function toParts(version: string): Part[] {
  const parts: Part[] = [];
  for (const [text] of version.toLowerCase().matchAll(/[0-9]+|[^0-9.-]+/g)) {
    const part = toPart(text);
    if (part === undefined) continue;
    if (part.rank < NUMBER_RANK) dropTrailingZeros(parts);
    parts.push(part);
  }
  dropTrailingZeros(parts);
  return parts;
}

/** Undefined for a release, which has no effect. */
function toPart(text: string): Part | undefined {
  if (/^[0-9]/.test(text)) return { rank: NUMBER_RANK, text: text.replace(/^0+/, '') };
  const qualifier = ALIASES[text] ?? text;
  if (qualifier === 'release') return undefined;
  if (qualifier === 'sp') return { rank: SP_RANK, text: '' };
  const rank = EARLIER.indexOf(qualifier);
  return rank < 0 ? { rank: TEXT_RANK, text: qualifier } : { rank, text: '' };
}

function dropTrailingZeros(parts: Part[]): void {
  for (let last = parts.at(-1); last?.rank === NUMBER_RANK && last.text === ''; last = parts.at(-1)) parts.pop();
}
