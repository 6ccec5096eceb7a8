import fc from 'fast-check';
import { escapeAttribute, escapeText, markup, withoutForbidden } from './index';

describe('markup', () => {
  it('escapes what is inserted, in text and in attributes', () => {
    const hostile = `<script>"'&`;
    expect(markup`<p title="${hostile}">${hostile}</p>`.html).toBe(
      '<p title="&lt;script&gt;&quot;&#39;&amp;">&lt;script&gt;&quot;&#39;&amp;</p>',
    );
  });

  it('keeps markup, joins lists, leaves out what is not there', () => {
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
  it('drops what XML 1.0 cannot write', () => {
    expect(withoutForbidden('a\u0000\u0008b\uFFFE\uD800c\t\n')).toBe('abc\t\n');
  });

  it('writes white space that a reader would change as references', () => {
    expect(escapeText('a\rb<&>')).toBe('a&#13;b&lt;&amp;&gt;');
    expect(escapeAttribute('a\t\n"')).toBe('a&#9;&#10;&quot;');
  });
});
