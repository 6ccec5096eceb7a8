import { createRequire } from 'node:module';
import path from 'node:path';

/** Letters that the standard fonts of PDF readers have: Latin-1, and further ones of WinAnsi. */
const STANDARD = /^[ -~\u00a1-\u00ac\u00ae-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;
/** Stated by the package of Noto Sans, but not in its files. */
const ABSENT =
  /^[\ua8e0-\ua8ff\p{C}\u1cd0-\u1cff\p{Script=Coptic}\u1c89\u1c8a\u2000-\u206f\u2191\u2193\u2215\ua7cb-\ua7f1\ua830-\ua839\u{11b00}-\u{11b09}]$/u;
/** Code points of Noto Naskh Arabic, whose package does not state them. */
const ARABIC =
  'U+0606-061B,U+061E-06FF,U+0750-077F,U+08A0,U+08A2-08AC,U+FB50-FBC1,U+FBD3-FD3F,U+FD50-FD8F,U+FD92-FDC7,U+FDF2,U+FDFA-FDFC,U+FE70-FE74,U+FE76-FEFC';
/** The same of Noto Sans Hebrew. */
const HEBREW =
  'U+0591-05C7,U+05D0-05EA,U+05F0-05F4,U+20AA,U+FB1D-FB36,U+FB38-FB3C,U+FB3E,U+FB40-FB41,U+FB43-FB44,U+FB46-FB4F';

const loadPackage = createRequire(__filename);

/** A file with a part of a font, by weight. */
interface Slice {
  readonly plain: string;
  readonly bold: string;
  /** Code points, first and last. */
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

let slices: readonly Slice[] | undefined;

/** Whether the standard fonts of PDF readers have all letters of a text. */
export const isStandard = (text: string): boolean => STANDARD.test(text);

/** Noto fonts for letters that the standard fonts lack; each file is registered when a text needs it. */
export class ScriptFonts {
  private readonly found = new Map<string, string | undefined>();
  private readonly registered = new Set<string>();

  constructor(private readonly register: (name: string, file: string) => void) {}

  /** Name of a font that has the letter; undefined if there is none. */
  find(letter: string, isBold: boolean): string | undefined {
    const key = `${isBold ? 'b' : 'p'}${letter}`;
    if (!this.found.has(key)) this.found.set(key, this.load(letter, isBold));
    return this.found.get(key);
  }

  /** Whether it is the name of one of these fonts. */
  has(name: string): boolean {
    return this.registered.has(name);
  }

  private load(letter: string, isBold: boolean): string | undefined {
    if (ABSENT.test(letter)) return undefined;
    slices ??= readSlices();
    const code = letter.codePointAt(0)!;
    // The last slice with a letter counts, as in style sheets.
    const slice = slices.findLast(({ ranges }) => ranges.some(([first, last]) => code >= first && code <= last));
    if (!slice) return undefined;
    const file = isBold ? slice.bold : slice.plain;
    const name = path.basename(file);
    if (!this.registered.has(name)) this.register(name, file);
    this.registered.add(name);
    return name;
  }
}

/** Fonts in formats that the library for PDF reads: packages with WOFF2 alone are not. */
function readSlices(): Slice[] {
  const sans = path.dirname(loadPackage.resolve('@fontsource/noto-sans/package.json'));
  const arabic = loadPackage.resolve('@embedpdf/fonts-arabic');
  const hebrew = loadPackage.resolve('@embedpdf/fonts-hebrew');
  const stated = loadPackage(path.join(sans, 'unicode.json')) as Record<string, string>;
  return [
    ...Object.entries(stated).map(([name, ranges]) => {
      const file = path.join(sans, 'files', `noto-sans-${name}`);
      return { plain: `${file}-400-normal.woff`, bold: `${file}-700-normal.woff`, ranges: toRanges(ranges) };
    }),
    wholeFont(arabic, 'NotoNaskhArabic', ARABIC),
    wholeFont(hebrew, 'NotoSansHebrew', HEBREW),
  ];
}

/** A font in one file a weight. @param entry entry of its package */
function wholeFont(entry: string, name: string, ranges: string): Slice {
  const file = path.join(path.dirname(entry), '..', 'fonts', name);
  return { plain: `${file}-Regular.ttf`, bold: `${file}-Bold.ttf`, ranges: toRanges(ranges) };
}

/** Reads `U+0460-052F,U+20B4`. */
const toRanges = (text: string): Slice['ranges'] =>
  text.split(',').map((range) => {
    const [first, last = first] = range.trim().slice(2).split('-');
    return [Number.parseInt(first!, 16), Number.parseInt(last!, 16)];
  });
