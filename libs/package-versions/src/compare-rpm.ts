import { compareNumbers, splitVersion } from './version-parts';

/** Negative if the first version is older. Compares epoch, version and release like rpm. */
export function compareRpm(one: string, other: string): number {
  const [a, b] = [splitVersion(one), splitVersion(other)];
  return (
    compareNumbers(a.epoch ?? '', b.epoch ?? '') ||
    compareRpmPart(a.version, b.version) ||
    compareRpmPart(a.release ?? '', b.release ?? '')
  );
}

/** Separators between segments; all of them are equal. */
const SEPARATORS = /^[^A-Za-z0-9~^]+/;
const SEGMENT = /^(?:\d+|[A-Za-z]+)/;

/** Like rpm's `rpmvercmp`. */
export function compareRpmPart(one: string, other: string): number {
  let [a, b] = [one, other];
  for (;;) {
    [a, b] = [a.replace(SEPARATORS, ''), b.replace(SEPARATORS, '')];
    const [aRank, bRank] = [toRank(a), toRank(b)];
    if (aRank !== bRank) return aRank - bRank;
    if (aRank === END) return 0;
    const isMark = aRank !== LETTERS && aRank !== NUMBER;
    const [aSegment, bSegment] = isMark ? [a.charAt(0), b.charAt(0)] : [SEGMENT.exec(a)![0], SEGMENT.exec(b)![0]];
    const difference = aRank === NUMBER ? compareNumbers(aSegment, bSegment) : compareTexts(aSegment, bSegment);
    if (difference !== 0) return difference;
    [a, b] = [a.slice(aSegment.length), b.slice(bSegment.length)];
  }
}

/** A tilde sorts before the end, then a caret, letters, numbers. */
const [TILDE, END, CARET, LETTERS, NUMBER] = [0, 1, 2, 3, 4] as const;

function toRank(text: string): number {
  if (text === '') return END;
  if (text.startsWith('~')) return TILDE;
  if (text.startsWith('^')) return CARET;
  return /^\d/.test(text) ? NUMBER : LETTERS;
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
