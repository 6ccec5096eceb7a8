import fc from 'fast-check';
import { cutText, inBytes, inJsonBytes, inUtf16, isLongerThan } from './text-length';

const FAMILY = '👩‍👩‍👧‍👦';

describe('cutText', () => {
  it.each([
    ['a text that fits', 'abc', 3, inUtf16, 'abc'],
    ['one that does not', 'abcd', 3, inUtf16, 'ab…'],
    ['a pair of surrogates', 'a🔥🔥', 4, inUtf16, 'a🔥…'],
    ['half of whose pair would fit', 'a🔥🔥', 3, inUtf16, 'a…'],
    ['bytes', '障障障', 8, inBytes, '障…'],
    ['a letter with its accent', 'cafe\u0301s', 5, inUtf16, 'caf…'],
    ['a flag', '🇩🇪🇫🇷', 7, inUtf16, '🇩🇪…'],
    ['people who belong together', `x${FAMILY}y`, 12, inUtf16, 'x…'],
    ['what JSON writes longer', 'a\n"\u0001b', 11, inJsonBytes, 'a\n"…'],
    ['no room for anything', 'abc', 1, inUtf16, '…'],
  ])('cuts %s', (_name, text, limit, measure, expected) => expect(cutText(text, limit, measure)).toBe(expected));

  it('cuts inside an endless sequence that is not a character', () => {
    expect(cutText(`a${'\u0301'.repeat(500)}`, 100)).toHaveLength(100);
  });

  it('is within its limit, begins like the text, and never ends within a character', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '"', '\n', 'é', '障', '🔥', FAMILY, '\u0301', '🇩'),
      maxLength: 40,
    });
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 6, max: 60 }),
        fc.constantFrom(inUtf16, inBytes, inJsonBytes),
        (whole, limit, measure) => {
          const cut = cutText(whole, limit, measure);
          expect(measure(cut)).toBeLessThanOrEqual(limit);
          expect(cut === whole || whole.startsWith(cut.slice(0, -1))).toBe(true);
          expect(cut.isWellFormed()).toBe(true);
        },
      ),
      { seed: 20261129, numRuns: 500 },
    );
  });
});

describe('isLongerThan', () => {
  it.each([
    ['🚨'.repeat(100), 100, false],
    ['🚨'.repeat(101), 100, true],
    ['警'.repeat(100), 100, false],
    ['a'.repeat(101), 100, true],
    ['', 0, false],
  ])('counts code points of %j against %d: %s', (text, most, expected) =>
    expect(isLongerThan(text, most)).toBe(expected),
  );
});
