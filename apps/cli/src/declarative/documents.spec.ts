import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readDocuments, type Wanted } from './documents';
import { KINDS } from './kinds';
import { buildPlan } from './plan';
import { formatTitle } from './records';

describe('documents', () => {
  let folder: string;
  beforeEach(() => (folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-documents-')))));
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  const write = (name: string, text: string): string => {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
    return file;
  };
  const read = (place = folder): Wanted[] => readDocuments(place, KINDS);
  const toNames = (wanted: Wanted[]): string[] => wanted.map(({ kind, identity }) => `${kind.kind} ${identity.name}`);
  const toProblems = (text: string): string[] => {
    const file = write('a.yaml', text);
    try {
      read();
    } catch (error) {
      return (error as Error).message.replaceAll(`${file}:`, '').split('\n');
    }
    return [];
  };

  it('come from all files of a folder and its subfolders, in order of name', () => {
    write('b.yml', 'kind: Group\nname: b\nspec: {}\n---\n# nothing\n---\nkind: Group\nname: c\nspec: {}\n');
    write('a/z.json', '{"kind": "Account", "name": "z", "spec": {"type": "ServiceAccount", "roles": ["viewer"]}}');
    write('.hidden.yaml', 'kind: Nonsense\n');
    write('README.md', 'kind: Nonsense\n');
    expect(toNames(read())).toEqual(['Account z', 'Group b', 'Group c']);
    expect(read()[2]!.at).toBe(`${path.join(folder, 'b.yml')}:7`);
    expect(toNames(read(path.join(folder, 'b.yml')))).toEqual(['Group b', 'Group c']);
  });

  it('name the file of groups of rules within the folder', () => {
    const rules = 'groups: [{name: g, rules: [{alert: a, expr: up}]}]';
    const file = write('x/a.yaml', rules);
    write('b.yaml', rules.replace('alert: a', 'alert: b'));
    const toFiles = (wanted: Wanted[]): unknown[] =>
      wanted.map(({ spec }) => (spec['expression'] as { file: string }).file);
    expect(toFiles(read())).toEqual(['b.yaml', 'x/a.yaml']);
    expect(toFiles(read(file))).toEqual(['a.yaml']);
  });

  it('tell apart rules of the same name in different files', () => {
    const rules = 'groups: [{name: g, rules: [{alert: a, expr: up}]}]';
    write('a.yaml', rules);
    write('b.yaml', rules);
    const wanted = read();
    const present = new Map([
      ['AlertDefinition', [{ name: 'a', spec: { ...wanted[1]!.spec, notifications: [] }, id: '1' }]],
    ]);
    const { steps, unchanged } = buildPlan(wanted, present, { prune: false, nowMs: 0 });
    expect(steps.map(({ action, identity }) => `${action} ${formatTitle(identity)}`)).toEqual([
      'create AlertDefinition "a" of the installation, a.yaml',
    ]);
    expect(unchanged).toBe(1);
  });

  it('merge mappings of rule files, as Prometheus does', () => {
    write(
      'a.yaml',
      `groups: [{name: g, rules: [&a {alert: a, expr: up, labels: &l {severity: page}}, {<<: *a, alert: b, labels: {<<: *l, team: x}}]}]`,
    );
    expect(read().map(({ spec }) => spec['expression'])).toMatchObject([
      { labels: { severity: 'page' } },
      { labels: { severity: 'page', team: 'x' } },
    ]);
  });

  it('may use YAML anchors', () => {
    write(
      'a.yaml',
      'kind: Group\nname: a\nspec:\n  members: [&m [p, q]]\n---\nkind: Group\nname: b\nspec: {members: [[p]]}\n',
    );
    expect(read()[0]!.spec).toEqual({ members: [['p', 'q']] });
  });

  it.each([
    ['an unknown kind', 'kind: Grup\nname: a\nspec: {}', [expect.stringMatching(/^1: kind must be one of Account, /)]],
    ['no kind', '\n\nname: a', [expect.stringMatching(/^3: kind must be one of /)]],
    ['no record', '- 1', [expect.stringMatching(/^1: kind must be one of /)]],
    [
      'an unknown field',
      'kind: Group\nname: a\nspec:\n  recursive: true\n  membres: []',
      ['5: spec.membres is no known field'],
    ],
    ['no spec', 'kind: Group\nname: a', ["1: the document must have required property 'spec'"]],
    ['a wrong type', 'kind: Group\nname: a\nspec:\n  members: 5', ['4: spec.members must be array']],
    [
      'a wrong word',
      'kind: Account\nname: a\nspec: {type: Robot, roles: [viewer]}',
      ['3: spec.type must be one of User, ServiceAccount'],
    ],
    [
      'a role of agents',
      'kind: Account\nname: a\nspec: {type: User, roles: [agent]}',
      [expect.stringMatching(/^3: spec.roles.0 must be one of admin, operator, viewer/)],
    ],
    [
      'two owners',
      'kind: AlertDefinition\nname: a\nspec:\n  of: {group: g, resource: [r]}',
      ['4: spec.of must be a resource, a group, a type with its plugin, or installation: true'],
    ],
    ['a key twice', 'kind: Group\nname: a\nname: b\nspec: {}', ['3: Map keys must be unique']],
    [
      'a record twice',
      'kind: Group\nname: a\nspec: {}\n---\nkind: Group\nname: a\nspec: {}',
      ['5: Group "a" is already defined at 1'],
    ],
    ['no YAML', 'kind: [', [expect.stringMatching(/^1: Flow sequence/)]],
    [
      'a value in itself',
      'kind: Group\nname: a\nspec: {members: &m [*m]}',
      ['1: it refers to itself, or is nested too deep'],
    ],
    [
      'aliases that multiply',
      `a: &a [x,x,x,x,x,x,x,x,x,x]\n${[...'bcdefgh'].map((c, at) => `${c}: &${c} [${Array(10).fill(`*${'abcdefg'[at]}`).join()}]`).join('\n')}`,
      [expect.stringMatching(/^1: Excessive alias count/)],
    ],
    [
      'an object of a tag',
      'kind: Group\nname: a\nspec: !!js/function "x"',
      [expect.stringMatching(/^3: Unresolved tag/)],
    ],
    [
      'a password',
      'kind: Account\nname: a\nspec: {type: User, roles: [viewer], password: x}',
      ['3: spec.password is no known field'],
    ],
    [
      'a prototype',
      'kind: Group\nname: a\nspec:\n  __proto__: {recursive: true}',
      ['4: spec.__proto__ is no known field'],
    ],
  ])('are refused, with file and line, for %s', (_what, text, problems) => {
    expect(toProblems(text)).toEqual(problems);
    expect(({} as { recursive?: boolean }).recursive).toBeUndefined();
  });

  it('are refused for brackets without end, in a moment', () => {
    expect(toProblems('['.repeat(100_000)).length).toBeGreaterThan(0);
  });

  it('name only the first of thousands of problems', () => {
    const problems = toProblems('---\nkind: X\n'.repeat(3_000));
    expect(problems).toHaveLength(21);
    expect(problems.at(-1)).toBe('and 2980 more');
  });

  it('stay in their folder', () => {
    const outside = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-outside-'));
    fs.writeFileSync(path.join(outside, 'secret.yaml'), 'kind: Group\nname: secret\nspec: {}\n');
    write('inside/a.yaml', 'kind: Group\nname: a\nspec: {}\n');
    fs.symlinkSync(outside, path.join(folder, 'folder'));
    fs.symlinkSync(path.join(folder, 'inside/a.yaml'), path.join(folder, 'same.yaml'));
    expect(() => read()).toThrow('Group "a" is already defined at');
    fs.rmSync(path.join(folder, 'same.yaml'));
    expect(toNames(read())).toEqual(['Group a']);

    fs.symlinkSync(path.join(outside, 'secret.yaml'), path.join(folder, 'b.yaml'));
    expect(() => read()).toThrow(`${path.join(folder, 'b.yaml')} leads out of ${folder}.`);
    fs.rmSync(outside, { recursive: true });
  });

  it('are of files that can be read, and are not too large', () => {
    expect(() => read(path.join(folder, 'none'))).toThrow(/none cannot be read: ENOENT/);
    expect(() => read()).toThrow(/holds no \*\.yaml/);
    const file = write('a.yaml', `# ${'x'.repeat(10_000_001)}`);
    expect(() => read()).toThrow(`${file} cannot be read: it is larger than 10 MB`);
  });
});
