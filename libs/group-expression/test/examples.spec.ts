import { parseGroupExpression } from '@wardstone/group-expression';
import { evaluateGroupExpression } from '@wardstone/testing';
import { aResource } from './inventory';

/**
 * alpha-host (Linux 6.1, Debian) > server web-1 > child pool; cpu-0, CPU-1; beta (Windows) > db-1 of version 15; a
 * platform without properties, and a discovered CPU.
 */
const alpha = aResource({
  name: 'alpha-host',
  typeName: 'Linux',
  typeCategory: 'PLATFORM',
  version: '6.1',
  traits: { 'Trait.osversion': '6.1', 'distro.name': 'Debian' },
  groups: ['all-hosts', 'web'],
});
const beta = aResource({
  name: 'beta',
  typeName: 'Windows',
  typeCategory: 'PLATFORM',
  availability: 'DOWN',
  traits: { 'Trait.osversion': '10' },
  groups: ['all-hosts', 'db'],
});
const silent = aResource({ name: 'silent', typeName: 'Linux', typeCategory: 'PLATFORM', availability: 'UNKNOWN' });
const web = aResource({
  name: 'web-1.example.org',
  parentId: alpha.id,
  typeName: 'Httpd',
  typePlugin: 'Apache',
  typeCategory: 'SERVER',
  plugin: { 'a=b.c': 'has x=y in it' },
  config: { proxy: null },
  groups: ['all-hosts'],
});
const pool = aResource({
  name: 'pool',
  parentId: web.id,
  typeName: 'Pool',
  typePlugin: 'Apache',
  availability: 'DOWN',
});
const cpu = aResource({ name: 'cpu-0', parentId: alpha.id });
const upperCpu = aResource({ name: 'CPU-0', parentId: alpha.id, availability: 'DOWN' });
const db = aResource({
  name: 'db-1',
  parentId: beta.id,
  typeName: 'Postgres',
  typePlugin: 'Postgres',
  typeCategory: 'SERVER',
  version: '15',
  availability: 'DOWN',
  config: { proxy: 'p' },
});
const discovered = aResource({ name: 'cpu-9', parentId: beta.id, isCommitted: false });
const INVENTORY = [alpha, beta, silent, web, pool, cpu, upperCpu, db, discovered];

const nameOf = new Map(INVENTORY.map(({ id, name }) => [id, name]));
const getGroups = (...lines: string[]): Record<string, (string | undefined)[]> =>
  Object.fromEntries(
    evaluateGroupExpression(parseGroupExpression(lines), INVENTORY).map(({ pivot, resourceIds }) => [
      pivot,
      resourceIds.map((id) => nameOf.get(id)),
    ]),
  );
const getMembers = (...lines: string[]): (string | undefined)[] => {
  const groups = getGroups(...lines);
  expect(Object.keys(groups)).toEqual(['']);
  return groups['']!;
};

describe('the examples of the specification', () => {
  it.each([
    [1, ['resource.type.category = platform'], ['alpha-host', 'beta', 'silent']],
    [2, ['resource.type.plugin = Platforms', 'resource.type.name = CPU'], ['cpu-0', 'CPU-0']],
    [3, ['resource.name.contains = cpu'], ['cpu-0']],
    [4, ['RESOURCE.NAME.STARTSWITH = db-'], ['db-1']],
    [5, ['resource name endsWith = .example.org'], ['web-1.example.org']],
    [6, ['resource.parent.name = alpha-host'], ['web-1.example.org', 'cpu-0', 'CPU-0']],
    [7, ['resource.parent.type.category = PLATFORM', 'resource.type.category = SERVER'], ['web-1.example.org', 'db-1']],
    [8, ['resource.grandParent.name = alpha-host', 'resource.availability = down'], ['pool']],
    [9, ['resource.child.type.name = CPU'], ['alpha-host', 'beta']],
    [10, ['resource.child.name = cpu-0', 'resource.child.availability = UP'], ['alpha-host']],
    [10.5, ['resource.child.name = cpu-0', 'resource.child.availability = DOWN'], []],
    [18, ['resource.trait[Trait.osversion] = 6.1'], ['alpha-host']],
    [20, ['resource.pluginConfiguration[a=b.c].contains = x=y'], ['web-1.example.org']],
    [21, ['empty resource.resourceConfiguration[proxy]'], ['web-1.example.org']],
    [22, ['memberof = web', 'memberof = db', 'resource.availability = DOWN'], ['beta']],
    [28, ['resource.parent.name = a', 'resource.grandParent.name = b', 'resource.name = c'], []],
  ])('example %d: %j', (_number, lines, members) => {
    expect(getMembers(...lines)).toEqual(members);
  });

  it.each([
    [
      11,
      ['groupby resource.type.name', 'resource.type.category = PLATFORM'],
      { Linux: ['alpha-host', 'silent'], Windows: ['beta'] },
    ],
    [
      12,
      ['groupby resource.type.plugin', 'groupby resource.type.name', 'resource.parent.name = alpha-host'],
      { 'Apache,Httpd': ['web-1.example.org'], 'Platforms,CPU': ['cpu-0', 'CPU-0'] },
    ],
    [
      13,
      ['groupby resource.type.name', 'groupby resource.type.plugin', 'resource.parent.name = alpha-host'],
      { 'Httpd,Apache': ['web-1.example.org'], 'CPU,Platforms': ['cpu-0', 'CPU-0'] },
    ],
    [
      14,
      ['resource.type.category = SERVER', 'groupby resource.parent.name'],
      { 'alpha-host': ['web-1.example.org'], beta: ['db-1'] },
    ],
    [
      15,
      ['groupby resource.availability', 'resource.type.category = PLATFORM'],
      { UP: ['alpha-host'], DOWN: ['beta'], UNKNOWN: ['silent'] },
    ],
    [
      16,
      ['groupby resource.version', 'resource.type.category = PLATFORM'],
      { '6.1': ['alpha-host'], empty: ['beta', 'silent'] },
    ],
    [17, ['groupby resource.version', 'not empty resource.version'], { '6.1': ['alpha-host'], '15': ['db-1'] }],
    [19, ['groupby resource.trait[distro.name]'], { Debian: ['alpha-host'] }],
    [
      23,
      ['memberof = all-hosts', 'groupby resource.type.name'],
      { Linux: ['alpha-host'], Windows: ['beta'], Httpd: ['web-1.example.org'] },
    ],
  ])('example %d: %j', (_number, lines, groups) => {
    expect(getGroups(...lines)).toEqual(groups);
  });

  it.each([
    [24, 'groupby resource.type.name\nresource.type.name = CPU', 2, 1, 'filtered and grouped'],
    [25, 'resource.name = a\nresource.name.contains = b', 2, 1, 'Duplicate filter'],
    [26, 'resource.trait[a] = 1\nresource.parent.trait[b] = 2', 2, 1, 'one statement about trait'],
    [27, 'resource.pluginConfiguration[a] = 1\nresource.resourceConfiguration[b] = 2', 2, 1, 'configurations'],
    [29, 'groupby resource', 1, 17, 'attribute'],
    [30, 'resource.name', 1, 14, 'value'],
    [31, 'not resource.name', 1, 5, 'Expected empty'],
    [32, 'resource.id.contains = 100', 1, 13, 'string function'],
    [32, 'resource.availability.contains = U', 1, 23, 'string function'],
    [33, 'groupby resource.name = x', 1, 22, 'no value'],
    [34, 'resource.name = a < b', 1, 19, '<'],
  ])('example %d: refuses %j', (_number, source, line, column, problem) => {
    expect(() => parseGroupExpression(source)).toThrow(
      expect.objectContaining({ line, column, problem: expect.stringContaining(problem) }),
    );
  });
});

describe('groups of pivots', () => {
  it('merge when their texts differ in letter case only, under the text of the lowest id', () => {
    expect(getGroups('groupby resource.name', 'resource.type.name = CPU')).toEqual({ 'cpu-0': ['cpu-0', 'CPU-0'] });
  });

  it('hold a resource more than once when its children differ', () => {
    expect(getGroups('groupby resource.child.type.name', 'resource.name = alpha-host')).toEqual({
      Httpd: ['alpha-host'],
      CPU: ['alpha-host'],
    });
  });

  it('do not exist when nothing matches, while the group without pivots does', () => {
    expect(getGroups('groupby resource.name', 'resource.version = none')).toEqual({});
    expect(getMembers('resource.name = nobody')).toEqual([]);
  });

  it('write categories by their display names', () => {
    expect(Object.keys(getGroups('groupby resource.type.category'))).toEqual(['Platform', 'Server', 'Service']);
  });
});

describe('existence', () => {
  it.each([
    ['a parent', 'empty resource.parent.version', ['pool', 'db-1']],
    ['a child', 'not empty resource.child.version', ['beta']],
    ['a trait', 'not empty resource.trait[distro.name]', ['alpha-host']],
    ['no null of a trait', 'empty resource.trait[distro.name]', []],
    ['a property', 'not empty resource.resourceConfiguration[proxy]', ['db-1']],
    ['no property in other letter case', 'not empty resource.resourceConfiguration[Proxy]', []],
  ])('is checked alone: %s', (_case, line, members) => {
    expect(getMembers(line)).toEqual(members);
  });
});
