import { layOut, type Letters } from './text-lines';

/** A letter is as wide as 1; Arabic letters are those of a font that shapes them. */
const LETTERS: Letters<string> = {
  getFont: (letter) =>
    /\p{Script=Arabic}/u.test(letter) ? 'arabic' : /\p{Script=Cyrillic}/u.test(letter) ? 'sans' : 'own',
  isShaping: (font) => font !== 'own',
  measure: ({ text }) => Array.from(text).length,
};
const lines = (text: string, width: number): string[] =>
  layOut(text, width, LETTERS).lines.map(({ runs }) => runs.map((run) => run.text).join('|'));

describe('lines of a text in several fonts', () => {
  it('break at white space, which stays at no end of a line', () => {
    expect(lines('Веб сервер один', 10)).toEqual(['Веб| |сервер', 'один']);
    expect(lines('Веб  сервер', 6)).toEqual(['Веб', 'сервер']);
  });

  it('break within a word that is longer than a line', () => {
    expect(lines('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij']);
    expect(lines('ab cdefgh', 4)).toEqual(['ab', 'cdef', 'gh']);
  });

  it('break between ideographs, not before punctuation', () => {
    expect(lines('服务器服务器', 4)).toEqual(['服务器', '服务器']);
    expect(lines('服务器安全。', 5)).toEqual(['服务器', '安全。']);
  });

  it('give shaping fonts the order of writing, and standard ones that of drawing', () => {
    const { lines: found, isRightToLeft } = layOut('خادم (web)', 100, LETTERS);
    expect(isRightToLeft).toBe(true);
    expect(found[0]!.runs).toEqual([
      { text: '(', font: 'own' },
      { text: 'web', font: 'own' },
      { text: ') ', font: 'own' },
      { text: 'خادم', font: 'arabic' },
    ]);
  });

  it('order each line by itself', () => {
    expect(lines('خادم واحد', 5)).toEqual(['خادم', 'واحد']);
  });

  it('are absent for an empty text, and one empty line for white space', () => {
    expect(lines('', 10)).toEqual([]);
    expect(lines('   ', 10)).toEqual(['']);
  });
});
