import { measureProcessorTime } from '@wardstone/testing';
import fc from 'fast-check';
import { foldText } from '../src/guides/folded-text';

/** Only work that grows faster than its input takes this long, even on a busy machine. */
const REFUSAL_LIMIT_MS = 15_000;

describe('foldText', () => {
  it.each([
    ['joins lines with one blank', 'one\ntwo', 'one two'],
    ['swallows blanks before a line feed, not after it', 'one  \n  two', 'one   two'],
    ['takes a run of line feeds as one', 'one\n\n\ntwo', 'one two'],
    ['takes lines of blanks one by one', 'one \n \n two', 'one   two'],
    ['keeps tabs and blanks inside a line', 'a\t  b', 'a\t  b'],
    ['trims ASCII white space only', ' \t\r\n\u00a0text\u00a0\f\v\n', '\u00a0text\u00a0'],
    ['leaves nothing of nothing', ' \n\n ', ''],
  ])('%s', (_name, text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it('equals the regular expression of the specification', () => {
    const text = fc.string({ unit: fc.constantFrom(' ', '\n', '\t', 'a', '\u00a0') });
    fc.assert(
      fc.property(text, (sample) => {
        const expected = sample.replace(/ *\n+/g, ' ').replace(/^[ \t\n\v\f\r]+|[ \t\n\v\f\r]+$/g, '');
        expect(foldText(sample)).toBe(expected);
      }),
      { seed: 31, numRuns: 2000 },
    );
  });

  it('is linear: a long run of blanks takes no time', async () => {
    const text = `${' '.repeat(4_000_000)}x${' '.repeat(4_000_000)}`;
    expect(await measureProcessorTime(() => foldText(text))).toBeLessThan(REFUSAL_LIMIT_MS);
  });
});
