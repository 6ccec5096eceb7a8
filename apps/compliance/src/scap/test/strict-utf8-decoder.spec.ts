import fc from 'fast-check';
import { StrictUtf8Decoder } from '../strict-utf8-decoder';

describe('StrictUtf8Decoder', () => {
  it('keeps characters whole wherever the input is cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 5 }), (text, size) => {
        fc.pre(text.isWellFormed());
        const bytes = Buffer.from(text);
        const decoder = new StrictUtf8Decoder();
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
    ['a byte of UTF-16', [0xff, 0xfe, 0x3c, 0x00], ''],
    ['Latin-1', [0x63, 0x61, 0x66, 0xe9, 0x21], 'caf'],
  ])('reports %s after the text before it', (_name, bytes, text) => {
    expect(new StrictUtf8Decoder().decode(Uint8Array.from(bytes))).toEqual({ text, isIllFormed: true });
  });

  it('says when the input stops inside a character', () => {
    const decoder = new StrictUtf8Decoder();
    decoder.decode(Uint8Array.from([0x61, 0xe2, 0x82]));
    expect(decoder.endsIncomplete()).toBe(true);
  });
});
