import { measureProcessorTime } from '@wardstone/testing';
import { readInventory } from '../src/domain/read-responses';
import { FileFilters } from '../src/drift/file-filter';
import { toDisplayName } from '../src/drift/file-name';

describe('filters of a drift definition', () => {
  const filter = (path: string, pattern: string | null = null) => ({ path, pattern });

  it.each<[string, string | null, string, boolean]>([
    ['.', null, 'a/b.conf', true],
    ['.', '*.conf', 'b.conf', true],
    ['.', '*.conf', 'a/b.conf', false],
    ['./', '**/*.conf', 'b.conf', true],
    ['', '**/*.conf', 'a/c/b.conf', true],
    ['a', null, 'a/b', true],
    ['a', null, 'ab/b', false],
    ['/a/', '?.conf', 'a/b.conf', true],
    ['a', '?.conf', 'a/bb.conf', false],
    ['a', 'x/', 'a/x/y/z', true],
    ['a', 'x/**/z', 'a/x/z', true],
    ['a', 'x/**/y/*', 'a/x/1/y/2/y/z', true],
    ['..', null, 'a', false],
    ['../../root', '**', 'a', false],
    ['.', '[a]', 'a', false],
  ])('with the folder %s and the pattern %s match %s: %s', (path, pattern, file, isWatched) => {
    expect(new FileFilters([filter(path, pattern)], []).takes(file)).toBe(isWatched);
    expect(new FileFilters([], [filter(path, pattern)]).takes(file)).toBe(!isWatched);
  });

  it('do not look into folders where nothing is watched', () => {
    const filters = new FileFilters([filter('a/b', '*.conf')], [filter('a/b/.git'), filter('a/b/x', '*.bak')]);
    const entered = ['', 'a', 'a/b', 'a/b/c', 'a/b/x', 'a/c', 'ab', 'a/b/.git', 'a/b/.git/objects'];
    expect(entered.filter((folder) => filters.mayBeIn(folder))).toEqual(['', 'a', 'a/b', 'a/b/c', 'a/b/x']);
  });

  it('are matched in linear time, whatever the server sends', async () => {
    const slow = `${'*a'.repeat(250)}b`;
    const filters = new FileFilters([filter('.', slow), filter('.', `${'**/a/'.repeat(100)}b`)], []);
    const isTaken = () => filters.takes('a'.repeat(255)) || filters.takes('a/'.repeat(1_000));
    expect(isTaken()).toBe(false);
    expect(await measureProcessorTime(isTaken)).toBeLessThan(500);
  });
});

describe('drift definitions of a misbehaving server', () => {
  const read = (...driftDefinitions: unknown[]) =>
    readInventory({ resources: [], schedules: [], driftDefinitions })?.driftDefinitions;
  const sound = { resourceId: 1, name: 'etc', baseDirectory: '/etc', interval: 600_000, includes: [], excludes: [] };

  it('are dropped when they are invalid, and limited in number', () => {
    const nonsense = [null, 7, [], {}, { ...sound, resourceId: '1' }, { ...sound, name: '' }];
    expect(read(...nonsense, { ...sound, baseDirectory: 7 }, { ...sound, interval: NaN })).toEqual([]);
    expect(read({ ...sound, interval: -1, version: -1, includes: 7, excludes: [7, { path: 8 }] })).toEqual([
      { ...sound, interval: 60_000, version: null },
    ]);
    expect(read({ ...sound, interval: 1e300, version: 3 })?.[0]).toMatchObject({ interval: 2_678_400_000, version: 3 });
    expect(read(...Array.from({ length: 1_000 }, () => sound))).toHaveLength(50);
    const filters = Array.from({ length: 1_000 }, () => ({ path: 'x'.repeat(9_000), pattern: 5 }));
    const [bounded] = read({ ...sound, includes: filters }) ?? [];
    expect(bounded?.includes).toHaveLength(100);
    expect(bounded?.includes[0]).toEqual({ path: 'x'.repeat(2_000), pattern: null });
    expect(readInventory({ resources: [], schedules: [], driftDefinitions: 7 })?.driftDefinitions).toEqual([]);
  });
});

describe('names of files', () => {
  const shown = (...bytes: (string | number)[]) =>
    toDisplayName(
      Buffer.concat(bytes.map((each) => (typeof each === 'string' ? Buffer.from(each) : Buffer.of(each)))).toString(
        'latin1',
      ),
    );

  it('are text if they are UTF-8, otherwise escaped to distinct texts', () => {
    expect(shown('a b.conf')).toBe('a b.conf');
    expect(shown('größe\n')).toBe('größe\n');
    expect(shown('a', 0xff, 'b')).toBe(String.raw`a\xffb`);
    expect(shown(String.raw`a\xffb`)).toBe(String.raw`a\x5cxffb`);
    expect(shown(String.raw`\d`)).toBe(String.raw`\d`);
    expect(shown('\\', 0xc3)).toBe(String.raw`\x5c\xc3`);
  });
});
