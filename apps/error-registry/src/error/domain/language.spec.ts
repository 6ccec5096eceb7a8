import fc from 'fast-check';
import { bestLanguage, parseLanguageTag } from './language';

describe('parseLanguageTag', () => {
  it.each([
    ['de', 'de'],
    ['DE-at', 'de-AT'],
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['sr-latn', 'sr-Latn'],
    ['en-gb', 'en-GB'],
  ])('reads %s as %s', (text, tag) => {
    expect(parseLanguageTag(text)).toBe(tag);
  });

  it.each(['', 'd', 'de_AT', 'de-', '-de', 'de AT', '*', 'ä', `de-${'x'.repeat(40)}`])('refuses "%s"', (text) => {
    expect(parseLanguageTag(text)).toBeUndefined();
  });

  it('does not change its own results', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{2}(-[A-Za-z]{4})?(-[a-z]{2})?$/), (text) => {
        const tag = parseLanguageTag(text);
        if (tag !== undefined) expect(parseLanguageTag(tag)).toBe(tag);
      }),
      { seed: 3, numRuns: 300 },
    );
  });
});

describe('bestLanguage', () => {
  const STORED = ['de', 'de-AT', 'pt-BR', 'zh-Hant'];

  it.each([
    ['no wish', undefined, 'en'],
    ['an empty wish', '', 'en'],
    ['the language itself', 'de-AT', 'de-AT'],
    ['letter case aside', 'DE-at', 'de-AT'],
    ['a region that is not stored', 'de-CH', 'de'],
    ['a region in front of a longer form', 'zh-Hant-TW', 'zh-Hant'],
    ['only regions stored', 'pt', 'pt-BR'],
    ['a first wish that is not stored', 'fr, de;q=0.5', 'de'],
    ['the order of weights, not of the header', 'de;q=0.2, pt-BR;q=0.9', 'pt-BR'],
    ['English before others', 'en-US, de;q=0.9', 'en'],
    ['anything', '*', 'en'],
    ['anything, but rather German', '*;q=0.1, de', 'de'],
    ['a refusal', 'de;q=0, de-AT;q=0', 'en'],
    ['a refused language in favour of its form', 'de;q=0, de-CH;q=0.5', 'en'],
    ['nothing that is stored', 'fr, it', 'en'],
    ['an unknown extension', 'de-x-secret', 'de'],
    ['rubbish', ';;q=, de_AT, q=1, de;q=2', 'en'],
  ])('chooses a language for %s', (_name, header, expected) => {
    expect(bestLanguage(header, STORED)).toBe(expected);
  });

  it('returns English or a stored language for any header', () => {
    fc.assert(
      fc.property(fc.string(), fc.subarray(STORED), (header, stored) => {
        expect(['en', ...stored]).toContain(bestLanguage(header, stored));
      }),
      { seed: 5, numRuns: 500 },
    );
  });
});
