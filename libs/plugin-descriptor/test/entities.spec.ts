import fc from 'fast-check';
import { ENTITY_LIMITS, expandEntities } from '../src/expand-entities';
import { read, getRefusal, resolve, getType } from './descriptor.builder';

const expand = (subset: string, content: string): string =>
  expandEntities(`<!DOCTYPE plugin [${subset}]>${content}`).text;

describe('entities of the internal subset', () => {
  it.each([
    ['an element', `<!ENTITY e '<a x="1"/>'>`, '<r>&e;</r>', '<r><a x="1"/></r>'],
    ['a text in an attribute', '<!ENTITY e "Acme">', '<r a="&e; Gateway"/>', '<r a="Acme Gateway"/>'],
    ['an entity inside of an entity', '<!ENTITY i "in"><!ENTITY o "<b>&i;</b>">', '<r>&o;</r>', '<r><b>in</b></r>'],
    ['an entity declared after its use', '<!ENTITY o "&i;"><!ENTITY i "in">', '<r>&o;</r>', '<r>in</r>'],
    ['the first of two declarations', '<!ENTITY e "1"><!ENTITY e "2">', '<r>&e;</r>', '<r>1</r>'],
    ['an empty entity', '<!ENTITY e "">', '<r>&e;</r>', '<r></r>'],
    ['characters by number', '<!ENTITY e "&#65;&#x42;">', '<r>&e;&#67;</r>', '<r>AB&#67;</r>'],
    ['quotes inside of an attribute', `<!ENTITY e 'say "no"'>`, '<r a="&e;"/>', '<r a="say &quot;no&quot;"/>'],
    ['apostrophes inside of an attribute', `<!ENTITY e "it's">`, "<r a='&e;'/>", "<r a='it&apos;s'/>"],
    [
      'an entity in an attribute of an entity',
      `<!ENTITY t "T"><!ENTITY e '<a x="&t;"/>'>`,
      '<r>&e;</r>',
      '<r><a x="T"/></r>',
    ],
    ['an escaped ampersand', '<!ENTITY e "a &#38;#38; b">', '<r>&e;</r>', '<r>a &#38; b</r>'],
    ['names in other scripts', '<!ENTITY größe "XL">', '<r>&größe;</r>', '<r>XL</r>'],
  ])('expands %s', (_, subset, content, expected) => {
    expect(expand(subset, content)).toBe(expected);
  });

  it.each([
    ['predefined entities', '<r a="&lt;&amp;&quot;">&gt;&apos;</r>'],
    ['character references', '<r a="&#60;">&#x3e;</r>'],
    ['comments', '<r><!-- &e; &undeclared; <a --></r>'],
    ['CDATA sections', '<r><![CDATA[&e; &undeclared; <a]]></r>'],
    ['processing instructions', '<r><?target &e; ?></r>'],
    ['ends of tags inside of attributes', '<r a="x>y" b=\'"\'>1</r>'],
  ])('leaves %s alone', (_, content) => {
    expect(expand('<!ENTITY e "WRONG">', content)).toBe(content);
  });

  it('leaves comments and CDATA sections of an entity alone, too', () => {
    const subset = `<!ENTITY inner "WRONG"><!ENTITY e "<!-- &inner; --><![CDATA[&inner;]]>">`;
    expect(expand(subset, '<r>&e;</r>')).toBe('<r><!-- &inner; --><![CDATA[&inner;]]></r>');
  });

  it('does not let a declaration change a predefined entity', () => {
    expect(expand('<!ENTITY lt "WRONG">', '<r>&lt;</r>')).toBe('<r>&lt;</r>');
  });

  it('skips comments, instructions and other declarations of the subset', () => {
    const subset = `
      <!-- <!ENTITY e "from a comment"> ]> ' -->
      <?target ]> <!ENTITY e "from an instruction"> ?>
      <!ELEMENT plugin ANY> <!ATTLIST plugin x CDATA "]>"> <!NOTATION n SYSTEM "n">
      <!ENTITY % unused "<!ENTITY e 'from a parameter'>">
      <!ENTITY e "right">`;
    expect(expand(subset, '<r>&e;</r>')).toBe('<r>right</r>');
  });

  it('binds the prefixes of a fragment where it is used', () => {
    const subset = `<!ENTITY op '<operation name="go"><parameters><c:simple-property name="x"/></parameters></operation>'>`;
    const plugin = resolve(read('<server name="S"><k:x xmlns:k="urn:other"/>&op;</server>', { subset }));
    expect(getType(plugin, 'S').operations[0]?.parameters?.properties).toMatchObject([{ name: 'x' }]);
  });

  it.each([
    ['an undeclared entity', '', '<r>&nope;</r>', 'Entity "nope" is not declared (line 1)'],
    [
      'an external entity',
      '<!ENTITY x SYSTEM "file:///etc/passwd">',
      '<r>&x;</r>',
      'Entity "x" is external; external entities are not loaded (line 1)',
    ],
    [
      'a public external entity',
      '<!ENTITY x PUBLIC "p" "http://h/x">',
      '<r a="&x;"/>',
      'Entity "x" is external; external entities are not loaded (line 1)',
    ],
    [
      'an unparsed entity',
      '<!ENTITY x SYSTEM "x.gif" NDATA gif>',
      '<r>&x;</r>',
      'Entity "x" is external; external entities are not loaded (line 1)',
    ],
    [
      'a parameter entity',
      '<!ENTITY % p "">\n%p;',
      '<r/>',
      'References to parameter entities are not supported (line 2)',
    ],
    [
      'a parameter entity in a value',
      '<!ENTITY % p "x"><!ENTITY e "%p;">',
      '<r/>',
      'References to parameter entities are not supported (line 1)',
    ],
    ['an entity that refers to itself', '<!ENTITY e "&e;">', '<r>&e;</r>', 'Entity "e" refers to itself (line 1)'],
    [
      'entities that refer to each other',
      '<!ENTITY a "&b;"><!ENTITY b "&a;">',
      '<r>&a;</r>',
      'Entity "a" refers to itself (line 1)',
    ],
    ['a bare ampersand', '', '<r>a & b</r>', '"&" does not start a reference (line 1)'],
    ['a tag in an attribute', '<!ENTITY e "<a/>">', '<r a="&e;"/>', 'Entity "e" puts "<" into an attribute (line 1)'],
    [
      'an element that an entity leaves open',
      '<!ENTITY e "<a>">',
      '<r>&e;</a></r>',
      'Entity "e" opens an element that it does not close (line 1)',
    ],
    [
      'an element that an entity closes',
      '<!ENTITY e "</a>">',
      '<r><a>&e;</r>',
      'A closing tag has no opening tag in the same entity (line 1)',
    ],
    [
      'an entity that ends inside of a tag',
      '<!ENTITY e "<a">',
      '<r>&e;/></r>',
      'Entity "e" is not well-formed (line 1)',
    ],
    [
      'an entity that ends inside of a comment',
      '<!ENTITY e "<!--">',
      '<r>&e;--></r>',
      'Entity "e" is not well-formed (line 1)',
    ],
    [
      'a declaration inside of the document',
      '',
      '<r><!ELEMENT a ANY></r>',
      'The document has a misplaced declaration (line 1)',
    ],
    ['an entity without an end', '<!ENTITY e "x', '<r/>', 'The document type declaration is not well-formed (line 1)'],
  ])('refuses %s', (_, subset, content, message) => {
    expect(getRefusal(() => expand(subset, content))).toBe(message);
  });

  it.each(['<!DOCTYPE plugin SYSTEM "http://h/p.dtd"><r/>', '<!DOCTYPE plugin PUBLIC "p" "p.dtd" []><r/>'])(
    'refuses the external DTD of %s',
    (document) => {
      expect(getRefusal(() => expandEntities(document))).toMatch('External DTDs are not supported');
    },
  );

  it('refuses a second document type declaration', () => {
    expect(getRefusal(() => expandEntities('<!DOCTYPE r []><!DOCTYPE r []><r/>'))).toMatch('a misplaced declaration');
  });
});

/** An entity of `depth` levels: `e1` is a text, each further one refers `width` times to the one before. */
const nested = (depth: number, width = 1, text = 'x'): string =>
  Array.from({ length: depth }, (_, level) =>
    level === 0 ? `<!ENTITY e1 "${text}">` : `<!ENTITY e${level + 1} "${`&e${level};`.repeat(width)}">`,
  ).join('');

describe('limits of expansion', () => {
  it('expands eight levels and not nine', () => {
    expect(expand(nested(8), '<r>&e8;</r>')).toBe('<r>x</r>');
    expect(getRefusal(() => expand(nested(9), '<r>&e9;</r>'))).toBe(
      'Entities are nested more than 8 levels deep (line 1)',
    );
  });

  it('expands ten thousand references and not one more', () => {
    const content = (count: number): string => `<r>${'&e1;'.repeat(count)}</r>`;
    expect(expand(nested(1), content(10_000))).toBe(`<r>${'x'.repeat(10_000)}</r>`);
    expect(getRefusal(() => expand(nested(1), content(10_001)))).toBe(
      'The document has more than 10000 entity references (line 1)',
    );
  });

  it('expands up to 20 MiB and not more', () => {
    const chunk = 'y'.repeat(1024 * 1024 - 1);
    const content = (count: number): string => `<r>${'&e1;'.repeat(count)}</r>`;
    expect(expand(nested(1, 1, chunk), content(20))).toHaveLength(20 * chunk.length + 7);
    expect(getRefusal(() => expand(nested(1, 1, chunk), content(21)))).toBe(
      'The document is larger than 20 MiB with its entities expanded (line 1)',
    );
  });

  it.each([
    ['many small ones', nested(8, 10), '&e8;', 'more than 10000 entity references'],
    ['empty ones', nested(8, 10, ''), '&e8;', 'more than 10000 entity references'],
    ['large ones', nested(5, 8, 'z'.repeat(100_000)), '&e5;', 'larger than 20 MiB'],
  ])('stops a bomb of %s early', (_, subset, reference, message) => {
    const before = process.memoryUsage().rss;
    expect(getRefusal(() => expand(subset, `<r>${reference}</r>`))).toMatch(message);
    expect(getRefusal(() => expand(subset, `<r a="${reference}"/>`))).toMatch(message);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  });

  it('never writes more than the limits allow, for any references', () => {
    const entity = fc.record({
      text: fc.string({ unit: fc.constantFrom('a', '\n', 'ü'), maxLength: 40 }),
      refers: fc.array(fc.nat(11), { maxLength: 8 }),
    });
    fc.assert(
      fc.property(fc.array(entity, { minLength: 1, maxLength: 12 }), (entities) => {
        const subset = entities
          .map(
            ({ text, refers }, at) =>
              `<!ENTITY n${at} "${text}${refers.map((to) => `&n${to % entities.length};`).join('')}">`,
          )
          .join('');
        try {
          const { text } = expandEntities(`<!DOCTYPE r [${subset}]><r>&n0;</r>`);
          expect(Buffer.byteLength(text)).toBeLessThanOrEqual(ENTITY_LIMITS.expandedBytes);
          expect(text).not.toMatch(/&/);
        } catch (error) {
          expect((error as Error).message).toMatch(/refers to itself|levels deep|more than 10000|larger than/);
        }
      }),
      { seed: 20_240, numRuns: 300 },
    );
  });

  it('leaves documents without entities unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\n', '"', "'", '/', '>', ' ', '=') }), (text) => {
        const document = `<r a='${text.replaceAll("'", '')}'>${text}</r>`;
        expect(expandEntities(document).text).toBe(document);
      }),
      { seed: 20_241, numRuns: 300 },
    );
  });
});

describe('lines of an expanded document', () => {
  it('are those of the original, and that of the reference inside an expansion', () => {
    const document = ['<!DOCTYPE r [', '<!ENTITY e "1\n2\n3">', ']>', '<r>', '&e;', '</r>'].join('\n');
    const { text, sourceLine } = expandEntities(document);
    expect(text.split('\n')).toEqual(['', '<r>', '1', '2', '3', '</r>']);
    expect([1, 2, 3, 4, 5, 6].map(sourceLine)).toEqual([5, 6, 7, 7, 7, 8]);
  });
});
