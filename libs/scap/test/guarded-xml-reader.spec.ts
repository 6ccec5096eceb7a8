import { DocumentError, timedOut } from '../src/documents/document-error';
import { DOCUMENT_LIMITS } from '../src/documents/document-limits';
import { GuardedXmlReader } from '../src/documents/guarded-xml-reader';
import { aBenchmark } from './datastream.builder';
import { getRefusal } from './parsing';

const NOTHING = { open: () => {}, text: () => {}, close: () => {} };
const KIB = 1024;
const MIB = 1024 * KIB;

/** Reads a document in slices of `sliceBytes`, and returns the error. */
function read(document: string | Uint8Array, sliceBytes = 64 * KIB, limits = DOCUMENT_LIMITS): string {
  const bytes = typeof document === 'string' ? Buffer.from(document) : document;
  const reader = new GuardedXmlReader(NOTHING, { limits });
  try {
    for (let at = 0; at < bytes.length; at += sliceBytes) reader.write(bytes.subarray(at, at + sliceBytes));
    reader.end();
  } catch (error) {
    if (error instanceof DocumentError) return error.message;
    throw error;
  }
  return 'taken';
}

describe('GuardedXmlReader', () => {
  describe('takes', () => {
    it.each([
      ['a document without declaration', '<a/>'],
      ['a byte order mark', '\uFEFF<?xml version="1.0"?><a/>'],
      ['declared UTF-8 in any letter case', '<?xml version="1.0" encoding="utf-8"?><a>é€😀</a>'],
      ['declared US-ASCII that is ASCII', '<?xml version="1.0" encoding="US-ASCII"?><a>&#233;</a>'],
      ['UTF-16 whatever it declares', Buffer.from('\uFEFF<?xml version="1.0" encoding="utf-8"?><a>é</a>', 'utf16le')],
      ['UTF-16 without a mark', Buffer.from('<?xml version="1.0" encoding="UTF-16"?><a>😀</a>', 'utf16le').swap16()],
      ['the predefined entities', '<a b="&quot;&apos;">&amp;&lt;&gt;&#x41;</a>'],
      ['comments, CDATA and processing instructions', '<?p q?><!-- <!DOCTYPE a> --><a><![CDATA[<!DOCTYPE a>]]></a>'],
      ['64 levels', '<a>'.repeat(64) + '</a>'.repeat(64)],
      ['64 attributes', `<a ${Array.from({ length: 64 }, (_, n) => `b${n}=""`).join(' ')}/>`],
      ['an attribute of 64 KiB', `<a b="${'x'.repeat(64 * KIB)}"/>`],
      ['a text node of 8 MiB', `<a>${'x'.repeat(8 * MIB)}</a>`],
      ['8 MiB of text on each side of a comment', `<a>${'x'.repeat(8 * MIB)}<!-- -->${'x'.repeat(8 * MIB)}</a>`],
    ])('%s', (_name, document) => {
      expect(read(document)).toBe('taken');
    });
  });

  describe('refuses as too complex', () => {
    it.each([
      ['65 levels', '<a>'.repeat(65)],
      ['65 attributes', `<a ${Array.from({ length: 65 }, (_, n) => `b${n}=""`).join(' ')}/>`],
      ['an attribute one byte over 64 KiB', `<a b="${'x'.repeat(64 * KIB + 1)}"/>`],
      ['an attribute over 64 KiB in bytes, not in characters', `<a b="${'€'.repeat(22 * KIB)}"/>`],
      ['a text node one byte over 8 MiB', `<a>${'x'.repeat(8 * MIB + 1)}</a>`],
      ['a CDATA section over 8 MiB', `<a><![CDATA[${'x'.repeat(8 * MIB + 1)}]]></a>`],
      ['a comment over 8 MiB', `<!--${'x'.repeat(9 * MIB)}--><a/>`],
      ['a name over 8 MiB', `<${'x'.repeat(9 * MIB)}/>`],
      ['an entity name over 8 MiB', `<a>&${'x'.repeat(9 * MIB)};</a>`],
    ])('%s', (_name, document) => {
      expect(read(document)).toBe('document is too complex');
    });

    it('more elements than the limit', () => {
      const limits = { ...DOCUMENT_LIMITS, elements: 10 };
      expect(read(`<a>${'<b/>'.repeat(9)}</a>`, KIB, limits)).toBe('taken');
      expect(read(`<a>${'<b/>'.repeat(10)}</a>`, KIB, limits)).toBe('document is too complex');
    });
  });

  describe('refuses a DOCTYPE', () => {
    it.each([
      ['empty', '<!DOCTYPE a><a/>'],
      ['after a comment', '<?xml version="1.0"?><!-- c --><!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'],
      ['whose subset never ends', `<!DOCTYPE a [${'<!ENTITY e "x">'.repeat(3)}`],
      ['inside the document', '<a><!DOCTYPE a></a>'],
    ])('%s', (_name, document) => {
      expect(read(document)).toBe('DOCTYPE is not allowed');
      expect(read(document, 1)).toBe('DOCTYPE is not allowed');
    });
  });

  describe('refuses ill-formed input with its position', () => {
    it.each([
      ['nothing', '', 1, 1],
      ['no root', '<!-- -->\n', 2, 1],
      ['a cut document', '<a>\n <b>', 2, 4],
      ['crossed tags', '<a>\n<b></a>', 2, 7],
      ['a repeated attribute', '<a b="" b=""/>', 1, 14],
      ['an unbound prefix', '<x:a/>', 1, 6],
      ['an unknown entity', '<a>&nbsp;</a>', 1, 9],
      ['an entity named like a member of Object', '<a>&constructor;</a>', 1, 16],
      ['a NUL reference', '<a>&#0;</a>', 1, 7],
      ['a surrogate reference', '<a>&#xD800;</a>', 1, 11],
      ['a control character', '<a>\u0001</a>', 1, 4],
      ['two roots', '<a/><b/>', 1, 7],
      ['an unquoted attribute', '<a b=c/>', 1, 6],
      ['a stray ]]>', '<a>]]></a>', 1, 6],
    ])('%s', (_name, document, line, column) => {
      const message = `not well-formed XML (line ${line}, column ${column})`;
      expect(read(document)).toBe(message);
      expect(read(document, 1)).toBe(message);
    });

    it.each([
      ['a byte of Latin-1', Buffer.from('<a>\ncaf\u00e9</a>', 'latin1'), 2, 4],
      ['a character cut off by the end', Buffer.from([0x3c, 0x61, 0x3e, 0xe2, 0x82]), 1, 4],
      ['UTF-8 in declared US-ASCII', Buffer.from('<?xml version="1.0" encoding="us-ascii"?>\n<a>é</a>'), 2, 4],
    ])('%s', (_name, document, line, column) => {
      const message = `not well-formed XML (line ${line}, column ${column})`;
      expect(read(document)).toBe(message);
      expect(read(document, 1)).toBe(message);
    });
  });

  it.each(['<a>\uD800</a>', '<a/>\uD83D'])('refuses ill-formed UTF-16: %j', (document) => {
    const bytes = Buffer.from(`\uFEFF${document}`, 'utf16le');
    expect(read(bytes)).toMatch(/^not well-formed XML \(line 1, column [0-9]+\)$/);
    expect(read(bytes, 1)).toMatch(/^not well-formed XML \(line 1, column [0-9]+\)$/);
  });

  it.each(['hello', '<a/>hello'])('refuses text outside of the root: %s', (document) => {
    expect(read(document)).toMatch(/^not well-formed XML \(line 1, column [0-9]+\)$/);
    expect(read(document, 1)).toMatch(/^not well-formed XML \(line 1, column [0-9]+\)$/);
  });

  it.each(['ISO-8859-1', 'UTF-16', 'utf-32'])('refuses a document declared as %s', (encoding) => {
    const document = `<?xml version="1.0" encoding="${encoding}"?><a/>`;
    expect(read(document)).toBe(`encoding ${encoding} is not supported`);
    expect(read(document, 1)).toBe(`encoding ${encoding} is not supported`);
  });

  it('refuses more decoded bytes than the limit as too large', () => {
    const limits = { ...DOCUMENT_LIMITS, decodedBytes: 100 };
    expect(getRefusal(aBenchmark(' '.repeat(100)), limits).kind).toBe('too_large');
  });

  it('checks the time between slices', () => {
    let slices = 0;
    const checkDeadline = (): void => {
      if (++slices > 3) throw timedOut();
    };
    const reader = new GuardedXmlReader(NOTHING, { checkDeadline });
    expect(() => reader.write(Buffer.from(`<a>${' '.repeat(MIB)}`))).toThrow('Processing timed out');
  });
});
