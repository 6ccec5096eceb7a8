import fc from 'fast-check';
import { StrictDecoder } from '../src/documents/strict-decoder';

describe('StrictDecoder', () => {
  const ENCODINGS = {
    'UTF-8': (text: string) => Buffer.from(text),
    'UTF-16 with a mark': (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
    'UTF-16, big-endian': (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
    'UTF-16 without a mark': (text: string) => Buffer.from(text, 'utf16le'),
  };

  it.each(Object.entries(ENCODINGS))('keeps characters of %s whole wherever the input is cut', (_name, encode) => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 5 }), (content, size) => {
        fc.pre(content.isWellFormed());
        const text = `<a>${content}</a>`;
        const bytes = encode(text);
        const decoder = new StrictDecoder();
        let decoded = '';
        for (let at = 0; at < bytes.length; at += size) {
          const slice = decoder.decode(bytes.subarray(at, at + size));
          expect(slice.isIllFormed).toBe(false);
          decoded += slice.text;
        }
        expect(decoder.endsIncomplete()).toBe(false);
        expect(decoded).toBe(text);
      }),
      { seed: 8, numRuns: 300 },
    );
  });

  it.each([
    ['a stray continuation byte', [0x61, 0x80, 0x62], 'a'],
    ['an overlong form', [0x61, 0xc0, 0xaf], 'a'],
    ['a surrogate', [0xc3, 0xa9, 0xed, 0xa0, 0x80], 'é'],
    ['a code point beyond Unicode', [0xf4, 0x90, 0x80, 0x80], ''],
    ['a byte of UTF-16', [0x61, 0xff, 0xfe, 0x3c, 0x00], 'a'],
    ['half a surrogate pair of UTF-16', [0xff, 0xfe, 0x00, 0xd8, 0x3c, 0x00], ''],
    ['Latin-1', [0x63, 0x61, 0x66, 0xe9, 0x21], 'caf'],
  ])('reports %s after the text before it', (_name, bytes, text) => {
    expect(new StrictDecoder().decode(Uint8Array.from(bytes))).toEqual({ text, isIllFormed: true });
  });

  it('reports that the input ends within a character', () => {
    const decoder = new StrictDecoder();
    decoder.decode(Uint8Array.from([0x61, 0xe2, 0x82]));
    expect(decoder.endsIncomplete()).toBe(true);
  });

  it.each([[[0x3c]], [[0xff, 0xfe, 0x3c]], [[0xff, 0xfe, 0x00, 0xd8]]])('reports the bytes %p, too', (bytes) => {
    const decoder = new StrictDecoder();
    decoder.decode(Uint8Array.from(bytes));
    expect(decoder.endsIncomplete()).toBe(true);
  });
});
