import { toCopyLine } from '../src/guides/copy-text';

describe('toCopyLine', () => {
  it('writes every kind of value', () => {
    expect(toCopyLine(['text', 7, true, false, null, ['a', 'b'], []])).toBe('text\t7\tt\tf\t\\N\t{a,b}\t{}\n');
  });

  it('escapes what would end a field or a row, or look like null', () => {
    expect(toCopyLine(['a\tb\nc\rd\\e', '\\N', '\\.'])).toBe('a\\tb\\nc\\rd\\\\e\t\\\\N\t\\\\.\n');
  });
});
