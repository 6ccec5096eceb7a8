import fc from 'fast-check';
import { type CsvCell, CsvTable, Figure, renderCsv } from './render-csv';

describe('CSV', () => {
  it.each<[string, CsvCell, string]>([
    ['a text', 'gw-1', 'gw-1'],
    ['nothing', null, ''],
    ['an empty text', '', ''],
    ['a blank', ' ', ' '],
    ['flags', true, 'true'],
    ['false', false, 'false'],
    ['zero', 0, '0'],
    ['a comma', 'a,b', '"a,b"'],
    ['a quote', 'a "b"', '"a ""b"""'],
    ['a line feed', 'a\nb', '"a\nb"'],
    ['a carriage return', 'a\rb', '"a\rb"'],
    ['a semicolon', 'a;b', 'a;b'],
    ['letters beyond ASCII', 'größe 𝄞', 'größe 𝄞'],
  ])('writes %s', (_case, cell, text) => {
    expect(renderCsv([[cell, 'x']])).toBe(`${text},x\n`);
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', '"\'\rx"'],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    ['a=1', 'a=1'],
    [' =1', ' =1'],
  ])('makes no formula of the text %j', (cell, text) => {
    expect(renderCsv([[cell]])).toBe(`${text}\n`);
  });

  it('leaves numbers unchanged', () => {
    expect(renderCsv([[-1.5, new Figure('-5.0KB 10.0KB'), new Figure('--no data available--')]])).toBe(
      '-1.5,-5.0KB 10.0KB,--no data available--\n',
    );
  });

  it('ends every line with LF, the last one too, and is nothing without rows', () => {
    expect(new CsvTable(['Report', 'URL'], [['a', 'http://x']]).text()).toBe('Report,URL\na,http://x\n');
    expect(renderCsv([])).toBe('');
  });

  it('can be parsed by RFC 4180 with any cells', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', '=', ' ', 'ä'), maxLength: 6 });
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }), (rows) => {
        const guarded = rows.map((row) => row.map((text) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)));
        expect(readCsv(renderCsv(rows))).toEqual(guarded);
      }),
      { seed: 4180 },
    );
  });
});

/** A reader made from the grammar of RFC 4180, with LF between records. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\n)/y;
  let row: string[] = [];
  while (field.lastIndex < text.length) {
    const [, quoted, plain, end] = field.exec(text) ?? [];
    if (end === undefined) throw new Error(`no field at the end of ${JSON.stringify(rows)}`);
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\n') {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}
