import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readBody } from './change';
import { findChanges } from './watch';

describe('the fields of a record', () => {
  let file: string;
  beforeEach(() => (file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-fields-')), 'fields.yaml')));
  afterEach(() => fs.rmSync(path.dirname(file), { recursive: true }));
  const of = (text: string, ...fields: string[]): object => {
    fs.writeFileSync(file, text);
    return readBody(fields, file);
  };

  it('come from arguments before those from a file', () => {
    expect(of('title: a\nn: 1\n', 'title=b=c:=d', 'roles:=["viewer"]', 'empty=')).toEqual({
      title: 'b=c:=d',
      n: 1,
      roles: ['viewer'],
      empty: '',
    });
    expect(of('{"title": "a"}')).toEqual({ title: 'a' });
  });

  it.each([
    ['no fields', '- 1\n', /contains no fields/],
    ['nothing', '', /contains no fields/],
    ['no YAML', 'a: [', /cannot be read/],
    ['a key twice', 'a: 1\na: 2\n', /cannot be read: Map keys must be unique/],
    [
      'aliases that multiply',
      [
        'a: &a [x,x,x,x,x,x,x,x,x,x]',
        ...'bcdefgh'.split('').map((c, at) => `${c}: &${c} [${Array(10).fill(`*${'abcdefg'[at]}`).join()}]`),
      ].join('\n'),
      /cannot be read: Excessive alias count/,
    ],
    ['11 MB', `a: ${'x'.repeat(11_000_000)}`, /larger than 10 MB/],
  ])('are refused in a file with %s', (_what, text, message) => {
    expect(() => of(text)).toThrow(message);
  });

  it('contain no objects created by YAML tags', () => {
    expect(of('a: !!js/function "function () {}"\nb: !x y\n')).toEqual({ a: 'function () {}', b: 'y' });
    expect(Object.getPrototypeOf(of('__proto__: {polluted: 1}\n', '__proto__:={"polluted":1}'))).toBe(Object.prototype);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it.each([['title'], ['=x'], ['a:={']])('are refused as %j', (field) => {
    expect(() => readBody([field], undefined)).toThrow(field);
  });
});

describe('the changes of a watched list', () => {
  const area = { columns: { NAME: 'name' } };
  const rows = (...all: object[]) => new Map(all.map((row, at) => [String(at), { ...row }]));

  it('are detected in the displayed columns', () => {
    const before = rows({ name: 'a' }, { name: 'b', hidden: 1 }, { name: 'c' });
    const now = rows({ name: 'a2' }, { name: 'b', hidden: 2 });
    expect(findChanges(area, undefined, now, 't').map(({ change }) => change)).toEqual(['', '']);
    expect(findChanges(area, before, now, 't')).toEqual([
      { at: 't', change: 'changed', record: { name: 'a2' } },
      { at: 't', change: 'gone', record: { name: 'c' } },
    ]);
    expect(findChanges(area, now, before, 't').map(({ change }) => change)).toEqual(['changed', 'added']);
  });
});
