import { readCsv } from './csv';

describe('a text in CSV', () => {
  it.each([
    ['', []],
    [
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['a,,\r\n', [['a', '', '']]],
    ['"a, b","say ""hi"""\r\n', [['a, b', 'say "hi"']]],
    ['"two\r\nlines",x\r\n', [['two\r\nlines', 'x']]],
  ])('%j is %j', (text, expected) => {
    expect(readCsv(text, 10, true)).toEqual(expected);
  });

  it('is read as far as wanted', () => {
    expect(readCsv('a\r\nb\r\nc\r\n', 2, true)).toEqual([['a'], ['b']]);
  });

  it('that is cut loses its incomplete last line', () => {
    expect(readCsv('a,b\r\n1,2\r\n3,', 10, false)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
    expect(readCsv('a\r\n"b', 10, false)).toEqual([['a']]);
  });
});
