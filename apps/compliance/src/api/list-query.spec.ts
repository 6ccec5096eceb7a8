import type { Type } from '@nestjs/common';
import { FilterQuery, ListQuery, PolicyListQuery, TaggedListQuery } from '@wardstone/dto/compliance';
import { ListQueryError, decodeQuery, parseTags } from '@wardstone/pagination';
import type { Request } from 'express';
import { ContractPipe } from './contract.pipe';
import { ParameterError } from './domain/parameter-error';
import { refuseUnknown } from './domain/unknown-names';
import { UnvalidatedRequest, type ListRequest } from './request';

const PATH = '/api/compliance/v2/policies';
const pipe = new ContractPipe();

async function read<Q extends object>(text: string, query: Type<Q>, ids: Readonly<Record<string, string>> = {}) {
  const request = { originalUrl: `${PATH}?${text}`, params: ids } as unknown as Request;
  const given = new UnvalidatedRequest(request, { query, parents: Object.keys(ids) });
  return (await pipe.transform(given)) as ListRequest<string, Q>;
}

const listQuery = (text: string) => read(text, ListQuery);
const refusal = (text: string): ListQueryError => new ListQueryError(422, text);
const invalid = (text: string): ParameterError => new ParameterError(text);

/** toThrow compares messages only; the kind matters as much. */
async function expectRefusal(
  text: string,
  error: Error,
  query: Type<object> = ListQuery,
  ids: Readonly<Record<string, string>> = {},
): Promise<void> {
  const thrown: unknown = await read(text, query, ids).catch((caught: unknown) => caught);
  expect(thrown).toBeInstanceOf(error.constructor);
  expect(thrown).toMatchObject({ ...error, message: error.message });
}

describe('the query of a list', () => {
  it('fills in the defaults', async () => {
    await expect(listQuery('')).resolves.toEqual({
      limit: 10,
      offset: 0n,
      sort_by: undefined,
      filter: undefined,
      ids_only: false,
      tags: undefined,
      path: PATH,
      parents: {},
      givenParents: {},
      others: {},
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
  ])('reads %s', async (text, limit) => expect((await listQuery(text)).limit).toBe(limit));

  it.each([
    ...['10.0', '1e1', '0x5', '', '%2B5', '5%C2%A0', '--5', '5 5', 'abc', '%00'].map((value) => `limit=${value}`),
    'limit',
    'limit[]=5',
    'limit[x]=5',
    'limit=5&limit=',
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
  ])('reads %s', async (text, offset) => expect((await listQuery(text)).offset).toBe(offset));

  it.each(['9223372036854775808', '9'.repeat(5000)])('refuses an offset beyond 64 bits', (offset) =>
    expectRefusal(`offset=${offset}`, refusal('Number is not in the supported range')),
  );

  it.each([
    ['sort_by=title', ['title']],
    ['sort_by[]=title&sort_by[]=os_major_version:desc', ['title', 'os_major_version:desc']],
    ['sort_by=a&sort_by=b', ['a', 'b']],
    ['sort_by=a,b&sort_by%5B%5D=c', ['a', 'b', 'c']],
    ['sort_by[]=c&sort_by=a%2Cb', ['c', 'a', 'b']],
    ['sort_by=', ['']],
    ['sort_by', ['']],
    ['sort_by[]', ['']],
  ])('merges %s', async (text, sortBy) => expect((await listQuery(text)).sort_by).toEqual(sortBy));

  it.each(['sort_by[x]=a', 'sort_by=a&sort_by[x]=a', 'sort_by[][x]=a'])('refuses the map form %s', (text) =>
    expectRefusal(text, invalid('sort_by must be an array')),
  );

  it.each([
    ['filter=title+%3D+a', 'title = a'],
    ['filter=title=a', 'title=a'],
    ['filter=a&filter=b', 'b'],
    ['filter=%20title%3Da%20', ' title=a '],
    ['filter=', undefined],
    ['filter', undefined],
    ['filter=+%09%0A', undefined],
    [`filter=${'a'.repeat(8192)}`, 'a'.repeat(8192)],
  ])('reads %.40s', async (text, filter) => expect((await listQuery(text)).filter).toBe(filter));

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
  ])('reads ids_only=%s', async (word, idsOnly) =>
    expect((await listQuery(`ids_only=${word}`)).ids_only).toBe(idsOnly),
  );

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

  it('tolerates format, and tags where they are ignored', async () => {
    const query = await read('format=json&format[x]=1&tags[x]=%FF&limit=3', PolicyListQuery);
    expect(query.limit).toBe(3);
    expect(query.tags).toBeUndefined();
  });

  it('reports the first failing value in the order of the specification, names that are not permitted last', async () => {
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
    for (const text of texts) {
      await expectRefusal(parts.join('&'), invalid(text), TaggedListQuery, { system_id: 'nonsense' });
      parts.pop();
    }
    await expectRefusal('foo=1', refusal('found unpermitted parameter: :foo'), TaggedListQuery);
  });

  it('reports a malformed escape before everything else', () =>
    expectRefusal('limit=x&foo=%', new ListQueryError(400, 'Invalid query string')));

  it('canonicalises the ids of parents', async () => {
    const { parents } = await read('', ListQuery, { system_id: 'A0EEBC999C0B4EF8BB6D6BB9BD380A11' });
    expect(parents.system_id).toBe('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11');
  });

  it('does not look at the value of a parameter that the list does not take', async () => {
    await expectRefusal('limit=x', refusal('found unpermitted parameter: :limit'), FilterQuery);
    expect((await read('filter=a', FilterQuery)).filter).toBe('a');
  });
});

describe('tags of a list', () => {
  const tags = async (text: string) => {
    const given = (await read(text, TaggedListQuery)).tags;
    return { given, conditions: parseTags(given) };
  };

  it('are an empty list when not given', () => expect(tags('')).resolves.toEqual({ given: [], conditions: [] }));

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
  ])('reads %s', async (text, namespace, key, value) => {
    expect((await tags(text)).conditions).toEqual([{ namespace, key, value }]);
  });

  it('keeps valid tags and ignores malformed ones', async () => {
    await expect(tags('tags=nonsense&tags[]=ns/k=v&tags=ns/=v')).resolves.toEqual({
      given: ['nonsense', 'ns/k=v', 'ns/=v'],
      conditions: [{ namespace: 'ns', key: 'k', value: 'v' }],
    });
  });

  it.each(['tags=ns/k=%25', 'tags=ns/%25zz', 'tags=%25FF/k=v', 'tags=ns/k=%FF'])('cannot decode %s', (text) =>
    expectRefusal(text, refusal('Invalid encoding of tag(s)'), TaggedListQuery),
  );
});

describe('the query of a single record', () => {
  const refuse = (text: string) => refuseUnknown(decodeQuery(text).map(({ name }) => name));

  it('permits only format', () => {
    expect(() => refuse('')).not.toThrow();
    expect(() => refuse('format=json')).not.toThrow();
    expect(() => refuse('limit=5&format=json&tags=x')).toThrow('found unpermitted parameters: :limit, :tags');
  });
});
