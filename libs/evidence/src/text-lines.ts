import { findDirection, mirrored, visualOrder } from './text-direction';

/** A part of a line in one font. */
export interface TextRun<Font> {
  /** As the font takes it: fonts that shape scripts take the order of writing, others that of drawing. */
  readonly text: string;
  readonly font: Font;
}

export interface TextLine<Font> {
  /** From left to right. */
  readonly runs: readonly TextRun<Font>[];
  readonly width: number;
}

export interface TextBlock<Font> {
  readonly lines: readonly TextLine<Font>[];
  /** By the first letter that has a direction. */
  readonly isRightToLeft: boolean;
}

/** How letters are drawn. */
export interface Letters<Font> {
  getFont(letter: string): Font;
  /** Whether the font shapes scripts, and so turns right-to-left text itself. */
  isShaping(font: Font): boolean;
  measure(run: TextRun<Font>): number;
}

/** Scripts that are broken between any two letters. */
const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Punctuation that may not begin a line. */
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}]+$/u;
const WORDS = new Intl.Segmenter('en', { granularity: 'word' });

/** Breaks a text without line breaks into lines of a width, each in the order of drawing. */
export function layOut<Font>(text: string, width: number, letters: Letters<Font>): TextBlock<Font> {
  const all = Array.from(text);
  const { levels, isRightToLeft } = findDirection(all);
  const toLine = (start: number, end: number): TextLine<Font> => drawnLine(all, levels, [start, end], letters);
  const lines: TextLine<Font>[] = [];
  let [start, end, used] = [0, 0, 0];
  const finish = (): void => {
    if (end > start) lines.push(toLine(start, end));
    [start, used] = [end, 0];
  };
  for (const length of tokenLengths(text)) {
    const token = toLine(end, end + length);
    if (used + token.width > width) finish();
    if (token.width <= width) {
      used += token.width + spaceAfter(all, end + length, letters);
      end += length;
      continue;
    }
    // Longer than a line.
    const last = end + length;
    for (; end < last; end += 1) {
      const next = toLine(end, end + 1).width;
      if (used + next > width) finish();
      used += next;
    }
  }
  finish();
  return { lines, isRightToLeft };
}

/** Width of the white space at the end of a token, which counts only if another one follows in the line. */
function spaceAfter<Font>(all: readonly string[], end: number, letters: Letters<Font>): number {
  return all[end - 1] === ' ' ? letters.measure({ text: ' ', font: letters.getFont(' ') }) : 0;
}

/** Lengths of the parts of a text that stay together, with the white space after them. */
function tokenLengths(text: string): number[] {
  const lengths: number[] = [];
  let before = '';
  for (const { segment } of WORDS.segment(text)) {
    const isApart = before === '' || /\s$/.test(before) || (IDEOGRAPH.test(before + segment) && !CLOSING.test(segment));
    const length = Array.from(segment).length;
    if (isApart && !/^\s/.test(segment)) lengths.push(length);
    else lengths.push((lengths.pop() ?? 0) + length);
    before = segment;
  }
  return lengths;
}

function drawnLine<Font>(
  all: readonly string[],
  levels: readonly number[],
  [start, last]: readonly [number, number],
  letters: Letters<Font>,
): TextLine<Font> {
  let end = last;
  while (end > start && all[end - 1] === ' ') end -= 1;
  const parts: { letters: string[]; font: Font; level: number }[] = [];
  for (const at of visualOrder(levels.slice(start, end))) {
    const letter = all[start + at]!;
    const level = levels[start + at]!;
    const font = letters.getFont(letter);
    const part = parts.at(-1);
    if (part && part.font === font && part.level === level) part.letters.push(letter);
    else parts.push({ letters: [letter], font, level });
  }
  const runs = parts.map(({ letters: drawn, font, level }): TextRun<Font> => {
    if (level % 2 === 0) return { text: drawn.join(''), font };
    return { text: letters.isShaping(font) ? drawn.toReversed().join('') : drawn.map(mirrored).join(''), font };
  });
  return { runs, width: runs.reduce((sum, run) => sum + letters.measure(run), 0) };
}
