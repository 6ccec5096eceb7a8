import type { Type } from '@nestjs/common';
import {
  MinorVersionsBody,
  PolicyBody,
  PolicyUpdateBody,
  RuleSelectionBody,
  SystemBody,
  SystemOwnerBody,
  SystemSelectionBody,
  TailoringBody,
  TailoringUpdateBody,
} from '@wardstone/dto/compliance';
import type { Request } from 'express';
import { ContractPipe } from './contract.pipe';
import { UnvalidatedRequest, type PathParent, type WriteRequest } from './request';

const ID = 'a4d8c1e0-3b5f-4c27-8e96-1f0d7b2a9c35';
const pipe = new ContractPipe();

interface Given {
  body?: unknown;
  query?: string;
  /** Path ids by the names of the parents. */
  ids?: Readonly<Record<string, string>>;
  parents?: readonly PathParent[];
}

async function check<T extends object>(type: Type<T> | undefined, { body, query = '', ids = {}, parents }: Given) {
  const request = { originalUrl: `/x?${query}`, params: ids, body } as unknown as Request;
  const given = new UnvalidatedRequest(request, { body: type ?? 'none', parents: parents ?? Object.keys(ids) });
  return (await pipe.transform(given)) as WriteRequest<T, string>;
}

const toBody = async <T extends object>(type: Type<T>, body: object): Promise<T> => (await check(type, { body })).body;

const refused = (type: Type<object> | undefined, given: Given, text: string): Promise<void> =>
  expect(check(type, given)).rejects.toThrow(text);

describe('ContractPipe', () => {
  it.each([undefined, null, {}])('reads %j as an empty object', async (body) => {
    expect({ ...(await check(PolicyBody, { body })).body }).toEqual({});
  });

  it.each([[[]], [''], [0], [false]])('refuses %j', (body) =>
    refused(PolicyBody, { body }, 'Invalid parameter: request body must be an object'),
  );

  it('refuses a query string that cannot be decoded', () =>
    refused(PolicyBody, { query: 'a=%zz' }, 'Invalid query string'));

  it('ignores requests that do not write', () => {
    expect(pipe.transform('x')).toBe('x');
  });

  describe('of unknown names', () => {
    it('names each once: those of the query string, then those of the body', () =>
      refused(
        PolicyBody,
        { body: { title: 't', b: 1, a: 1 }, query: 'c[x]=1&a=2&c=3' },
        'found unpermitted parameters: :c, :a, :b',
      ));

    it('permits none in the query string, whatever the body may hold', () =>
      refused(PolicyBody, { query: 'title=x' }, 'found unpermitted parameter: :title'));

    it('ignores the parameter format', async () => {
      const { body } = await check(PolicyBody, { body: { title: 't', format: 'json' }, query: 'format=json' });

      expect({ ...body }).toEqual({ title: 't' });
    });

    it('keeps keys that mean something to JavaScript apart from its own', () =>
      refused(
        PolicyBody,
        { body: JSON.parse('{"__proto__": {"title": "x"}, "constructor": 1}') },
        'found unpermitted parameters: :__proto__, :constructor',
      ));

    it('refuses every key if no body is expected', () =>
      refused(undefined, { body: { ids: [] } }, 'found unpermitted parameter: :ids'));
  });

  describe('of parents', () => {
    const ids = { policy_id: ID.toUpperCase() };

    it('returns them canonical and as given', async () => {
      await expect(check(undefined, { ids })).resolves.toMatchObject({
        parents: { policy_id: ID },
        givenParents: ids,
        path: '/x',
      });
    });

    it('refuses them after the values of the body and before unknown names', async () => {
      const wrong = { policy_id: 'x' };

      await refused(
        SystemSelectionBody,
        { body: { ids: [1], a: 1 }, ids: wrong },
        'Invalid parameter: ids must be an array of strings',
      );
      await refused(
        SystemSelectionBody,
        { body: { ids: [], a: 1 }, ids: wrong },
        'Invalid parameter: policy_id is not permitted',
      );
    });

    it('refuses those that are checked first before it reads the body', () =>
      refused(
        SystemSelectionBody,
        { body: { ids: 1 }, ids: { policy_id: 'x' }, parents: [{ name: 'policy_id', isFirst: true }] },
        'Invalid parameter: policy_id is not permitted',
      ));

    it('reads them by their own rule', async () => {
      const parents = [{ name: 'id', parameter: 'key', read: (given: string) => (given === '4' ? given : undefined) }];

      await expect(check(undefined, { ids: { key: '4' }, parents })).resolves.toMatchObject({ parents: { id: '4' } });
      await refused(undefined, { ids: { key: '5' }, parents }, 'Invalid parameter: id is not permitted');
    });
  });

  describe('of texts', () => {
    it.each(['plain', '', '𝄞'])('accepts %j unchanged', async (title) => {
      expect((await toBody(PolicyBody, { title })).title).toBe(title);
    });

    it.each([
      [null, 'must be a string'],
      [1, 'must be a string'],
      ['a\0', 'must not contain null bytes'],
      ['\udc00\ud800', 'must have valid encoding'],
    ])('refuses %j', (title, text) => refused(PolicyBody, { body: { title } }, `Invalid parameter: title ${text}`));
  });
});

describe('the body of a policy', () => {
  it.each([
    [0, 0],
    [33.3, 33.3],
    [1e300, 1e300],
    ['7', 7],
    [' -7\n', -7],
    ['33.30', 33.3],
    ['-0.5', -0.5],
    ['99999999999999999999', 1e20],
  ])('reads the threshold %j', async (compliance_threshold, expected) => {
    expect((await toBody(PolicyUpdateBody, { compliance_threshold })).compliance_threshold).toBe(expected);
  });

  it.each([null, true, {}, [], '', 'abc', '5e1', '1.', '.5', '+5', ' 33.3', '1 2', '0x5', '٣'])(
    'refuses the threshold %j',
    (compliance_threshold) =>
      refused(
        PolicyUpdateBody,
        { body: { compliance_threshold } },
        'Invalid parameter: compliance_threshold must be an integer',
      ),
  );

  it('accepts every key', async () => {
    const body = { profile_id: 'p', compliance_threshold: 1, business_objective: 'b', description: 'd', title: 't' };

    expect({ ...(await toBody(PolicyBody, body)) }).toEqual(body);
  });

  it('refuses the first failing key in the order of the contract', async () => {
    const body = {
      profile_id: null,
      compliance_threshold: null,
      business_objective: 1,
      description: 1,
      title: 1,
      x: 1,
    };
    const keys = ['title', 'description', 'business_objective', 'compliance_threshold', 'profile_id'];

    for (const [place, key] of keys.entries()) {
      const rest = Object.fromEntries(Object.entries(body).filter(([name]) => keys.indexOf(name) >= place));
      await refused(PolicyBody, { body: rest }, `Invalid parameter: ${key} must be`);
    }
  });

  it.each([null, true, {}, [], 1.5])('refuses the profile %j', (profile_id) =>
    refused(PolicyBody, { body: { profile_id } }, 'Invalid parameter: profile_id must be an integer'),
  );

  it('reads a whole number as an id that cannot exist', async () => {
    expect((await toBody(PolicyBody, { profile_id: 5 })).profile_id).toBe('5');
  });

  it('of a change ignores the id, and refuses title and profile', async () => {
    await expect(check(PolicyUpdateBody, { body: { id: 1 } })).resolves.toBeDefined();
    await refused(
      PolicyUpdateBody,
      { body: { title: 1, profile_id: 1 } },
      'found unpermitted parameters: :title, :profile_id',
    );
  });
});

describe('the body of a system', () => {
  it('reads ids, times and incomplete tags', async () => {
    const body = {
      groups: [{ id: 'g', name: '' }],
      tags: [{ key: 'k' }, { key: 'k', namespace: 'n', value: null }],
      insights_id: ID.replaceAll('-', ''),
      owner_id: null,
      os_name: null,
      updated: '2026-05-26 10:20:11+02:00',
    };

    expect({ ...(await toBody(SystemBody, body)) }).toEqual({
      ...body,
      tags: [
        { namespace: null, key: 'k', value: null },
        { namespace: 'n', key: 'k', value: null },
      ],
      insights_id: ID,
      updated: '2026-05-26T08:20:11.000Z',
    });
  });

  it.each([
    [{ os_major_version: '9' }, 'os_major_version must be an integer'],
    [{ os_minor_version: 1.5 }, 'os_minor_version must be an integer'],
    [{ display_name: null }, 'display_name must be a string'],
    [{ groups: null }, 'groups must be an array'],
    [{ groups: [{ id: '', name: 'x' }] }, 'groups must be an array of objects with id and name'],
    [{ groups: [{ id: 'x', name: 'x', more: 1 }] }, 'groups must be an array of objects with id and name'],
    [{ groups: [{ id: 'x\0', name: 'x' }, 1] }, 'groups must not contain null bytes'],
    [{ tags: [{ key: 'x', value: '\ud800' }] }, 'tags must have valid encoding'],
    [{ tags: [{ key: 'x', value: 1 }] }, 'tags must be an array of objects with namespace, key and value'],
    [{ tags: [null] }, 'tags must be an array of objects with namespace, key and value'],
    [{ tags: JSON.parse('[{"key": "x", "__proto__": null}]') }, 'tags must be an array of objects with namespace'],
    [{ insights_id: 'x' }, 'insights_id must be a UUID'],
    [{ owner_id: 1 }, 'owner_id must be a UUID'],
    [{ os_name: 1 }, 'os_name must be a string'],
    [{ stale_timestamp: null }, 'stale_timestamp must be an ISO 8601 timestamp'],
    [{ updated: '2026-02-29T00:00:00Z' }, 'updated must be an ISO 8601 timestamp'],
    [{ updated: 1, os_name: 1, tags: 1 }, 'tags must be an array'],
  ])('refuses %j', (body, text) => refused(SystemBody, { body }, `Invalid parameter: ${text}`));

  it.each(['tags', 'groups'])('with too many %s is refused before they are read', (name) => {
    const items = Array.from({ length: 1_001 }, () => null);
    const text = `Invalid parameter: ${name} must contain no more than 1000 elements`;
    return refused(SystemBody, { body: { [name]: items } }, text);
  });

  it('of an owner is a subject or null, and must be there', async () => {
    expect((await toBody(SystemOwnerBody, { subject: null })).subject).toBeNull();
    for (const body of [{}, { subject: '' }, { subject: 'a\n' }, { subject: 'x'.repeat(256) }, { subject: 1 }]) {
      await refused(
        SystemOwnerBody,
        { body },
        'Invalid parameter: subject must be a string of 1 to 255 characters, or null',
      );
    }
  });

  it('of a selection keeps each valid UUID once', async () => {
    expect((await toBody(SystemSelectionBody, { ids: ['x', ID, ID.toUpperCase()] })).ids).toEqual([ID]);
  });
});

describe('the body of a tailoring', () => {
  it.each([0, 4, 2_147_483_648, 1e300])('accepts the minor version %d', async (os_minor_version) => {
    expect((await toBody(TailoringBody, { os_minor_version })).os_minor_version).toBe(os_minor_version);
  });

  it.each([null, '4', 1.5, true, [], {}, [4]])('refuses %j, which is not an integer', (os_minor_version) =>
    refused(TailoringBody, { body: { os_minor_version } }, 'Invalid parameter: os_minor_version must be an integer'),
  );

  it('refuses a negative number', () =>
    refused(
      TailoringBody,
      { body: { os_minor_version: -1 } },
      'Invalid parameter: os_minor_version must be greater than or equal to 0',
    ));

  it('returns overrides as given', async () => {
    const value_overrides = JSON.parse('{"a": "1", "b": 2, "__proto__": "x", "constructor": "y"}') as object;
    const { value_overrides: read } = await toBody(TailoringUpdateBody, { value_overrides });

    expect(Object.entries(read!)).toEqual([
      ['a', '1'],
      ['b', 2],
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
  });

  it.each([null, [], 'x', 1, false])('refuses the overrides %j', (value_overrides) =>
    refused(TailoringUpdateBody, { body: { value_overrides } }, 'Invalid parameter: value_overrides must be a hash'),
  );

  it.each([
    [{ a: 'x\0' }, 'must not contain null bytes'],
    [{ 'a\0': 'x' }, 'must not contain null bytes'],
    [{ a: '\ud800' }, 'must have valid encoding'],
  ])('refuses the overrides %j, which cannot be stored', (value_overrides, text) =>
    refused(TailoringUpdateBody, { body: { value_overrides } }, `Invalid parameter: value_overrides ${text}`),
  );

  it.each([undefined, null, 'x', {}, 1])('refuses the rules %j', (ids) =>
    refused(RuleSelectionBody, { body: ids === undefined ? {} : { ids } }, 'Invalid parameter: ids must be an array'),
  );

  it.each([[[1]], [[ID, null]], [[[]]]])('refuses the rules %j', (ids) =>
    refused(RuleSelectionBody, { body: { ids } }, 'Invalid parameter: ids must be an array of strings'),
  );
});

describe('the minor versions of a profile', () => {
  it('are integers, each once, in ascending order', async () => {
    expect((await toBody(MinorVersionsBody, { os_minor_versions: [4, 0, 4, 10] })).os_minor_versions).toEqual([
      0, 4, 10,
    ]);
    expect((await toBody(MinorVersionsBody, { os_minor_versions: [] })).os_minor_versions).toEqual([]);
  });

  it.each([
    [undefined, 'must be an array'],
    ['1', 'must be an array'],
    [null, 'must be an array'],
    [['1'], 'must be an integer'],
    [[1.5], 'must be an integer'],
    [[1e300], 'must be less than or equal to 99999'],
    [[-1], 'must be greater than or equal to 0'],
    [[100_000, -1], 'must be less than or equal to 99999'],
    [Array.from({ length: 101 }, (_, minor) => minor), 'can not have more than 100 elements'],
  ])('are refused as %j', (os_minor_versions, text) =>
    refused(
      MinorVersionsBody,
      { body: os_minor_versions === undefined ? {} : { os_minor_versions } },
      `Invalid parameter: os_minor_versions ${text}`,
    ),
  );
});
