import { ExpressionError, parseGroupExpression } from '@wardstone/group-expression';
import { printGroupExpression } from './print';

const normal = (source: string | string[]): string[] => printGroupExpression(parseGroupExpression(source));
const refusal = (source: string): ExpressionError => {
  try {
    parseGroupExpression(source);
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
  throw new Error(`not refused: ${source}`);
};

describe('parseGroupExpression', () => {
  it.each([
    ['GROUPBY  Resource..TYPE name', 'groupby resource.type.name'],
    ['  resource name   =   a = b ', 'resource.name = a = b'],
    ['resource.name=x', 'resource.name = x'],
    ['resource . grandparent . version . ENDSWITH = 1', 'resource.grandParent.version.endsWith = 1'],
    ['Not Empty resource.PluginConfiguration[ a = b. ]', 'not empty resource.pluginConfiguration[ a = b. ]'],
    ['EMPTY.resource.child.version', 'empty resource.child.version'],
    ['memberof=web = 1', 'memberof = web = 1'],
    ['MemberOf = Ünï', 'memberof = Ünï'],
    ['resource.id = 007', 'resource.id = 7'],
    ['resource.id = +99999999999999999999', 'resource.id = 99999999999999999999'],
    ['resource.availability = dIsabled', 'resource.availability = DISABLED'],
    ['resource.parent.type.category = service', 'resource.parent.type.category = SERVICE'],
    ['resource.trait[a[b].contains = %_', 'resource.trait[a[b].contains = %_'],
    ['resource.name.contains = "x"', 'resource.name.contains = "x"'],
    ['resource.name = contains', 'resource.name = contains'],
  ])('reads %j', (source, printed) => {
    expect(normal(source)).toEqual([printed]);
    expect(normal(printed)).toEqual([printed]);
  });

  it('splits lines at every kind of line break and skips blank ones', () => {
    const lines = ['resource.name = a', 'resource.version = b', 'memberof = c', 'groupby resource.id'];
    expect(normal(['', `${lines[0]}\r\n\n${lines[1]}\r${lines[2]}`, '   ', lines[3]!])).toEqual(lines);
    expect(parseGroupExpression(['', ' \n '])).toEqual([]);
  });

  it.each([
    ['name = a', 1],
    ['resource', 9],
    ['resource = a', 9],
    ['resource.type = a', 14],
    ['resource.type.nam = a', 15],
    ['resource.nam = a', 10],
    ['resource.availabilityX = UP', 10],
    ['resource.name =', 16],
    ['resource.name =   ', 19],
    ['resource.name. = a', 14],
    ['.resource.name = a', 1],
    ['= a', 1],
    ['resource.trait = x', 15],
    ['resource.trait[] = x', 15],
    ['resource.trait [a] = x', 16],
    ['resource.trait[a = x', 15],
    ['resource.trait[a]b = x', 18],
    ['resource.trait[a][b] = x', 18],
    ['resource.name[a] = x', 14],
    ['resource.parent.parent.name = a', 17],
    ['resource.parent.child.name = a', 17],
    ['resource.name.contains.startsWith = x', 24],
    ['resource.type.category.contains = P', 24],
    ['resource.type.category = HOST', 26],
    ['resource.availability = MISSING', 25],
    ['resource.id = 1.5', 15],
    ['resource.id = abc', 15],
    ['memberof', 9],
    ['memberof.contains = g', 10],
    ['memberof =', 11],
    ['groupby', 8],
    ['groupby name', 9],
    ['groupby resource.name.contains', 23],
    ['empty resource.name.contains', 21],
    ['empty resource.name = a', 20],
    ['not', 4],
    ['not empty', 10],
    ['not resource.name = a', 5],
    ['  or resource.name = a', 3],
    ['resource.name = <', 17],
    ['resource.trait[<] = a', 16],
  ])('refuses %j and points at column %d', (source, column) => {
    expect(refusal(source)).toMatchObject({ line: 1, column });
    expect(refusal(`\nmemberof = other group\n${source}`)).toMatchObject({ line: 3, column });
  });

  it('states position and cause in its message', () => {
    expect(refusal('resource.name = a\n  resource.nam = a').message).toMatch(
      /^Line 2, column 12: Unknown attribute nam/,
    );
  });
});

describe('statements of one definition', () => {
  it.each([
    ['resource.name = a', 'empty resource.name'],
    ['empty resource.version', 'not empty resource.version'],
    ['groupby resource.name', 'groupby RESOURCE NAME'],
    ['groupby resource.name', 'resource.name.contains = a'],
    ['memberof = a', 'memberof = a'],
    ['resource.availability = UP', 'groupby resource.parent.availability'],
    ['groupby resource.availability', 'groupby resource.parent.availability'],
    ['groupby resource.trait[a]', 'not empty resource.trait[A]'],
    ['groupby resource.trait[a]', 'groupby resource.trait[A]'],
    ['groupby resource.trait[a]', 'not empty resource.parent.trait[a]'],
    ['groupby resource.pluginConfiguration[a]', 'empty resource.resourceConfiguration[a]'],
  ])('must not be %j and %j', (first, second) => {
    expect(refusal(`${first}\nmemberof = x\n  ${second}`)).toMatchObject({ line: 3, column: 3 });
    expect(refusal(`${second}\n${first}`)).toMatchObject({ line: 2, column: 1 });
  });

  it.each([
    ['resource.name = a', 'resource.parent.name.contains = b'],
    ['groupby resource.version', 'empty resource.version'],
    ['groupby resource.availability', 'not empty resource.availability'],
    ['groupby resource.trait[a]', 'not empty resource.trait[a]'],
    ['groupby resource.child.pluginConfiguration[a]', 'empty resource.child.pluginConfiguration[a]'],
    ['groupby resource.name', 'groupby resource.parent.name'],
    ['memberof = a', 'memberof = A'],
    ['resource.trait[a] = 1', 'resource.pluginConfiguration[a] = 1'],
  ])('may be %j and %j', (first, second) => {
    expect(normal([first, second])).toEqual([first, second]);
  });
});
