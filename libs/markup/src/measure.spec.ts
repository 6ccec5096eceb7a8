import { measureProcessorTime } from '@wardstone/testing';
import fc from 'fast-check';
import { measureJson, measureXml } from './measure';

const ENDLESS = { depth: Infinity, values: Infinity };
const measured = (text: string, bounds = ENDLESS): unknown => measureJson(Buffer.from(text), bounds);

const getMembers = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];
const getDepth = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...getMembers(value).map(getDepth)) : 0;
const getCount = (value: unknown): number => getMembers(value).reduce<number>((sum, one) => sum + getCount(one), 1);

describe('measureJson', () => {
  it.each([
    [0, '1', false],
    [0, '[]', true],
    [1, '[{}]', true],
    [2, '[{}]', false],
    [1, '["[[[[{{{{"]', false],
    [1, '["\\"[[[[", "\\\\"]', false],
    [1, '[[]', true],
    [1, '"[[[', false],
    [1, ']]]][]', false],
  ])('%s levels, %s: too deep is %s', (depth, text, expected) => {
    expect(measured(text, { depth, values: Infinity })).toEqual(
      expected ? { excess: 'depth' } : { values: expect.any(Number) as number },
    );
  });

  it.each([
    ['1', 1],
    ['[]', 1],
    [' [ \n ] ', 1],
    ['[ 1 ]', 2],
    ['[{},{},{}]', 4],
    ['{"a,b":"[,]","c":[1,"\\",",3]}', 6],
  ])('%s has %i values', (text, values) => {
    expect(measured(text)).toEqual({ values });
    expect(measured(text, { depth: 9, values })).toEqual({ values });
    if (values > 1) expect(measured(text, { depth: 9, values: values - 1 })).toEqual({ excess: 'values' });
  });

  it('equals the parsed value, with any content and indentation', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.integer({ min: 0, max: 6 }),
        fc.constantFrom('', ' ', '\n\t'),
        (value, depth, by) => {
          const text = JSON.stringify(value, null, by);
          const parsed = JSON.parse(text) as unknown;
          expect(measured(text)).toEqual({ values: getCount(parsed) });
          expect(measured(text, { depth, values: Infinity })).toEqual(
            getDepth(parsed) > depth ? { excess: 'depth' } : { values: getCount(parsed) },
          );
        },
      ),
      { seed: 11, numRuns: 2_000 },
    );
  });

  it('never counts less than a parser, for any text', () => {
    const piece = fc.constantFrom('[', ']', '{', '}', ',', ':', '"', '\\', ' ', '1', '"a":', '[]', '{}');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        let parsed: unknown;
        try {
          parsed = JSON.parse(text);
        } catch {
          return;
        }
        const { values = 0 } = measureJson(Buffer.from(text), ENDLESS);
        expect(values).toBeGreaterThanOrEqual(getCount(parsed));
      }),
      { seed: 12, numRuns: 20_000 },
    );
  });

  it('takes linear time for blanks and unterminated texts', async () => {
    for (const piece of ['[ ', ' ', '"', '{ } ', '\\', '[']) {
      const text = Buffer.from(piece.repeat(2 ** 20));
      expect(await measureProcessorTime(() => measureJson(text, ENDLESS))).toBeLessThan(10_000);
    }
  });
});

describe('measureXml', () => {
  const countXml = (text: string, values = Infinity): unknown => measureXml(Buffer.from(text), { values });

  it.each([
    ['<a/>', 1],
    ['<a><b>1</b><b x="1" y = \'2\'/></a>', 5],
    ['<a>1 = 2</a>', 1],
  ])('%s has %i elements and attributes', (text, values) => {
    expect(countXml(text)).toEqual({ values });
    expect(countXml(text, values - 1)).toEqual({ excess: 'values' });
  });
});
