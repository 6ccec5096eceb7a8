import { parseListQuery, refuseParameters } from './list-query';
import type { AllowedParameters } from './list-query';
import { ListQueryError } from './list-query-error';

const refusal = (text: string): ListQueryError => new ListQueryError(422, text);
const invalid = (text: string): ListQueryError => refusal(`Invalid parameter: ${text}`);

/** toThrow compares messages only; the status matters as much. */
function expectRefusal(text: string, error: ListQueryError, allowed?: AllowedParameters<string>): void {
  let thrown: unknown;
  try {
    parseListQuery(text, allowed);
  } catch (caught) {
    thrown = caught;
  }
  expect(thrown).toBeInstanceOf(ListQueryError);
  expect(thrown).toMatchObject({ status: error.status, message: error.message });
}

describe('parseListQuery', () => {
  it('fills in the defaults', () => {
    expect(parseListQuery('')).toEqual({
      limit: 10,
      offset: 0n,
      sortBy: undefined,
      filter: undefined,
      idsOnly: false,
      tags: undefined,
      parents: {},
    });
  });

  it.each([
    ['limit=1', 1],
    ['limit=100', 100],
    ['limit=+5', 5],
    ['limit=%205%09%0a', 5],
    ['limit=007', 7],
    ['limit=5&limit=6', 6],
    ['limit[]=5&limit=6', 6],
  ])('reads %s', (text, limit) => expect(parseListQuery(text).limit).toBe(limit));

  it.each([
    ...['10.0', '1e1', '0x5', '', '%2B5', '5%C2%A0', '--5', '5 5', 'abc', '%00'].map((value) => `limit=${value}`),
    ...['limit', 'limit[]=5', 'limit[x]=5', 'limit=5&limit='],
  ])('refuses %s as no integer', (text) => expectRefusal(text, invalid('limit must be an integer')));

  it.each([
    ['limit=0', 'limit must be greater than 0'],
    ['limit=-0', 'limit must be greater than 0'],
    ['limit=-5', 'limit must be greater than 0'],
    ['limit=-99999999999999999999', 'limit must be greater than 0'],
    ['limit=101', 'limit must be less than or equal to 100'],
    ['limit=99999999999999999999', 'limit must be less than or equal to 100'],
    [`limit=${'9'.repeat(5000)}`, 'limit must be less than or equal to 100'],
    ['offset=1.5', 'offset must be an integer'],
    ['offset=', 'offset must be an integer'],
    ['offset', 'offset must be an integer'],
    ['offset=-1', 'offset must be greater than or equal to 0'],
  ])('bounds %s', (text, message) => expectRefusal(text, invalid(message)));

  it.each([
    ['offset=-0', 0n],
    ['offset=25', 25n],
    ['offset=9223372036854775807', 9223372036854775807n],
  ])('reads %s', (text, offset) => expect(parseListQuery(text).offset).toBe(offset));

  it.each(['9223372036854775808', '9'.repeat(5000)])('refuses an offset that no database counts to', (offset) => {
    expectRefusal(`offset=${offset}`, refusal('Number is not in the supported range'));
  });

  it.each([
    ['sort_by=title', ['title']],
    ['sort_by[]=title&sort_by[]=os_major_version:desc', ['title', 'os_major_version:desc']],
    ['sort_by=a&sort_by=b', ['a', 'b']],
    ['sort_by=a,b&sort_by%5B%5D=c', ['a', 'b', 'c']],
    ['sort_by[]=c&sort_by=a%2Cb', ['c', 'a', 'b']],
    ['sort_by=', ['']],
    ['sort_by', ['']],
    ['sort_by[]', ['']],
  ])('merges %s', (text, sortBy) => expect(parseListQuery(text).sortBy).toEqual(sortBy));

  it.each(['sort_by[x]=a', 'sort_by=a&sort_by[x]=a', 'sort_by[][x]=a'])('refuses the map form %s', (text) => {
    expectRefusal(text, invalid('sort_by must be an array'));
  });

  it.each([
    ['filter=title+%3D+a', 'title = a'],
    ['filter=title=a', 'title=a'],
    ['filter=a&filter=b', 'b'],
    ['filter=%20title%3Da%20', ' title=a '],
    ['filter=', undefined],
    ['filter', undefined],
    ['filter=+%09%0A', undefined],
    [`filter=${'a'.repeat(8192)}`, 'a'.repeat(8192)],
  ])('reads %.40s', (text, filter) => expect(parseListQuery(text).filter).toBe(filter));

  it.each([
    ['filter[]=a', 'filter must be a string'],
    ['filter[x]=a', 'filter must be a string'],
    ['filter=a%FF', 'filter must have valid encoding'],
    ['filter=%C3', 'filter must have valid encoding'],
    ['filter=a%00b', 'filter must not contain null bytes'],
    ['filter=%00', 'filter must not contain null bytes'],
    [`filter=${'a'.repeat(8193)}`, 'filter can not be longer than 8192 bytes'],
    [`filter=${'%C3%A9'.repeat(4097)}`, 'filter can not be longer than 8192 bytes'],
  ])('refuses %.40s', (text, message) => expectRefusal(text, invalid(message)));

  it.each([
    ...['true', 'TRUE', 'True', '1', 'on', 'ON'].map((word) => [word, true] as const),
    ...['false', 'FALSE', '0'].map((word) => [word, false] as const),
  ])('reads ids_only=%s', (word, idsOnly) => expect(parseListQuery(`ids_only=${word}`).idsOnly).toBe(idsOnly));

  it.each(['ids_only=', 'ids_only', 'ids_only=off', 'ids_only=yes', 'ids_only=2', 'ids_only[]=true', 'ids_only=+true'])(
    'refuses %s',
    (text) => expectRefusal(text, invalid('ids_only must be either true or false')),
  );

  it.each([
    ['foo=1', 'found unpermitted parameter: :foo'],
    ['foo=1&bar=2&foo=3', 'found unpermitted parameters: :foo, :bar'],
    ['b&limit=5&a[x][y]=1&a[]=2', 'found unpermitted parameters: :b, :a'],
    ['foo[x]=1', 'found unpermitted parameter: :foo'],
    ['Limit=5', 'found unpermitted parameter: :Limit'],
    ['tags=a', 'found unpermitted parameter: :tags'],
    ['constructor=1', 'found unpermitted parameter: :constructor'],
  ])('names what is not permitted in %s', (text, message) => expectRefusal(text, refusal(message)));

  it('tolerates format, and tags where they are ignored', () => {
    expect(parseListQuery('format=json&format[x]=1&tags[x]=%FF&limit=3', { tags: 'ignored' })).toMatchObject({
      limit: 3,
      tags: undefined,
    });
  });

  it('reports the first failing value in the order of the specification, names that are not permitted last', () => {
    const parts = ['foo=1', 'ids_only=x', 'filter[]=x', 'tags[x]=1', 'sort_by[x]=1', 'offset=x', 'limit=x'];
    const texts = [
      'limit must be an integer',
      'offset must be an integer',
      'sort_by must be an array',
      'tags must be an array',
      'filter must be a string',
      'ids_only must be either true or false',
      'system_id is not permitted',
    ];
    const allowed = { tags: 'read', parents: { system_id: 'nonsense' } } as const;
    for (const text of texts) {
      expectRefusal(parts.join('&'), invalid(text), allowed);
      parts.pop();
    }
    expectRefusal('foo=1', refusal('found unpermitted parameter: :foo'), { tags: 'read' });
  });

  it('puts a malformed escape before everything', () => {
    expectRefusal('limit=x&foo=%', new ListQueryError(400, 'Invalid query string'));
  });

  it('canonicalises the ids of parents', () => {
    const { parents } = parseListQuery('', { parents: { system_id: 'A0EEBC999C0B4EF8BB6D6BB9BD380A11' } });
    expect(parents.system_id).toBe('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11');
  });

  it('does not look at the value of a parameter that the list does not take', () => {
    expectRefusal('limit=x', refusal('found unpermitted parameter: :limit'), { names: ['filter'] });
    expect(parseListQuery('filter=a', { names: ['filter'] }).filter).toBe('a');
  });
});

describe('tags of a list', () => {
  const tags = (text: string) => parseListQuery(text, { tags: 'read' }).tags;

  it('are an empty list when not given', () => expect(tags('')).toEqual({ given: [], conditions: [] }));

  it.each([
    ['tags=ns/key=value', 'ns', 'key', 'value'],
    ['tags[]=ns%2Fkey%3Dvalue', 'ns', 'key', 'value'],
    ['tags=ns/a=b=c', 'ns', 'a', 'b=c'],
    ['tags=a/b/c=d', 'a', 'b/c', 'd'],
    ['tags=n=s/a=b', 'n=s', 'a', 'b'],
    ['tags=ns/key', 'ns', 'key', null],
    ['tags=ns/key=', 'ns', 'key', ''],
    ['tags=n%252Fs/a%253Db=c%2525', 'n/s', 'a=b', 'c%'],
    ['tags=ns/key=a%2Cb,c', 'ns', 'key', 'a,b,c'],
  ])('reads %s', (text, namespace, key, value) => {
    expect(tags(text)?.conditions).toEqual([{ namespace, key, value }]);
  });

  it('keeps what was given, ignores what has another shape', () => {
    expect(tags('tags=nonsense&tags[]=ns/k=v&tags=ns/=v')).toEqual({
      given: ['nonsense', 'ns/k=v', 'ns/=v'],
      conditions: [{ namespace: 'ns', key: 'k', value: 'v' }],
    });
  });

  it.each(['tags=ns/k=%25', 'tags=ns/%25zz', 'tags=%25FF/k=v', 'tags=ns/k=%FF'])('cannot decode %s', (text) => {
    expectRefusal(text, refusal('Invalid encoding of tag(s)'), { tags: 'read' });
  });
});

describe('refuseParameters', () => {
  it('lets format pass and nothing else', () => {
    expect(() => refuseParameters('')).not.toThrow();
    expect(() => refuseParameters('format=json')).not.toThrow();
    expect(() => refuseParameters('limit=5&format=json&tags=x')).toThrow('found unpermitted parameters: :limit, :tags');
  });
});
