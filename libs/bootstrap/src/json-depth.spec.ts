import fc from 'fast-check';
import { isDeeperThan } from './json-depth';

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

describe('isDeeperThan', () => {
  const isDeep = (limit: number, text: string): boolean => isDeeperThan(limit, Buffer.from(text));

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
  ])('%s levels, %s: %s', (limit, text, expected) => {
    expect(isDeep(limit, text)).toBe(expected);
  });

  it('agrees with the parsed value, whatever it holds', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 6 }), (value, limit) => {
        expect(isDeep(limit, JSON.stringify(value))).toBe(depthOf(value) > limit);
      }),
      { seed: 11, numRuns: 2_000 },
    );
  });
});
