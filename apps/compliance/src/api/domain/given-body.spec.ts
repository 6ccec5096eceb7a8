import { readBody, readText, refuseUnknownKeys } from './given-body';

describe('readBody', () => {
  it.each([undefined, null, {}])('reads %j as an empty object', (body) => {
    expect(readBody(body, '').values.size).toBe(0);
  });

  it.each([[[]], [''], [0], [false]])('refuses %j', (body) => {
    expect(() => readBody(body, '')).toThrow('Invalid parameter: request body must be an object');
  });

  it('refuses a query string that cannot be decoded', () => {
    expect(() => readBody({}, 'a=%zz')).toThrow('Invalid query string');
  });
});

describe('refuseUnknownKeys', () => {
  const unknownOf = (body: object, query: string): (() => void) => {
    const given = readBody(body, query);
    return () => refuseUnknownKeys(given, ['title']);
  };

  it('names each once: those of the query string, then those of the body', () => {
    expect(unknownOf({ title: 1, b: 1, a: 1 }, 'c[x]=1&a=2&c=3')).toThrow('found unpermitted parameters: :c, :a, :b');
  });

  it('knows no keys in the query string, whatever the body may hold', () => {
    expect(unknownOf({}, 'title=x')).toThrow('found unpermitted parameter: :title');
  });

  it('tolerates format', () => {
    expect(unknownOf({ title: 1, format: 'json' }, 'format=json')).not.toThrow();
  });
});

describe('readText', () => {
  it.each([
    ['plain', 'plain'],
    ['', ''],
    ['𝄞', '𝄞'],
  ])('takes %j as it is', (text, expected) => expect(readText(readBody({ key: text }, ''), 'key')).toBe(expected));

  it.each([
    [null, 'must be a string'],
    [1, 'must be a string'],
    ['a\0', 'must not contain null bytes'],
    ['\udc00\ud800', 'must have valid encoding'],
  ])('refuses %j', (value, text) => {
    expect(() => readText(readBody({ key: value }, ''), 'key')).toThrow(`Invalid parameter: key ${text}`);
  });
});
