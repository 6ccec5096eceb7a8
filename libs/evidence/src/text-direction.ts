import bidiFactory from 'bidi-js';

const bidi = bidiFactory();

/** Quick test whether a text has letters from right to left. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** The letter as it stands in right-to-left text. */
export const mirrored = (letter: string): string => bidi.getMirroredCharacter(letter) ?? letter;

export interface Direction {
  /** Level of each letter; letters of odd levels are written from right to left. */
  readonly levels: readonly number[];
  /** By the first letter that has a direction. */
  readonly isRightToLeft: boolean;
}

/** Directions of a paragraph's letters by the Unicode Bidirectional Algorithm (UAX 9). Pure. */
export function findDirection(letters: readonly string[]): Direction {
  if (!letters.some((letter) => RIGHT_TO_LEFT.test(letter))) {
    return { levels: letters.map(() => 0), isRightToLeft: false };
  }
  const { levels, paragraphs } = bidi.getEmbeddingLevels(letters.join(''));
  let unit = 0;
  const ofLetters = letters.map((letter) => {
    const level = levels[unit]!;
    unit += letter.length;
    return level;
  });
  return { levels: ofLetters, isRightToLeft: paragraphs[0]!.level === 1 };
}

/** Indexes of the letters of a line, as they stand from left to right (L2). Pure. */
export function visualOrder(levels: readonly number[]): number[] {
  const order = levels.map((_level, at) => at);
  for (let level = Math.max(0, ...levels); level > 0; level -= 1) {
    let start = 0;
    while (start < order.length) {
      let end = start;
      while (end < order.length && levels[order[end]!]! >= level) end += 1;
      if (end > start) order.splice(start, end - start, ...order.slice(start, end).reverse());
      start = end + 1;
    }
  }
  return order;
}
