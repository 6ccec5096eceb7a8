import { parseGroupExpression } from '@wardstone/group-expression';
import { completeLine } from './completion';

describe('the completion of an expression', () => {
  it.each([
    ['', '', ['resource.', 'groupby resource.', 'empty resource.', 'not empty resource.', 'memberof = ']],
    ['  gr', 'gr', ['groupby resource.']],
    ['resource.ty', 'ty', ['type.name', 'type.category', 'type.plugin']],
    ['groupby resource.parent.n', 'n', ['name']],
    ['resource.gra', 'gra', ['grandParent.']],
    ['resource.parent.gra', 'gra', []],
    ['resource.name', '', [' = ', '.contains = ', '.startsWith = ', '.endsWith = ']],
    ['resource.trait[os]', '', [' = ', '.contains = ', '.startsWith = ', '.endsWith = ']],
    ['resource.trait[o', 'trait[o', []],
    ['resource.id', '', [' = ']],
    ['groupby resource.name', '', []],
    ['resource.availability = d', 'd', ['DOWN', 'DISABLED']],
    ['resource.name = web', 'web', []],
    ['anything else', 'anything else', []],
  ])('of %j replaces %j by one of %j', (line, typed, words) => {
    expect(completeLine(line)).toEqual({ typed, words });
  });

  it.each([
    ['resource.parent.type.name = Li', 'Li', 'types'],
    ['resource.type.plugin = ', '', 'plugins'],
    ['memberof = we', 'we', 'groups'],
  ])('of %j looks for %j among the %s', (line, typed, source) => {
    expect(completeLine(line)).toEqual({ typed, words: [], source });
  });

  it('leads from an empty text to valid statements', () => {
    const ends: string[] = [];
    const walk = (line: string): void => {
      const { typed, words, source } = completeLine(line);
      const before = line.slice(0, line.length - typed.length);
      if (words.length === 0 || (typed === '' && /(groupby|empty) .*\w$/.test(line)))
        ends.push(source ? `${line}x` : line);
      for (const word of words.filter((each) => !each.endsWith('['))) walk(before + word);
    };
    walk('');
    expect(ends.length).toBeGreaterThan(100);
    for (const end of ends) expect(() => parseGroupExpression(/= $/.test(end) ? `${end}1` : end)).not.toThrow();
  });
});
