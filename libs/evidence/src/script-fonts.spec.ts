import fs from 'node:fs';
import { createRequire } from 'node:module';
import { isStandard, ScriptFonts } from './script-fonts';

interface Parsed {
  hasGlyphForCodePoint(code: number): boolean;
}
/** The library by which that for PDF reads fonts. */
const { create } = createRequire(createRequire(__filename).resolve('pdfkit'))('fontkit') as {
  create: (bytes: Buffer) => Parsed;
};

describe('fonts of scripts', () => {
  it('have every letter that they are found for, in both weights', () => {
    const files = new Map<string, Parsed>();
    const fonts = new ScriptFonts((name, file) => files.set(name, create(fs.readFileSync(file))));
    const lacking: string[] = [];
    let count = 0;
    for (let code = 0x80; code < 0x20000; code += 1) {
      const letter = String.fromCodePoint(code);
      if (isStandard(letter)) continue;
      const names = [false, true].flatMap((isBold) => fonts.find(letter, isBold) ?? []);
      count += Math.min(names.length, 1);
      if (names.some((name) => !files.get(name)!.hasGlyphForCodePoint(code))) lacking.push(code.toString(16));
    }
    expect(lacking).toEqual([]);
    expect(count).toBeGreaterThan(3_000);
  });

  it.each([
    'Žluťoučký',
    'Łódź',
    'Київ Ґ',
    'Москва',
    'Αθήνα',
    'Hà Nội',
    'दिल्ली',
    'الرياض',
    'تهران پ',
    'תל אביב',
    'שָׁלוֹם',
  ])('have %s', (name) => {
    const fonts = new ScriptFonts(() => undefined);
    const letters = Array.from(name.normalize('NFC')).filter((letter) => !isStandard(letter));
    expect(letters.filter((letter) => fonts.find(letter, false) === undefined)).toEqual([]);
    expect(letters.length).toBeGreaterThan(0);
  });

  it('are read once each, and only those that a text needs', () => {
    const files: string[] = [];
    const fonts = new ScriptFonts((name) => files.push(name));
    for (const letter of 'МоскваМосква') fonts.find(letter, false);
    expect(files).toEqual(['noto-sans-cyrillic-400-normal.woff']);
    expect(fonts.has(files[0]!)).toBe(true);
    expect(fonts.has('Helvetica')).toBe(false);
  });

  it('are absent for other scripts', () => {
    expect(new ScriptFonts(() => undefined).find('東', false)).toBeUndefined();
  });
});
