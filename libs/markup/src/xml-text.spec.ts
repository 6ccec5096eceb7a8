import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { escapeAttribute, escapeText } from './index';

/** What a parser makes of both notations of a text. */
function readBack(text: string): { text: string; attribute: string } {
  const read = { text: '', attribute: '' };
  const parser = new SaxesParser();
  parser.on('opentag', ({ attributes }) => (read.attribute = attributes['a'] ?? ''));
  parser.on('text', (part) => (read.text += part));
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(`<e a="${escapeAttribute(text)}">${escapeText(text)}</e>`).close();
  return read;
}

const same = (text: string) => ({ text, attribute: text });

describe('escapeText and escapeAttribute', () => {
  it.each(['', 'a < b && c > "d" \'e\'', ']]>', '&amp;', 'ä ✓ 𝄞', ' a\tb\nc\r\nd\re ', '<!-- -->', '\u0085\u2028'])(
    'keep %j',
    (text) => expect(readBack(text)).toEqual(same(text)),
  );

  it.each([
    ['a\0b\u0008c\u000bd\u001fe', 'abcde'],
    ['a\ufffe\uffffb', 'ab'],
    ['a\ud800b\udc00c', 'abc'],
    ['\u007f\u0080', '\u007f\u0080'],
  ])('drop of %j what XML does not allow', (text, kept) => expect(readBack(text)).toEqual(same(kept)));

  it('keep every text of allowed characters, and drop nothing else from any other', () => {
    const isAllowed = (character: string): boolean => {
      const code = character.codePointAt(0)!;
      const isSurrogate = code >= 0xd800 && code <= 0xdfff;
      return (
        ['\t', '\n', '\r'].includes(character) || (code >= 0x20 && !isSurrogate && code !== 0xfffe && code !== 0xffff)
      );
    };

    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (text) => {
        const kept = [...text].filter(isAllowed).join('');
        expect(readBack(text)).toEqual(same(kept));
      }),
      { seed: 20260523, numRuns: 500 },
    );
  });
});
