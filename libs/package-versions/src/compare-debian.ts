import { compareNumbers, splitVersion } from './version-parts';

/** Negative if the first version is older. Compares like `dpkg --compare-versions`; see deb-version(7). */
export function compareDebian(one: string, other: string): number {
  const [a, b] = [splitVersion(one), splitVersion(other)];
  return (
    compareNumbers(a.epoch ?? '', b.epoch ?? '') ||
    compareDebianPart(a.version, b.version) ||
    // A missing revision equals 0.
    compareDebianPart(a.release ?? '', b.release ?? '')
  );
}

/** Compares alternating texts and numbers: `a12b` is `a`, 12, `b`. */
export function compareDebianPart(one: string, other: string): number {
  let [a, b] = [one, other];
  while (a !== '' || b !== '') {
    const [aText, bText] = [/^\D*/.exec(a)![0], /^\D*/.exec(b)![0]];
    const byText = compareTexts(aText, bText);
    if (byText !== 0) return byText;
    [a, b] = [a.slice(aText.length), b.slice(bText.length)];
    const [aNumber, bNumber] = [/^\d*/.exec(a)![0], /^\d*/.exec(b)![0]];
    const byNumber = compareNumbers(aNumber, bNumber);
    if (byNumber !== 0) return byNumber;
    [a, b] = [a.slice(aNumber.length), b.slice(bNumber.length)];
  }
  return 0;
}

function compareTexts(one: string, other: string): number {
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const difference = toRank(one.charAt(at)) - toRank(other.charAt(at));
    if (difference !== 0) return difference;
  }
  return 0;
}

/** A tilde sorts before the end, the end before letters, letters before everything else. */
function toRank(character: string): number {
  if (character === '~') return -1;
  if (character === '') return 0;
  return /[A-Za-z]/.test(character) ? character.charCodeAt(0) : character.charCodeAt(0) + 256;
}
