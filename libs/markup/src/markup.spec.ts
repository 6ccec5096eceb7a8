import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { escapeAttribute, escapeText, markup, withoutForbidden } from './index';

describe('markup', () => {
  it('escapes what is inserted, in text and in attributes', () => {
    const hostile = `<script>"'&`;
    expect(markup`<p title="${hostile}">${hostile}</p>`.html).toBe(
      '<p title="&lt;script&gt;&quot;&#39;&amp;">&lt;script&gt;&quot;&#39;&amp;</p>',
    );
  });

  it('keeps markup, joins lists, and skips missing values', () => {
    const items = ['a', '<'].map((item) => markup`<li>${item}</li>`);
    expect(markup`<ul>${items}${null}${undefined}</ul>`.html).toBe('<ul><li>a</li><li>&lt;</li></ul>');
  });

  it('never lets an inserted text open a tag', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => !/[<>"']/.test(markup`${text}`.html)),
      { seed: 7, numRuns: 500 },
    );
  });
});

describe('text of XML', () => {
  it('drops characters that XML 1.0 cannot contain', () => {
    expect(withoutForbidden('a\u0000\u0008b\uFFFE\uD800c\t\n')).toBe('abc\t\n');
  });

  it('writes white space that a reader would change as references', () => {
    expect(escapeText('a\rb<&>')).toBe('a&#13;b&lt;&amp;&gt;');
    expect(escapeAttribute('a\t\n"')).toBe('a&#9;&#10;&quot;');
  });
});

/** Parses both notations of a text. */
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
  ])('drop from %j what XML does not allow', (text, kept) => expect(readBack(text)).toEqual(same(kept)));

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
